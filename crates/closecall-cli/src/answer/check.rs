//! The answers of `closecall check`.

use closecall::query::Penetration;
use schemars::JsonSchema;
use serde::Serialize;

use super::{BudgetAnswer, CostAnswer, MomentAnswer};
use crate::patches::Patch;

/// Two meshes at one pose.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckAnswer<'a> {
    /// The question.
    #[serde(flatten)]
    pub asked: CheckAsked,
    /// The reading of the bodies: `surfaces` or `solids`.
    pub meaning: &'static str,
    /// Do they collide?
    pub colliding: bool,
    /// The number of pairs of triangles that touch; with `--first`, 0 or 1.
    pub contacts: u64,
    /// Was the list cut by `--max-pairs`?
    pub truncated: bool,
    /// The cost of the question.
    #[serde(flatten)]
    pub cost: CostAnswer,
    /// `wide`, the engine on the CPU.
    pub engine: &'static str,
    /// The clearance that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<f64>,
    /// The touching pairs: a triangle of A and one of B, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<&'a [(u32, u32)]>,
    /// The patches of contact, the largest first; not of more than 100,000 pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patches: Option<Vec<PatchAnswer>>,
    /// The body inside the other, where no triangles touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<&'static str>,
    /// With `--kind`: in what way they meet.
    #[serde(flatten)]
    pub kind: Option<KindAnswer>,
    /// With `--explain`: how two triangles lie to each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<ExplainAnswer>,
}

/// The question and its bodies.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckAsked {
    /// `check`.
    #[schemars(extend("const" = "check"))]
    pub command: &'static str,
    /// The file of A.
    pub a: String,
    /// The file of B.
    pub b: String,
    /// Triangles of A.
    pub a_tris: usize,
    /// Triangles of B.
    pub b_tris: usize,
    /// The pose of B in A's frame: a matrix, row by row.
    pub a_from_b: [[f64; 4]; 4],
    /// `first` or `all`.
    pub mode: &'static str,
}

/// A patch of contact: touching pairs that hang together. Points are in A's frame, rounded.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PatchAnswer {
    /// The number of pairs of triangles it has.
    pub pairs: usize,
    /// The least pair.
    pub first: (u32, u32),
    /// A point of contact of the least pair.
    pub point: [f64; 3],
    /// The lowest coordinates of its points of contact.
    pub low: [f64; 3],
    /// The highest coordinates of its points of contact.
    pub high: [f64; 3],
}

impl From<&Patch> for PatchAnswer {
    fn from(&Patch { pairs, first, low, high, point }: &Patch) -> Self {
        Self { pairs, first, point, low, high }
    }
}

/// In what way two bodies meet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct KindAnswer {
    /// `apart`, `touching`, `crossing`, `contained` or `identical`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// Two triangles that touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<(u32, u32)>,
    /// The body that is inside: `A` or `B`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<&'static str>,
    /// Right beside this point they overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both: Option<WitnessAnswer>,
    /// Right beside this point there is only A.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_only: Option<WitnessAnswer>,
    /// Right beside this point there is only B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_only: Option<WitnessAnswer>,
    /// The reading of the bodies for the kind: solids if both meshes are closed.
    pub kind_meaning: &'static str,
    /// The budget ended before the kind was known; they do meet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub kind_undecided: bool,
    /// With `--depth`: how deep they are in each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthAnswer>,
    /// The budget that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetAnswer>,
}

/// A point, and how often either surface goes around the space right beside it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WitnessAnswer {
    /// The point, in A's frame.
    pub point: [f64; 3],
    /// Of A.
    pub winding_a: i64,
    /// Of B.
    pub winding_b: i64,
}

/// The depth of two solids in each other: the shortest translation of B that parts them.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DepthAnswer {
    /// No translation shorter than this parts them.
    pub lo: f64,
    /// The translation below, of this length, does.
    pub hi: f64,
    /// The translation, in A's frame.
    pub translation: [f64; 3],
    /// Its direction, from A to B.
    pub normal: [f64; 3],
    /// Triangles, of A and of B, that are the last to let go on the way there.
    pub held_by: Vec<(u32, u32)>,
    /// A point where they hold, after the translation, in A's frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<[f64; 3]>,
}

impl DepthAnswer {
    /// The answer about two solids.
    pub fn of(found: &Penetration) -> Self {
        let parting = &found.parting;
        Self {
            lo: found.depth.lo,
            hi: found.depth.hi,
            translation: parting.translation,
            normal: parting.normal,
            held_by: parting.held_by.clone(),
            place: parting.place,
        }
    }
}

