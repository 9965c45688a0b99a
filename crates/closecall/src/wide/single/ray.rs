//! A ray or segment against a tree.
//!
//! **What is claimed.** A triangle that shares a point with the ray in exact arithmetic, at a
//! parameter that is of interest, is reported. Below ε = 2⁻²⁴, v = 2⁻⁵³; lengths are in the tree's
//! units, o is the ray's origin seen from the centre of the frame, R the radius of the tree's ball,
//! Q the larger of R and `reach`.
//!
//! **The ray is cut down to the ball**, in f64. With w the unit direction and b = −o·w, the foot of
//! the centre on the line is m = o + b·w, and what is in the ball lies within R of it along w. So
//! the path is s + λw with s on the line and 0 ≤ λ ≤ L ≤ 2R; where |m| ≤ R, |s| ≤ √2·R. Its points
//! are off by the error of o, which the caller knows, and by the roundings of w, b, m and s, each
//! below 4v·|o| + 4v·R. [`RAY_F64`] = 32v of |o|, and what the caller says, are added to R and
//! to the slack; those of R are far below ε·R.
//!
//! **Boxes.** In the coordinates yᵢ = aᵢ·(u − c) a box is exactly |yᵢ| ≤ hᵢ. There the path is y +
//! λe, with yᵢ = aᵢ·(s − c), eᵢ = aᵢ·w, |y| ≤ 2.42Q. s in f32 costs 1.42ε·Q, the difference
//! 2.42ε·Q, the products 3.1ε·2.42Q: 11.4ε·Q for y. w in f32 and the products cost 4.2ε for e,
//! 8.4ε·Q over the whole path. The path is in a box for λ between (∓y − h)/|e| and (∓y + h)/|e|:
//! the sums cost ε(2.42Q + h), the product and the reciprocal, which is off by less than 5ε
//! ([`Lanes::inverse`]: 1.5·2⁻¹² squared, and three roundings), 6.1ε of |y| + h: 17.2ε·Q + 7.1ε·h.
//! Together 37ε·Q, for which [`RAY_BOX`] = 40ε·Q is added to h, and 7.1ε·h, which the boxes' margin of
//! 48ε pays. An |e| below 10⁻¹⁸ is taken for that, which moves the path by 10⁻¹⁸·2Q.
//!
//! **Triangles.** Corners are seen from s in a frame (x, y, w) of unit vectors, each coordinate off
//! by 11.4ε·Q + ε·Q for the stored corner + 2.42ε·Q for the axis: under 15ε·Q; and λ of a point by
//! 8.4ε·Q more. The frame's axes need not be quite orthogonal: x and y are, up to 10⁻¹⁵, to w
//! before they are rounded. A side xᵢyⱼ − xⱼyᵢ is then off by δ(|xᵢ| + |yᵢ| + |xⱼ| + |yⱼ|) + 2δ²
//! with δ = 15ε·Q, and by its own rounding, 2.1ε(|xᵢyⱼ| + |xⱼyᵢ|) ≤ 2.1ε·2.42Q·(|xᵢ| + |xⱼ|): δ =
//! [`RAY_CORNER`] = 28ε·Q covers all. With S the sum of all six magnitudes, a sign beyond δ·(S + 2δ) is
//! certain. Lines that pass two edges on certain, opposite sides miss the triangle.

use super::candidates::{Candidates, SingleStacks};
use super::nearest_first::NearestFirst;
use super::side_by_side::{SideBySide, WALKS, Walks};
use super::{Order, Sieve};
use crate::geom::{DVec3, Ray};
use crate::rounding::F32_TINY;
use crate::rounding::outward::{TO_F32_AMPLE_UP, to_f32_up};
use crate::rounding::walk::{RAY_BALL_UP, RAY_BOX, RAY_CORNER, RAY_F64, RAY_ORIGIN};
use crate::wide::Scratch;
use crate::wide::kernel::{V3, dot, load, max3, min3, splat, sub};
#[cfg(doc)]
use crate::wide::simd::Lanes;
use crate::wide::simd::{F32x8, Hardware, Level};
use crate::wide::tree::{Block, Node, Tree};
use std::ops::ControlFlow;

/// No component of a direction is taken for smaller than this.
const SLIGHT: f32 = 1e-18;

