// Meshes and models, and what is asked of one model: rays, points, signed distances.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_MODEL_HPP
#define CLOSECALL_MODEL_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask.hpp"
#include "error.hpp"
#include "pose.hpp"
#include "span.hpp"

namespace closecall {

using Distance = closecall_distance;
using Meeting = closecall_meeting;
using Near = closecall_near;
using RayHit = closecall_ray_hit;
using ModelFacts = closecall_model_facts;
using Unit = closecall_unit;

// How a file is read: the unit that coordinates are converted to, and the scale of a file that states no unit.
struct Reading {
  Unit unit = CLOSECALL_UNIT_NONE;
  double scale = 0;
};

// A ray without end, or a segment.
struct Ray : closecall_ray {
  Ray() : closecall_ray{} {}
  static Ray toward(const Point &origin, const Point &direction) {
    return Ray(CLOSECALL_RAY_KIND_RAY, origin, direction);
  }
  static Ray segment(const Point &from, const Point &to) { return Ray(CLOSECALL_RAY_KIND_SEGMENT, from, to); }

 private:
  Ray(closecall_ray_kind what, const Point &from, const Point &to)
      : closecall_ray{what, {from[0], from[1], from[2]}, {to[0], to[1], to[2]}} {}
};
static_assert(sizeof(Ray) == sizeof(closecall_ray), "an array of rays is one of closecall_ray");

// A triangle mesh: any soup of triangles.
class Mesh {
 public:
  Mesh() = default;

  // Of vertices and triangles, which are copied, and the unit that the coordinates are in, if it is known.
  static Answered<Mesh> from_arrays(Span<Point> vertices, Span<Triangle> triangles, Unit unit = CLOSECALL_UNIT_NONE) {
    return from_flat(vertices.empty() ? nullptr : vertices[0].data(), vertices.size(),
                     triangles.empty() ? nullptr : triangles[0].data(), triangles.size(), unit);
  }

  // Of x, y, z of every vertex in turn, and three vertex numbers of every triangle.
  static Answered<Mesh> from_flat(const double *vertices, std::size_t vertex_count, const std::uint32_t *triangles,
                                  std::size_t triangle_count, Unit unit = CLOSECALL_UNIT_NONE) {
    closecall_mesh *made = nullptr;
    const Status status = closecall_mesh_new(vertices, vertex_count, triangles, triangle_count, unit, &made);
    return detail::answered(status, Mesh(made));
  }

  // Of iterators over points with p[0], p[1], p[2], and over triangles with t[0], t[1], t[2].
  template <class Points, class Faces>
  static Answered<Mesh> from_iterators(Points first_point, Points last_point, Faces first_face, Faces last_face,
                                       Unit unit = CLOSECALL_UNIT_NONE) {
    std::vector<Point> vertices;
    for (; first_point != last_point; ++first_point) {
      const auto &p = *first_point;
      vertices.push_back({static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])});
    }
    std::vector<Triangle> triangles;
    for (; first_face != last_face; ++first_face) {
      const auto &t = *first_face;
      triangles.push_back(
          {static_cast<std::uint32_t>(t[0]), static_cast<std::uint32_t>(t[1]), static_cast<std::uint32_t>(t[2])});
    }
    return from_arrays(vertices, triangles, unit);
  }

  // From an STL, OBJ, PLY, glTF, 3MF or Collada file.
  static Answered<Mesh> load(std::string_view path, Reading reading = {}) {
    closecall_mesh *made = nullptr;
    const Status status = closecall_mesh_load(std::string(path).c_str(), reading.unit, reading.scale, &made);
    return detail::answered(status, Mesh(made));
  }

  Answered<std::vector<Point>> vertices() const {
    std::size_t vertex_count = 0, triangle_count = 0;
    std::int32_t unit = 0;
    Status status = closecall_mesh_size(get(), &vertex_count, &triangle_count, &unit);
    std::vector<Point> list(vertex_count);
    if (status == CLOSECALL_STATUS_OK) status = closecall_mesh_copy(get(), &list[0][0], vertex_count, nullptr, 0);
    return detail::answered(status, std::move(list));
  }

  Answered<std::vector<Triangle>> triangles() const {
    std::size_t vertex_count = 0, triangle_count = 0;
    std::int32_t unit = 0;
    Status status = closecall_mesh_size(get(), &vertex_count, &triangle_count, &unit);
    std::vector<Triangle> list(triangle_count);
    if (status == CLOSECALL_STATUS_OK) status = closecall_mesh_copy(get(), nullptr, 0, &list[0][0], triangle_count);
    return detail::answered(status, std::move(list));
  }

  closecall_mesh *get() const { return handle_.get(); }

 private:
  friend class Model;
  explicit Mesh(closecall_mesh *handle) : handle_(handle) {}
  detail::Owned<closecall_mesh, closecall_mesh_free> handle_;
};

// A mesh and its tree, ready to be asked. It never changes; a copy shares it.
class Model {
 public:
  Model() = default;
  Model(Model &&) = default;
  Model &operator=(Model &&) = default;
  Model(const Model &other) : handle_(other.share()) {}
  Model &operator=(const Model &other) {
    handle_.reset(other.share());
    return *this;
  }

