//! The answer of `closecall cover`.

use schemars::JsonSchema;
use serde::Serialize;

/// The distance by which the links of a robot stick out of a simple model.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CoverAnswer {
    /// `cover`.
    #[schemars(extend("const" = "cover"))]
    pub command: &'static str,
    /// The file of the robot.
    pub robot: String,
    /// The file of the simple model.
    pub simple: String,
    /// `held`: the simple model holds all links. `sticks_out`: one sticks out. `undecided`.
    pub result: &'static str,
    /// The distance by which links may stick out.
    pub allowed: f64,
    /// The links with shapes.
    pub links: Vec<LinkCoverAnswer>,
}

/// The distance by which a link sticks out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LinkCoverAnswer {
    /// The link.
    pub link: String,
    /// `held`, `sticks_out` or `undecided`.
    pub result: &'static str,
    /// The number of shapes that stand in for it.
    pub parts: usize,
    /// A point of its surface is at least this far outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lo: Option<f64>,
    /// No point of its surface is further outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hi: Option<f64>,
    /// A point at least `lo` outside, in the frame of the link; where `lo` is 0, a point that is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<[f64; 3]>,
    /// The triangle that has it, if it is one of a mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangle: Option<u32>,
    /// The file, line and link that name this mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<String>,
    /// The shape that is nearest to it: its file, line and link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}
