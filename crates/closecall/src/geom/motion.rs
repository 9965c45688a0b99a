//! A bound on the motion of a body between two poses, rounded up: what margins are spent on. (Tropp
//! et al. 2006, eq. 9)
//!
//! Let c be the centre of a ball of radius r that holds the body B, and D = R′ − R. A point p of
//! it, carried in exact arithmetic by two poses, moves by
//!
//! |(R′p + t′) − (Rp + t)| = |Dc + Δt + D(p − c)| ≤ |Dc + Δt| + ‖D‖₂·r.
//!
//! The ball's centre is used, not the frame's origin, which may lie anywhere. For two rotations D
//! has two equal singular values and a zero, so ‖D‖₂ is the Frobenius norm over √2 (and 2 sin(θ/2)
//! for the angle θ between them). Matrices that are accepted as poses are rotations only up
//! to |RᵀR − I| ≤ 10⁻⁹ an entry, so each lies within 3·10⁻⁹ of one, and the difference of those two
//! lies within 6·10⁻⁹ of D in the 2-norm and 6·10⁻⁹·√3 in the Frobenius norm: ‖D‖₂ ≤ ‖D‖_F/√2 +
//! 2·10⁻⁸. For whatever matrix, ‖D‖₂ ≤ ‖D‖_F, so that a pose repeated is no motion at all.
//!
//! The bodies that queries see are *rounded*: on top of this comes [`Ball::carry_error`] of both
//! poses.

use super::range::MIN_COORDINATE;
use super::{DVec3, Pose};
use crate::rounding::factor::{UP_4, UP_8, UP_16};
use crate::rounding::motion::{CARRY, STEP, TURN_OFF};

/// A ball around all points of a body, in the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Its centre.
    pub center: DVec3,
    /// Its radius.
    pub radius: f64,
}

/// The motion of a ball from one pose to another, both parts rounded up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The motion of the centre.
    pub shift: f64,
    /// The motion of a point at distance 1 from the centre about it, at most: ‖D‖₂.
    pub turn: f64,
}

impl Ball {
    /// The ball about the centre of the points' bounding box that holds them all.
    ///
    /// ```
    /// use closecall::engine::geom::{Ball, DVec3};
    /// let ball = Ball::around([DVec3::ZERO, DVec3::X].into_iter());
    /// assert_eq!(ball.center, DVec3::new(0.5, 0.0, 0.0));
    /// assert!(ball.radius >= 0.5 && ball.radius < 0.500001);
    /// ```
    pub fn around(points: impl Iterator<Item = DVec3> + Clone) -> Self {
        let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = points.clone().fold(start, |(low, high), p| (low.min(p), high.max(p)));
        let center = low * 0.5 + high * 0.5;
        let square = points.map(|p| p.distance_squared(center)).fold(0.0, f64::max);
        // Under 8 roundings, and no square underflows: differences are multiples of 2⁻²⁵⁴.
        Self { center, radius: square.sqrt() * UP_8 }
    }

    /// No point of the ball, carried exactly by one pose and by the other, moves further than this.
    #[inline]
    #[must_use]
    pub fn motion(&self, from: &Pose, to: &Pose) -> f64 {
        let Step { shift, turn } = self.step(from, to);
        (shift + turn * self.radius) * UP_4
    }

    /// The two parts of a motion: how far the centre moves, and how much the rest turns about it.
    ///
    /// # Rounding
    ///
    /// An entry of D is rounded once, a coordinate of Dc + Δt four times more, each by at most u of
    /// the sum of magnitudes Σ|Dⱼ||cⱼ| + |Δt|: with the norms that follow, under 8u·√3
    /// of |D|_F·|c|₁ + |Δt|₁. All the rest is a sum of positive terms with under 16 roundings.
    #[inline]
    #[must_use]
    pub fn step(&self, from: &Pose, to: &Pose) -> Step {
        let turn = to.matrix() - from.matrix();
        let shift = to.shift() - from.shift();
        let frobenius = (turn.x_axis.length_squared()
            + turn.y_axis.length_squared()
            + turn.z_axis.length_squared())
        .sqrt();
        let norm = frobenius.min(frobenius * std::f64::consts::FRAC_1_SQRT_2 + TURN_OFF);
        let center = turn.x_axis * self.center.x
            + turn.y_axis * self.center.y
            + turn.z_axis * self.center.z
            + shift;
        let rounding = STEP * (frobenius * l1(self.center) + l1(shift));
        Step { shift: (center.length() + rounding) * UP_16, turn: norm * UP_16 }
    }

