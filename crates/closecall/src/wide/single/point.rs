//! A point against a tree: what is nearest to it, or within a distance.
//!
//! **What is claimed.** No triangle is ruled out that is as near to the point, in exact arithmetic,
//! as the limit. Below ε = 2⁻²⁴, v = 2⁻⁵³; lengths are in the tree's units, q is the point seen
//! from the centre of the frame, R the radius of the tree's ball, Q the larger of R and `reach`.
//!
//! **Near the tree**, |q| ≤ 2¹⁶: the squared distance to a box. In the coordinates yᵢ = aᵢ·(q − c)
//! the box is |yᵢ| ≤ hᵢ. q in f32 costs ε·|q|, the difference and the products 4.1ε(|q| + Q):
//! [`POINT_BOX`] = 8ε(|q| + Q) is added to h, with the error of q in f64. A point p of the box
//! has |aᵢ·(q−p)| ≥ eᵢ = |yᵢ| − hᵢ, and AAᵀ = I + E with |Eᵢⱼ| ≤ 2ε, so Σeᵢ² ≤ (1 + 6.1ε)|q−p|².
//! The sum rounds by 3.1ε; [`POINT_SQUARES_DOWN`] takes 16ε off. Of a triangle, the box along the frame's axes is
//! taken: its corners are stored with ε·R, which the slack covers too.
//!
//! Of eight triangles at once ([`point_bounds`]): x is a convex combination of the corners, whose
//! coordinates are at most |q| + Q. So its length is above the distance, up to the slack
//! [`POINT_TRIANGLE`] and [`POINT_LENGTH_UP`]; and along x no point of the triangle is nearer than a
//! corner. A |x| below 10⁻¹² may be computed as 0: the lower bound is a quotient by 10⁻¹² then, at
//! most |x| and the slack.
//!
//! **Far from it**, distances in f32 would tell nothing apart. With n the unit vector to q, |q−p|
//! ≥ |q| − n·p for every p. So if p is within d of the point, R − n·p ≤ d − (|q| − R), and R − n·p
//! is of the size of the tree. Along n a box reaches n·c + Σ|n·aᵢ|hᵢ: n in f32 and the products
//! cost 4.1ε·Q, the sum 2ε·Q, the rest is paid by the boxes' margin; the right side is computed in
//! f64, off by 8v·(|q| + d).

use super::candidates::{Candidates, SingleStacks};
use super::nearest::Nearest;
use super::nearest_first::NearestFirst;
use super::{Order, Sieve};
use crate::geom::DVec3;
use crate::rounding::F32_TINY;
use crate::rounding::factor::UP_16;
use crate::rounding::outward::{to_f32_down, to_f32_up};
use crate::rounding::walk::{
    POINT_BOX, POINT_FAR, POINT_LENGTH_DOWN, POINT_LENGTH_UP, POINT_ORIGIN, POINT_SQUARES_DOWN,
    POINT_TRIANGLE,
};
use crate::wide::Scratch;
use crate::wide::kernel::{PointBounds, dot, load, max3, min3, point_bounds, splat, sub};
use crate::wide::simd::{F32x8, Hardware, Lanes, Level};
use crate::wide::tree::{Block, Node, Tree};
use std::ops::ControlFlow;

/// From where on a point is far, in the tree's units.
const FAR: f64 = (1u64 << 16) as f64;

/// More than any bound of a box that is in use, squared or not; less than those of unused lanes.
const BOUNDLESS: f64 = (1u64 << 50) as f64;

/// A tree and a point in its frame.
pub(crate) struct PointWalk<'t> {
    tree: &'t Tree,
    place: PointPlace,
    /// In the tree's units: how far the point is from the ball around the tree, and what that and
    /// distances may be off by.
    to_ball: f64,
    off: f64,
}

/// The place of the point.
enum PointPlace {
    Near(NearPoint),
    Far(FarPoint),
}

/// A point near the tree: bounds are squared distances.
pub(super) struct NearPoint {
    point: [f32; 3],
    slack: f32,
    /// Of [`point_bounds`].
    triangle_slack: f32,
}

/// The direction to a point far from it: bounds are distances beyond the ball's.
struct FarPoint {
    to_point: [f32; 3],
    /// R less the slack.
    radius: f32,
}

