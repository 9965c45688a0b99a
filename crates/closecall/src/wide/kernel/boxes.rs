//! Eight boxes of a node against one box of the other tree, on the six face axes. The nine edge
//! axes would save 3 to 20 % of the visits and cost more than that.

use super::{V3, dot, load, splat, sub};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::tree::Node;

/// Eight boxes of a node, all aligned with its frame or not, and a box of the other tree.
#[derive(Clone, Copy)]
pub(in crate::wide) struct NodeVsBox<'k> {
    pub node: &'k Node,
    pub aligned: bool,
    pub other: &'k MovedBox,
}

/// The part that is kept of the gaps on the six axes, which are given one after the other: the
/// axis, the distance of the centres along it, and how far both boxes reach together.
pub(super) trait Keep<F> {
    /// On an axis of the node's boxes.
    fn own(&mut self, axis: V3<F>, along: F, reach: F);
    /// On an axis of the other box.
    fn other(&mut self, axis: V3<F>, along: F, reach: F);
}

/// The largest gap.
struct Largest<F>(F);

impl<F: F32x8> Keep<F> for Largest<F> {
    #[inline(always)]
    fn own(&mut self, _: V3<F>, along: F, reach: F) {
        self.0 = self.0.max(along.abs() - reach);
    }

    #[inline(always)]
    fn other(&mut self, axis: V3<F>, along: F, reach: F) {
        self.own(axis, along, reach);
    }
}

/// The lanes in which there is a gap. They are known sooner than the largest gap, which takes a sum
/// and a comparison for every axis, one after the other.
struct Apart<F: F32x8>(F::Marks);

impl<F: F32x8> Keep<F> for Apart<F> {
    #[inline(always)]
    fn own(&mut self, _: V3<F>, along: F, reach: F) {
        self.0 = F::either(self.0, along.abs().beyond(reach));
    }

    #[inline(always)]
    fn other(&mut self, axis: V3<F>, along: F, reach: F) {
        self.own(axis, along, reach);
    }
}

impl NodeVsBox<'_> {
    /// A bit for every box that may meet the other.
    #[inline(always)]
    pub(in crate::wide) fn hits<H: Hardware>(self) -> u32 {
        let mut apart = Apart::<H::F>(H::F::unmarked());
        self.face_axes(&mut apart);
        !H::F::marked(apart.0) & 255
    }

    /// The overlap of each box with the other along the axis on which that is least; negative for
    /// those that are apart.
    #[inline(always)]
    pub(in crate::wide) fn overlaps<H: Hardware>(self) -> H::F {
        let mut largest = Largest(H::F::splat(f32::MIN));
        self.face_axes(&mut largest);
        H::F::splat(0.0) - largest.0
    }

    /// Tells of the gaps on all six axes; they are unit vectors up to rounding.
    #[inline(always)]
    pub(super) fn face_axes<F: F32x8>(self, keep: &mut impl Keep<F>) {
        if self.aligned { self.axes_of::<F, true>(keep) } else { self.axes_of::<F, false>(keep) }
    }

    #[inline(always)]
    fn axes_of<F: F32x8, const ALIGNED: bool>(self, keep: &mut impl Keep<F>) {
        let Self { node, other, .. } = self;
        let apart = sub(load::<F>(&node.center), splat(&other.center));
        let half = load::<F>(&node.half);
        let mut reach = half;
        for j in 0..3 {
            let axis = splat::<F>(&other.axes[j]);
            let other_half = F::splat(other.half[j]);
            let mut other_reach = other_half;
            for i in 0..3 {
                let along = if ALIGNED { axis[i] } else { dot(load(&node.axes[i]), axis) }.abs();
                reach[i] = along.mul_add(other_half, reach[i]);
                other_reach = along.mul_add(half[i], other_reach);
            }
            keep.other(axis, dot(axis, apart), other_reach);
        }
        for i in 0..3 {
            let axis = load::<F>(&node.axes[i]);
            keep.own(axis, if ALIGNED { apart[i] } else { dot(axis, apart) }, reach[i]);
        }
    }
}
