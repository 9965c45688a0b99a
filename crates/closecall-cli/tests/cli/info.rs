//! `closecall info`.

use crate::program::{Folder, closecall, cube};

#[test]
fn a_cube_is_closed_and_whole() {
    let folder = Folder::new();
    let file = folder.write("cube.obj", cube());
    let run = closecall(&["info", &file, "--json"]);
    assert_eq!(run.code, 0);
    let json = run.json();
    let counts = [
        "triangles",
        "vertices",
        "positions",
        "degenerate",
        "duplicates",
        "components",
        "boundary_edges",
    ];
    assert_eq!(counts.map(|key| json[key].as_u64().unwrap()), [12, 8, 8, 0, 0, 1, 0]);
    assert_eq!(json["closed"], true);
    assert_eq!(json["size"], serde_json::json!([1.0, 1.0, 1.0]));
}

#[test]
fn what_is_odd_is_counted_and_warned_of() {
    let folder = Folder::new();
    let file = folder
        .write("odd.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nf 1 2 3\nf 3 1 2\nf 1 2 4\nl 1 2\n");
    let run = closecall(&["info", &file, "--json"]);
    let json = run.json();
    assert_eq!((json["degenerate"].as_u64(), json["duplicates"].as_u64()), (Some(1), Some(1)));
    let warning = json["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with(&file) && warning.contains("line 8"), "{warning}");
    assert!(run.stderr.contains(warning), "{}", run.stderr);
    let text = closecall(&["info", &file]).stdout;
    assert!(text.contains("degenerate  1 triangle\n"), "{text}");
}

#[test]
fn the_stated_unit_and_the_parts_are_shown() {
    let folder = Folder::new();
    // One triangle in an embedded buffer: (0,0,0), (1,0,0), (0,1,0) as f32.
    let data = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    let gltf = serde_json::json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": "flag" }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36, "uri": format!("data:application/octet-stream;base64,{data}") }],
    });
    let file = folder.write("flag.gltf", gltf.to_string());
    let json = closecall(&["info", &file, "--json"]).json();
    assert_eq!((&json["unit"], &json["parts"][0]["name"]), (&"meter".into(), &"flag".into()));
    let text = closecall(&["info", &file]).stdout;
    assert!(text.contains("unit        meter\nparts       1\n"), "{text}");
}

#[test]
fn faults_name_their_place() {
    let folder = Folder::new();
    let file =
        folder.write("bad.stl", "solid\n facet normal 0 0 1\n outer loop\n vertex 0 0 nix\n");
    let error = closecall(&["info", &file, "--json"]).error();
    assert_eq!((&error[0], &error[1][..]), (&file, "line 4"));
    let error = closecall(&["info", &folder.path("none.ply"), "--json"]).error();
    assert_eq!(error[0], folder.path("none.ply"));
    let run = closecall(&["info", &file]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("bad.stl, line 4: "), "{}", run.stderr);
}
