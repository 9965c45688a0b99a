//! The answers of `closecall sweep`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::NotLookedAtAnswer;

/// Two bodies, one of which moves through the poses of a file. Times are counted in rows from 0:
/// 2.25 is a quarter of the way from row 2 to row 3.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SweepAnswer {
    /// `sweep`.
    #[schemars(extend("const" = "sweep"))]
    pub command: &'static str,
    /// The files of A and B.
    pub files: [String; 2],
    /// The file of the poses.
    pub path: String,
    /// Triangles of A.
    pub a_tris: usize,
    /// Triangles of B.
    pub b_tris: usize,
    /// The number of poses.
    pub poses: usize,
    /// At how many of the poses themselves something touches.
    pub poses_touching: usize,
    /// The motion below which time was not divided.
    pub tolerance: f64,
    /// Were the bodies taken as solids?
    pub solid: bool,
    /// Does contact at the start count: `counts` or `ignored`.
    pub start: &'static str,
    /// The clearance.
    pub clearance: f64,
    /// The time to find the first contact, in milliseconds.
    pub answer_ms: f64,
    /// The first contact or doubt.
    #[serde(flatten)]
    pub first: FirstAnswer<u32>,
    /// Every stretch of contact, unless there is a budget or contact at the start is ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Vec<ContactAnswer<u32>>>,
    /// Stretches of which it is not known whether there is contact: from and to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided_intervals: Vec<[f64; 2]>,
    /// With `--nearest`: how near they come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestAnswer<Option<u32>>>,
}

/// Many bodies or a robot from the first step to the last. Times are counted in steps from 0.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SceneSweepAnswer {
    /// `sweep`.
    #[schemars(extend("const" = "sweep"))]
    pub command: &'static str,
    /// The scene file or robot.
    pub scene: String,
    /// The number of bodies and frames.
    pub bodies: usize,
    /// The number of steps.
    pub steps: usize,
    /// The time to find the first contact, in milliseconds.
    pub answer_ms: f64,
    /// The first contact or doubt, and its bodies.
    #[serde(flatten)]
    pub first: FirstAnswer<String>,
    /// The triangles that touch first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles: Option<(u32, u32)>,
    /// The positions of all joints at the last time that is known to be clear, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_clear: Option<BTreeMap<String, f64>>,
    /// In how many of the steps themselves something touches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps_touching: Option<usize>,
    /// Every stretch of contact of every two bodies, unless there is a budget or contact at the
    /// start is ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Vec<ContactAnswer<String>>>,
    /// Stretches of which it is not known whether two bodies touch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided_intervals: Vec<[f64; 2]>,
    /// With `--nearest`: which two bodies come nearest to each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestAnswer<String>>,
    /// The pairs that were not looked at.
    #[serde(flatten)]
    pub not_looked_at: NotLookedAtAnswer,
}

/// The first contact, or what there is in its place.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FirstAnswer<N> {
    /// `clear`, `touching` or `undecided`.
    pub result: &'static str,
    /// Clear before this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    /// In contact at this time; or the end of what is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
    /// The place of `to` in the file, and its time.
    #[serde(flatten)]
    pub moment: Option<MomentAnswer>,
    /// The triangle of A, or the first body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<N>,
    /// The triangle of B, or the second body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<N>,
    /// Points at which they touch, in A's frame or in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<[f64; 3]>>,
    /// Of what is undecided: clear until this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clear_until: Option<f64>,
    /// Of what is undecided: at some time they are no further apart than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
}

impl<N> FirstAnswer<N> {
    /// Nothing touches.
    #[must_use]
    pub fn clear() -> Self {
        Self::of("clear")
    }

    /// A result, and nothing else.
    #[must_use]
    pub fn of(result: &'static str) -> Self {
        let (from, to, moment, a, b) = (None, None, None, None, None);
        Self { result, from, to, moment, a, b, points: None, clear_until: None, gap: None }
    }
}

/// A time of a path as its file has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MomentAnswer {
    /// The line of the row at or before it, counted from 1.
    pub line: usize,
    /// The time, evenly between rows, if the file has a column `time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// A stretch of contact.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContactAnswer<N> {
    /// When it begins: clear before the first, in contact at the second.
    pub begins: [f64; 2],
    /// When it ends: in contact at the first, clear after the second.
    pub ends: [f64; 2],
    /// The place in the file at which it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins_at: Option<MomentAnswer>,
    /// The place in the file at which it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<MomentAnswer>,
    /// The triangle of A that touches first, or the first body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<N>,
    /// The triangle of B that touches first, or the second body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<N>,
    /// Of a scene: the triangles of the two bodies that touch first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles: Option<(u32, u32)>,
    /// Points at which they touch as it begins, in A's frame or in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<[f64; 3]>>,
}

/// The nearest approach.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NearestAnswer<N> {
    /// They are at least so far apart all the time.
    pub lo: f64,
    /// They are no further apart than this at the time.
    pub hi: f64,
    /// When.
    pub at: f64,
    /// The triangle of A, or the first body.
    pub a: N,
    /// The triangle of B, or the second body.
    pub b: N,
}

/// In which part of the range of some joints nothing touches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RangeAnswer {
    /// `sweep`.
    #[schemars(extend("const" = "sweep"))]
    pub command: &'static str,
    /// The scene file or robot.
    pub scene: String,
    /// The joints.
    pub range: Vec<String>,
    /// `clear`, `touching` or `undecided`.
    pub result: &'static str,
    /// The share of the range that is proved clear.
    pub clear_share: f64,
    /// The share of it that can be reached from the start.
    pub reached_share: f64,
    /// The share in which something touches.
    pub touching_share: f64,
    /// The share of which it is not known.
    pub undecided_share: f64,
    /// Of that, the share of parts in whose middle something touches.
    pub undecided_touching_share: f64,
    /// Did a budget end before all was divided?
    pub cut_short: bool,
    /// The pairs of bodies that touch somewhere.
    pub stops: Vec<[String; 2]>,
    /// All parts of the range.
    pub cells: Vec<CellAnswer>,
    /// The time it took, in milliseconds.
    pub answer_ms: f64,
    /// The pairs that were not looked at.
    #[serde(flatten)]
    pub not_looked_at: NotLookedAtAnswer,
}

/// A part of a range.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CellAnswer {
    /// The lowest position of every joint.
    pub low: Vec<f64>,
    /// The highest position of every joint.
    pub high: Vec<f64>,
    /// `clear`, `touching` or `undecided`.
    pub result: &'static str,
    /// Can it be reached from the start through parts that are clear?
    pub reached: bool,
    /// The first body that touches, or may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// The second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// Was it left undivided when the budget ended?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}