/// A tree and a ray in its frame.
pub(crate) struct RayWalk<'t> {
    tree: &'t Tree,
    path: Path,
    /// λ = t·`length` − `before`.
    length: f64,
    before: f64,
}

/// A segment in the ball of a tree.
#[derive(Clone, Copy)]
struct Path {
    start: [f32; 3],
    /// Unit vectors: two across the path, and its direction.
    frame: [[f32; 3]; 3],
    /// One over the magnitudes of the direction's components, and their signs turned round.
    per_step: [f32; 3],
    turned: [f32; 3],
    end: f32,
    box_slack: f32,
    flat: f32,
}

impl<'t> RayWalk<'t> {
    /// The ray against the tree; none if it misses the ball around it.
    #[inline]
    pub(crate) fn new(tree: &'t Tree, ray: &Ray) -> Option<Self> {
        let center = tree.frame.center;
        let off = RAY_ORIGIN * (ray.origin.abs() + center.abs()).element_sum();
        Self::seen_from_center(tree, ray.origin - center, ray.direction, ray.end.is_some(), off)
    }

    /// A ray from `origin`, seen from the centre of the tree's frame and in the directions of its
    /// axes, but at the scale of the mesh; everywhere within the ball it may be off by `off`. A
    /// segment ends at origin + direction.
    #[inline(always)]
    pub(crate) fn seen_from_center(
        tree: &'t Tree,
        origin: DVec3,
        direction: DVec3,
        is_segment: bool,
        off: f64,
    ) -> Option<Self> {
        let scale = tree.frame.scale;
        // Components are at most 2¹⁰¹, and 0 or at least 2⁻²⁵³: squares neither overflow nor
        // underflow.
        let squared_length = direction.length_squared();
        // A segment without length goes anywhere.
        let (d, dd) =
            if squared_length > 0.0 { (direction, squared_length) } else { (DVec3::X, 1.0) };
        let per_length = 1.0 / dd.sqrt();
        let length = if squared_length > 0.0 { dd * per_length * scale } else { 0.0 };
        let (o, w) = (origin * scale, d * per_length);
        let off =
            off * scale + RAY_F64 * (o.abs().element_sum() + if is_segment { length } else { 0.0 });
        let ball = tree.frame.radius * RAY_BALL_UP + off;
        // The foot comes by a quotient of its own, not by way of w, so that neither waits for the
        // other.
        let along = -o.dot(d);
        let (foot, b) = (o + d * (along * (1.0 / dd)), along * per_length);
        let squared = foot.length_squared();
        // Not for what is not a number, which far origins of a tiny mesh can make of it.
        if squared > ball * ball {
            return None;
        }
        let low = (-ball).max(-b - off);
        let high = if is_segment { ball.min(length - b + off) } else { ball };
        if low > high {
            return None;
        }
        if !(ball < USEFUL && squared.is_finite()) {
            return Some(Self { tree, path: Path::everywhere(), length, before: b + low });
        }
        let quantity = ball.max(f64::from(tree.reach));
        let (start, end) = (foot + w * low, (high - low) * RAY_BALL_UP);
        let path = Path::new(start, w, end, quantity, off);
        Some(Self { tree, path, length, before: b + low })
    }

    /// Tells `visit` of every triangle that the ray may meet, in no order, until it breaks off.
    pub(crate) fn candidates(
        &self,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let stacks: &mut SingleStacks = &mut scratch.single;
        // Whether the visitor broke off, it knows itself.
        let _ = Level::best().run(Candidates {
            tree: self.tree.arrays(),
            sieve: &self.path,
            stacks,
            visit,
        });
    }

    /// Tells `visit` of triangles that the ray may meet, the nearest boxes first. It answers with
    /// the largest parameter that is still of interest, or a negative number if none is.
    pub(crate) fn nearest_first(&self, scratch: &mut Scratch, mut visit: impl FnMut(u32) -> f64) {
        let limit = self.path.end;
        let visit = |number: u32| {
            let t = visit(number);
            if t < 0.0 { -1.0 } else { self.path_length(t).min(limit) }
        };
        let stacks: &mut SingleStacks = &mut scratch.single;
        let (tree, order) = (self.tree.arrays(), &self.path);
        Level::best().run(NearestFirst { tree, order, stacks, limit, visit });
    }

