//! When do two triangles first meet whose corners move along straight lines? A triangle may be an
//! edge or a point, so that this is also the test of a vertex against a face and of an edge against
//! an edge of deforming meshes.
//!
//! **Method.** At a time s the nearest points of the two give a direction n. Along n the two are
//! apart as long as every corner of the first is beyond every corner of the second. Each of these
//! heights is linear in time, so the last moment s' to which all of them stay positive is known in
//! closed form, and nothing meets from s to s'. The search goes on at s'. Near a meeting this is
//! Newton's method, and it needs few steps; along a surface at a constant distance one direction
//! serves for the whole way.
//!
//! If two bodies turn together, a fixed direction is soon wrong. So a face's normal, or what is
//! square to two edges, is also tried as it turns with them: n(t) = e(t) × f(t). Heights along it
//! are polynomials of the third degree, above the lower hull of their four Bernstein coefficients.
//! If corners come close to corners, and rounding spoils the direction, all normals and all
//! products of edges are tried.
//!
//! **Rounding.** Let M be the largest coordinate of all corners relative to the first one's start.
//! The distance at s is that of two points of the triangles, off by [`STRAIGHT_POINTS`] of M.
//! `along` and `turning` say when heights are certain.

mod along;
mod features;
mod turning;

use super::exact::meet;
use super::exact::nearest::nearest;
use super::range::{PointError, check_point};
use super::{DVec3, Triangle};
use crate::Answer;
use crate::geom::vectors::vector;
use crate::rounding::exact::STRAIGHT_POINTS;
use crate::rounding::factor::UP_4;
use along::{apart_along_any, apart_until, direction};
use turning::apart_turning;

/// Up to three corners that move along straight lines, each at its own constant speed, from time 0
/// to time 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straight {
    from: Triangle,
    to: Triangle,
}

impl Straight {
    /// A point.
    ///
    /// # Errors
    /// If a coordinate is out of [range](super::range).
    pub fn point(from: impl Into<[f64; 3]>, to: impl Into<[f64; 3]>) -> Result<Self, PointError> {
        let from = vector(from);
        let to = vector(to);
        Self::triangle([from; 3], [to; 3])
    }

    /// An edge, from its first end to its second.
    ///
    /// # Errors
    /// If a coordinate is out of [range](super::range).
    pub fn edge(
        from: [impl Into<[f64; 3]>; 2],
        to: [impl Into<[f64; 3]>; 2],
    ) -> Result<Self, PointError> {
        let ([a, b], [a_to, b_to]) = (from.map(vector), to.map(vector));
        Self::triangle([a, b, b], [a_to, b_to, b_to])
    }

    /// A triangle.
    ///
    /// # Errors
    /// If a coordinate is out of [range](super::range).
    pub fn triangle(
        from: [impl Into<[f64; 3]>; 3],
        to: [impl Into<[f64; 3]>; 3],
    ) -> Result<Self, PointError> {
        let (from, to) = (from.map(vector), to.map(vector));
        from.iter().chain(&to).try_for_each(|&corner| check_point(corner))?;
        Ok(Self { from, to })
    }

    /// Its place at a time, relative to a point.
    fn at(&self, time: f64, origin: DVec3) -> Triangle {
        std::array::from_fn(|i| {
            (self.from[i] - origin) * (1.0 - time) + (self.to[i] - origin) * time
        })
    }

    /// The heights of its corners at both ends, relative to a point.
    fn heights(&self, n: DVec3, origin: DVec3) -> [[f64; 3]; 2] {
        [
            self.from.map(|corner| n.dot(corner - origin)),
            self.to.map(|corner| n.dot(corner - origin)),
        ]
    }

    /// The largest coordinate relative to a point.
    fn reach(&self, origin: DVec3) -> f64 {
        self.from
            .iter()
            .chain(&self.to)
            .fold(0.0, |reach, &corner| (corner - origin).abs().max_element().max(reach))
    }
}

/// The state of a search: the time, the point that corners are relative to, and M.
#[derive(Clone, Copy)]
struct Stage {
    time: f64,
    origin: DVec3,
    reach: f64,
}

/// The accuracy, and the limit on the work.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct StraightLimits {
    /// The distance below which bodies count as meeting. Nothing is decided below about 1e-13 of the
    /// extent.
    pub tolerance: f64,
    /// The number of directions that are tried.
    pub steps: u32,
}

impl StraightLimits {
    /// Says how near counts as a meeting, and how many directions are tried.
    #[must_use]
    pub const fn new(tolerance: f64, steps: u32) -> Self {
        Self { tolerance, steps }
    }
}

/// When two moving bodies come as near as the tolerance, for the first time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Close {
    /// They do not meet before this time.
    pub time: f64,
    /// Not below their distance at this time, and within the tolerance.
    pub distance: f64,
}

/// When do two bodies whose corners move straight first meet, from time 0 to time 1? An undecided
/// answer has the time before which they do not: the steps were used up, or rounding forbids more.
///
/// ```
/// use closecall::Answer;
/// use closecall::geom::straight::{Close, Straight, StraightLimits, first_meeting};
///
/// // A point falls through a triangle, half way.
/// let point = Straight::point([0.25, 0.25, 1.0], [0.25, 0.25, -1.0])?;
/// let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let face = Straight::triangle(corners, corners)?;
/// let limits = StraightLimits::new(1e-9, 1000);
/// let Answer::Touching(Close { time, .. }) = first_meeting(&point, &face, &limits) else { panic!("it does meet") };
/// assert!((time - 0.5).abs() < 1e-9);
///
/// // Beside it, it does not.
/// let point = Straight::point([0.75, 0.75, 1.0], [0.75, 0.75, -1.0])?;
/// assert_eq!(first_meeting(&point, &face, &limits), Answer::Clear);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn first_meeting(a: &Straight, b: &Straight, limits: &StraightLimits) -> Answer<Close, f64> {
    let origin = a.from[0];
    let reach = a.reach(origin).max(b.reach(origin));
    let mut time = 0.0;
    for _ in 0..limits.steps {
        let now = [a.at(time, origin), b.at(time, origin)];
        let found = nearest(&now[0], &now[1]);
        let distance = found.a.distance(found.b) * UP_4 + STRAIGHT_POINTS * reach;
        if distance <= limits.tolerance {
            return Answer::Touching(Close { time, distance });
        }
        let stage = Stage { time, origin, reach };
        let until = apart_until(a, b, direction(&found, &now), stage).unwrap_or(time);
        let until = until.max(apart_turning(a, b, &found, stage));
        let until = if until > time { until } else { apart_along_any(a, b, &found, stage) };
        if until >= 1.0 {
            return Answer::Clear;
        }
        if until <= time {
            // The nearest points say nothing of bodies that cross. Later they cannot without having
            // come close before.
            let cross = time == 0.0 && meet(&a.from, &b.from).meets;
            return if cross {
                Answer::Touching(Close { time, distance: 0.0 })
            } else {
                Answer::Undecided(time)
            };
        }
        time = until;
    }
    Answer::Undecided(time)
}
