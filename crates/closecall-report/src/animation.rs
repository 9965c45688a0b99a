//! A scene as an animated binary glTF, for other viewers: a node for every body, and its poses as
//! an animation of 24 frames a second. (glTF 2.0 specification, §3.6, §3.11, §4.4)
//!
//! Coordinates are f32, as the format has them. glTF has Y up: a node above all turns the scene, so
//! that its Z is up in viewers.

use closecall::Pose;
use closecall::engine::geom::{DQuat, DVec3, GlamMesh as _, GlamPose as _};
use serde_json::{Value, json};

use crate::scene::{DrawnBody, DrawnPath, DrawnScene, Look};

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const FRAMES_A_SECOND: f64 = 24.0;
/// Bodies in the colours of the page, in linear light.
const COLOURS: [[f64; 3]; 6] = [
    [0.35, 0.43, 0.53],
    [0.87, 0.35, 0.03],
    [0.21, 0.46, 0.25],
    [0.58, 0.36, 0.2],
    [0.27, 0.57, 0.54],
    [0.48, 0.4, 0.58],
];
/// A quarter of a turn about x: Z up becomes Y up.
const ROOT_TURN: [f64; 4] =
    [-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2];

/// The bytes of a GLB, if they are not too many for one. What has no triangle has no node.
#[must_use]
pub fn animated_glb(scene: &DrawnScene) -> Option<Vec<u8>> {
    let mut glb = Glb::default();
    let origin = scene.origin();
    let shown = |body: &&DrawnBody| body.look == Look::Surface && !body.mesh.triangles().is_empty();
    let times = (scene.frames > 1).then(|| {
        glb.accessor((0..scene.frames).map(|k| [k as f64 / FRAMES_A_SECOND]), "SCALAR", true)
    });
    for body in scene.bodies.iter().filter(shown) {
        glb.body(body, origin, times);
    }
    glb.finish(origin)
}

