//! The kernels of the front: not only which lanes are apart, but how far at least. Gaps are divided by the axes' lengths.
//!
//! Why such a gap bounds the distance of the contents is derived in [`crate::wide::relation`], under "Margins".

use super::triangle_box::{self, InBox, beyond, block_in_box, face_gaps, triangle_in_boxes};
use super::triangles::{self, about_first_corner, length, on_axis};
use super::{V3, abs, cross, dot, load, per_length, splat, sub};
use crate::wide::relation::{MovedBox, MovedTriangle, TINY};
use crate::wide::simd::{F32x8, Hardware, Task};
use crate::wide::tree::{Block, Node};

/// What was found of eight lanes.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Margins {
    /// A bit for every lane that was not proved apart.
    pub hits: u32,
    /// All other lanes, except those that were settled before, are apart by at least this, in the units of the frame.
    pub least: f32,
}

impl Margins {
    #[inline(always)]
    fn of<F: F32x8>(gaps: F, settled: u32) -> Self {
        let hits = gaps.at_most(F::splat(0.0));
        Self { hits, least: gaps.least_except(hits | settled) }
    }
}

/// [`Margins`] on axes that are known, and a lever about B's centre for all those lanes together.
///
/// A turn by Θ uses up Θ·λ of the margin m of a lane with the lever λ. What is left of the least of all, min(m − Θλ), is concave in Θ, so it is above the straight line
/// from the least margin M at 0 to its zero at Θ = min(m/λ): M − Θ·M·max(λ/m). That slope is the lever of the eight.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Levered {
    pub hits: u32,
    pub least: f32,
    pub lever: f32,
}

/// Where a box is from B's centre, and how far its points are from its own.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Arm {
    pub to_center: [f32; 3],
    pub radius: f32,
}

/// A plane for every lane, with the lane's contents behind it: n·u ≤ offset, |n| about 1.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct Planes {
    normal: [[f32; 8]; 3],
    offset: [f32; 8],
}

/// Eight boxes of a node and one box of the other tree; the planes that tell them apart best are written down.
pub(in crate::wide) struct BoxToBoxes<'k> {
    pub node: &'k Node,
    pub other: &'k MovedBox,
    pub arm: &'k Arm,
    pub settled: u32,
    pub planes: &'k mut Planes,
}

/// Eight boxes of a node, and all that is within `reach` of a point.
pub(in crate::wide) struct BoxesToBall<'k> {
    pub node: &'k Node,
    pub center: [f32; 3],
    pub reach: f32,
    pub slack: f32,
    pub settled: u32,
}

/// How far before all planes a box is at least.
pub(in crate::wide) struct BoxToPlanes<'k> {
    pub planes: &'k Planes,
    pub other: &'k MovedBox,
    pub arm: &'k Arm,
    pub slack: f32,
}

/// Eight triangles of a block and one box of the other tree.
pub(in crate::wide) struct BlockToBox<'k> {
    pub block: &'k Block,
    pub other: &'k MovedBox,
    pub settled: u32,
}

/// One triangle of the other tree, already moved into this frame, and the eight boxes of a node.
pub(in crate::wide) struct TriangleToBoxes<'k> {
    pub triangle: &'k MovedTriangle,
    pub node: &'k Node,
    pub slack: f32,
    pub settled: u32,
}

/// One triangle of the other tree, already moved into this frame, and the eight triangles of a block.
pub(in crate::wide) struct TriangleToBlock<'k> {
    pub triangle: &'k MovedTriangle,
    pub block: &'k Block,
    pub slack: f32,
    pub settled: u32,
}

impl Planes {
    /// Planes that everything is infinitely far before.
    pub(in crate::wide) const NONE: Self = Self { normal: [[0.0; 8]; 3], offset: [f32::NEG_INFINITY; 8] };
}

