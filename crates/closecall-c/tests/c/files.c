// Files that are cut off or are something else, and models that state different units.

#include "check.h"

// A triangle in a format that states a unit.
static const char *const GLTF =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
    "\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
    "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}";

static void write_file(const char *path, const char *bytes, size_t count) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fwrite(bytes, 1, count, file) == count);
  fclose(file);
}

static void test_units(void) {
  closecall_model *meters = NULL, *inches = NULL;
  closecall_pair *pair = NULL;
  bool answer = false;
  write_file(in_folder(scratch, "triangle.gltf"), GLTF, strlen(GLTF));
  OK(closecall_model_load(in_folder(scratch, "triangle.gltf"), CLOSECALL_UNIT_METER, 0, &meters));
  OK(closecall_model_load(in_folder(scratch, "triangle.gltf"), CLOSECALL_UNIT_INCH, 0, &inches));
  FAILS(CLOSECALL_STATUS_UNITS_DIFFER, closecall_collides(meters, inches, at(0, 0, 0), &answer));
  FAILS(CLOSECALL_STATUS_UNITS_DIFFER, closecall_pair_new(meters, 0, inches, 0, NULL, &pair));
  CHECK(pair == NULL);
  OK(closecall_model_free(meters));
  OK(closecall_model_free(inches));
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
  test_units();
  test_bad_files();
}
