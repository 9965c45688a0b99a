//! Binary glTF: a node, a mesh and a material for every piece. Coordinates are f32, as the format
//! has them. (glTF 2.0 specification, §3 and §4)

use std::io::{self, Write};

use serde_json::{Value, json};

use super::piece::{Colour, Piece};
use crate::geom::DVec3;

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// Writes pieces. What has no triangle has no node: the format has no empty arrays.
pub(super) fn write_pieces_glb(out: &mut impl Write, pieces: &[Piece]) -> io::Result<()> {
    let (mut json, binary) = document(pieces.iter().filter(|piece| !piece.triangles.is_empty()));
    // Chunks are as long as a multiple of four.
    json.extend(std::iter::repeat_n(b' ', json.len().next_multiple_of(4) - json.len()));
    let chunks = [(b"JSON", &json), (b"BIN\0", &binary)];
    let chunks = || chunks.iter().filter(|(_, bytes)| !bytes.is_empty());
    let length: usize = 12 + chunks().map(|(_, bytes)| 8 + bytes.len()).sum::<usize>();
    let length =
        u32::try_from(length).map_err(|_| io::Error::other("a GLB is shorter than 4 GiB"))?;
    out.write_all(b"glTF")?;
    [2, length].iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
    for (kind, bytes) in chunks() {
        out.write_all(&(bytes.len() as u32).to_le_bytes())?;
        out.write_all(*kind)?;
        out.write_all(bytes)?;
    }
    Ok(())
}

/// The JSON, and the bytes that it describes.
fn document<'p>(pieces: impl Iterator<Item = &'p Piece>) -> (Vec<u8>, Vec<u8>) {
    let mut binary = Vec::new();
    let [mut nodes, mut meshes, mut materials, mut accessors, mut views] =
        [const { Vec::<Value>::new() }; 5];
    for piece in pieces {
        let at = nodes.len();
        nodes.push(json!({ "name": piece.name, "mesh": at }));
        let primitive =
            json!({ "attributes": { "POSITION": 2 * at }, "indices": 2 * at + 1, "material": at });
        meshes.push(json!({ "name": piece.name, "primitives": [primitive] }));
        materials.push(material(piece));
        let narrow: Vec<[f32; 3]> = piece.vertices.iter().map(|v| narrowed(*v)).collect();
        let (min, max) = bounds(&narrow);
        accessors.push(json!({
            "bufferView": 2 * at, "componentType": FLOAT, "count": narrow.len(), "type": "VEC3", "min": min, "max": max
        }));
        accessors.push(json!({
            "bufferView": 2 * at + 1, "componentType": UNSIGNED_INT, "count": 3 * piece.triangles.len(), "type": "SCALAR"
        }));
        let positions = narrow.iter().flatten().flat_map(|x| x.to_le_bytes());
        views.push(view(&mut binary, positions, ARRAY_BUFFER));
        let indices = piece.triangles.iter().flatten().flat_map(|v| v.to_le_bytes());
        views.push(view(&mut binary, indices, ELEMENT_ARRAY_BUFFER));
    }
    let mut document =
        json!({ "asset": { "version": "2.0", "generator": "closecall" }, "scene": 0 });
    document["scenes"] = json!([{}]);
    if !nodes.is_empty() {
        document["scenes"][0]["nodes"] = (0..nodes.len()).collect();
        let buffers = vec![json!({ "byteLength": binary.len() })];
        let arrays = [
            ("nodes", nodes),
            ("meshes", meshes),
            ("materials", materials),
            ("accessors", accessors),
        ];
        for (name, array) in
            arrays.into_iter().chain([("bufferViews", views), ("buffers", buffers)])
        {
            document[name] = array.into();
        }
    }
    (document.to_string().into_bytes(), binary)
}

fn view(binary: &mut Vec<u8>, bytes: impl Iterator<Item = u8>, target: u32) -> Value {
    let start = binary.len();
    binary.extend(bytes);
    json!({ "buffer": 0, "byteOffset": start, "byteLength": binary.len() - start, "target": target })
}

fn material(piece: &Piece) -> Value {
    let [red, green, blue] = linear(piece.colour);
    let metal = json!({ "baseColorFactor": [red, green, blue, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8 });
    json!({ "name": piece.name, "doubleSided": true, "pbrMetallicRoughness": metal })
}

/// A colour in linear light, which materials are in (IEC 61966-2-1).
fn linear(colour: Colour) -> [f64; 3] {
    colour.map(|byte| {
        let c = f64::from(byte) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

fn narrowed(v: DVec3) -> [f32; 3] {
    v.to_array().map(|x| x as f32)
}

/// The least and the greatest coordinates.
fn bounds(points: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let extreme = |pick: fn(f32, f32) -> f32| {
        std::array::from_fn(|axis| {
            points.iter().map(|point| point[axis]).reduce(pick).unwrap_or(0.0)
        })
    };
    (extreme(f32::min), extreme(f32::max))
}