  // Builds the tree of a mesh, on all cores.
  static Answered<Model> build(const Mesh &mesh) {
    closecall_model *made = nullptr;
    const Status status = closecall_model_new(mesh.get(), &made);
    return detail::answered(status, Model(made));
  }

  // From a mesh file, or a tree file that save() wrote.
  static Answered<Model> load(std::string_view path, Reading reading = {}) {
    closecall_model *made = nullptr;
    const Status status = closecall_model_load(std::string(path).c_str(), reading.unit, reading.scale, &made);
    return detail::answered(status, Model(made));
  }

  // From a tree file, which is mapped into memory and verified.
  static Answered<Model> open(std::string_view path) {
    closecall_model *made = nullptr;
    const Status status = closecall_model_open(std::string(path).c_str(), &made);
    return detail::answered(status, Model(made));
  }

  // Saves it with its tree.
  Answered<void> save(std::string_view path) const {
    return detail::done(closecall_model_save(get(), std::string(path).c_str()));
  }

  Answered<ModelFacts> info() const {
    ModelFacts facts{};
    const Status status = closecall_model_info(get(), &facts);
    return detail::answered(status, facts);
  }

  // What its file holds that the mesh does not, or not for certain.
  Answered<std::string> warning(std::size_t index) const {
    return detail::told([&](char *text, std::size_t capacity, std::size_t *count) {
      return closecall_model_warning(get(), index, text, capacity, count);
    });
  }

  Answered<Mesh> mesh() const {
    closecall_mesh *made = nullptr;
    const Status status = closecall_model_mesh(get(), &made);
    return detail::answered(status, Mesh(made));
  }

  // Do the two touch, the other at the pose a_from_b in this one's frame?
  Answered<bool> collides(const Model &other, const Pose &a_from_b) const {
    bool found = false;
    const Status status = closecall_collides(get(), other.get(), a_from_b.data(), &found);
    return detail::answered(status, found);
  }

  // How far apart are they, and where are they nearest?
  Answered<Distance> distance(const Model &other, const Pose &a_from_b) const {
    Distance found{};
    const Status status = closecall_distance_between(get(), other.get(), a_from_b.data(), &found);
    return detail::answered(status, found);
  }

  // In what way do they meet? An error of the status CLOSECALL_STATUS_UNDECIDED if the budget ends first.
  Answered<Meeting> meeting(const Model &other, const Pose &a_from_b, const Ask &ask = Ask()) const {
    Meeting found{};
    const Status status = closecall_meeting_of(get(), other.get(), a_from_b.data(), &ask, &found);
    return detail::answered(status, found);
  }

  // What makes it doubtful that the two are in one unit, a line each; empty if nothing does. Without a pose only their
  // sizes count.
  Answered<std::string> unit_warnings(const Model &other) const { return warnings(other, nullptr); }
  Answered<std::string> unit_warnings(const Model &other, const Pose &a_from_b) const {
    return warnings(other, a_from_b.data());
  }

  // The triangle that every ray meets first.
  Answered<std::vector<RayHit>> first_hits(Span<Ray> rays) const {
    std::vector<RayHit> hits(rays.size());
    const Status status = closecall_model_rays_first(get(), rays.data(), rays.size(), hits.data());
    return detail::answered(status, std::move(hits));
  }

  // Does a ray meet anything? 1 or 0 for each.
  Answered<std::vector<std::uint8_t>> any_hits(Span<Ray> rays) const {
    std::vector<std::uint8_t> answers(rays.size());
    const Status status = closecall_model_rays_any(get(), rays.data(), rays.size(), answers.data());
    return detail::answered(status, std::move(answers));
  }

  // Every triangle that a ray meets, by parameter.
  Answered<std::vector<RayHit>> all_hits(const Ray &ray) const {
    return detail::listed<RayHit>([&](RayHit *hits, std::size_t capacity, std::size_t *count) {
      return closecall_model_ray_all(get(), &ray, hits, capacity, count);
    });
  }

  // The triangle that is nearest to each point.
  Answered<std::vector<Near>> nearest(Span<Point> points) const {
    std::vector<Near> found(points.size());
    const double *numbers = points.empty() ? nullptr : points[0].data();
    const Status status = closecall_model_nearest(get(), numbers, points.size(), found.data());
    return detail::answered(status, std::move(found));
  }

  // The signed distance of each point, negative inside. The mesh must be closed.
  Answered<std::vector<Near>> signed_distances(Span<Point> points) const {
    std::vector<Near> found(points.size());
    const double *numbers = points.empty() ? nullptr : points[0].data();
    const Status status = closecall_model_signed(get(), numbers, points.size(), found.data());
    return detail::answered(status, std::move(found));
  }

  closecall_model *get() const { return handle_.get(); }

 private:
  explicit Model(closecall_model *handle) : handle_(handle) {}
  Answered<std::string> warnings(const Model &other, const double *a_from_b) const {
    return detail::told([&](char *text, std::size_t capacity, std::size_t *count) {
      return closecall_unit_warnings(get(), other.get(), a_from_b, text, capacity, count);
    });
  }
  closecall_model *share() const {
    closecall_model *shared = nullptr;
    if (get() != nullptr) closecall_model_share(get(), &shared);
    return shared;
  }
  detail::Owned<closecall_model, closecall_model_free> handle_;
};

}  // namespace closecall

#endif  // CLOSECALL_MODEL_HPP
