//! The answer of `closecall plan`.

use schemars::JsonSchema;
use serde::Serialize;

use super::NotLookedAtAnswer;

/// A way of a robot on which it is proved that nothing touches, or why there is none.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanAnswer {
    /// `plan`.
    #[schemars(extend("const" = "plan"))]
    pub command: &'static str,
    /// The robot or scene file.
    pub scene: String,
    /// `clear`: there is a plan. `touching`: bodies touch at the start or the goal. `undecided`: no
    /// plan was found in time, or it is not known whether an end is free.
    pub result: &'static str,
    /// The names of the joint positions of a row.
    pub joints: Vec<String>,
    /// The rows of the plan, from the start to the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Vec<f64>>>,
    /// The length: in radians, and the whole range of a joint that slides counts as π.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// The length before it was made shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_length: Option<f64>,
    /// The end at which bodies touch: `start` or `goal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked: Option<&'static str>,
    /// The bodies that touch there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touching: Vec<TouchingPairAnswer>,
    /// The end of which it is not known whether it is free: `start` or `goal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided_end: Option<&'static str>,
    /// The bodies that may touch there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may_touch: Vec<TouchingPairAnswer>,
    /// The number of nodes the two trees have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<usize>,
    /// The number of edges that were tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<u64>,
    /// The number of them that were proved clear.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges_clear: Option<u64>,
    /// The time it took, in milliseconds.
    pub answer_ms: f64,
    /// The pairs that were not looked at.
    #[serde(flatten)]
    pub not_looked_at: NotLookedAtAnswer,
}

/// Two bodies that touch, or may.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TouchingPairAnswer {
    /// The first body.
    pub a: String,
    /// The second.
    pub b: String,
}
