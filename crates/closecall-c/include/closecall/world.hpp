// Worlds: many bodies with several shapes each, and the rules for their pairs.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_WORLD_HPP
#define CLOSECALL_WORLD_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask.hpp"
#include "error.hpp"
#include "model.hpp"
#include "pose.hpp"
#include "span.hpp"

namespace closecall {

// The number of a body in its world.
using BodyId = std::uint32_t;
// The number of a robot in its world.
using RobotId = std::uint32_t;
// No body; as a parent, the world itself.
inline constexpr BodyId no_body = CLOSECALL_NO_BODY;

using ShapePair = closecall_shape_pair;
using Collision = closecall_collision;
using ShapeDistance = closecall_shape_distance;
using WorldHit = closecall_world_hit;

// A shape of a body: a model or an exact shape, with an id that results call it by.
class Shape {
 public:
  static Shape model(const Model &model, std::uint32_t id = 0, const Pose &at = Pose(),
                     closecall_taken_as taken_as = CLOSECALL_TAKEN_AS_SURFACE) {
    Shape shape(CLOSECALL_SHAPE_KIND_MODEL, id, at, {});
    shape.model_ = model;
    shape.taken_as_ = taken_as;
    return shape;
  }
  static Shape ball(double radius, std::uint32_t id = 0, const Pose &at = Pose()) {
    return Shape(CLOSECALL_SHAPE_KIND_BALL, id, at, {radius, 0, 0});
  }
  // Half of the length along each axis.
  static Shape box(const Point &half, std::uint32_t id = 0, const Pose &at = Pose()) {
    return Shape(CLOSECALL_SHAPE_KIND_BOX, id, at, half);
  }
  static Shape cylinder(double radius, double length, std::uint32_t id = 0, const Pose &at = Pose()) {
    return Shape(CLOSECALL_SHAPE_KIND_CYLINDER, id, at, {radius, length, 0});
  }
  static Shape capsule(double radius, double length, std::uint32_t id = 0, const Pose &at = Pose()) {
    return Shape(CLOSECALL_SHAPE_KIND_CAPSULE, id, at, {radius, length, 0});
  }
  static Shape cone(double radius, double length, std::uint32_t id = 0, const Pose &at = Pose()) {
    return Shape(CLOSECALL_SHAPE_KIND_CONE, id, at, {radius, length, 0});
  }
  // All points with z up to 0 in the frame of its pose.
  static Shape half_space(std::uint32_t id = 0, const Pose &at = Pose()) {
    return Shape(CLOSECALL_SHAPE_KIND_HALF_SPACE, id, at, {});
  }

  // As C takes it. It refers to this object.
  closecall_shape plain() const {
    closecall_shape shape{};
    shape.kind = kind_;
    shape.id = id_;
    shape.model = model_.get();
    shape.taken_as = taken_as_;
    for (std::size_t k = 0; k < 3; ++k) shape.size[k] = size_[k];
    for (std::size_t k = 0; k < 7; ++k) shape.body_from_shape[k] = at_.numbers[k];
    return shape;
  }

 private:
  Shape(closecall_shape_kind kind, std::uint32_t id, const Pose &at, const Point &size)
      : kind_(kind), id_(id), at_(at), size_(size) {}
  closecall_shape_kind kind_;
  std::uint32_t id_;
  Model model_;
  closecall_taken_as taken_as_ = CLOSECALL_TAKEN_AS_SURFACE;
  Pose at_;
  Point size_;
};

// What a body is made of.
struct Body {
  std::string name;
  std::vector<Shape> shapes;
  Pose pose;
  BodyId parent = no_body;
  double padding = 0;
  std::uint32_t member = 1;
  std::uint32_t meets = ~std::uint32_t{0};
  bool is_fixed = false;

