//! The answer of `closecall mill`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// A milling program beside a part. Lengths are in the unit of the program.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MillAnswer<'a> {
    /// `mill`.
    #[schemars(extend("const" = "mill"))]
    pub command: &'static str,
    /// The part.
    pub part: String,
    /// The program.
    pub job: String,
    /// `mm` or `in`.
    pub unit: &'static str,
    /// `clean`, `gouge`, `undecided`, `unchecked` or `far`; with `--excess` also `excess`.
    pub verdict: &'static str,
    /// The events that certainly happen.
    pub events: Vec<MillEventAnswer<'a>>,
    /// The events that may happen.
    pub undecided: Vec<MillEventAnswer<'a>>,
    /// Was a list cut by `--max-events`?
    pub truncated: bool,
    /// The number of events of every kind.
    pub counts: BTreeMap<&'static str, u64>,
    /// The number of blocks that are undecided.
    pub undecided_blocks: u64,
    /// The number of lines the program has.
    pub lines: u64,
    /// The number of blocks that move the tool.
    pub blocks: u64,
    /// The number of moves that were checked.
    pub checked: u64,
    /// The number of moves that were not.
    pub unchecked: u64,
    /// The lines of those, from and to.
    pub unchecked_lines: &'a [[u64; 2]],
    /// The number of those that were made with a tool that is not known.
    pub unchecked_other_tool: u64,
    /// The variables that the program reads and never sets: moves that depend on them are not checked.
    pub unknown_variables: &'a [String],
    /// The time that the check took, in seconds.
    pub seconds: f64,
    /// The assumptions.
    pub assumed: Vec<AssumedAnswer<'a>>,
    /// The extents of the part and of the moves of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extent: Option<ExtentAnswer>,
    /// The deepest gouge lies between these two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest: Option<[f64; 2]>,
    /// The length that the tool must stick out of its holder lies between these two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stick_out: Option<[f64; 2]>,
    /// With `--cut`: the stock at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<StockAnswer>,
    /// With `--machine`: the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineAnswer<'a>>,
}

/// The machine that the program runs on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MachineAnswer<'a> {
    /// Its file.
    pub file: String,
    /// Its name.
    pub name: &'a str,
    /// The values of the machine's X, Y and Z when the spindle's nose is at the part's zero and A,
    /// B and C are at 0.
    pub zero: [f64; 3],
    /// The links that have a shape.
    pub bodies: Vec<&'a str>,
    /// Its axes.
    pub axes: Vec<MachineAxisAnswer<'a>>,
}

/// An axis of a machine. X, Y and Z are in the program's unit, A, B and C in degrees.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MachineAxisAnswer<'a> {
    /// X, Y, Z, A, B or C.
    pub axis: char,
    /// The joint.
    pub joint: &'a str,
    /// `part` or `tool`.
    pub moves: &'static str,
    /// The least and the largest position, if it has limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<[f64; 2]>,
    /// It goes no further than these two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaches: Option<[f64; 2]>,
}

/// The fact about a machine in an event: two bodies that meet, or an axis beyond its limit.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MachineFactAnswer<'a> {
    /// The bodies: links, `part`, `stock`, `fixture 1`, `tool, holder 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bodies: Option<[&'a str; 2]>,
    /// The axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<char>,
    /// Its joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<&'a str>,
}

/// Stock that the program cut.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StockAnswer {
    /// The sides of a cell.
    pub cell: [f64; 3],
    /// A surface of the stock is known to within this.
    pub band: f64,
    /// The volume that is left lies between these two.
    pub volume: [f64; 2],
    /// The number of moves that meet stock only within the band.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_band: Option<u64>,
    /// The line of the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_within_band: Option<u64>,
    /// The line of the first move that cuts what is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown_cut: Option<u64>,
    /// With `--excess`: what is left outside of the part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<ExcessAnswer>,
}

/// Stock that is left outside of the part.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExcessAnswer {
    /// The tolerance that was given.
    pub tolerance: f64,
    /// The distance of the furthest of it outside of the part lies between these two.
    pub furthest: [f64; 2],
    /// The place.
    pub point: [f64; 3],
    /// Its volume lies between these two.
    pub volume: [f64; 2],
}

/// Something that a program does to the part.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MillEventAnswer<'a> {
    /// The kind, such as `gouge`.
    pub kind: &'static str,
    /// The line of the program.
    pub line: u64,
    /// The calls of subprograms that led there, the first in front.
    pub calls: Vec<CallAnswer<'a>>,
    /// The block.
    pub block: &'a str,
    /// The depth lies between these two; of an axis how far it is beyond its limit, of bodies of
    /// the machine 0.
    pub depth: [f64; 2],
    /// The place.
    pub point: [f64; 3],
    /// The triangle. Stock that is cut has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangle: Option<u32>,
    /// The body: 0 is the part, fixtures follow.
    pub body: usize,
    /// The fact about the machine, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineFactAnswer<'a>>,
}

/// A call of a subprogram.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CallAnswer<'a> {
    /// The name of the subprogram.
    pub name: &'a str,
    /// Its file, if that is another one. Null if not.
    pub file: Option<&'a str>,
    /// The line of the call.
    pub line: u64,
}

/// An assumption.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AssumedAnswer<'a> {
    /// The first line that it is about.
    pub line: u64,
    /// The text.
    pub text: &'a str,
    /// On how many lines it was made.
    pub count: u64,
}

/// Two boxes: the lowest and the highest coordinates of each.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExtentAnswer {
    /// Of the part.
    pub part: [[f64; 3]; 2],
    /// Of the tool's tips.
    pub program: [[f64; 3]; 2],
}
