//! Motions between poses: where body B is in A's frame at every time, and how far its points get.
//!
//! **The motion is the real one.** A path is a smooth curve of rigid poses, leg by leg, in exact
//! arithmetic; time runs from 0 to [`Path::legs`], and leg k takes the time from k to k + 1.
//! [`Path::pose`] is the f64 pose that queries are asked at; it differs from the real one by
//! rounding, which `Travel::off` bounds. So what is proved of the real motion, with that much to
//! spare, holds for the exact test at every f64 pose of the path too.
//!
//! **What a leg promises.** Let an interval of time have the middle m and the half length h. A
//! point x of B, seen in A's frame, has x(t) = x(m) + (t−m)·ẋ(m) + (t−m)²/2·ẍ(ξ). So it stays
//! within `Travel::curve` ≥ h²/2·max|ẍ| of the segment x(m) ± h·ẋ(m), and h·ẋ(m) is shift + turn
//! × (x − c) with the centre c of a ball around B, because B is rigid.
//!
//! Read in this order: `rows` (what a table of poses means), `slerp`, `chain` (turns and slides one
//! after the other: screws, robots, two bodies that both move), `bounds` (how their points move),
//! `turning` (what turns about one axis have in common).

mod bounds;
mod chain;
pub(crate) mod motion;
mod reversed;
mod rows;
mod slerp;
#[cfg(test)]
pub(crate) mod tests_support;
mod turning;

pub(crate) use bounds::Bounds;
pub(crate) use chain::Course;
pub use chain::{Chain, Factor};
pub(crate) use motion::{Motion, Travel, TurnAxis};
pub(crate) use reversed::Reversed;
pub use rows::{PathError, RowPose, Rows};
pub use slerp::slerp;
pub(crate) use turning::{CommonAxis, period};

use crate::geom::Pose;

/// A motion of body B in A's frame.
///
/// Times before the start and NaN count as the start, times after the end as the end, and a leg
/// beyond the last as the last. [`Rows`] and [`Chain`] are paths. A wrong path would break a proof, so
/// that no other crate can make one.
pub trait Path: Motion {
    /// The number of legs; time runs from 0 to this.
    fn legs(&self) -> usize;

    /// The f64 pose `a_from_b` at a time from 0 to [`Path::legs`], as queries take it.
    fn pose(&self, time: f64) -> Pose;

    /// Does B go straight and evenly on a leg, without any turn? "No" is always safe to say.
    fn is_straight(&self, _leg: usize) -> bool {
        false
    }

    /// The time after which the real motion repeats itself, if it is known to. In any stretch of
    /// time so long B is at every place that it ever gets to.
    fn period(&self) -> Option<f64> {
        None
    }
}

/// The time from 0 to an end that a time counts as.
fn clamped(time: f64, end: f64) -> f64 {
    if time > 0.0 { time.min(end) } else { 0.0 }
}
