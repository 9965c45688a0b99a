//! The motion of the points of a body between two times: what every proof about a motion rests on.

#[cfg(doc)]
use super::Path;
use crate::geom::{Ball, DVec3, Pose};
use crate::rounding::factor::{UP_2, UP_16};

/// A motion whose points are bounded.
pub trait Motion: Sync {
    /// Returns what the points of a ball, given in B's frame, do between two times of one leg.
    fn travel(&self, leg: usize, from: f64, to: f64, ball: &Ball) -> Travel;
}

/// The motion of the points of a ball in an interval of time, seen from its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    /// The pose in the middle, up to [`Travel::off`]; not always [`Path::pose`] bit for bit.
    pub pose: Pose,
    /// The way of the ball's centre in half the interval, at the speed of the middle; A's frame.
    pub shift: DVec3,
    /// The turn of B in half the interval, at the speed of the middle; A's frame, in radians.
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
        let pose = pose.matrix().is_finite() && pose.shift().is_finite();
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
