//! A neighbourhood of a pose in which nothing is due: a query there costs a few products, and no
//! root.
//!
//! Let L be what is left of the least margin, on the sum of rush ([`super::clock`]), and s and F be
//! the shift |Dc + Δt| and the turn ‖D‖_F from the pose where that was found to another one.
//! Nothing is due there while σ·s + τ·F ≤ L′, where σ and τ are the rates of rush with all of L
//! spent, and L′ is L less what does not grow with s and F. For any α > 0
//!
//! (σs + τF)² ≤ (1 + α)·(σs)² + (1 + 1/α)·(τF)²,
//!
//! with equality at α = τF/σs, and that ratio is much the same from one query to the next. So two
//! squares are weighed against one bound; if they are above it, the clock is asked.
//!
//! **Rates.** A turn of ‖D‖₂ ≤ F/√2 + 2·10⁻⁸ ≤ 1/4 is an angle of at most 257/256 of that, and
//! τ·angle ≤ L, where τ is at least the radius r, keeps it below L/r. What a matrix does beside
//! turning is counted as a shift of 2·10⁻⁸·r. So L′ = L − 2·10⁻⁸·(σ·r + 2τ) at least.
//!
//! **Rounding.** As computed, s is off by 16u(F|c|₁ + |Δt|₁) ([`crate::geom::Ball::step`]),
//! where |Δt|₁ ≤ √3(s + F|c|₁); the error of the carry grows by 8u|Δt|₁ at most. Together under
//! 64u·s + 128u·F|c|₁: the second, [`SAFE_TURN`], goes into τ. The rest is a sum of positive terms
//! with under 32 roundings: L′ is taken [`DOWN_MANY`] smaller. Lengths are in the clock's units, so
//! that squares below f64's range are those of motions far below what was taken off L.

use super::clock::Clock;
use crate::geom::{DVec3, Pose, Step};
use crate::rounding::factor::DOWN_MANY;
use crate::rounding::motion::{SAFE_ANGLE_UP, SAFE_TURN, TURN_OFF};

/// No turn with a larger ‖D‖_F² is looked at: below, ‖D‖₂ ≤ 1/4.
const LARGEST_TURN: f64 = 0.1;

/// Neither shifts nor turns are taken for less than this part of the other.
const LEAST_SHARE: f64 = 1.0 / 64.0;

/// The facts known about the neighbourhood of a pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calm {
    from: Pose,
    center: DVec3,
    per_unit: f64,
    shift_weight: f64,
    turn_weight: f64,
    /// The square of L′; negative if nothing is known.
    bound: f64,
}

impl Calm {
    /// About the pose that the clock stands at, where `left` is left of the least margin, in units;
    /// for bodies that go on as they did in the last step. Where something is due at that pose,
    /// less than nothing may be left: that is nothing, or the rates below would turn negative.
    #[inline]
    pub(super) fn about(pose: &Pose, clock: &Clock, left: f64, step: Step) -> Self {
        let (per_unit, ball) = (clock.per_unit, clock.ball);
        let (radius, left) = (ball.radius * per_unit, left.clamp(0.0, 1.0));
        let turn = clock.turn + (left * clock.per_radius).min(0.26);
        let shift_rate = 1.0 + turn * (1.0 + turn * 0.5);
        let turn_rate = radius + (radius + clock.shift * per_unit + left) * turn * 0.5;
        let bound = (left - TURN_OFF * (shift_rate * radius + 2.0 * turn_rate)) * DOWN_MANY;
        // α is b/a. Any would do; the closer to the next step's, the larger the neighbourhood.
        let (a, b) = (shift_rate * step.shift * per_unit, turn_rate * step.turn);
        let (a, b) = (
            a.max(b * LEAST_SHARE) + f64::MIN_POSITIVE,
            b.max(a * LEAST_SHARE) + f64::MIN_POSITIVE,
        );
        let center = ball.center.abs().element_sum() * per_unit;
        let turn_rate = turn_rate * (SAFE_ANGLE_UP * std::f64::consts::FRAC_1_SQRT_2)
            + SAFE_TURN * shift_rate * center;
        Self {
            from: *pose,
            center: ball.center,
            per_unit,
            shift_weight: (a + b) / a * (shift_rate * shift_rate),
            turn_weight: (a + b) / b * (turn_rate * turn_rate),
            bound: if bound > 0.0 { bound * bound } else { -1.0 },
        }
    }

    /// Is nothing due at this pose? If not, there may be.
    #[inline(always)]
    pub(super) fn holds(&self, pose: &Pose) -> bool {
        let turn = pose.matrix() - self.from.matrix();
        let square = turn.x_axis.length_squared()
            + turn.y_axis.length_squared()
            + turn.z_axis.length_squared();
        let about =
            turn.x_axis * self.center.x + turn.y_axis * self.center.y + turn.z_axis * self.center.z;
        let shift = (about + (pose.shift() - self.from.shift())) * self.per_unit;
        square <= LARGEST_TURN
            && shift.length_squared() * self.shift_weight + square * self.turn_weight <= self.bound
    }
}
