//! `closecall mill`.

use crate::browser::Browser;
use crate::page::frame;
use crate::program::{Folder, closecall, closecall_in, shared};

/// A block from 0 to 10, its top at Z0.
const BLOCK: &str = "v 0 0 -10\nv 10 0 -10\nv 10 10 -10\nv 0 10 -10\nv 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\n\
                     f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";

fn job(text: &str) -> (Folder, [String; 2]) {
    let folder = Folder::new();
    let files = [folder.write("part.obj", BLOCK), folder.write("job.nc", text)];
    (folder, files)
}

#[test]
fn alone_it_runs_a_built_in_job_with_a_gouge() {
    let folder = Folder::new();
    let run = closecall_in(&folder.dir(), &["mill"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stdout.contains("gouge") && folder.read("closecall-mill.html").contains("<html"),
        "{}",
        run.stdout
    );
}

#[test]
fn the_exit_code_says_clean_gouge_or_refused() {
    let (_folder, [part, clean]) = job("G21\nG0 X-5 Y5 Z2\nG1 X5\nZ0\nX15\n");
    let run = closecall(&["mill", &part, &clean, "--tool", "flat:4", "--start", "-5,5,20"]);
    assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
    let (_folder, [part, deep]) = job("G21\nG0 X-5 Y5 Z2\nG1 X5\nZ-0.25\nX15\n");
    let run = closecall(&["mill", &part, &deep, "--tool", "flat:4", "--json"]);
    assert_eq!(run.code, 1);
    let json = run.json();
    let events = json["events"].as_array().unwrap();
    let lines: Vec<u64> = events.iter().map(|e| e["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [4, 5]);
    assert_eq!(events[0]["kind"], "gouge");
    assert_eq!(events[0]["block"], "Z-0.25");
    assert_eq!(events[0]["depth"], serde_json::json!([0.25, 0.25]));
    assert!(events[0]["point"].is_array() && events[0]["triangle"].is_u64());
    let run = closecall(&[
        "mill", &part, &deep, "--tool", "flat:4", "--allow", "0.25", "--start", "-5,5,9",
    ]);
    assert_eq!(run.code, 0);
    let (_folder, [part, odd]) = job("G21\nG0 X-5 Y5 Z2\nG1 X#<depth>\n");
    let [file, place, message] =
        closecall(&["mill", &part, &odd, "--tool", "flat:4", "--json"]).error();
    assert!(
        file.ends_with("job.nc")
            && place.starts_with("line 3")
            && message.contains("has not been set"),
        "{place}: {message}"
    );
    assert_eq!(closecall(&["mill", &part, &odd, "--tool", "blob:4"]).code, 2);
    assert_eq!(closecall(&["mill", &part, &odd]).code, 2);
}

/// A program that was not looked at is not called clean.
#[test]
fn a_program_of_which_no_move_is_known_is_unchecked() {
    for text in ["", "M2\n", "G0 X5\n", "G91 G1 X5 Y5 Z5\n"] {
        let (_folder, [part, job]) = job(text);
        let run = closecall(&["mill", &part, &job, "--tool", "flat:4", "--json"]);
        assert_eq!((run.code, run.json()["verdict"].as_str()), (3, Some("unchecked")), "{text}");
    }
}

/// Devices do not end, folders are no tables, and a stick-out without a holder says nothing.
#[test]
#[cfg(unix)]
fn tools_that_are_none() {
    let (folder, [part, job]) = job("G21\nG0 X-5 Y5 Z2\nG1 X5\n");
    let tools = |file: &str| closecall(&["mill", &part, &job, "--tools", file, "--json"]).error();
    assert!(tools("/dev/zero")[2].contains("device"), "{:?}", tools("/dev/zero"));
    let [file, _, message] = tools(&folder.dir());
    assert!(!message.contains(&file), "{message}");
    let run = closecall(&["mill", &part, &job, "--tool", "flat:4", "--stick-out", "9"]);
    assert!(run.code == 2 && run.stderr.contains("--holder"), "{}", run.stderr);
}

/// The message names the flag, and what is wrong with what stands there.
#[test]
fn flags_that_do_not_fit_are_named() {
    let (_folder, [part, job]) = job("G21\nG0 X-5 Y5 Z2\nG1 X5\n");
    let cases: [(&[&str], [&str; 2]); 9] = [
        (&["--tool", "v:6:180"], ["v:6:180", "between 0 and 180 degrees, not 180"]),
        (&["--tool", "cone:6:90"], ["half angle of a cone", "not 90"]),
        (
            &["--tool", "ball:6", "--side", "10"],
            ["--side: 10 cannot be taken", "radius: that is 3"],
        ),
        (&["--tool", "ball:6", "--rotate", "1e300,0,0"], ["--rotate", "`1e300` is out of range"]),
        (
            &["--tool", "ball:6", "--rotate", "5"],
            ["--rotate", "three numbers with commas between, not 1"],
        ),
        (&["--tool", "ball:6", "--length", "-1"], ["'-1' for '--length", "more than 0"]),
        (
            &["--tool", "ball:6", "--length", "9", "--shank", "-2"],
            ["'-2' for '--shank", "more than 0"],
        ),
        (&["--tool", "ball:6", "--stock", "0,0,0,1,1,1e10"], ["--stock", "`1e10` is out of range"]),
        (&["--tool", "ball:6", "--stock", "0,0,0,1,1"], ["--stock", "six numbers"]),
    ];
    for (flags, words) in cases {
        let run = closecall(&[&["mill", &part, &job][..], flags].concat());
        let named = words.iter().all(|word| run.stderr.contains(word));
        assert!(run.code == 2 && named, "{flags:?}: {}", run.stderr);
    }
}

#[test]
fn files_for_other_programs() {
    let (folder, [part, deep]) = job("G21\nG0 X-5 Y5 Z2\nG1 X5\nZ-0.25\nX15\n");
    let [csv, sarif, ply, page] =
        ["a.csv", "a.sarif", "a.ply", "a.html"].map(|name| folder.path(name));
    let outputs = ["--csv", &csv, "--sarif", &sarif, "--picture", &ply, "--report", &page];
    let run = closecall(&[&["mill", &part, &deep, "--tool", "ball:4"], &outputs[..]].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
    // Two events, and the first line, whose move comes from an unknown place.
    assert_eq!(folder.read("a.csv").lines().count(), 4);
    let log: serde_json::Value = serde_json::from_str(&folder.read("a.sarif")).unwrap();
    let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 4);
    assert!(folder.read("a.html").contains("Depth along the program"));
    assert_eq!(closecall(&["mill", &part, &deep, "--tool", "ball:4", "--csv", &deep]).code, 2);
}

#[test]
fn the_page_opens_in_a_browser() {
    let (folder, [part, deep]) = job("G21\nG0 X-5 Y5 Z2\nG1 X5\nZ-0.25\nX15\nZ2\n");
    let page = folder.path("a.html");
    assert_eq!(closecall(&["mill", &part, &deep, "--tool", "ball:4", "--report", &page]).code, 1);
    closecall_in(&folder.dir(), &["mill"]);
    let Some(mut browser) = Browser::start() else { return };
    for page in [page, folder.path("closecall-mill.html")] {
        browser.open(&page);
        let bodies = browser.eval("closecall.bodies.length");
        assert!(bodies.as_u64().unwrap() >= 3, "part, tool and path: {bodies}");
        let charts = browser.eval("closecall.charts.map(chart => chart.title).join()");
        assert!(charts.as_str().unwrap().contains("Depth along the program"), "{charts}");
        let depths = browser.eval("Math.max(...closecall.charts[0].lines[0].values)");
        assert!(depths.as_f64().unwrap() > 0.2, "{depths}");
        // The slider moves the tool.
        let last = browser.eval("document.getElementById('slider').max");
        let [.., body] = [frame(&mut browser, 0), frame(&mut browser, 1)].map(|[body, ..]| body);
        assert!(!body.is_empty() && last.as_str().is_some_and(|last| last != "0"), "{last}");
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

/// A pyramid with its tip at the origin.
const PYRAMID: &str = "v 0 0 0\nv 2 2 3\nv -2 2 3\nv -2 -2 3\nv 2 -2 3\nf 1 3 2\nf 1 4 3\nf 1 5 4\nf 1 2 5\nf 2 3 4\nf 2 4 5\n";

fn depth_of(event: &serde_json::Value) -> [f64; 2] {
    serde_json::from_value(event["depth"].clone()).unwrap()
}

#[test]
fn a_polyhedral_tool_comes_from_a_mesh() {
    let (folder, [part, deep]) = job("G21\nG0 X-5 Y5 Z2\nG1 X5\nZ-0.25\nX15\n");
    let tool = format!("mesh:{}", folder.write("tool.obj", PYRAMID));
    let run = closecall(&["mill", &part, &deep, "--tool", &tool, "--json"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let json = run.json();
    let depths: Vec<[f64; 2]> = json["events"].as_array().unwrap().iter().map(depth_of).collect();
    assert_eq!(depths.len(), 2);
    assert!(
        depths.iter().all(|&[low, high]| low <= 0.25 && high >= 0.25 && high - low < 1e-12),
        "{depths:?}"
    );
    let run =
        closecall(&["mill", &part, &deep, "--tool", &tool, "--allow", "0.25", "--start", "-5,5,9"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let raised =
        format!("mesh:{}", folder.write("raised.obj", PYRAMID.replace("v 0 0 0", "v 0 0 1")));
    let [file, _, message] =
        closecall(&["mill", &part, &deep, "--tool", &raised, "--json"]).error();
    assert!(file.ends_with("raised.obj") && message.contains("z = 0"), "{message}");
    assert_eq!(closecall(&["mill", &part, &deep, "--tool", &tool, "--csv", &tool[5..]]).code, 2);
    assert_eq!(closecall(&["mill", &part, &deep, "--tool", &tool, "--side", "0.1"]).code, 2);
}

/// The seeded gouges of a real program, by the command line.
#[test]
fn seeded_gouges_of_real_programs_are_found_on_their_lines() {
    let Some(shared) = shared() else { return };
    for (name, tool, millimetre) in [
        ("ocl_mount_rush_ball", "ball:3", 1.0),
        ("ocl_ktoolcor_ball_inch", "ball:0.25", 1.0 / 25.4),
        ("ocl_scene3_bull", "bull:10:2", 1.0),
        ("ocl_textbox_flat", "flat:2", 1.0),
    ] {
        let file = |file: &str| shared.join("data/nc").join(name).join(file).display().to_string();
        let Ok(truth) = std::fs::read_to_string(file("truth.json")) else {
            eprintln!("skipped: {name} is not there");
            continue;
        };
        let truth: serde_json::Value = serde_json::from_str(&truth).unwrap();
        let allow = (0.005 * millimetre).to_string();
        let mill = |program: &str| {
            closecall(&[
                "mill",
                &file("part.stl"),
                &file(program),
                "--tool",
                tool,
                "--allow",
                &allow,
                "--allow-unchecked",
                "--json",
            ])
        };
        assert_eq!(mill("clean.ngc").code, 0, "{name}");
        let run = mill("seeded.ngc");
        assert_eq!(run.code, 1, "{name}");
        let json = run.json();
        let lines: Vec<u64> =
            json["events"].as_array().unwrap().iter().filter_map(|e| e["line"].as_u64()).collect();
        for seed in truth["seeded"].as_array().unwrap() {
            assert!(
                lines.contains(&seed["line"].as_u64().unwrap()),
                "{name}: {seed} not in {lines:?}"
            );
        }
    }
}

/// A Collada file states its unit: here a triangle at this height, wide enough for any cutter.
fn collada(meter: f64, height: f64) -> String {
    let [w, z] = [1e3, height];
    format!(
        r##"<COLLADA version="1.4.1"><asset><unit meter="{meter}"/><up_axis>Z_UP</up_axis></asset>
        <library_geometries><geometry id="g"><mesh>
        <source id="p"><float_array id="a" count="9">-{w} -{w} {z} {w} -{w} {z} 0 {w} {z}</float_array>
        <technique_common><accessor source="#a" count="3" stride="3"/></technique_common></source>
        <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
        </mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node>
        </visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene></COLLADA>"##
    )
}

#[test]
fn files_that_state_a_unit_are_converted_to_the_programs() {
    let folder = Folder::new();
    let inches = folder.write("inch.dae", collada(0.0254, 3.0));
    let flat = folder.write("flat.dae", collada(0.001, -500.0));
    let [metric, imperial] = [
        folder.write("mm.nc", "G21 G90\nG0 X0 Y0 Z200\nG1 Z5\n"),
        folder.write("inch.nc", "G20 G90\nG0 X0 Y0 Z8\nG1 Z1\n"),
    ];
    let depth = |words: &[&str]| {
        let run = closecall(&[&["mill"], words, &["--tool", "ball:1", "--json"]].concat());
        assert_eq!(run.code, 1, "{words:?}: {} {}", run.stdout, run.stderr);
        run.json()["events"][0]["depth"][0].as_f64().unwrap()
    };
    assert!((depth(&[&inches, &metric]) - 71.2).abs() < 1e-3);
    assert!((depth(&[&inches, &metric, "--unit", "mm"]) - 71.2).abs() < 1e-3);
    assert!((depth(&[&inches, &imperial]) - 2.0).abs() < 1e-3);
    assert!((depth(&[&flat, &metric, "--fixture", &inches]) - 71.2).abs() < 1e-3);
    let run = closecall(&["mill", &inches, &imperial, "--tool", "ball:1", "--unit", "mm"]);
    assert!(run.code == 2 && run.stderr.contains("inch"), "{}", run.stderr);
}
