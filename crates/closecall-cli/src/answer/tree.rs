//! The answers of `closecall tree`.

use schemars::JsonSchema;
use serde::Serialize;

use super::BudgetAnswer;

/// A tree that was built and saved.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreeBuildAnswer {
    /// `tree build`.
    #[schemars(extend("const" = "tree build"))]
    pub command: &'static str,
    /// The mesh.
    pub file: String,
    /// The tree file.
    pub out: String,
    /// The number of triangles it has.
    pub triangles: usize,
    /// The number of vertices it has.
    pub vertices: usize,
    /// `ample` or `small`.
    pub memory: &'static str,
    /// The time of the build, in milliseconds.
    pub build_ms: f64,
    /// On how many threads.
    pub build_threads: usize,
    /// The facts that the file states about itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_file: Option<TreeFileAnswer>,
    /// The tree in numbers.
    pub wide: WideAnswer,
}

/// A tree that was not built in time.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreeGivenUpAnswer {
    /// `tree build`.
    #[schemars(extend("const" = "tree build"))]
    pub command: &'static str,
    /// The mesh.
    pub mesh: String,
    /// Always true: nothing was written.
    pub undecided: bool,
    /// The budget.
    pub budget: BudgetAnswer,
}

/// The tree of a mesh or of a tree file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreeInfoAnswer {
    /// `tree info`.
    #[schemars(extend("const" = "tree info"))]
    pub command: &'static str,
    /// The file.
    pub file: String,
    /// The number of triangles it has.
    pub triangles: usize,
    /// Of a tree file: what it says of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_file: Option<TreeFileAnswer>,
    /// Of a tree file: true, every byte was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
    /// The tree in numbers.
    pub wide: WideAnswer,
}

/// A tree in numbers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WideAnswer {
    /// The number of nodes it has.
    pub nodes: usize,
    /// The number of boxes these have.
    pub boxes: usize,
    /// The number of blocks of triangles it has.
    pub blocks: usize,
    /// The number of levels it has.
    pub depth: usize,
    /// `fast` or `tight`.
    pub quality: &'static str,
    /// The number of bytes it takes.
    pub tree_bytes: usize,
    /// The bytes per triangle.
    pub tree_bytes_per_tri: f64,
    /// Every level, the root first.
    pub levels: Vec<TreeLevelAnswer>,
    /// Of a mesh: how long the build took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_ms: Option<f64>,
    /// Of a mesh: on how many threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_threads: Option<usize>,
}

/// A level of a tree.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreeLevelAnswer {
    /// The number of nodes it has.
    pub nodes: usize,
    /// The number of blocks of triangles it has.
    pub blocks: usize,
}

/// The facts that a tree file states about itself. Checksums are hexadecimal: a number may not hold
/// 64 bits everywhere.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreeFileAnswer {
    /// The version of its format.
    pub version: u32,
    /// The length in bytes.
    pub bytes: u64,
    /// The checksum of its head.
    pub checksum: String,
    /// Its sections.
    pub sections: Vec<TreeSectionAnswer>,
    /// The unit that it states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// A section of a tree file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreeSectionAnswer {
    /// Its name.
    pub name: String,
    /// The byte at which it begins.
    pub first_byte: u64,
    /// The length in bytes.
    pub bytes: u64,
    /// The number of items it has.
    pub items: u64,
    /// Its checksum.
    pub checksum: String,
}