  Body(std::string_view its_name, std::vector<Shape> its_shapes = {}) : name(its_name), shapes(std::move(its_shapes)) {}
  Body &at(const Pose &value) { return pose = value, *this; }
  Body &on(BodyId value) { return parent = value, *this; }
  Body &padded(double value) { return padding = value, *this; }
  Body &in_groups(std::uint32_t is_in, std::uint32_t does_meet) { return member = is_in, meets = does_meet, *this; }
  Body &fixed() { return is_fixed = true, *this; }
};

namespace detail {
inline std::vector<closecall_shape> plain(const std::vector<Shape> &shapes) {
  std::vector<closecall_shape> list;
  for (const Shape &shape : shapes) list.push_back(shape.plain());
  return list;
}
}  // namespace detail

class Robot;
class Snapshot;

// Many bodies that come, move and go: for one thread at a time. snapshot() is for others.
class World {
 public:
#ifndef CLOSECALL_NO_EXCEPTIONS
  // An empty world.
  World() : World(make()) {}
#else
  World() = default;
#endif
  static Answered<World> make() {
    closecall_world *made = nullptr;
    const Status status = closecall_world_new(&made);
    return detail::answered(status, World(made));
  }

  // Puts a body in, and returns its number.
  Answered<BodyId> add(const Body &body) {
    closecall_body plain{};
    closecall_body_default(&plain);
    const std::vector<closecall_shape> shapes = detail::plain(body.shapes);
    plain.name = body.name.c_str();
    plain.shapes = shapes.data();
    plain.shape_count = shapes.size();
    for (std::size_t k = 0; k < 7; ++k) plain.parent_from_body[k] = body.pose.numbers[k];
    plain.padding = body.padding;
    plain.parent = body.parent;
    plain.member = body.member;
    plain.meets = body.meets;
    plain.is_fixed = body.is_fixed ? 1 : 0;
    BodyId number = no_body;
    const Status status = closecall_world_add(get(), &plain, &number);
    return detail::answered(status, number);
  }

  // Takes a body out, and all that is attached to it.
  Answered<void> remove(BodyId body) { return detail::done(closecall_world_remove(get(), body)); }

  // Gives a body other shapes.
  Answered<void> replace(BodyId body, const std::vector<Shape> &shapes) {
    const std::vector<closecall_shape> list = detail::plain(shapes);
    return detail::done(closecall_world_replace(get(), body, list.data(), list.size()));
  }

  // The body of a name; no_body if there is none.
  Answered<BodyId> find(std::string_view name) const {
    BodyId body = no_body;
    const Status status = closecall_world_find(get(), std::string(name).c_str(), &body);
    return detail::answered(status, body);
  }

  Answered<std::string> name(BodyId body) const {
    return detail::told([&](char *text, std::size_t capacity, std::size_t *count) {
      return closecall_world_name(get(), body, text, capacity, count);
    });
  }

  Answered<std::vector<BodyId>> bodies() const {
    return detail::listed<BodyId>([&](BodyId *list, std::size_t capacity, std::size_t *count) {
      return closecall_world_bodies(get(), list, capacity, count);
    });
  }

  Answered<void> set_pose(BodyId body, const Pose &parent_from_body) {
    return detail::done(closecall_world_set_poses(get(), &body, parent_from_body.data(), 1));
  }
  // As many poses as bodies. If one is refused, nothing moves.
  Answered<void> set_poses(Span<BodyId> bodies, Span<Pose> poses) {
    if (bodies.size() != poses.size()) return detail::unequal<void>();
    const double *numbers = poses.empty() ? nullptr : poses[0].data();
    return detail::done(closecall_world_set_poses(get(), bodies.data(), numbers, bodies.size()));
  }
  Answered<Pose> pose(BodyId body) const {
    Pose found;
    const Status status = closecall_world_pose(get(), body, found.numbers.data());
    return detail::answered(status, found);
  }

