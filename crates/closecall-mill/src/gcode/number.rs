//! The numbers that places are made of: finite, at most [`LARGEST`], and 0 instead of next to it.

use glam::DVec3;

/// The largest number a word may have, and the largest coordinate of a place.
pub(super) const LARGEST: f64 = 1e9;

/// Takes a place in.
pub(crate) fn vector(place: impl Into<[f64; 3]>) -> DVec3 {
    DVec3::from_array(place.into())
}

/// A number, or 0 if it is so small that no machine knows it and exact computation ends.
pub(crate) fn flushed(number: f64) -> f64 {
    if number.abs() < 1e-30 { 0.0 } else { number }
}

/// Whether all coordinates of a place are in range; NaN is not.
pub(crate) fn is_in_range(place: DVec3) -> bool {
    place.to_array().iter().all(|x| x.abs() <= LARGEST)
}
