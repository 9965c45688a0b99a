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
    /// The number of vertices it has.
    pub vertices: usize,
    /// The number of different positions these have.
    pub positions: usize,
    /// The number of triangles it has.
    pub triangles: usize,
    /// The lowest coordinates.
    pub min: [f64; 3],
    /// The highest coordinates.
    pub max: [f64; 3],
    /// The sides of the box around it.
    pub size: [f64; 3],
    /// The number of triangles that have no area.
    pub degenerate: usize,
    /// The number of triangles that are there twice.
    pub duplicates: usize,
    /// Does every edge belong to two triangles?
    pub closed: bool,
    /// The number of edges that belong to one triangle.
    pub boundary_edges: usize,
    /// The number of edges that belong to more than two.
    pub non_manifold_edges: usize,
    /// The number of parts that hang together.
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
    /// The number of triangles it has.
    pub triangles: usize,
}

/// The triangles of a mesh that run through each other.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SelfAnswer {
    /// The number of pairs that were found.
    pub self_intersections: usize,
    /// May there be more?
    pub self_more: bool,
    /// The first 10,000 of them.
    pub self_pairs: Vec<(u32, u32)>,
}
