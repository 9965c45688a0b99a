// Poses, meshes and models.

#include "check.hpp"

using namespace closecall;

namespace {

// Stands in for a matrix of Eigen: entries by row and column.
struct Matrix {
  double entries[4][4] = {};
  double operator()(int row, int column) const { return entries[row][column]; }
  double &operator()(int row, int column) { return entries[row][column]; }
};

struct Quaternion {
  double w() const { return 2; }
  double x() const { return 0; }
  double y() const { return 0; }
  double z() const { return 0; }
};

void test_poses() {
  Matrix turned;
  turned(0, 1) = -1, turned(1, 0) = 1, turned(2, 2) = 1, turned(3, 3) = 1, turned(0, 3) = 5;
  const Pose pose = Pose::of(turned);
  CHECK(pose.translation()[0] == 5 && std::fabs(pose.numbers[6] - std::sqrt(0.5)) < 1e-15);
  const Matrix back = pose.to<Matrix>();
  CHECK(std::fabs(back(1, 0) - 1) < 1e-15 && back(0, 3) == 5);
  CHECK(pose.rows()[3] == 5 && pose.columns()[12] == 5);
  const Pose again = Pose::from_rows(pose.rows().data());
  CHECK(Pose::from_columns(pose.columns().data()) == again && std::fabs(again.numbers[3] - pose.numbers[3]) < 1e-15);
  CHECK(std::fabs(pose.then(pose.inverse()).translation()[0]) < 1e-12);
  CHECK(Pose::of(Point{1, 2, 3}, Quaternion()) == Pose(1, 2, 3) && Pose() != Pose(1, 2, 3));
  fails(CLOSECALL_STATUS_BAD_VALUE, [] { Pose::from_quaternion({0, 0, 0}, 0, 0, 0, 0); });
}

void test_questions(const Model &cube) {
  CHECK(cube.collides(cube, Pose(1, 0, 0)) && !cube.collides(cube, Pose(std::nextafter(1.0, 2.0), 0, 0)));
  const Distance distance = cube.distance(cube, Pose(3, 0, 0));
  CHECK(distance.lo <= 2 && distance.hi >= 2 && distance.normal[0] == 1);
  CHECK(cube.meeting(cube, Pose(0.5, 0, 0)).kind == CLOSECALL_KIND_CROSSING);
  fails(CLOSECALL_STATUS_UNDECIDED, [&] { cube.meeting(cube, Pose(0.5, 0, 0), Ask().with_tests(0)); });
  CHECK(cube.unit_warnings(cube).empty() && !cube.unit_warnings(cube, Pose(900, 0, 0)).empty());
  const Model meters = Model::build(Mesh::from_arrays({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, CLOSECALL_UNIT_METER));
  CHECK(meters.info().unit == CLOSECALL_UNIT_METER);
  const Ray rays[] = {Ray::toward({-1, 0.5, 0.25}, {1, 0, 0}), Ray::segment({-1, 0, 0}, {-0.5, 0, 0})};
  CHECK(cube.first_hits(rays)[0].t_lo <= 1 && cube.any_hits(rays)[1] == 0 && cube.all_hits(rays[0]).size() == 2);
  CHECK(cube.nearest({{0.5, 0.5, 3}})[0].hi >= 2);
  CHECK(cube.signed_distances({{0.5, 0.5, 0.5}})[0].hi < 0);
}

}  // namespace

void test_models(const std::string &examples, const std::string &scratch) {
  test_poses();
  const Model cube = make_cube();
  test_questions(cube);
  const Model cell = Model::load(examples + "/cell.stl");
  cell.save(scratch + "/cell.tree");
  Model opened = Model::open(scratch + "/cell.tree"), copy = opened, moved = std::move(opened);
  CHECK(copy.info().triangle_count == cell.info().triangle_count && moved.get() != copy.get());
  copy = moved;
  CHECK(Mesh::load(examples + "/cell.stl", {CLOSECALL_UNIT_MILLIMETER, 1000}).triangles().size() ==
        cell.info().triangle_count);
  const Mesh mesh = cube.mesh();
  const std::vector<Point> points = mesh.vertices();
  const std::vector<Triangle> faces = mesh.triangles();
  CHECK(points.size() == 8 && faces.size() == 12);
  const Mesh again = Mesh::from_iterators(points.begin(), points.end(), faces.begin(), faces.end());
  CHECK(again.vertices() == points);
  fails(CLOSECALL_STATUS_BAD_VALUE, [&] { cell.warning(1000); });
  fails(CLOSECALL_STATUS_BAD_FILE, [] { Model::load("no/such/file.obj"); });
  fails(CLOSECALL_STATUS_NULL_ARGUMENT, [&] { Model().collides(cube, Pose()); });
}
