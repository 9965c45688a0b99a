// Snapshots and questions: poses, active bodies, contact tests, motions.

#include "check.h"

static uint32_t add_cube(closecall_world *world, const char *name, const closecall_model *cube, const double *pose) {
  closecall_body body;
  closecall_shape shape;
  uint32_t number = CLOSECALL_NO_BODY;
  memset(&shape, 0, sizeof shape);
  shape.kind = CLOSECALL_SHAPE_KIND_MODEL, shape.model = cube, shape.id = 3;
  memcpy(shape.body_from_shape, at(0, 0, 0), sizeof shape.body_from_shape);
  OK(closecall_body_default(&body));
  body.name = name, body.shapes = &shape, body.shape_count = 1;
  memcpy(body.parent_from_body, pose, sizeof body.parent_from_body);
  OK(closecall_world_add(world, &body, &number));
  return number;
}

static int32_t never_with_wall(void *user, uint32_t a, uint32_t b) {
  const uint32_t wall = *(uint32_t *)user;
  return a == wall || b == wall;
}

static size_t tested(closecall_query *query, int32_t mode, size_t limit, closecall_allowed allowed, void *user,
                     closecall_contact *contacts, size_t capacity) {
  closecall_test test;
  size_t count = 0, copied = 0;
  OK(closecall_test_default(&test));
  test.mode = mode, test.limit = limit, test.allowed = allowed, test.user = user;
  OK(closecall_query_test(query, &test, NULL, &count));
  OK(closecall_query_found(query, contacts, capacity, &copied));
  CHECK(copied == count);
  return count;
}

static void test_modes(closecall_query *query, uint32_t wall, uint32_t tool, uint32_t part) {
  // The tool is 0.5 from the wall, and the part 0.25 from the tool; the margin is 0.6.
  closecall_contact contacts[400];
  CHECK(tested(query, CLOSECALL_TEST_MODE_FIRST, 1, NULL, NULL, contacts, 400) == 1);
  CHECK(tested(query, CLOSECALL_TEST_MODE_CLOSEST, 1, NULL, NULL, contacts, 400) == 2);
  const closecall_contact near = contacts[0];
  CHECK(near.shapes.body_a == wall && near.shapes.body_b == tool && near.shapes.shape_a == 3);
  CHECK(near.answer == CLOSECALL_ANSWER_TOUCHING && near.has_points && near.triangles.a < 12);
  CHECK(near.lo <= 0.5 && near.hi >= 0.5 && near.hi - near.lo < 1e-12);
  CHECK(near.point_a[0] == 1 && fabs(near.point_b[0] - 1.5) < 1e-12 && near.normal[0] == 1);
  CHECK(near.local_a[0] == 1 && fabs(near.local_b[0]) < 1e-12);
  CHECK(contacts[1].shapes.body_a == tool && contacts[1].shapes.body_b == part);
  const size_t all = tested(query, CLOSECALL_TEST_MODE_ALL, 1, NULL, NULL, contacts, 400);
  CHECK(all > 4 && all <= 400);
  for (size_t k = 1; k < all; ++k)
    CHECK(contacts[k].shapes.body_b != contacts[k - 1].shapes.body_b || contacts[k].hi >= contacts[k - 1].hi);
  CHECK(tested(query, CLOSECALL_TEST_MODE_LIMITED, 2, NULL, NULL, contacts, 400) == 4);
  CHECK(tested(query, CLOSECALL_TEST_MODE_CLOSEST, 1, never_with_wall, &wall, contacts, 400) == 1);
  CHECK(contacts[0].shapes.body_b == part);
}

static void test_active(closecall_query *query, uint32_t wall, uint32_t part) {
  closecall_collision pairs[4];
  closecall_contact contacts[4];
  size_t count = 0;
  bool collides = false;
  OK(closecall_query_set_active(query, &part, 1));
  OK(closecall_query_collisions(query, NULL, pairs, 4, &count));
  CHECK(count == 1 && pairs[0].shapes.body_b == part);
  CHECK(tested(query, CLOSECALL_TEST_MODE_CLOSEST, 1, NULL, NULL, contacts, 4) == 1);
  OK(closecall_query_set_poses(query, &wall, at(50, 0, 0), 1));
  OK(closecall_query_set_active(query, &wall, 1));
  OK(closecall_query_collides(query, NULL, &collides));
  CHECK(!collides);
  OK(closecall_query_set_active(query, NULL, 0));
  OK(closecall_query_collides(query, NULL, &collides));
  CHECK(collides);
}

