// Pairs: contact, distance, motion, options, memory, batches.

#include "check.h"

static int count_three(void *user, closecall_triangles triangles) {
  CHECK(triangles.a < 12 && triangles.b < 12);
  return ++*(int *)user == 3;
}

static void test_contact(closecall_pair *pair) {
  bool collides = false, is_complete = false;
  closecall_touch touch;
  closecall_triangles list[256];
  size_t count = 0;
  OK(closecall_pair_collides(pair, at(0.5, 0, 0), &collides));
  CHECK(collides);
  OK(closecall_pair_collides(pair, at(1.5, 0, 0), &collides));
  CHECK(!collides);
  OK(closecall_pair_touch(pair, at(0.5, 0.25, 0.125), &touch));
  CHECK(touch.answer == CLOSECALL_ANSWER_TOUCHING && touch.triangles.a < 12);
  OK(closecall_pair_contacts(pair, at(0.5, 0.25, 0.125), list, 256, &count, &is_complete));
  CHECK(count > 6 && count < 144 && is_complete);
  const size_t all = count;
  OK(closecall_pair_contacts(pair, at(0.5, 0.25, 0.125), list, 2, &count, NULL));
  CHECK(count == all);
  int seen = 0;
  OK(closecall_pair_visit_contacts(pair, at(0.5, 0.25, 0.125), SIZE_MAX, count_three, &seen));
  CHECK(seen == 3);
  seen = -1000;
  OK(closecall_pair_visit_contacts(pair, at(0.5, 0.25, 0.125), SIZE_MAX, count_three, &seen));
  CHECK((size_t)(seen + 1000) == all);
  seen = -1000;
  OK(closecall_pair_visit_contacts(pair, at(0.5, 0.25, 0.125), 2, count_three, &seen));
  CHECK(seen == -998);
}

static void test_options(closecall_pair *pair) {
  closecall_ask ask;
  closecall_distance distance;
  closecall_touch touch;
  bool collides = false;
  OK(closecall_ask_default(&ask));
  ask.clearance = 0.5, ask.limit = 1;
  OK(closecall_pair_set(pair, &ask));
  OK(closecall_pair_collides(pair, at(1.5, 0, 0), &collides));
  CHECK(collides);
  OK(closecall_pair_distance(pair, at(4, 0, 0), &distance));
  CHECK(distance.is_beyond_limit && distance.lo == 1 && isinf(distance.hi));
  OK(closecall_ask_default(&ask));
  ask.budget_tests = 0;
  OK(closecall_pair_set(pair, &ask));
  OK(closecall_pair_touch(pair, at(0.5, 0, 0), &touch));
  CHECK(touch.answer == CLOSECALL_ANSWER_UNDECIDED && touch.depth > 0);
  ask.budget_tests = UINT64_MAX, ask.budget_seconds = 3600;
  OK(closecall_pair_set(pair, &ask));
  OK(closecall_pair_touch(pair, at(0.5, 0, 0), &touch));
  CHECK(touch.answer == CLOSECALL_ANSWER_TOUCHING);
  OK(closecall_pair_set(pair, NULL));
  OK(closecall_pair_distance(pair, at(4, 0, 0), &distance));
  CHECK(distance.lo <= 3 && distance.hi >= 3);
  OK(closecall_pair_reset(pair));
}

