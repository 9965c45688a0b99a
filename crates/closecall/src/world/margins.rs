//! The memory that steps with a budget have of close pairs: how far apart they were proved to be, and
//! where.
//!
//! **Why.** Let no triangles of two bodies, carried at one pose a_from_b, be as near as d. At
//! another pose no carried point of B is further from where it was than [`Ball::motion`] and the
//! errors of both carries, so that all triangles are still further apart than d less that. A pair
//! is asked with some distance to spare: as much as it moves in a few steps. Where that fails, it
//! is asked with less the next time.

use super::scene::Scene;
use crate::geom::{Ball, Clearance, Pose};
use crate::query::sweep::ball;
use crate::rounding::factor::UP_8;

/// A proof is to last for this many steps like the last one, at first.
const STEPS: f64 = 16.0;

/// After a proof that failed, for this share of it; none is tried that would not last for two.
const LESS: f64 = 0.25;
const FEWEST: f64 = 2.0;

/// The facts known about two close bodies, the lower slot first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margin {
    pub a: u32,
    pub b: u32,
    /// B, seen from A, in this step, or in the last in which there was time to look.
    now: Option<Pose>,
    /// The motion of points of B since the look before, at most.
    motion: f64,
    /// The pose at which they were found further apart than a distance, and the distance.
    proof: Option<(Pose, f64)>,
    steps: f64,
    /// The number of tests that did not decide them when they were last asked.
    pub in_vain: u64,
}

/// The margins of the close pairs, sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct PairMargins {
    pub of: Vec<Margin>,
    before: Vec<Margin>,
}

impl PairMargins {
    /// Renews the list of close pairs, given sorted: those that were close before keep what they
    /// know.
    pub(super) fn renew(&mut self, found: &[(u32, u32)]) {
        std::mem::swap(&mut self.of, &mut self.before);
        self.of.clear();
        let mut before = self.before.iter().peekable();
        for &(a, b) in found {
            while before.next_if(|old| (old.a, old.b) < (a, b)).is_some() {}
            let kept = before.next_if(|old| (old.a, old.b) == (a, b)).copied();
            self.of.push(kept.unwrap_or(Margin {
                a,
                b,
                now: None,
                motion: 0.0,
                proof: None,
                steps: STEPS,
                in_vain: 0,
            }));
        }
    }

    pub(super) fn forget(&mut self, slot: u32) {
        self.of.retain(|margin| margin.a != slot && margin.b != slot);
    }
}

impl Margin {
    /// Looks at where B is now.
    pub(super) fn look(&mut self, scene: &Scene, a_from_b: &Pose) {
        if self.now != Some(*a_from_b) {
            let ball = ball(&scene.geometry(self.b).model);
            let last = self.now.replace(*a_from_b);
            self.motion = last.map_or(0.0, |last| ball.motion(&last, a_from_b));
        }
    }

    /// Was it proved before that the two are apart?
    pub(super) fn is_proved(&self) -> bool {
        self.proof.is_some()
    }

    /// Are they still, by what was proved before?
    pub(super) fn is_still_apart(
        &self,
        scene: &Scene,
        a_from_b: &Pose,
        clearance: Clearance,
    ) -> bool {
        self.proof.is_some_and(|(pose, apart)| {
            let moved = moved(&ball(&scene.geometry(self.b).model), &pose, a_from_b);
            let is_same = pose == *a_from_b && apart >= clearance.distance();
            is_same || apart > (moved + clearance.distance()) * UP_8
        })
    }

    /// A clearance that leaves room for the next steps; none where nothing is known of them, or too
    /// much was asked before.
    pub(super) fn generous(&self, clearance: Clearance) -> Option<Clearance> {
        let room = self.steps * self.motion;
        let is_worth_it = self.steps >= FEWEST && self.motion > 0.0;
        Clearance::new(clearance.distance() + room).ok().filter(|_| is_worth_it)
    }

    /// They are further apart than this now, which leaves room for the next steps.
    pub(super) fn proved_generously(&mut self, clearance: Clearance) {
        self.proved(clearance);
        self.steps = (self.steps / LESS).min(STEPS);
    }

    /// They are further apart than this now.
    pub(super) fn proved(&mut self, clearance: Clearance) {
        self.proof = self.now.map(|pose| (pose, clearance.distance()));
    }

    /// They are nearer than was asked for.
    pub(super) fn failed(&mut self) {
        self.proof = None;
        self.steps *= LESS;
    }

    /// They touch, or are nearer than a few steps: after some time it is tried again.
    pub(super) fn rested(&mut self) {
        if self.steps < FEWEST {
            self.steps *= 1.25;
        }
    }
}

/// The distance of a carried point of the ball at one pose from its place at the other, at most.
fn moved(ball: &Ball, from: &Pose, to: &Pose) -> f64 {
    ball.motion(from, to) + ball.carry_error(from) + ball.carry_error(to)
}
