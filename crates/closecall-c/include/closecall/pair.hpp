// Pairs of bodies: contact, distances and motion, with options, memory and batches.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_PAIR_HPP
#define CLOSECALL_PAIR_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <utility>
#include <vector>

#include "ask.hpp"
#include "error.hpp"
#include "model.hpp"
#include "pose.hpp"
#include "span.hpp"

namespace closecall {

using Touch = closecall_touch;
using Depth = closecall_depth;
using Stretch = closecall_stretch;
using Sweep = closecall_sweep;
using Approach = closecall_approach;
using Factor = closecall_factor;
using TakenAs = closecall_taken_as;

// A motion between poses.
class Path {
 public:
  Path() = default;

  // Through poses, one unit of time from each to the next.
  static Answered<Path> rows(Span<Pose> poses) {
    closecall_path *made = nullptr;
    const double *numbers = poses.empty() ? nullptr : poses[0].data();
    const Status status = closecall_path_rows(numbers, poses.size(), &made);
    return detail::answered(status, Path(made));
  }

  // From one pose to another.
  static Answered<Path> between(const Pose &from, const Pose &to) {
    closecall_path *made = nullptr;
    const Status status = closecall_path_between(from.data(), to.data(), &made);
    return detail::answered(status, Path(made));
  }

  // A turn about an axis through a point, while the body advances along it.
  static Answered<Path> screw(const Pose &start, const Point &point, const Point &axis, double angle, double advance) {
    closecall_path *made = nullptr;
    const Status status = closecall_path_screw(start.data(), point.data(), axis.data(), angle, advance, &made);
    return detail::answered(status, Path(made));
  }

  // A product of elementary motions, as those of joints.
  static Answered<Path> joints(Span<Factor> factors) {
    closecall_path *made = nullptr;
    const Status status = closecall_path_joints(factors.data(), factors.size(), &made);
    return detail::answered(status, Path(made));
  }

  Answered<double> duration() const {
    double found = 0;
    const Status status = closecall_path_duration(get(), &found);
    return detail::answered(status, found);
  }

  Answered<Pose> pose(double time) const {
    Pose found;
    const Status status = closecall_path_pose(get(), time, found.numbers.data());
    return detail::answered(status, found);
  }

  closecall_path *get() const { return handle_.get(); }

 private:
  explicit Path(closecall_path *handle) : handle_(handle) {}
  detail::Owned<closecall_path, closecall_path_free> handle_;
};

// A motion that does not turn.
inline Factor fixed_factor(const Pose &pose) {
  Factor factor{CLOSECALL_FACTOR_KIND_FIXED, {}};
  for (std::size_t k = 0; k < 7; ++k) factor.values[k] = pose.numbers[k];
  return factor;
}
// A turn about a unit axis through the origin, in radians.
inline Factor turn_factor(const Point &axis, double from, double to) {
  return {CLOSECALL_FACTOR_KIND_TURN, {axis[0], axis[1], axis[2], from, to, 0, 0}};
}
// A straight way.
inline Factor slide_factor(const Point &from, const Point &to) {
  return {CLOSECALL_FACTOR_KIND_SLIDE, {from[0], from[1], from[2], to[0], to[1], to[2], 0}};
}

// Contacts that were found, and whether these are all.
struct Contacts {
  std::vector<Triangles> triangles;
  bool is_complete = false;
};

// Two bodies and what their queries learned: for one thread at a time.
class Pair {
 public:
  Pair() = default;

  static Answered<Pair> make(const Model &a, const Model &b, const Ask &ask = Ask()) {
    return make(a, CLOSECALL_TAKEN_AS_SURFACE, b, CLOSECALL_TAKEN_AS_SURFACE, ask);
  }

  // Of bodies that are taken as surfaces or as solids.
  static Answered<Pair> make(const Model &a, TakenAs a_as, const Model &b, TakenAs b_as, const Ask &ask = Ask()) {
    closecall_pair *made = nullptr;
    const Status status = closecall_pair_new(a.get(), a_as, b.get(), b_as, &ask, &made);
    return detail::answered(status, Pair(made));
  }

  // Asks with other options from now on.
  Answered<void> set(const Ask &ask) { return detail::done(closecall_pair_set(get(), &ask)); }

  // The same bodies for another thread.
  Answered<Pair> fork() const {
    closecall_pair *made = nullptr;
    const Status status = closecall_pair_fork(get(), &made);
    return detail::answered(status, Pair(made));
  }

  // Forgets what it learned.
  Answered<void> reset() { return detail::done(closecall_pair_reset(get())); }

  // An error of the status CLOSECALL_STATUS_UNDECIDED if the budget ends first.
  Answered<bool> collides(const Pose &a_from_b) {
    bool found = false;
    const Status status = closecall_pair_collides(get(), a_from_b.data(), &found);
    return detail::answered(status, found);
  }

  // As far as the budget goes.
  Answered<Touch> touch(const Pose &a_from_b) {
    Touch found{};
    const Status status = closecall_pair_touch(get(), a_from_b.data(), &found);
    return detail::answered(status, found);
  }

