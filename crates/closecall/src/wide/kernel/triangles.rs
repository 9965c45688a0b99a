//! One triangle against the eight of a block on 11 axes: two normals and nine cross products of edges. The last sieve in f32
//! before pairs are read in f64.

use super::{V3, abs, cross, dot, load, max3, min3, per_length, splat, sub};
use crate::wide::relation::{MovedTriangle, TINY};
use crate::wide::simd::{F32x8, Hardware, Task};
use crate::wide::tree::Block;

/// One triangle of the other tree, already moved into this frame, against the triangles of a block that `lanes` names.
pub(in crate::wide) struct TriangleAgainstBlock<'k> {
    pub triangle: &'k MovedTriangle,
    pub block: &'k Block,
    pub slack: f32,
    pub lanes: u32,
}

impl Task for TriangleAgainstBlock<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<H: Hardware>(self) -> u32 {
        triangle_against_block::<H::F>(self.triangle, self.block, self.slack, self.lanes)
    }
}

#[inline(always)]
fn triangle_against_block<F: F32x8>(triangle: &MovedTriangle, block: &Block, slack: f32, lanes: u32) -> u32 {
    let zero = [F::splat(0.0); 3];
    let [p, q] = about_first_corner::<F>(triangle, block);
    let slack = F::splat(slack);
    let normal = cross(p[1], p[2]);
    let lanes = lanes & on_axis(normal, &p, &q).at_most(length(normal).mul_add(slack, F::splat(TINY)));
    if lanes == 0 {
        return 0;
    }
    let q_edges = [sub(q[1], q[0]), sub(q[2], q[1]), sub(q[0], q[2])];
    let normal = cross(q_edges[0], q_edges[1]);
    let lanes = lanes & on_axis(normal, &p, &q).at_most(length(normal).mul_add(slack, F::splat(TINY)));
    if lanes == 0 {
        return 0;
    }
    let p_edges = [p[1], sub(p[2], p[1]), sub(zero, p[2])];
    lanes & edge_gap::<F, false>([&p, &q], [&p_edges, &q_edges], slack).at_most(F::splat(TINY))
}

/// The corners of the triangle and of the block's, relative to the triangle's first.
#[inline(always)]
pub(super) fn about_first_corner<F: F32x8>(triangle: &MovedTriangle, block: &Block) -> [[V3<F>; 3]; 2] {
    let origin = splat::<F>(&triangle[0]);
    let p = [[F::splat(0.0); 3], sub(splat(&triangle[1]), origin), sub(splat(&triangle[2]), origin)];
    let [q0, q1, q2] = &block.corners;
    [p, [sub(load(q0), origin), sub(load(q1), origin), sub(load(q2), origin)]]
}

/// The largest gap, less its slack, on the nine axes (edge) × (edge): as it comes, or divided by the axis' length.
#[inline(always)]
pub(super) fn edge_gap<F: F32x8, const PER_LENGTH: bool>(
    [p, q]: [&[V3<F>; 3]; 2],
    [p_edges, q_edges]: [&[V3<F>; 3]; 2],
    slack: F,
) -> F {
    let mut gaps = F::splat(-1.0);
    let q_lengths = [length(q_edges[0]) * slack, length(q_edges[1]) * slack, length(q_edges[2]) * slack];
    for i in 0..3 {
        let p_length = length(p_edges[i]);
        for j in 0..3 {
            let axis = cross(p_edges[i], q_edges[j]);
            let (p0, p1) = (dot(axis, p[i]), dot(axis, p[(i + 2) % 3]));
            let (q0, q1) = (dot(axis, q[j]), dot(axis, q[(j + 2) % 3]));
            let apart = (p0.min(p1) - q0.max(q1)).max(q0.min(q1) - p0.max(p1));
            let gap = apart - p_length * q_lengths[j];
            gaps = gaps.max(if PER_LENGTH { (gap - F::splat(TINY)) * per_length(dot(axis, axis)) } else { gap });
        }
    }
    gaps
}

/// The gap between two triangles along an axis, times its length; negative if they overlap there.
#[inline(always)]
pub(super) fn on_axis<F: F32x8>(axis: V3<F>, p: &[V3<F>; 3], q: &[V3<F>; 3]) -> F {
    let p = [dot(axis, p[0]), dot(axis, p[1]), dot(axis, p[2])];
    let q = [dot(axis, q[0]), dot(axis, q[1]), dot(axis, q[2])];
    (min3(p) - max3(q)).max(min3(q) - max3(p))
}

/// The sum of the magnitudes, at least the length.
#[inline(always)]
pub(super) fn length<F: F32x8>(v: V3<F>) -> F {
    let [x, y, z] = abs(v);
    x + y + z
}