static void test_motion(closecall_pair *pair) {
  double rows[3][7];
  memcpy(rows[0], at(-5, 0.5, 0.25), sizeof rows[0]);
  memcpy(rows[1], at(-3, 0.5, 0.25), sizeof rows[1]);
  memcpy(rows[2], at(3, 0.5, 0.25), sizeof rows[2]);
  closecall_path *paths[4];
  OK(closecall_path_rows(&rows[0][0], 3, &paths[0]));
  OK(closecall_path_between(at(-3, 3, 0), at(3, 3, 0), &paths[1]));
  const double point[3] = {0, 0, 0}, axis[3] = {0, 0, 1};
  OK(closecall_path_screw(at(3, 0, 0), point, axis, 3.14159265358979, 0.5, &paths[2]));
  const closecall_factor factors[3] = {{CLOSECALL_FACTOR_KIND_TURN, {0, 0, 1, 0, 3.0, 0, 0}},
                                       {CLOSECALL_FACTOR_KIND_SLIDE, {5, 0, 0, 0, 0, 0, 0}},
                                       {CLOSECALL_FACTOR_KIND_FIXED, {0, 0, 0.5, 1, 0, 0, 0}}};
  OK(closecall_path_joints(factors, 3, &paths[3]));
  double duration = 0, pose[7];
  OK(closecall_path_duration(paths[0], &duration));
  CHECK(duration == 2);
  OK(closecall_path_pose(paths[0], 1.5, pose));
  CHECK(pose[0] == 0 && pose[1] == 0.5);
  closecall_sweep sweep, all[4];
  OK(closecall_pair_sweep(pair, paths[0], &sweep));
  CHECK(sweep.answer == CLOSECALL_ANSWER_TOUCHING && sweep.free_until <= 4.0 / 3 && sweep.until >= 4.0 / 3 - 1e-9);
  CHECK(sweep.until - sweep.free_until < 1e-4 && sweep.triangles.a < 12);
  OK(closecall_pair_sweep_batch(pair, (const closecall_path *const *)paths, 4, all));
  CHECK(all[0].until == sweep.until && all[1].answer == CLOSECALL_ANSWER_CLEAR && all[1].free_until == 1);
  CHECK(all[2].answer == CLOSECALL_ANSWER_CLEAR && all[3].answer == CLOSECALL_ANSWER_TOUCHING);
  closecall_approach approach;
  OK(closecall_pair_approach(pair, paths[1], &approach));
  CHECK(approach.lo <= 2 && approach.hi >= 2 && approach.time >= 0 && approach.time <= 1);
  CHECK(approach.triangles.a < 12 && approach.triangles.b < 12);
  closecall_stretch stretch;
  size_t count = 0;
  OK(closecall_pair_stretches(pair, paths[0], &stretch, 1, &count));
  CHECK(count == 1 && stretch.answer == CLOSECALL_ANSWER_TOUCHING && stretch.triangles.a < 12);
  CHECK(stretch.begins_lo <= 4.0 / 3 && fabs(stretch.begins_hi - 4.0 / 3) < 1e-4);
  CHECK(stretch.ends_hi >= 5.0 / 3 && fabs(stretch.ends_lo - 5.0 / 3) < 1e-4);
  OK(closecall_pair_stretches(pair, paths[1], &stretch, 1, &count));
  CHECK(count == 0);
  for (int k = 0; k < 4; ++k) OK(closecall_path_free(paths[k]));
}

static void test_batches(const closecall_pair *pair) {
  enum { COUNT = 300 };
  static double poses[COUNT][7];
  static uint8_t collides[COUNT];
  static closecall_touch touches[COUNT];
  static closecall_distance distances[COUNT];
  for (int k = 0; k < COUNT; ++k) memcpy(poses[k], at(0.01 * k, 0.5, 0.25), sizeof poses[k]);
  OK(closecall_pair_collides_batch(pair, &poses[0][0], COUNT, collides));
  OK(closecall_pair_touch_batch(pair, &poses[0][0], COUNT, touches));
  OK(closecall_pair_distance_batch(pair, &poses[0][0], COUNT, distances));
  for (int k = 0; k < COUNT; ++k) {
    CHECK(collides[k] == (poses[k][0] <= 1));
    CHECK((touches[k].answer == CLOSECALL_ANSWER_TOUCHING) == collides[k]);
    CHECK((distances[k].hi == 0) == collides[k]);
  }
  poses[7][3] = 2;
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_pair_collides_batch(pair, &poses[0][0], COUNT, collides));
  CHECK(strncmp(closecall_message(), "pose 7: ", 8) == 0);
  OK(closecall_pair_collides_batch(pair, NULL, 0, NULL));
}

void test_pairs(void) {
  closecall_model *cube = make_cube();
  closecall_pair *pair = NULL, *solids = NULL, *fork = NULL;
  OK(closecall_pair_new(cube, CLOSECALL_TAKEN_AS_SURFACE, cube, CLOSECALL_TAKEN_AS_SURFACE, NULL, &pair));
  OK(closecall_pair_new(cube, CLOSECALL_TAKEN_AS_SOLID, cube, CLOSECALL_TAKEN_AS_SOLID, NULL, &solids));
  OK(closecall_model_free(cube));
  test_contact(pair);
  test_options(pair);
  test_motion(pair);
  test_batches(pair);
  OK(closecall_pair_fork(solids, &fork));
  test_contact(fork);
  OK(closecall_pair_free(pair));
  OK(closecall_pair_free(solids));
  OK(closecall_pair_free(fork));
}
