//! glTF.

use super::samples::{glb, gltf_document, gltf_text};
use super::{corners, loaded, refused};
use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::shapes::{cuboid, icosphere};
use closecall::mesh::{
    Format, LoadOptions, Loaded, Mesh, MeshError, Outside, Place, Problem, Unit, Warning, inspect,
    load, load_with,
};
use serde_json::{Value, json};

/// A tetrahedron of small whole numbers: exact in f32, and easy to see moved.
fn tetrahedron() -> Mesh {
    let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
    Mesh::new(vertices.to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap()
}

fn sample() -> (Value, Vec<u8>) {
    gltf_document(&tetrahedron())
}

/// The sample with some entries replaced, by their JSON pointers.
fn edited(edits: &[(&str, Value)]) -> (Value, Vec<u8>) {
    let (mut document, buffer) = sample();
    for (pointer, value) in edits {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = document.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer}"));
        match parent {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value.clone(),
            parent => parent[key] = value.clone(),
        }
    }
    (document, buffer)
}

fn loaded_with(edits: &[(&str, Value)]) -> Loaded {
    loaded("a.glb", glb(&edited(edits)))
}

/// The message about an edited sample, without the name of the file.
fn message_for(edits: &[(&str, Value)]) -> String {
    let text = refused("a.gltf", gltf_text(edited(edits))).2;
    assert_eq!(text, refused("a.gltf", glb(&edited(edits))).2, "both forms say the same");
    text.strip_prefix("a.gltf: ").unwrap().to_owned()
}

fn names(file: &Loaded) -> Vec<(&str, usize, usize)> {
    file.parts
        .iter()
        .map(|part| (&part.name[..], part.triangles.start, part.triangles.end))
        .collect()
}

#[test]
fn both_forms_give_the_same_mesh_with_name_and_unit() {
    let cases =
        [("a.gltf", gltf_text(sample()), Format::Gltf), ("a.glb", glb(&sample()), Format::Glb)];
    for (name, bytes, format) in cases {
        let file = loaded(name, &bytes);
        assert_eq!(file.mesh, tetrahedron());
        assert_eq!(
            (file.format, file.unit, &file.warnings[..]),
            (format, Some(Unit::Meter), &[][..])
        );
        assert_eq!(names(&file), [("the node", 0, 4)]);
        assert_eq!(loaded("no extension", &bytes), file);
    }
    let with_mark = [b"\xEF\xBB\xBF", &gltf_text(sample())[..]].concat();
    assert_eq!(loaded("a.gltf", with_mark).mesh, tetrahedron());
}

#[test]
fn a_mesh_is_kept_bit_for_bit_in_f32() {
    let ball = icosphere(0.7, 2);
    let file = loaded("ball.glb", glb(&gltf_document(&ball)));
    let narrowed = ball.points().iter().map(|v| v.as_vec3().as_dvec3());
    assert!(narrowed.eq(file.mesh.points().iter().copied()));
    assert_eq!(file.mesh.triangles(), ball.triangles());
}

#[test]
fn names_come_from_the_node_or_the_mesh_or_the_place() {
    assert_eq!(names(&loaded_with(&[("/nodes/0", json!({ "mesh": 0 }))])), [("the mesh", 0, 4)]);
    let file = loaded_with(&[("/nodes/0", json!({ "mesh": 0 })), ("/meshes/0/name", Value::Null)]);
    assert_eq!(names(&file), [("nodes[0]", 0, 4)]);
}

