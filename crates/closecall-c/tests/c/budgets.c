// Budgets: what was not looked at is undecided at every door, and never clear.

#include "check.h"

// Two cubes a little apart, whose boxes are not: a turn about z.
static const double NEAR[7] = {1.6, 0.45, 0.1, 0.9238795325112867, 0, 0, 0.3826834323650898};

static int32_t counted(void *user, closecall_triangles triangles) {
  (void)triangles;
  ++*(int *)user;
  return 0;
}

static void test_of_pairs(const closecall_model *cube, const closecall_ask *none) {
  closecall_pair *pair = NULL;
  closecall_meeting meeting;
  closecall_touch touch;
  closecall_distance distance;
  closecall_triangles list[9];
  bool collides = true, is_complete = true;
  uint8_t answers[2] = {7, 7};
  double poses[2][7];
  size_t count = 0;
  int visits = 0;
  memcpy(poses[0], at(0.5, 0.25, 0.125), sizeof poses[0]);
  memcpy(poses[1], NEAR, sizeof poses[1]);
  OK(closecall_pair_new(cube, 0, cube, 0, none, &pair));
  FAILS(CLOSECALL_STATUS_UNDECIDED, closecall_pair_collides(pair, poses[0], &collides));
  CHECK(collides && strcmp(closecall_status_name(CLOSECALL_STATUS_UNDECIDED), "undecided") == 0);
  OK(closecall_pair_collides_batch(pair, &poses[0][0], 2, answers));
  CHECK(answers[0] == CLOSECALL_ANSWER_UNDECIDED && answers[1] == CLOSECALL_ANSWER_UNDECIDED);
  OK(closecall_pair_touch(pair, NEAR, &touch));
  CHECK(touch.answer == CLOSECALL_ANSWER_UNDECIDED);
  OK(closecall_pair_contacts(pair, poses[0], list, 9, &count, &is_complete));
  CHECK(!is_complete);
  FAILS(CLOSECALL_STATUS_UNDECIDED, closecall_pair_visit_contacts(pair, poses[0], SIZE_MAX, counted, &visits));
  CHECK(visits == (int)count);
  OK(closecall_pair_distance(pair, NEAR, &distance));
  CHECK(distance.lo <= distance.hi && (distance.is_final || distance.lo == 0));
  FAILS(CLOSECALL_STATUS_UNDECIDED, closecall_meeting_of(cube, cube, poses[0], none, &meeting));
  OK(closecall_pair_set(pair, NULL));
  OK(closecall_pair_collides_batch(pair, &poses[0][0], 2, answers));
  CHECK(answers[0] == CLOSECALL_ANSWER_TOUCHING && answers[1] == CLOSECALL_ANSWER_CLEAR);
  // Enough for the surfaces, and not for the insides.
  closecall_ask some = *none;
  some.budget_tests = 1, some.budget_seconds = INFINITY;
  FAILS(CLOSECALL_STATUS_UNDECIDED, closecall_meeting_of(cube, cube, poses[0], &some, &meeting));
  some.budget_tests = 1000000;
  OK(closecall_meeting_of(cube, cube, poses[0], &some, &meeting));
  CHECK(meeting.kind == CLOSECALL_KIND_CROSSING);
  OK(closecall_pair_free(pair));
}

static void test_of_motion(const closecall_model *cube, const closecall_ask *none) {
  closecall_pair *pair = NULL;
  closecall_path *path = NULL;
  closecall_sweep sweep;
  closecall_stretch stretches[4];
  closecall_approach approach;
  size_t count = 0;
  OK(closecall_pair_new(cube, 0, cube, 0, none, &pair));
  OK(closecall_path_between(at(-3, 0.5, 0), at(3, 0.5, 0), &path));
  OK(closecall_pair_sweep(pair, path, &sweep));
  CHECK(sweep.answer == CLOSECALL_ANSWER_UNDECIDED && sweep.free_until <= 1.0 / 3);
  OK(closecall_pair_stretches(pair, path, stretches, 4, &count));
  CHECK(count == 1 && stretches[0].answer == CLOSECALL_ANSWER_UNDECIDED && stretches[0].begins_lo <= 1.0 / 3);
  OK(closecall_pair_approach(pair, path, &approach));
  CHECK(approach.lo == 0);
  OK(closecall_path_free(path));
  OK(closecall_pair_free(pair));
}

