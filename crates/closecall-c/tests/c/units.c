// Units: two that are stated and differ are an error, and sizes that hardly go together a warning.

#include "check.h"

// A triangle in a format that states a unit.
static const char *const GLTF =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
    "\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
    "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}";

static void test_of_files(void) {
  closecall_model *meters = NULL, *inches = NULL;
  closecall_pair *pair = NULL;
  bool answer = false;
  FILE *file = fopen(in_folder(scratch, "triangle.gltf"), "wb");
  CHECK(file != NULL && fwrite(GLTF, 1, strlen(GLTF), file) == strlen(GLTF));
  fclose(file);
  OK(closecall_model_load(in_folder(scratch, "triangle.gltf"), CLOSECALL_UNIT_METER, 0, &meters));
  OK(closecall_model_load(in_folder(scratch, "triangle.gltf"), CLOSECALL_UNIT_INCH, 0, &inches));
  FAILS(CLOSECALL_STATUS_UNITS_DIFFER, closecall_collides(meters, inches, at(0, 0, 0), &answer));
  FAILS(CLOSECALL_STATUS_UNITS_DIFFER, closecall_pair_new(meters, 0, inches, 0, NULL, &pair));
  CHECK(pair == NULL);
  OK(closecall_model_free(meters));
  OK(closecall_model_free(inches));
}

static const char *said(const closecall_model *a, const closecall_model *b, const double *pose) {
  static char text[512];
  size_t count = 0;
  OK(closecall_unit_warnings(a, b, pose, text, sizeof text, &count));
  CHECK(count == strlen(text) + 1);
  return text;
}

static void test_of_arrays(void) {
  closecall_model *one = make_box(1, CLOSECALL_UNIT_NONE), *large = make_box(812, CLOSECALL_UNIT_NONE),
                  *mm = make_box(1, CLOSECALL_UNIT_MILLIMETER), *meter = make_box(1, CLOSECALL_UNIT_METER),
                  *long_meter = make_box(812, CLOSECALL_UNIT_METER);
  bool answer = false;
  char text[8];
  size_t count = 0;
  CHECK(strcmp(said(one, one, NULL), "") == 0 && strcmp(said(one, one, at(2, 0, 0)), "") == 0);
  CHECK(strstr(said(one, large, NULL), "B is 810 times as large as A: is one of them in another unit?") != NULL);
  CHECK(strstr(said(one, large, NULL), "scale 0.001") != NULL);
  CHECK(strstr(said(one, one, at(500, 0, 0)), "times the size of the larger one apart") != NULL);
  CHECK(strcmp(said(mm, one, NULL), "A is in millimeters, and B states no unit: it is taken for the same") == 0);
  CHECK(strchr(said(large, mm, at(0, 0, 0)), '\n') != NULL);
  // Who states the unit means it.
  CHECK(strcmp(said(meter, long_meter, at(1e5, 0, 0)), "") == 0);
  FAILS(CLOSECALL_STATUS_UNITS_DIFFER, closecall_unit_warnings(mm, meter, NULL, text, sizeof text, &count));
  FAILS(CLOSECALL_STATUS_UNITS_DIFFER, closecall_collides(mm, meter, at(0, 0, 0), &answer));
  OK(closecall_model_free(one));
  OK(closecall_model_free(large));
  OK(closecall_model_free(mm));
  OK(closecall_model_free(meter));
  OK(closecall_model_free(long_meter));
}

static uint32_t add(closecall_world *world, const char *name, const closecall_model *model, size_t count, double x) {
  closecall_body body;
  closecall_shape shapes[2];
  uint32_t number = CLOSECALL_NO_BODY;
  memset(shapes, 0, sizeof shapes);
  for (int k = 0; k < 2; ++k) {
    shapes[k].kind = CLOSECALL_SHAPE_KIND_MODEL, shapes[k].model = model;
    memcpy(shapes[k].body_from_shape, at(0.5 * k, 0, 0), sizeof shapes[k].body_from_shape);
  }
  OK(closecall_body_default(&body));
  body.name = name, body.shapes = shapes, body.shape_count = count;
  memcpy(body.parent_from_body, at(x, 0, 0), sizeof body.parent_from_body);
  OK(closecall_world_add(world, &body, &number));
  return number;
}

static void test_of_worlds(void) {
  closecall_model *one = make_box(1, CLOSECALL_UNIT_NONE), *large = make_box(812, CLOSECALL_UNIT_NONE),
                  *mm = make_box(1, CLOSECALL_UNIT_MILLIMETER), *meter = make_box(1, CLOSECALL_UNIT_METER);
  closecall_world *world = NULL;
  char text[512];
  size_t count = 0;
  OK(closecall_world_new(&world));
  add(world, "cell", one, 1, 0);
  OK(closecall_world_unit_warnings(world, 1, text, sizeof text, &count));
  CHECK(count == 1 && text[0] == '\0');
  const uint32_t far = add(world, "table", one, 1, 500);
  OK(closecall_world_unit_warnings(world, 1, text, sizeof text, &count));
  CHECK(strstr(text, "cell and table are ") == text && strstr(text, "times the size of the larger one apart") != NULL);
  OK(closecall_world_unit_warnings(world, 0, text, sizeof text, &count));
  CHECK(count == 1);
  OK(closecall_world_remove(world, far));
  add(world, "part", large, 2, 0);
  OK(closecall_world_unit_warnings(world, 0, text, sizeof text, &count));
  CHECK(strstr(text, "part is 810 times as large as cell") != NULL);
  OK(closecall_world_unit_warnings(world, 0, NULL, 0, &count));
  CHECK(count == strlen(text) + 1);
  OK(closecall_world_free(world));
  OK(closecall_world_new(&world));
  add(world, "mm", mm, 1, 0);
  closecall_body body;
  closecall_shape shape;
  uint32_t number = 0;
  memset(&shape, 0, sizeof shape);
  shape.kind = CLOSECALL_SHAPE_KIND_MODEL, shape.model = meter, shape.body_from_shape[3] = 1;
  OK(closecall_body_default(&body));
  body.name = "meter", body.shapes = &shape, body.shape_count = 1;
  FAILS(CLOSECALL_STATUS_UNITS_DIFFER, closecall_world_add(world, &body, &number));
  OK(closecall_world_free(world));
  OK(closecall_model_free(one));
  OK(closecall_model_free(large));
  OK(closecall_model_free(mm));
  OK(closecall_model_free(meter));
}

void test_units(void) {
  test_of_files();
  test_of_arrays();
  test_of_worlds();
}
