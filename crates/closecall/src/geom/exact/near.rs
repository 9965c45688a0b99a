//! A point and a triangle: between which numbers their distance lies, in plain floating point.
//!
//! The corners are seen from the point. Let R be their largest coordinate. [`closest`] gives a point
//! x of the triangle that is near the origin. However wrong it may be, it is a convex combination of
//! the corners up to rounding, so |x| is not below the distance; and along x the triangle is no
//! nearer than its corners. [`POINT_TO_TRIANGLE`] of R and 16 roundings cover both.

use crate::geom::{DVec3, Interval, Triangle};
use crate::rounding::exact::POINT_TO_TRIANGLE;
use crate::rounding::factor::{DOWN_16, UP_16};

/// The distance of a point from a closed triangle.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::near};
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let distance = near(DVec3::new(0.25, 0.25, 3.0), &floor);
/// assert!(distance.contains(3.0) && distance.width() < 1e-13);
/// ```
#[inline]
#[must_use]
pub fn near(point: DVec3, t: &Triangle) -> Interval {
    let seen = [t[0] - point, t[1] - point, t[2] - point];
    let reach = seen[0].abs().max(seen[1].abs()).max(seen[2].abs()).max_element();
    let (x, _) = closest(&seen);
    let length = x.length();
    let least = x.dot(seen[0]).min(x.dot(seen[1])).min(x.dot(seen[2]));
    let off = POINT_TO_TRIANGLE * reach;
    let high = length * UP_16 + off;
    let low = least / length * DOWN_16 - off;
    // Where the length is 0 the quotient is no number.
    Interval { lo: if low > 0.0 { low } else { 0.0 }, hi: high }
}

/// The part of a triangle that is nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// A corner.
    Corner(usize),
    /// The edge between two corners.
    Edge(usize, usize),
    /// The face.
    Face,
}

impl Place {
    /// Is a corner part of it?
    #[inline]
    pub(super) fn has(self, corner: usize) -> bool {
        match self {
            Self::Corner(i) => i == corner,
            Self::Edge(i, j) => i == corner || j == corner,
            Self::Face => true,
        }
    }
}

/// The point of a triangle that is nearest to the origin, as far as floating point can tell.
/// (Ericson 2005, §5.1.5)
#[inline]
pub(super) fn closest(&[a, b, c]: &Triangle) -> (DVec3, Place) {
    let (ab, ac) = (b - a, c - a);
    let (a_ab, a_ac) = (-ab.dot(a), -ac.dot(a));
    if a_ab <= 0.0 && a_ac <= 0.0 {
        return (a, Place::Corner(0));
    }
    let (b_ab, b_ac) = (-ab.dot(b), -ac.dot(b));
    if b_ab >= 0.0 && b_ac <= b_ab {
        return (b, Place::Corner(1));
    }
    let over_c = a_ab * b_ac - b_ab * a_ac;
    if over_c <= 0.0 && a_ab >= 0.0 && b_ab <= 0.0 {
        return (a + ab * share(a_ab, a_ab - b_ab), Place::Edge(0, 1));
    }
    let (c_ab, c_ac) = (-ab.dot(c), -ac.dot(c));
    if c_ac >= 0.0 && c_ab <= c_ac {
        return (c, Place::Corner(2));
    }
    let over_b = c_ab * a_ac - a_ab * c_ac;
    if over_b <= 0.0 && a_ac >= 0.0 && c_ac <= 0.0 {
        return (a + ac * share(a_ac, a_ac - c_ac), Place::Edge(0, 2));
    }
    let over_a = b_ab * c_ac - c_ab * b_ac;
    let (from_b, from_c) = (b_ac - b_ab, c_ab - c_ac);
    if over_a <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        return (b + (c - b) * share(from_b, from_b + from_c), Place::Edge(1, 2));
    }
    let sum = over_a + over_b + over_c;
    let to_b = share(over_b, sum);
    let to_c = share(over_c, sum).min(1.0 - to_b);
    (a + ab * to_b + ac * to_c, Place::Face)
}

/// A quotient, kept between 0 and 1; 0 where there is none.
#[inline]
fn share(over: f64, under: f64) -> f64 {
    if under > 0.0 { (over / under).clamp(0.0, 1.0) } else { 0.0 }
}
