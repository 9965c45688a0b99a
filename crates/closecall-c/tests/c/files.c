// Files that are cut off or are something else.

#include "check.h"

static void write_file(const char *path, const char *bytes, size_t count) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fwrite(bytes, 1, count, file) == count);
  fclose(file);
}

static void test_bad_files(void) {
  static char bytes[4096];
  closecall_model *cube = make_cube(), *made = NULL;
  closecall_robot *robot = NULL;
  OK(closecall_model_save(cube, in_folder(scratch, "cube.tree")));
  FILE *file = fopen(in_folder(scratch, "cube.tree"), "rb");
  CHECK(file != NULL);
  const size_t count = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  CHECK(count > 200);
  for (size_t cut = 0; cut < 200; cut += 20) {
    write_file(in_folder(scratch, "cut.tree"), bytes, cut);
    FAILS(CLOSECALL_STATUS_BAD_FILE, closecall_model_open(in_folder(scratch, "cut.tree"), &made));
  }
  write_file(in_folder(scratch, "cut.stl"), bytes, 100);
  FAILS(CLOSECALL_STATUS_BAD_FILE, closecall_model_load(in_folder(scratch, "cut.stl"), 0, 0, &made));
  FAILS(CLOSECALL_STATUS_BAD_FILE, closecall_model_load(in_folder(examples, "job.nc"), 0, 0, &made));
  FAILS(CLOSECALL_STATUS_BAD_FILE, closecall_model_open(in_folder(examples, "cell.stl"), &made));
  FAILS(CLOSECALL_STATUS_BAD_FILE, closecall_robot_load(in_folder(examples, "cell.stl"), NULL, NULL, 0, &robot));
  FAILS(CLOSECALL_STATUS_BAD_FILE, closecall_model_save(cube, in_folder(scratch, "no/such/folder/cube.tree")));
  CHECK(made == NULL && robot == NULL);
  OK(closecall_model_free(cube));
}

void test_files(void) {
  test_bad_files();
}
