//! Files as people have them: units, poses with few digits, names that bite, and files that point
//! elsewhere.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::program::{Folder, closecall, cube};

/// A triangle as glTF with its buffer in a file.
fn gltf(uri: &str) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scenes": [{{"nodes": [0]}}], "nodes": [{{"mesh": 0}}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
        "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 36}}], "buffers": [{{"byteLength": 36, "uri": "{uri}"}}]}}"#
    )
}

fn buffer() -> Vec<u8> {
    [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect()
}

#[test]
fn a_gltf_reads_only_its_own_folder_unless_told() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("inner")).unwrap();
    folder.write("b.bin", buffer());
    let mesh = folder.write("inner/a.gltf", gltf("..%2Fb.bin"));
    let [file, place, message] = closecall(&["info", &mesh, "--json"]).error();
    assert_eq!((file, place.as_str()), (mesh.clone(), "buffers[0]"));
    assert!(message.contains("--allow-outside"), "{message}");
    assert_eq!(closecall(&["info", &mesh, "--allow-outside", "--json"]).json()["triangles"], 1);
    // What it names is an input, too.
    let words = ["info", &mesh, "--allow-outside", "--report", &folder.path("b.bin"), "--json"];
    assert!(closecall(&words).error()[2].contains("this file is read"));
}

#[test]
fn scales_and_units_are_applied() {
    let folder = Folder::new();
    folder.write("b.bin", buffer());
    let (meters, raw) = (folder.write("a.gltf", gltf("b.bin")), folder.write("cube.obj", cube()));
    let width = |words: &[&str]| {
        closecall(&[&["info", "--json"], words].concat()).json()["size"][0].as_f64()
    };
    assert_eq!(width(&[&meters]), Some(1.0));
    assert_eq!(width(&[&meters, "--unit", "mm"]), Some(1000.0));
    assert_eq!(width(&[&raw, "--scale", "0.001"]), Some(0.001));
    let tree = folder.path("cube.tree");
    assert_eq!(closecall(&["tree", "build", &raw, "-o", &tree]).code, 0);
    assert_eq!(width(&[&tree, "--scale", "0.5"]), Some(0.5));
    for wrong in [
        ["--unit", "furlong"],
        ["--scale", "0"],
        ["--scale", "1e-300"],
        ["--scale", "nan"],
        ["--scale", "-1"],
    ] {
        assert_eq!(closecall(&[&["info", &raw][..], &wrong].concat()).code, 2, "{wrong:?}");
    }
    let run = closecall(&["check", &meters, &raw, "--json"]);
    assert!(
        run.json()["warnings"][0].as_str().unwrap().contains("states no unit"),
        "{}",
        run.stdout
    );
    assert_eq!(closecall(&["check", &meters, &raw, "--pose", "1.5,0,0,1,0,0,0"]).code, 0);
    assert_eq!(
        closecall(&["check", &meters, &raw, "--pose", "1.5,0,0,1,0,0,0", "--unit", "mm"]).code,
        1
    );
}

