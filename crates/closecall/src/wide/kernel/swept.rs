//! Volumes that are swept: apart not only in the middle of an interval of time, but all along it.
//!
//! A point that moves goes along its way, ± a vector, and strays by at most `rest`; so on a unit axis n a
//! gap must be longer than |n·way| + rest. That gaps of volumes which may be this far apart are
//! real is derived in [`crate::wide::sweep::flow`].

use super::boxes::{Keep, NodeVsBox};
use super::triangle_box::{beyond, block_in_box};
use super::triangles::{about_first_corner, sum_of_magnitudes};
use super::{V3, abs, cross, dot, load, max3, min3, splat, sub};
use crate::rounding::F32_TINY;
use crate::rounding::factor::F32_UP_168;
use crate::rounding::tree::ROOT_ABOVE;
use crate::wide::relation::{MovedBox, MovedTriangle};
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};
use crate::wide::sweep::flow::Flow;
use crate::wide::tree::{Block, Node};

/// Boxes that move further than this share of the larger one's half diagonal are divided in time.
const SHARE: f32 = 0.25;

/// The same for two blocks: pairs of triangles cost more than boxes. With 0.25 motions take 2 to
/// 12 % longer on four of five flights.
const SHARE_OF_BLOCKS: f32 = 0.15;

/// The facts about eight boxes and another, a bit for each.
#[derive(Clone, Copy, Default)]
pub(in crate::wide) struct SweptBits {
    /// They may meet.
    pub hits: u8,
    /// The other box is not larger.
    pub larger: u8,
    /// They move far for their size, as two boxes or as two blocks.
    pub far: u8,
    pub far_for_blocks: u8,
}

impl SweptBits {
    /// From gaps, and how far the boxes move, more or less; nothing that moves less than `still`
    /// moves far.
    #[inline(always)]
    fn new<F: F32x8>(gap: F, boxes: NodeVsBox, motion: F, still: f32) -> Self {
        let half = load::<F>(&boxes.node.half);
        let (own, other) = (dot(half, half), F::splat(squared(&boxes.other.half)));
        let (size, square) = (own.max(other), motion * motion);
        let moves = !motion.at_most(F::splat(still));
        let share = F::splat(SHARE * SHARE);
        let share_of_blocks = F::splat(SHARE_OF_BLOCKS * SHARE_OF_BLOCKS);
        Self {
            hits: gap.at_most(F::splat(0.0)) as u8,
            larger: other.at_most(own) as u8,
            far: (!square.at_most(share * size) & moves) as u8,
            far_for_blocks: (!square.at_most(share_of_blocks * size) & moves) as u8,
        }
    }
}

/// Eight boxes of a node that stay, and one box of the other tree that moves.
pub(in crate::wide) struct BoxOverBoxes<'k> {
    pub boxes: NodeVsBox<'k>,
    pub flow: &'k Flow,
    /// A motion below this is not divided in time.
    pub still: f32,
}

/// Eight boxes of a node that move, each its own way, and one box of the other tree that stays.
pub(in crate::wide) struct BoxesOverBox<'k> {
    pub boxes: NodeVsBox<'k>,
    pub flow: &'k Flow,
    /// A motion below this is not divided in time.
    pub still: f32,
}

/// The triangles of a block and a box of the other tree; one of the two moves.
pub(in crate::wide) struct BlockOverBox<'k> {
    pub block: &'k Block,
    pub other: &'k MovedBox,
    pub way: [f32; 3],
    pub rest: f32,
}

/// A triangle of the other tree and the triangles of a block that `lanes` names; the triangle
/// moves, or those of the block do, each corner its own way.
pub(in crate::wide) struct TriangleOverBlock<'k> {
    pub triangle: &'k MovedTriangle,
    pub block: &'k Block,
    pub flow: &'k Flow,
    pub block_moves: bool,
    /// The error bound of a way, and the slack of pairs of triangles.
    pub slack: f32,
    pub lanes: u32,
}

