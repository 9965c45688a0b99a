//! The distance from A's origin, the speed and the acceleration of the points of B behind a row of
//! factors.
//!
//! Let x be a point of B, and let |x|, |ẋ|, |ẍ| and its third derivative be bounded by X, V, A and J
//! behind a factor. Before it, on A's side, the bounds are, with the speeds ω of a turn and v of a
//! slide:
//!
//! | factor | V | A | J |
//! |---|---|---|---|
//! | turn | V + ωX | A + 2ωV + ω²X | J + 3ωA + 3ω²V + ω³X |
//! | slide | V + v | A | J |
//! | fixed | V | A | J |
//!
//! X is the reach of a ball that holds all places of x. A fixed factor carries its centre, a slide
//! moves it to the middle of the way and makes it larger by half of the way, and after a turn it is
//! about the origin. So a screw about an axis far from the origin has the bounds of one nearby.

use super::chain::{Factor, about};
use crate::geom::range::MIN_COORDINATE;
use crate::geom::vectors::vector;
use crate::geom::{Ball, DVec3, Pose};
use crate::rounding::factor::{UP_16, UP_32, UP_MANY};
use crate::rounding::motion::{ANGLE, CHAIN_FACTOR};
use std::ops::Neg;

/// Bounds of place, speed and acceleration, and how far rounding can misplace a point, in radians
/// times reach and in lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The sum of all lengths on the way: rounding is a share of it.
    pub place: f64,
    /// A ball that holds all places of the points, up to `off`.
    ball: Ball,
    pub speed: f64,
    acceleration: f64,
    jerk: f64,
    /// The sum of all turns.
    pub turn: f64,
    pub off: f64,
}

impl Bounds {
    /// Of a ball that stays.
    pub(crate) fn of(ball: &Ball) -> Self {
        let place = ball.center.length() + ball.radius;
        Self {
            place,
            ball: *ball,
            speed: 0.0,
            acceleration: 0.0,
            jerk: 0.0,
            turn: 0.0,
            off: CHAIN_FACTOR * place,
        }
    }

    /// Seen from before a factor.
    pub(crate) fn behind(mut self, factor: &Factor) -> Self {
        let Ball { center, radius } = &mut self.ball;
        match *factor {
            Factor::Fixed(pose) => {
                self.place += pose.shift().length();
                *center = pose.matrix() * *center + pose.shift();
            }
            Factor::Slide { from, to } => {
                let [from, to] = [from, to].map(vector);
                self.place += from.length().max(to.length());
                self.speed += (to - from).length();
                *center += (from + to) * 0.5;
                *radius += (to - from).length() * 0.5;
            }
            Factor::Turn { axis, from, to } => {
                let turn = (to - from).abs();
                if turn == 0.0 {
                    *center = about(vector(axis), from) * *center;
                } else {
                    let arm = (center.length() + *radius + self.off) * UP_16;
                    let arm = arm.min(self.place);
                    self.jerk +=
                        turn * (3.0 * (self.acceleration + turn * self.speed) + turn * turn * arm);
                    self.acceleration += turn * (2.0 * self.speed + turn * arm);
                    self.speed += turn * arm;
                    self.turn += turn;
                    self.ball = Ball { center: DVec3::ZERO, radius: arm };
                }
                self.off += ANGLE * (from.abs() + to.abs()) * self.place;
            }
        }
        self.off += CHAIN_FACTOR * self.place + 8.0 * MIN_COORDINATE;
        self
    }

    /// Seen from behind a factor.
    pub(crate) fn before(self, factor: &Factor) -> Self {
        self.behind(&match *factor {
            Factor::Fixed(pose) => {
                let back = pose.matrix().transpose();
                Factor::Fixed(Pose::rigid(back, -(back * pose.shift())))
            }
            Factor::Turn { axis, from, to } => Factor::Turn { axis: axis.map(f64::neg), from, to },
            Factor::Slide { from, to } => {
                Factor::Slide { from: from.map(f64::neg), to: to.map(f64::neg) }
            }
        })
    }

    /// The same for points that are, at the time, where points bounded by `back` are: those move
    /// seen from here, and `back` is how they see this move.
    ///
    /// Seen from a frame that turns at ω, a point that stays accelerates by no more than the
    /// frame's own point there, seen from outside, and 2ω times that one's speed (Coriolis).
    pub(crate) fn or_seen_back(self, back: &Self) -> Self {
        let acceleration = (back.acceleration + 2.0 * back.turn * back.speed) * UP_MANY;
        Self { acceleration: self.acceleration.min(acceleration), ..self }
    }

    /// The distance of a point from the speed of the middle in half an interval.
    ///
    /// In a chain of n factors the acceleration has 3n + 10 roundings. What [`UP_32`] does not pay
    /// for is far below [`CHAIN_FACTOR`] of the speeds, which is added for every factor.
    pub(crate) fn curve(&self, half: f64) -> f64 {
        half * half * 0.5 * self.acceleration * UP_32
    }

    /// The same where the acceleration in the middle is known not to exceed another bound: further
    /// off it grows by the third derivative at most. Bends have as many roundings.
    pub(crate) fn curve_about(&self, half: f64, in_the_middle: f64) -> f64 {
        let bend = in_the_middle + self.jerk * half * (1.0 / 3.0);
        self.curve(half).min(half * half * 0.5 * bend * UP_MANY)
    }
}
