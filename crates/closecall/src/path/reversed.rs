//! A path that is run through backwards.

use super::{Motion, Path, Travel};
use crate::geom::{Ball, Pose};

/// A path backwards: at time t it is where the other is at its end less t, rounded.
pub(crate) struct Reversed<'p>(pub &'p dyn Path);

impl Reversed<'_> {
    /// The time of the other path, and back.
    pub(crate) fn mirrored(&self, time: f64) -> f64 {
        self.0.legs() as f64 - time
    }

    fn leg(&self, leg: usize) -> usize {
        self.0.legs() - 1 - leg.min(self.0.legs() - 1)
    }
}

impl Path for Reversed<'_> {
    fn legs(&self) -> usize {
        self.0.legs()
    }

    fn pose(&self, time: f64) -> Pose {
        self.0.pose(self.mirrored(time))
    }

    fn is_straight(&self, leg: usize) -> bool {
        self.0.is_straight(self.leg(leg))
    }

    fn period(&self) -> Option<f64> {
        self.0.period()
    }
}

impl Motion for Reversed<'_> {
    /// The interval of the other path is rounded outwards, so that it holds every time of this one.
    fn travel(&self, leg: usize, from: f64, to: f64, ball: &Ball) -> Travel {
        let leg = self.leg(leg);
        let start = self.mirrored(to).next_down().max(leg as f64);
        let end = self.mirrored(from).next_up().min(leg as f64 + 1.0);
        let travel = self.0.travel(leg, start, end, ball);
        Travel { shift: -travel.shift, turn: -travel.turn, ..travel }
    }
}
