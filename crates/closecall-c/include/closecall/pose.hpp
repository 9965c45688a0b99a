// Poses: rigid motions, of matrices in either order, quaternions, and the types of Eigen.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_POSE_HPP
#define CLOSECALL_POSE_HPP

#include <array>

#include "error.hpp"
#include "span.hpp"

namespace closecall {

// A rigid motion: tx, ty, tz, qw, qx, qy, qz. a_from_b carries points of B into A's frame.
struct Pose {
  std::array<double, 7> numbers{0, 0, 0, 1, 0, 0, 0};

  // No motion.
  Pose() = default;
  // A translation.
  Pose(double x, double y, double z) : numbers{x, y, z, 1, 0, 0, 0} {}
  // A translation and a unit quaternion.
  Pose(const Point &t, double w, double x, double y, double z) : numbers{t[0], t[1], t[2], w, x, y, z} {}
  // Seven numbers.
  explicit Pose(const std::array<double, 7> &seven) : numbers(seven) {}

  // Of 16 numbers, row by row. A matrix that is nearly a rotation becomes the nearest one.
  static Answered<Pose> from_rows(const double *matrix) { return from_matrix(matrix, CLOSECALL_LAYOUT_ROW_MAJOR); }

  // Of 16 numbers, column by column.
  static Answered<Pose> from_columns(const double *matrix) {
    return from_matrix(matrix, CLOSECALL_LAYOUT_COLUMN_MAJOR);
  }

  // Of a quaternion of any length but 0.
  static Answered<Pose> from_quaternion(const Point &t, double w, double x, double y, double z) {
    const double quaternion[4] = {w, x, y, z};
    Pose pose;
    const Status status = closecall_pose_from_quaternion(t.data(), quaternion, pose.numbers.data());
    return detail::answered(status, pose);
  }

  // Of anything whose entries are matrix(row, column): Eigen::Isometry3d, Eigen::Matrix4d, ...
  template <class Matrix>
  static Answered<Pose> of(const Matrix &matrix) {
    double rows[16];
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 4; ++column) rows[4 * row + column] = entry(matrix, row, column);
    return from_rows(rows);
  }

  // Of a vector with v[0], v[1], v[2] and a quaternion with q.w(), q.x(), q.y(), q.z(), as Eigen's.
  template <class Vector, class Quaternion>
  static Answered<Pose> of(const Vector &v, const Quaternion &q) {
    return from_quaternion(Point{v[0], v[1], v[2]}, q.w(), q.x(), q.y(), q.z());
  }

  // The 16 numbers of its matrix, row by row.
  Answered<std::array<double, 16>> rows() const { return matrix(CLOSECALL_LAYOUT_ROW_MAJOR); }

  // The 16 numbers of its matrix, column by column.
  Answered<std::array<double, 16>> columns() const { return matrix(CLOSECALL_LAYOUT_COLUMN_MAJOR); }

#ifndef CLOSECALL_NO_EXCEPTIONS
  // As anything whose entries are matrix(row, column).
  template <class Matrix>
  Matrix to() const {
    const std::array<double, 16> numbers_by_rows = rows();
    Matrix made{};
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 4; ++column) made(row, column) = numbers_by_rows[4 * row + column];
    return made;
  }
#endif

  // b_from_c after this one, a_from_b: a_from_c.
  Answered<Pose> then(const Pose &b_from_c) const {
    Pose pose;
    const Status status = closecall_pose_compose(data(), b_from_c.data(), pose.numbers.data());
    return detail::answered(status, pose);
  }

  // The motion back.
  Answered<Pose> inverse() const {
    Pose pose;
    const Status status = closecall_pose_inverse(data(), pose.numbers.data());
    return detail::answered(status, pose);
  }

  Point translation() const { return {numbers[0], numbers[1], numbers[2]}; }
  const double *data() const { return numbers.data(); }

  friend bool operator==(const Pose &x, const Pose &y) { return x.numbers == y.numbers; }
  friend bool operator!=(const Pose &x, const Pose &y) { return !(x == y); }

 private:
  template <class Matrix>
  static auto entry(const Matrix &matrix, int row, int column) -> decltype(matrix(row, column)) {
    return matrix(row, column);
  }

  static Answered<Pose> from_matrix(const double *matrix, closecall_layout layout) {
    Pose pose;
    const Status status = closecall_pose_from_matrix(matrix, layout, pose.numbers.data(), nullptr);
    return detail::answered(status, pose);
  }

  Answered<std::array<double, 16>> matrix(closecall_layout layout) const {
    std::array<double, 16> made{};
    const Status status = closecall_pose_to_matrix(data(), layout, made.data());
    return detail::answered(status, made);
  }
};

static_assert(sizeof(Pose) == 7 * sizeof(double), "an array of poses is an array of numbers");

}  // namespace closecall

#endif  // CLOSECALL_POSE_HPP
