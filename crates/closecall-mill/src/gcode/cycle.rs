//! Drilling cycles: G73, G74, G81 to G89. Pecks and dwells stay on the same line, so a hole is:
//! across, down to R, down to Z, and up again. After a peck LinuxCNC's control goes down again to
//! [`PECK_CLEARANCE`] above it: with shorter pecks that is above R.
//!
//! How the tool gets across depends on the control. LinuxCNC's lifts to R first where the series of
//! holes began below it, and goes straight to the level above the next hole where it is not higher
//! than R. Fanuc's go across at the level where they are.
//!
//! G87 bores from behind: the tool, moved aside, goes down through the hole, back to its axis, up
//! from there by feed, and the same way out. R is where it begins and Z where it ends, above (as on
//! Fanuc controls); or, with a K word, Z and K (as in RS274/NGC).

use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::way::Spot;
use glam::DVec3;

/// More repetitions than this in one block are taken as a mistake.
pub(super) const MOST_REPEATS: f64 = 100_000.0;

/// The height above the last peck at which the next begins on LinuxCNC's control, in millimetres.
pub(super) const PECK_CLEARANCE: f64 = 0.254;

/// The memory of a cycle from block to block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cycle {
    /// The Z and R words: they go by the zero that is in force at a hole, or are increments.
    pub(super) bottom: Option<f64>,
    pub(super) retract: Option<f64>,
    /// The Q word: how deep a peck is.
    pub(super) peck: Option<f64>,
    /// The level at which the series of holes began, as the program reads it: G98 goes back to it,
    /// and increments of R are measured from it.
    pub(super) initial: Option<f64>,
    /// Whether there was a hole since the series began.
    pub(super) begun: bool,
    /// [`Offsets::changes`](super::offsets::Offsets::changes) at the last hole.
    pub(super) changes: u64,
    /// The distance by which G87 moves the tool aside, and its K word.
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
    /// With a K word the tool goes down to R above the hole, and is moved aside there.
    over: Option<f64>,
}

impl Cycle {
    /// The moves of G87: `retract` and `bottom` are the levels of its R and Z, and K goes by the
    /// zero in force, or is an increment.
    pub(super) fn back(&self, retract: f64, bottom: f64, zero: Option<f64>) -> Option<Back> {
        let [x, y] = self.aside?;
        let [from, to, out] = match self.top {
            Some(top) => [bottom, zero.unwrap_or(bottom) + top, bottom],
            None => [retract, bottom, bottom],
        };
        let over = self.top.map(|_| retract);
        Some(Back { aside: DVec3::new(x, y, 0.0), from, to, out, over })
    }
}

/// The step from one hole of a block to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum HoleStep {
    /// A way.
    Straight([f64; 2]),
    /// More radius and angle, in radians, about the zero.
    Polar { radius: f64, angle: f64, zero: [Option<f64>; 2] },
}

/// One block of a cycle. Levels are heights in the part's frame.
pub(super) struct Holes {
    pub(super) code: String,
    pub(super) dialect: Dialect,
    /// The first hole, or with `step` what is added for each.
    pub(super) at: [Option<f64>; 2],
    pub(super) step: Option<HoleStep>,
    pub(super) retract: Option<f64>,
    pub(super) bottom: Option<f64>,
    /// The level at which the series of holes began.
    pub(super) initial: Option<f64>,
    /// Whether to go back to that level (G98), else to R (G99).
    pub(super) to_initial: bool,
    /// The depth of a peck, and the height above it at which the next begins.
    pub(super) peck: Option<[f64; 2]>,
    pub(super) repeats: u32,
    /// Whether the zero was set or chosen anew since the last hole. LinuxCNC then computes anew where
    /// the tool is: if that is R, rounding decides how it gets across.
    pub(super) is_zero_new: bool,
}

/// A straight move of a cycle: to where, and whether it is a rapid.
pub(super) type Leg = (Spot, bool);

impl Holes {
    /// The number of the move that leads across to the first hole.
    pub(super) fn first_across(&self, from: Spot) -> usize {
        usize::from(self.lifts_first() || self.is_lift_open(from))
    }

    /// Whether the tool goes to R before it goes across: on LinuxCNC's control, where the series
    /// began below R.
    fn lifts_first(&self) -> bool {
        let levels = self.initial.zip(self.retract);
        let is_below = levels.is_some_and(|(initial, retract)| initial < retract);
        is_below && !self.dialect.is_fanuc() && !self.begins_at_retract()
    }

    /// Whether the series began at R, as far as rounding lets it be told.
    fn begins_at_retract(&self) -> bool {
        self.initial.zip(self.retract).is_some_and(|(initial, retract)| is_tie(initial, retract))
    }

    /// Whether it depends on the control's rounding if the tool goes to R first.
    fn is_lift_open(&self, here: Spot) -> bool {
        let is_elsewhere = here[2].zip(self.retract).is_none_or(|(z, retract)| !is_tie(z, retract));
        !self.dialect.is_fanuc() && self.begins_at_retract() && is_elsewhere
    }

    /// The level above a finished hole.
    fn level(&self) -> Option<f64> {
        match (self.to_initial, self.dialect) {
            (true, Dialect::Fanuc | Dialect::Haas) => self.initial,
            (true, _) => self.initial.zip(self.retract).map(|(a, b)| a.max(b)),
            (false, _) => self.retract,
        }
    }