#[test]
fn instances_follow_the_tree_of_nodes_depth_first() {
    let nodes = json!([
        { "children": [2, 1], "translation": [10, 0, 0] },
        { "name": "b", "mesh": 0, "translation": [0, 0.1, 0] },
        { "name": "a", "mesh": 0, "scale": [2, 2, 2], "children": [3] },
        { "name": "under a", "mesh": 0, "translation": [1, 0, 0] },
        { "name": "outside", "mesh": 0 },
    ]);
    let file = loaded_with(&[("/nodes", nodes)]);
    assert_eq!(names(&file), [("a", 0, 4), ("under a", 4, 8), ("b", 8, 12)]);
    let apexes: Vec<_> =
        file.mesh.points().chunks(4).map(|vertices| vertices[3].to_array()).collect();
    assert_eq!(
        apexes,
        [[10.0, 0.0, 6.0], [12.0, 0.0, 6.0], [10.0, 0.1, 3.0]],
        "the translations are f64"
    );
    let outside = Warning::Ignored {
        what: "mesh node outside the scene".to_owned(),
        count: 1,
        first: Place::Entry("nodes[4]".to_owned()),
    };
    assert_eq!(file.warnings, [outside]);
}

#[test]
fn a_scene_is_the_stated_one_or_the_first_or_every_root() {
    let nodes = json!([{ "name": "a", "mesh": 0 }, { "name": "b", "mesh": 0 }, { "name": "c", "children": [1] }]);
    let scenes = json!([{ "nodes": [0] }, { "nodes": [2] }]);
    let edits = [("/nodes", nodes), ("/scenes", scenes), ("/scene", json!(1))];
    assert_eq!(names(&loaded_with(&edits)), [("b", 0, 4)]);
    let [nodes, scenes, _] = edits;
    assert_eq!(
        names(&loaded_with(&[nodes.clone(), scenes, ("/scene", Value::Null)])),
        [("a", 0, 4)]
    );
    let file = loaded_with(&[nodes, ("/scenes", json!([])), ("/scene", Value::Null)]);
    assert_eq!(names(&file), [("a", 0, 4), ("b", 4, 8)]);
}

#[test]
fn transforms_are_matrices_or_scale_rotation_translation() {
    let apex = |node: Value| loaded_with(&[("/nodes/0", node)]).mesh.points()[3].to_array();
    let matrix = json!([0, 1, 0, 0, -1, 0, 0, 0, 0.1, 0, 1, 0, 5, 6, 7, 1]);
    assert_eq!(apex(json!({ "mesh": 0, "matrix": matrix })), [3.0 * 0.1 + 5.0, 6.0, 10.0]);
    // A quarter turn about x carries z to -y; the norm of the quaternion is taken out.
    let turned = json!({ "mesh": 0, "rotation": [0.7075, 0, 0, 0.7075], "scale": [1, 1, 2], "translation": [0.1, 0, 0] });
    let [x, y, z] = apex(turned);
    assert_eq!(x, 0.1);
    assert!((y + 6.0).abs() < 1e-14 && z.abs() < 1e-14, "{y} {z}");
}

#[test]
fn a_mirror_turns_triangles_over() {
    let block = cuboid([1.0, 1.0, 1.0], [2.0, 3.0, 4.0]);
    let mut document = gltf_document(&block);
    document.0["nodes"][0] = json!({ "mesh": 0, "scale": [-1, 1, 1] });
    let mirrored = loaded("m.glb", glb(&document)).mesh;
    let volume_6 = |mesh: &Mesh| mesh.iter().map(|[a, b, c]| a.cross(b).dot(c)).sum::<f64>();
    assert_eq!(volume_6(&mirrored), volume_6(&block));
    assert!(inspect(&mirrored).closed);
}

#[test]
fn strips_fans_and_bare_vertices_are_triangles() {
    let of_mode = |mode: u32| {
        let primitive = json!({ "attributes": { "POSITION": 0 }, "mode": mode });
        loaded_with(&[("/meshes/0/primitives/0", primitive)]).mesh.triangles().to_vec()
    };
    assert_eq!(of_mode(5), [[0, 1, 2], [1, 3, 2]]);
    assert_eq!(of_mode(6), [[0, 1, 2], [0, 2, 3]]);
    let list = json!({ "attributes": { "POSITION": 0 } });
    let file = loaded_with(&[("/meshes/0/primitives/0", list), ("/accessors/0/count", json!(3))]);
    assert_eq!(file.mesh.triangles(), [[0, 1, 2]]);
}

