//! Oriented boxes: the axis is kept in B's frame and turns with B, so that B's box stays where it
//! was along it. Of both boxes only A's is looked at. (Tropp et al. 2006, §4.3 "OBB")
//!
//! ```text
//!     A            gap           B            L points from A to B, |L| = 1
//!  ───────┤ ├────────────────┤ ├──────▶ L     near end of B  = L·C′ + b_near
//!         far end of A        near end of B   far end of A   = L·c_a + Σ hᵢ |aᵢ·L|
//! ```
//!
//! C is the [`View::pivot`], and b_near = L·(c_b − C) − Σ hⱼ |bⱼ·L| in B's frame is the same at
//! every pose. With it A's far end is kept, and holds as long as the rotation is bitwise the same:
//! then only L·C′ has changed, by L·Δt (eq. 13, whose T goes from A to B here).
//!
//! Most separations are forgotten before their axis is tried, so a test leaves no more than the
//! number of its axis. L and b_near are worked out when the axis is tried for the first time, from
//! the boxes as they stand then: any axis may be tried.
//!
//! # Rounding
//!
//! The terms are those of [`Rigid::new`], with the axis carried in the place of B's axes: a carried
//! corner and the pivot √3·8uS each, RᵀC′ and its product with L 30uS, the axis L in A's frame
//! times c_a and the sum of A's half sides 24uS, the products and sums of both radii 80uS, L·(c_b −
//! C) 40uS, the sums 20uS, stored axes that are orthonormal up to 16u an entry 192uS: under 440uS
//! of the 1024uS of the slack. R that is orthogonal up to δ turns a point p of B as seen from C by
//! at most 3δ|p − C|, which is under the 18δ·diameter(B) that the slack has.
//!
//! [`Rigid::new`]: crate::volume::Rigid::new

use super::{Recall, View};
use crate::volume::sat::{BoxAxis, Sat6, Sat15};
use crate::volume::{Obb, Separation};
use closecall::engine::{geom::DVec3, rounding::shape::AXES_UP};

/// In the place of an axis' number: it was worked out.
const WORKED_OUT: BoxAxis = BoxAxis::MAX;

/// An axis that told two oriented boxes apart.
#[derive(Clone, Copy, Debug)]
pub struct KeptAxis {
    /// The axis of the test, until it is worked out.
    found: BoxAxis,
    /// The axis in B's frame, from A to B.
    axis: DVec3,
    /// How far B's near end is from the pivot along the axis; negative on A's side.
    b_near: f64,
    /// A's far end along the axis, from A's origin.
    a_far: f64,
    /// The epoch of the rotation that `a_far` belongs to.
    epoch: u32,
}

/// An axis of no length, which tells nothing apart.
impl Default for KeptAxis {
    fn default() -> Self {
        let axis = DVec3::ZERO;
        Self { found: WORKED_OUT, axis, b_near: 0.0, a_far: 0.0, epoch: 0 }
    }
}

impl KeptAxis {
    fn worked_out(a: &Obb, b: &Obb, view: &View, axis: BoxAxis) -> Self {
        let b_from_a = view.rigid.rotation.transpose();
        let axis = axis as usize;
        let axis = match axis {
            0..3 => b_from_a * a.axes.col(axis),
            3..6 => b.axes.col(axis - 3),
            _ => (b_from_a * a.axes.col((axis - 6) / 3))
                .cross(b.axes.col((axis - 6) % 3))
                .normalize_or_zero(),
        };
        let b_center = b.center - view.pivot;
        let (axis_in_a, to_b) = (view.rigid.rotation * axis, axis.dot(b_center));
        let (to_a, reach) = (axis_in_a.dot(a.center), a_reach(a, axis_in_a));
        let between = axis.dot(view.pivot_along_b) + to_b - to_a;
        let sign = if between < 0.0 { -1.0 } else { 1.0 };
        let b_near = sign * to_b - (b.axes.transpose() * axis).abs().dot(b.half);
        let (axis, a_far) = (sign * axis, sign * to_a + reach);
        Self { found: WORKED_OUT, axis, b_near, a_far, epoch: view.epoch }
    }

    /// Any axis may be tried: the gap is worked out from the boxes as they are now.
    #[inline]
    fn still_apart(&mut self, a: &Obb, b: &Obb, view: &View) -> Option<f64> {
        if self.found != WORKED_OUT {
            *self = Self::worked_out(a, b, view, self.found);
        } else if self.epoch != view.epoch {
            self.a_far = far_end(a, self.axis, view);
            self.epoch = view.epoch;
        }
        let beyond =
            self.axis.dot(view.pivot_along_b) + self.b_near - self.a_far - view.rigid.slack;
        (beyond > 0.0).then_some(beyond / AXES_UP)
    }
}

/// How far a box of A reaches along an axis of B's frame, from A's origin.
#[inline]
fn far_end(a: &Obb, axis_in_b: DVec3, view: &View) -> f64 {
    let axis = view.rigid.rotation * axis_in_b;
    axis.dot(a.center) + a_reach(a, axis)
}

/// How far a box reaches along an axis, from its centre.
#[inline]
fn a_reach(a: &Obb, axis: DVec3) -> f64 {
    (a.axes.transpose() * axis).abs().dot(a.half)
}

macro_rules! kept_axis {
    ($test:ty) => {
        impl Recall<Obb> for $test {
            type Kept = KeptAxis;

            #[inline]
            fn keep(
                &self,
                _: &Obb,
                _: &Obb,
                _: &View,
                separation: &Separation<BoxAxis>,
            ) -> KeptAxis {
                KeptAxis { found: separation.axis, ..KeptAxis::default() }
            }

            #[inline]
            fn still_apart(
                &self,
                a: &Obb,
                b: &Obb,
                view: &View,
                kept: &mut KeptAxis,
            ) -> Option<f64> {
                kept.still_apart(a, b, view)
            }
        }
    };
}

kept_axis!(Sat6);
kept_axis!(Sat15);
