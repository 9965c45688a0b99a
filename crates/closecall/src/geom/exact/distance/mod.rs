//! The distance of two triangles. An interval that is certain to hold the distance, and a point of
//! each where it is attained.
//!
//! A point and a triangle are a case of their own (`point`). Otherwise there are
//! three steps, each only where the one before cannot tell: [`nearest()`] guesses which parts are
//! nearest, in plain floating point; `sharp` works on with twice the digits, and bounds its
//! rounding; `attained` computes the squared distance as a quotient of integers. The interval is
//! one ulp wide, or two, or it is one number.

mod along;
mod attained;
mod double;
mod point;
mod root;
mod sharp;

use super::meet::meet;
use super::nearest::{Nearest, nearest};
use super::shared::{Shared, shared};
use super::within::{lower_bound, upper_bound};
use crate::geom::{DVec3, Interval, Triangle};
pub(crate) use along::GapAlong;
pub(crate) use point::FromPoint;
pub(crate) use root::quotient;

/// The distance of two triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleDistance {
    /// The distance: `hi` is at most two ulps above `lo`. Both are 0 if they meet, and `lo` only
    /// then.
    pub distance: Interval,
    /// A point of the first triangle, at this distance from the second; every coordinate is off by
    /// at most 2⁻⁵² of the largest coordinate of the six corners, and 2⁻²⁰⁰.
    pub point_a: DVec3,
    /// A point of the second, likewise.
    pub point_b: DVec3,
}

/// The distance of two closed triangles; one without area is the segment or point it is. 0 if and
/// only if they meet.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::distance};
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let lifted = [DVec3::new(0.25, 0.25, 3.0), DVec3::new(0.25, 1.25, 4.0), DVec3::new(2.25, 0.0, 9.0)];
/// let found = distance(&floor, &lifted);
/// assert!(found.distance.contains(3.0));
/// assert_eq!((found.point_a, found.point_b), (DVec3::new(0.25, 0.25, 0.0), lifted[0]));
/// assert_eq!(distance(&floor, &floor.map(|p| p + DVec3::X)).distance.hi, 0.0);
/// ```
#[must_use]
pub fn distance(a: &Triangle, b: &Triangle) -> TriangleDistance {
    of_point(a, b).unwrap_or_else(|| {
        let guess = Guess::of(a, b);
        guess.settled(a, b, guess.lower_bound())
    })
}

/// The distance where one of the two is a point, if `point` knows it.
fn of_point(a: &Triangle, b: &Triangle) -> Option<TriangleDistance> {
    let is_point = |t: &Triangle| t[0] == t[1] && t[0] == t[2];
    if is_point(a) {
        return FromPoint::new(a[0]).sharp(b);
    }
    let TriangleDistance { distance, point_a, point_b } =
        is_point(b).then(|| FromPoint::new(b[0]).sharp(a))??;
    Some(TriangleDistance { distance, point_a: point_b, point_b: point_a })
}

/// The distance of two triangles, unless it is above a limit: `None` is proof of that, and comes
/// sooner.
#[must_use]
pub fn distance_up_to(a: &Triangle, b: &Triangle, limit: f64) -> Option<TriangleDistance> {
    let guess = Guess::of(a, b);
    let least = guess.lower_bound();
    if least > limit {
        return None;
    }
    let found = of_point(a, b).unwrap_or_else(|| guess.settled(a, b, least));
    (found.distance.lo <= limit).then_some(found)
}

/// The answer of floating point alone: an interval that holds the distance, wider by far than
/// [`distance`]'s where the triangles nearly touch, and from 0 where they cross; the points are of
/// the triangles and no further apart than `hi`, up to rounding.
pub(crate) fn roughly(a: &Triangle, b: &Triangle) -> TriangleDistance {
    let guess = Guess::of(a, b);
    let [point_a, point_b] = [guess.nearest.a, guess.nearest.b].map(|point| point + a[0]);
    let hi = upper_bound(&guess.nearest, guess.reach());
    TriangleDistance {
        distance: Interval { lo: guess.lower_bound().max(0.0), hi },
        point_a,
        point_b,
    }
}

/// The answer of floating point, the first corner of A being the origin.
struct Guess {
    a: Triangle,
    b: Triangle,
    nearest: Nearest,
}

impl Guess {
    fn of(a: &Triangle, b: &Triangle) -> Self {
        let [local_a, local_b] = [a, b].map(|t| t.map(|p| p - a[0]));
        Self { a: local_a, b: local_b, nearest: nearest(&local_a, &local_b) }
    }

    /// The largest coordinate.
    fn reach(&self) -> f64 {
        self.a.iter().chain(&self.b).fold(DVec3::ZERO, |reach, p| reach.max(p.abs())).max_element()
    }

    fn lower_bound(&self) -> f64 {
        lower_bound(&self.nearest, &self.a, &self.b, self.reach())
    }

    /// The certain answer, given that the distance is at least `least`.
    fn settled(&self, a: &Triangle, b: &Triangle, least: f64) -> TriangleDistance {
        if least <= 0.0 && meet(a, b).meets {
            return touching(a, b);
        }
        sharp::distance(a, b, &self.nearest)
            .unwrap_or_else(|| attained::distance(a, b, &self.nearest))
    }
}

fn touching(a: &Triangle, b: &Triangle) -> TriangleDistance {
    let point = match shared(a, b) {
        Shared::Point(point) => point,
        Shared::Segment([p, _]) => p,
        Shared::Polygon(polygon) => polygon.corners()[0],
        Shared::None => unreachable!("triangles that meet share a point"),
    };
    TriangleDistance { distance: Interval::exactly(0.0), point_a: point, point_b: point }
}
