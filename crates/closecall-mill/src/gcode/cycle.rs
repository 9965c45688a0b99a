//! Drilling cycles: G73, G74, G81 to G86, G88, G89. Pecks and dwells stay on the same line, so a hole is: across, down to R,
//! down to Z, and up again.

use super::error::Problem;
use glam::DVec3;

/// More repetitions than this in one block are taken as a mistake.
pub(super) const MOST_REPEATS: f64 = 100_000.0;

/// What a cycle remembers from block to block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cycle {
    /// The bottom and the retract level in the part's frame (absolute) or as increments.
    pub(super) bottom: Option<f64>,
    pub(super) retract: Option<f64>,
}

/// One block of a cycle.
pub(super) struct Holes {
    pub(super) code: String,
    /// The first hole, or with `step` what is added for each.
    pub(super) at: DVec3,
    pub(super) step: Option<DVec3>,
    pub(super) retract: f64,
    pub(super) bottom: f64,
    /// Whether to go back to the level before the cycle (G98), else to R (G99).
    pub(super) to_initial: bool,
    pub(super) repeats: u32,
}

impl Holes {
    /// The straight moves from `from`: (to, rapid).
    pub(super) fn moves(&self, from: DVec3) -> Result<Vec<(DVec3, bool)>, Problem> {
        if self.retract < self.bottom {
            let why = format!("ends above its retract level: Z {} and R {}", self.bottom, self.retract);
            return Err(Problem::Cycle { cycle: self.code.clone(), why });
        }
        let mut moves = Vec::new();
        let mut here = from;
        if here.z < self.retract {
            here.z = self.retract;
            moves.push((here, true));
        }
        let level = if self.to_initial { here.z } else { self.retract };
        for i in 0..self.repeats {
            let over = match self.step {
                Some(step) => here + step.with_z(0.0),
                None => self.at,
            };
            here = over.with_z(here.z);
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