impl<'t> PointWalk<'t> {
    pub(crate) fn new(tree: &'t Tree, point: DVec3) -> Self {
        let (scale, center) = (tree.frame.scale, tree.frame.center);
        let q = (point - center) * scale;
        let off = POINT_ORIGIN * scale * (point.abs() + center.abs()).element_sum();
        let (distance, radius) = (q.length(), tree.frame.radius);
        let quantity = radius.max(f64::from(tree.reach));
        let place = if distance <= FAR && off <= FAR {
            let [slack, triangle_slack] =
                [POINT_BOX, POINT_TRIANGLE].map(|by| upward(by * (distance + quantity) + off));
            PointPlace::Near(NearPoint { point: q.as_vec3().to_array(), slack, triangle_slack })
        } else {
            let to_point = q.normalize_or(DVec3::X).as_vec3().to_array();
            PointPlace::Far(FarPoint {
                to_point,
                radius: to_f32_down(radius - POINT_BOX * quantity),
            })
        };
        Self { tree, place, to_ball: distance - radius, off }
    }

    /// Tells `visit` of triangles that may be the nearest, the nearest boxes first. It answers with
    /// the largest distance that is still of interest, or a negative number if none is.
    pub(crate) fn nearest_first(&self, scratch: &mut Scratch, visit: &mut dyn FnMut(u32) -> f64) {
        let mut visit = |number: u32| {
            let distance = visit(number);
            if distance < 0.0 { -1.0 } else { self.limit(distance) }
        };
        let (tree, stacks): (_, &mut SingleStacks) = (self.tree.arrays(), &mut scratch.single);
        let (limit, visit) = (BOUNDLESS as f32, &mut visit as &mut dyn FnMut(u32) -> f32);
        match &self.place {
            PointPlace::Near(order) => {
                Level::best().run(NearestFirst { tree, order, stacks, limit, visit })
            }
            PointPlace::Far(order) => {
                Level::best().run(NearestFirst { tree, order, stacks, limit, visit })
            }
        }
    }

    /// The triangles that may be the nearest, if one is known to be as near as `most`; none if the
    /// point is so far away that f32 cannot tell. Among them are all triangles that f32 cannot tell
    /// from the nearest: all whose distance is at most [`UP_16`] times the least.
    pub(crate) fn nearest<'s>(
        &self,
        most: f64,
        scratch: &'s mut Scratch,
    ) -> Option<impl Iterator<Item = u32> + Clone + use<'s>> {
        let PointPlace::Near(order) = &self.place else { return None };
        let most = most * self.tree.frame.scale * UP_16;
        let limit = if most < BOUNDLESS { upward(most) } else { BOUNDLESS as f32 };
        let (tree, stacks): (_, &mut SingleStacks) = (self.tree.arrays(), &mut scratch.single);
        let limit = Level::best().run(Nearest { tree, order, stacks, limit });
        let found = scratch.single.found.iter();
        Some(found.filter(move |(low, _)| *low <= limit).map(|(_, number)| *number))
    }

    /// Tells `visit` of every triangle that may be within a distance, in no order, until it breaks
    /// off.
    pub(crate) fn within(
        &self,
        distance: f64,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let (tree, stacks, limit) = (self.tree.arrays(), &mut scratch.single, self.limit(distance));
        // Whether the visitor broke off, it knows itself.
        let _ = match &self.place {
            PointPlace::Near(order) => Level::best().run(Candidates {
                tree,
                sieve: &Within { order, limit },
                stacks,
                visit,
            }),
            PointPlace::Far(order) => Level::best().run(Candidates {
                tree,
                sieve: &Within { order, limit },
                stacks,
                visit,
            }),
        };
    }

    /// The bound that belongs to a distance in the units of the mesh; rounded up.
    fn limit(&self, distance: f64) -> f32 {
        let distance = distance * self.tree.frame.scale;
        let bound = match self.place {
            PointPlace::Near(_) => distance * distance,
            PointPlace::Far(_) => {
                distance - self.to_ball + self.off + POINT_FAR * (distance + self.to_ball.abs())
            }
        };
        // Not a number counts as without a limit.
        if bound < BOUNDLESS { upward(bound.max(0.0)) } else { BOUNDLESS as f32 }
    }
}