impl BoxOverBoxes<'_> {
    #[inline(always)]
    pub(in crate::wide) fn look<H: Hardware>(self) -> SweptBits {
        let Self { boxes, flow, still } = self;
        let MovedBox { center: [x, y, z, _], half, .. } = boxes.other;
        let (way, rest) = (flow.way([*x, *y, *z]), flow.rest(radius(half)));
        let gap = gaps::<H::F>(boxes, splat(&way)) - H::F::splat(rest);
        let motion = squared(&way).sqrt() + rest;
        SweptBits::new(gap, boxes, H::F::splat(motion), still)
    }
}

impl BoxesOverBox<'_> {
    #[inline(always)]
    pub(in crate::wide) fn look<H: Hardware>(self) -> SweptBits {
        let Self { boxes, flow, still } = self;
        let (way, rest) = ways::<H::F>(boxes.node, flow);
        let gap = gaps::<H::F>(boxes, way) - rest;
        SweptBits::new(gap, boxes, root_above(dot(way, way)) + rest, still)
    }
}

/// The ways of the eight boxes of a node of B, in B's frame.
#[inline(always)]
fn ways<F: F32x8>(node: &Node, flow: &Flow) -> (V3<F>, F) {
    let way = way_of(load::<F>(&node.center), flow);
    let half = load::<F>(&node.half);
    let radius = root_above(dot(half, half));
    (way, radius.mul_add(F::splat(flow.angle), F::splat(flow.rest)))
}

/// The ways of eight points.
#[inline(always)]
fn way_of<F: F32x8>(point: V3<F>, flow: &Flow) -> V3<F> {
    let turned = cross(splat::<F>(&flow.turn), sub(point, splat(&flow.center)));
    let shift = splat::<F>(&flow.shift);
    [shift[0] + turned[0], shift[1] + turned[1], shift[2] + turned[2]]
}

/// At least √x: an inverse root is at most 0.1 % too small.
#[inline(always)]
fn root_above<F: F32x8>(x: F) -> F {
    let x = x + F::splat(F32_TINY);
    x * x.inverse_root() * F::splat(ROOT_ABOVE)
}

/// No point of a box is further from its centre.
#[inline(always)]
pub(in crate::wide) fn radius(half: &[f32; 3]) -> f32 {
    squared(half).sqrt() * F32_UP_168
}

#[inline(always)]
fn squared([x, y, z]: &[f32; 3]) -> f32 {
    x * x + y * y + z * z
}

/// The largest gap on six axes, less what the way takes away there.
#[inline(always)]
fn gaps<F: F32x8>(boxes: NodeVsBox, way: V3<F>) -> F {
    let mut largest = LargestOnTheWay { gap: F::splat(-1.0), way };
    boxes.face_axes(&mut largest);
    largest.gap
}

struct LargestOnTheWay<F> {
    gap: F,
    way: V3<F>,
}

impl<F: F32x8> Keep<F> for LargestOnTheWay<F> {
    #[inline(always)]
    fn own(&mut self, axis: V3<F>, along: F, reach: F) {
        self.gap = self.gap.max(along.abs() - (reach + dot(axis, self.way).abs()));
    }

    #[inline(always)]
    fn other(&mut self, axis: V3<F>, along: F, reach: F) {
        self.own(axis, along, reach);
    }
}

impl BlockOverBox<'_> {
    #[inline(always)]
    pub(in crate::wide) fn look<H: Hardware>(self) -> u32 {
        block_over_box::<H::F>(&self)
    }
}

/// On the faces of the box and the planes of the triangles.
#[inline(always)]
fn block_over_box<F: F32x8>(task: &BlockOverBox) -> u32 {
    let seen = block_in_box::<F>(task.block, task.other);
    let ([p, q, r], rest) = (seen.corners, F::splat(task.rest));
    let half = [seen.half[0] + rest, seen.half[1] + rest, seen.half[2] + rest];
    let way = splat::<F>(&task.way);
    let axes = &task.other.axes;
    let way = [dot(splat(&axes[0]), way), dot(splat(&axes[1]), way), dot(splat(&axes[2]), way)];
    let mut gap = F::splat(-1.0);
    for k in 0..3 {
        gap = gap.max(beyond([p[k], q[k], r[k]]) - (half[k] + way[k].abs()));
    }
    let lanes = gap.at_most(F::splat(0.0));
    if lanes == 0 {
        return 0;
    }
    let normal = cross(sub(q, p), sub(r, q));
    let reach = dot(abs(normal), half) + dot(normal, way).abs() + F::splat(F32_TINY);
    lanes & beyond([dot(normal, p), dot(normal, q), dot(normal, r)]).at_most(reach)
}