  // Rules.
  Answered<void> enable(BodyId body, bool is_enabled = true) {
    return detail::done(closecall_world_enable(get(), body, is_enabled ? 1 : 0));
  }
  Answered<void> set_groups(BodyId body, std::uint32_t member, std::uint32_t meets) {
    return detail::done(closecall_world_set_groups(get(), body, member, meets));
  }
  Answered<void> set_margin(double margin) { return detail::done(closecall_world_set_margin(get(), margin)); }
  Answered<void> set_pair_margin(BodyId a, BodyId b, double margin) {
    return detail::done(closecall_world_set_pair_margin(get(), a, b, margin));
  }
  Answered<void> clear_pair_margin(BodyId a, BodyId b) { return set_pair_margin(a, b, -1); }
  Answered<void> set_padding(BodyId body, double padding) {
    return detail::done(closecall_world_set_padding(get(), body, padding));
  }
  Answered<void> allow(BodyId a, BodyId b, bool may_touch = true) {
    return detail::done(closecall_world_allow(get(), a, b, may_touch ? 1 : 0));
  }
  Answered<bool> looks_at(BodyId a, BodyId b) const {
    bool found = false;
    const Status status = closecall_world_looks_at(get(), a, b, &found);
    return detail::answered(status, found);
  }
  // Attaches a body to another, or to the world.
  Answered<void> attach(BodyId body, BodyId parent, const Pose &parent_from_body) {
    return detail::done(closecall_world_attach(get(), body, parent, parent_from_body.data()));
  }

  // Questions about the world as it is. An error of the status CLOSECALL_STATUS_UNDECIDED if the budget ends first,
  // or what may touch is too close to call.
  Answered<bool> collides(const Ask &ask = Ask()) {
    bool found = false;
    const Status status = closecall_world_collides(get(), &ask, &found);
    return detail::answered(status, found);
  }
  // What touches, and then what stayed undecided.
  Answered<std::vector<Collision>> collisions(const Ask &ask = Ask()) {
    return detail::listed<Collision>([&](Collision *list, std::size_t capacity, std::size_t *count) {
      return closecall_world_collisions(get(), &ask, list, capacity, count);
    });
  }
  // The two shapes that are nearest; none if no two are looked at.
  Answered<std::vector<ShapeDistance>> nearest(const Ask &ask = Ask()) const {
    ShapeDistance found{};
    bool is_found = false;
    const Status status = closecall_world_nearest(get(), &ask, &found, &is_found);
    return detail::answered(status, std::vector<ShapeDistance>(is_found ? 1 : 0, found));
  }
  // Every two shapes that are no further apart than the limit.
  Answered<std::vector<ShapeDistance>> distances(const Ask &ask = Ask()) const {
    return detail::listed<ShapeDistance>([&](ShapeDistance *list, std::size_t capacity, std::size_t *count) {
      return closecall_world_distances(get(), &ask, list, capacity, count);
    });
  }
  // What makes it doubtful that the bodies are in one unit; empty if nothing does. Of bodies that are still to move
  // only the sizes count.
  Answered<std::string> unit_warnings(bool places_count = true) const {
    return detail::told([&](char *text, std::size_t capacity, std::size_t *count) {
      return closecall_world_unit_warnings(get(), places_count ? 1 : 0, text, capacity, count);
    });
  }
  Answered<std::vector<WorldHit>> first_hits(Span<Ray> rays) const {
    std::vector<WorldHit> hits(rays.size());
    const Status status = closecall_world_rays_first(get(), rays.data(), rays.size(), hits.data());
    return detail::answered(status, std::move(hits));
  }

  // Puts a robot in: every link becomes a body of the link's name with the prefix before it.
  Answered<RobotId> add(const Robot &robot, std::string_view prefix = "", BodyId base = no_body);
  // Puts the joints of a robot at positions.
  Answered<void> set_positions(RobotId robot, Span<double> positions) {
    return detail::done(closecall_world_set_positions(get(), robot, positions.data(), positions.size()));
  }

  // The world as it is now, for other threads.
  Answered<Snapshot> snapshot() const;

  closecall_world *get() const { return handle_.get(); }

 private:
  explicit World(closecall_world *handle) : handle_(handle) {}
  detail::Owned<closecall_world, closecall_world_free> handle_;
};

}  // namespace closecall

#endif  // CLOSECALL_WORLD_HPP
