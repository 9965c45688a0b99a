//! The kernels of the front: not only which lanes are apart, but how far at least. Gaps are divided by the axes' lengths.
//!
//! Why such a gap bounds the distance of the contents is derived in [`crate::wide::relation`], under "Margins".

use super::boxes::{aligned_gaps, oriented_gaps};
use super::triangle_box::{InBox, beyond, block_in_box, face_gaps, triangle_in_boxes};
use super::triangles::{about_first_corner, length, on_axis};
use super::{V3, abs, cross, dot, sub};
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

/// Eight boxes of a node and one box of the other tree.
pub(in crate::wide) struct BoxToBoxes<'k> {
    pub node: &'k Node,
    pub aligned: bool,
    pub other: &'k MovedBox,
    pub settled: u32,
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

impl Task for BoxToBoxes<'_> {
    type Output = Margins;
    #[inline(always)]
    fn run<H: Hardware>(self) -> Margins {
        let gaps = if self.aligned {
            aligned_gaps::<H::F>(self.node, self.other)
        } else {
            oriented_gaps::<H::F>(self.node, self.other)
        };
        Margins::of(gaps, self.settled)
    }
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

/// The reciprocal of a length, rounded down, and finite.
#[inline(always)]
fn per_length<F: F32x8>(square: F) -> F {
    (square + F::splat(TINY)).inverse_root()
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
    gaps.max(edge_gaps_to_box(&seen.corners, &edges, *half))
}

/// The largest gap on the nine axes (unit vector) × (edge).
#[inline(always)]
fn edge_gaps_to_box<F: F32x8>(corners: &[V3<F>; 3], edges: &[V3<F>; 3], half: V3<F>) -> F {
    let zero = F::splat(0.0);
    let mut gaps = F::splat(-1.0);
    for j in 0..3 {
        let (on, off) = (corners[j], corners[(j + 2) % 3]);
        for i in 0..3 {
            let (k, l) = ((i + 1) % 3, (i + 2) % 3);
            let (a, b) = (edges[j][k], edges[j][l]);
            let first = a.mul_sub(on[l], b * on[k]);
            let second = a.mul_sub(off[l], b * off[k]);
            let reach = b.abs().mul_add(half[k], a.abs().mul_add(half[l], F::splat(TINY)));
            let gap = first.min(second).max(zero - first.max(second)) - reach;
            gaps = gaps.max(gap * per_length(a.mul_add(a, b * b)));
        }
    }
    gaps
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
    let q_lengths = [length(q_edges[0]) * slack, length(q_edges[1]) * slack, length(q_edges[2]) * slack];
    for i in 0..3 {
        let p_length = length(p_edges[i]);
        for j in 0..3 {
            let axis = cross(p_edges[i], q_edges[j]);
            let (p0, p1) = (dot(axis, p[i]), dot(axis, p[(i + 2) % 3]));
            let (q0, q1) = (dot(axis, q[j]), dot(axis, q[(j + 2) % 3]));
            let apart = (p0.min(p1) - q0.max(q1)).max(q0.min(q1) - p0.max(p1));
            let gap = apart - p_length.mul_add(q_lengths[j], F::splat(TINY));
            gaps = gaps.max(gap * per_length(dot(axis, axis)));
        }
    }
    gaps
}
