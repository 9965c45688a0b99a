//! The answer of `closecall clash`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{BudgetAnswer, DepthAnswer};

/// Every two of many files. Files are named by their place in `files`, counted from 0.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClashAnswer {
    /// `clash`.
    #[schemars(extend("const" = "clash"))]
    pub command: &'static str,
    /// The files.
    pub files: Vec<String>,
    /// Of every file: is its mesh closed? Closed meshes are solids, the others surfaces.
    pub closed: Vec<bool>,
    /// Does any pair meet?
    pub colliding: bool,
    /// Is it not known whether any pair meets?
    pub undecided: bool,
    /// The number of pairs that meet for certain.
    pub clashes: usize,
    /// The relation of every two files: a `kind`, or `undecided`. A file is `identical` with
    /// itself.
    pub matrix: Vec<Vec<&'static str>>,
    /// Every pair that was decided.
    pub pairs: Vec<ClashPairAnswer>,
    /// Every pair that the budget left open.
    pub open_pairs: Vec<ClashOpenAnswer>,
    /// The clearance that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<f64>,
    /// The budget that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetAnswer>,
}

/// Two files, and in what way they meet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClashPairAnswer {
    /// The first file.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// `apart`, `touching`, `crossing`, `contained` or `identical`; `near`: no further apart than
    /// the clearance; `inside`: a part of an open surface lies inside a solid.
    pub kind: &'static str,
    /// The reading of the two: `solids`, or `surfaces` if one of them is not closed.
    pub meaning: &'static str,
    /// Two triangles that touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<(u32, u32)>,
    /// Of two that are apart: how far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<ClashApartAnswer>,
    /// With `--depth`, of two solids that overlap: how deep they are in each other. A is the first,
    /// B the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthAnswer>,
}

/// The distance of two files.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClashApartAnswer {
    /// They are no nearer than this.
    pub lo: f64,
    /// They are no further apart than this.
    pub hi: f64,
    /// The nearest point of the first.
    pub point_a: [f64; 3],
    /// The nearest point of the second.
    pub point_b: [f64; 3],
}

/// Two files that a budget left open.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClashOpenAnswer {
    /// The first file.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// Is it certain that they meet, and only not known in what way?
    pub meets: bool,
}
