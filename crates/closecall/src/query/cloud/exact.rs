//! Distances of points in integers, for those that f64 cannot tell apart; and intervals of them.

use super::Norm;
use crate::geom::Interval;
use crate::geom::exact::integer::{common_unit, integer};
use crate::rounding::U;
use crate::rounding::shape::CLOUD_UP;
use dashu_int::IBig;

/// The measure of the way from a point to another, exactly: the square of the distance, or the
/// distance, in units of a power of two that depends on all points given.
pub(super) fn measures<const D: usize>(norm: Norm, from: &[f64; D], to: &[&[f64; D]]) -> Vec<IBig> {
    let unit = common_unit(to.iter().flat_map(|p| p.iter()).chain(from).copied());
    let from = from.map(|x| integer(x, unit));
    to.iter().map(|p| measure(norm, &from, &p.map(|x| integer(x, unit)))).collect()
}

fn measure<const D: usize>(norm: Norm, p: &[IBig; D], q: &[IBig; D]) -> IBig {
    let differences = p.iter().zip(q).map(|(p, q)| p - q);
    match norm {
        Norm::Euclidean => differences.map(|x| &x * &x).fold(IBig::ZERO, |sum, x| sum + x),
        Norm::Largest => {
            differences.map(|x| if x < IBig::ZERO { -x } else { x }).max().unwrap_or(IBig::ZERO)
        }
    }
}

/// Around the distance of two points.
///
/// A difference rounds once. Largest: so does the result, if it is the rounding of a difference
/// that is not exact. Euclidean: a square carries 3 roundings, a sum of D of them D − 1 more, the
/// root half of these and one of its own: under D/2 + 3.
pub(super) fn interval<const D: usize>(norm: Norm, p: &[f64; D], q: &[f64; D]) -> Interval {
    let differences = p.iter().zip(q).map(|(p, q)| (p - q).abs());
    let (value, roundings) = match norm {
        Norm::Euclidean => (differences.map(|x| x * x).sum::<f64>().sqrt(), D as f64 * 0.5 + 3.0),
        Norm::Largest => (differences.fold(0.0, f64::max), 1.0),
    };
    let off = CLOUD_UP * roundings * U;
    let (low, high) = (value * (1.0 - off), value * (1.0 + off));
    Interval {
        lo: if value > 0.0 { low.next_down() } else { 0.0 },
        hi: if value > 0.0 { high.next_up() } else { 0.0 },
    }
}
