//! The motion of one body of a world seen from another: the path that two bodies are asked on.

use super::ways::Ways;
use crate::geom::{Ball, Pose};
use crate::path::{Bounds, CommonAxis, Motion, Path, Travel};
use crate::rounding::factor::UP_MANY;

/// The motion of one body seen from another.
pub(super) struct PairPath<'p, 'q> {
    pub(super) ways: &'p Ways<'q>,
    pub(super) slots: [u32; 2],
    /// Of B's ball, seen from A.
    pub(super) bounds: Bounds,
    /// The axis of all turns, and the bounds of all points of B, near A or not.
    pub(super) axis: Option<(CommonAxis, Bounds)>,
    pub(super) period: Option<f64>,
    /// Does one move, seen from the other?
    pub(super) moves: bool,
    /// The error bound of a speed and an acceleration.
    pub(super) rounding: f64,
    pub(super) blur: f64,
    pub(super) off: f64,
}

impl PairPath<'_, '_> {
    /// Points of B that touch A's ball somewhere are no further from it at time ½, wherever between
    /// its ends each factor is: as far as the one body gets seen from the other, whichever is less.
    /// There is no ball around what has no end.
    pub(super) fn spread(&self, ball_a: Option<&Ball>) -> f64 {
        let [a, b] = self.slots;
        let seen = ball_a.map_or(f64::INFINITY, |ball| self.ways.seen(a, ball, b).speed);
        let speed = self.bounds.speed.min(seen);
        (speed * 0.5 + self.rounding) * UP_MANY + 2.0 * self.off
    }
}

impl Motion for PairPath<'_, '_> {
    /// Seen from A, a point of B at x in the world has the difference of both bodies' speeds there.
    fn travel(&self, _leg: usize, from: f64, to: f64, ball: &Ball) -> Travel {
        let (middle, half) = Travel::halves(from, to);
        let [a, b] = self.slots.map(|slot| self.ways.course(slot, middle));
        let back = a.rotation.transpose();
        let pose = Pose::rigid(back * b.rotation, back * (b.origin - a.origin));
        let half = if self.moves { half } else { 0.0 };
        let center = b.carry(ball.center);
        let rounding = self.rounding * half;
        let bend = b.acceleration_from(&a, center, ball.radius) + self.blur;
        let bends =
            |(axis, all): &(CommonAxis, Bounds)| axis.bends(all.curve_about(half, bend), rounding);
        Travel {
            pose,
            shift: back * (b.speed_of(center) - a.speed_of(center)) * half,
            turn: back * (b.turn - a.turn) * half,
            curve: self.bounds.curve_about(half, bend) + rounding,
            axis: self.axis.as_ref().map(bends),
            off: self.off + 2.0 * ball.carry_error(&pose),
        }
    }
}

impl Path for PairPath<'_, '_> {
    fn legs(&self) -> usize {
        1
    }

    fn pose(&self, time: f64) -> Pose {
        self.ways.pose_between(self.slots, time)
    }

    fn is_straight(&self, _leg: usize) -> bool {
        self.bounds.turn == 0.0
    }

    fn period(&self) -> Option<f64> {
        self.period
    }
}
