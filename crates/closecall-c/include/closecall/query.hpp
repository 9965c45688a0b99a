// Snapshots of a world and questions about them, one for each thread: contact tests and motions.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_QUERY_HPP
#define CLOSECALL_QUERY_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

#include "pair.hpp"
#include "world.hpp"

namespace closecall {

using Contact = closecall_contact;
using Edge = closecall_edge;
using TestMode = closecall_test_mode;

// What a contact test finds, and of which pairs.
struct Test {
  TestMode mode = CLOSECALL_TEST_MODE_FIRST;
  // Of every two bodies at most so many contacts, where the mode is limited.
  std::size_t limit = 1;
  // To which share of itself the depth of two closed models that overlap is found; 0 is not at all.
  double depth_accuracy = 0;
  // Says whether two bodies may touch. What it throws arrives at the caller.
  std::function<bool(BodyId, BodyId)> allowed;

  static Test first() { return {}; }
  static Test closest() { return {CLOSECALL_TEST_MODE_CLOSEST, 1, 0, {}}; }
  static Test all() { return {CLOSECALL_TEST_MODE_ALL, 1, 0, {}}; }
  static Test limited(std::size_t most) { return {CLOSECALL_TEST_MODE_LIMITED, most, 0, {}}; }
  Test &with_depth(double accuracy = 1e-3) { return depth_accuracy = accuracy, *this; }
  Test &unless(std::function<bool(BodyId, BodyId)> may_touch) { return allowed = std::move(may_touch), *this; }
};

// A body that moves from one pose in its parent's frame to another.
struct Move : closecall_move {
  Move(BodyId moved, const Pose &start, const Pose &end) : closecall_move{} {
    body = moved;
    for (std::size_t k = 0; k < 7; ++k) from[k] = start.numbers[k], to[k] = end.numbers[k];
  }
};
static_assert(sizeof(Move) == sizeof(closecall_move), "an array of moves is one of closecall_move");

// A question about a snapshot, for one thread: bodies are elsewhere for this question only. A copy is for another
// thread.
class Query {
 public:
  Query() = default;
  Query(Query &&) = default;
  Query &operator=(Query &&) = default;

  Answered<Query> clone() const {
    closecall_query *made = nullptr;
    const Status status = closecall_query_clone(get(), &made);
    return detail::answered(status, Query(made));
  }

  Answered<void> set_pose(BodyId body, const Pose &parent_from_body) {
    return detail::done(closecall_query_set_poses(get(), &body, parent_from_body.data(), 1));
  }
  Answered<void> set_poses(Span<BodyId> bodies, Span<Pose> poses) {
    if (bodies.size() != poses.size()) return detail::unequal<void>();
    const double *numbers = poses.empty() ? nullptr : poses[0].data();
    return detail::done(closecall_query_set_poses(get(), bodies.data(), numbers, bodies.size()));
  }
  Answered<Pose> pose(BodyId body) const {
    Pose found;
    const Status status = closecall_query_pose(get(), body, found.numbers.data());
    return detail::answered(status, found);
  }

  // Answers are about pairs of which one is active.
  Answered<void> set_active(Span<BodyId> bodies) {
    const BodyId none = no_body;
    const BodyId *list = bodies.empty() ? &none : bodies.data();
    return detail::done(closecall_query_set_active(get(), list, bodies.size()));
  }
  // Answers are about all pairs.
  Answered<void> set_all_active() { return detail::done(closecall_query_set_active(get(), nullptr, 0)); }

  // An error of the status CLOSECALL_STATUS_UNDECIDED if the budget ends first, or what may touch is too close to call.
  Answered<bool> collides(const Ask &ask = Ask()) {
    bool found = false;
    const Status status = closecall_query_collides(get(), &ask, &found);
    return detail::answered(status, found);
  }
  // What touches, and then what stayed undecided.
  Answered<std::vector<Collision>> collisions(const Ask &ask = Ask()) {
    return detail::listed<Collision>([&](Collision *list, std::size_t capacity, std::size_t *count) {
      return closecall_query_collisions(get(), &ask, list, capacity, count);
    });
  }

  // The contacts within the margins, as the test says; those of two bodies follow each other, the nearest first, and
  // what the budget left open last.
  Answered<std::vector<Contact>> contacts(const Test &test, const Ask &ask = Ask()) {
    Asking asking(test);
    std::size_t count = 0;
    const Status status = closecall_query_test(get(), &asking.plain, &ask, &count);
    return found(status, asking);
  }