    /// [`RayWalk::nearest_first`] of many rays against one tree, several at a time. `next` has the
    /// walks, none where a ray misses the tree's ball; the visitor's answers are as there.
    pub(crate) fn many_nearest_first(
        tree: &'t Tree,
        scratch: &mut Scratch,
        rays: usize,
        visitor: &mut impl Visitor<'t>,
    ) {
        let stacks: &mut SingleStacks = &mut scratch.single;
        let mut walks = RayWalks { rays: 0..rays, under_way: [const { None }; WALKS], visitor };
        let task = SideBySide {
            tree: tree.arrays(),
            walks: &mut walks,
            waiting: &mut stacks.side_by_side,
        };
        Level::best().run(task);
    }

    /// λ for a parameter, rounded up and not negative.
    fn path_length(&self, t: f64) -> f32 {
        let along = t * self.length;
        let lambda = (along - self.before) + RAY_F64 * (along + self.before.abs());
        // Not a number counts as without a limit.
        if lambda < BOUNDLESS {
            (lambda.max(0.0) * TO_F32_AMPLE_UP) as f32 + F32_TINY
        } else {
            BOUNDLESS as f32
        }
    }
}

/// A caller with many rays. It receives the triangles that each ray may meet.
pub(crate) trait Visitor<'t> {
    /// The walk of a ray; none if it misses the ball around the tree.
    fn walk(&mut self, ray: usize) -> Option<RayWalk<'t>>;

    /// A triangle that the ray may meet; answers with the largest parameter that is still of
    /// interest, or a negative number if none is.
    fn visit(&mut self, ray: usize, triangle: u32) -> f64;
}

