//! The motion that margins are spent on, and how it is rounded.
//!
//! A margin speaks about the contents, not about the volumes: that two volumes were apart by m
//! along an axis n proves that their *carried* triangles (rounded as [`Pose::carry`] rounds) were.
//! From then on B's centre c moves by at most T and B turns by at most the angle Θ, both summed
//! over all poses since at which the clock was read (which way B went between two of them does not
//! matter); the rounding of the carry at that pose and at this one comes on top
//! ([`Ball::carry_error`]). How much of the margin that can have used up depends on where the
//! contents are: along n a turn moves a point p only by its *lever*, the distance of c from the
//! line through p along n.
//!
//! Let the axis be fixed in A's frame. While B turns by dθ, a point p of B moves by dT + |n·(ω ×
//! (p−c))| dθ = dT + |(p−c) × n| dθ along n at most. The lever
//! |(p−c) × n| was at most λ for all points of the volume, and changes by at most |p−c| dθ ≤ r dθ, where r is B's radius. If the axis is fixed in B's
//! frame, then seen from there it is A that moves; a point of A that meets B is within r of c then,
//! so it was never further than r + T from c, its lever was at most λ, and changes by at most dT +
//! (r+T) dθ. So in both cases the margin that was used up is at most
//!
//! T + Θ·(λ + T + (r + T)·Θ/2), and also at most T + Θ·r.
//!
//! (With λ = r this is the bound of Tropp et al. 2006, eq. 9. Where surfaces lie along each other,
//! as in a ball that turns in its socket, λ is a small part of r. Where no axis is kept, as with
//! triangles, λ is the distance of the contents from c, which no lever exceeds.)
//!
//! With a clearance d, margins are what is left of distances beyond d
//! ([`crate::wide::relation`]), and all of this is about when points come within d of each other
//! instead of meeting: a point of A is then within r + d of c. So r is the radius plus d here.
//!
//! If one body's contents are all nearer to c than m and the other's all further away than M, no
//! turn matters: B's stay as far from c as they are, and a shift takes at most T from M − m. A
//! round front ([`super::Shape`]) is made of that: of a body that turns in its socket it knows
//! nearly all for ever.
//!
//! Here the T inside the parentheses is taken since the front was planted, which is longer. An
//! entry keeps m plus the sum of shifts when it was found, less the error of the carry then,
//! rounded down; λ, rounded up; and the sum of turns then, rounded down. Frames that asked nothing
//! of an entry only made the sums larger, so that nothing is ever stale. In f32 the formula has
//! under eight roundings, all of positive terms: [`CLOCK_DOWN`] pays for them.

use super::expiries::Expiry;
use crate::geom::{Ball, Clearance, DVec3, Pose, Step, Triangle};
use crate::rounding::F32_TINY;
use crate::rounding::factor::{DOWN_16, UP_2, UP_16};
use crate::rounding::motion::TURN_OFF;
use crate::rounding::tree::{CLOCK_DOWN, CLOCK_UP, MARGIN_DOWN};
use crate::wide::frame::Frame;
use crate::wide::relation::scales;

/// The turn, in radians, and the shift, in units, after which a front is too old: the sums have few
/// digits left in f32.
const OLD: f64 = 1.0;

/// The motion of B since the front was planted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub ball: Ball,
    /// The sums of all shifts, in the units of the meshes, and of all turns.
    pub shift: f64,
    pub turn: f64,
    error: f64,
    /// One over half the size of the larger body, a power of two: everything in f32 is in such
    /// units; and one over the ball's radius in them.
    pub per_unit: f64,
    pub per_radius: f64,
    /// The unit of each body's frame, as queries have it, in that unit: a power of two from 2⁻³⁰
    /// to 1.
    frame_units: [f32; 2],
    /// The sum that only ever grows faster than any use of a margin.
    rush: f64,
}

/// The present time of the clock, in f32 and units.
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct Now {
    /// The sum of shifts, and the error of the carry.
    pub shift: f32,
    pub turn: f32,
    /// The growth of the levers of all entries, and the growth per turn.
    pub lever: f32,
    pub lever_rate: f32,
    /// No lever is longer.
    pub radius: f32,
    pub rush: f64,
    /// The sum of shifts less the error of the carry, and the sum of turns, rounded down.
    base: f32,
    turned: f32,
    frame_units: [f32; 2],
    per_unit: f64,
    center: DVec3,
}

impl Clock {
    /// Set to zero at a pose.
    pub(super) fn start(a: &Frame, b: &Frame, pose: &Pose, clearance: Clearance) -> Self {
        let Ball { center, radius } = b.ball();
        let ball = Ball { center, radius: radius + clearance.distance() * UP_2 };
        let (a_scale, b_scale, _) = scales(a.scale, b.scale);
        let unit = 1.0 / a_scale.min(b_scale);
        let frame_units = [a_scale, b_scale].map(|scale| (1.0 / (scale * unit)) as f32);
        Self {
            ball,
            shift: 0.0,
            turn: 0.0,
            error: ball.carry_error(pose),
            per_unit: 1.0 / unit,
            per_radius: unit / ball.radius,
            frame_units,
            rush: 0.0,
        }
    }

