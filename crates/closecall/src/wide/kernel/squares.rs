//! Lower bounds of squared distances, for a walk that looks for what is nearest.
//!
//! Along three perpendicular axes gaps add up as squares: in the frame of either box, what lies beyond it is at least √Σ excess² away. That costs no more than the
//! largest gap, and rules out 3 to 9 times as much where distances are longer than boxes. Slacks are as for contact; what is rounded in proportion to
//! the distance itself (axes are perpendicular and of length 1 up to 18ε, and [`crate::wide::relation`], "Margins") is below 100ε of it, for which the limit pays.

use super::boxes::{Keep, NodeVsBox};
use super::{V3, dot, load, max3, min3, splat, sub};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::tree::Block;

/// The sums of squares in the frames of the node's boxes and of the other box.
struct Squares<F> {
    own: F,
    other: F,
}

impl<F: F32x8> Keep<F> for Squares<F> {
    #[inline(always)]
    fn own(&mut self, _: V3<F>, along: F, reach: F) {
        let excess = (along.abs() - reach).max(F::splat(0.0));
        self.own = excess.mul_add(excess, self.own);
    }

    #[inline(always)]
    fn other(&mut self, _: V3<F>, along: F, reach: F) {
        let excess = (along.abs() - reach).max(F::splat(0.0));
        self.other = excess.mul_add(excess, self.other);
    }
}

impl NodeVsBox<'_> {
    /// Of eight boxes and the other.
    #[inline(always)]
    pub(in crate::wide) fn squares<H: Hardware>(self) -> H::F {
        let mut squares = Squares { own: H::F::splat(0.0), other: H::F::splat(0.0) };
        self.face_axes(&mut squares);
        squares.own.max(squares.other)
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
