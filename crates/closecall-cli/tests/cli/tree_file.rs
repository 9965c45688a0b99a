//! Tree files in place of meshes: `tree build`, and the same answers from either.

use closecall::engine::geom::DVec3;
use closecall::mesh::shapes::{cuboid, icosphere};
use closecall::mesh::{WriteFormat, write};
use serde_json::Value;

use crate::program::{Folder, closecall};

/// A ball and a box as OBJ and as tree files, which are called STL: the bytes tell what a file is.
fn bodies() -> (Folder, [[String; 2]; 2]) {
    let folder = Folder::new();
    let meshes = [icosphere(1.0, 3), cuboid(DVec3::splat(-0.25), DVec3::splat(0.25))];
    let files = [0, 1].map(|k| {
        let [obj, tree] = ["obj", "stl"].map(|extension| folder.path(&format!("{k}.{extension}")));
        write(&obj, &meshes[k], WriteFormat::Obj).unwrap();
        build(&obj, &tree, &[]);
        [obj, tree]
    });
    (folder, files)
}

fn build(mesh: &str, out: &str, flags: &[&str]) -> Value {
    let run = closecall(&[&["tree", "build", mesh, "-o", out, "--json"], flags].concat());
    assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
    run.json()
}

/// A JSON answer without the names of its files.
fn nameless(mut json: Value) -> Value {
    for key in ["a", "b", "file", "flight", "format", "out"] {
        json.as_object_mut().unwrap().remove(key);
    }
    json
}

#[test]
fn build_says_what_it_wrote() {
    let (folder, [[mesh, _], _]) = bodies();
    let out = folder.path("new.tree");
    for (flags, quality, memory) in [
        (&[][..], "fast", "ample"),
        (&["--quality", "tight"], "tight", "ample"),
        (&["--quality", "fast", "--memory", "small"], "fast", "small"),
    ] {
        let json = build(&mesh, &out, flags);
        let bytes = std::fs::metadata(&out).unwrap().len();
        assert_eq!(
            (json["triangles"].as_u64(), json["vertices"].as_u64()),
            (Some(1280), Some(642))
        );
        assert_eq!([&json["wide"]["quality"], &json["memory"]], [quality, memory]);
        assert_eq!(
            (json["tree_file"]["bytes"].as_u64(), json["tree_file"]["version"].as_u64()),
            (Some(bytes), Some(2))
        );
        assert!(json["build_ms"].as_f64() > Some(0.0) && json["build_threads"].as_u64() > Some(0));
        let sections = json["tree_file"]["sections"].as_array().unwrap();
        let items: Vec<_> =
            sections.iter().map(|section| section["items"].as_u64().unwrap()).collect();
        assert_eq!(items[..2], [642, 1280]);
        assert_eq!([&json["wide"]["nodes"], &json["wide"]["blocks"]], [items[2], items[3]]);
        let info = closecall(&["tree", "info", &out, "--json"]).json();
        assert_eq!([&info["wide"], &info["tree_file"]], [&json["wide"], &json["tree_file"]]);
        assert_eq!((&info["verified"], info["triangles"].as_u64()), (&true.into(), Some(1280)));
    }
    let text = closecall(&["tree", "build", &mesh, "--out", &out]).stdout;
    for word in [
        ": 1,280 triangles\n",
        "tree file, version 2, ",
        "checksum ",
        "quality fast",
        "memory ample",
        " ms on ",
    ] {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
    let leftover = std::fs::read_dir(folder.dir())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("partial"));
    assert_eq!(leftover.count(), 0);
}

#[test]
fn check_answers_the_same_from_either() {
    let (folder, [[a, a_tree], [b, b_tree]]) = bodies();
    let poses = ["0.9,0.1,0,1,0,0,0", "1.2,0,0,0.8,0,0.6,0", "0,0,0,1,0,0,0", "3,0,0,1,0,0,0"];
    let mut codes = [0; 2];
    for pose in poses {
        for flags in [&["--all"][..], &["--first"], &["--max-pairs", "3"], &["--explain", "7,3"]] {
            let answer = |a: &str, b: &str| {
                let pairs = folder.path("pairs.csv");
                let csv: &[&str] = if flags == ["--first"] { &[] } else { &["--pairs", &pairs] };
                let run =
                    closecall(&[&["check", a, b, "--pose", pose, "--json"], flags, csv].concat());
                let csv = if csv.is_empty() { String::new() } else { folder.read("pairs.csv") };
                (
                    run.code,
                    nameless(run.json_with_nulls()),
                    csv,
                    closecall(&[&["check", a, b, "--pose", pose], flags].concat())
                        .stdout
                        .replace(a, "a")
                        .replace(b, "b"),
                )
            };
            let expected = answer(&a, &b);
            codes[usize::try_from(expected.0).unwrap()] += 1;
            for (a, b) in [(&a_tree, &b_tree), (&a, &b_tree), (&a_tree, &b)] {
                assert_eq!(answer(a, b), expected, "{pose} {flags:?}");
            }
        }
    }
    assert!(codes.iter().all(|&count| count > 2), "clear and collision: {codes:?}");
}

#[test]
fn info_says_the_same_of_either() {
    let (_folder, [[mesh, tree], _]) = bodies();
    let [from_mesh, from_tree] =
        [&mesh, &tree].map(|file| closecall(&["info", file, "--json"]).json());
    assert_eq!(
        (&from_mesh["format"], &from_tree["format"]),
        (&"OBJ".into(), &"tree file, version 2".into())
    );
    assert_eq!(nameless(from_mesh), nameless(from_tree));
    assert!(closecall(&["info", &tree]).stdout.contains(".stl (tree file, version 2)\n"));
}

