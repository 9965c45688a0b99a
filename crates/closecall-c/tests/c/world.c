// Worlds: bodies of several shapes, poses, rules, attachments, questions.

#include "check.h"

static closecall_shape shape_of(int32_t kind, uint32_t id, const closecall_model *model, double a, double b, double c,
                                const double *pose) {
  closecall_shape shape;
  memset(&shape, 0, sizeof shape);
  shape.kind = kind, shape.id = id, shape.model = model, shape.taken_as = CLOSECALL_TAKEN_AS_SURFACE;
  shape.size[0] = a, shape.size[1] = b, shape.size[2] = c;
  memcpy(shape.body_from_shape, pose, sizeof shape.body_from_shape);
  return shape;
}

static uint32_t add(closecall_world *world, const char *name, const closecall_shape *shapes, size_t count,
                    const double *pose) {
  closecall_body body;
  uint32_t number = CLOSECALL_NO_BODY;
  OK(closecall_body_default(&body));
  body.name = name, body.shapes = shapes, body.shape_count = count;
  memcpy(body.parent_from_body, pose, sizeof body.parent_from_body);
  OK(closecall_world_add(world, &body, &number));
  return number;
}

static bool collides(closecall_world *world) {
  bool found = false;
  OK(closecall_world_collides(world, NULL, &found));
  return found;
}

static void move(closecall_world *world, uint32_t body, const double *pose) {
  OK(closecall_world_set_poses(world, &body, pose, 1));
}

static void test_shape_ids(closecall_world *world, uint32_t table, uint32_t part) {
  closecall_collision pairs[4];
  size_t count = 0;
  move(world, part, at(0.2, 0.2, 0.9));
  OK(closecall_world_collisions(world, NULL, pairs, 4, &count));
  CHECK(count == 1 && pairs[0].answer == CLOSECALL_ANSWER_TOUCHING);
  CHECK(pairs[0].shapes.body_a == table && pairs[0].shapes.shape_a == 11);
  CHECK(pairs[0].shapes.body_b == part && pairs[0].shapes.shape_b == 7);
  move(world, part, at(5.2, 0.2, 0.9));
  OK(closecall_world_collisions(world, NULL, pairs, 4, &count));
  CHECK(count == 1 && pairs[0].shapes.shape_a == 12);
  move(world, part, at(2.5, 0, 0));
  CHECK(!collides(world));
}

static void test_rules(closecall_world *world, uint32_t table, uint32_t part) {
  bool looks = false;
  OK(closecall_world_set_margin(world, 2));
  CHECK(collides(world));
  OK(closecall_world_set_pair_margin(world, table, part, 0.25));
  CHECK(!collides(world));
  OK(closecall_world_set_pair_margin(world, table, part, -1));
  CHECK(collides(world));
  OK(closecall_world_allow(world, table, part, 1));
  OK(closecall_world_looks_at(world, table, part, &looks));
  CHECK(!collides(world) && !looks);
  OK(closecall_world_allow(world, table, part, 0));
  OK(closecall_world_enable(world, part, 0));
  CHECK(!collides(world));
  OK(closecall_world_enable(world, part, 1));
  CHECK(collides(world));
  OK(closecall_world_set_groups(world, part, 2, 2));
  CHECK(!collides(world));
  OK(closecall_world_set_groups(world, part, 1, UINT32_MAX));
  OK(closecall_world_set_margin(world, 0));
  OK(closecall_world_set_padding(world, part, 2));
  CHECK(collides(world));
  OK(closecall_world_set_padding(world, part, 0));
  CHECK(!collides(world));
}

static void test_replaced(closecall_world *world, uint32_t table, uint32_t part, const closecall_model *cube) {
  // The rules of the body hold for its new shapes, and what was attached stays so.
  OK(closecall_world_allow(world, table, part, 1));
  uint32_t held = add(world, "held", NULL, 0, at(0, 0, 0));
  OK(closecall_world_attach(world, held, part, at(0, 0, 2)));
  const closecall_shape shapes[2] = {shape_of(CLOSECALL_SHAPE_KIND_MODEL, 21, cube, 0, 0, 0, at(0, 0, 0)),
                                     shape_of(CLOSECALL_SHAPE_KIND_BALL, 22, NULL, 0.5, 0, 0, at(0, 0, 3))};
  OK(closecall_world_replace(world, part, shapes, 2));
  move(world, part, at(0.2, 0.2, 0.5));
  CHECK(!collides(world));
  OK(closecall_world_allow(world, table, part, 0));
  closecall_collision pairs[4];
  size_t count = 0;
  OK(closecall_world_collisions(world, NULL, pairs, 4, &count));
  CHECK(count == 1 && pairs[0].shapes.shape_b == 21);
  double pose[7];
  OK(closecall_world_pose(world, held, pose));
  CHECK(pose[0] == 0.2 && pose[2] == 2.5);
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_world_attach(world, part, held, at(0, 0, 0)));
  OK(closecall_world_remove(world, held));
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_world_pose(world, held, pose));
}

static void test_attached(closecall_world *world, uint32_t part) {
  uint32_t hand = add(world, "hand", NULL, 0, at(0, 0, 10)), body = CLOSECALL_NO_BODY;
  OK(closecall_world_attach(world, part, hand, at(0, 0, 1)));
  move(world, hand, at(0, 0, 20));
  double pose[7];
  OK(closecall_world_pose(world, part, pose));
  CHECK(pose[2] == 21);
  OK(closecall_world_find(world, "part", &body));
  CHECK(body == part);
  OK(closecall_world_remove(world, hand));
  OK(closecall_world_find(world, "part", &body));
  CHECK(body == CLOSECALL_NO_BODY);
}