  // Every pair of triangles that touch.
  Answered<Contacts> contacts(const Pose &a_from_b) {
    Contacts found;
    std::size_t count = 0;
    found.triangles.resize(64);
    Status status = CLOSECALL_STATUS_OK;
    do {
      if (count > found.triangles.size()) found.triangles.resize(count);
      status = closecall_pair_contacts(get(), a_from_b.data(), found.triangles.data(), found.triangles.size(), &count,
                                       &found.is_complete);
    } while (status == CLOSECALL_STATUS_OK && count > found.triangles.size());
    found.triangles.resize(status == CLOSECALL_STATUS_OK ? count : 0);
    return detail::answered(status, std::move(found));
  }

  // Calls visitor(Triangles) for at most `most` pairs of triangles that touch, until it returns true. What it throws
  // arrives at the caller. An error of the status CLOSECALL_STATUS_UNDECIDED, after the last call, if the budget ends
  // first.
  template <class Visitor>
  Answered<void> visit_contacts(const Pose &a_from_b, Visitor &&visitor,
                                std::size_t most = std::numeric_limits<std::size_t>::max()) {
    Visit<Visitor> visit{visitor, nullptr};
    const Status status = closecall_pair_visit_contacts(get(), a_from_b.data(), most, &Visit<Visitor>::call, &visit);
#ifndef CLOSECALL_NO_EXCEPTIONS
    if (visit.thrown) std::rethrow_exception(visit.thrown);
#endif
    return detail::done(status);
  }

  Answered<Distance> distance(const Pose &a_from_b) {
    Distance found{};
    const Status status = closecall_pair_distance(get(), a_from_b.data(), &found);
    return detail::answered(status, found);
  }

  // The shortest translation that parts them, as solids. Their meshes must be closed.
  Answered<Depth> penetration(const Pose &a_from_b) {
    Depth found{};
    const Status status = closecall_pair_penetration(get(), a_from_b.data(), &found);
    return detail::answered(status, found);
  }

  // When do they first touch on a path?
  Answered<Sweep> sweep(const Path &path) {
    Sweep found{};
    const Status status = closecall_pair_sweep(get(), path.get(), &found);
    return detail::answered(status, found);
  }

  // Every stretch of a path on which they touch, and those that stayed undecided.
  Answered<std::vector<Stretch>> stretches(const Path &path) {
    return detail::listed<Stretch>([&](Stretch *list, std::size_t capacity, std::size_t *count) {
      return closecall_pair_stretches(get(), path.get(), list, capacity, count);
    });
  }

  // How near do they come on a path?
  Answered<Approach> approach(const Path &path) {
    Approach found{};
    const Status status = closecall_pair_approach(get(), path.get(), &found);
    return detail::answered(status, found);
  }

  // Every pose on all cores, each with a budget of its own: a closecall_answer of each.
  Answered<std::vector<std::uint8_t>> collides_batch(Span<Pose> poses) const {
    return batch<std::uint8_t>(poses, closecall_pair_collides_batch);
  }
  Answered<std::vector<Touch>> touch_batch(Span<Pose> poses) const {
    return batch<Touch>(poses, closecall_pair_touch_batch);
  }
  Answered<std::vector<Distance>> distance_batch(Span<Pose> poses) const {
    return batch<Distance>(poses, closecall_pair_distance_batch);
  }
  Answered<std::vector<Depth>> penetration_batch(Span<Pose> poses) const {
    return batch<Depth>(poses, closecall_pair_penetration_batch);
  }
  Answered<std::vector<Sweep>> sweep_batch(Span<Path> paths) const {
    std::vector<const closecall_path *> handles;
    for (const Path &path : paths) handles.push_back(path.get());
    std::vector<Sweep> found(paths.size());
    const Status status = closecall_pair_sweep_batch(get(), handles.data(), handles.size(), found.data());
    return detail::answered(status, std::move(found));
  }

  closecall_pair *get() const { return handle_.get(); }

 private:
  explicit Pair(closecall_pair *handle) : handle_(handle) {}

  template <class Visitor>
  struct Visit {
    Visitor &visitor;
    std::exception_ptr thrown;

    static std::int32_t call(void *user, closecall_triangles triangles) {
      Visit &visit = *static_cast<Visit *>(user);
#ifndef CLOSECALL_NO_EXCEPTIONS
      try {
        return visit.visitor(triangles) ? 1 : 0;
      } catch (...) {
        visit.thrown = std::current_exception();
        return 1;
      }
#else
      return visit.visitor(triangles) ? 1 : 0;
#endif
    }
  };

  template <class T>
  Answered<std::vector<T>> batch(Span<Pose> poses,
                                 Status (*ask)(const closecall_pair *, const double *, std::size_t, T *)) const {
    std::vector<T> found(poses.size());
    const double *numbers = poses.empty() ? nullptr : poses[0].data();
    const Status status = ask(get(), numbers, poses.size(), found.data());
    return detail::answered(status, std::move(found));
  }

  detail::Owned<closecall_pair, closecall_pair_free> handle_;
};

}  // namespace closecall

#endif  // CLOSECALL_PAIR_HPP
