//! F words: how fast the tip goes where it cuts. Nothing that is checked depends on them; a page
//! draws its charts along the time that they give.

use super::block::Words;
use super::options::ProgramUnit;
use super::state::Motion;

/// Millimetres in an inch.
const INCH: f64 = 25.4;

/// The feed that is in force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feed {
    /// Whether F counts lengths per minute (G94), and neither turns (G95) nor blocks (G93).
    is_per_minute: bool,
    /// Millimetres per minute.
    rate: Option<f64>,
}

impl Feed {
    /// As at the beginning of a program: G94, and no feed.
    pub(super) fn new() -> Self {
        Self { is_per_minute: true, rate: None }
    }

    /// Takes in the words of a block, which is in this unit.
    pub(super) fn take(&mut self, words: &Words, unit: ProgramUnit) {
        let mode = words.g.iter().rev().find(|g| matches!(g, 930 | 940 | 950));
        if let Some(mode) = mode.map(|&g| g == 940).filter(|&mode| mode != self.is_per_minute) {
            *self = Self { is_per_minute: mode, rate: None };
        }
        if words.has('F') {
            let millimetres = if unit == ProgramUnit::Inch { INCH } else { 1.0 };
            let rate = words.get('F').map(|rate| rate * millimetres);
            self.rate = rate.filter(|rate| self.is_per_minute && *rate > 0.0);
        }
    }

    /// How far a feed move gets in a minute, in this unit. Threads go by the spindle.
    pub(super) fn per_minute(&self, motion: Option<Motion>, unit: ProgramUnit) -> Option<f64> {
        if matches!(motion, Some(Motion::Thread | Motion::Tap)) {
            return None;
        }
        self.rate.map(|rate| if unit == ProgramUnit::Inch { rate / INCH } else { rate })
    }
}
