//! Drilling cycles: G73, G74, G81 to G89. Pecks and dwells stay on the same line, so a hole is:
//! across, down to R, down to Z, and up again.
//!
//! G87 bores from behind: the tool, moved aside, goes down through the hole, back to its axis, up
//! from there by feed, and the same way out. R is where it begins and Z where it ends, above (as on
//! Fanuc controls); or, with a K word, Z and K (as in RS274/NGC).

use super::error::GcodeProblem;
use glam::DVec3;

/// More repetitions than this in one block are taken as a mistake.
pub(super) const MOST_REPEATS: f64 = 100_000.0;

/// What a cycle remembers from block to block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cycle {
    /// The Z and R words: they go by the zero that is in force at a hole, or are increments.
    pub(super) bottom: Option<f64>,
    pub(super) retract: Option<f64>,
    /// The level at which the series of holes began: G98 goes back to it, and increments of R are
    /// measured from it.
    pub(super) initial: Option<f64>,
    /// How far G87 moves the tool aside, and its K word.
    pub(super) aside: Option<[f64; 2]>,
    pub(super) top: Option<f64>,
}

/// A hole that is bored from behind.
#[derive(Clone, Copy)]
pub(super) struct Back {
    aside: DVec3,
    /// From where, up to where.
    from: f64,
    to: f64,
    /// The level at which it is moved aside afterwards: at the end, or with a K word where it
    /// began.
    out: f64,
}

impl Cycle {
    /// What G87 does: `retract` and `bottom` are the levels of its R and Z, and K goes by the zero
    /// in force, or is an increment.
    pub(super) fn back(&self, retract: f64, bottom: f64, zero: Option<f64>) -> Option<Back> {
        let [x, y] = self.aside?;
        let [from, to, out] = match self.top {
            Some(top) => [bottom, zero.unwrap_or(bottom) + top, bottom],
            None => [retract, bottom, bottom],
        };
        Some(Back { aside: DVec3::new(x, y, 0.0), from, to, out })
    }
}

/// One block of a cycle.
pub(super) struct Holes {
    pub(super) code: String,
    /// The first hole, or with `step` what is added for each.
    pub(super) at: DVec3,
    pub(super) step: Option<DVec3>,
    pub(super) retract: f64,
    pub(super) bottom: f64,
    /// The level at which the series of holes began.
    pub(super) initial: f64,
    /// Whether to go back to that level (G98), else to R (G99).
    pub(super) to_initial: bool,
    pub(super) repeats: u32,
    /// G87.
    pub(super) back: Option<Back>,
}

impl Holes {
    /// The straight moves from `from`: (to, rapid).
    pub(super) fn moves(&self, from: DVec3) -> Result<Vec<(DVec3, bool)>, GcodeProblem> {
        match &self.back {
            Some(back) => self.back_bored(from, back),
            None => self.drilled(from),
        }
    }

    /// The number of the move that leads across to the first hole.
    pub(super) fn first_across(&self, from: DVec3) -> usize {
        usize::from(self.back.is_none() && from.z < self.retract)
    }

    /// The level above a finished hole.
    fn level(&self) -> f64 {
        if self.to_initial { self.initial.max(self.retract) } else { self.retract }
    }

    /// Where the next hole is.
    fn next(&self, here: DVec3) -> DVec3 {
        self.step.map_or(self.at, |step| here + step).with_z(here.z)
    }

    fn back_bored(&self, from: DVec3, back: &Back) -> Result<Vec<(DVec3, bool)>, GcodeProblem> {
        let level = from.z.min(self.initial);
        if !(back.from <= back.to && back.to <= level) {
            let why = format!(
                "bores upward, from {} to {}, and back to the level before it, {}: these must follow each other",
                back.from, back.to, level
            );
            return Err(GcodeProblem::Cycle { cycle: self.code.clone(), why });
        }
        let mut moves = Vec::new();
        let mut here = from;
        let holes = if self.step.is_none() { self.repeats.min(1) } else { self.repeats };
        for _ in 0..holes {
            here = self.next(here);
            let aside = here + back.aside;
            moves.extend([(here, true), (aside, true), (aside.with_z(back.from), true)]);
            moves.extend([(here.with_z(back.from), true), (here.with_z(back.to), false)]);
            moves.extend([(here.with_z(back.out), false), (aside.with_z(back.out), true)]);
            here.z = self.initial;
            moves.extend([(aside.with_z(here.z), true), (here, true)]);
        }
        Ok(moves)
    }

    fn drilled(&self, from: DVec3) -> Result<Vec<(DVec3, bool)>, GcodeProblem> {
        if self.retract < self.bottom {
            let why =
                format!("ends above its retract level: Z {} and R {}", self.bottom, self.retract);
            return Err(GcodeProblem::Cycle { cycle: self.code.clone(), why });
        }
        let mut moves = Vec::new();
        let mut here = from;
        if here.z < self.retract {
            here.z = self.retract;
            moves.push((here, true));
        }
        let level = self.level();
        for i in 0..self.repeats {
            here = self.next(here);
            moves.push((here, true));
            moves.push((here.with_z(self.retract), true));
            moves.push((here.with_z(self.bottom), false));
            // Back up: the way below R was just gone down.
            here.z = level;
            moves.push((here, false));
            if self.step.is_none() && i > 0 {
                break;
            }
        }
        Ok(moves)
    }
}
