//! The running sum of motion that margins are measured on, and how it is rounded.
//!
//! A margin speaks about the contents, not about the volumes: that two volumes were apart by m proves that their *carried* triangles
//! (rounded as [`Pose::carry`] rounds) were apart by m. From then on a carried point moves by at most the sum of the motions of all
//! frames since, and by the rounding of the carry at that pose and at this one ([`Ball::motion`], [`Ball::carry_error`]). So an entry
//! that is found apart by m at the sum s with error e holds until s′ + e′ ≥ s + m − e: the right-hand side is its expiry, rounded down;
//! the left-hand side is [`Clock::now`], rounded up. Frames that asked nothing of an entry only made the sum larger, so that nothing is ever stale.

use crate::geom::{Ball, Pose};
use crate::wide::frame::Frame;

/// What a margin loses to the f32 of the kernels: 2⁻¹⁶ is far above their 32 roundings of 2⁻²⁴.
const MARGIN_DOWN: f64 = 1.0 - 1.0 / 65536.0;

/// More than the rounding of an f64 to f32 takes away, and its opposite.
const DOWN: f64 = 1.0 - 1.0 / (1u64 << 23) as f64;
const UP: f64 = 1.0 + 1.0 / (1u64 << 23) as f64;

/// The sum after which f32 expiries have too few digits left, in units of the larger body.
const WORN_OUT: f64 = 16.0;

/// How far B has moved since the front was built.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    ball: Ball,
    sum: f64,
    error: f64,
    /// Half the size of the larger body, a power of two: expiries are stored in these.
    unit: f64,
    /// The unit of each body's frame in that unit.
    frame_units: [f64; 2],
}

impl Clock {
    /// Set to zero at a pose.
    pub(super) fn start(a: &Frame, b: &Frame, pose: &Pose) -> Self {
        let ball = b.ball();
        let unit = 1.0 / a.scale.min(b.scale);
        let frame_units = [1.0 / (a.scale * unit), 1.0 / (b.scale * unit)];
        Self { ball, sum: 0.0, error: ball.carry_error(pose), unit, frame_units }
    }

    /// Goes on to the next pose, `motion` from the last.
    #[inline]
    pub(super) fn advance(&mut self, pose: &Pose, motion: f64) {
        self.sum = (self.sum + motion).next_up();
        self.error = self.ball.carry_error(pose);
    }

    /// Where the clock stands: what expires here or before is due.
    #[inline]
    pub(super) fn now(&self) -> f32 {
        ((self.sum + self.error) / self.unit * UP) as f32 + f32::MIN_POSITIVE
    }

    /// Until when a margin holds that was found in the frame of body `side`, at the pose the clock was last told of.
    #[inline]
    pub(super) fn expiry(&self, margin: f32, side: usize) -> f32 {
        self.expiry_in_units(f64::from(margin) * self.frame_units[side] * MARGIN_DOWN)
    }

    /// Until when a margin holds that was found in the units of the meshes.
    #[inline]
    pub(super) fn expiry_of_distance(&self, margin: f64) -> f32 {
        self.expiry_in_units(margin / self.unit * MARGIN_DOWN)
    }

    #[inline]
    fn expiry_in_units(&self, margin: f64) -> f32 {
        let expiry = (self.sum - self.error) / self.unit + margin;
        // Below zero it would be due at once, as it is at zero.
        if expiry > 0.0 { (expiry * DOWN) as f32 } else { 0.0 }
    }

    /// Has it run so long that expiries lose digits?
    pub(super) fn is_worn_out(&self) -> bool {
        self.sum > WORN_OUT * self.unit
    }
}
