//! How far B has travelled, and until when a margin lasts. (Tropp et al. 2006, §4.2, eq. 9–10)
//!
//! A margin is a lower bound of the distance between two sets of *rounded* points: A's, and B's as
//! carried by a pose. A point of B that exact arithmetic would carry to x is carried to x + e
//! with |e| ≤ [`Ball::carry_error`]. So between two poses, over which no point of B moves by more
//! than m in exact arithmetic, the distance shrinks by no more than m + e₀ + e₁: the errors of the
//! poses in between do not show, and m is at most the sum of their motions.
//!
//! Margins are kept as expiries, readings of one running sum: a query that stopped early has
//! nothing to write down in the entries it did not come to. The sum is rounded up, expiries are
//! rounded down.

use closecall::engine::geom::{Ball, GlamPose as _};
use closecall::geom::Pose;

/// After this many sizes of the body the sum starts from 0 again, long before it has lost the digits
/// of small margins.
const TURNS_OVER_AT: f64 = (1u64 << 20) as f64;

/// The running sum of motions.
#[derive(Clone, Debug)]
pub struct Odometer {
    ball: Ball,
    last: Option<Pose>,
    travelled: f64,
    carry_error: f64,
    epoch: u32,
}

impl Odometer {
    /// For the body that a ball holds.
    #[must_use]
    pub fn new(ball: Ball) -> Self {
        Self { ball, last: None, travelled: 0.0, carry_error: 0.0, epoch: 0 }
    }

    /// The ball around the body.
    pub fn ball(&self) -> &Ball {
        &self.ball
    }

    /// Counts the poses whose rotation is not bitwise that of the pose before.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Goes on to a pose, and tells how far that is; nothing if there was none before.
    pub fn advance(&mut self, pose: &Pose) -> Option<f64> {
        let last = self.last.replace(*pose);
        self.carry_error = self.ball.carry_error(pose);
        if last.is_none_or(|last| last.matrix() != pose.matrix()) {
            self.epoch = self.epoch.wrapping_add(1);
        }
        let motion = self.ball.motion(&last?, pose);
        self.travelled = (self.travelled + motion).next_up();
        Some(motion)
    }

    /// The next pose is the first.
    pub fn reset(&mut self) {
        self.last = None;
        self.travelled = 0.0;
    }

    /// Starts the sum from 0. No expiry of before may be used any more.
    pub fn restart(&mut self) {
        self.travelled = 0.0;
    }

    /// Has the sum grown so large that it should start from 0?
    pub fn is_worn(&self, body_size: f64) -> bool {
        self.travelled > TURNS_OVER_AT * body_size
    }

    /// The reading at this pose.
    #[must_use]
    pub fn reading(&self) -> Reading {
        let Self { travelled, carry_error, .. } = *self;
        Reading { travelled, carry_error, least_expiry: (travelled + carry_error).next_up() }
    }
}

/// The reading of an [`Odometer`] at one pose.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    travelled: f64,
    carry_error: f64,
    least_expiry: f64,
}

impl Reading {
    /// Until when contents stay apart that are `gap` apart at this pose.
    #[inline]
    #[must_use]
    pub fn expiry(&self, gap: f64) -> f64 {
        ((gap - self.carry_error).next_down() + self.travelled).next_down()
    }

    /// Are contents with that expiry still apart?
    ///
    /// A margin speaks about the contents, not about the volumes: after a motion the moved volumes
    /// may overlap while the margin still proves the contents apart.
    #[inline]
    #[must_use]
    pub fn is_before(&self, expiry: f64) -> bool {
        self.least_expiry < expiry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::DVec3;

    fn at(x: f64) -> Pose {
        Pose::from_translation([x, 0.0, 0.0]).unwrap()
    }

    #[test]
    fn a_margin_lasts_for_the_sum_of_all_motions() {
        let mut odometer = Odometer::new(Ball { center: DVec3::ZERO, radius: 1.0 });
        assert_eq!(odometer.advance(&at(0.0)), None);
        let expiry = odometer.reading().expiry(1.0);
        for (x, lasts) in [(0.25, true), (-0.25, true), (0.25, false), (0.25, false)] {
            assert!(odometer.advance(&at(x)).is_some());
            assert_eq!(odometer.reading().is_before(expiry), lasts, "{x}");
        }
    }

    #[test]
    fn rotations_are_told_apart_by_their_bits() {
        let mut odometer = Odometer::new(Ball { center: DVec3::ZERO, radius: 1.0 });
        let turned = Pose::from_quaternion([0.0; 3], [1.0, 1e-9, 0.0, 0.0]).unwrap();
        let epochs = [at(0.0), at(1.0), turned, turned, at(0.0)].map(|pose| {
            odometer.advance(&pose);
            odometer.epoch()
        });
        assert_eq!(epochs, [1, 1, 2, 2, 3]);
    }
}
