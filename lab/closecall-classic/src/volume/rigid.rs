//! One relative pose, and how much rounding it can hide: worked out once per query.

use crate::rounding::{DEVIATION, RIGID, RIGID_DEVIATION, RIGID_STRETCH};
use closecall::engine::{
    geom::{DMat3, DVec3, GlamPose as _},
    rounding::factor::UP_8,
};
use closecall::geom::range::MIN_COORDINATE;
use closecall::geom::{Clearance, Pose};
use closecall::lab::deviation_from_orthogonal;

/// How far the contents of a tree reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// No point is further from the frame's origin.
    pub reach: f64,
    /// No two points are further apart.
    pub diameter: f64,
}

impl Extent {
    /// The extent of a set of points.
    pub fn of(points: impl Iterator<Item = DVec3>) -> Self {
        let (mut low, mut high, mut reach) = (DVec3::INFINITY, DVec3::NEG_INFINITY, 0.0f64);
        for p in points {
            low = low.min(p);
            high = high.max(p);
            reach = reach.max(p.length());
        }
        Self { reach: reach * UP_8, diameter: (high - low).length() * UP_8 }
    }
}

/// The pose `a_from_b` and the slack beyond which a separation counts.
#[derive(Clone, Copy, Debug)]
pub struct Rigid {
    /// Carries directions of B into A's frame.
    pub rotation: DMat3,
    /// The position of B's origin in A's frame.
    pub translation: DVec3,
    /// A distance between projections counts only beyond this length, for axes no longer than
    /// [`Rigid::stretch`].
    pub slack: f64,
    /// The part of the slack that covers roundings: all of it but the clearance.
    pub rounding: f64,
    /// An upper bound of |R x| / |x|, and of its inverse.
    pub stretch: f64,
}

impl Rigid {
    /// The pose of a body B of extent `b` as seen from a body A of extent `a`.
    ///
    /// # Why the slack is enough
    ///
    /// Let S = reach(A) + reach(B) + |t|. Every centre, half side, radius, corner, vertex of a
    /// k-DOP (at most √3 reaches from the origin) and translation is at most 2S long, and u = 2⁻⁵³.
    /// For an axis L with |L| ≤ 1 (up to `stretch`) a volume test compares |L·(c_b′−c_a)| with the
    /// sum of the two projected radii. Between that comparison in f64 and the same for the
    /// *carried* corners in exact arithmetic lie:
    ///
    /// 1. the carry of B's corners: 4 roundings a component, each at most u·2S: √3·8uS in length;
    /// 2. the carry of the centre and of the axes (or points) of B's volume, likewise: √3·8uS for
    ///    the centre, and for three axes of half sides h_j ≤ S an error of √3·4u each: √3·12uS; and
    ///    the centre and half sides of a box that are worked out from its bounds: 2 roundings each,
    ///    under 8uS;
    /// 3. the difference of centres (u·4S a component) and its product with L: γ₃·√3·4S, together
    ///    under 40uS;
    /// 4. the entries L·b_j′ (γ₃ each, weighted by h_j ≤ S) and the sums of up to 6 radii: (3·3 +
    ///    6·6)·uS·√3 < 80uS;
    /// 5. stored axes that are orthonormal only up to 16u an entry ([`super::obb`]): projecting a
    ///    box on an axis of its own frame ignores up to 16u·Σh, and a corner's coordinates in that
    ///    frame may exceed h by as much: 2·3·16u·S·2 = 192uS;
    /// 6. R that is orthogonal only up to δ = max|RᵀR−I|: a box of B projected on its own moved
    ///    axes, or on a product of one of them with an axis of A, is off by at most 3δ + O(δ²)
    ///    times the sum of its half sides, which is at most √3 times its diameter, and boxes of B
    ///    are no larger than √3 diameters of B: under 3·3·δ·diameter(B), taken twice for the
    ///    products;
    /// 7. spheres: the radius of B grows with `stretch`, so 6 does not apply; the difference of the
    ///    centres, its length and the sum of the radii are off by under 40uS, which stands in the
    ///    place of 3 and 4;
    /// 8. k-DOPs, whose normals n we take as L = n/|n|: the carry of their points is linear, so
    ///    neither 5 nor 6 applies; the sum of three coordinates up to 2S, two roundings, under
    ///    12uS; or, from the hull, the box or along the closure, the normal as B sees it, Rᵀn, off
    ///    by 6u|n| and multiplied with points up to 2S on both sides, the product itself and its
    ///    sum with n·t: under 60uS. The points themselves are off by their own blur
    ///    ([`super::kdop`]), and the step outward by slack and blur is rounded once: 2uS;
    /// 9. triangles that stick out of the volumes of their rounded pieces (`tree::build::skinny`):
    ///    32uS;
    /// 10. the flush of carried coordinates under 2⁻²⁰⁰: √3·2⁻²⁰⁰; products that underflow are far
    ///     smaller.
    ///
    /// The terms in u sum to under 440uS; we take 1024uS, so that the roundings of this very
    /// computation are covered too.
    #[must_use]
    pub fn new(a_from_b: &Pose, a: Extent, b: Extent) -> Self {
        let rotation = a_from_b.matrix();
        let translation = a_from_b.shift();
        let deviation = deviation_from_orthogonal(&rotation) + DEVIATION;
        let sum = a.reach + b.reach + translation.length();
        let slack = RIGID * sum + RIGID_DEVIATION * deviation * b.diameter + 4.0 * MIN_COORDINATE;
        // |Rx|² = xᵀRᵀRx differs from |x|² by at most 3δ|x|².
        Self {
            rotation,
            translation,
            slack,
            rounding: slack,
            stretch: 1.0 + 3.0 * deviation + RIGID_STRETCH,
        }
    }

    /// The same pose with a clearance in its slack: what is told apart is then apart by more than
    /// the clearance, and a gap is what is left beyond it. (Klosowski's buffered hierarchy, 1998,
    /// §5.1, without touching the volumes.)
    ///
    /// A distance `d` between contents shows as at most `d`·|L| along an axis L, and axes are no
    /// longer than `stretch`.
    #[must_use]
    pub fn with_clearance(self, clearance: Clearance) -> Self {
        Self { slack: self.slack + clearance.distance() * (self.stretch * UP_8), ..self }
    }

    /// Carries a point of B into A's frame, up to roundings that the slack covers.
    #[inline]
    #[must_use]
    pub fn carry(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }
}
