//! Motions between poses: where body B is in A's frame at every time, and how far its points get.
//!
//! **The motion is the real one.** A path is a smooth curve of rigid poses, leg by leg, in exact
//! arithmetic; time runs from 0 to [`Path::legs`], and leg k takes the time from k to k + 1.
//! [`Path::pose`] is the f64 pose that queries are asked at; it differs from the real one by
//! rounding, which [`Travel::off`] bounds. So what is proved of the real motion, with that much to
//! spare, holds for the exact test at every f64 pose of the path too.
//!
//! **What a leg promises.** Let an interval of time have the middle m and the half length h. A
//! point x of B, seen in A's frame, has x(t) = x(m) + (t−m)·ẋ(m) + (t−m)²/2·ẍ(ξ). So it stays
//! within [`Travel::curve`] ≥ h²/2·max|ẍ| of the segment x(m) ± h·ẋ(m), and h·ẋ(m) is shift + turn
//! × (x − c) with the centre c of a ball around B, because B is rigid.
//!
//! Read in this order: `rows` (what a table of poses means), `slerp`, `chain` (turns and slides one
//! after the other: screws, robots, two bodies that both move), `bounds` (how their points move),
//! `turning` (what turns about one axis have in common).

mod bounds;
mod chain;
mod rows;
mod slerp;
#[cfg(test)]
mod tests_support;
mod turning;

pub(crate) use bounds::Bounds;
pub(crate) use chain::Course;
pub use chain::{Chain, Factor};
pub use rows::{PathError, Rows};
pub use slerp::slerp;
pub(crate) use turning::{CommonAxis, period};

use crate::geom::{Ball, DVec3, Pose};
use crate::rounding::factor::{UP_2, UP_16};

/// A motion of body B in A's frame.
///
/// Times before the start and NaN count as the start, times after the end as the end, and a leg
/// beyond the last as the last.
pub trait Path: Sync {
    /// How many legs there are; time runs from 0 to this.
    fn legs(&self) -> usize;

    /// The f64 pose `a_from_b` at a time from 0 to [`Path::legs`], as queries take it.
    fn pose(&self, time: f64) -> Pose;

    /// What the points of a ball, given in B's frame, do between two times of one leg.
    fn travel(&self, leg: usize, from: f64, to: f64, ball: &Ball) -> Travel;

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

/// What the points of a ball do in an interval of time, seen from its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    /// The pose in the middle, up to [`Travel::off`]; not always [`Path::pose`] bit for bit.
    pub pose: Pose,
    /// How far the ball's centre goes in half the interval, at the speed of the middle; A's frame.
    pub shift: DVec3,
    /// How far B turns in half the interval, at the speed of the middle; A's frame, in radians.
    pub turn: DVec3,
    /// No point of the ball is further than this from where shift and turn would take it.
    pub curve: f64,
    /// The axis of all turns, if they have one: points bend about it, and hardly along it.
    pub axis: Option<TurnAxis>,
    /// No point, carried by [`Pose::carry`] and [`Path::pose`] at any time of the interval or by
    /// [`Travel::pose`], is further than this from where the real motion has it, both together.
    pub off: f64,
}

/// A direction along which the ways of points hardly bend.
///
/// A turn about one axis accelerates points across that axis only. So a body that turns above a
/// plate keeps its height, however far it turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnAxis {
    /// The axis, of unit length up to rounding; A's frame.
    pub direction: DVec3,
    /// Along it no point of the ball is further than this from where shift and turn would take it.
    pub curve: f64,
}

impl Travel {
    /// Are all its numbers finite? If not, nothing can be proved with it.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let Self { pose, shift, turn, curve, axis, off } = self;
        let axis = axis.is_none_or(|axis| axis.direction.is_finite() && axis.curve.is_finite());
        let pose = pose.rotation().is_finite() && pose.translation().is_finite();
        pose && shift.is_finite() && turn.is_finite() && axis && (curve + off).is_finite()
    }

    /// No point of a ball of this radius gets further than this from where it is in the middle.
    #[must_use]
    pub fn reach(&self, radius: f64) -> f64 {
        // Under 16 roundings of positive terms.
        (self.shift.length() + self.turn.length() * radius + self.curve) * UP_16
    }

    /// The middle of an interval of time, and the longer of its halves.
    #[must_use]
    pub fn halves(from: f64, to: f64) -> (f64, f64) {
        let middle = from + (to - from) * 0.5;
        (middle, (middle - from).max(to - middle) * UP_2)
    }
}