static void test_questions(closecall_world *world, uint32_t table, uint32_t part) {
  closecall_shape_distance nearest, list[4];
  closecall_world_hit hit;
  bool found = false;
  size_t count = 0;
  move(world, part, at(0.2, 0.2, 4));
  OK(closecall_world_nearest(world, NULL, &nearest, &found));
  CHECK(found && nearest.lo <= 3 && nearest.hi >= 3 && nearest.shapes.shape_a == 11);
  CHECK(nearest.has_points && nearest.point_a[2] == 1 && nearest.point_b[2] == 4 && nearest.normal[2] == 1);
  CHECK(nearest.triangles.a < 12 && nearest.triangles.b < 12);
  closecall_ask ask;
  OK(closecall_ask_default(&ask));
  ask.limit = 2.5;
  OK(closecall_world_nearest(world, &ask, &nearest, &found));
  CHECK(!found);
  ask.limit = 3.5;
  OK(closecall_world_distances(world, &ask, list, 4, &count));
  CHECK(count == 1 && list[0].shapes.body_b == part);
  const closecall_ray down = {CLOSECALL_RAY_KIND_RAY, {0.5, 0.25, 2}, {0, 0, -1}};
  OK(closecall_world_rays_first(world, &down, 1, &hit));
  CHECK(hit.body == table && hit.shape == 11 && hit.t_lo <= 1 && hit.t_hi >= 1 && hit.triangle < 12);
}

static void test_exact_shapes(const closecall_model *cube) {
  closecall_world *world = NULL;
  OK(closecall_world_new(&world));
  const double tip[7] = {0, 0, 1, 1, 0, 0, 0};
  const int32_t kinds[6] = {CLOSECALL_SHAPE_KIND_BALL,    CLOSECALL_SHAPE_KIND_BOX,  CLOSECALL_SHAPE_KIND_CYLINDER,
                            CLOSECALL_SHAPE_KIND_CAPSULE, CLOSECALL_SHAPE_KIND_CONE, CLOSECALL_SHAPE_KIND_HALF_SPACE};
  // Each is half a unit about its centre, 1 above the body, but for the floor.
  const double sizes[6][3] = {{0.5, 0, 0}, {0.5, 0.5, 0.5}, {0.5, 1, 0}, {0.25, 0.5, 0}, {0.5, 1, 0}, {0, 0, 0}};
  closecall_shape block = shape_of(CLOSECALL_SHAPE_KIND_MODEL, 1, cube, 0, 0, 0, at(0, 0, 0));
  uint32_t moving = add(world, "block", &block, 1, at(0, 0, 9));
  for (int k = 0; k < 6; ++k) {
    closecall_shape shape = shape_of(kinds[k], 5, NULL, sizes[k][0], sizes[k][1], sizes[k][2], tip);
    uint32_t body = add(world, "exact", &shape, 1, at(0.5, 0.5, 0));
    const double top = kinds[k] == CLOSECALL_SHAPE_KIND_HALF_SPACE ? 1 : 1.5;
    move(world, moving, at(0, 0, top - 0.01));
    CHECK(collides(world));
    move(world, moving, at(0, 0, top + 0.01));
    CHECK(!collides(world));
    // The block is above the shape, so that the nearest points are.
    closecall_shape_distance nearest;
    bool found = false;
    OK(closecall_world_nearest(world, NULL, &nearest, &found));
    CHECK(found && nearest.has_points && nearest.shapes.body_a == moving && nearest.shapes.body_b == body);
    CHECK(nearest.triangles.a < 12 && nearest.triangles.b == CLOSECALL_NO_TRIANGLE);
    CHECK(fabs(nearest.point_a[2] - top - 0.01) < 1e-9 && fabs(nearest.point_b[2] - top) < 1e-9);
    CHECK(nearest.normal[2] < -0.999 && fabs(nearest.hi - 0.01) < 1e-9);
    OK(closecall_world_remove(world, body));
  }
  OK(closecall_world_free(world));
}

void test_world(void) {
  closecall_model *cube = make_cube();
  closecall_world *world = NULL;
  OK(closecall_world_new(&world));
  const closecall_shape tops[2] = {shape_of(CLOSECALL_SHAPE_KIND_MODEL, 11, cube, 0, 0, 0, at(0, 0, 0)),
                                   shape_of(CLOSECALL_SHAPE_KIND_MODEL, 12, cube, 0, 0, 0, at(5, 0, 0))};
  const closecall_shape one = shape_of(CLOSECALL_SHAPE_KIND_MODEL, 7, cube, 0, 0, 0, at(0, 0, 0));
  uint32_t table = add(world, "table", tops, 2, at(0, 0, 0));
  uint32_t part = add(world, "part", &one, 1, at(2.5, 0, 0));
  char name[16];
  size_t count = 0;
  OK(closecall_world_name(world, part, name, sizeof name, &count));
  CHECK(strcmp(name, "part") == 0 && count == 5);
  uint32_t bodies[4];
  OK(closecall_world_bodies(world, bodies, 4, &count));
  CHECK(count == 2 && bodies[0] == table && bodies[1] == part);
  test_shape_ids(world, table, part);
  test_rules(world, table, part);
  test_questions(world, table, part);
  test_replaced(world, table, part, cube);
  test_attached(world, part);
  test_exact_shapes(cube);
  OK(closecall_world_free(world));
  OK(closecall_model_free(cube));
}