/// Every door with `--unit` and `--scale`: flags that act on no file are refused by name, and a
/// file without a unit beside one with a unit gets a warning, also where sizes are doubted.
#[test]
fn units_are_judged_alike_at_every_door() {
    let folder = Folder::new();
    folder.write("b.bin", buffer());
    let meters = folder.write("a.gltf", gltf("b.bin"));
    let raw = folder.write("cube.obj", cube());
    folder.write("large.obj", cube_of(300.0, 0.2));
    let poses = folder.write("poses.csv", "tx,ty,tz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n0.2,0,0,1,0,0,0\n");
    let scene = |name: &str, meshes: [&str; 2]| {
        let [a, b] = meshes;
        let bodies = format!(
            r#"{{"schema_version": 1, "bodies": [{{"name": "a", "mesh": "{a}"}}, {{"name": "b", "mesh": "{b}"}}]}}"#
        );
        folder.write(name, bodies)
    };
    let doors = |a: &str, b: &str, scene: &str| -> Vec<Vec<String>> {
        let tree = folder.path("x.tree");
        let words: [&[&str]; 11] = [
            &["info", a],
            &["ray", a, "--from", "9,0,0", "--dir", "-1,0,0"],
            &["tree", "build", a, "-o", &tree],
            &["check", a, b],
            &["check", a, b, "--path", &poses],
            &["distance", a, b],
            &["distance", a, b, "--path", &poses],
            &["clash", a, b],
            &["sweep", a, b, "--path", &poses],
            &["world", scene],
            &["ray", scene, "--from", "9,0,0", "--dir", "-1,0,0"],
        ];
        words.iter().map(|words| words.iter().map(|&word| word.to_owned()).collect()).collect()
    };
    let raw_scene = scene("raw.json", ["cube.obj", "cube.obj"]);
    let meter_scene = scene("meter.json", ["a.gltf", "a.gltf"]);
    for (words, flag, value, why) in doors(&raw, &raw, &raw_scene)
        .into_iter()
        .map(|words| (words, "--unit", "mm", "no file states a unit"))
        .chain(
            doors(&meters, &meters, &meter_scene)
                .into_iter()
                .map(|words| (words, "--scale", "2", "no file is without a unit")),
        )
    {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let [_, _, message] = closecall(&[&words[..], &[flag, value, "--json"]].concat()).error();
        assert!(message.contains(why), "{words:?} {flag}: {message}");
    }
    let mixed = scene("mixed.json", ["a.gltf", "large.obj"]);
    for words in doors(&meters, &folder.path("large.obj"), &mixed).into_iter().skip(3) {
        for more in [&[][..], &["--unit", "m"], &["--scale", "1.5"]] {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let run = closecall(&[&words[..], more].concat());
            assert!(run.code < 2, "{words:?} {more:?}: {}", run.stderr);
            assert!(
                run.stderr.contains("large.obj states no unit"),
                "{words:?} {more:?}: {}",
                run.stderr
            );
            assert!(run.stderr.contains("times as large as"), "{words:?} {more:?}: {}", run.stderr);
            let is_told = run.stderr.contains("it is in meters: not multiplied by 1.5");
            assert_eq!(is_told, more.contains(&"--scale"), "{words:?} {more:?}: {}", run.stderr);
        }
    }
}

