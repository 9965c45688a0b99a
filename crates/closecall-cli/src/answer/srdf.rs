//! The answer of `closecall srdf`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// The relations of every two links of a robot.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SrdfAnswer {
    /// `srdf`.
    #[schemars(extend("const" = "srdf"))]
    pub command: &'static str,
    /// The file of the robot.
    pub robot: String,
    /// The name of the robot.
    pub name: String,
    /// The number of pairs that are `adjacent`, `never`, `always`, `sometimes` and `unknown`.
    pub counts: BTreeMap<&'static str, usize>,
    /// The number of positions that were tried.
    pub rows: usize,
    /// The number of boxes of joints that were asked.
    pub boxes: u64,
    /// Every pair of links.
    pub pairs: Vec<LinkPairAnswer>,
    /// The links whose meshes are not closed: what lies wholly inside one counts as apart.
    pub open_links: Vec<String>,
    /// With `--compare`: another SRDF file beside this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<ComparedAnswer>,
}

/// Positions of joints, by their names.
pub type JointsAnswer = BTreeMap<String, f64>;

/// Two links.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LinkPairAnswer {
    /// The first link.
    pub a: String,
    /// The second.
    pub b: String,
    /// `adjacent`; `never` or `always`, proved over the joint limits; `sometimes`; `unknown`.
    #[serde(rename = "do")]
    pub links_do: &'static str,
    /// Do they touch at rest?
    pub at_rest: bool,
    /// The reason for which the SRDF file disables them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Positions at which they touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touching_at: Option<JointsAnswer>,
    /// Positions at which they are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart_at: Option<JointsAnswer>,
}

/// Another SRDF file beside what was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ComparedAnswer {
    /// The file.
    pub file: String,
    /// The number of pairs it disables.
    pub disabled: u64,
    /// The number of these that are unknown.
    pub unknown: u64,
    /// The number of pairs it leaves, though they are proved.
    pub proved_but_left: u64,
    /// The pairs that it disables, though they touch.
    pub touching: Vec<HiddenAnswer>,
}

/// Two links that an SRDF file disables, though they touch.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HiddenAnswer {
    /// The first link.
    pub a: String,
    /// The second.
    pub b: String,
    /// Positions at which they touch.
    pub touching_at: JointsAnswer,
}