#[derive(Default)]
struct Glb {
    binary: Vec<u8>,
    accessors: Vec<Value>,
    views: Vec<Value>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    nodes: Vec<Value>,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl Glb {
    fn body(&mut self, body: &DrawnBody, origin: DVec3, times: Option<usize>) {
        let positions = body.mesh.points().iter().map(|v| v.to_array());
        let positions = self.accessor(positions, "VEC3", true);
        let indices = self.indices(body.mesh.triangles());
        let [red, green, blue] = COLOURS[self.nodes.len() % COLOURS.len()];
        let paint = json!({ "baseColorFactor": [red, green, blue, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8 });
        self.materials
            .push(json!({ "name": body.name, "doubleSided": true, "pbrMetallicRoughness": paint }));
        let primitive = json!({
            "attributes": { "POSITION": positions }, "indices": indices, "material": self.materials.len() - 1
        });
        self.meshes.push(json!({ "name": body.name, "primitives": [primitive] }));
        let first = place(&body.path.at(0), origin);
        let node = self.nodes.len();
        self.nodes.push(json!({
            "name": body.name, "mesh": self.meshes.len() - 1, "translation": first.0.to_array(), "rotation": first.1.to_array()
        }));
        if let (DrawnPath::Moving(poses), Some(times)) = (&body.path, times) {
            let places = continuous(poses.iter().map(|pose| place(pose, origin)));
            let moved = self.accessor(places.iter().map(|(t, _)| t.to_array()), "VEC3", false);
            let turned = self.accessor(places.iter().map(|(_, q)| q.to_array()), "VEC4", false);
            for (path, output) in [("translation", moved), ("rotation", turned)] {
                let sampler = self.samplers.len();
                self.samplers
                    .push(json!({ "input": times, "output": output, "interpolation": "LINEAR" }));
                self.channels
                    .push(json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
            }
        }
    }

    /// Numbers as f32, with their bounds where the format asks for these.
    fn accessor<const N: usize>(
        &mut self,
        rows: impl Iterator<Item = [f64; N]>,
        kind: &str,
        bounded: bool,
    ) -> usize {
        let rows: Vec<[f32; N]> = rows.map(|row| row.map(|x| x as f32)).collect();
        let view = self.view(rows.iter().flatten().flat_map(|x| x.to_le_bytes()));
        let extreme = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..N).map(|k| rows.iter().map(|row| row[k]).reduce(pick).unwrap_or(0.0)).collect()
        };
        let mut accessor = json!({ "bufferView": view, "componentType": FLOAT, "count": rows.len(), "type": kind });
        if bounded {
            accessor["min"] = json!(extreme(f32::min));
            accessor["max"] = json!(extreme(f32::max));
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn indices(&mut self, triangles: &[[u32; 3]]) -> usize {
        let view = self.view(triangles.iter().flatten().flat_map(|v| v.to_le_bytes()));
        self.accessors.push(json!({
            "bufferView": view, "componentType": UNSIGNED_INT, "count": 3 * triangles.len(), "type": "SCALAR"
        }));
        self.accessors.len() - 1
    }

    fn view(&mut self, bytes: impl Iterator<Item = u8>) -> usize {
        let start = self.binary.len();
        self.binary.extend(bytes);
        let length = self.binary.len() - start;
        self.views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": length }));
        self.views.len() - 1
    }

    fn finish(mut self, origin: DVec3) -> Option<Vec<u8>> {
        let root = self.nodes.len();
        let DVec3 { x, y, z } = origin;
        self.nodes.push(json!({
            "name": "scene", "rotation": ROOT_TURN, "translation": [x, z, -y], "children": (0..root).collect::<Vec<_>>()
        }));
        if root == 0 {
            self.nodes[0].as_object_mut().map(|node| node.remove("children"));
        }
        let mut document = json!({
            "asset": { "version": "2.0", "generator": "closecall" },
            "scene": 0, "scenes": [{ "nodes": [root] }], "nodes": self.nodes,
        });
        if !self.binary.is_empty() {
            document["buffers"] = json!([{ "byteLength": self.binary.len() }]);
        }
        let lists = [
            ("accessors", self.accessors),
            ("bufferViews", self.views),
            ("meshes", self.meshes),
            ("materials", self.materials),
        ];
        // The format has no empty lists.
        for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            document[name] = list.into();
        }
        if !self.channels.is_empty() {
            let animation =
                json!({ "name": "flight", "samplers": self.samplers, "channels": self.channels });
            document["animations"] = json!([animation]);
        }
        packed(document.to_string().into_bytes(), self.binary)
    }
}

/// Both chunks in one file; none if it would be longer than the format can say.
fn packed(mut json: Vec<u8>, binary: Vec<u8>) -> Option<Vec<u8>> {
    // Chunks are as long as a multiple of four; the binary is.
    json.extend(std::iter::repeat_n(b' ', json.len().next_multiple_of(4) - json.len()));
    let chunks = [(b"JSON", json), (b"BIN\0", binary)];
    let chunks = || chunks.iter().filter(|(_, bytes)| !bytes.is_empty());
    let length: usize = 12 + chunks().map(|(_, bytes)| 8 + bytes.len()).sum::<usize>();
    let mut file = Vec::with_capacity(length);
    file.extend(b"glTF");
    file.extend(2u32.to_le_bytes());
    file.extend(u32::try_from(length).ok()?.to_le_bytes());
    for (kind, bytes) in chunks() {
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend(*kind);
        file.extend(bytes);
    }
    Some(file)
}

/// Translation, relative to `origin`, and rotation.
fn place(pose: &Pose, origin: DVec3) -> (DVec3, DQuat) {
    let turn = DQuat::from_mat3(&pose.matrix()).normalize();
    (pose.shift() - origin, turn)
}

/// Of the two quaternions of a rotation, the one nearer to that before: between them viewers turn
/// the short way.
fn continuous(places: impl Iterator<Item = (DVec3, DQuat)>) -> Vec<(DVec3, DQuat)> {
    let mut last = DQuat::IDENTITY;
    places
        .map(|(moved, turn)| {
            last = if turn.dot(last) < 0.0 { -turn } else { turn };
            (moved, last)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::mesh::{load_bytes, shapes::cuboid};

    #[test]
    fn a_flight_is_read_back_where_it_begins_and_its_turns_are_short() {
        let cube = cuboid(DVec3::ZERO, DVec3::ONE);
        let poses: Vec<Pose> = (0..8)
            .map(|k| {
                let (sine, cosine) = (f64::from(k) * 0.5).sin_cos();
                Pose::from_quaternion([2.0 + f64::from(k), 0.0, 0.0], [cosine, 0.0, 0.0, sine])
                    .unwrap()
            })
            .collect();
        let body = |name: &str, path| DrawnBody {
            name: name.to_owned(),
            mesh: &cube,
            path,
            look: Look::Surface,
        };
        let bodies = vec![
            body("still", DrawnPath::Still(Pose::IDENTITY)),
            body("flies", DrawnPath::Moving(poses.iter().collect())),
        ];
        let scene = DrawnScene { bodies, frames: poses.len(), ..DrawnScene::default() };
        let bytes = animated_glb(&scene).unwrap();
        let read = load_bytes("flight.glb", &bytes).unwrap();
        assert_eq!(
            read.parts.iter().map(|part| &*part.name).collect::<Vec<_>>(),
            ["still", "flies"]
        );
        // Z has become Y, and Y minus Z.
        let (low, high) = read
            .mesh
            .points()
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), &v| {
                (low.min(v), high.max(v))
            });
        assert!((low - DVec3::new(0.0, 0.0, -1.0)).length() < 1e-6, "{low}");
        assert!((high - DVec3::new(3.0, 1.0, 0.0)).length() < 1e-6, "{high}");
        let turns = continuous(poses.iter().map(|pose| place(pose, DVec3::ZERO)));
        assert!(turns.windows(2).all(|pair| pair[0].1.dot(pair[1].1) > 0.0));
    }
}
