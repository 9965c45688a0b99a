//! The answer of `closecall info`.

use schemars::JsonSchema;
use serde::Serialize;

/// The content of a mesh file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InfoAnswer {
    /// `info`.
    #[schemars(extend("const" = "info"))]
    pub command: &'static str,
    /// The file.
    pub file: String,
    /// Its format.
    pub format: String,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many different positions these have.
    pub positions: usize,
    /// How many triangles it has.
    pub triangles: usize,
    /// The lowest coordinates.
    pub min: [f64; 3],
    /// The highest coordinates.
    pub max: [f64; 3],
    /// The sides of the box around it.
    pub size: [f64; 3],
    /// How many triangles have no area.
    pub degenerate: usize,
    /// How many triangles are there twice.
    pub duplicates: usize,
    /// Does every edge belong to two triangles?
    pub closed: bool,
    /// How many edges belong to one triangle.
    pub boundary_edges: usize,
    /// How many edges belong to more than two.
    pub non_manifold_edges: usize,
    /// How many parts hang together.
    pub components: usize,
    /// Vertices less edges plus faces: 2 for each ball, 0 for each ring.
    pub euler_characteristic: i64,
    /// The parts that the file names.
    pub parts: Vec<PartAnswer>,
    /// The unit that the file states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The area, rounded.
    pub area: f64,
    /// Of a closed mesh: the volume, rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// Of a closed mesh: do its faces look inwards?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside_out: Option<bool>,
    /// With `--self`: the triangles that run through each other.
    #[serde(flatten)]
    pub crossings: Option<SelfAnswer>,
}

/// A part of a mesh file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartAnswer {
    /// Its name.
    pub name: String,
    /// Its first triangle, counted from 0.
    pub first_triangle: usize,
    /// How many triangles it has.
    pub triangles: usize,
}

/// The triangles of a mesh that run through each other.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SelfAnswer {
    /// How many pairs were found.
    pub self_intersections: usize,
    /// May there be more?
    pub self_more: bool,
    /// The first 10,000 of them.
    pub self_pairs: Vec<(u32, u32)>,
}
