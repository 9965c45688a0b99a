// Robots from URDF and SRDF files.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_ROBOT_HPP
#define CLOSECALL_ROBOT_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "world.hpp"

namespace closecall {

// A number of a vector of positions, and its limits.
struct Coordinate {
  std::string name;
  double lower = 0;
  double upper = 0;
};

// A robot: links with models, joints between them, and the pairs of links that may touch.
class Robot {
 public:
  using Facts = closecall_robot_facts;
  // Names of packages and their folders.
  using Packages = std::vector<std::pair<std::string, std::string>>;

  Robot() = default;

  // From a URDF file and, unless it is empty, an SRDF file.
  static Answered<Robot> load(std::string_view urdf, std::string_view srdf = "", const Packages &packages = {}) {
    std::vector<closecall_package> list;
    for (const auto &package : packages) list.push_back({package.first.c_str(), package.second.c_str()});
    const std::string second(srdf);
    closecall_robot *made = nullptr;
    const Status status = closecall_robot_load(std::string(urdf).c_str(), second.empty() ? nullptr : second.c_str(),
                                               list.data(), list.size(), &made);
    return detail::answered(status, Robot(made));
  }

  Answered<Facts> info() const {
    Facts facts{};
    const Status status = closecall_robot_info(get(), &facts);
    return detail::answered(status, facts);
  }
  Answered<std::string> link(std::size_t index) const {
    return detail::told([&](char *text, std::size_t capacity, std::size_t *count) {
      return closecall_robot_link(get(), index, text, capacity, count);
    });
  }
  Answered<std::string> warning(std::size_t index) const {
    return detail::told([&](char *text, std::size_t capacity, std::size_t *count) {
      return closecall_robot_warning(get(), index, text, capacity, count);
    });
  }
  Answered<Coordinate> coordinate(std::size_t index) const {
    Coordinate found;
    Answered<std::string> name = detail::told([&](char *text, std::size_t capacity, std::size_t *count) {
      return closecall_robot_coordinate(get(), index, text, capacity, count, &found.lower, &found.upper);
    });
#ifdef CLOSECALL_NO_EXCEPTIONS
    if (!name) return detail::failed<Coordinate>(name.status());
    found.name = *name;
#else
    found.name = name;
#endif
    return found;
  }
  // All joints at rest.
  Answered<std::vector<double>> rest() const {
    return detail::listed<double>([&](double *list, std::size_t capacity, std::size_t *count) {
      return closecall_robot_rest(get(), list, capacity, count);
    });
  }

  closecall_robot *get() const { return handle_.get(); }

 private:
  explicit Robot(closecall_robot *handle) : handle_(handle) {}
  detail::Owned<closecall_robot, closecall_robot_free> handle_;
};

inline Answered<RobotId> World::add(const Robot &robot, std::string_view prefix, BodyId base) {
  RobotId number = 0;
  const Status status = closecall_world_add_robot(get(), robot.get(), std::string(prefix).c_str(), base, &number);
  return detail::answered(status, number);
}

}  // namespace closecall

#endif  // CLOSECALL_ROBOT_HPP
