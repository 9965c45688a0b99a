//! The range of numbers that closecall computes with exactly.
//!
//! A coordinate is 0 or 2⁻²⁰⁰ ≤ |x| ≤ 2¹⁰⁰. Every such f64 is a multiple of 2⁻²⁵² (the last bit of
//! 2⁻²⁰⁰), and a carried coordinate (see [`crate::Pose::carry`]) is 0 or 2⁻²⁰⁰ ≤ |x| ≤ 2¹⁰³. So a
//! difference of two is an exact sum of two f64 that are multiples of 2⁻²⁵² and below 2¹⁰⁴, and a
//! determinant of three differences
//!
//! * is a sum of terms that are multiples of 2⁻⁷⁵⁶, far above the smallest f64 (2⁻¹⁰⁷⁴): no product
//!   in an exact expansion underflows, and so none loses a bit;
//! * is below 6·2³¹²: nothing overflows.

/// The largest magnitude of a coordinate or translation: 2¹⁰⁰.
pub const MAX_COORDINATE: f64 = (1u128 << 100) as f64;

/// The smallest magnitude of a coordinate or translation that is not zero: 2⁻²⁰⁰.
pub const MIN_COORDINATE: f64 = f64::from_bits((1023 - 200) << 52);

/// The largest magnitude of an angle of a turn, in radians: 2³⁰. At larger ones rounding would cost
/// more than sweeps tolerate by default.
pub const MAX_ANGLE: f64 = (1u64 << 30) as f64;

/// Is `x` a coordinate that the predicates can handle without overflow or underflow?
#[inline]
#[must_use]
pub fn is_coordinate(x: f64) -> bool {
    x == 0.0 || (MIN_COORDINATE..=MAX_COORDINATE).contains(&x.abs())
}

/// A point with a coordinate outside the range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "{axis} = {value:e}: a coordinate must be 0 or between {MIN_COORDINATE:e} and {MAX_COORDINATE:e} in magnitude"
)]
#[non_exhaustive]
pub struct PointError {
    /// `x`, `y` or `z`.
    pub axis: char,
    /// Its value.
    pub value: f64,
}

/// Are all coordinates of a point in the range?
///
/// # Errors
/// If one is not.
pub fn check_point(point: impl Into<[f64; 3]>) -> Result<(), PointError> {
    let bad =
        ['x', 'y', 'z'].into_iter().zip(point.into()).find(|&(_, value)| !is_coordinate(value));
    bad.map_or(Ok(()), |(axis, value)| Err(PointError { axis, value }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_the_powers_of_two_they_say() {
        // By doubling and halving: `powi` promises no exact powers.
        assert_eq!(MAX_COORDINATE, (0..100).fold(1.0, |x, _| x * 2.0));
        assert_eq!(MIN_COORDINATE, (0..200).fold(1.0, |x, _| x / 2.0));
    }

    #[test]
    fn only_the_stated_range_is_accepted() {
        for x in [0.0, -0.0, MIN_COORDINATE, -MAX_COORDINATE, 1.0] {
            assert!(is_coordinate(x), "{x}");
        }
        let too_small = MIN_COORDINATE.next_down();
        let too_large = MAX_COORDINATE.next_up();
        for x in [too_small, -too_small, too_large, -too_large, f64::NAN, f64::INFINITY] {
            assert!(!is_coordinate(x), "{x}");
        }
    }
}