/// A triangle upright at x = 900, as 3MF in millimetres.
fn threemf() -> Vec<u8> {
    let model = r#"<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
        <resources><object id="1"><mesh><vertices><vertex x="900" y="0" z="-10"/><vertex x="900" y="0" z="10"/>
        <vertex x="900" y="200" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>
        </resources><build><item objectid="1"/></build></model>"#;
    let relation = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";
    let links =
        format!(r#"<Relationships><Relationship Target="/m" Type="{relation}"/></Relationships>"#);
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in [("_rels/.rels", links.as_str()), ("m", model)] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn units_that_differ_are_refused_until_they_are_converted() {
    let folder = Folder::new();
    folder.write("b.bin", buffer());
    let (meters, millimeters) =
        (folder.write("a.gltf", gltf("b.bin")), folder.write("b.3mf", threemf()));
    let poses = folder.write("poses.csv", "tx,ty,tz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n0.2,0,0,1,0,0,0\n");
    let scene = folder.write(
        "scene.json",
        r#"{"schema_version": 1, "bodies": [{"name": "a", "mesh": "a.gltf"}, {"name": "b", "mesh": "b.3mf"}]}"#,
    );
    for words in [
        &["check", &meters, &millimeters][..],
        &["check", &millimeters, &meters],
        &["check", &meters, &millimeters, "--path", &poses],
        &["distance", &meters, &millimeters],
        &["clash", &meters, &millimeters],
        &["sweep", &meters, &millimeters, "--path", &poses],
        &["world", &scene],
    ] {
        let [_, _, message] = closecall(&[words, &["--json"]].concat()).error();
        assert!(message.contains("--unit m"), "{words:?}: {message}");
        assert!(
            message.contains("in meters") && message.contains("in millimeters"),
            "{words:?}: {message}"
        );
    }
    // As raw numbers they would be far apart. Poses are in the unit that files are converted to.
    for (unit, code) in [("mm", 1), ("meter", 0), ("inch", 1)] {
        let words = ["check", &meters, &millimeters, "--pose", "0.2,0,0,1,0,0,0", "--unit", unit];
        assert_eq!(closecall(&words).code, code, "{unit}");
    }
    assert_eq!(
        closecall(&["check", &meters, &millimeters, "--path", &poses, "--unit", "m", "--json"])
            .json()["colliding"],
        1
    );
    assert_eq!(closecall(&["world", &scene, "--unit", "m"]).code, 1);
    // A file that states no unit is taken as it is, with a warning, or scaled.
    let raw = folder.write("b.obj", "v 900 0 -10\nv 900 0 10\nv 900 200 0\nf 1 2 3\n");
    let run = closecall(&["check", &meters, &raw, "--json"]);
    assert_eq!(
        (run.code, run.json()["warnings"].as_array().unwrap().len()),
        (0, 2),
        "{}",
        run.stdout
    );
    assert_eq!(closecall(&["check", &meters, &raw, "--scale", "0.001"]).code, 1);
    // Two files that want different factors: one of them is scaled beforehand.
    let (tree, large) =
        (folder.path("b.tree"), folder.write("a.obj", "v 0 0 0\nv 10 0 0\nv 0 10 0\nf 1 2 3\n"));
    assert_eq!(closecall(&["check", &large, &raw]).code, 0);
    assert_eq!(closecall(&["tree", "build", &raw, "--scale", "0.01", "-o", &tree]).code, 0);
    assert_eq!(closecall(&["check", &large, &tree]).code, 1);
}

#[test]
fn rounded_rotations_are_taken_if_that_is_asked_for() {
    let folder = Folder::new();
    let mesh = folder.write("cube.obj", cube());
    let matrix = "0.70710678 -0.70710678 0 0.1 0.70710678 0.70710678 0 0 0 0 1 0 0 0 0 1";
    for (flag, value) in [("--pose", "0.1,0,0,0.9239,0,0,0.3827"), ("--matrix", matrix)] {
        let words = ["check", &mesh, &mesh, flag, value, "--json"];
        assert!(closecall(&words).error()[2].ends_with("--normalize makes it a rotation"));
        let json = closecall(&[&words[..], &["--normalize"]].concat()).json();
        let warning = json["warnings"][0].as_str().unwrap();
        assert!(
            warning.starts_with(&format!("{flag}: made a rotation;")) && warning.contains("e-"),
            "{warning}"
        );
    }
    let flight = Folder::flight(&["0,0,0,0.9239,0,0,0.3827"]);
    assert_eq!(flight.check_path(&[]).code, 2);
    let run = flight.check_path(&["--normalize"]);
    assert!(run.code == 1 && run.stderr.contains("made unit quaternions"), "{}", run.stderr);
    let scene = folder.write(
        "scene.json",
        r#"{"schema_version": 1, "bodies": [{"name": "a", "mesh": "cube.obj"}, {"name": "b", "mesh": "cube.obj", "pose": {"q": [0.9239, 0, 0, 0.3827]}}]}"#,
    );
    assert_eq!(closecall(&["world", &scene]).code, 2);
    let run = closecall(&["world", &scene, "--normalize"]);
    assert!(run.code == 1 && run.stderr.contains("made unit quaternions"), "{}", run.stderr);
}

#[test]
fn poses_come_from_any_file_and_from_standard_input() {
    let flight = Folder::flight(&["9,0,0,1,0,0,0"]);
    let poses = "# here\n\n\"time\",\"tx\",\"ty\",\"tz\",\"qw\",\"qx\",\"qy\",\"qz\"\r\n0,0,0,0,1,0,0,0\r\n1,9,0,0,1,0,0,0\r\n";
    let path = flight.write("way.csv", poses);
    let [env, obj] = [flight.path("env.obj"), flight.path("obj.obj")];
    assert_eq!(flight.check_path(&[]).code, 0);
    let json = closecall(&["check", &env, &obj, "--path", &path, "--json"]).json();
    assert_eq!((&json["poses"], &json["colliding"]), (&2.into(), &1.into()));
    assert_eq!(
        (&json["first_colliding_line"], &json["first_colliding_time"]),
        (&4.into(), &0.0.into())
    );
    let mut child = Command::new(crate::PROGRAM)
        .args(["check", &env, &obj, "--path", "-", "--quiet"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(poses.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn names_do_nothing_on_a_terminal() {
    let folder = Folder::new();
    let forged = "x\\nclear   no surfaces touch in 1 step\\u001b[2J\\u202e";
    let body =
        |name: &str| format!(r#"{{"name": "{name}", "shape": {{"sphere": {{"radius": 1}}}}}}"#);
    let bodies = format!("{}, {}", body(forged), body("b"));
    let scene = format!(r#"{{"schema_version": 1, "name": "{forged}", "bodies": [{bodies}]}}"#);
    let scene = folder.write("scene.json", scene);
    for flags in [&[][..], &["--all"]] {
        let run = closecall(&[&["world", &scene][..], flags].concat());
        assert_eq!((run.code, run.stdout.lines().count()), (1, 3), "{}", run.stdout);
        assert!(
            run.stdout.contains("x\\nclear") && !run.stdout.contains(['\u{1b}', '\u{202e}']),
            "{}",
            run.stdout
        );
    }
    let odd = folder.write("a\nb\u{1b}.obj", "v 0 0 0\nf 1 1 2\n");
    let stderr = closecall(&["info", &odd]).stderr;
    assert!(stderr.lines().count() == 1 && stderr.contains("a\\nb\\u{1b}.obj"), "{stderr}");
}

#[test]
fn a_joint_table_without_a_header_is_named() {
    let folder = Folder::new();
    let cube = "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>";
    let urdf = format!(
        "<robot name=\"r\"><link name=\"a\">{cube}</link><link name=\"b\">{cube}</link><joint name=\"j\" type=\"continuous\">\
         <parent link=\"a\"/><child link=\"b\"/></joint></robot>"
    );
    let (urdf, joints) = (folder.write("r.urdf", urdf), folder.write("j.csv", "0\n1\n"));
    let [_, place, message] = closecall(&["world", &urdf, "--joints", &joints, "--json"]).error();
    assert_eq!(place, "line 1");
    assert_eq!(message, "there are numbers, `0`, where the names of the columns belong");
    let joints = folder.write("j.csv", "# way\n\"time\",\"j\"\n\n0,0\n0.5,1\n");
    assert_eq!(closecall(&["world", &urdf, "--joints", &joints, "--json"]).json()["steps"], 2);
}

/// Two stacks of sheets: every sheet of the one crosses every sheet of the other.
fn sheets(count: usize, along_x: bool) -> String {
    let mut text = String::new();
    for k in 0..count {
        let at = k as f64 / count as f64;
        let (x, y) =
            if along_x { ([at; 3], [-9.0, 9.0, 0.0]) } else { ([-9.0, 9.0, 0.0], [at; 3]) };
        for ((x, y), z) in x.iter().zip(y).zip([-9.0, -9.0, 9.0]) {
            text += &format!("v {x} {y} {z}\n");
        }
        text += "f -3 -2 -1\n";
    }
    text
}

#[test]
#[cfg(target_os = "linux")]
fn answers_for_people_take_no_memory_for_pairs() {
    let folder = Folder::new();
    let [a, b] =
        [folder.write("a.obj", sheets(3000, true)), folder.write("b.obj", sheets(3000, false))];
    // All pairs would take 72 MB, doubled while the list grows.
    let limited = |words: &[&str]| {
        let script = "ulimit -v 120000; exec \"$0\" \"$@\"";
        let words = [&["-c", script, crate::PROGRAM][..], words].concat();
        let output = Command::new("bash")
            .args(words)
            .env("RAYON_NUM_THREADS", "1")
            .env("MALLOC_ARENA_MAX", "1")
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = limited(&["check", &a, &b]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.starts_with("collision: 9,000,000 touching pairs")
            && text.contains("triangles of A:B 0:0 0:1 "),
        "{text}"
    );
    assert_eq!(limited(&["check", &a, &b, "--quiet"]), (Some(1), String::new()));
    // Nor do those of a path.
    let poses = folder.write("poses.csv", "tx,ty,tz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n");
    let (code, text) = limited(&["check", &a, &b, "--path", &poses, "--all"]);
    assert!(code == Some(1) && text.contains("9,000,000"), "{text}");
}

/// A cube of this size, at this place.
fn cube_of(size: f64, x: f64) -> String {
    let corner = |k: usize| [k & 1, k >> 1 & 1, k >> 2].map(|bit| bit as f64 * size);
    let vertex = |[i, j, k]: [f64; 3]| format!("v {} {j} {k}\n", i + x);
    let faces = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    (0..8).map(|k| vertex(corner(k))).collect::<String>() + faces
}

/// Every door at which two bodies meet, and what it says of bodies that are hardly in one unit.
#[test]
fn bodies_that_are_hardly_in_one_unit_are_warned_of_at_every_door() {
    let folder = Folder::new();
    for (name, size, x) in
        [("cell", 1.0, 0.0), ("part", 0.3, 0.2), ("large", 300.0, 0.2), ("far", 0.9, 50.0)]
    {
        folder.write(&format!("{name}.obj"), cube_of(size, x));
    }
    let poses = folder.write("poses.csv", "tx,ty,tz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n0.2,0,0,1,0,0,0\n");
    let mesh = |name: &str| folder.path(&format!("{name}.obj"));
    let scene = |name: &str| {
        let bodies = format!(
            r#"{{"schema_version": 1, "bodies": [{{"name": "a", "mesh": "cell.obj"}}, {{"name": "b", "mesh": "{name}.obj"}}]}}"#
        );
        folder.write(&format!("{name}.json"), bodies)
    };
    let doors = |b: &str| {
        let (a, b, scene) = (mesh("cell"), mesh(b), scene(b));
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        [
            words(&["check", &a, &b]),
            words(&["check", &a, &b, "--path", &poses]),
            words(&["check", &a, &b, "--budget", "1s"]),
            words(&["clash", &a, &b]),
            words(&["distance", &a, &b]),
            words(&["distance", &a, &b, "--path", &poses]),
            words(&["sweep", &a, &b, "--path", &poses]),
            words(&["world", &scene]),
        ]
    };
    for (b, expected) in [
        ("part", None),
        ("large", Some("300 times as large as")),
        ("far", Some("28 times the size")),
    ] {
        for words in doors(b) {
            let run = closecall(&words);
            assert!(run.code < 2, "{words:?}: {}", run.stderr);
            let said: Vec<&str> =
                run.stderr.lines().filter(|line| line.contains(" unit")).collect();
            match expected {
                None => assert!(said.is_empty(), "{words:?}: {said:?}"),
                Some(expected) => {
                    assert_eq!(said.len(), 1, "{words:?}: {}", run.stderr);
                    assert!(said[0].contains(expected), "{words:?}: {said:?}");
                }
            }
        }
    }
    // A gripper in millimeters beside a cell in meters: 80 times as large, and clear of everything.
    let gripper = folder.write("gripper_mm.obj", cube_of(80.0, -20.0));
    let run = closecall(&["check", &mesh("cell"), &gripper, "--pose", "0,-20,-20,1,0,0,0"]);
    assert!(run.code == 0 && run.stdout.starts_with("clear"), "{}", run.stdout);
    assert!(run.stderr.contains("gripper_mm.obj is 80 times as large as"), "{}", run.stderr);
    let advice = closecall(&["check", &mesh("cell"), &mesh("large")]).stderr;
    assert!(advice.contains("large.obj --scale 0.001 -o FILE` makes a smaller one"), "{advice}");
    let ray = |x: &str, more: &[&str]| {
        let words = ["ray", &mesh("cell"), "--from", &format!("{x},0.5,0.5"), "--dir", "-1,0,0"];
        closecall(&[&words[..], more].concat()).stderr
    };
    assert!(ray("900", &[]).contains("519 times its size"), "{}", ray("900", &[]));
    assert!(!ray("9", &[]).contains("times its size"));
    assert!(!ray("900", &["--scale", "1000"]).contains("times its size"));
}

/// Every flag and argument that takes a file, with the rest of the command around it.
fn doors<'a>(mesh: &'a str, file: &'a str, robot: &'a str, job: &'a str) -> Vec<Vec<&'a str>> {
    vec![
        vec!["check", mesh, file],
        vec!["check", mesh, mesh, "--path", file],
        vec!["distance", mesh, mesh, "--path", file],
        vec!["sweep", mesh, mesh, "--path", file],
        vec!["info", file],
        vec!["clash", mesh, file],
        vec!["world", file],
        vec!["world", robot, "--joints", file],
        vec!["world", robot, "--srdf", file],
        vec!["world", robot, "--env", file],
        vec!["ray", file, "--from", "0,0,0", "--dir", "1,0,0"],
        vec!["ray", mesh, "--rays", file],
        vec!["mill", mesh, file, "--tool", "flat:4"],
        vec!["mill", file, job, "--tool", "flat:4"],
        vec!["mill", mesh, job, "--tools", file],
        vec!["tree", "build", file, "-o", "made.tree"],
    ]
}

#[test]
fn every_door_names_files_of_another_kind() {
    let folder = Folder::new();
    let mesh = folder.write("mesh.obj", cube());
    let job = folder.write("job.nc", "G21\nG0 X50 Y50 Z50\n");
    let link = "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
    let robot = folder.write(
        "robot.urdf",
        format!(
            "<robot name=\"r\"><link name=\"a\">{link}</link><link name=\"b\"/><joint name=\"j\" \
             type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/></joint></robot>"
        ),
    );
    let packed = folder.write("a.gz", b"\x1f\x8b\x08\0\0");
    let page = folder.write("a.html", "<!DOCTYPE html>\n<html></html>");
    let cases = [
        (&*packed, "this is compressed with gzip: unpack it first (gunzip)"),
        (&*page, "this is a web page: download the file itself"),
        ("https://example.org/a.stl", "URLs are not fetched: download the file first"),
    ];
    for (file, expected) in cases {
        for words in doors(&mesh, file, &robot, &job) {
            let run = closecall(&words);
            assert_eq!(run.code, 2, "{words:?}: {}", run.stdout);
            assert!(run.stderr.contains(expected), "{words:?}: {}", run.stderr);
        }
    }
    let step = folder.write("a.step", "ISO-10303-21;\nHEADER;\n");
    let run = closecall(&["check", &mesh, &step]);
    assert!(
        run.stderr.contains("a STEP file: export a mesh (STL, 3MF) from your CAD program"),
        "{}",
        run.stderr
    );
    let run = closecall(&["check", &mesh, &mesh, "--path", &step]);
    assert!(run.stderr.contains("a STEP file, not a table of numbers"), "{}", run.stderr);
}

#[test]
fn the_same_poses_are_read_from_any_table() {
    let folder = Folder::new();
    let mesh = folder.write("mesh.obj", cube());
    let tables = [
        "tx,ty,tz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n9,0,0,0,0,0,1\n",
        "time;qx;qy;qz;qw;tx;ty;tz\n0;0;0;0;1;0;0;0\n1;0;0;1;0;9;0;0\n",
        "tx ty tz rx ry rz\n0 0 0 0 0 0\n9 0 0 0 0 3.141592653589793\n",
        "tx\tty\ttz\tax\tay\taz\tangle\n0\t0\t0\t0\t0\t0\t0\n9\t0\t0\t0\t0\t5\t3.141592653589793\n",
        "yaw,roll,pitch,tx,ty,tz\n0,0,0,0,0,0\n3.141592653589793,0,0,9,0,0\n",
    ];
    for table in tables {
        let path = folder.write("poses.txt", table);
        let run = closecall(&["check", &mesh, &mesh, "--path", &path, "--json"]);
        let json = run.json();
        assert_eq!((run.code, &json["poses"], &json["colliding"]), (1, &2.into(), &1.into()));
    }
    let wrong = folder.write("wrong.csv", "x,y,z,qw,qx,qy,qz\n0,0,0,1,0,0,0\n");
    let [_, place, message] =
        closecall(&["check", &mesh, &mesh, "--path", &wrong, "--json"]).error();
    assert_eq!(place, "line 1");
    assert!(message.starts_with("the header is `x,y,z,qw,qx,qy,qz`, not `tx,ty,tz,qw,qx,qy,qz`"));
}