    /// The level above R from which the second peck begins, if pecks are that short.
    fn peck_level(&self) -> Option<f64> {
        let ([depth, clearance], retract) = (self.peck?, self.retract?);
        let is_peck = self.bottom.is_none_or(|bottom| retract - depth > bottom);
        (is_peck && depth < clearance).then_some(retract - depth + clearance)
    }

    /// Whether it depends on the control's rounding if the tool is above R, and so on which way it
    /// gets across.
    fn is_open(&self, here: Spot, level: Option<f64>) -> bool {
        let (Some(z), Some(retract), Some(level)) = (here[2], self.retract, level) else {
            return false;
        };
        self.is_zero_new && is_tie(z, retract) && level > z && !self.dialect.is_fanuc()
    }

    /// The place of the next hole.
    fn next(&self, here: Spot) -> [Option<f64>; 2] {
        let add = |at: Option<f64>, step: f64| at.map(|at| at + step);
        match self.step {
            None => self.at,
            Some(HoleStep::Straight([x, y])) => [add(here[0], x), add(here[1], y)],
            Some(HoleStep::Polar { radius, angle, zero }) => {
                let seen = |axis: usize| Some(here[axis]? - zero[axis]?);
                let place = seen(0).zip(seen(1)).map(|(x, y)| {
                    let (radius, angle) = (x.hypot(y) + radius, y.atan2(x) + angle);
                    [radius * angle.cos(), radius * angle.sin()]
                });
                [0, 1].map(|axis| Some(place?[axis] + zero[axis]?))
            }
        }
    }

    /// The moves of holes that are bored from behind, at a place that is known.
    pub(super) fn back_bored(&self, from: DVec3, back: &Back) -> Result<Vec<Leg>, GcodeProblem> {
        let initial = self.initial.unwrap_or(from.z);
        let level = from.z.min(initial);
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
            let [x, y] = self.next(here.to_array().map(Some));
            here = DVec3::new(x.unwrap_or(here.x), y.unwrap_or(here.y), here.z);
            let aside = here + back.aside;
            moves.push((here, true));
            if let Some(over) = back.over {
                moves.extend([(here.with_z(over), true), (aside.with_z(over), true)]);
            } else {
                moves.push((aside, true));
            }
            moves.push((aside.with_z(back.from), true));
            moves.extend([(here.with_z(back.from), true), (here.with_z(back.to), false)]);
            moves.extend([(here.with_z(back.out), false), (aside.with_z(back.out), true)]);
            here.z = match back.over {
                // In RS274/NGC G99 leads back to R.
                Some(over) if !self.to_initial => over,
                _ => initial,
            };
            moves.extend([(aside.with_z(here.z), true), (here, true)]);
        }
        Ok(moves.into_iter().map(|(to, rapid)| (to.to_array().map(Some), rapid)).collect())
    }

    /// The moves of holes that are drilled from above.
    pub(super) fn drilled(&self, from: Spot) -> Result<Vec<Leg>, GcodeProblem> {
        if let Some((retract, bottom)) = self.retract.zip(self.bottom).filter(|(r, z)| r < z) {
            let why = format!("ends above its retract level: Z {bottom} and R {retract}");
            return Err(GcodeProblem::Cycle { cycle: self.code.clone(), why });
        }
        let mut legs = Vec::new();
        let mut here = from;
        let mut go = |here: &mut Spot, [x, y]: [Option<f64>; 2], z: Option<f64>, rapid: bool| {
            *here = [x, y, z];
            legs.push((*here, rapid));
        };
        let level = self.level();
        if self.lifts_first() {
            go(&mut here, [from[0], from[1]], self.retract, true);
        } else if self.is_lift_open(from) {
            // To R first, across and back: both ways are checked.
            let (start, hole) = ([from[0], from[1]], self.next(here));
            for place in [start, hole, start] {
                go(&mut here, place, self.retract, true);
            }
            go(&mut here, start, from[2], true);
        }
        for i in 0..self.repeats {
            let hole = self.next(here);
            let is_open = i == 0 && self.is_open(here, level);
            if is_open {
                // Across and back: both ways are checked.
                let (start, z) = ([here[0], here[1]], here[2]);
                go(&mut here, hole, z, true);
                go(&mut here, start, z, true);
            }
            // The level at which the tool goes across.
            let is_above = here[2].zip(self.retract).is_none_or(|(z, retract)| z > retract);
            let is_above = is_above && !is_open;
            let across = match self.dialect {
                Dialect::Fanuc | Dialect::Haas => here[2],
                _ if i == 0 && is_above => here[2],
                _ => level,
            };
            go(&mut here, hole, across, true);
            if self.dialect.is_fanuc() || across.is_none() || across != self.retract {
                go(&mut here, hole, self.retract, true);
            }
            if let Some(level) = self.peck_level() {
                go(&mut here, hole, Some(level), true);
            }
            go(&mut here, hole, self.bottom, false);
            // Back up: the way below R was just gone down.
            go(&mut here, hole, level, false);
            if self.step.is_none() && i > 0 {
                break;
            }
        }
        Ok(legs)
    }
}

/// Whether rounding decides which of two levels is higher.
fn is_tie(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}