static void test_of_depths(const closecall_model *cube, const closecall_ask *none) {
  closecall_depth depth;
  closecall_signed found;
  OK(closecall_penetration(cube, cube, at(0.5, 0.25, 0.125), none, &depth));
  CHECK(depth.answer != CLOSECALL_ANSWER_CLEAR && depth.lo <= 0.5);
  OK(closecall_signed_distance(cube, cube, at(0.5, 0.25, 0.125), none, &found));
  CHECK(found.lo <= -0.5 && found.hi >= -0.5);
}

static uint32_t add(closecall_world *world, const char *name, const closecall_model *cube, const double *pose) {
  closecall_body body;
  closecall_shape shape;
  uint32_t number = CLOSECALL_NO_BODY;
  memset(&shape, 0, sizeof shape);
  shape.kind = CLOSECALL_SHAPE_KIND_MODEL, shape.model = cube, shape.body_from_shape[3] = 1;
  OK(closecall_body_default(&body));
  body.name = name, body.shapes = &shape, body.shape_count = 1;
  memcpy(body.parent_from_body, pose, sizeof body.parent_from_body);
  OK(closecall_world_add(world, &body, &number));
  return number;
}

// What a question says of two bodies that touch, or are apart.
static void test_of_queries(closecall_query *query, const closecall_ask *none, bool is_touching) {
  closecall_test test;
  static closecall_contact contacts[4000];
  closecall_collision pairs[4];
  size_t count = 0, copied = 0;
  bool collides = !is_touching;
  FAILS(CLOSECALL_STATUS_UNDECIDED, closecall_query_collides(query, none, &collides));
  CHECK(collides == !is_touching);
  OK(closecall_query_collisions(query, none, pairs, 4, &count));
  CHECK(count == 1 && pairs[0].answer == CLOSECALL_ANSWER_UNDECIDED);
  OK(closecall_query_collides(query, NULL, &collides));
  CHECK(collides == is_touching);
  OK(closecall_query_collisions(query, NULL, pairs, 4, &count));
  CHECK(count == (is_touching ? 1 : 0) && (count == 0 || pairs[0].answer == CLOSECALL_ANSWER_TOUCHING));
  OK(closecall_test_default(&test));
  for (test.mode = CLOSECALL_TEST_MODE_FIRST; test.mode <= CLOSECALL_TEST_MODE_LIMITED; ++test.mode) {
    OK(closecall_query_test(query, &test, none, &count));
    OK(closecall_query_found(query, contacts, 4000, &copied));
    CHECK(count >= 1 && copied == count);
    // Two that touch may be met at the first look; that these are all is not known.
    const bool is_open = contacts[count - 1].answer == CLOSECALL_ANSWER_UNDECIDED;
    CHECK(is_open || (is_touching && test.mode != CLOSECALL_TEST_MODE_ALL));
    OK(closecall_query_test(query, &test, NULL, &count));
    CHECK((count > 0) == is_touching);
  }
}

