// Calls every function of the header. Arguments: the folder of the examples, and a folder for files.

#include "check.h"

const char *examples, *scratch;

static const double CUBE[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const uint32_t FACES[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                      {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

closecall_model *make_box(double size, closecall_unit unit) {
  double points[8][3];
  closecall_mesh *mesh = NULL;
  closecall_model *model = NULL;
  for (int k = 0; k < 8; ++k)
    for (int axis = 0; axis < 3; ++axis) points[k][axis] = CUBE[k][axis] * size;
  OK(closecall_mesh_new(&points[0][0], 8, &FACES[0][0], 12, unit, &mesh));
  OK(closecall_model_new(mesh, &model));
  OK(closecall_mesh_free(mesh));
  return model;
}

closecall_model *make_cube(void) { return make_box(1, CLOSECALL_UNIT_NONE); }

const double *at(double x, double y, double z) {
  // A few at a time, so that a call can have several.
  static double poses[8][7];
  static int next = 0;
  double *pose = poses[next++ % 8];
  pose[0] = x, pose[1] = y, pose[2] = z, pose[3] = 1, pose[4] = pose[5] = pose[6] = 0;
  return pose;
}

const char *in_folder(const char *folder, const char *name) {
  static char paths[4][4096];
  static int next = 0;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  examples = arguments[1], scratch = arguments[2];
  test_base();
  test_models();
  test_pairs();
  test_depth();
  test_world();
  test_queries();
  test_robots();
  test_files();
  test_units();
  test_budgets();
  test_hostile();
  CHECK(closecall_live_handles() == 0);
  puts("all C tests passed");
  return 0;
}
