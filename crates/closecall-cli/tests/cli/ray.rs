//! `closecall ray`.

use std::fs;

use crate::browser::Browser;
use crate::program::{Folder, closecall, cube};

fn model() -> (Folder, String) {
    let folder = Folder::new();
    let file = folder.write("cube.obj", cube());
    (folder, file)
}

#[test]
fn the_exit_code_says_hit_or_not() {
    let (_folder, file) = model();
    let extent = closecall(&["info", &file, "--json"]).json();
    let at =
        |k: usize| (extent["min"][k].as_f64().unwrap() + extent["max"][k].as_f64().unwrap()) / 2.0;
    let from = format!("{},{},{}", extent["min"][0].as_f64().unwrap() - 3.0, at(1), at(2));
    let hit = closecall(&["ray", &file, "--from", &from, "--dir", "2,0,0"]);
    assert_eq!(hit.code, 1);
    assert!(
        hit.stdout.starts_with("triangle ") && hit.stdout.contains("at t = 1.5"),
        "{}",
        hit.stdout
    );
    assert_eq!(closecall(&["ray", &file, "--from", &from, "--dir=-2,0,0"]).code, 0);
    let short = format!("{},{},{}", extent["min"][0].as_f64().unwrap() - 0.5, at(1), at(2));
    assert_eq!(closecall(&["ray", &file, "--from", &from, "--to", &short]).code, 0);
    let json =
        closecall(&["ray", &file, "--from", &from, "--dir", "2,0,0", "--all", "--json"]).json();
    assert_eq!(json["rays_that_hit"], 1);
    let hits = json["answers"][0]["hits"].as_array().unwrap();
    // Through the middle of two faces of two triangles each: on their diagonals.
    assert_eq!(hits.len(), 4);
    let [low, high] = [0, 1].map(|end| hits[0]["t"][end].as_f64().unwrap());
    assert!(low <= 1.5 && 1.5 <= high && high - low < 1e-13, "{low} {high}");
    let json =
        closecall(&["ray", &file, "--from", &from, "--dir", "2,0,0", "--crossings", "--json"])
            .json();
    assert_eq!(
        (&json["answers"][0]["crossings"], &json["answers"][0]["winding"]),
        (&2.into(), &0.into())
    );
}

#[test]
fn a_file_of_rays_is_answered_line_by_line() {
    let (folder, file) = model();
    let rays = folder.write("rays.txt", "# two rays\n0.5,0.25,9  0 0 -1\n\n5 5 5, 1 0 0 # away\n");
    let run = closecall(&["ray", &file, "--rays", &rays, "--json"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.json()["rays"], 2);
    let text = closecall(&["ray", &file, "--rays", &rays]).stdout;
    assert!(text.starts_with("1 of 2 rays hit\n") && text.contains("ray 1: no hit"), "{text}");
    let segments =
        closecall(&["ray", &file, "--rays", &rays, "--segments", "--crossings", "--json"]).json();
    assert_eq!(segments["answers"].as_array().unwrap().len(), 2);
}

#[test]
fn rays_meet_the_bodies_of_a_scene_by_name() {
    let (folder, _file) = model();
    let scene = r#"{"schema_version": 1, "bodies": [
        {"name": "far", "shape": {"box": {"size": [2, 2, 2]}}, "pose": {"t": [9, 0, 0]}},
        {"name": "near", "shape": {"box": {"size": [2, 2, 2]}}, "pose": {"t": [5, 0, 0]}}]}"#;
    let scene = folder.write("two.json", scene);
    let line = ["--from", "0,0.25,0.125", "--dir", "1,0,0"];
    let run = closecall(&[&["ray", &scene][..], &line].concat());
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.starts_with("near, triangle ") && run.stdout.contains("at t = 4, at ("),
        "{}",
        run.stdout
    );
    let all = closecall(&[&["ray", &scene][..], &line, &["--all", "--json"]].concat()).json();
    let names: Vec<&str> = all["answers"][0]["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["body"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["far", "far", "near", "near"]);
    let crossings =
        closecall(&[&["ray", &scene][..], &line, &["--crossings", "--json"]].concat()).json();
    assert_eq!(crossings["answers"][0]["crossings"], 4);
    assert_eq!(crossings["answers"][0]["bodies"][1]["body"], "near");
    let text = closecall(&[&["ray", &scene][..], &line, &["--crossings"]].concat()).stdout;
    assert_eq!(text, "2 passages through far\n2 passages through near\n");
    assert_eq!(closecall(&["ray", &scene, "--from", "0,5,0", "--dir", "1,0,0"]).code, 0);
    let floor = folder.write(
        "floor.json",
        r#"{"schema_version": 1, "bodies": [
        {"name": "ball", "shape": {"sphere": {"radius": 1}}},
        {"name": "floor", "shape": {"half_space": {"normal": [0, 0, 1], "offset": -2}}}]}"#,
    );
    assert_eq!(closecall(&["ray", &floor, "--from", "0,5,0", "--dir", "1,0,0"]).code, 0);
    let down = closecall(&["ray", &floor, "--from", "0,5,0", "--dir", "0,0,-4"]);
    assert_eq!((down.code, &down.stdout[..]), (1, "floor, shape 0 at t = 0.5, at (0, 5, -2)\n"));
    let json = closecall(&["ray", &floor, "--from", "0,5,0", "--dir", "0,0,-4", "--json"]).json();
    let hit = &json["answers"][0]["hits"][0];
    assert_eq!(
        (&hit["body"], &hit["shape"], &hit["t"][0]),
        (&"floor".into(), &0.into(), &0.5.into())
    );
    let into = closecall(&["ray", &floor, "--from", "0,5,0", "--dir", "0,0,-4", "--crossings"]);
    assert_eq!((into.code, &into.stdout[..]), (1, "1 passage through floor\n"));
}

