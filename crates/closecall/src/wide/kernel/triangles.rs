//! One triangle against the eight of a block on 11 axes: two normals and nine cross products of
//! edges. The last sieve in f32 before pairs are read in f64.

use super::{V3, Want, abs, all_apart, cross, dot, load, max3, min3, scaled, splat, sub};
use crate::rounding::F32_TINY;
use crate::wide::relation::MovedTriangle;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};
use crate::wide::tree::Block;
use std::marker::PhantomData;

/// One triangle of the other tree, already moved into this frame, against the triangles of a block
/// that are not settled.
pub(in crate::wide) struct TriangleVsBlock<'k, W> {
    pub triangle: &'k MovedTriangle,
    pub block: &'k Block,
    pub slack: f32,
    pub settled: u32,
    pub want: PhantomData<W>,
}

impl<W: Want> Task for TriangleVsBlock<'_, W> {
    type Output = W;
    #[inline(always)]
    fn run<H: Hardware>(self) -> W {
        let [p, q] = about_first_corner::<H::F>(self.triangle, self.block);
        W::of(gaps::<H::F, W>(&p, &q, H::F::splat(self.slack), self.settled), self.settled)
    }
}

/// The corners of the triangle and of the block's, relative to the triangle's first.
#[inline(always)]
pub(super) fn about_first_corner<F: F32x8>(
    triangle: &MovedTriangle,
    block: &Block,
) -> [[V3<F>; 3]; 2] {
    let origin = splat::<F>(&triangle[0]);
    let p =
        [[F::splat(0.0); 3], sub(splat(&triangle[1]), origin), sub(splat(&triangle[2]), origin)];
    let [q0, q1, q2] = &block.corners;
    [p, [sub(load(q0), origin), sub(load(q1), origin), sub(load(q2), origin)]]
}

/// The largest gap on all 11 axes, or on the first of them if they tell all lanes apart that are
/// not settled.
#[inline(always)]
fn gaps<F: F32x8, W: Want>(p: &[V3<F>; 3], q: &[V3<F>; 3], slack: F, settled: u32) -> F {
    let gaps = F::splat(-1.0).max(normal_gaps::<F, W>(cross(p[1], p[2]), p, q, slack));
    if !W::LENGTHS && all_apart(gaps, settled) {
        return gaps;
    }
    let q_edges = [sub(q[1], q[0]), sub(q[2], q[1]), sub(q[0], q[2])];
    let gaps = gaps.max(normal_gaps::<F, W>(cross(q_edges[0], q_edges[1]), p, q, slack));
    if !W::LENGTHS && all_apart(gaps, settled) {
        return gaps;
    }
    let p_edges = [p[1], sub(p[2], p[1]), sub([F::splat(0.0); 3], p[2])];
    gaps.max(edge_gaps::<F, W>([p, q], [&p_edges, &q_edges], slack))
}

/// The gap along a normal.
#[inline(always)]
fn normal_gaps<F: F32x8, W: Want>(normal: V3<F>, p: &[V3<F>; 3], q: &[V3<F>; 3], slack: F) -> F {
    let gap = on_axis(normal, p, q) - sum_of_magnitudes(normal).mul_add(slack, F::splat(F32_TINY));
    scaled::<F, W>(gap, dot(normal, normal))
}

/// The largest gap on the nine axes (edge) × (edge).
#[inline(always)]
fn edge_gaps<F: F32x8, W: Want>(
    [p, q]: [&[V3<F>; 3]; 2],
    [p_edges, q_edges]: [&[V3<F>; 3]; 2],
    slack: F,
) -> F {
    let tiny = F::splat(F32_TINY);
    let mut gaps = F::splat(-1.0);
    let [e, f, g] = *q_edges;
    let q_lengths =
        [sum_of_magnitudes(e) * slack, sum_of_magnitudes(f) * slack, sum_of_magnitudes(g) * slack];
    for i in 0..3 {
        let p_length = sum_of_magnitudes(p_edges[i]);
        for j in 0..3 {
            let axis = cross(p_edges[i], q_edges[j]);
            let (p0, p1) = (dot(axis, p[i]), dot(axis, p[(i + 2) % 3]));
            let (q0, q1) = (dot(axis, q[j]), dot(axis, q[(j + 2) % 3]));
            let apart = (p0.min(p1) - q0.max(q1)).max(q0.min(q1) - p0.max(p1));
            let gap = apart - p_length * q_lengths[j];
            // As it comes, the tiny length is taken off the largest gap.
            gaps = gaps.max(if W::LENGTHS {
                scaled::<F, W>(gap - tiny, dot(axis, axis))
            } else {
                gap
            });
        }
    }
    if W::LENGTHS { gaps } else { gaps - tiny }
}

/// The gap between two triangles along an axis, times its length; negative if they overlap there.
#[inline(always)]
fn on_axis<F: F32x8>(axis: V3<F>, p: &[V3<F>; 3], q: &[V3<F>; 3]) -> F {
    let p = [dot(axis, p[0]), dot(axis, p[1]), dot(axis, p[2])];
    let q = [dot(axis, q[0]), dot(axis, q[1]), dot(axis, q[2])];
    (min3(p) - max3(q)).max(min3(q) - max3(p))
}

/// At least the length.
#[inline(always)]
pub(super) fn sum_of_magnitudes<F: F32x8>(v: V3<F>) -> F {
    let [x, y, z] = abs(v);
    x + y + z
}