static void test_of_worlds(const closecall_ask *none) {
  closecall_model *cell = NULL, *gripper = NULL;
  closecall_world *world = NULL;
  closecall_snapshot *snapshot = NULL;
  closecall_query *query = NULL;
  closecall_shape_distance nearest;
  closecall_collision pairs[4];
  closecall_edge edge;
  closecall_test test;
  bool found = false, collides = false;
  size_t count = 0;
  OK(closecall_world_new(&world));
  OK(closecall_model_load(in_folder(examples, "cell.stl"), CLOSECALL_UNIT_NONE, 0, &cell));
  OK(closecall_model_load(in_folder(examples, "gripper.obj"), CLOSECALL_UNIT_NONE, 0, &gripper));
  add(world, "cell", cell, at(0, 0, 0));
  const uint32_t tool = add(world, "tool", gripper, at(-0.5, 0.3, 0.3));
  OK(closecall_model_free(cell));
  OK(closecall_model_free(gripper));
  FAILS(CLOSECALL_STATUS_UNDECIDED, closecall_world_collides(world, none, &collides));
  OK(closecall_world_collisions(world, none, pairs, 4, &count));
  CHECK(count == 1 && pairs[0].answer == CLOSECALL_ANSWER_UNDECIDED && pairs[0].shapes.body_b == tool);
  OK(closecall_world_collides(world, NULL, &collides));
  CHECK(!collides);
  OK(closecall_world_nearest(world, none, &nearest, &found));
  CHECK(found && nearest.lo == 0 && nearest.hi > 0);
  OK(closecall_world_distances(world, none, &nearest, 1, &count));
  CHECK(count == 1 && nearest.lo == 0 && nearest.hi > 0);
  OK(closecall_world_snapshot(world, &snapshot));
  OK(closecall_query_new(snapshot, &query));
  test_of_queries(query, none, false);
  OK(closecall_query_set_poses(query, &tool, at(0.15, 0, 0.45), 1));
  test_of_queries(query, none, true);
  closecall_move move = {tool, {-0.5, 0.3, 0.3, 1, 0, 0, 0}, {0.15, 0, 0.45, 1, 0, 0, 0}};
  OK(closecall_query_sweep(query, &move, 1, none, &edge));
  CHECK(edge.answer == CLOSECALL_ANSWER_UNDECIDED);
  OK(closecall_test_default(&test));
  OK(closecall_query_test_motion(query, &test, &move, 1, none, &count));
  CHECK(count == 1);
  OK(closecall_query_free(query));
  OK(closecall_snapshot_free(snapshot));
  OK(closecall_world_free(world));
}

static void test_of_robots(const closecall_ask *none) {
  closecall_robot *robot = NULL;
  closecall_world *world = NULL;
  closecall_snapshot *snapshot = NULL;
  closecall_query *query = NULL;
  const closecall_package package = {"arm", examples};
  double rest[16];
  uint32_t number = 0;
  uint8_t answer = 7;
  size_t count = 0;
  closecall_edge edge;
  OK(closecall_robot_load(in_folder(examples, "arm.urdf"), in_folder(examples, "arm.srdf"), &package, 1, &robot));
  OK(closecall_robot_rest(robot, rest, 16, &count));
  OK(closecall_world_new(&world));
  OK(closecall_world_add_robot(world, robot, "", CLOSECALL_NO_BODY, &number));
  OK(closecall_world_snapshot(world, &snapshot));
  OK(closecall_query_new(snapshot, &query));
  // Without a budget for the pairs that are close, nothing is said to be clear.
  closecall_collision pairs[64];
  size_t close = 0;
  OK(closecall_query_set_positions(query, number, rest, count));
  OK(closecall_query_collisions(query, none, pairs, 64, &close));
  OK(closecall_query_rows_collide(query, number, rest, count, none, &answer, 1));
  CHECK(answer == (close > 0 ? CLOSECALL_ANSWER_UNDECIDED : CLOSECALL_ANSWER_CLEAR));
  OK(closecall_query_edges(query, number, rest, rest, count, none, &edge, 1));
  CHECK(edge.answer != CLOSECALL_ANSWER_CLEAR || close == 0);
  OK(closecall_query_free(query));
  OK(closecall_snapshot_free(snapshot));
  OK(closecall_world_free(world));
  OK(closecall_robot_free(robot));
}

void test_budgets(void) {
  closecall_model *cube = make_cube();
  closecall_ask none;
  OK(closecall_ask_default(&none));
  none.budget_tests = 0;
  test_of_pairs(cube, &none);
  test_of_motion(cube, &none);
  test_of_depths(cube, &none);
  test_of_worlds(&none);
  test_of_robots(&none);
  none.budget_tests = UINT64_MAX, none.budget_seconds = 0;
  test_of_pairs(cube, &none);
  test_of_worlds(&none);
  OK(closecall_model_free(cube));
}
