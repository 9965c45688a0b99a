//! The memory that a small file may take: one file that many buffers name is read once, and a file that unfolds
//! without bound is refused.

use super::samples::{gltf_document, threemf};
use super::{loaded, refused};
use closecall::mesh::shapes::{icosphere, tetrahedron};
use closecall::mesh::{Problem, load};
use serde_json::{Value, json};

/// A document of this many buffers in one file, by several names, each with a primitive of its own.
fn many_buffers(count: usize) -> (Value, Vec<u8>) {
    let (mut document, buffer) = gltf_document(&tetrahedron(1.0));
    let names = ["big.bin", "./big.bin", "big%2Ebin", "link.bin"];
    let (views, accessors) = (document["bufferViews"].clone(), document["accessors"].clone());
    let mut lists: [Vec<Value>; 4] = Default::default();
    for i in 0..count {
        let [mut positions, mut indices] = [0, 1].map(|k| views[k].clone());
        (positions["buffer"], indices["buffer"]) = (json!(i), json!(i));
        let [mut of_positions, mut of_indices] = [0, 1].map(|k| accessors[k].clone());
        (of_positions["bufferView"], of_indices["bufferView"]) = (json!(2 * i), json!(2 * i + 1));
        // Each is shorter than the next: the longest is what is read.
        let length = buffer.len() + 64 * i;
        lists[0].push(json!({ "uri": names[i % names.len()], "byteLength": length }));
        lists[1].extend([positions, indices]);
        lists[2].extend([of_positions, of_indices]);
        lists[3].push(json!({ "attributes": { "POSITION": 2 * i }, "indices": 2 * i + 1 }));
    }
    let [buffers, views, accessors, primitives] = lists;
    document["buffers"] = buffers.into();
    document["bufferViews"] = views.into();
    document["accessors"] = accessors.into();
    document["meshes"][0]["primitives"] = primitives.into();
    (document, buffer)
}

#[test]
fn a_file_that_many_buffers_name_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    for count in [1, 2, 40] {
        let (document, mut buffer) = many_buffers(count);
        buffer.resize(buffer.len() + 64 * count, 0);
        std::fs::write(folder.path().join("big.bin"), &buffer).unwrap();
        #[cfg(unix)]
        {
            _ = std::fs::remove_file(folder.path().join("link.bin"));
            std::os::unix::fs::symlink("big.bin", folder.path().join("link.bin")).unwrap();
        }
        #[cfg(not(unix))]
        std::fs::copy(folder.path().join("big.bin"), folder.path().join("link.bin")).unwrap();
        std::fs::write(folder.path().join("a.gltf"), document.to_string()).unwrap();
        let read = load(folder.path().join("a.gltf")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.mesh.triangle_count(), 4 * count);
        let once = if cfg!(unix) { 1 } else { 2.min(count) };
        assert_eq!(read.companions.len(), once, "{count} buffers");
    }
}

/// Few bytes that stand for many triangles: what each does `n` times.
fn unfolding(n: usize) -> Vec<(&'static str, Vec<u8>)> {
    let ball = icosphere(1.0, 3);
    let (document, buffer) = gltf_document(&ball);
    let with = |edit: &dyn Fn(&mut Value)| {
        let mut document = document.clone();
        edit(&mut document);
        super::samples::glb(&(document, buffer.clone()))
    };
    let primitive = document["meshes"][0]["primitives"][0].clone();
    let instances = with(&|document| {
        document["nodes"] = vec![json!({ "mesh": 0 }); n].into();
        document["scenes"][0]["nodes"] = (0..n).collect::<Vec<_>>().into();
    });
    let primitives = with(&|document| {
        document["meshes"][0]["primitives"] = vec![primitive.clone(); n].into();
    });
    // Accessors of their own over the same bytes.
    let accessors = with(&|document| {
        let (positions, indices) =
            (document["accessors"][0].clone(), document["accessors"][1].clone());
        let of = |i: usize| json!({ "attributes": { "POSITION": i }, "indices": n });
        document["meshes"][0]["primitives"] = (0..n).map(of).collect::<Vec<_>>().into();
        let mut all = vec![positions; n];
        all.push(indices);
        document["accessors"] = all.into();
    });
    let model = super::samples::threemf_model(&ball);
    let items =
        threemf(&model.replace("<item objectid=\"1\"/>", &"<item objectid=\"1\"/>".repeat(n)));
    let plate = |nodes: &str| {
        let points: String = (0..3000).map(|i| format!("{} {} 0 ", i / 2, i % 2)).collect();
        let corners: String = (0..3000).map(|i| format!("{i} ")).collect();
        format!(
            "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><asset/>\
             <library_geometries><geometry id=\"g\"><mesh><source id=\"s\"><float_array id=\"a\" count=\"9000\">{points}\
             </float_array><technique_common><accessor source=\"#a\" count=\"3000\" stride=\"3\"><param name=\"X\"/>\
             <param name=\"Y\"/><param name=\"Z\"/></accessor></technique_common></source><vertices id=\"v\">\
             <input semantic=\"POSITION\" source=\"#s\"/></vertices><triangles count=\"1000\">\
             <input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>{corners}</p></triangles></mesh></geometry>\
             </library_geometries><library_visual_scenes><visual_scene id=\"w\">{nodes}</visual_scene>\
             </library_visual_scenes><scene><instance_visual_scene url=\"#w\"/></scene></COLLADA>"
        )
        .into_bytes()
    };
    let nodes = plate(&"<node><instance_geometry url=\"#g\"/></node>".repeat(n));
    vec![
        ("instances.glb", instances),
        ("primitives.glb", primitives),
        ("accessors.glb", accessors),
        ("items.3mf", items),
        ("nodes.dae", nodes),
    ]
}

#[test]
fn instances_are_paid_for_in_every_format() {
    for (name, bytes) in unfolding(3) {
        assert!(loaded(name, bytes).mesh.triangle_count() >= 3000, "{name}");
    }
    for (name, bytes) in unfolding(20_000) {
        let limit = (64 << 20) + 256 * bytes.len() as u64;
        let (_, problem, _) = refused(name, bytes);
        assert_eq!(problem, Problem::UnfoldsTooFar { limit }, "{name}");
    }
}
