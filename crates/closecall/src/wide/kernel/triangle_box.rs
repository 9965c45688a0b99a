//! Triangles against boxes on all 13 axes: three face normals of the box, the triangle's normal, nine cross products of
//! edges (Akenine-Möller 2001). Without divisions: gaps and reaches are compared as they come, times the axis' length.

use super::{V3, abs, cross, dot, load, max3, min3, per_length, splat, sub};
use crate::wide::relation::{MovedBox, MovedTriangle, TINY};
use crate::wide::simd::{F32x8, Hardware, Task};
use crate::wide::tree::{Block, Node};

/// Eight triangles of a block against one box of the other tree.
pub(in crate::wide) struct BlockAgainstBox<'k> {
    pub block: &'k Block,
    pub other: &'k MovedBox,
}

/// One triangle of the other tree, already moved into this frame, against the eight boxes of a node.
pub(in crate::wide) struct TriangleAgainstBoxes<'k> {
    pub triangle: &'k MovedTriangle,
    pub node: &'k Node,
    pub slack: f32,
}

impl Task for BlockAgainstBox<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<H: Hardware>(self) -> u32 {
        overlap(&block_in_box::<H::F>(self.block, self.other))
    }
}

impl Task for TriangleAgainstBoxes<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<H: Hardware>(self) -> u32 {
        overlap(&triangle_in_boxes::<H::F>(self.triangle, self.node, self.slack))
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
pub(super) fn triangle_in_boxes<F: F32x8>(triangle: &MovedTriangle, node: &Node, slack: f32) -> InBox<F> {
    let center = load::<F>(&node.center);
    let axes = [load::<F>(&node.axes[0]), load(&node.axes[1]), load(&node.axes[2])];
    let [p, q, r] = triangle;
    let corners = [sub(splat(p), center), sub(splat(q), center), sub(splat(r), center)];
    let slack = F::splat(slack);
    let half = load::<F>(&node.half);
    InBox { corners: seen_along(&axes, &corners), half: [half[0] + slack, half[1] + slack, half[2] + slack] }
}

/// Three corners in the coordinates of three axes.
#[inline(always)]
fn seen_along<F: F32x8>(axes: &[V3<F>; 3], [p, q, r]: &[V3<F>; 3]) -> [V3<F>; 3] {
    let [x, y, z] = *axes;
    [[dot(x, *p), dot(y, *p), dot(z, *p)], [dot(x, *q), dot(y, *q), dot(z, *q)], [dot(x, *r), dot(y, *r), dot(z, *r)]]
}

/// The largest gap on the three faces' axes.
#[inline(always)]
pub(super) fn face_gaps<F: F32x8>(InBox { corners: [p, q, r], half }: &InBox<F>) -> F {
    let mut gap = F::splat(-1.0);
    for k in 0..3 {
        gap = gap.max(beyond([p[k], q[k], r[k]]) - half[k]);
    }
    gap
}

#[inline(always)]
fn overlap<F: F32x8>(triangles: &InBox<F>) -> u32 {
    let zero = F::splat(0.0);
    let lanes = face_gaps(triangles).at_most(zero);
    if lanes == 0 {
        return 0;
    }
    let InBox { corners, half } = triangles;
    let [p, q, r] = *corners;
    let edges = [sub(q, p), sub(r, q), sub(p, r)];
    let normal = cross(edges[0], edges[1]);
    let heights = [dot(normal, p), dot(normal, q), dot(normal, r)];
    let across = abs(normal);
    let reach = across[0].mul_add(half[0], across[1].mul_add(half[1], across[2].mul_add(half[2], F::splat(TINY))));
    let lanes = lanes & beyond(heights).at_most(reach);
    if lanes == 0 {
        return 0;
    }
    lanes & edge_gap::<F, false>(corners, &edges, *half).at_most(zero)
}

/// The largest gap on the nine axes (unit vector) × (edge): as it comes, or divided by the axis' length.
#[inline(always)]
pub(super) fn edge_gap<F: F32x8, const PER_LENGTH: bool>(corners: &[V3<F>; 3], edges: &[V3<F>; 3], half: V3<F>) -> F {
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
            gaps = gaps.max(if PER_LENGTH { gap * per_length(a.mul_add(a, b * b)) } else { gap });
        }
    }
    gaps
}

/// How far the interval of three numbers is from 0; negative if it holds 0.
#[inline(always)]
pub(super) fn beyond<F: F32x8>(v: V3<F>) -> F {
    min3(v).max(F::splat(0.0) - max3(v))
}
