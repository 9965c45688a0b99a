// What the generated program of `wrong_arguments.rs` calls functions with: something good of every kind, and wrong ones.

#ifndef FIXTURE_H
#define FIXTURE_H

#include <closecall.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call)                                                                                               \
  do {                                                                                                         \
    const closecall_status status_ = (call);                                                                   \
    if (status_ != CLOSECALL_STATUS_OK) {                                                                      \
      fprintf(stderr, "%s: %s: %s\n", #call, closecall_status_name(status_), closecall_message());             \
      exit(1);                                                                                                 \
    }                                                                                                          \
  } while (0)

// Room for the results of a call, one for each parameter.
enum { PARAMETERS = 10, NUMBERS = 512 };
static double room[PARAMETERS][NUMBERS], untouched[PARAMETERS][NUMBERS];

typedef struct {
  closecall_mesh *mesh;
  closecall_model *model, *odd;
  closecall_pair *pair;
  closecall_path *path;
  closecall_query *query;
  closecall_robot *robot;
  closecall_snapshot *snapshot;
  closecall_world *world;
  // What a call makes.
  void *made;
  uint32_t tool, wall;
  size_t width;
} fixture;

static const char *obj_file, *tree_file, *urdf_file, *srdf_file, *folder, *new_file, *odd_file;

static const double IDENTITY[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static const double POSES[14] = {0.5, 0.25, 0.125, 1, 0, 0, 0, 9, 0, 0, 1, 0, 0, 0};
static const double DIRECTION[4] = {0, 0, 1, 0}, REST[32] = {0};
static const double CORNERS[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
static const uint32_t FACES[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                   1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
static const uint32_t BAD_FACES[36] = {0, 2, 99};
static double not_numbers[64], infinite[64], huge[64];

static closecall_ask ask_good, ask_size, ask_clearance, ask_negative, ask_limit, ask_accuracy, ask_tolerance,
    ask_seconds, ask_both, ask_start;
static closecall_body body_good, body_size, body_name, body_text, body_empty, body_parent, body_pose, body_padding,
    body_shapes, body_count, body_taken;
static closecall_shape shape_good, shape_kind, shape_model, shape_freed, shape_taken, shape_pose, shape_size;
static closecall_move move_good, move_body, move_from, move_to;
static closecall_test test_good, test_size, test_mode, test_limit, test_depth;
static const closecall_ray ray_good = {CLOSECALL_RAY_KIND_RAY, {-1, 0.5, 0.25}, {1, 0, 0}},
                           ray_kind = {9, {0, 0, 0}, {1, 0, 0}}, ray_origin = {0, {NAN, 0, 0}, {1, 0, 0}},
                           ray_toward = {0, {0, 0, 0}, {0, INFINITY, 0}}, ray_zero = {0, {0, 0, 0}, {0, 0, 0}};
static const closecall_factor factor_good = {CLOSECALL_FACTOR_KIND_TURN, {0, 0, 1, 0, 1, 0, 0}},
                              factor_kind = {9, {0, 0, 1, 0, 1, 0, 0}},
                              factor_axis = {CLOSECALL_FACTOR_KIND_TURN, {0, 0, 0, 0, 1, 0, 0}},
                              factor_angle = {CLOSECALL_FACTOR_KIND_TURN, {0, 0, 1, NAN, 1, 0, 0}},
                              factor_slide = {CLOSECALL_FACTOR_KIND_SLIDE, {0, NAN, 0, 0, 1, 0, 0}},
                              factor_fixed = {CLOSECALL_FACTOR_KIND_FIXED, {0, 0, 0, 2, 1, 0, 0}};
static closecall_package package_good, package_name, package_folder, package_text;
static const closecall_path *paths_good[1], *paths_null[1], *paths_freed[1];
static const uint32_t nobody[1] = {999};

static int32_t visit(void *user, closecall_triangles triangles) {
  (void)user, (void)triangles;
  return 0;
}

static void add(closecall_world *world, const char *name, closecall_model *model, double x, uint32_t *number) {
  closecall_body body;
  closecall_shape shape;
  memset(&shape, 0, sizeof shape);
  shape.kind = CLOSECALL_SHAPE_KIND_MODEL, shape.model = model, shape.body_from_shape[3] = 1;
  OK(closecall_body_default(&body));
  body.name = name, body.shapes = &shape, body.shape_count = 1, body.parent_from_body[0] = x;
  OK(closecall_world_add(world, &body, number));
}

static void make(fixture *f) {
  closecall_robot_facts facts;
  uint32_t number = 0;
  memset(f, 0, sizeof *f);
  OK(closecall_mesh_new(CORNERS, 8, FACES, 12, CLOSECALL_UNIT_NONE, &f->mesh));
  OK(closecall_model_new(f->mesh, &f->model));
  OK(closecall_model_save(f->model, tree_file));
  OK(closecall_model_load(odd_file, CLOSECALL_UNIT_NONE, 0, &f->odd));
  OK(closecall_pair_new(f->model, 0, f->model, 0, NULL, &f->pair));
  OK(closecall_path_between(POSES, POSES + 7, &f->path));
  OK(closecall_robot_load(urdf_file, srdf_file, &package_good, 1, &f->robot));
  OK(closecall_robot_info(f->robot, &facts));
  f->width = facts.coordinate_count;
  OK(closecall_world_new(&f->world));
  add(f->world, "wall", f->model, 0, &f->wall);
  add(f->world, "tool", f->model, 9, &f->tool);
  OK(closecall_world_add_robot(f->world, f->robot, "", CLOSECALL_NO_BODY, &number));
  OK(closecall_world_snapshot(f->world, &f->snapshot));
  OK(closecall_query_new(f->snapshot, &f->query));
  shape_good.model = f->model, shape_taken.model = f->model, shape_pose.model = f->model;
  move_good.body = move_from.body = move_to.body = f->tool;
  paths_good[0] = f->path;
}

// Frees everything. What a call freed before is refused, which is as it should be.
static void unmake(fixture *f) {
  closecall_mesh_free(f->mesh);
  closecall_model_free(f->model);
  closecall_model_free(f->odd);
  closecall_pair_free(f->pair);
  closecall_path_free(f->path);
  closecall_query_free(f->query);
  closecall_robot_free(f->robot);
  closecall_snapshot_free(f->snapshot);
  closecall_world_free(f->world);
}

static void spoil(void) {
  for (int k = 0; k < 64; ++k) not_numbers[k] = NAN, infinite[k] = INFINITY, huge[k] = 1e200;
  closecall_ask *asks[10] = {&ask_good,     &ask_size,      &ask_clearance, &ask_negative, &ask_limit,
                             &ask_accuracy, &ask_tolerance, &ask_seconds,   &ask_both,     &ask_start};
  for (int k = 0; k < 10; ++k) OK(closecall_ask_default(asks[k]));
  ask_size.size = 8, ask_clearance.clearance = NAN, ask_negative.clearance = -1, ask_limit.limit = NAN;
  ask_accuracy.accuracy = -1, ask_tolerance.tolerance = NAN, ask_seconds.budget_seconds = NAN;
  ask_both.budget_tests = 1, ask_both.budget_seconds = 1, ask_start.start = 9;
  memset(&shape_good, 0, sizeof shape_good);
  shape_good.body_from_shape[3] = 1;
  shape_kind = shape_model = shape_freed = shape_taken = shape_pose = shape_size = shape_good;
  shape_kind.kind = 99, shape_taken.taken_as = 9, shape_pose.body_from_shape[0] = NAN;
  shape_size.kind = CLOSECALL_SHAPE_KIND_BALL, shape_size.size[0] = NAN;
  OK(closecall_body_default(&body_good));
  body_good.name = "new", body_good.shapes = &shape_good, body_good.shape_count = 1;
  body_size = body_name = body_text = body_empty = body_parent = body_pose = body_padding = body_shapes = body_count =
      body_taken = body_good;
  body_size.size = 8, body_name.name = NULL, body_text.name = "\xff", body_empty.name = "", body_parent.parent = 999;
  body_pose.parent_from_body[3] = 2, body_padding.padding = NAN, body_shapes.shapes = NULL;
  body_count.shape_count = SIZE_MAX, body_taken.name = "tool";
  memset(&move_good, 0, sizeof move_good);
  move_good.from[3] = move_good.to[3] = 1, move_good.to[0] = 5;
  move_body = move_from = move_to = move_good;
  move_body.body = 999, move_from.from[0] = NAN, move_to.to[3] = 0;
  OK(closecall_test_default(&test_good));
  test_size = test_mode = test_limit = test_depth = test_good;
  test_size.size = 8, test_mode.mode = 17, test_limit.mode = CLOSECALL_TEST_MODE_LIMITED, test_limit.limit = 0;
  test_depth.depth_accuracy = NAN;
  package_good.name = "arm", package_good.folder = folder;
  package_name = package_folder = package_text = package_good;
  package_name.name = NULL, package_folder.folder = NULL, package_text.name = "\xff";
  memset(untouched, 0xA5, sizeof untouched);
}

#endif