/// The parts that may be as near as a limit.
struct Within<'o, O> {
    order: &'o O,
    limit: f32,
}

impl<O: Order> Sieve for Within<'_, O> {
    #[inline(always)]
    fn boxes<H: Hardware>(&self, node: &Node, aligned: bool) -> u32 {
        self.order.boxes::<H>(node, aligned, self.limit, &mut [0.0; 8])
    }

    #[inline(always)]
    fn triangles<H: Hardware>(&self, block: &Block) -> u32 {
        self.order.triangles::<H>(block, self.limit)
    }
}

impl NearPoint {
    /// Certain bounds of the distances of eight triangles.
    #[inline(always)]
    pub(super) fn bounds<F: F32x8>(&self, block: &Block) -> PointBounds<F> {
        let PointBounds { low, high } = point_bounds::<F>(&self.point, block);
        let slack = F::splat(self.triangle_slack);
        PointBounds {
            low: low * F::splat(POINT_LENGTH_DOWN) - slack,
            high: high.mul_add(F::splat(POINT_LENGTH_UP), slack),
        }
    }
}

impl Order for NearPoint {
    const FEW_BOXES: bool = false;

    #[inline(always)]
    fn boxes<H: Hardware>(
        &self,
        node: &Node,
        aligned: bool,
        limit: f32,
        near: &mut [f32; 8],
    ) -> u32 {
        let (zero, slack) = (H::F::splat(0.0), H::F::splat(self.slack));
        let seen = sub(splat::<H::F>(&self.point), load(&node.center));
        let mut squared = zero;
        for i in 0..3 {
            let place = if aligned { seen[i] } else { dot(load(&node.axes[i]), seen) };
            let beyond = (place.abs() - (H::F::load(&node.half[i]) + slack)).max(zero);
            squared = beyond.mul_add(beyond, squared);
        }
        let squared = squared * H::F::splat(POINT_SQUARES_DOWN);
        squared.store(near);
        squared.at_most(H::F::splat(limit))
    }

    #[inline(always)]
    fn triangles<H: Hardware>(&self, block: &Block, limit: f32) -> u32 {
        let (zero, slack) = (H::F::splat(0.0), H::F::splat(self.slack));
        let [p, q, r] = &block.corners;
        let mut squared = zero;
        for k in 0..3 {
            let corners = [H::F::load(&p[k]), H::F::load(&q[k]), H::F::load(&r[k])];
            let point = H::F::splat(self.point[k]);
            let beyond = (min3(corners) - point).max(point - max3(corners)) - slack;
            let beyond = beyond.max(zero);
            squared = beyond.mul_add(beyond, squared);
        }
        (squared * H::F::splat(POINT_SQUARES_DOWN)).at_most(H::F::splat(limit))
    }
}

impl Order for FarPoint {
    const FEW_BOXES: bool = false;

    #[inline(always)]
    fn boxes<H: Hardware>(&self, node: &Node, _: bool, limit: f32, near: &mut [f32; 8]) -> u32 {
        let to_point = splat::<H::F>(&self.to_point);
        let mut reach = dot(to_point, load(&node.center));
        for i in 0..3 {
            let along = dot(to_point, load(&node.axes[i])).abs();
            reach = along.mul_add(H::F::load(&node.half[i]), reach);
        }
        let bound = (H::F::splat(self.radius) - reach).max(H::F::splat(0.0));
        bound.store(near);
        // Unused lanes may lie towards the point, far out: they are no children.
        let used = H::F::load(&node.center[0]).at_most(H::F::splat(BOUNDLESS as f32));
        bound.at_most(H::F::splat(limit)) & used
    }

    #[inline(always)]
    fn triangles<H: Hardware>(&self, block: &Block, limit: f32) -> u32 {
        let to_point = splat::<H::F>(&self.to_point);
        let [p, q, r] = &block.corners;
        let reach = max3([dot(to_point, load(p)), dot(to_point, load(q)), dot(to_point, load(r))]);
        (H::F::splat(self.radius) - reach).at_most(H::F::splat(limit))
    }
}

/// To f32, and above.
fn upward(x: f64) -> f32 {
    to_f32_up(x) + F32_TINY
}
