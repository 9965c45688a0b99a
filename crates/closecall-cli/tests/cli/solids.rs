//! Solids, kinds of meeting, self-intersection and `closecall clash`.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::mesh::WriteFormat;
use closecall::mesh::shapes::cuboid;
use closecall::{Mesh, mesh};

use crate::program::{Folder, closecall};

/// A box, and one with a side missing.
fn bodies(folder: &Folder) -> [String; 3] {
    let write = |name: &str, mesh: &Mesh| {
        let file = folder.path(name);
        mesh::write(&file, mesh, WriteFormat::Obj).unwrap();
        file
    };
    let small = cuboid(DVec3::ZERO, DVec3::ONE);
    let open = Mesh::new(small.points().to_vec(), small.triangles()[2..].to_vec()).unwrap();
    [
        write("large.obj", &cuboid(DVec3::splat(-4.0), DVec3::splat(4.0))),
        write("small.obj", &small),
        write("open.obj", &open),
    ]
}

#[test]
fn what_lies_inside_counts_for_solids() {
    let folder = Folder::new();
    let [large, small, open] = bodies(&folder);
    let run = |flags: &[&str]| closecall(&[&["check", &large, &small, "--json"], flags].concat());
    assert_eq!((run(&[]).code, run(&["--solid"]).code), (0, 1));
    assert_eq!(run(&["--solid", "--first"]).json()["inside"], "B is inside A");
    assert_eq!(
        (run(&[]).json()["meaning"].as_str(), run(&["--solid"]).json()["meaning"].as_str()),
        (Some("surfaces"), Some("solids"))
    );
    let away = run(&["--solid", "--pose", "6,0,0,1,0,0,0"]);
    assert_eq!((away.code, away.json().get("inside")), (0, None));
    let turned = closecall(&["check", &small, &large, "--solid"]);
    assert_eq!(turned.code, 1);
    assert!(turned.stdout.contains("A is inside B"), "{}", turned.stdout);
    let [file, _, message] = closecall(&["check", &large, &open, "--solid", "--json"]).error();
    assert!(
        file.ends_with("open.obj") && message.contains("4 edges") && message.contains("triangle"),
        "{message}"
    );
}

#[test]
fn kinds_have_evidence_and_an_exit_code() {
    let folder = Folder::new();
    let [large, small, open] = bodies(&folder);
    for (pose, kind, code) in [
        ("0,0,0,1,0,0,0", "contained", 1),
        ("3,0,0,1,0,0,0", "contained", 1),
        ("3.5,0,0,1,0,0,0", "crossing", 1),
        ("4,0,0,1,0,0,0", "touching", 1),
        ("4.5,0,0,1,0,0,0", "apart", 0),
    ] {
        let run = closecall(&["check", &large, &small, "--kind", "--pose", pose, "--json"]);
        let json = run.json();
        assert_eq!(
            (run.code, json["kind"].as_str(), json["kind_meaning"].as_str()),
            (code, Some(kind), Some("solids"))
        );
        assert_eq!(json["colliding"], code == 1);
        assert_eq!(json.get("depth"), None, "nobody asked");
        let deep =
            closecall(&["check", &large, &small, "--kind", "--depth", "--pose", pose, "--json"]);
        let depth = deep.json().get("depth").is_some();
        assert_eq!(depth, matches!(kind, "contained" | "crossing"), "{}", deep.stdout);
        assert_eq!(json.get("inner").is_some(), kind == "contained");
    }
    let json = closecall(&["check", &large, &large, "--kind", "--json"]).json();
    assert_eq!(json["kind"], "identical");
    let surfaces = closecall(&["check", &large, &open, "--kind", "--json"]).json();
    assert_eq!(
        (surfaces["kind"].as_str(), surfaces["kind_meaning"].as_str()),
        (Some("apart"), Some("surfaces"))
    );
    let text = closecall(&["check", &large, &small, "--kind"]).stdout;
    assert!(text.contains("kind: contained, B inside (taken as solids)"), "{text}");
    assert!(text.starts_with("collision: the one is inside the other\n"), "{text}");
    let json = closecall(&["check", &open, &open, "--kind", "--json"]).json();
    assert_eq!(
        (json["kind"].as_str(), json["meaning"].as_str()),
        (Some("identical"), Some("surfaces"))
    );
}

#[test]
fn a_path_of_solids() {
    let folder = Folder::flight(&["0,0,0,1,0,0,0", "3,0,0,1,0,0,0", "9,0,0,1,0,0,0"]);
    let [large, small, open] = bodies(&folder);
    let path = folder.path("poses.csv");
    let check = |flags: &[&str]| {
        closecall(&[&["check", &large, &small, "--path", &path, "--json"], flags].concat())
    };
    let [surfaces, solids] = [check(&[]).json(), check(&["--solid"]).json()];
    assert_eq!((&surfaces["colliding"], &solids["colliding"]), (&1.into(), &2.into()));
    assert_eq!((&surfaces["meaning"], &solids["meaning"]), (&"surfaces".into(), &"solids".into()));
    let refused = ["check", &large, &open, "--path", &path, "--solid", "--json"];
    assert!(closecall(&refused).error()[2].contains("not closed"));
    assert!(check(&["--solid", "--all"]).error()[2].contains("--first"));
}