/// Rays one after the other, several under way.
struct RayWalks<'v, 't, V> {
    rays: std::ops::Range<usize>,
    under_way: [Option<(usize, RayWalk<'t>)>; WALKS],
    visitor: &'v mut V,
}

impl<'t, V: Visitor<'t>> Walks for RayWalks<'_, 't, V> {
    type Order = Path;

    fn next(&mut self, place: usize) -> Option<(Path, f32)> {
        let (ray, walk) =
            self.rays.by_ref().find_map(|ray| Some((ray, self.visitor.walk(ray)?)))?;
        let order = walk.path;
        self.under_way[place] = Some((ray, walk));
        Some((order, order.end))
    }

    fn visit(&mut self, place: usize, triangle: u32) -> f32 {
        let Some((ray, walk)) = &self.under_way[place] else { return -1.0 };
        let t = self.visitor.visit(*ray, triangle);
        if t < 0.0 { -1.0 } else { walk.path_length(t).min(walk.path.end) }
    }

    fn end(&mut self, place: usize) {
        self.under_way[place] = None;
    }
}

/// A ball larger than this, because of what the ray may be off by, rules nothing out.
const USEFUL: f64 = (1u64 << 20) as f64;

/// More than any λ of a box that is in use.
const BOUNDLESS: f64 = (1u64 << 24) as f64;

impl Path {
    fn new(start: DVec3, w: DVec3, end: f64, quantity: f64, off: f64) -> Self {
        let across = w.any_orthonormal_vector();
        let frame = [across, w.cross(across), w].map(|axis| axis.as_vec3().to_array());
        let step = frame[2].map(|x| x.abs().max(SLIGHT));
        Self {
            start: start.as_vec3().to_array(),
            frame,
            per_step: step.map(|x| 1.0 / x),
            turned: frame[2].map(|x| if x.is_sign_negative() { 1.0 } else { -1.0 }),
            end: to_f32_up(end + RAY_CORNER * quantity + off),
            box_slack: to_f32_up(RAY_BOX * quantity + off),
            flat: to_f32_up(RAY_CORNER * quantity + off),
        }
    }

    /// A path that may meet anything.
    fn everywhere() -> Self {
        let mut path = Self::new(DVec3::ZERO, DVec3::X, 1.0, 1.0, 0.0);
        (path.end, path.box_slack, path.flat) =
            (BOUNDLESS as f32, BOUNDLESS as f32, BOUNDLESS as f32);
        path
    }

    /// The λ between which the path is in each of eight boxes.
    #[inline(always)]
    fn oriented<F: F32x8>(&self, node: &Node) -> (F, F) {
        let seen = sub(splat::<F>(&self.start), load(&node.center));
        let w = splat::<F>(&self.frame[2]);
        let (mut near, mut far) = (F::splat(0.0), F::splat(f32::MAX));
        for i in 0..3 {
            let axis = load::<F>(&node.axes[i]);
            let (place, step) = (dot(axis, seen), dot(axis, w));
            let per_step = step.abs().max(F::splat(SLIGHT)).inverse();
            let (to, half) =
                (place.against(step), F::load(&node.half[i]) + F::splat(self.box_slack));
            near = near.max((to - half) * per_step);
            far = far.min((to + half) * per_step);
        }
        (near, far)
    }

    /// [`Self::oriented`] where the axes are the unit vectors.
    #[inline(always)]
    fn aligned<F: F32x8>(&self, node: &Node) -> (F, F) {
        let seen = sub(splat::<F>(&self.start), load(&node.center));
        let (mut near, mut far) = (F::splat(0.0), F::splat(f32::MAX));
        for (i, seen) in seen.into_iter().enumerate() {
            let per_step = F::splat(self.per_step[i]);
            let (to, half) = (
                seen * F::splat(self.turned[i]),
                F::load(&node.half[i]) + F::splat(self.box_slack),
            );
            near = near.max((to - half) * per_step);
            far = far.min((to + half) * per_step);
        }
        (near, far)
    }

    #[inline(always)]
    fn through_boxes<F: F32x8>(&self, node: &Node, aligned: bool, limit: f32) -> (F, u32) {
        let (near, far) = if aligned { self.aligned::<F>(node) } else { self.oriented::<F>(node) };
        let hits = near.at_most(far.min(F::splat(limit)));
        (near, hits)
    }

    #[inline(always)]
    fn through_triangles<F: F32x8>(&self, block: &Block, limit: f32) -> u32 {
        let start = splat::<F>(&self.start);
        let [p, q, r] = &block.corners;
        let corners = [sub(load(p), start), sub(load(q), start), sub(load(r), start)];
        let [x, y, z] = &self.frame;
        let (x, y, z) = (
            seen_along(splat(x), &corners),
            seen_along(splat(y), &corners),
            seen_along(splat(z), &corners),
        );
        let flat = F::splat(self.flat);
        let sides = [side(x, y, 0, 1), side(x, y, 1, 2), side(x, y, 2, 0)];
        let sum = x[0].abs() + x[1].abs() + x[2].abs() + y[0].abs() + y[1].abs() + y[2].abs();
        let unsure = flat.mul_add(sum + flat + flat, F::splat(F32_TINY));
        let (low, high) = (min3(sides), max3(sides));
        let zero = F::splat(0.0);
        let passed = (zero - unsure).at_most(low) | high.at_most(unsure);
        let reached = (min3(z) - flat).at_most(F::splat(limit)) & zero.at_most(max3(z) + flat);
        passed & reached
    }
}

/// Three corners along an axis.
#[inline(always)]
fn seen_along<F: F32x8>(axis: V3<F>, corners: &[V3<F>; 3]) -> V3<F> {
    [dot(axis, corners[0]), dot(axis, corners[1]), dot(axis, corners[2])]
}

/// On which side the path passes the edge between two corners.
#[inline(always)]
fn side<F: F32x8>(x: V3<F>, y: V3<F>, i: usize, j: usize) -> F {
    x[i].mul_sub(y[j], x[j] * y[i])
}

impl Sieve for Path {
    #[inline(always)]
    fn boxes<H: Hardware>(&self, node: &Node, aligned: bool) -> u32 {
        self.through_boxes::<H::F>(node, aligned, self.end).1
    }

    #[inline(always)]
    fn triangles<H: Hardware>(&self, block: &Block) -> u32 {
        self.through_triangles::<H::F>(block, self.end)
    }
}

impl Order for Path {
    const FEW_BOXES: bool = true;

    #[inline(always)]
    fn boxes<H: Hardware>(
        &self,
        node: &Node,
        aligned: bool,
        limit: f32,
        near: &mut [f32; 8],
    ) -> u32 {
        let (lanes, hits) = self.through_boxes::<H::F>(node, aligned, limit);
        lanes.store(near);
        hits
    }

    #[inline(always)]
    fn triangles<H: Hardware>(&self, block: &Block, limit: f32) -> u32 {
        self.through_triangles::<H::F>(block, limit)
    }
}