#[test]
fn primitives_share_the_vertices_of_one_accessor() {
    let primitive = json!({ "attributes": { "POSITION": 0 }, "indices": 1 });
    let file = loaded_with(&[("/meshes/0/primitives", json!([primitive, primitive]))]);
    assert_eq!((file.mesh.points().len(), file.mesh.triangle_count()), (4, 8));
}

#[test]
fn indices_are_of_any_width_and_positions_may_be_quantized() {
    let positions: [[i16; 4]; 3] = [[0, 0, 0, 0], [32767, 0, 0, 0], [0, -32768, 0, 0]];
    let buffer: Vec<u8> =
        positions.as_flattened().iter().flat_map(|x| x.to_le_bytes()).chain([2, 1, 0]).collect();
    let document = |normalized: bool| {
        let mut document = sample().0;
        document["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
        document["accessors"] = json!([
            { "bufferView": 0, "componentType": 5122, "normalized": normalized, "count": 3, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR" }
        ]);
        document["bufferViews"] = json!([
            { "buffer": 0, "byteLength": 24, "byteStride": 8 }, { "buffer": 0, "byteOffset": 24, "byteLength": 3 }
        ]);
        document["buffers"] = json!([{ "byteLength": 27 }]);
        loaded("q.gltf", gltf_text((document, buffer.clone()))).mesh
    };
    assert_eq!(corners(&document(false)), [[[0.0, -32768.0, 0.0], [32767.0, 0.0, 0.0], [0.0; 3]]]);
    assert_eq!(corners(&document(true)), [[[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]]]);
}

/// Vertices 1 and 3 put over the others by a sparse accessor, with `indices` for their numbers.
fn sparse(indices: [u8; 2], base: Option<usize>) -> (Value, Vec<u8>) {
    let (mut document, mut buffer) = sample();
    let start = buffer.len();
    buffer.extend(
        [7f32, 7.0, 7.0, 8.0, 8.0, 8.0].iter().flat_map(|x| x.to_le_bytes()).chain(indices),
    );
    document["accessors"][0]["bufferView"] = json!(base);
    document["accessors"][0]["sparse"] = json!({
        "count": 2,
        "indices": { "bufferView": 2, "byteOffset": 24, "componentType": 5121 },
        "values": { "bufferView": 2 },
    });
    let view = json!({ "buffer": 0, "byteOffset": start, "byteLength": 26 });
    document["bufferViews"].as_array_mut().unwrap().push(view);
    document["buffers"][0]["byteLength"] = json!(buffer.len());
    (document, buffer)
}

#[test]
fn sparse_elements_are_put_over_the_others_or_over_zeros() {
    let heights = |base| {
        let mesh = loaded("s.gltf", gltf_text(sparse([1, 3], base))).mesh;
        mesh.points().iter().map(|v| v.y).collect::<Vec<_>>()
    };
    assert_eq!(heights(Some(0)), [0.0, 7.0, 2.0, 8.0]);
    assert_eq!(heights(None), [0.0, 7.0, 0.0, 8.0]);
    let message = refused("s.gltf", gltf_text(sparse([1, 4], None))).2;
    assert_eq!(message, "s.gltf: accessors[0]: element 4 does not exist, there are 4");
    let message = refused("s.gltf", gltf_text(sparse([3, 3], None))).2;
    assert_eq!(message, "s.gltf: accessors[0]: sparse index 3 comes after 3");
}

#[test]
fn buffers_may_be_files_beside_the_document() {
    let folder = std::env::temp_dir().join(format!("closecall-gltf-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("with blank")).unwrap();
    let document = edited(&[("/buffers/0/uri", json!("with%20blank/b.bin"))]);
    let path = folder.join("a.gltf");
    std::fs::write(&path, document.0.to_string()).unwrap();
    let missing = load(&path).unwrap_err();
    assert_eq!(missing.place(), Place::Entry("buffers[0]".to_owned()));
    assert!(
        matches!(missing.problem(), Problem::NoCompanion { uri, .. } if uri == "with blank/b.bin"),
        "{missing}"
    );
    std::fs::write(folder.join("with blank/b.bin"), &document.1).unwrap();
    assert_eq!(load(&path).unwrap().mesh, tetrahedron());
    std::fs::write(folder.join("with blank/b.bin"), &document.1[1..]).unwrap();
    assert!(
        load(&path)
            .unwrap_err()
            .to_string()
            .ends_with("buffers[0]: 96 bytes are needed, but there are 95")
    );
    std::fs::write(&path, edited(&[("/buffers/0/uri", json!("."))]).0.to_string()).unwrap();
    assert!(
        load(&path).unwrap_err().to_string().ends_with("'.' cannot be read: this is not a file")
    );
    std::fs::remove_dir_all(&folder).unwrap();
    let message = refused("a.gltf", document.0.to_string()).2;
    assert!(
        message.ends_with(
            "the file 'with blank/b.bin' beside bytes that are in memory is not supported"
        )
    );
}

#[test]
fn buffers_that_no_triangle_is_in_need_not_be_there() {
    let buffers = json!([{ "byteLength": 96 }, { "byteLength": 9, "uri": "no such image.bin" }]);
    assert_eq!(loaded_with(&[("/buffers", buffers)]).mesh, tetrahedron());
}

#[test]
fn what_is_not_supported_is_refused_at_its_place() {
    let cases = [
        (
            "/meshes/0/primitives/0/mode",
            json!(0),
            "meshes[0].primitives[0]: a primitive of points is not supported",
        ),
        (
            "/meshes/0/primitives/0/mode",
            json!(3),
            "meshes[0].primitives[0]: a primitive of lines is not supported",
        ),
        (
            "/meshes/0/primitives/0/mode",
            json!(7),
            "meshes[0].primitives[0]: primitive mode 7 is not supported",
        ),
        ("/nodes/0/skin", json!(0), "nodes[0]: a skin is not supported"),
        ("/nodes/0/weights", json!([0.0, 0.5]), "nodes[0]: a morphed mesh is not supported"),
        (
            "/extensionsRequired",
            json!(["KHR_materials_unlit", "KHR_draco_mesh_compression"]),
            "extensionsRequired[1]: the extension 'KHR_draco_mesh_compression' is not supported",
        ),
        (
            "/extensionsUsed",
            json!(["EXT_mesh_gpu_instancing"]),
            "extensionsUsed[0]: the extension 'EXT_mesh_gpu_instancing' is not supported",
        ),
        ("/asset/version", json!("1.0"), "asset: glTF version '1.0' is not supported"),
        ("/asset/minVersion", json!("2.1"), "asset: glTF version '2.1' is not supported"),
        ("/accessors/0/componentType", json!(9), "accessors[0]: component type 9 is not supported"),
        (
            "/accessors/0/type",
            json!("VEC2"),
            "accessors[0]: type 'VEC2' with component type 5126 for positions is not supported",
        ),
        (
            "/accessors/1/componentType",
            json!(5126),
            "accessors[1]: component type 5126 for indices is not supported",
        ),
        (
            "/bufferViews/0/byteStride",
            json!(4),
            "accessors[0]: a stride of 4 bytes for elements of 12 is not supported",
        ),
    ];
    for (pointer, value, message) in cases {
        assert_eq!(message_for(&[(pointer, value)]), message, "{pointer}");
    }
    let message =
        refused("a.gltf", edited(&[("/buffers/0/uri", json!("http://a/b.bin"))]).0.to_string()).2;
    assert_eq!(message, "a.gltf: buffers[0]: a URI of scheme 'http' is not supported");
}

#[test]
fn what_is_wrong_is_refused_at_its_place() {
    let no_such =
        |kind, number, count| format!("{kind} {number} does not exist, there are {count}");
    let cases = [
        ("/scene", json!(1), "scene: ".to_owned() + &no_such("scene", 1, 1)),
        ("/scenes/0/nodes", json!([7]), "scenes[0]: ".to_owned() + &no_such("node", 7, 1)),
        ("/nodes/0/children", json!([7]), "nodes[0]: ".to_owned() + &no_such("node", 7, 1)),
        ("/nodes/0/mesh", json!(7), "nodes[0]: ".to_owned() + &no_such("mesh", 7, 1)),
        (
            "/meshes/0/primitives/0/attributes/POSITION",
            json!(4_294_967_296_u64),
            "meshes[0].primitives[0]: ".to_owned() + &no_such("accessor", 4_294_967_296_u64, 2),
        ),
        (
            "/accessors/0/bufferView",
            json!(7),
            "accessors[0]: ".to_owned() + &no_such("buffer view", 7, 2),
        ),
        (
            "/bufferViews/0/buffer",
            json!(7),
            "bufferViews[0]: ".to_owned() + &no_such("buffer", 7, 1),
        ),
        (
            "/accessors/0/bufferView",
            Value::Null,
            "accessors[0]: the buffer view is missing".to_owned(),
        ),
        (
            "/meshes/0/primitives/0/attributes",
            json!({}),
            "meshes[0].primitives[0]: attribute 'POSITION' is missing".to_owned(),
        ),
        (
            "/accessors/0/count",
            json!(3),
            "meshes[0].primitives[0]: a face refers to vertex 3, but there are 3".to_owned(),
        ),
        (
            "/accessors/1/count",
            json!(11),
            "meshes[0].primitives[0]: the number of corners, 11, is not a multiple of 3".to_owned(),
        ),
        (
            "/accessors/0/count",
            json!(5),
            "accessors[0]: 60 bytes are needed, but there are 48".to_owned(),
        ),
        (
            "/accessors/0/byteOffset",
            json!(u64::MAX),
            format!(
                "accessors[0]: {} bytes are needed, but there are 48",
                u128::from(u64::MAX) + 48
            ),
        ),
        (
            "/bufferViews/1/byteLength",
            json!(49),
            "bufferViews[1]: 97 bytes are needed, but there are 96".to_owned(),
        ),
        (
            "/buffers/0/byteLength",
            json!(97),
            "buffers[0]: 97 bytes are needed, but there are 96".to_owned(),
        ),
        (
            "/nodes/0/children",
            json!([0]),
            "nodes[0]: node 0 is met twice: it has two parents, or is its own ancestor".to_owned(),
        ),
        (
            "/nodes/0/rotation",
            json!([0, 0, 0, 1.1]),
            "nodes[0]: the transform is not affine: the quaternion's norm is 1.1, not 1".to_owned(),
        ),
        (
            "/nodes/0",
            json!({ "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2] }),
            "nodes[0]: the transform is not affine: the last row is 0 0 0 2, not 0 0 0 1"
                .to_owned(),
        ),
        (
            "/nodes/0/matrix",
            json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            "nodes[0]: the transform is not affine: there is a matrix and a part of another"
                .to_owned(),
        ),
    ];
    for (pointer, value, message) in cases {
        assert_eq!(message_for(&[(pointer, value)]), message, "{pointer}");
    }
    let message = message_for(&[("/nodes/0/scale", json!([1, 1, 1e30]))]);
    assert!(
        message
            .starts_with("nodes[0]: z is 3.0000000000000003e30: a coordinate must be 0 or between"),
        "{message}"
    );
    let (place, problem, _) =
        refused("a.gltf", gltf_text(edited(&[("/scenes/0/nodes", json!([]))])));
    assert_eq!(
        (place, problem),
        (Place::Entry("scenes".to_owned()), Problem::Mesh(MeshError::NoTriangle))
    );
}

#[test]
fn numbers_that_are_no_coordinates_name_their_accessor() {
    for (value, message) in [(f32::NAN, "NaN is not a finite number"), (2e38, "y is 1.9999999")] {
        let (document, mut buffer) = sample();
        buffer[16..20].copy_from_slice(&value.to_le_bytes());
        let (place, _, text) = refused("a.gltf", gltf_text((document, buffer)));
        assert_eq!(place, Place::Entry("accessors[0]".to_owned()));
        assert!(text.starts_with(&format!("a.gltf: accessors[0]: {message}")), "{text}");
    }
}

#[test]
fn broken_json_names_its_line_or_byte() {
    let text = String::from_utf8(gltf_text(sample())).unwrap();
    let line = text.lines().position(|line| line.contains("\"count\"")).unwrap() + 1;
    let (place, problem, _) = refused("a.gltf", text.replacen("\"count\": 4", "\"count\": -4", 1));
    assert_eq!(place, Place::Line(line));
    assert!(matches!(problem, Problem::Malformed { .. }));
    assert_eq!(refused("a.gltf", "{").0, Place::Line(1));
    assert_eq!(
        refused("a.gltf", "{\n}").2,
        "a.gltf: line 2: not well-formed: missing field `asset`"
    );
    let mut bytes = glb(&sample());
    let at = bytes.windows(7).position(|window| window == b"\"count\"").unwrap();
    bytes[at + 7] = b'?';
    assert_eq!(
        refused("a.glb", &bytes).2,
        format!("a.glb: byte {}: not well-formed: expected `:`", at + 7)
    );
}

#[test]
fn a_broken_container_names_its_byte() {
    let whole = glb(&sample());
    let with = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let length = whole.len();
    let cases = [
        (whole[..10].to_vec(), "byte 10: the file ends inside a header".to_owned()),
        (with(4, 1), "byte 4: version 1 of the binary form is not supported".to_owned()),
        (
            whole[..length - 1].to_vec(),
            format!(
                "byte 8: expected the length of the file, {} bytes, found {length}",
                length - 1
            ),
        ),
        (with(16, b'j'), "byte 16: expected a JSON chunk, found 'jSON'".to_owned()),
        (
            with(15, 1),
            format!(
                "byte 12: {} bytes are needed, but there are {}",
                (1 << 24) + u32::from_le_bytes(whole[12..16].try_into().unwrap()),
                length - 20
            ),
        ),
    ];
    for (bytes, message) in cases {
        assert_eq!(refused("a.glb", bytes).2, format!("a.glb: {message}"));
    }
}

#[test]
fn what_unfolds_too_far_is_refused_before_it_is_made() {
    let ball = icosphere(1.0, 4);
    let (mut document, buffer) = gltf_document(&ball);
    let bytes = glb(&(document.clone(), buffer.clone()));
    let instances = (64 << 20) / (12 * ball.triangle_count()) + 1000;
    document["nodes"] = vec![json!({ "mesh": 0 }); instances].into();
    document["scenes"] = json!([{ "nodes": (0..instances).collect::<Vec<_>>() }]);
    // Instances themselves take a few bytes each, which do not pay for a ball.
    let problem = refused("many.glb", glb(&(document, buffer))).1;
    assert!(matches!(problem, Problem::UnfoldsTooFar { limit } if limit > 64 << 20), "{problem:?}");
    assert_eq!(loaded("one.glb", bytes).mesh.triangle_count(), ball.triangle_count());

    let (mut document, buffer) = sparse([1, 3], None);
    document["accessors"][0]["count"] = json!(1_u64 << 40);
    let (place, problem, _) = refused("zeros.gltf", gltf_text((document, buffer)));
    assert_eq!(place, Place::Entry("accessors[0]".to_owned()));
    assert!(matches!(problem, Problem::UnfoldsTooFar { .. }));
}

#[test]
fn a_long_chain_of_nodes_is_no_recursion() {
    let length = 100_000;
    let mut nodes: Vec<_> =
        (1..length).map(|child| json!({ "children": [child], "translation": [1, 0, 0] })).collect();
    nodes.push(json!({ "mesh": 0 }));
    let file = loaded_with(&[("/nodes", nodes.into())]);
    assert_eq!(file.mesh.points()[0].to_array(), [(length - 1) as f64, 0.0, 0.0]);
}

#[test]
fn animations_are_counted() {
    let file = loaded_with(&[("/animations", json!([{ "channels": [] }, {}]))]);
    let first = Place::Entry("animations[0]".to_owned());
    assert_eq!(file.warnings, [Warning::Ignored { what: "animation".to_owned(), count: 2, first }]);
}

#[test]
fn files_outside_the_folder_are_read_only_if_that_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir_all(inner.join("deep")).unwrap();
    let (path, buffer) = (inner.join("a.gltf"), sample().1);
    for place in ["b.bin", "inner/b.bin", "inner/deep/b.bin"] {
        std::fs::write(folder.path().join(place), &buffer).unwrap();
    }
    let absolute = folder.path().join("b.bin").to_str().unwrap().to_owned();
    let outside = ["../b.bin", "%2e%2e/b.bin", "deep/../../b.bin", "..%2Fb.bin", &absolute];
    for (uris, is_allowed) in
        [(&["b.bin", "./b.bin", "deep/b.bin", "deep/../b.bin"][..], true), (&outside, false)]
    {
        for uri in uris {
            std::fs::write(&path, edited(&[("/buffers/0/uri", json!(uri))]).0.to_string()).unwrap();
            let everywhere = LoadOptions::new().outside(Outside::Allowed);
            let read = load_with(&path, &everywhere).unwrap();
            assert_eq!((&read.mesh, read.companions.len()), (&tetrahedron(), 1), "{uri}");
            match load(&path) {
                Ok(read) => assert!(is_allowed && read.companions.len() == 1, "{uri}"),
                Err(error) => {
                    assert_eq!(error.place(), Place::Entry("buffers[0]".to_owned()));
                    assert!(
                        !is_allowed && matches!(error.problem(), Problem::Outside { .. }),
                        "{uri}: {error}"
                    );
                }
            }
        }
    }
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_out_of_the_folder_is_outside() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    std::fs::write(folder.path().join("b.bin"), sample().1).unwrap();
    std::os::unix::fs::symlink("../b.bin", inner.join("b.bin")).unwrap();
    let document = edited(&[("/buffers/0/uri", json!("b.bin"))]).0.to_string();
    std::fs::write(inner.join("a.gltf"), &document).unwrap();
    assert!(matches!(load(inner.join("a.gltf")).unwrap_err().problem(), Problem::Outside { .. }));
    // A document behind a link brings what is beside it there.
    std::fs::write(folder.path().join("c.gltf"), &document).unwrap();
    std::os::unix::fs::symlink("../c.gltf", inner.join("c.gltf")).unwrap();
    assert_eq!(load(inner.join("c.gltf")).unwrap().mesh, tetrahedron());
}

#[test]
fn units_are_converted_if_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let [with_unit, without] = ["a.glb", "a.obj"].map(|name| folder.path().join(name));
    std::fs::write(&with_unit, glb(&sample())).unwrap();
    std::fs::write(&without, "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n").unwrap();
    let millimeters = LoadOptions::new().unit(Unit::Millimeter).scale(0.5);
    let read = load_with(&with_unit, &millimeters).unwrap();
    assert_eq!((read.unit, read.mesh.points()[3].z), (Some(Unit::Millimeter), 3000.0));
    let read = load_with(&without, &millimeters).unwrap();
    assert_eq!((read.unit, read.mesh.points()[2].y), (None, 1.0));
    assert_eq!(load(&with_unit).unwrap().unit, Some(Unit::Meter));
    let wrong = LoadOptions::new().scale(-1.0);
    assert!(
        load_with(&without, &wrong)
            .unwrap_err()
            .to_string()
            .ends_with("the scale is -1, not a finite number above 0")
    );
}
