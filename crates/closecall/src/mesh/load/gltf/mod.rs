//! glTF 2.0, as JSON and in binary: every mesh node of the scene becomes a part, its transform
//! applied in f64.
//!
//! The document is read with serde_json into the few types of [`schema`]. The crate `gltf` would
//! round the transforms to f32, cut indices to 32 bits, and index past the end of an array where a
//! file names an accessor that is not there.

mod accessor;
mod buffer;
mod container;
mod primitive;
mod scene;
mod schema;

pub(super) use self::container::is_binary;
use self::schema::{GltfDocument, GltfNode};
use super::Origin;
use super::error::{LoadError, Place, Problem};
use super::part::Unit;
use super::soup::Soup;
use super::unfold::Allowance;
use crate::mesh::MeshError;

/// Does it begin as JSON objects do?
pub(super) fn begins_with_brace(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Reads the JSON form, which may name other files.
pub(super) fn read_text(bytes: &[u8], origin: Option<Origin>) -> Result<Soup, LoadError> {
    let json = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let document = serde_json::from_slice(json)
        .map_err(|error| LoadError::new(Place::Line(error.line().max(1)), malformed(&error)))?;
    GltfScene::new(document, None, origin, bytes.len()).read()
}

/// Reads the binary form, which may name other files.
pub(super) fn read_binary(bytes: &[u8], origin: Option<Origin>) -> Result<Soup, LoadError> {
    let container = container::split(bytes)?;
    let document = serde_json::from_slice(container.json).map_err(|error| {
        let place = container.json_start
            + container::offset_of(container.json, error.line(), error.column());
        LoadError::new(Place::Byte(place), malformed(&error))
    })?;
    GltfScene::new(document, container.binary, origin, bytes.len()).read()
}

/// The parser's message without the place, which is said elsewhere.
fn malformed(error: &serde_json::Error) -> Problem {
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(&message[..], |(reason, _)| reason);
    Problem::Malformed { reason: reason.to_owned() }
}

/// A document, its bytes, and the mesh that is made of them.
struct GltfScene<'a> {
    document: GltfDocument,
    buffers: buffer::Buffers<'a>,
    allowance: Allowance,
}

impl<'a> GltfScene<'a> {
    fn new(
        document: GltfDocument,
        binary: Option<&'a [u8]>,
        origin: Option<Origin<'a>>,
        length: usize,
    ) -> Self {
        let buffers = buffer::Buffers::new(document.buffers.len(), binary, origin);
        Self { document, buffers, allowance: Allowance::for_length(length) }
    }

    fn read(&self) -> Result<Soup, LoadError> {
        self.check_version()?;
        self.check_extensions()?;
        let mut soup = Soup::default();
        soup.unit = Some(Unit::Meter);
        let visited = self.walk(&mut soup)?;
        self.warn(&visited, &mut soup);
        soup.companions = self.buffers.companions.take();
        if soup.triangles.is_empty() {
            return Err(LoadError::new(
                Place::Entry("scenes".to_owned()),
                MeshError::NoTriangle.into(),
            ));
        }
        Ok(soup)
    }

    fn check_version(&self) -> Result<(), LoadError> {
        let asset = &self.document.asset;
        let needed = asset.min_version.as_ref().unwrap_or(&asset.version);
        if needed == "2.0" || (asset.min_version.is_none() && needed.starts_with("2.")) {
            return Ok(());
        }
        let what = format!("glTF version '{}'", needed.escape_debug());
        Err(LoadError::new(Place::Entry("asset".to_owned()), Problem::Unsupported { what }))
    }

    /// Checks the extensions: refuses those that a reader must know and this one does not, and
    /// those that change the geometry, stated as required or not.
    fn check_extensions(&self) -> Result<(), LoadError> {
        let harmless = |name: &str| {
            // Materials, lights and the like are no geometry.
            name == "KHR_mesh_quantization"
                || [
                    "KHR_materials_",
                    "KHR_texture_",
                    "EXT_texture_",
                    "KHR_lights_",
                    "EXT_lights_",
                    "KHR_xmp",
                ]
                .iter()
                .any(|prefix| name.starts_with(prefix))
        };
        let GltfDocument { extensions_required: required, extensions_used: used, .. } =
            &self.document;
        let required = required
            .iter()
            .enumerate()
            .find(|(_, name)| !harmless(name))
            .map(|found| ("Required", found));
        let instancing =
            used.iter().enumerate().find(|(_, name)| *name == "EXT_mesh_gpu_instancing");
        let Some((list, (i, name))) = required.or(instancing.map(|found| ("Used", found))) else {
            return Ok(());
        };
        let what = format!("the extension '{}'", name.escape_debug());
        Err(LoadError::new(
            Place::Entry(format!("extensions{list}[{i}]")),
            Problem::Unsupported { what },
        ))
    }

    /// Counts what the mesh does not show.
    fn warn(&self, visited: &[bool], soup: &mut Soup) {
        for (i, (GltfNode { mesh, .. }, visited)) in
            self.document.nodes.iter().zip(visited).enumerate()
        {
            if mesh.is_some() && !visited {
                soup.ignore("mesh node outside the scene", node_place(i));
            }
        }
        for i in 0..self.document.animations.len() {
            soup.ignore("animation", Place::Entry(format!("animations[{i}]")));
        }
    }
}

fn node_place(node: usize) -> Place {
    Place::Entry(format!("nodes[{node}]"))
}

/// Entry `number` of a list, which `place` names.
fn entry<'a, T>(
    list: &'a [T],
    kind: &'static str,
    number: usize,
    place: &Place,
) -> Result<&'a T, LoadError> {
    let problem = Problem::NoSuchEntry { kind, number, count: list.len() };
    list.get(number).ok_or_else(|| LoadError::new(place.clone(), problem))
}
