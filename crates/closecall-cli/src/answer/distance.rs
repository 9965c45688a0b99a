//! The answers of `closecall distance`.

use closecall::Distance;
use closecall::geom::Interval;
use closecall::query::Penetration;
use schemars::JsonSchema;
use serde::Serialize;

use super::{BudgetAnswer, DepthAnswer, MomentAnswer};

/// The distance of two meshes at one pose.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DistanceAnswer {
    /// `distance`.
    #[schemars(extend("const" = "distance"))]
    pub command: &'static str,
    /// `surfaces`; `solids` with `--signed`.
    pub meaning: &'static str,
    /// The file of A.
    pub file_a: String,
    /// The file of B.
    pub file_b: String,
    /// Triangles of A.
    pub a_tris: usize,
    /// Triangles of B.
    pub b_tris: usize,
    /// The position of B's origin in A's frame.
    pub translation: [f64; 3],
    /// The limit that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<f64>,
    /// The tolerance that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// The distance.
    #[serde(flatten)]
    pub found: DistanceFoundAnswer,
    /// The budget that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetAnswer>,
    /// With a budget and without `--signed`: what is known then.
    #[serde(flatten)]
    pub in_budget: Option<DistanceInBudgetAnswer>,
}

/// A distance. If the bodies are further apart than the limit, there is only `beyond`.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct DistanceFoundAnswer {
    /// Are they further apart than `--up-to`?
    pub beyond: bool,
    /// Do they touch?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touching: Option<bool>,
    /// They are no nearer than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lo: Option<f64>,
    /// They are no further apart than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hi: Option<f64>,
    /// The nearest triangle of A.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<u32>,
    /// The nearest triangle of B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<u32>,
    /// The nearest point of A.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_a: Option<[f64; 3]>,
    /// The nearest point of B, in A's frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_b: Option<[f64; 3]>,
    /// With `--signed`, of two that overlap: how deep. `lo` and `hi` are below 0 then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthAnswer>,
}

impl DistanceFoundAnswer {
    /// Of a distance; none if it is above the limit.
    #[must_use]
    pub fn of(found: Option<&Distance>) -> Self {
        let Some(&Distance { distance: Interval { lo, hi }, a, b, point_a, point_b, .. }) = found
        else {
            return Self { beyond: true, ..Self::default() };
        };
        Self {
            beyond: false,
            touching: Some(hi == 0.0),
            lo: Some(lo),
            hi: Some(hi),
            a: Some(a),
            b: Some(b),
            point_a: Some(point_a),
            point_b: Some(point_b),
            depth: None,
        }
    }

    /// Of two solids that overlap.
    #[must_use]
    pub fn of_depth(found: &Penetration) -> Self {
        let Interval { lo, hi } = -found.depth;
        Self {
            touching: Some(true),
            lo: Some(lo),
            hi: Some(hi),
            depth: Some(DepthAnswer::of(found)),
            ..Self::default()
        }
    }
}

/// The part of a distance that only a budget adds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DistanceInBudgetAnswer {
    /// Is the interval as narrow as it gets?
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Is it not known whether they touch?
    pub undecided: bool,
}

/// The distances of two meshes at every pose of a path.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DistancePathAnswer {
    /// `distance`.
    #[schemars(extend("const" = "distance"))]
    pub command: &'static str,
    /// `surfaces`.
    pub meaning: &'static str,
    /// The file of A.
    pub file_a: String,
    /// The file of B.
    pub file_b: String,
    /// The file of the poses.
    pub path: String,
    /// Triangles of A.
    pub a_tris: usize,
    /// Triangles of B.
    pub b_tris: usize,
    /// The number of poses.
    pub poses: usize,
    /// At how many of them they touch.
    pub touching: u64,
    /// At how many of them they are further apart than `--up-to`.
    pub beyond_poses: u64,
    /// The number of threads that answered.
    pub threads: usize,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// The least distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestRowAnswer>,
}

/// The least distance of a path.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NearestRowAnswer {
    /// The distance.
    #[serde(flatten)]
    pub found: DistanceFoundAnswer,
    /// The row of the file, counted from 0.
    pub row: usize,
    /// The place of that row in the file, and its time.
    #[serde(flatten)]
    pub moment: Option<MomentAnswer>,
}
