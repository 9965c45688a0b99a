// Eigen's types through the header, which does not include Eigen.

#include <closecall.hpp>
#if defined(EIGEN_WORLD_VERSION)
#error "the header includes Eigen"
#endif

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace closecall;

#define CHECK(condition) \
  if (!(condition)) return std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), 1

int main() {
  const Eigen::AngleAxisd turn(0.7, Eigen::Vector3d(1, 2, 2).normalized());
  const Eigen::Isometry3d isometry = Eigen::Translation3d(1, 2, 3) * turn;
  const Pose pose = Pose::of(isometry);
  CHECK(pose.to<Eigen::Isometry3d>().isApprox(isometry, 1e-14));
  CHECK(pose.to<Eigen::Matrix4d>().isApprox(isometry.matrix(), 1e-14));
  CHECK(Pose::of(Eigen::Affine3d(isometry)) == pose && Pose::of(isometry.matrix()) == pose);
  const Eigen::Matrix<double, 4, 4, Eigen::RowMajor> by_rows = isometry.matrix();
  CHECK(Pose::from_columns(isometry.matrix().data()) == pose && Pose::from_rows(by_rows.data()) == pose);
  CHECK(Pose::of(by_rows) == pose && Pose::of(isometry.inverse() * isometry).translation()[0] == 0);
  const Pose parts = Pose::of(Eigen::Vector3d(1, 2, 3), Eigen::Quaterniond(turn));
  for (int k = 0; k < 7; ++k) CHECK(std::fabs(parts.numbers[k] - pose.numbers[k]) < 1e-14);
  const Pose coarse = Pose::of(isometry.cast<float>());
  CHECK(std::fabs(coarse.numbers[4] - pose.numbers[4]) < 1e-6);
  try {
    Pose::of(Eigen::Affine3d(Eigen::Scaling(2.0)));
    CHECK(!"a scale is no pose");
  } catch (const Error &error) {
    CHECK(error.status() == CLOSECALL_STATUS_BAD_VALUE);
  }
  // A mesh of Eigen's vectors.
  const std::vector<Eigen::Vector3d> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Eigen::Vector3i> faces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Model tetra =
      Model::build(Mesh::from_iterators(points.begin(), points.end(), faces.begin(), faces.end()));
  CHECK(tetra.collides(tetra, Pose::of(Eigen::Isometry3d(Eigen::Translation3d(0.25, 0, 0)))));
  CHECK(!tetra.collides(tetra, pose));
  std::puts("all tests passed with Eigen");
}
