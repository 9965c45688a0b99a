// Depths, signed distances and patches of two solids.

#include "check.h"

static bool parts(const closecall_model *a, const closecall_model *b, const closecall_depth *depth) {
  closecall_meeting meeting;
  OK(closecall_meeting_of(a, b, depth->parted, NULL, &meeting));
  return meeting.kind == CLOSECALL_KIND_TOUCHING || meeting.kind == CLOSECALL_KIND_APART;
}

static double length_of(const double *v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void test_penetration(const closecall_model *cube) {
  closecall_depth depth;
  OK(closecall_penetration(cube, cube, at(0.75, 0.25, 0.5), NULL, &depth));
  CHECK(depth.answer == CLOSECALL_ANSWER_TOUCHING && depth.lo <= 0.25 && depth.hi >= 0.25);
  CHECK(depth.hi - depth.lo < 1e-3 && depth.normal[0] == 1 && depth.triangles.a < 12 && parts(cube, cube, &depth));
  CHECK(fabs(length_of(depth.translation) - depth.hi) < 1e-12);
  OK(closecall_penetration(cube, cube, at(1, 0.25, 0.5), NULL, &depth));
  CHECK(depth.answer == CLOSECALL_ANSWER_TOUCHING && depth.hi == 0 && depth.normal[0] == 0);
  OK(closecall_penetration(cube, cube, at(3, 0, 0), NULL, &depth));
  CHECK(depth.answer == CLOSECALL_ANSWER_CLEAR && depth.hi == 0 && depth.triangles.a == CLOSECALL_NO_TRIANGLE);
  // Turned by an angle whose quaternion is rounded: the pose that is returned is the one that was tested.
  for (int k = 1; k < 20; ++k) {
    const double half = 0.05 * k, turned[7] = {0.7, 0.3, 0.1 * k - 1, cos(half), 0, 0.6 * sin(half), 0.8 * sin(half)};
    closecall_ask ask;
    OK(closecall_ask_default(&ask));
    ask.accuracy = 0.1;
    OK(closecall_penetration(cube, cube, turned, &ask, &depth));
    CHECK(depth.answer != CLOSECALL_ANSWER_TOUCHING || parts(cube, cube, &depth));
    CHECK(depth.lo <= depth.hi && depth.parted[3] == turned[3] && depth.parted[6] == turned[6]);
  }
}

static void test_directions(const closecall_model *cube) {
  closecall_depth depth;
  closecall_ask ask;
  const double up[3] = {0, 0, 2}, nearly_up[3] = {0.1, 0, 1}, nowhere[3] = {0, 0, 0};
  OK(closecall_penetration_along(cube, cube, at(0.75, 0.25, 0.5), up, NULL, &depth));
  CHECK(depth.lo <= 0.5 && depth.hi >= 0.5 && depth.hi - depth.lo < 1e-9 && depth.normal[2] == 1);
  CHECK(parts(cube, cube, &depth));
  OK(closecall_parting_near(cube, cube, at(0.75, 0.25, 0.5), nearly_up, NULL, &depth));
  CHECK(depth.lo == 0 && fabs(depth.hi - 0.5) < 1e-9 && parts(cube, cube, &depth));
  OK(closecall_parting_near(cube, cube, at(3, 0, 0), up, NULL, &depth));
  CHECK(depth.answer == CLOSECALL_ANSWER_CLEAR);
  OK(closecall_ask_default(&ask));
  ask.budget_tests = 0;
  OK(closecall_parting_near(cube, cube, at(0.75, 0.25, 0.5), up, &ask, &depth));
  CHECK(depth.answer == CLOSECALL_ANSWER_UNDECIDED ? isinf(depth.hi) : parts(cube, cube, &depth));
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_penetration_along(cube, cube, at(0, 0, 0), nowhere, NULL, &depth));
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_parting_near(cube, cube, at(0, 0, 0), nowhere, NULL, &depth));
  FAILS(CLOSECALL_STATUS_NULL_ARGUMENT, closecall_parting_near(cube, cube, at(0, 0, 0), NULL, NULL, &depth));
}

static void test_pair(const closecall_model *cube) {
  enum { COUNT = 40 };
  closecall_pair *pair = NULL;
  closecall_depth one, all[COUNT];
  closecall_signed distances[COUNT];
  double poses[COUNT][7];
  OK(closecall_pair_new(cube, 0, cube, 0, NULL, &pair));
  for (int k = 0; k < COUNT; ++k) memcpy(poses[k], at(0.5 + 0.02 * k, 0.125, 0.25), sizeof poses[k]);
  OK(closecall_pair_penetration_batch(pair, &poses[0][0], COUNT, all));
  OK(closecall_signed_distance_batch(cube, cube, &poses[0][0], COUNT, NULL, distances));
  for (int k = 0; k < COUNT; ++k) {
    const double depth = 1 - poses[k][0];
    OK(closecall_pair_penetration(pair, poses[k], &one));
    CHECK(one.answer == all[k].answer && (depth < 0 || (all[k].lo <= depth && one.lo <= depth)));
    CHECK(depth < 0 ? one.answer == CLOSECALL_ANSWER_CLEAR : one.hi >= depth && all[k].hi >= depth);
    CHECK(fabs(distances[k].lo + depth) < 1e-3 && distances[k].lo <= -depth && distances[k].hi >= -depth);
    CHECK(distances[k].is_rough == (fabs(depth) < 0.01));
    CHECK(distances[k].is_rough || fabs(distances[k].gradient[0] - 1) < 1e-9);
  }
  poses[3][3] = 0;
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_pair_penetration_batch(pair, &poses[0][0], COUNT, all));
  CHECK(strncmp(closecall_message(), "pose 3: ", 8) == 0);
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_signed_distance_batch(cube, cube, &poses[0][0], COUNT, NULL, distances));
  OK(closecall_pair_free(pair));
}

static void test_patches(const closecall_model *cube) {
  closecall_patch patches[4];
  closecall_triangles pairs[256];
  size_t count = 0, pair_count = 0;
  OK(closecall_patches(cube, cube, at(0.25, 0.5, 0.9), patches, 4, &count, pairs, 256, &pair_count));
  CHECK(count == 1 && patches[0].first_pair == 0 && patches[0].pair_count == pair_count && pair_count > 3);
  CHECK(fabs(patches[0].normal[2] - 1) < 0.5 && fabs(patches[0].depth - 0.1) < 0.1 && patches[0].point_count <= 4);
  CHECK(pairs[0].a < 12 && patches[0].point[2] > 0.8 && patches[0].point[2] < 1.1);
  OK(closecall_patches(cube, cube, at(0.25, 0.5, 0.9), NULL, 0, &count, NULL, 0, NULL));
  CHECK(count == 1);
  OK(closecall_patches(cube, cube, at(3, 0, 0), patches, 4, &count, pairs, 256, &pair_count));
  CHECK(count == 0 && pair_count == 0);
  FAILS(CLOSECALL_STATUS_NULL_ARGUMENT,
        closecall_patches(cube, cube, at(0, 0, 0), patches, 4, &count, pairs, 256, NULL));
}

void test_depth(void) {
  closecall_model *cube = make_cube();
  test_penetration(cube);
  test_directions(cube);
  test_pair(cube);
  test_patches(cube);
  OK(closecall_model_free(cube));
}
