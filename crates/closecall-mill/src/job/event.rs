//! Events: what a tool meets, on which line, how deep.

use super::cutting::StockSummary;
use super::nearness::Extent;
use super::unchecked::Unchecked;
use crate::gcode::{Calls, Note, ProgramUnit};
use crate::machine::Reached;
use closecall::geom::Interval;

/// The kind of an event: which parts meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// The cutter cuts into the part.
    Gouge,
    /// The holder meets the part, or stock that is left.
    Holder,
    /// The shank meets the part, or stock that is left.
    Shank,
    /// The tool meets a fixture.
    Fixture,
    /// A rapid meets part or stock.
    Rapid,
    /// The tool comes nearer to the part than the margin.
    Near,
    /// A body of the machine meets part, stock, fixture, tool or another.
    Machine,
    /// An axis of the machine goes beyond its limit.
    Limit,
    /// The middle of a cutter that does not cut goes down into stock that is left.
    Plunge,
}

impl EventKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Gouge,
        Self::Holder,
        Self::Shank,
        Self::Fixture,
        Self::Rapid,
        Self::Near,
        Self::Machine,
        Self::Limit,
        Self::Plunge,
    ];

    /// One word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gouge => "gouge",
            Self::Holder => "holder",
            Self::Shank => "shank",
            Self::Fixture => "fixture",
            Self::Rapid => "rapid",
            Self::Near => "near",
            Self::Machine => "machine",
            Self::Limit => "limit",
            Self::Plunge => "plunge",
        }
    }
}

/// Something met in a block: at most one of each kind, but for the machine's: one of each two bodies,
/// and of each axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The kind of the event.
    pub kind: EventKind,
    /// The line, from 1: of the program, or of the file of a subprogram.
    pub line: u64,
    /// The calls that led there.
    pub calls: Calls,
    /// The block as it was written.
    pub block: String,
    /// The largest lift along the tool's axis over the block, from and to, in the program's unit. Of an
    /// axis beyond its limit how far it is beyond, of A, B and C in degrees; of bodies of the machine 0.
    pub depth: Interval,
    /// A place on the part, or in what is left of the stock.
    pub point: [f64; 3],
    /// The triangle, from 0; none of a stock that is cut.
    pub triangle: Option<u32>,
    /// The number of the mesh: 0 the part, 1 the stock, 2 and on the fixtures.
    pub body: usize,
    /// Whether it is proved. If not, rounding or the time given left it open.
    pub certain: bool,
    /// The fact about the machine, if it is about one.
    pub machine: Option<MachineFact>,
}

/// The fact about a machine in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MachineFact {
    /// Two bodies that meet: links, `part`, `stock`, `fixture 1`, `tool, holder 3`.
    Clash {
        /// Their names.
        bodies: [String; 2],
    },
    /// An axis beyond its limit.
    Limit {
        /// X, Y, Z, A, B or C.
        letter: char,
        /// The joint's name.
        joint: String,
    },
}

/// The result of a whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The unit of all numbers.
    pub unit: ProgramUnit,
    /// Lines read.
    pub lines: u64,
    /// Blocks that move the tool.
    pub blocks: u64,
    /// Straight moves and arcs that were checked.
    pub checked: u64,
    /// Moves that were not checked, because they begin or end at a place that is not known, or their
    /// tool is not.
    pub unchecked: Unchecked,
    /// Whether they may be left unchecked in a program that is called clean.
    pub allow_unchecked: bool,
    /// The variables that the program read and never set, as `#100` or `#<_depth>`: what depends on
    /// them was not checked.
    pub unknown_variables: Vec<String>,
    /// The extent of the program, seen from the part; None if no move was checked.
    pub extent: Option<Extent>,
    /// The number of events of each kind, in the order of [`EventKind::ALL`].
    pub counts: [u64; EventKind::ALL.len()],
    /// Blocks in which something stayed undecided.
    pub undecided: u64,
    /// The deepest gouge.
    pub deepest: Option<Event>,
    /// The assumptions and warnings.
    pub notes: Vec<Note>,
    /// The least stick-out at which the holder stays clear of the part, if it met the part.
    pub stick_out: Option<Interval>,
    /// The result for the stock, if it is cut.
    pub stock: Option<StockSummary>,
    /// The reach of the machine's axes, if there is a machine, in the order of its axes.
    pub reached: Reached,
}

impl Summary {
    /// Whether something was met; a near miss is no crash.
    #[must_use]
    pub fn met(&self) -> bool {
        EventKind::ALL
            .iter()
            .zip(self.counts)
            .any(|(kind, count)| *kind != EventKind::Near && count > 0)
    }

    /// The answer.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let some_unchecked = self.unchecked.moves > 0;
        // The moves that were not checked may come near, unless the sizes do not fit either.
        let is_far =
            |extent: Extent| !extent.is_near && (!some_unchecked || extent.is_of_another_size());
        if self.met() {
            Verdict::Gouge
        } else if self.undecided > 0 {
            Verdict::Undecided
        } else if self.extent.is_some_and(is_far) {
            Verdict::Far
        } else if some_unchecked && !self.allow_unchecked || self.checked == 0 {
            Verdict::Unchecked
        } else {
            Verdict::Clean
        }
    }

    /// Whether it is proved that nothing was met.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.verdict() == Verdict::Clean
    }
}

/// The answer to a whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Something was met.
    Gouge,
    /// Rounding or the time given left it open whether something was met.
    Undecided,
    /// Nothing was met on the moves that were checked, but not all were.
    Unchecked,
    /// Nothing was met, and the tool never came near the part.
    Far,
    /// Nothing was met, on any move.
    Clean,
}

impl Verdict {
    /// One word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gouge => "gouge",
            Self::Undecided => "undecided",
            Self::Unchecked => "unchecked",
            Self::Far => "far",
            Self::Clean => "clean",
        }
    }
}
