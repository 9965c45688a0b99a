// Hostile use: each row is an error, and none a crash.

#include "check.h"

typedef struct {
  const char *what;
  closecall_status expected;
  closecall_status found;
} row;

static int calls_back(void *user, closecall_triangles triangles) {
  (void)triangles;
  // The pair is not locked while the visitor runs: what it asks is answered.
  bool collides = false;
  OK(closecall_pair_collides((closecall_pair *)user, at(0, 0, 0), &collides));
  return 1;
}

void test_hostile(void) {
  closecall_model *cube = make_cube(), *freed = make_cube(), *made = NULL;
  closecall_mesh *mesh = NULL;
  closecall_pair *pair = NULL, *none = NULL;
  closecall_path *path = NULL;
  closecall_world *world = NULL;
  closecall_ask ask;
  closecall_body body;
  bool answer = false;
  uint32_t number = 0;
  size_t count = 0;
  closecall_distance distance;
  closecall_signed signed_distance;
  closecall_model *open = NULL;
  OK(closecall_model_free(freed));
  OK(closecall_pair_new(cube, 0, cube, 0, NULL, &pair));
  OK(closecall_world_new(&world));
  OK(closecall_ask_default(&ask));
  OK(closecall_body_default(&body));
  const double nan_pose[7] = {0, 0, NAN, 1, 0, 0, 0}, no_turn[7] = {0, 0, 0, 0.9, 0, 0, 0},
               far_away[7] = {1e40, 0, 0, 1, 0, 0, 0};
  const double points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, bad_points[9] = {0, 0, 0, 1, 0, INFINITY, 0, 1, 0};
  const uint32_t corners[3] = {0, 1, 2}, bad_corners[3] = {0, 1, 3};
  const double backwards[14] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0};
  closecall_ask no_size = ask, nan_clearance = ask, both = ask, negative = ask, odd_start = ask;
  no_size.size = 3, nan_clearance.clearance = NAN, both.budget_tests = 1, both.budget_seconds = 1;
  negative.accuracy = -1, odd_start.start = 9;
  closecall_shape odd_shape;
  memset(&odd_shape, 0, sizeof odd_shape);
  odd_shape.kind = 99, odd_shape.body_from_shape[3] = 1;
  closecall_body nameless = body, odd_body = body, orphan = body, small = body;
  odd_body.name = "odd", odd_body.shapes = &odd_shape, odd_body.shape_count = 1;
  orphan.name = "orphan", orphan.parent = 77, small.name = "small", small.size = 1;
  const double twice[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1},
               sheared[16] = {1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  double seven[7];
  closecall_depth depth;
  closecall_near near;
  closecall_snapshot *snapshot = NULL;
  closecall_query *query = NULL;
  closecall_test odd_test;
  const closecall_move move = {9, {0, 0, 0, 1, 0, 0, 0}, {1, 0, 0, 1, 0, 0, 0}};
  closecall_edge edge;
  OK(closecall_world_snapshot(world, &snapshot));
  OK(closecall_query_new(snapshot, &query));
  OK(closecall_test_default(&odd_test));
  odd_test.mode = 17;
  const closecall_ray nowhere = {CLOSECALL_RAY_KIND_RAY, {0, 0, 0}, {0, 0, 0}};
  closecall_ray_hit hit;
  OK(closecall_mesh_new(points, 3, corners, 1, 0, &mesh));
  OK(closecall_model_new(mesh, &open));
  OK(closecall_mesh_free(mesh));
  mesh = NULL;
  const row rows[] = {
      {"a mesh that is NULL", CLOSECALL_STATUS_NULL_ARGUMENT, closecall_model_new(NULL, &made)},
      {"no place for the result", CLOSECALL_STATUS_NULL_ARGUMENT, closecall_mesh_new(points, 3, corners, 1, 0, NULL)},
      {"an array that is NULL", CLOSECALL_STATUS_NULL_ARGUMENT, closecall_mesh_new(NULL, 3, corners, 1, 0, &mesh)},
      {"no triangles", CLOSECALL_STATUS_BAD_VALUE, closecall_mesh_new(points, 3, NULL, 0, 0, &mesh)},
      {"more numbers than memory has", CLOSECALL_STATUS_BAD_VALUE,
       closecall_mesh_new(points, SIZE_MAX, corners, 1, 0, &mesh)},
      {"an infinite vertex", CLOSECALL_STATUS_BAD_VALUE, closecall_mesh_new(bad_points, 3, corners, 1, 0, &mesh)},
      {"a vertex that is not there", CLOSECALL_STATUS_BAD_VALUE, closecall_mesh_new(points, 3, bad_corners, 1, 0, &mesh)},
      {"a path that is NULL", CLOSECALL_STATUS_NULL_ARGUMENT, closecall_mesh_load(NULL, 0, 0, &mesh)},
      {"a path that is no text", CLOSECALL_STATUS_BAD_VALUE, closecall_mesh_load("\xff.stl", 0, 0, &mesh)},
      {"a unit that is none", CLOSECALL_STATUS_BAD_VALUE, closecall_mesh_load("x.stl", 9, 0, &mesh)},
      {"a handle that was freed", CLOSECALL_STATUS_BAD_HANDLE, closecall_collides(freed, cube, at(0, 0, 0), &answer)},
      {"a handle freed twice", CLOSECALL_STATUS_BAD_HANDLE, closecall_model_free(freed)},
      {"a handle of another kind", CLOSECALL_STATUS_BAD_HANDLE, closecall_model_free((closecall_model *)pair)},
      {"the address of a variable", CLOSECALL_STATUS_BAD_HANDLE, closecall_pair_reset((closecall_pair *)&answer)},
      {"a small number", CLOSECALL_STATUS_BAD_HANDLE, closecall_pair_reset((closecall_pair *)(uintptr_t)3)},
      {"all bits set", CLOSECALL_STATUS_BAD_HANDLE, closecall_pair_reset((closecall_pair *)UINTPTR_MAX)},
      {"a pose that is NULL", CLOSECALL_STATUS_NULL_ARGUMENT, closecall_pair_collides(pair, NULL, &answer)},
      {"a pose with NaN", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_collides(pair, nan_pose, &answer)},
      {"a quaternion that is none", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_collides(pair, no_turn, &answer)},
      {"a pose out of range", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_collides(pair, far_away, &answer)},
      {"a pose that is not aligned", CLOSECALL_STATUS_BAD_VALUE,
       closecall_pair_distance(pair, (const double *)((const char *)backwards + 1), &distance)},
      {"no place for an answer", CLOSECALL_STATUS_NULL_ARGUMENT, closecall_pair_collides(pair, at(0, 0, 0), NULL)},
      {"options that were not filled in", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_set(pair, &no_size)},
      {"a clearance of NaN", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_set(pair, &nan_clearance)},
      {"a budget of both kinds", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_set(pair, &both)},
      {"a negative accuracy", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_set(pair, &negative)},
      {"a start that is none", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_set(pair, &odd_start)},
      {"a side that is none", CLOSECALL_STATUS_BAD_VALUE, closecall_pair_new(cube, 5, cube, 0, NULL, &none)},
      {"a visitor that is NULL", CLOSECALL_STATUS_NULL_ARGUMENT,
       closecall_pair_visit_contacts(pair, at(0, 0, 0), 9, NULL, NULL)},
      {"a visitor that calls back", CLOSECALL_STATUS_OK,
       closecall_pair_visit_contacts(pair, at(0, 0, 0), 9, calls_back, pair)},
      {"no place for a count", CLOSECALL_STATUS_NULL_ARGUMENT,
       closecall_pair_contacts(pair, at(0, 0, 0), NULL, 0, NULL, NULL)},
      {"a list that is NULL", CLOSECALL_STATUS_NULL_ARGUMENT,
       closecall_pair_contacts(pair, at(0, 0, 0), NULL, 9, &count, NULL)},
      {"a path of one pose", CLOSECALL_STATUS_BAD_VALUE, closecall_path_rows(backwards, 1, &path)},
      {"a path with a pose that is none", CLOSECALL_STATUS_BAD_VALUE, closecall_path_rows(backwards, 2, &path)},
      {"a screw without an axis", CLOSECALL_STATUS_BAD_VALUE,
       closecall_path_screw(at(0, 0, 0), backwards, backwards, 1, 1, &path)},
      {"a signed distance of a mesh that is not closed", CLOSECALL_STATUS_NOT_CLOSED,
       closecall_signed_distance(open, cube, at(0, 0, 0), NULL, &signed_distance)},
      {"a ray without a direction", CLOSECALL_STATUS_BAD_VALUE, closecall_model_rays_first(cube, &nowhere, 1, &hit)},
      {"a body without a name", CLOSECALL_STATUS_NULL_ARGUMENT, closecall_world_add(world, &nameless, &number)},
      {"a shape that is none", CLOSECALL_STATUS_BAD_VALUE, closecall_world_add(world, &odd_body, &number)},
      {"a parent that is not there", CLOSECALL_STATUS_BAD_VALUE, closecall_world_add(world, &orphan, &number)},
      {"a body that was not filled in", CLOSECALL_STATUS_BAD_VALUE, closecall_world_add(world, &small, &number)},
      {"a body that is not there", CLOSECALL_STATUS_BAD_VALUE, closecall_world_remove(world, 0)},
      {"a margin of NaN", CLOSECALL_STATUS_BAD_VALUE, closecall_world_set_margin(world, NAN)},
      {"a scale in place of a pose", CLOSECALL_STATUS_BAD_VALUE,
       closecall_pose_from_matrix(twice, CLOSECALL_LAYOUT_ROW_MAJOR, seven, NULL)},
      {"a shear in place of a pose", CLOSECALL_STATUS_BAD_VALUE,
       closecall_pose_from_matrix(sheared, CLOSECALL_LAYOUT_ROW_MAJOR, seven, NULL)},
      {"a direction of NaN", CLOSECALL_STATUS_BAD_VALUE,
       closecall_penetration_along(cube, cube, at(0, 0, 0), nan_pose, NULL, &depth)},
      {"a depth of a mesh that is not closed", CLOSECALL_STATUS_NOT_CLOSED,
       closecall_penetration(open, cube, at(0, 0, 0), NULL, &depth)},
      {"a solid of a mesh that is not closed", CLOSECALL_STATUS_NOT_CLOSED,
       closecall_pair_new(open, CLOSECALL_TAKEN_AS_SOLID, cube, 0, NULL, &none)},
      {"patches of a mesh that is not closed", CLOSECALL_STATUS_NOT_CLOSED,
       closecall_patches(open, cube, at(0, 0, 0), NULL, 0, &count, NULL, 0, NULL)},
      {"a signed point of a mesh that is not closed", CLOSECALL_STATUS_NOT_CLOSED,
       closecall_model_signed(open, points, 1, &near)},
      {"a point of NaN", CLOSECALL_STATUS_BAD_VALUE, closecall_model_nearest(cube, nan_pose, 1, &near)},
      {"a path that was not made", CLOSECALL_STATUS_NULL_ARGUMENT,
       closecall_pair_stretches(pair, path, NULL, 0, &count)},
      {"a test that is none", CLOSECALL_STATUS_BAD_VALUE, closecall_query_test(query, &odd_test, NULL, &count)},
      {"a test that is NULL", CLOSECALL_STATUS_NULL_ARGUMENT, closecall_query_test(query, NULL, NULL, &count)},
      {"moves of a body that is not there", CLOSECALL_STATUS_BAD_VALUE,
       closecall_query_sweep(query, &move, 1, NULL, &edge)},
      {"a robot that is not there", CLOSECALL_STATUS_BAD_VALUE, closecall_world_set_positions(world, 0, points, 1)},
      {"a free of NULL", CLOSECALL_STATUS_OK, closecall_world_free(NULL)},
  };
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
    if (rows[k].found != rows[k].expected) {
      fprintf(stderr, "%s: %s, not %s\n", rows[k].what, closecall_status_name(rows[k].found),
              closecall_status_name(rows[k].expected));
      exit(1);
    }
  }
  CHECK(mesh == NULL && made == NULL && none == NULL && path == NULL);
  // Everything still answers.
  OK(closecall_pair_collides(pair, at(0.5, 0, 0), &answer));
  CHECK(answer);
  OK(closecall_model_free(cube));
  OK(closecall_model_free(open));
  OK(closecall_pair_free(pair));
  OK(closecall_query_free(query));
  OK(closecall_snapshot_free(snapshot));
  OK(closecall_world_free(world));
}
