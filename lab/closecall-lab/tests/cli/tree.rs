//! `closecall-lab tree`.

use closecall::mesh;

use crate::program::{Folder, closecall, cube};

fn cube_file() -> (Folder, String) {
    let folder = Folder::new();
    let file = folder.write("cube.obj", cube());
    (folder, file)
}

#[test]
fn info_measures_the_tree_of_every_volume_and_builder() {
    let (_folder, file) = cube_file();
    let volumes = [
        "sphere", "aabb", "obb", "kdop6", "kdop8", "kdop12", "kdop14", "kdop18", "kdop20", "kdop26",
    ];
    let builders = ["topdown", "bottomup", "insertion", "oscillating"];
    for (volume, builder) in volumes.into_iter().zip(builders.into_iter().cycle()) {
        let run =
            closecall(&["tree", "info", &file, "--volume", volume, "--builder", builder, "--json"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let json = run.json();
        assert_eq!((&json["volume"], &json["builder"]), (&volume.into(), &builder.into()));
        let counts = ["triangles", "nodes", "leaves", "items", "tau", "build_threads"];
        assert_eq!(counts.map(|key| json[key].as_u64().unwrap()), [12, 23, 12, 12, 1, 1]);
        for key in ["total_volume", "tree_bytes_per_tri", "build_ms"] {
            assert!(json[key].as_f64().unwrap() > 0.0, "{key} is {}", json[key]);
        }
        let levels = json["levels"].as_array().unwrap();
        assert_eq!(levels.len() as u64, json["height"].as_u64().unwrap() + 1);
        let sum = |key: &str| levels.iter().map(|level| level[key].as_f64().unwrap()).sum::<f64>();
        assert_eq!((sum("nodes"), sum("leaves")), (23.0, 12.0));
        assert!((sum("volume") - json["total_volume"].as_f64().unwrap()).abs() < 1e-9);
        assert_eq!(json.get("rule").is_some(), ["topdown", "oscillating"].contains(&builder));
    }
}

#[test]
fn info_heeds_rule_split_and_tau() {
    let (_folder, file) = cube_file();
    for rule in ["longest", "minsum", "minmax", "splatter"] {
        let json = closecall(&[
            "tree", "info", &file, "--rule", rule, "--split", "median", "--tau", "3", "--json",
        ])
        .json();
        assert_eq!([&json["rule"], &json["split"], &json["volume"]], [rule, "median", "obb"]);
        assert_eq!((json["tau"].as_u64(), json["leaves"].as_u64()), (Some(3), Some(4)), "{rule}");
    }
}

#[test]
fn info_for_people_lists_the_levels() {
    let (_folder, file) = cube_file();
    let run = closecall(&["tree", "info", &file, "--volume", "aabb"]);
    assert_eq!(run.code, 0);
    for word in [
        "nodes   23, of which 12 leaves",
        "volume aabb",
        "bytes",
        "on 1 thread",
        "     0          1          0  1e0",
    ] {
        assert!(run.stdout.contains(word), "no `{word}` in {}", run.stdout);
    }
}

#[test]
fn flags_that_change_nothing_are_warned_of() {
    let (_folder, file) = cube_file();
    for (flags, idle) in [
        (&["--builder", "bottomup", "--rule", "sah", "--split", "mean"][..], 2),
        (&["--split", "mean"], 1),
        (&["--builder", "insertion", "--tau", "2"], 0),
        (&["--rule", "longest", "--split", "mean"], 0),
    ] {
        let run = closecall(&[&["tree", "info", &file, "--json"], flags].concat());
        assert_eq!(
            run.json()["warnings"].as_array().map(Vec::len),
            Some(idle),
            "{flags:?}: {}",
            run.stderr
        );
    }
}

#[test]
fn a_level_loads_back() {
    let (folder, file) = cube_file();
    for (volume, triangles) in [("aabb", 12), ("kdop6", 12), ("obb", 12)] {
        for (level, name) in [("0", "root.obj"), ("2", "two.ply"), ("2", "two.stl")] {
            let out = folder.path(name);
            let run = closecall(&[
                "tree", "level", &file, "--level", level, "--out", &out, "--volume", volume,
                "--json",
            ]);
            assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
            let json = run.json();
            let volumes = if level == "0" { 1 } else { 4 };
            assert_eq!(
                (json["volumes"].as_u64(), &json["volume"]),
                (Some(volumes), &volume.into())
            );
            let info = closecall(&["info", &out, "--json"]).json();
            assert_eq!(info["triangles"], json["out_tris"]);
            if level == "0" {
                assert_eq!(
                    (info["triangles"].as_u64(), info["closed"].as_bool()),
                    (Some(triangles), Some(true))
                );
            }
        }
        let root = mesh::inspect(&mesh::load(folder.path("root.obj")).unwrap().mesh);
        assert!(
            root.min.iter().all(|&x| x <= 0.0) && root.max.iter().all(|&x| x >= 1.0),
            "{root:?}"
        );
    }
}

#[test]
fn faults_are_named() {
    let (folder, file) = cube_file();
    let out = folder.path("out.obj");
    let error =
        closecall(&["tree", "level", &file, "--level", "40", "--out", &out, "--json"]).error();
    assert!(
        error[1] == "--level" && error[2].contains("no level 40: the tree's last is"),
        "{error:?}"
    );
    let error = closecall(&[
        "tree",
        "level",
        &file,
        "--level",
        "0",
        "--out",
        &folder.path("out.txt"),
        "--json",
    ])
    .error();
    assert_eq!(error[1], "--out");
    let nowhere = folder.path("no/such/out.obj");
    assert_eq!(
        closecall(&["tree", "level", &file, "--level", "0", "--out", &nowhere, "--json"]).error()
            [0],
        nowhere
    );
    let bad = folder.write("bad.obj", "v 0 0 0\nf 1 1 2\n");
    let error = closecall(&["tree", "info", &bad, "--json"]).error();
    assert_eq!((&error[0], &error[1][..]), (&bad, "line 2"));
}
