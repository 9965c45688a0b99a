//! Lower bounds of squared distances, for a walk that looks for what is nearest.
//!
//! Along three perpendicular axes gaps add up as squares: in the frame of either box, what lies
//! beyond it is at least √Σ excess² away. That costs no more than the largest gap, and rules out 3
//! to 9 times as much where distances are longer than boxes. Along the line of the centres there is
//! a gap too, for which all products are at hand; it is the largest of the three where the boxes
//! are nearest at edges or corners. Slacks are as for contact; what is rounded in proportion to the
//! distance itself (axes are perpendicular and of length 1 up to 18ε, and
//! [`crate::wide::relation`], "Margins") is below 100ε of it, for which the limit pays.

use super::boxes::NodeVsBox;
use super::{dot, load, max3, min3, splat, sub};
use crate::rounding::F32_TINY;
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::tree::Block;

impl NodeVsBox<'_> {
    /// Of eight boxes and the other.
    #[inline(always)]
    pub(in crate::wide) fn squares<H: Hardware>(self) -> H::F {
        if self.aligned { self.squares_of::<H, true>() } else { self.squares_of::<H, false>() }
    }

    #[inline(always)]
    fn squares_of<H: Hardware, const ALIGNED: bool>(self) -> H::F {
        let Self { node, other, .. } = self;
        let zero = H::F::splat(0.0);
        let apart = sub(load::<H::F>(&node.center), splat(&other.center));
        let half = load::<H::F>(&node.half);
        let (mut reach, mut own, mut others, mut beside) = (half, zero, zero, zero);
        for j in 0..3 {
            let axis = splat::<H::F>(&other.axes[j]);
            let other_half = H::F::splat(other.half[j]);
            let mut other_reach = other_half;
            for i in 0..3 {
                let along = if ALIGNED { axis[i] } else { dot(load(&node.axes[i]), axis) }.abs();
                reach[i] = along.mul_add(other_half, reach[i]);
                other_reach = along.mul_add(half[i], other_reach);
            }
            let along = dot(axis, apart).abs();
            let excess = (along - other_reach).max(zero);
            others = excess.mul_add(excess, others);
            beside = along.mul_add(other_half, beside);
        }
        for i in 0..3 {
            let along = if ALIGNED { apart[i] } else { dot(load(&node.axes[i]), apart) }.abs();
            let excess = (along - reach[i]).max(zero);
            own = excess.mul_add(excess, own);
            beside = along.mul_add(half[i], beside);
        }
        let square = dot(apart, apart);
        let between = (square - beside).max(zero) * (square + H::F::splat(F32_TINY)).inverse_root();
        // In this order a number that is none does not count.
        (between * between).max(own.max(others))
    }

    /// The squared distances of the centres.
    #[inline(always)]
    pub(in crate::wide) fn between_centers<H: Hardware>(self) -> H::F {
        let apart = sub(load::<H::F>(&self.node.center), splat(&self.other.center));
        dot(apart, apart)
    }
}

/// Of eight triangles of a block and a box of the other tree: in the box's frame.
#[inline(always)]
pub(in crate::wide) fn block_squares<H: Hardware>(block: &Block, other: &MovedBox) -> H::F {
    let zero = H::F::splat(0.0);
    let center = splat::<H::F>(&other.center);
    let [p, q, r] = &block.corners;
    let corners = [sub(load(p), center), sub(load(q), center), sub(load(r), center)];
    let mut squares = zero;
    for k in 0..3 {
        let axis = splat::<H::F>(&other.axes[k]);
        let along = [dot(axis, corners[0]), dot(axis, corners[1]), dot(axis, corners[2])];
        let beyond = min3(along).max(zero - max3(along));
        let excess = (beyond - H::F::splat(other.half[k])).max(zero);
        squares = excess.mul_add(excess, squares);
    }
    squares
}