#[test]
fn a_path_is_answered_the_same_from_either() {
    let (folder, [[a, a_tree], [b, b_tree]]) = bodies();
    let rows: String =
        (0..40).map(|k| format!("{},0.05,0,0.6,0,0.8,0\n", f64::from(k) * 0.1 - 2.0)).collect();
    let poses = folder.write("poses.csv", format!("tx,ty,tz,qw,qx,qy,qz\n{rows}"));
    let out = folder.path("out.txt");
    for flag in ["--all", "--first"] {
        let answers = [[&a, &b], [&a_tree, &b_tree], [&a, &b_tree], [&a_tree, &b]].map(|[a, b]| {
            let run = closecall(&["check", a, b, "--path", &poses, flag, "--out", &out, "--json"]);
            assert_eq!(run.code, 1, "{} {}", run.stdout, run.stderr);
            let json = run.json();
            assert!(json["colliding"].as_u64() < json["poses"].as_u64(), "some poses are clear");
            let counts = ["a_tris", "b_tris", "colliding", "contacts"].map(|key| json[key].clone());
            (folder.read("out.txt"), counts)
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{flag}");
    }
}

#[test]
fn the_tree_of_a_tree_file_is_shown() {
    let (_folder, [[mesh, tree], _]) = bodies();
    let json = closecall(&["tree", "info", &tree, "--json"]).json();
    assert_eq!((json.get("volume"), json["wide"]["levels"][0]["nodes"].as_u64()), (None, Some(1)));
    let wide = |file: &str| {
        let mut json = closecall(&["tree", "info", file, "--json"]).json();
        let wide = json["wide"].as_object_mut().unwrap();
        wide.retain(|key, _| !key.starts_with("build"));
        wide.clone()
    };
    assert_eq!(wide(&mesh), wide(&tree));
    let text = closecall(&["tree", "info", &tree]).stdout;
    for word in [
        "1,280 triangles\n",
        "tree file, version 2, ",
        "every byte",
        "   vertices          642            192",
        "wide    ",
    ] {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
}

#[test]
fn a_tree_file_can_be_built_again_in_its_place() {
    let (_folder, [[_, tree], _]) = bodies();
    let fast = closecall(&["tree", "info", &tree, "--json"]).json();
    build(&tree, &tree, &["--quality", "tight"]);
    let tight = closecall(&["tree", "info", &tree, "--json"]).json();
    assert_eq!([&fast["wide"]["quality"], &tight["wide"]["quality"]], ["fast", "tight"]);
    let [fast, tight] = [fast, tight].map(|json| json["tree_file"]["sections"][0].clone());
    assert_eq!(fast, tight, "the mesh is the same");
}

#[test]
fn only_tree_files_are_replaced_unless_forced() {
    let (folder, [[mesh, tree], _]) = bodies();
    let letter = folder.write("letter.txt", "dear reader");
    for out in [&letter, &mesh] {
        let before = std::fs::read(out).unwrap();
        let error = closecall(&["tree", "build", &mesh, "-o", out, "--json"]).error();
        assert_eq!(&error[0], out);
        assert!(error[2].contains("--force"), "{error:?}");
        assert_eq!(std::fs::read(out).unwrap(), before);
    }
    build(&mesh, &letter, &["--force"]);
    build(&mesh, &tree, &[]);
    build(&mesh, &folder.write("empty", ""), &[]);
    let mut refused = vec![folder.dir(), folder.path("no/such/folder.tree")];
    refused.extend(std::path::Path::new("/dev/null").exists().then(|| "/dev/null".to_owned()));
    for out in refused {
        let error = closecall(&["tree", "build", &mesh, "-o", &out, "--force", "--json"]).error();
        assert_eq!(error[0], out);
        assert!(error[2].starts_with("cannot be written: "), "{error:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link() {
    let (folder, [[mesh, tree], _]) = bodies();
    let link = folder.path("link.tree");
    std::os::unix::fs::symlink(&tree, &link).unwrap();
    build(&mesh, &link, &["--quality", "tight"]);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(closecall(&["tree", "info", &tree, "--json"]).json()["wide"]["quality"], "tight");
}

#[test]
fn one_is_singular() {
    let folder = Folder::new();
    let mesh = folder.write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for name in ["env.obj", "obj.obj"] {
        std::fs::copy(&mesh, folder.path(name)).unwrap();
    }
    folder.write("poses.csv", "tx,ty,tz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n");
    let tree = folder.path("one.tree");
    let poses = folder.path("poses.csv");
    let cases: [(&[&str], &str); 5] = [
        (&["tree", "build", &mesh, "-o", &tree], ": 1 triangle\n"),
        (&["tree", "info", &tree], "1 node with 1 box, 1 block of triangles, depth 1, "),
        (&["tree", "info", &mesh], "1 node with 1 box, 1 block of triangles, depth 1, "),
        (
            &["check", &mesh, &tree, "--path", &poses],
            "collision: 1 of 1 pose collides, first row 0",
        ),
        (
            &["check", &mesh, &tree, "--verbose"],
            "3 volume tests, 1 triangle test (1 in exact arithmetic)",
        ),
    ];
    for (case, words) in cases {
        let text = closecall(case).stdout;
        assert!(text.contains(words), "{case:?}: {text}");
    }
}
