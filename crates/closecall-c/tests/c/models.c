// Meshes and models: from arrays and files, saved and opened; rays, points, kinds.

#include "check.h"

static void test_meshes(void) {
  closecall_mesh *mesh = NULL;
  OK(closecall_mesh_load(in_folder(examples, "cell.stl"), CLOSECALL_UNIT_NONE, 1000, &mesh));
  size_t vertices = 0, triangles = 0;
  int32_t unit = -1;
  OK(closecall_mesh_size(mesh, &vertices, &triangles, &unit));
  CHECK(vertices > 3 && triangles > 10 && unit == CLOSECALL_UNIT_NONE);
  double *points = malloc(vertices * 3 * sizeof *points);
  uint32_t *corners = malloc(triangles * 3 * sizeof *corners);
  OK(closecall_mesh_copy(mesh, points, vertices, corners, triangles));
  closecall_mesh *again = NULL;
  OK(closecall_mesh_new(points, vertices, corners, triangles, CLOSECALL_UNIT_INCH, &again));
  OK(closecall_mesh_size(again, &vertices, &triangles, &unit));
  CHECK(unit == CLOSECALL_UNIT_INCH);
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_mesh_copy(mesh, points, vertices - 1, NULL, 0));
  OK(closecall_mesh_free(mesh));
  OK(closecall_mesh_free(again));
  free(points);
  free(corners);
  FAILS(CLOSECALL_STATUS_BAD_FILE, closecall_mesh_load("no/such/file.stl", 0, 0, &mesh));
  CHECK(strstr(closecall_message(), "no/such/file.stl") != NULL);
}

static void test_saved(void) {
  closecall_model *cell = NULL, *opened = NULL, *shared = NULL;
  OK(closecall_model_load(in_folder(examples, "cell.stl"), CLOSECALL_UNIT_NONE, 0, &cell));
  OK(closecall_model_save(cell, in_folder(scratch, "cell.tree")));
  OK(closecall_model_open(in_folder(scratch, "cell.tree"), &opened));
  OK(closecall_model_share(opened, &shared));
  OK(closecall_model_free(opened));
  closecall_model_facts facts, other;
  OK(closecall_model_info(cell, &facts));
  OK(closecall_model_info(shared, &other));
  CHECK(facts.triangle_count == other.triangle_count && facts.tree_bytes > 0);
  closecall_mesh *mesh = NULL;
  OK(closecall_model_mesh(shared, &mesh));
  OK(closecall_mesh_free(mesh));
  char text[8];
  size_t count = 0;
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_model_warning(cell, facts.warning_count, text, sizeof text, &count));
  OK(closecall_model_free(cell));
  OK(closecall_model_free(shared));
}

static void test_rays(const closecall_model *cube) {
  const closecall_ray rays[2] = {{CLOSECALL_RAY_KIND_RAY, {-1, 0.5, 0.25}, {2, 0, 0}},
                                 {CLOSECALL_RAY_KIND_SEGMENT, {-1, 0.5, 0.25}, {-0.5, 0.5, 0.25}}};
  closecall_ray_hit hits[8];
  uint8_t any[2];
  size_t count = 0;
  OK(closecall_model_rays_first(cube, rays, 2, hits));
  CHECK(hits[0].t_lo <= 0.5 && hits[0].t_hi >= 0.5 && hits[1].triangle == CLOSECALL_NO_TRIANGLE && isinf(hits[1].t_lo));
  OK(closecall_model_rays_any(cube, rays, 2, any));
  CHECK(any[0] == 1 && any[1] == 0);
  OK(closecall_model_ray_all(cube, &rays[0], hits, 8, &count));
  CHECK(count == 2 && hits[1].t_lo <= 1 && hits[1].t_hi >= 1);
  OK(closecall_model_ray_all(cube, &rays[0], NULL, 0, &count));
  CHECK(count == 2);
}

static void test_points(const closecall_model *cube) {
  const double points[2][3] = {{0.5, 0.5, 0.75}, {0.5, 0.5, 3}};
  closecall_near near[2];
  OK(closecall_model_nearest(cube, &points[0][0], 2, near));
  CHECK(near[0].lo <= 0.25 && near[0].hi >= 0.25 && near[1].lo <= 2 && near[1].hi >= 2 && near[1].point[2] == 1);
  OK(closecall_model_signed(cube, &points[0][0], 2, near));
  CHECK(near[0].lo <= -0.25 && near[0].hi >= -0.25 && near[1].hi >= 2);
  CHECK(near[0].gradient[2] == 1 && near[1].gradient[2] == 1);
}

static void test_kinds(const closecall_model *cube) {
  closecall_meeting meeting;
  const struct {
    double x;
    closecall_kind kind;
  } cases[] = {{0, CLOSECALL_KIND_IDENTICAL},
               {0.5, CLOSECALL_KIND_CROSSING},
               {1, CLOSECALL_KIND_TOUCHING},
               {2, CLOSECALL_KIND_APART}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    OK(closecall_meeting_of(cube, cube, at(cases[k].x, 0, 0), NULL, &meeting));
    CHECK(meeting.kind == cases[k].kind && meeting.are_solids);
  }
}

static void test_two_models(const closecall_model *cube) {
  bool collides = false;
  OK(closecall_collides(cube, cube, at(1, 0, 0), &collides));
  CHECK(collides);
  OK(closecall_collides(cube, cube, at(nextafter(1, 2), 0, 0), &collides));
  CHECK(!collides);
  closecall_signed signed_distance;
  OK(closecall_signed_distance(cube, cube, at(0.75, 0.25, 0), NULL, &signed_distance));
  CHECK(signed_distance.lo <= -0.25 && signed_distance.hi >= -0.25 && signed_distance.hi - signed_distance.lo < 1e-3);
  CHECK(fabs(signed_distance.gradient[0] - 1) < 1e-6);
  OK(closecall_signed_distance(cube, cube, at(3, 0, 0), NULL, &signed_distance));
  CHECK(signed_distance.lo <= 2 && signed_distance.hi >= 2);
  closecall_distance distance;
  OK(closecall_distance_between(cube, cube, at(3, 0, 0), &distance));
  CHECK(distance.lo <= 2 && distance.hi >= 2 && distance.hi - distance.lo < 1e-14);
  CHECK(distance.point_a[0] == 1 && distance.point_b[0] == 3 && distance.normal[0] == 1 && distance.is_final);
}

void test_models(void) {
  test_meshes();
  test_saved();
  closecall_model *cube = make_cube();
  test_rays(cube);
  test_points(cube);
  test_kinds(cube);
  test_two_models(cube);
  OK(closecall_model_free(cube));
}
