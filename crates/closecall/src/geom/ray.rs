//! Rays and segments, checked at the door.

use super::DVec3;
use super::range::{MAX_COORDINATE, MIN_COORDINATE, is_coordinate};
use crate::geom::vectors::vector;

/// A ray from a point on, or a segment from one point to another. Both are closed: their ends
/// belong to them.
///
/// Its points are origin + t·direction: t ≥ 0 for a ray, 0 ≤ t ≤ 1 for a segment, whose direction
/// is the exact difference of its ends.
///
/// ```
/// use closecall::geom::Ray;
/// let ray = Ray::new([0.0; 3], [0.0, 0.0, 2.0])?;
/// assert_eq!(ray.at(1.5), [0.0, 0.0, 3.0]);
/// assert!(Ray::new([0.0; 3], [0.0; 3]).is_err());
/// # Ok::<(), closecall::geom::RayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub(crate) origin: DVec3,
    /// Exact for a ray, rounded for a segment.
    pub(crate) direction: DVec3,
    pub(crate) end: Option<DVec3>,
    /// The exact point at t = 1, where an f64 can hold it.
    pub(crate) through: Option<DVec3>,
}

/// Why a ray was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RayError {
    /// A number outside the range of exact computation.
    #[error(
        "{name} is {value:e}: it must be 0 or between {MIN_COORDINATE:e} and {MAX_COORDINATE:e} in magnitude"
    )]
    OutOfRange {
        /// The name of the number: `origin x`, `direction z`, `end y`…
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// The direction is 0.
    #[error("the direction of the ray is 0")]
    NoDirection,
}

impl Ray {
    /// The ray from `origin` along `direction`, which may have any length but 0.
    pub fn new(
        origin: impl Into<[f64; 3]>,
        direction: impl Into<[f64; 3]>,
    ) -> Result<Self, RayError> {
        let origin = vector(origin);
        let direction = vector(direction);
        check(["origin x", "origin y", "origin z"], origin)?;
        check(["direction x", "direction y", "direction z"], direction)?;
        if direction == DVec3::ZERO {
            return Err(RayError::NoDirection);
        }
        let sum = origin + direction;
        // Knuth's sum loses nothing here: the parts are multiples of 2⁻²⁵² and at most 2¹⁰⁰.
        let part = sum - origin;
        let lost = (origin - (sum - part)) + (direction - part);
        Ok(Self { origin, direction, end: None, through: (lost == DVec3::ZERO).then_some(sum) })
    }

    /// The segment from one point to another; they may be the same.
    pub fn segment(from: impl Into<[f64; 3]>, to: impl Into<[f64; 3]>) -> Result<Self, RayError> {
        let from = vector(from);
        let to = vector(to);
        check(["origin x", "origin y", "origin z"], from)?;
        check(["end x", "end y", "end z"], to)?;
        Ok(Self { origin: from, direction: to - from, end: Some(to), through: Some(to) })
    }

    /// Its beginning.
    #[must_use]
    pub fn origin(&self) -> [f64; 3] {
        self.origin.into()
    }

    /// Its direction; of a segment the rounded difference of its ends.
    #[must_use]
    pub fn direction(&self) -> [f64; 3] {
        self.direction.into()
    }

    /// The end of a segment; none for a ray.
    #[must_use]
    pub fn end(&self) -> Option<[f64; 3]> {
        self.end.map(Into::into)
    }

    /// The point at a parameter, rounded.
    #[must_use]
    pub fn at(&self, t: f64) -> [f64; 3] {
        (self.origin + self.direction * t).into()
    }
}

fn check(names: [&'static str; 3], v: DVec3) -> Result<(), RayError> {
    let bad = names.into_iter().zip(v.to_array()).find(|&(_, value)| !is_coordinate(value));
    bad.map_or(Ok(()), |(name, value)| Err(RayError::OutOfRange { name, value }))
}
