//! Triangles against boxes on all 13 axes: three face normals of the box, the triangle's normal,
//! nine cross products of edges (Akenine-Möller 2001).

use super::{V3, Want, abs, all_apart, cross, dot, load, max3, min3, scaled, splat, sub};
use crate::rounding::F32_TINY;
use crate::wide::relation::{MovedBox, MovedTriangle};
use crate::wide::simd::{F32x8, Hardware, Task};
use crate::wide::tree::{Block, Node};
use std::marker::PhantomData;

/// Eight triangles of a block against one box of the other tree.
pub(in crate::wide) struct BlockVsBox<'k, W> {
    pub block: &'k Block,
    pub other: &'k MovedBox,
    pub settled: u32,
    pub want: PhantomData<W>,
}

/// One triangle of the other tree, already moved into this frame, against the eight boxes of a
/// node.
pub(in crate::wide) struct TriangleVsNode<'k, W> {
    pub triangle: &'k MovedTriangle,
    pub node: &'k Node,
    pub slack: f32,
    pub settled: u32,
    pub want: PhantomData<W>,
}

impl<W: Want> Task for BlockVsBox<'_, W> {
    type Output = W;
    #[inline(always)]
    fn run<H: Hardware>(self) -> W {
        W::of(gaps::<H::F, W>(&block_in_box(self.block, self.other), self.settled), self.settled)
    }
}

impl<W: Want> Task for TriangleVsNode<'_, W> {
    type Output = W;
    #[inline(always)]
    fn run<H: Hardware>(self) -> W {
        let seen = triangle_in_boxes(self.triangle, self.node, self.slack);
        W::of(gaps::<H::F, W>(&seen, self.settled), self.settled)
    }
}

/// Triangles in coordinates in which the boxes are |yᵢ| ≤ `half`ᵢ.
pub(super) struct InBox<F> {
    pub corners: [V3<F>; 3],
    pub half: V3<F>,
}

#[inline(always)]
pub(super) fn block_in_box<F: F32x8>(block: &Block, other: &MovedBox) -> InBox<F> {
    let center = splat::<F>(&other.center);
    let axes = [splat::<F>(&other.axes[0]), splat(&other.axes[1]), splat(&other.axes[2])];
    let [p, q, r] = &block.corners;
    let corners = [sub(load(p), center), sub(load(q), center), sub(load(r), center)];
    InBox { corners: seen_along(&axes, &corners), half: splat(&other.half) }
}

#[inline(always)]
fn triangle_in_boxes<F: F32x8>(triangle: &MovedTriangle, node: &Node, slack: f32) -> InBox<F> {
    let center = load::<F>(&node.center);
    let axes = [load::<F>(&node.axes[0]), load(&node.axes[1]), load(&node.axes[2])];
    let [p, q, r] = triangle;
    let corners = [sub(splat(p), center), sub(splat(q), center), sub(splat(r), center)];
    let slack = F::splat(slack);
    let half = load::<F>(&node.half);
    InBox {
        corners: seen_along(&axes, &corners),
        half: [half[0] + slack, half[1] + slack, half[2] + slack],
    }
}

/// Three corners in the coordinates of three axes.
#[inline(always)]
fn seen_along<F: F32x8>(axes: &[V3<F>; 3], [p, q, r]: &[V3<F>; 3]) -> [V3<F>; 3] {
    let [x, y, z] = *axes;
    [
        [dot(x, *p), dot(y, *p), dot(z, *p)],
        [dot(x, *q), dot(y, *q), dot(z, *q)],
        [dot(x, *r), dot(y, *r), dot(z, *r)],
    ]
}

/// The largest gap on all 13 axes, or on the first of them if they tell all lanes apart that are
/// not settled.
#[inline(always)]
fn gaps<F: F32x8, W: Want>(seen: &InBox<F>, settled: u32) -> F {
    let InBox { corners, half } = seen;
    let [p, q, r] = *corners;
    let mut gaps = F::splat(-1.0);
    for k in 0..3 {
        gaps = gaps.max(beyond([p[k], q[k], r[k]]) - half[k]);
    }
    if all_apart(gaps, settled) {
        return gaps;
    }
    let edges = [sub(q, p), sub(r, q), sub(p, r)];
    let normal = cross(edges[0], edges[1]);
    let heights = [dot(normal, p), dot(normal, q), dot(normal, r)];
    let across = abs(normal);
    let reach = across[0].mul_add(
        half[0],
        across[1].mul_add(half[1], across[2].mul_add(half[2], F::splat(F32_TINY))),
    );
    let gaps = gaps.max(scaled::<F, W>(beyond(heights) - reach, dot(normal, normal)));
    if !W::LENGTHS && all_apart(gaps, settled) {
        return gaps;
    }
    gaps.max(edge_gaps::<F, W>(corners, &edges, *half))
}

/// The largest gap on the nine axes (unit vector) × (edge).
#[inline(always)]
fn edge_gaps<F: F32x8, W: Want>(corners: &[V3<F>; 3], edges: &[V3<F>; 3], half: V3<F>) -> F {
    let zero = F::splat(0.0);
    let mut gaps = F::splat(-1.0);
    for j in 0..3 {
        let (on, off) = (corners[j], corners[(j + 2) % 3]);
        for i in 0..3 {
            let (k, l) = ((i + 1) % 3, (i + 2) % 3);
            let (a, b) = (edges[j][k], edges[j][l]);
            let first = a.mul_sub(on[l], b * on[k]);
            let second = a.mul_sub(off[l], b * off[k]);
            let reach = b.abs().mul_add(half[k], a.abs().mul_add(half[l], F::splat(F32_TINY)));
            let gap = first.min(second).max(zero - first.max(second)) - reach;
            gaps = gaps.max(scaled::<F, W>(gap, a.mul_add(a, b * b)));
        }
    }
    gaps
}

/// The distance of the interval of three numbers from 0; negative if it holds 0.
#[inline(always)]
pub(super) fn beyond<F: F32x8>(v: V3<F>) -> F {
    min3(v).max(F::splat(0.0) - max3(v))
}
