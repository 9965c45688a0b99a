// Depths of two solids: signed distances, ways out of each other, patches of contact.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_DEPTH_HPP
#define CLOSECALL_DEPTH_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include "error.hpp"
#include "model.hpp"
#include "pair.hpp"
#include "pose.hpp"
#include "span.hpp"

namespace closecall {

using Signed = closecall_signed;

// A patch of contact, with its touching pairs of triangles.
struct Patch : closecall_patch {
  std::vector<Triangles> pairs;
};

// How far apart two closed models are, or how deep in each other.
inline Answered<Signed> signed_distance(const Model &a, const Model &b, const Pose &a_from_b, const Ask &ask = Ask()) {
  Signed found{};
  const Status status = closecall_signed_distance(a.get(), b.get(), a_from_b.data(), &ask, &found);
  return detail::answered(status, found);
}

// At every pose, on all cores.
inline Answered<std::vector<Signed>> signed_distances(const Model &a, const Model &b, Span<Pose> poses,
                                                      const Ask &ask = Ask()) {
  std::vector<Signed> found(poses.size());
  const double *numbers = poses.empty() ? nullptr : poses[0].data();
  const Status status =
      closecall_signed_distance_batch(a.get(), b.get(), numbers, poses.size(), &ask, found.data());
  return detail::answered(status, std::move(found));
}

// The shortest translation that parts two closed models. Pair::penetration remembers the last one.
inline Answered<Depth> penetration(const Model &a, const Model &b, const Pose &a_from_b, const Ask &ask = Ask()) {
  Depth found{};
  const Status status = closecall_penetration(a.get(), b.get(), a_from_b.data(), &ask, &found);
  return detail::answered(status, found);
}

// How far B has to go along a direction until they are parted for the first time.
inline Answered<Depth> penetration_along(const Model &a, const Model &b, const Pose &a_from_b, const Point &direction,
                                         const Ask &ask = Ask()) {
  Depth found{};
  const Status status =
      closecall_penetration_along(a.get(), b.get(), a_from_b.data(), direction.data(), &ask, &found);
  return detail::answered(status, found);
}

// A translation near a direction that parts them: an upper bound of the depth, and quick.
inline Answered<Depth> parting_near(const Model &a, const Model &b, const Pose &a_from_b, const Point &direction,
                                    const Ask &ask = Ask()) {
  Depth found{};
  const Status status = closecall_parting_near(a.get(), b.get(), a_from_b.data(), direction.data(), &ask, &found);
  return detail::answered(status, found);
}

// The connected patches in which the surfaces of two closed models touch, the largest first.
inline Answered<std::vector<Patch>> patches(const Model &a, const Model &b, const Pose &a_from_b) {
  std::vector<closecall_patch> plain(8);
  std::vector<Triangles> pairs(64);
  std::size_t count = 0, pair_count = 0;
  Status status = CLOSECALL_STATUS_OK;
  do {
    if (count > plain.size()) plain.resize(count);
    if (pair_count > pairs.size()) pairs.resize(pair_count);
    status = closecall_patches(a.get(), b.get(), a_from_b.data(), plain.data(), plain.size(), &count, pairs.data(),
                               pairs.size(), &pair_count);
  } while (status == CLOSECALL_STATUS_OK && (count > plain.size() || pair_count > pairs.size()));
  if (status != CLOSECALL_STATUS_OK) return detail::failed<std::vector<Patch>>(status);
  std::vector<Patch> found(count);
  for (std::size_t k = 0; k < count; ++k) {
    static_cast<closecall_patch &>(found[k]) = plain[k];
    const Triangles *first = pairs.data() + plain[k].first_pair;
    found[k].pairs.assign(first, first + plain[k].pair_count);
  }
  return found;
}

}  // namespace closecall

#endif  // CLOSECALL_DEPTH_HPP