/// The position of two triangles to each other.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExplainAnswer {
    /// The triangle of A.
    pub a: usize,
    /// The triangle of B.
    pub b: usize,
    /// `apart`, `crossing`, `coplanar overlap` or `touching`.
    pub class: &'static str,
    /// The clearance.
    pub clearance: f64,
    /// Do they count as touching, with the clearance?
    pub counts: bool,
    /// Did exact arithmetic decide?
    pub exact: bool,
    /// The point, the ends of the segment or the corners of the polygon that they share.
    pub points: Vec<[f64; 3]>,
    /// Of the plane that they touch in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 3]>,
    /// The corners of the triangle of A.
    pub triangle_a: [[f64; 3]; 3],
    /// The corners of the triangle of B, in A's frame.
    pub triangle_b: [[f64; 3]; 3],
}

/// The certain facts about two meshes at one pose when a budget ends.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckInBudgetAnswer<'a> {
    /// The question.
    #[serde(flatten)]
    pub asked: CheckAsked,
    /// `surfaces`.
    pub meaning: &'static str,
    /// Is it certain that they collide?
    pub colliding: bool,
    /// Is it not known whether they collide?
    pub undecided: bool,
    /// The number of touching pairs that were found.
    pub contacts: usize,
    /// May there be more?
    pub more: bool,
    /// The budget.
    pub budget: BudgetAnswer,
    /// The time it took, in microseconds.
    pub us: f64,
    /// The clearance that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<f64>,
    /// No two triangles that were left reach further into each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// The touching pairs that were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<&'a [(u32, u32)]>,
}

/// Two meshes at every pose of a path.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckPathAnswer {
    /// `check`.
    #[schemars(extend("const" = "check"))]
    pub command: &'static str,
    /// The file of A.
    pub a: String,
    /// The file of B.
    pub b: String,
    /// The file of the poses.
    pub path: String,
    /// The reading of the bodies: `surfaces` or `solids`.
    pub meaning: &'static str,
    /// The engine that answered: `wide` on the CPU, or `gpu`.
    pub engine: &'static str,
    /// Triangles of A.
    pub a_tris: usize,
    /// Triangles of B.
    pub b_tris: usize,
    /// `first` or `all`.
    pub mode: &'static str,
    /// The number of threads that answered.
    pub threads: usize,
    /// The number of poses.
    pub poses: usize,
    /// At how many of them something touches.
    pub colliding: u64,
    /// Pairs of touching triangles over all poses; with `--first`, the colliding poses.
    pub contacts: u64,
    /// Was any list of pairs cut by `--max-pairs`?
    pub truncated: bool,
    /// At how many poses it was.
    pub truncated_poses: u64,
    /// The time that the answers took, in milliseconds.
    pub answers_ms: f64,
    /// The clearance that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<f64>,
    /// The GPU that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The number of poses it left to the CPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_cpu: Option<usize>,
    /// The first row of the file at which something touches, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_colliding_row: Option<usize>,
    /// The line of the file in which that row is, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_colliding_line: Option<usize>,
    /// Its time, if the file has a column `time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_colliding_time: Option<f64>,
    /// Every run of rows at which something touches.
    pub touching_rows: Vec<TouchingRowsAnswer>,
}

/// Rows that follow each other, at each of which something touches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TouchingRowsAnswer {
    /// The first of them, counted from 0.
    pub first: usize,
    /// The last.
    pub last: usize,
    /// The place of the first in the file, and its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_at: Option<MomentAnswer>,
    /// The place of the last in the file, and its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_at: Option<MomentAnswer>,
    /// A pair of triangles that touch at the first row, of A and of B; none if one body is inside
    /// the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles: Option<(u32, u32)>,
    /// Points at which these two touch, in A's frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<[f64; 3]>>,
}

/// Whether two meshes touch at every pose of a path, with a budget for each.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckPathInBudgetAnswer {
    /// `check`.
    #[schemars(extend("const" = "check"))]
    pub command: &'static str,
    /// The file of A.
    pub a: String,
    /// The file of B.
    pub b: String,
    /// The file of the poses.
    pub path: String,
    /// `surfaces`.
    pub meaning: &'static str,
    /// `first`.
    pub mode: &'static str,
    /// The budget of every pose.
    pub budget: BudgetAnswer,
    /// The number of poses.
    pub poses: usize,
    /// At how many of them nothing touches, for certain.
    pub clear: u64,
    /// At how many of them something touches, for certain.
    pub colliding: u64,
    /// At how many of them it is not known.
    pub undecided: u64,
    /// Every run of rows at which something touches, for certain.
    pub touching_rows: Vec<TouchingRowsAnswer>,
    /// The largest depth that is possible at an undecided pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_max: Option<f64>,
    /// The mean time of a query, in microseconds.
    pub us_mean: f64,
    /// The time of the slowest query.
    pub us_max: f64,
}
