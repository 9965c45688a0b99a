//! The geometry of a glTF document; everything else in it is passed over. (glTF 2.0
//! specification, §5)

use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfDocument {
    pub asset: Asset,
    pub scene: Option<usize>,
    #[serde(default)]
    pub scenes: Vec<SceneEntry>,
    #[serde(default)]
    pub nodes: Vec<GltfNode>,
    #[serde(default)]
    pub meshes: Vec<GltfMesh>,
    #[serde(default)]
    pub accessors: Vec<Accessor>,
    #[serde(default)]
    pub buffer_views: Vec<GltfView>,
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    #[serde(default)]
    pub animations: Vec<IgnoredAny>,
    #[serde(default)]
    pub extensions_used: Vec<String>,
    #[serde(default)]
    pub extensions_required: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asset {
    pub version: String,
    pub min_version: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct SceneEntry {
    #[serde(default)]
    pub nodes: Vec<usize>,
}

/// A place in the scene. The transform is boxed, because files may hold many nodes that have none.
#[derive(Deserialize)]
pub(super) struct GltfNode {
    pub name: Option<String>,
    pub mesh: Option<usize>,
    pub skin: Option<usize>,
    #[serde(default)]
    pub children: Vec<usize>,
    /// By columns.
    pub matrix: Option<Box<[f64; 16]>>,
    pub translation: Option<Box<[f64; 3]>>,
    /// A unit quaternion: x, y, z, w.
    pub rotation: Option<Box<[f64; 4]>>,
    pub scale: Option<Box<[f64; 3]>>,
    pub weights: Option<Vec<f64>>,
}

#[derive(Deserialize)]
pub(super) struct GltfMesh {
    pub name: Option<String>,
    pub primitives: Vec<Primitive>,
    pub weights: Option<Vec<f64>>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    pub attributes: Attributes,
    pub indices: Option<usize>,
    pub mode: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
    #[serde(default)]
    pub normalized: bool,
    pub count: usize,
    #[serde(rename = "type")]
    pub shape: String,
    pub sparse: Option<Box<Sparse>>,
}

/// Elements that differ from those of the view, or from 0.
#[derive(Deserialize)]
pub(super) struct Sparse {
    pub count: usize,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub uri: Option<String>,
    pub byte_length: u64,
}
