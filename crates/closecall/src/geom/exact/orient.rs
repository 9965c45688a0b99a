//! On which side of a plane, or of a projected line, does a point lie: the exact signs that
//! everything else rests on.
//!
//! The arithmetic is Shewchuk's ("Adaptive Precision Floating-Point Arithmetic", 1997) as the crate
//! `robust` has it: the sign is exact provided that no operation overflows or underflows. In our
//! range none does. A coordinate is a multiple of 2⁻²⁵² and at most 2¹⁰³, and so are the
//! differences and their roundoff tails (at most 2¹⁰⁴). Then every term of an expansion, every half
//! of a split factor and every roundoff of a product of three is a multiple of 2⁻⁷⁵⁶ and below 2³²⁰
//! even after the multiplication by 2²⁷ + 1 that splits it. The smallest adaptive bound, 26ε² times
//! such a term, is above 2⁻⁸⁶⁰. f64 reaches from 2⁻¹⁰⁷⁴ to 2¹⁰²³.

use crate::geom::DVec3;
use robust::{Coord, Coord3D};

/// A number with the exact sign of the determinant (b−a)×(c−a)·(d−a): positive where `d` is on the
/// side from which a, b, c run counterclockwise, 0 where the four points lie in a plane. Its
/// magnitude is only an estimate.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::orient3d};
/// let [a, b, c] = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// assert!(orient3d(a, b, c, DVec3::Z) > 0.0);
/// assert!(orient3d(a, b, c, -1e-30 * DVec3::Z) < 0.0);
/// assert_eq!(orient3d(a, b, c, DVec3::new(0.1, 0.7, 0.0)), 0.0);
/// ```
#[must_use]
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|p| Coord3D { x: p.x, y: p.y, z: p.z });
    // `robust` counts the other way round.
    -robust::orient3d(a, b, c, d)
}

/// One of the three projections along a coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Along {
    X,
    Y,
    Z,
}

impl Along {
    pub(super) const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// The two coordinates that remain, in cyclic order, so that orientation follows the right-hand
    /// rule about the axis.
    #[inline]
    pub(super) fn project(self, p: DVec3) -> [f64; 2] {
        match self {
            Self::X => [p.y, p.z],
            Self::Y => [p.z, p.x],
            Self::Z => [p.x, p.y],
        }
    }

    /// A number with the exact sign of (b−a)×(c−a) along the axis: positive where the projected
    /// corners run counterclockwise, 0 where they lie on a line.
    pub(super) fn orient(self, a: DVec3, b: DVec3, c: DVec3) -> f64 {
        let [a, b, c] = [a, b, c].map(|p| self.project(p)).map(|[x, y]| Coord { x, y });
        robust::orient2d(a, b, c)
    }
}

/// Do the three points lie on one line? Decided exactly.
#[must_use]
pub fn collinear(a: DVec3, b: DVec3, c: DVec3) -> bool {
    Along::ALL.iter().all(|along| along.orient(a, b, c) == 0.0)
}