impl Task for BoxToBoxes<'_> {
    type Output = Levered;
    #[inline(always)]
    fn run<H: Hardware>(self) -> Levered {
        let Best { gaps, axes: normal } = best_axes::<H::F>(self.node, self.other);
        let mut offset = dot(normal, load(&self.node.center));
        for i in 0..3 {
            offset = dot(normal, load(&self.node.axes[i])).abs().mul_add(H::F::load(&self.node.half[i]), offset);
        }
        let Margins { hits, least } = Margins::of(gaps, self.settled);
        let done = hits | self.settled;
        let lever = least * longest_per_margin(self.arm.levers(normal), gaps, done);
        for k in 0..3 {
            normal[k].or_where(done, H::F::splat(0.0)).store(&mut self.planes.normal[k]);
        }
        offset.or_where(done, H::F::splat(f32::NEG_INFINITY)).store(&mut self.planes.offset);
        Levered { hits, least, lever }
    }
}

impl Task for BoxesToBall<'_> {
    type Output = Margins;
    /// With t for a box's coordinates of the point and h for its half sides, its points are at least √Σmax(|t|−h, 0)² away. Of two squares of distances a gap is
    /// their difference over the sum of the distances.
    #[inline(always)]
    fn run<H: Hardware>(self) -> Margins {
        let zero = H::F::splat(0.0);
        let apart = sub(load::<H::F>(&self.node.center), splat(&self.center));
        let mut squares = zero;
        for i in 0..3 {
            let along = dot(load::<H::F>(&self.node.axes[i]), apart).abs();
            let beyond = (along - H::F::load(&self.node.half[i])).max(zero);
            squares = beyond.mul_add(beyond, squares);
        }
        let difference = squares - H::F::splat(self.reach * self.reach);
        let squares = squares + H::F::splat(TINY);
        let sum = (squares * squares.inverse_root()).mul_add(H::F::splat(1.002), H::F::splat(self.reach + TINY));
        let root = sum.inverse_root();
        Margins::of(difference * root * root - H::F::splat(self.slack), self.settled)
    }
}

impl Task for BoxToPlanes<'_> {
    type Output = Levered;
    #[inline(always)]
    fn run<H: Hardware>(self) -> Levered {
        let normal = load::<H::F>(&self.planes.normal);
        let mut before = dot(normal, splat(&self.other.center)) - H::F::load(&self.planes.offset);
        for j in 0..3 {
            let along = dot(normal, splat(&self.other.axes[j])).abs();
            before = before - along * H::F::splat(self.other.half[j]);
        }
        let margins = before - H::F::splat(self.slack);
        let least = margins.least_except(0);
        let lever = least * longest_per_margin(self.arm.levers(normal), margins, 0);
        Levered { hits: 0, least, lever }
    }
}

impl Arm {
    /// No lever of the points of the box is longer, on whatever axis.
    #[inline(always)]
    pub(in crate::wide) fn longest(&self) -> f32 {
        let [x, y, z] = self.to_center;
        (x * x + y * y + z * z).sqrt() * (1.0 + 1e-5) + self.radius
    }

    /// The levers of the points of the box on an axis in every lane: |p × n| ≤ |c × n| + |p − c|.
    ///
    /// In f32 the product is off by under 4ε|c|, and its length by as much; 2⁻¹⁸ of |c| is more. The inverse root is 0.999 to 1 times what it should be.
    #[inline(always)]
    fn levers<F: F32x8>(&self, normal: V3<F>) -> F {
        let across = cross(splat(&self.to_center), normal);
        let square = dot(across, across) + F::splat(TINY);
        let [x, y, z] = self.to_center;
        let rest = (x.abs() + y.abs() + z.abs()) * (1.0 / 262_144.0) + self.radius;
        (square * square.inverse_root()).mul_add(F::splat(1.002), F::splat(rest))
    }
}

/// The largest λ/m of all lanes but those to skip, whose margins m have to be positive.
#[inline(always)]
fn longest_per_margin<F: F32x8>(levers: F, margins: F, skip: u32) -> f32 {
    let root = margins.inverse_root();
    let opposite = F::splat(0.0) - levers * root * root;
    -opposite.least_except(skip) * 1.003
}

/// The largest gap found so far, and its axis, pointing from the lane to the other volume.
struct Best<F> {
    gaps: F,
    axes: V3<F>,
}