    /// The distance of a point of the ball, carried by [`Pose::carry`], from where exact arithmetic
    /// would carry it, at most.
    ///
    /// A coordinate has three products and three sums, each rounded by at most u of
    /// Σ|Rₖⱼ||pⱼ| + |tₖ|: together 4u(1 + 4u) of it, where Σ|Rₖⱼ||pⱼ| ≤ |p|·(1 + 2·10⁻⁹)
    /// and |p| ≤ |c| + r; then it may be flushed to zero, by under 2⁻²⁰⁰. Times √3 for three
    /// coordinates: 8u is above that.
    #[inline]
    #[must_use]
    pub fn carry_error(&self, pose: &Pose) -> f64 {
        CARRY * (l1(self.center) + self.radius + l1(pose.shift())) + 2.0 * MIN_COORDINATE
    }
}

#[inline]
fn l1(v: DVec3) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hostile few: rotations by tiny and by large angles, about far and near centres.
    fn poses() -> Vec<Pose> {
        let quaternion = |x: f64, y: f64, z: f64| {
            let w = (1.0 - x * x - y * y - z * z).sqrt();
            [w, x, y, z]
        };
        let mut poses = vec![Pose::IDENTITY];
        for (x, y, z) in [(1e-9, 0.0, 0.0), (1e-4, -2e-4, 1e-5), (0.3, 0.1, -0.8), (0.0, 1.0, 0.0)]
        {
            for t in [[0.0; 3], [1.0, -2.0, 0.5], [1e9, 1e3, -1e-3]] {
                poses.push(Pose::from_quaternion(t, quaternion(x, y, z)).unwrap());
            }
        }
        poses
    }

    #[test]
    fn no_point_moves_further_and_some_point_almost_as_far() {
        for center in [DVec3::ZERO, DVec3::new(100.0, -3.0, 0.25), DVec3::new(1e8, 1.0, 1.0)] {
            let points: Vec<DVec3> = (0..64)
                .map(|k| {
                    let (s, c) = (f64::from(k) * 0.7).sin_cos();
                    center + DVec3::new(s * c, s * s, c)
                })
                .collect();
            let ball = Ball::around(points.iter().copied());
            for from in poses() {
                for to in poses() {
                    let bound =
                        ball.motion(&from, &to) + ball.carry_error(&from) + ball.carry_error(&to);
                    let furthest = points
                        .iter()
                        .map(|&p| from.carried(p).distance(to.carried(p)))
                        .fold(0.0, f64::max);
                    assert!(furthest <= bound, "{furthest} above {bound}");
                    let noise = TURN_OFF * ball.radius
                        + 1e-13 * (center.length() + from.shift().length() + to.shift().length());
                    assert!(bound <= 3.0 * furthest + noise, "{bound} is far above {furthest}");
                }
            }
        }
    }

    #[test]
    fn a_pose_repeated_is_no_motion() {
        let ball = Ball { center: DVec3::splat(5.0), radius: 2.0 };
        assert!(poses().iter().all(|pose| ball.motion(pose, pose) == 0.0));
    }

    #[test]
    fn a_matrix_that_stretches_is_bounded_too() {
        let stretched = |by: f64| {
            let rows = [
                [1.0 + by, 0.0, 0.0, 0.0],
                [0.0, 1.0, 0.0, 0.0],
                [0.0, 0.0, 1.0, 0.0],
                [0.0, 0.0, 0.0, 1.0],
            ];
            Pose::from_matrix(rows).unwrap()
        };
        let ball = Ball { center: DVec3::ZERO, radius: 1.0 };
        assert!(ball.motion(&stretched(-4e-10), &stretched(4e-10)) >= 8e-10);
    }
}