#[test]
fn rays_meet_exact_shapes_on_request() {
    let folder = Folder::new();
    let text = |shapes: &str| {
        format!(
            r#"{{"schema_version": 1, {shapes} "bodies": [
            {{"name": "ball", "shape": {{"sphere": {{"radius": 1}}}}, "pose": {{"t": [0, 0, 5]}}}},
            {{"name": "post", "shape": {{"cylinder": {{"radius": 1, "length": 2}}}}, "pose": {{"t": [9, 0, 0]}}}}]}}"#
        )
    };
    let exact = folder.write("exact.json", text(r#""shapes": "exact","#));
    let meshes = folder.write("meshes.json", text(""));
    // It touches the true ball in one point, and passes through the mesh that contains it.
    let line = ["--from", "-3,1,5", "--dir", "1,0,0"];
    let run = closecall(&[&["ray", &exact][..], &line].concat());
    assert_eq!((run.code, &run.stdout[..]), (1, "ball, shape 0 at t = 3, at (0, 1, 5)\n"));
    let beside = closecall(&["ray", &exact, "--from", "-3,1.0000000000000002,5", "--dir", "1,0,0"]);
    assert_eq!(beside.code, 0);
    assert_eq!(closecall(&[&["ray", &exact][..], &line, &["--crossings"]].concat()).code, 0);
    let run = closecall(&[&["ray", &meshes][..], &line].concat());
    assert!(run.code == 1 && run.stdout.starts_with("ball, triangle "), "{}", run.stdout);
    let flag = closecall(&[&["ray", &meshes][..], &line, &["--exact-shapes"]].concat());
    assert_eq!(flag.stdout, "ball, shape 0 at t = 3, at (0, 1, 5)\n");
    let end = closecall(&["ray", &exact, "--from", "9.5,0,4", "--dir", "0,0,-1"]);
    assert_eq!(end.stdout, "post, shape 0 at t = 3, at (9.5, 0, 1)\n");
}

#[test]
fn bad_rays_name_the_place() {
    let (folder, file) = model();
    let cases = [
        ("1 2 3 4 5", "line 1"),
        ("1 2 3 0 0 0", "line 1"),
        ("\n1 2 3 4 5 x", "line 2"),
        ("0 0 0 1e300 0 0", "line 1"),
    ];
    for (text, line) in cases {
        let rays = folder.write("bad.txt", text);
        let [named, place, message] = closecall(&["ray", &file, "--rays", &rays, "--json"]).error();
        assert!(
            named.ends_with("bad.txt") && place == line && !message.is_empty(),
            "{text}: {named} {place} {message}"
        );
    }
    let bytes = folder.write("bytes.txt", b"0 0 0 1 0 0\n\xff\n");
    let [_, place, message] = closecall(&["ray", &file, "--rays", &bytes, "--json"]).error();
    assert_eq!((&*place, &*message), ("line 2", "the line is not UTF-8 text"));
    let rays = folder.write("rays.txt", "\u{feff}0 0 9 0 0 -1\r\n");
    assert_eq!(closecall(&["ray", &file, "--rays", &rays, "--json"]).json()["rays"], 1);
    let empty = folder.write("empty.txt", "# nothing\n");
    let wrong: &[&[&str]] = &[
        &["ray", &file],
        &["ray", &file, "--from", "0,0,0"],
        &["ray", &file, "--from", "0,0", "--dir", "1,0,0"],
        &["ray", &file, "--from", "0,0,0", "--dir", "0,0,0"],
        &["ray", &file, "--from", "0,0,nan", "--dir", "1,0,0"],
        &["ray", &file, "--from", "0,0,0", "--dir", "1,0,0", "--segments"],
        &["ray", &file, "--rays", &rays, "--dir", "1,0,0"],
        &["ray", &file, "--rays", &rays, "--to", "1,0,0"],
        &["ray", &file, "--rays", &empty],
        &["ray", &file, "--rays", "missing.txt"],
        &["ray", "missing.obj", "--from", "0,0,0", "--dir", "1,0,0"],
    ];
    for arguments in wrong {
        assert_eq!(closecall(arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn rays_have_a_page() {
    let (folder, cube) = model();
    let rays = folder.write("rays.txt", "0.5 0.25 9 0 0 -1\n0 0 9 0 0 1\n9 9 9 -1 -1 -1\n");
    let page = folder.path("rays.html");
    for mode in [&[][..], &["--all"], &["--crossings"]] {
        let flags = ["ray", &cube, "--rays", &rays, "--report", &page];
        assert_eq!(closecall(&[&flags[..], mode].concat()).code, 1);
        let Some(mut browser) = Browser::start() else { return };
        browser.open(&page);
        let drawn = browser.eval(
            "closecall.bodies.filter(body => body.look === 'line')
                .reduce((sum, body) => sum + body.triangles.length / 3, 0)",
        );
        assert_eq!(drawn.as_u64(), Some(3), "{mode:?}");
        assert_eq!(browser.complaints(), [""; 0]);
    }
    let input = fs::read(&cube).unwrap();
    let onto = closecall(&["ray", &cube, "--rays", &rays, "--report", &cube]);
    assert_eq!((onto.code, fs::read(&cube).unwrap()), (2, input), "an input is not overwritten");
}
