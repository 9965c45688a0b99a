//! The options of reading a program, and the result of a block.

use super::calls::Calls;
use super::code::IgnoredWord;
use super::dialect::Dialect;
use super::feed::Feed;
use super::places::Places;
use super::told::ToldVariables;
use super::way::Way;
use crate::machine::Machine;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

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

/// The effect of A, B and C. R(φ) turns counterclockwise about an axis, seen from its positive end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotary {
    /// X, Y, Z are the tip in the part's frame, wherever the rotary axes are (tool centre point
    /// control), and a table turns the part: by A about X, on it B about Y, on that C about Z. In
    /// the part's frame the tool's axis is Rz(−C)·Ry(−B)·Rx(−A)·z.
    TipOnTable,
    /// The same, but a head turns the tool: by C about Z, on it B about Y, on that A about X. The
    /// tool's axis is Rz(C)·Ry(B)·Rx(A)·z.
    TipOnHead,
    /// The table turns the part about a point, in the order of [`Rotary::TipOnTable`]; X, Y, Z are
    /// those of the machine.
    Table {
        /// The point, in the part's frame at A0 B0 C0.
        pivot: [f64; 3],
    },
}

/// Lines that a program runs again, at most: some ten seconds.
pub const MOST_STEPS: u64 = 20_000_000;

/// The options of reading a program.
#[derive(Clone, Debug, Default)]
pub struct GcodeOptions {
    /// The way of a rapid.
    pub rapid: RapidPath,
    /// Whether blocks that begin with `/` are left out.
    pub block_delete: bool,
    /// The effect of A, B and C; without it and without a machine a turn is refused.
    pub rotary: Option<Rotary>,
    /// The machine that the program runs on, if its joints are to be looked at.
    pub machine: Option<Arc<Machine>>,
    /// The control that the program is for.
    pub dialect: Dialect,
    /// Places that the program does not say.
    pub places: Places,
    /// Variables that the program reads and does not set.
    pub variables: ToldVariables,
    /// M words that are passed over, because they move nothing.
    pub ignored: BTreeSet<IgnoredWord>,
    /// The folders in which subprograms are looked for that the program's own file does not have:
    /// that of the program, and others that are allowed. Without one, there is no other file.
    pub folders: Vec<PathBuf>,
    /// Lines that are run again, by loops, jumps and calls, at most: [`MOST_STEPS`] without a value.
    pub most_steps: Option<u64>,
}

impl GcodeOptions {
    /// Why a rotary axis cannot turn; None if it can.
    pub(super) fn no_axis(&self, letter: char) -> Option<&'static str> {
        match (&self.machine, self.rotary) {
            (Some(machine), _) => {
                let has_it = machine.axes().iter().any(|axis| axis.letter == letter);
                (!has_it).then_some("the machine has no such axis")
            }
            (None, None) => Some(
                "a rotary axis: say with --rotary what it turns, or with --machine on which machine",
            ),
            (None, Some(_)) => None,
        }
    }

    /// Whether something is said of what rotary axes turn.
    pub(super) fn has_rotary(&self) -> bool {
        self.rotary.is_some() || self.machine.is_some()
    }
}

impl Rotary {
    /// The convention, in one sentence.
    #[must_use]
    pub fn convention(self) -> &'static str {
        match self {
            Self::TipOnTable => {
                "tcp:table: the table turns the part, by A about X, on it B about Y, on that C about Z; the tool's axis in the part's frame is Rz(-C) Ry(-B) Rx(-A) z"
            }
            Self::TipOnHead => {
                "tcp:head: the head turns the tool, by C about Z, on it B about Y, on that A about X; the tool's axis is Rz(C) Ry(B) Rx(A) z"
            }
            Self::Table { .. } => {
                "table: the table turns the part about its point, by A about X, on it B about Y, on that C about Z; X, Y and Z are the machine's"
            }
        }
    }
}

impl std::str::FromStr for Rotary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "tcp:table" => Ok(Self::TipOnTable),
            "tcp:head" => Ok(Self::TipOnHead),
            "table" => Ok(Self::Table { pivot: [0.0; 3] }),
            "tcp" => Err("tcp says not what turns: tcp:table, where a table turns the part, or tcp:head, where a head turns the tool; the two are mirror images of each other".to_string()),
            _ => Err(format!("it is tcp:table, tcp:head, table or table:X,Y,Z, not `{text}`")),
        }
    }
}

/// The radii of the cutters, which G41 and G42 keep beside the contour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cutters {
    /// The radius of the only tool, whatever its number.
    pub single: Option<f64>,
    /// The radii of the tools of a table.
    pub by_number: BTreeMap<u32, f64>,
    /// The distance of the tips from the spindle's nose, as far as it is known: of the only tool,
    /// and of those of a table.
    pub single_gauge: Option<f64>,
    /// See [`Cutters::single_gauge`].
    pub gauges: BTreeMap<u32, f64>,
}

impl Cutters {
    /// The radius of a tool.
    #[must_use]
    pub fn radius(&self, number: u32) -> Option<f64> {
        self.single.or_else(|| self.by_number.get(&number).copied())
    }

    /// The distance of a tool's tip from the spindle's nose.
    #[must_use]
    pub fn gauge(&self, number: u32) -> Option<f64> {
        self.single_gauge.or_else(|| self.gauges.get(&number).copied())
    }
}

/// Something that was assumed, or is worth a warning.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The line where it came up first, from 1.
    pub line: u64,
    /// The text of the note.
    pub text: String,
    /// The number of times that it came up.
    pub count: u64,
    /// Whether it is about something that was not looked at, or that changes nothing; else it is an assumption.
    pub is_warning: bool,
}

/// The result of one block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockStep {
    /// The line, from 1.
    pub line: u64,
    /// The calls that led there.
    pub calls: Calls,
    /// The block as it was written.
    pub block: String,
    /// The number of the tool in the spindle, 0 before the first M6.
    pub tool: u32,
    /// The number of the last T word, 0 before the first.
    pub selected: u32,
    /// How fast its moves are that are no rapids; None if that is not known.
    pub feed: Option<Feed>,
    /// Its moves, as far as they are known.
    pub way: Way,
}

impl BlockStep {
    /// The tool that the program names here: that in the spindle, and before the first M6 that of
    /// the last T word; 0 if there is neither.
    #[must_use]
    pub fn named_tool(&self) -> u32 {
        if self.tool == 0 { self.selected } else { self.tool }
    }
}