    /// Goes on to the next pose, which is a step from the last.
    ///
    /// A turn of ‖D‖₂ = 2 sin(θ/2) ≤ 1 is an angle θ ≤ ‖D‖₂(1 + ‖D‖₂²/16); beyond, the clock is set
    /// far ahead. What a matrix that is a rotation only up to 10⁻⁹ does beside turning is below
    /// 2·10⁻⁸ of the radius, and below ‖D‖₂: that is counted as a shift.
    #[inline]
    pub(super) fn advance(&mut self, pose: &Pose, step: Step) {
        let angle = if step.turn <= 1.0 {
            step.turn * (1.0 + step.turn * step.turn / 16.0)
        } else {
            f64::INFINITY
        };
        let shift = step.shift + step.turn.min(TURN_OFF) * self.ball.radius;
        self.shift = (self.shift + shift) * UP_2;
        self.turn = (self.turn + angle) * UP_2;
        let turn_rate = self.ball.radius + (self.ball.radius + self.shift) * self.turn * 0.5;
        let rush = (1.0 + self.turn * (1.0 + self.turn * 0.5)) * shift + turn_rate * angle;
        self.rush = (self.rush + rush) * UP_16;
        self.error = self.ball.carry_error(pose);
    }

    #[inline]
    pub(super) fn now(&self) -> Now {
        let (up, down) =
            (|x: f64| (x * CLOCK_UP) as f32, |x: f64| (x - x.abs() * (1.0 - CLOCK_DOWN)) as f32);
        let per_unit = self.per_unit;
        let shift = self.shift * per_unit;
        let radius = self.ball.radius * per_unit;
        Now {
            shift: up(shift + self.error * per_unit) + F32_TINY,
            turn: up(self.turn),
            lever: up(shift),
            lever_rate: up((radius + shift) * 0.5),
            radius: up(radius),
            rush: self.rush_now(),
            base: down((self.shift - self.error) * per_unit),
            turned: down(self.turn),
            frame_units: self.frame_units,
            per_unit,
            center: self.ball.center,
        }
    }

    /// The sum that [`Now::later`] speaks of.
    #[inline]
    pub(super) fn rush_now(&self) -> f64 {
        (self.rush + self.error) * self.per_unit
    }

    /// Is the front too old to be kept?
    pub(super) fn is_old(&self) -> bool {
        self.turn > OLD || self.shift * self.per_unit > OLD
    }
}

impl Now {
    /// The expiry of a margin and a lever that were found in the frame of body `side`.
    #[inline(always)]
    pub(super) fn expiry(&self, margin: f32, lever: f32, side: usize) -> Expiry {
        let unit = self.frame_units[side];
        // Without a lane that matters, the margin is infinite and there is no lever.
        let lever = if margin < f32::INFINITY { lever * unit } else { 0.0 };
        self.expiry_in_units(margin * unit, lever)
    }

    /// The expiry of a margin between distances from B's centre, which no turn uses up.
    #[inline(always)]
    pub(super) fn expiry_while_turning(&self, margin: f32, side: usize) -> Expiry {
        Expiry {
            turned: f32::INFINITY,
            ..self.expiry_in_units(margin * self.frame_units[side], 0.0)
        }
    }

    /// The expiry of a margin that was found in the units of the meshes, of a triangle of B with
    /// this [arm](Self::arm).
    #[inline(always)]
    pub(super) fn expiry_of_pair(&self, margin: f64, arm: f32) -> Expiry {
        self.expiry_in_units((margin * self.per_unit) as f32, arm)
    }

    /// The distance of a triangle of B from B's centre, at most: no lever of it is longer, on
    /// whatever axis.
    pub(super) fn arm(&self, triangle: &Triangle) -> f32 {
        let [p, q, r] = triangle.map(|corner| (corner - self.center) * self.per_unit);
        (p.length_squared().max(q.length_squared()).max(r.length_squared()).sqrt() * CLOCK_UP)
            as f32
    }

    #[inline(always)]
    fn expiry_in_units(&self, margin: f32, lever: f32) -> Expiry {
        let until = self.base + margin * MARGIN_DOWN;
        // Below zero it would be due at once, as it is at zero.
        Expiry {
            until: (until * (CLOCK_DOWN as f32)).max(0.0),
            lever: lever * (CLOCK_UP as f32),
            turned: self.turned,
        }
    }

    /// The part of a margin that was used up since the sum of turns was `turned`, and the shifts
    /// before that: it holds while this is below `until`.
    #[inline]
    pub(super) fn used(&self, lever: f32, turned: f32) -> f32 {
        let turn = (self.turn - turned).max(0.0);
        let lever = lever + self.lever + self.lever_rate * turn;
        self.shift + turn * if lever < self.radius { lever } else { self.radius }
    }

    /// Until when, on the sum of all rush, nothing can have used up what is left of a margin now.
    ///
    /// What was used up is T + Θ·min(f, r) with f = λ + T + (r+T)Θ/2. Where f < r, a turn dΘ adds
    /// (f + (r+T)Θ/2) dΘ ≤ (r + (r+T)Θ/2) dΘ to it, elsewhere r dΘ; a shift dT adds at most (1 +
    /// Θ + Θ²/2) dT. Rush sums up these bounds, with T and Θ since the front was planted. (T inside
    /// f is that one anyway.) The error of the carry may be another at another pose; it is in both
    /// sums, once.
    #[inline]
    pub(super) fn later(&self, left: f32) -> f64 {
        (self.rush + f64::from(left)) * DOWN_16
    }
}
