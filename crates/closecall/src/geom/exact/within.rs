//! The question with a tolerance: are two triangles no further apart than a distance?
//!
//! # The filter
//!
//! [`nearest()`] guesses a point of each triangle. Their distance is not below that of the
//! triangles, and along the line between them the triangles are not nearer than their projections.
//! So two comparisons can settle the question, however the points were found, if they allow for
//! rounding: [`NEAREST_POINTS`] of R, the largest coordinate of the corners as seen from the first of
//! them, and 16 roundings of the distance. No operation overflows, and what underflows is far below
//! a rounding of R.

use super::features;
use super::meet::{MeetVerdict, meet};
use super::nearest::{Nearest, nearest};
use crate::geom::{Clearance, DVec3, Triangle};
use crate::rounding::exact::NEAREST_POINTS;
use crate::rounding::factor::{DOWN_16, UP_16};

/// Is the distance of two closed triangles at most the clearance? Exact; a triangle without area is
/// the segment or point it is. With no clearance this is [`meet`].
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::within};
/// use closecall::geom::Clearance;
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let lifted = floor.map(|p| p + 5.0 * DVec3::Z);
/// assert!(within(&floor, &lifted, Clearance::new(5.0)?).meets);
/// assert!(!within(&floor, &lifted, Clearance::new(5.0f64.next_down())?).meets);
/// # Ok::<(), closecall::geom::ClearanceError>(())
/// ```
#[inline]
#[must_use]
pub fn within(a: &Triangle, b: &Triangle, clearance: Clearance) -> MeetVerdict {
    if clearance == Clearance::NONE {
        meet(a, b)
    } else {
        within_distance(a, b, clearance.distance())
    }
}

fn within_distance(a: &Triangle, b: &Triangle, distance: f64) -> MeetVerdict {
    let [local_a, local_b] = [a, b].map(|t| t.map(|p| p - a[0]));
    let reach = local_a
        .iter()
        .chain(&local_b)
        .fold(DVec3::ZERO, |reach, p| reach.max(p.abs()))
        .max_element();
    let guess = nearest(&local_a, &local_b);
    if surely_within(&guess, reach, distance) {
        return MeetVerdict { meets: true, exact: false };
    }
    if surely_beyond(&guess, &local_a, &local_b, reach, distance) {
        return MeetVerdict { meets: false, exact: false };
    }
    let verdict = meet(a, b);
    if verdict.meets {
        return verdict;
    }
    MeetVerdict { meets: features::within(a, b, distance, guess.feature), exact: true }
}

/// Are the guessed points near enough to prove it?
fn surely_within(guess: &Nearest, reach: f64, distance: f64) -> bool {
    upper_bound(guess, reach) <= distance
}

/// An upper bound of the distance.
pub(super) fn upper_bound(guess: &Nearest, reach: f64) -> f64 {
    guess.a.distance(guess.b) * UP_16 + NEAREST_POINTS * reach
}

/// Are the triangles far enough apart along the line between the guessed points?
fn surely_beyond(guess: &Nearest, a: &Triangle, b: &Triangle, reach: f64, distance: f64) -> bool {
    let (gap, length) = gap(guess, a, b);
    gap > length * (distance * UP_16 + NEAREST_POINTS * reach)
}

/// A lower bound of the distance, by the same bounds; it may be negative.
pub(super) fn lower_bound(guess: &Nearest, a: &Triangle, b: &Triangle, reach: f64) -> f64 {
    let (gap, length) = gap(guess, a, b);
    if length > 0.0 { gap / length * DOWN_16 - NEAREST_POINTS * reach } else { 0.0 }
}

/// The gap between the triangles along the line between the guessed points, times the distance of
/// those; and that distance.
fn gap(guess: &Nearest, a: &Triangle, b: &Triangle) -> (f64, f64) {
    let axis = guess.b - guess.a;
    let a_end = a.iter().map(|p| axis.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
    let b_start = b.iter().map(|p| axis.dot(*p)).fold(f64::INFINITY, f64::min);
    (b_start - a_end, axis.length())
}