#[test]
fn a_mesh_that_runs_through_itself_is_told_of() {
    let folder = Folder::new();
    let [large, ..] = bodies(&folder);
    let json = closecall(&["info", &large, "--self", "--json"]).json();
    assert_eq!(
        (json["self_intersections"].as_u64(), json["self_pairs"].as_array().map(Vec::len)),
        (Some(0), Some(0))
    );
    let [p, q] = [DVec3::ZERO, DVec3::splat(0.5)].map(|low| cuboid(low, low + DVec3::ONE));
    let vertices = p.points().iter().chain(q.points()).copied().collect();
    let shifted = q.triangles().iter().map(|t| t.map(|v| v + 8));
    let both = Mesh::new(vertices, p.triangles().iter().copied().chain(shifted).collect()).unwrap();
    let file = folder.path("both.obj");
    mesh::write(&file, &both, WriteFormat::Obj).unwrap();
    let run = closecall(&["info", &file, "--self", "--json"]);
    let expected = closecall::Model::new(both).self_intersections();
    assert_eq!((run.code, &run.json()["self_pairs"]), (0, &serde_json::json!(expected)));
    assert!(!expected.is_empty());
}

#[test]
fn clashes_of_many_files() {
    let folder = Folder::new();
    let [large, small, open] = bodies(&folder);
    let far = folder.path("far.obj");
    mesh::write(&far, &cuboid(DVec3::splat(20.0), DVec3::splat(21.0)), WriteFormat::Obj).unwrap();
    let run = closecall(&["clash", &large, &small, &open, &far, "--json"]);
    let json = run.json();
    assert_eq!((run.code, json["clashes"].as_u64()), (1, Some(3)));
    let row = |i: usize| json["matrix"][i].clone();
    assert_eq!(row(0), serde_json::json!(["identical", "contained", "inside", "apart"]));
    assert_eq!(row(1), serde_json::json!(["contained", "identical", "touching", "apart"]));
    assert_eq!(json["closed"], serde_json::json!([true, true, false, true]));
    assert_eq!(json["pairs"].as_array().unwrap().len(), 6);
    let clearance = &json["pairs"][2]["clearance"];
    let truth = (16.0f64 * 16.0 * 3.0).sqrt();
    assert!(
        clearance["lo"].as_f64().unwrap() <= truth.next_up()
            && truth <= clearance["hi"].as_f64().unwrap().next_up()
    );
    assert_eq!(
        (&json["pairs"][0].get("clearance"), json["pairs"][2]["kind"].as_str()),
        (&None, Some("apart"))
    );
    let clear = closecall(&["clash", &large, &far]);
    assert_eq!(clear.code, 0, "{}", clear.stdout);
    assert!(clear.stdout.starts_with("clear: 1 pair, all apart"), "{}", clear.stdout);
    assert_eq!(closecall(&["clash", &large]).code, 2);
}

#[test]
fn worlds_of_solids() {
    let folder = Folder::new();
    let [large, ..] = bodies(&folder);
    let scene = |solid: bool| {
        let text = format!(
            r#"{{ "schema_version": 1, "bodies": [ {{ "name": "room", "mesh": {large:?}, "solid": {solid} }},
            {{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }}, "poses": [{{ "t": [0, 0, 0] }}, {{ "t": [9, 0, 0] }}] }} ] }}"#
        );
        folder.write("scene.json", text)
    };
    let run = |file: &str, flags: &[&str]| closecall(&[&["world", file, "--json"], flags].concat());
    let plain = run(&scene(false), &[]);
    assert_eq!((plain.code, plain.json()["meaning"].as_str()), (0, Some("surfaces")));
    let all = run(&scene(false), &["--solid", "--all"]).json();
    assert_eq!((all["meaning"].as_str(), all["colliding"].as_u64()), (Some("solids"), Some(1)));
    assert_eq!(all["collisions"][0]["pairs"][0]["contacts"], 0);
    let some = run(&scene(true), &[]);
    assert_eq!((some.code, some.json()["meaning"].as_str()), (1, Some("solids and surfaces")));
    let open = folder.path("open.obj");
    folder.write("open.json", format!(r#"{{ "schema_version": 1, "bodies": [ {{ "name": "o", "mesh": {open:?}, "solid": true }}, {{ "name": "p", "mesh": {open:?} }} ] }}"#));
    let [_, place, message] = run(&folder.path("open.json"), &[]).error();
    assert!(place.contains("bodies[0]") && message.contains("not closed"), "{place} {message}");
}