  // The contacts while bodies move, each with the time at which two shapes are first within their margin.
  Answered<std::vector<Contact>> contacts(const Test &test, Span<Move> moves, const Ask &ask = Ask()) {
    Asking asking(test);
    std::size_t count = 0;
    const Status status = closecall_query_test_motion(get(), &asking.plain, moves.data(), moves.size(), &ask, &count);
    return found(status, asking);
  }

  // What touches first while bodies move?
  Answered<Edge> sweep(Span<Move> moves, const Ask &ask = Ask()) {
    Edge edge{};
    const Status status = closecall_query_sweep(get(), moves.data(), moves.size(), &ask, &edge);
    return detail::answered(status, edge);
  }

  // Puts the joints of a robot at positions.
  Answered<void> set_positions(RobotId robot, Span<double> positions) {
    return detail::done(closecall_query_set_positions(get(), robot, positions.data(), positions.size()));
  }
  // Does an active body touch anything, for rows of positions on all cores, each with a budget of its own? A
  // closecall_answer of each.
  Answered<std::vector<std::uint8_t>> rows_collide(RobotId robot, Span<double> positions, std::size_t count,
                                                   const Ask &ask = Ask()) const {
    std::vector<std::uint8_t> answers(count);
    const Status status =
        closecall_query_rows_collide(get(), robot, positions.data(), positions.size(), &ask, answers.data(), count);
    return detail::answered(status, std::move(answers));
  }
  // Ways from rows of positions to others, on all cores.
  Answered<std::vector<Edge>> edges(RobotId robot, Span<double> from, Span<double> to, std::size_t count,
                                    const Ask &ask = Ask()) const {
    if (from.size() != to.size()) return detail::unequal<std::vector<Edge>>();
    std::vector<Edge> found(count);
    const Status status =
        closecall_query_edges(get(), robot, from.data(), to.data(), from.size(), &ask, found.data(), count);
    return detail::answered(status, std::move(found));
  }

  closecall_query *get() const { return handle_.get(); }

 private:
  friend class Snapshot;
  explicit Query(closecall_query *handle) : handle_(handle) {}

  // A test as C takes it, with the callback and what it threw.
  struct Asking {
    closecall_test plain{};
    const Test &test;
    std::exception_ptr thrown;

    explicit Asking(const Test &given) : test(given) {
      closecall_test_default(&plain);
      plain.mode = given.mode;
      plain.limit = given.limit;
      plain.depth_accuracy = given.depth_accuracy;
      plain.user = this;
      if (given.allowed) plain.allowed = &Asking::call;
    }

    static std::int32_t call(void *user, std::uint32_t a, std::uint32_t b) {
      Asking &asking = *static_cast<Asking *>(user);
#ifndef CLOSECALL_NO_EXCEPTIONS
      if (asking.thrown) return 1;
      try {
        return asking.test.allowed(a, b) ? 1 : 0;
      } catch (...) {
        asking.thrown = std::current_exception();
        return 1;
      }
#else
      return asking.test.allowed(a, b) ? 1 : 0;
#endif
    }
  };

  Answered<std::vector<Contact>> found(Status status, const Asking &asking) const {
#ifndef CLOSECALL_NO_EXCEPTIONS
    if (asking.thrown) std::rethrow_exception(asking.thrown);
#else
    (void)asking;
#endif
    if (status != CLOSECALL_STATUS_OK) return detail::failed<std::vector<Contact>>(status);
    return detail::listed<Contact>([&](Contact *list, std::size_t capacity, std::size_t *count) {
      return closecall_query_found(get(), list, capacity, count);
    });
  }

  detail::Owned<closecall_query, closecall_query_free> handle_;
};

// A world as it was at one moment. Many threads may ask for questions at once.
class Snapshot {
 public:
  Snapshot() = default;

  Answered<Query> query() const {
    closecall_query *made = nullptr;
    const Status status = closecall_query_new(get(), &made);
    return detail::answered(status, Query(made));
  }

  closecall_snapshot *get() const { return handle_.get(); }

 private:
  friend class World;
  explicit Snapshot(closecall_snapshot *handle) : handle_(handle) {}
  detail::Owned<closecall_snapshot, closecall_snapshot_free> handle_;
};

inline Answered<Snapshot> World::snapshot() const {
  closecall_snapshot *made = nullptr;
  const Status status = closecall_world_snapshot(get(), &made);
  return detail::answered(status, Snapshot(made));
}

}  // namespace closecall

#endif  // CLOSECALL_QUERY_HPP