static void test_sweep(closecall_query *query, uint32_t wall, uint32_t part) {
  closecall_move move;
  closecall_edge edge;
  move.body = part;
  OK(closecall_query_set_poses(query, &wall, at(50, 0, 0), 1));
  memcpy(move.from, at(9.75, 0, 0), sizeof move.from);
  memcpy(move.to, at(2.75, 0, 0), sizeof move.to);
  OK(closecall_query_sweep(query, &move, 1, NULL, &edge));
  // The margin to the tool, which ends at 2.5, is 0.6.
  CHECK(edge.answer == CLOSECALL_ANSWER_TOUCHING && edge.shapes.body_b == part);
  CHECK(edge.until >= (9.75 - 3.1) / 7 - 1e-9 && edge.free_until <= (9.75 - 3.1) / 7 + 1e-9 &&
        edge.until - edge.free_until < 1e-4);
  // The wall is where the question has it.
  OK(closecall_query_set_poses(query, &wall, at(8, 5, 0), 1));
  memcpy(move.from, at(8, 20, 0), sizeof move.from);
  memcpy(move.to, at(8, 0, 0), sizeof move.to);
  OK(closecall_query_sweep(query, &move, 1, NULL, &edge));
  CHECK(edge.answer == CLOSECALL_ANSWER_TOUCHING && edge.shapes.body_a == wall);
  memcpy(move.to, at(20, 20, 0), sizeof move.to);
  OK(closecall_query_sweep(query, &move, 1, NULL, &edge));
  CHECK(edge.answer == CLOSECALL_ANSWER_CLEAR && edge.free_until == 1 && edge.shapes.body_a == CLOSECALL_NO_BODY);
}

static void test_motion(closecall_query *query, uint32_t wall, uint32_t tool, uint32_t part) {
  // The part passes the wall at 0 to 1 and the tool at 5 to 6 on its way from 20 to -20; the margin is 0.6.
  closecall_move move;
  closecall_test test;
  closecall_contact contacts[4];
  size_t count = 0;
  move.body = part;
  memcpy(move.from, at(20, 0, 0), sizeof move.from);
  memcpy(move.to, at(-20, 0, 0), sizeof move.to);
  OK(closecall_query_set_poses(query, &wall, at(0, 0, 0), 1));
  OK(closecall_query_set_poses(query, &tool, at(5, 0, 0), 1));
  OK(closecall_test_default(&test));
  test.mode = CLOSECALL_TEST_MODE_CLOSEST;
  OK(closecall_query_test_motion(query, &test, &move, 1, NULL, &count));
  CHECK(count == 2);
  OK(closecall_query_found(query, contacts, 4, &count));
  const double times[2] = {(20 - 1.6) / 40, (20 - 6.6) / 40};
  for (int k = 0; k < 2; ++k) {
    CHECK(contacts[k].shapes.body_a == (k == 0 ? wall : tool) && contacts[k].shapes.body_b == part);
    CHECK(contacts[k].answer == CLOSECALL_ANSWER_TOUCHING && contacts[k].free_until <= contacts[k].time);
    CHECK(fabs(contacts[k].time - times[k]) < 1e-5 && fabs(contacts[k].hi - 0.6) < 1e-3);
    CHECK(contacts[k].normal[0] > 0.999);
  }
  test.mode = CLOSECALL_TEST_MODE_FIRST;
  OK(closecall_query_test_motion(query, &test, &move, 1, NULL, &count));
  OK(closecall_query_found(query, contacts, 4, &count));
  CHECK(count == 1 && contacts[0].shapes.body_a == tool);
  test.mode = CLOSECALL_TEST_MODE_ALL, test.allowed = never_with_wall, test.user = &wall;
  OK(closecall_query_test_motion(query, &test, &move, 1, NULL, &count));
  CHECK(count == 1);
  OK(closecall_query_set_active(query, &wall, 1));
  test.allowed = NULL;
  OK(closecall_query_test_motion(query, &test, &move, 1, NULL, &count));
  CHECK(count == 1);
}

void test_queries(void) {
  closecall_model *cube = make_cube();
  closecall_world *world = NULL;
  closecall_snapshot *snapshot = NULL;
  closecall_query *query = NULL, *clone = NULL;
  OK(closecall_world_new(&world));
  OK(closecall_world_set_margin(world, 0.6));
  uint32_t wall = add_cube(world, "wall", cube, at(0, 0, 0));
  uint32_t tool = add_cube(world, "tool", cube, at(50, 0, 0));
  uint32_t part = add_cube(world, "part", cube, at(2.75, 0, 0));
  OK(closecall_model_free(cube));
  OK(closecall_world_snapshot(world, &snapshot));
  OK(closecall_world_free(world));
  OK(closecall_query_new(snapshot, &query));
  OK(closecall_snapshot_free(snapshot));
  bool collides = true;
  double pose[7];
  OK(closecall_query_collides(query, NULL, &collides));
  CHECK(!collides);
  OK(closecall_query_set_poses(query, &tool, at(1.5, 0, 0), 1));
  OK(closecall_query_pose(query, tool, pose));
  CHECK(pose[0] == 1.5);
  OK(closecall_query_clone(query, &clone));
  test_modes(query, wall, tool, part);
  test_active(query, wall, part);
  test_modes(clone, wall, tool, part);
  test_sweep(clone, wall, part);
  test_motion(clone, wall, tool, part);
  OK(closecall_query_free(query));
  OK(closecall_query_free(clone));
}