impl<F: F32x8> Best<F> {
    #[inline(always)]
    fn keep_larger(&mut self, axis: V3<F>, along: F, reach: F) {
        let gap = along.abs() - reach;
        for k in 0..3 {
            self.axes[k] = self.axes[k].or_if_less(axis[k].against(along), self.gaps, gap);
        }
        self.gaps = self.gaps.max(gap);
    }
}

/// The best of the six face axes. (To choose the axis whose gap will last the longest, by levers, saves a tenth of the tests and costs more than that.)
#[inline(always)]
fn best_axes<F: F32x8>(node: &Node, other: &MovedBox) -> Best<F> {
    let apart = sub(load::<F>(&node.center), splat(&other.center));
    let half = load::<F>(&node.half);
    let mut reach = half;
    let mut best = Best { gaps: F::splat(f32::NEG_INFINITY), axes: [F::splat(0.0); 3] };
    for j in 0..3 {
        let axis = splat::<F>(&other.axes[j]);
        let other_half = F::splat(other.half[j]);
        let mut other_reach = other_half;
        for i in 0..3 {
            let along = dot(load(&node.axes[i]), axis).abs();
            reach[i] = along.mul_add(other_half, reach[i]);
            other_reach = along.mul_add(half[i], other_reach);
        }
        best.keep_larger(axis, dot(axis, apart), other_reach);
    }
    for i in 0..3 {
        let axis = load::<F>(&node.axes[i]);
        best.keep_larger(axis, dot(axis, apart), reach[i]);
    }
    best
}

impl Task for BlockToBox<'_> {
    type Output = Margins;
    #[inline(always)]
    fn run<H: Hardware>(self) -> Margins {
        Margins::of(gaps_to_box(&block_in_box::<H::F>(self.block, self.other), self.settled), self.settled)
    }
}

impl Task for TriangleToBoxes<'_> {
    type Output = Margins;
    #[inline(always)]
    fn run<H: Hardware>(self) -> Margins {
        let seen = triangle_in_boxes::<H::F>(self.triangle, self.node, self.slack);
        Margins::of(gaps_to_box(&seen, self.settled), self.settled)
    }
}

impl Task for TriangleToBlock<'_> {
    type Output = Margins;
    #[inline(always)]
    fn run<H: Hardware>(self) -> Margins {
        let [p, q] = about_first_corner::<H::F>(self.triangle, self.block);
        Margins::of(gaps_to_triangles(&p, &q, H::F::splat(self.slack)), self.settled)
    }
}

/// The largest gap on all 13 axes, or on the three of the faces if they tell all lanes apart that are not settled.
#[inline(always)]
fn gaps_to_box<F: F32x8>(seen: &InBox<F>, settled: u32) -> F {
    let gaps = face_gaps(seen);
    if gaps.at_most(F::splat(0.0)) & !settled == 0 {
        return gaps;
    }
    let InBox { corners: [p, q, r], half } = seen;
    let edges = [sub(*q, *p), sub(*r, *q), sub(*p, *r)];
    let normal = cross(edges[0], edges[1]);
    let heights = [dot(normal, *p), dot(normal, *q), dot(normal, *r)];
    let reach = dot(abs(normal), *half) + F::splat(TINY);
    let gaps = gaps.max((beyond(heights) - reach) * per_length(dot(normal, normal)));
    gaps.max(triangle_box::edge_gap::<F, true>(&seen.corners, &edges, *half))
}

/// The largest gap on 11 axes: two normals and nine products of edges.
#[inline(always)]
fn gaps_to_triangles<F: F32x8>(p: &[V3<F>; 3], q: &[V3<F>; 3], slack: F) -> F {
    let p_edges = [p[1], sub(p[2], p[1]), sub([F::splat(0.0); 3], p[2])];
    let q_edges = [sub(q[1], q[0]), sub(q[2], q[1]), sub(q[0], q[2])];
    let mut gaps = F::splat(-1.0);
    for normal in [cross(p[1], p[2]), cross(q_edges[0], q_edges[1])] {
        let gap = on_axis(normal, p, q) - length(normal).mul_add(slack, F::splat(TINY));
        gaps = gaps.max(gap * per_length(dot(normal, normal)));
    }
    gaps.max(triangles::edge_gap::<F, true>([p, q], [&p_edges, &q_edges], slack))
}
