//! The distance below which two bodies count as in contact: a tolerance that the user asks for.

use super::range::{MAX_COORDINATE, MIN_COORDINATE, is_coordinate};

/// A distance at or below which triangles count as touching; 0 asks for true contact.
///
/// It is 0 or in the range of coordinates ([`crate::geom::range`]), so that exact comparisons with
/// it are possible.
///
/// ```
/// use closecall::geom::Clearance;
/// assert_eq!(Clearance::new(0.5)?.distance(), 0.5);
/// assert!(Clearance::new(-1.0).is_err());
/// # Ok::<(), closecall::geom::ClearanceError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Clearance(f64);

/// It is never NaN.
impl Eq for Clearance {}

/// Why a clearance was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "the clearance is {0:e}, but must be 0 or between {MIN_COORDINATE:e} and {MAX_COORDINATE:e}"
)]
#[non_exhaustive]
pub struct ClearanceError(pub f64);

impl Clearance {
    /// Only true contact counts.
    pub const NONE: Self = Self(0.0);

    /// Checks and takes a distance.
    pub fn new(distance: f64) -> Result<Self, ClearanceError> {
        if is_coordinate(distance) && distance >= 0.0 {
            Ok(Self(distance))
        } else {
            Err(ClearanceError(distance))
        }
    }

    /// The distance.
    #[inline]
    #[must_use]
    pub fn distance(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_distances_in_range_are_taken() {
        for distance in [0.0, -0.0, 1.0, MIN_COORDINATE, MAX_COORDINATE] {
            assert_eq!(Clearance::new(distance), Ok(Clearance(distance)));
        }
        for distance in [-1.0, f64::INFINITY, MIN_COORDINATE.next_down(), MAX_COORDINATE.next_up()]
        {
            assert_eq!(Clearance::new(distance), Err(ClearanceError(distance)));
        }
        assert!(Clearance::new(f64::NAN).is_err());
    }
}