impl Task for TriangleOverBlock<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<H: Hardware>(self) -> u32 {
        triangle_over_block::<H::F>(&self)
    }
}

/// On the line between the middles, two planes, nine cross products of edges, and those of edges
/// with the way.
///
/// A way is affine: a point of the triangle moves by the mean of the corners' ways, weighted as the
/// point is one of the corners. So its projection stays between the least and the largest of the
/// corners', each with its own way.
#[inline(always)]
fn triangle_over_block<F: F32x8>(task: &TriangleOverBlock) -> u32 {
    let [p, q] = about_first_corner::<F>(task.triangle, task.block);
    let slack = F::splat(task.slack);
    let motion = if task.block_moves {
        let [a, b, c] = &task.block.corners;
        let flow = task.flow;
        let ways = [way_of(load(a), flow), way_of(load(b), flow), way_of(load(c), flow)];
        Motion { moves: q, stays: p, ways, slack }
    } else {
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = *task.triangle;
        let ways = [task.flow.way([a, b, c]), task.flow.way([d, e, f]), task.flow.way([g, h, i])];
        let ways = [splat(&ways[0]), splat(&ways[1]), splat(&ways[2])];
        Motion { moves: p, stays: q, ways, slack }
    };
    let p_edges = [p[1], sub(p[2], p[1]), p[2]];
    let q_edges = [sub(q[1], q[0]), sub(q[2], q[1]), sub(q[0], q[2])];
    let middles = sub(sum(&q), sum(&p));
    let mut lanes = task.lanes;
    for axis in [middles, cross(p[1], p[2]), cross(q_edges[0], q_edges[1])] {
        lanes &= motion.overlap(axis);
        if lanes == 0 {
            return 0;
        }
    }
    for p_edge in p_edges {
        for q_edge in q_edges {
            lanes &= motion.overlap(cross(p_edge, q_edge));
        }
        if lanes == 0 {
            return 0;
        }
    }
    let way = sum(&motion.ways);
    for edges in [p_edges, q_edges] {
        for edge in edges {
            lanes &= motion.overlap(cross(edge, way));
        }
        if lanes == 0 {
            return 0;
        }
    }
    lanes
}

/// Two triangles in every lane, and the ways of the corners of the one that moves.
struct Motion<F> {
    moves: [V3<F>; 3],
    stays: [V3<F>; 3],
    ways: [V3<F>; 3],
    slack: F,
}

impl<F: F32x8> Motion<F> {
    /// The lanes that are not apart along an axis. Beside what pairs of triangles that stay are
    /// rounded by, each end takes one sum of a projection and a way: ε(V + m), within the room that
    /// [`crate::wide::relation`] and [`crate::wide::sweep::flow`] leave.
    #[inline(always)]
    fn overlap(&self, axis: V3<F>) -> u32 {
        // No closure: it would not be compiled for the hardware.
        let (p, q, ways) = (&self.moves, &self.stays, &self.ways);
        let p = [dot(axis, p[0]), dot(axis, p[1]), dot(axis, p[2])];
        let q = [dot(axis, q[0]), dot(axis, q[1]), dot(axis, q[2])];
        let w = [dot(axis, ways[0]).abs(), dot(axis, ways[1]).abs(), dot(axis, ways[2]).abs()];
        let low = min3([p[0] - w[0], p[1] - w[1], p[2] - w[2]]);
        let high = max3([p[0] + w[0], p[1] + w[1], p[2] + w[2]]);
        let gap = (low - max3(q)).max(min3(q) - high);
        gap.at_most(sum_of_magnitudes(axis).mul_add(self.slack, F::splat(F32_TINY)))
    }
}

#[inline(always)]
fn sum<F: F32x8>([a, b, c]: &[V3<F>; 3]) -> V3<F> {
    [a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]]
}
