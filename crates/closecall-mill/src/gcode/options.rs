//! How a program is read, and what a block of it comes to.

use super::path::Move;
use glam::DVec3;
use std::collections::BTreeMap;

/// The unit of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramUnit {
    /// G21
    Millimetre,
    /// G20
    Inch,
}

/// The way a rapid takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RapidPath {
    /// Straight to its end.
    #[default]
    Linear,
    /// All axes at the same speed, each until it has arrived.
    Dogleg,
}

/// What A, B and C do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotary {
    /// X, Y, Z are the tip in the part's frame, wherever the rotary axes are (tool centre point
    /// control).
    TipInPart,
    /// The table turns the part about a point; X, Y, Z are those of the machine.
    Table {
        /// The point, in the part's frame at A0 B0 C0.
        pivot: DVec3,
    },
}

/// How a program is read.
#[derive(Clone, Debug, Default)]
pub struct GcodeOptions {
    /// The way of a rapid.
    pub rapid: RapidPath,
    /// Whether blocks that begin with `/` are left out.
    pub block_delete: bool,
    /// What A, B and C do; without it a turn is refused.
    pub rotary: Option<Rotary>,
}

/// The radii of the cutters, which G41 and G42 keep beside the contour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cutters {
    /// The radius of the only tool, whatever its number.
    pub single: Option<f64>,
    /// The radii of the tools of a table.
    pub by_number: BTreeMap<u32, f64>,
}

impl Cutters {
    /// The radius of a tool.
    #[must_use]
    pub fn radius(&self, number: u32) -> Option<f64> {
        self.single.or_else(|| self.by_number.get(&number).copied())
    }
}

/// Something that was assumed, or is worth a warning.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The line where it came up first, from 1.
    pub line: u64,
    /// What.
    pub text: String,
    /// How often it came up.
    pub count: u64,
}

/// What a block does.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockStep {
    /// The line, from 1.
    pub line: u64,
    /// The block as it was written.
    pub block: String,
    /// The number of the tool in the spindle, 0 before the first M6.
    pub tool: u32,
    /// The moves, in order; none if it moves nothing or from an unknown place.
    pub moves: Vec<Move>,
}
