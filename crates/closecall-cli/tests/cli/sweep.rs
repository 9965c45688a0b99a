//! `closecall sweep`.

use crate::browser::Browser;
use crate::program::{Folder, closecall, cube, shared};

const HEADER: &str = "tx,ty,tz,qw,qx,qy,qz";

fn folder(rows: &[&str]) -> (Folder, [String; 3]) {
    let folder = Folder::new();
    let mesh = folder.write("cube.obj", cube());
    let path = folder.write("poses.csv", format!("{HEADER}\n{}\n", rows.join("\n")));
    (folder, [mesh.clone(), mesh, path])
}

fn sweep(rows: &[&str], flags: &[&str]) -> crate::program::Run {
    let (_folder, [a, b, path]) = folder(rows);
    closecall(&[&["sweep", &a, &b, "--path", &path], flags].concat())
}

#[test]
fn a_box_that_crosses_a_box_hits_at_0_45() {
    let run = sweep(&["-10,0,0,1,0,0,0", "10,0,0,1,0,0,0"], &["--json"]);
    let json = run.json();
    assert_eq!((run.code, &json["result"]), (1, &"touching".into()));
    let (from, to) = (json["from"].as_f64().unwrap(), json["to"].as_f64().unwrap());
    assert!(from <= 0.45 && (to - 0.45).abs() < 1e-6 && to - from < 1e-6, "{from} {to}");
    assert!(json["a"].is_u64() && json["b"].is_u64());
    assert!(!json["points"].as_array().unwrap().is_empty());
    assert_eq!(json["poses_touching"], 0, "the poses alone miss it");
}

#[test]
fn the_exit_code_says_free_hits_or_undecided() {
    let pass = ["-10,1.000000001,0,1,0,0,0", "10,1.000000001,0,1,0,0,0"];
    let run = sweep(&pass, &["--json"]);
    assert_eq!((run.code, &run.json()["result"]), (0, &"clear".into()));
    let run = sweep(&["-10,0,0,1,0,0,0", "10,0,0,1,0,0,0"], &["--budget", "0", "--json"]);
    assert_eq!((run.code, &run.json()["result"]), (3, &"undecided".into()));
    assert!(run.json()["clear_until"].as_f64().unwrap() <= 0.45);
    // Contact at a pose is contact, also where the budget ends before the first is found.
    let rows = ["-10,0,0,1,0,0,0", "0.5,0,0,1,0,0,0", "10,0,0,1,0,0,0"];
    let run = sweep(&rows, &["--budget", "0", "--json"]);
    assert_eq!((run.code, &run.json()["result"]), (1, &"touching".into()));
    assert_eq!(
        (run.json()["to"].as_f64(), run.json()["poses_touching"].as_u64()),
        (Some(1.0), Some(1))
    );
    assert!(run.json()["from"].as_f64().unwrap() < 1.0);
    assert!(sweep(&rows, &["--budget", "0"]).stdout.contains("open between"));
    let run = sweep(&["-10,1.5,0,1,0,0,0", "10,1.5,0,1,0,0,0"], &["--clearance", "0.5", "--json"]);
    assert_eq!((run.code, &run.json()["result"]), (1, &"touching".into()));
}

#[test]
fn contact_at_the_start_counts_unless_it_is_ignored() {
    let rows = ["0,0,1,1,0,0,0", "0,0,3,1,0,0,0"];
    let run = sweep(&rows, &["--json"]);
    assert_eq!((run.code, run.json()["to"].as_f64()), (1, Some(0.0)));
    let run = sweep(&rows, &["--ignore-start", "--json"]);
    assert_eq!((run.code, &run.json()["start"]), (0, &"ignored".into()));
    assert_eq!(run.json()["poses_touching"], 1);
}

#[test]
fn bad_input_names_the_place() {
    assert_eq!(sweep(&["0,0,1,1,0,0,0"], &[]).code, 2);
    let run = sweep(&["0,0,1,1,0,0,0", "0,0,1,0.5,0,0,0"], &["--json"]);
    assert_eq!(run.code, 2);
    assert!(run.error()[1].contains("row 1"), "{:?}", run.error());
    for flags in
        [["--tolerance", "0"], ["--tolerance", "-1"], ["--budget", "-1"], ["--tolerance", "x"]]
    {
        assert_eq!(sweep(&["0,0,9,1,0,0,0", "0,0,8,1,0,0,0"], &flags).code, 2, "{flags:?}");
    }
}

#[test]
fn a_page_shows_the_way() {
    let (folder, [a, b, path]) = folder(&["-10,0,0,1,0,0,0", "10,0,0,1,0,0,0"]);
    let page = folder.path("way.html");
    let run = closecall(&["sweep", &a, &b, "--path", &path, "--report", &page]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(folder.read("way.html").contains("Distance over time"));
}

#[test]
fn a_solid_counts_what_is_inside() {
    let (folder, [a, b, path]) = folder(&["0.25,0.25,0.25,1,0,0,0", "0.3,0.25,0.25,1,0,0,0"]);
    let small = folder.path("small.tree");
    let built = closecall(&["tree", "build", &b, "-o", &small, "--scale", "0.25"]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    assert_eq!(closecall(&["sweep", &a, &small, "--path", &path]).code, 0);
    let solid = closecall(&["sweep", &a, &small, "--path", &path, "--solid", "--json"]);
    assert_eq!((solid.code, solid.json()["to"].as_f64()), (1, Some(0.0)));
}

#[test]
fn a_robot_sweeps_along_its_joints() {
    let folder = Folder::new();
    let urdf = r#"<robot name="gate">
      <link name="post"><collision><geometry><box size="0.1 0.1 2"/></geometry></collision></link>
      <link name="bar"><collision><origin xyz="0.6 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
      <joint name="swing" type="revolute"><parent link="post"/><child link="bar"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
    </robot>"#;
    let robot = folder.write("gate.urdf", urdf);
    let way = folder.write("way.csv", "swing\n-1\n1\n");
    let thin = "v 0.5 -0.001 -1\nv 0.5 0.001 1\nv 0.50001 0 1\nf 1 2 3\n";
    let plate = folder.write("plate.obj", thin);
    let run = closecall(&["sweep", &robot, "--joints", &way, "--env", &plate, "--json"]);
    let json = run.json();
    assert_eq!((run.code, &json["result"]), (1, &"touching".into()), "{}", run.stdout);
    assert_eq!([&json["a"], &json["b"]], [&serde_json::json!("plate"), &serde_json::json!("bar")]);
    assert!(json["last_clear"]["swing"].as_f64().unwrap() < 0.0);
    let alone = closecall(&["sweep", &robot, "--joints", &way]);
    assert_eq!(alone.code, 3, "post and bar are neighbours: {}", alone.stdout);
    let world = closecall(&["world", &robot, "--joints", &way, "--env", &plate]);
    assert_eq!(world.code, 0, "the steps alone miss it: {}", world.stdout);
    let refused = closecall(&["world", &robot, "--joints", &way, "--sweep", "--json"]).error();
    assert!(refused[1] == "--sweep" && refused[2].contains("closecall sweep SCENE"), "{refused:?}");
    let asked = ["sweep", &robot, "--joints", &way, "--env", &plate];
    let near = closecall(&[&asked[..], &["--nearest", "--json"]].concat());
    assert_eq!(near.json()["nearest"]["lo"], 0.0, "{}", near.stdout);
    let rough = closecall(&[&asked[..], &["--budget", "0tests", "--json"]].concat());
    assert_eq!((rough.code, &rough.json()["result"]), (3, &"undecided".into()));
}

/// A box of the size 1 that rests on another and is lifted by 2, step by step.
fn lifted(folder: &Folder) -> String {
    let at = |z: f64| format!(r#"{{"t": [0, 0, {z}]}}"#);
    let body = |name: &str, rest: String| {
        format!(r#"{{"name": "{name}", "shape": {{"box": {{"size": [1, 1, 1]}}}}, {rest}}}"#)
    };
    let bodies = [
        body("table", r#""fixed": true"#.to_owned()),
        body("part", format!(r#""poses": [{}, {}, {}]"#, at(1.0), at(2.0), at(3.0))),
    ];
    let text = format!(r#"{{"schema_version": 1, "bodies": [{}]}}"#, bodies.join(", "));
    folder.write("lifted.json", text)
}

#[test]
fn a_scene_takes_a_tolerance_and_ignores_contact_at_the_start() {
    let folder = Folder::new();
    let scene = lifted(&folder);
    let asked = |flags: &[&str]| closecall(&[&["sweep", &scene, "--json"], flags].concat());
    let counts = asked(&[]);
    assert_eq!((counts.code, counts.json()["to"].as_f64()), (1, Some(0.0)), "{}", counts.stdout);
    let ignored = asked(&["--ignore-start"]);
    assert_eq!((ignored.code, &ignored.json()["result"]), (0, &"clear".into()));
    assert_eq!(asked(&["--ignore-start", "--tolerance", "0.01"]).code, 0);
    let bad: [&[&str]; 3] = [&["--tolerance", "0"], &["--tolerance", "-1"], &["--tolerance", "x"]];
    for flags in bad {
        assert_eq!(asked(flags).code, 2, "{flags:?}");
    }
    let [_, _, message] = asked(&["--ignore-start", "--exact-shapes"]).error();
    assert!(message.contains("`table` has an exact shape"), "{message}");
}

/// The arm of the examples, by its table.
fn range(joints: &str, flags: &[&str]) -> crate::program::Run {
    let examples = format!("{}/../../examples", env!("CARGO_MANIFEST_DIR"));
    let [arm, srdf, table] =
        ["arm.urdf", "arm.srdf", "table.stl"].map(|name| format!("{examples}/{name}"));
    let asked = ["sweep", &arm, "--srdf", &srdf, "--env", &table, "--range", joints];
    closecall(&[&asked[..], flags].concat())
}

#[test]
fn the_range_of_a_joint_has_its_stretches_and_a_page() {
    let folder = Folder::new();
    let page = folder.path("range.html");
    let run = range("shoulder", &["--finest", "0.02", "--report", &page]);
    assert!(run.stdout.contains("clear from"), "{}", run.stdout);
    assert!(folder.read("range.html").contains("Where the joints may be"));
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let map = "closecall.charts.find(chart => chart.map)";
    assert_eq!(browser.eval(&format!("{map}.map.tiles.length")), 200);
    // A click in the middle of the strip shows its middle.
    browser.eval(&format!(
        "(() => {{ const {{ canvas, width, height }} = {map};
        const box = canvas.getBoundingClientRect();
        const at = {{ clientX: box.left + width / 2, clientY: box.top + 30, bubbles: true }};
        canvas.dispatchEvent(new MouseEvent('click', at)); return height; }})()"
    ));
    let shown = browser.eval("closecall.shown()").as_f64().unwrap();
    assert!((90.0..=115.0).contains(&shown), "{shown}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_range_of_two_joints_is_a_square() {
    let folder = Folder::new();
    let page = folder.path("range.html");
    let run = range("shoulder,elbow", &["--finest", "0.1", "--report", &page]);
    assert!(run.code != 2, "{}", run.stderr);
    assert!(!run.stdout.contains("clear from"), "a box has no stretches: {}", run.stdout);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let map = "closecall.charts.find(chart => chart.map).map";
    assert_eq!(browser.eval(&format!("{map}.tiles.length")), 24 * 24);
    assert_eq!(browser.eval(&format!("{map}.axes.length")), 2);
    assert_eq!(browser.complaints(), [""; 0]);
}

/// The headline says what the exit code says, whatever is known.
#[test]
fn a_range_says_what_its_exit_code_says() {
    for (joints, flags, code, headline) in [
        ("shoulder", &[][..], 1, "contact in the range of shoulder: 89.1 % of it is clear"),
        ("grip", &[], 0, "clear: nothing touches in all of the range of grip"),
        ("grip", &["--clearance", "10"], 1, "contact in the range of grip: 0 % of it is clear"),
        ("waist", &["--budget", "0tests"], 3, "undecided: of the range of waist 0 % is clear"),
        (
            "shoulder,elbow,waist",
            &["--budget", "1500tests"],
            1,
            "contact in the range of shoulder, elbow, waist: ",
        ),
    ] {
        let run = range(joints, flags);
        assert_eq!(run.code, code, "{joints} {flags:?}: {}", run.stdout);
        assert!(run.stdout.starts_with(headline), "{joints} {flags:?}: {}", run.stdout);
        let json = range(joints, &[flags, &["--json"]].concat()).json();
        let share = |key: &str| json[key].as_f64().unwrap();
        let sum = share("clear_share") + share("touching_share") + share("undecided_share");
        assert!((sum - 1.0).abs() < 1e-9, "{joints} {flags:?}: {sum}");
        let is_cut = flags.contains(&"--budget");
        assert_eq!(json["cut_short"], is_cut, "{joints} {flags:?}");
        assert_eq!(run.stdout.contains("the budget of"), is_cut, "{joints} {flags:?}");
        let open = json["cells"].as_array().unwrap().iter().any(|cell| cell["open"] == true);
        assert_eq!(open, is_cut, "{joints} {flags:?}");
    }
}

#[test]
fn a_range_ends_with_its_time_and_refuses_flags_that_do_nothing() {
    let start = std::time::Instant::now();
    let run = range("shoulder,elbow,waist,wrist,grip", &["--budget", "200ms", "--finest", "0.001"]);
    assert!(start.elapsed().as_secs() < 60 && run.code == 1, "{}", run.stdout);
    assert!(
        run.stdout.contains("the budget of 0.200 s ended before all was divided"),
        "{}",
        run.stdout
    );
    for flags in [&["--tolerance", "0.1"][..], &["--ignore-start"], &["--nearest"]] {
        let run = range("shoulder", flags);
        assert!(run.code == 2 && run.stderr.contains("cannot be used with"), "{}", run.stderr);
    }
    for (share, why) in [("2", "at most 1"), ("0", "positive"), ("nan", "positive"), ("-1", "")] {
        let run = range("shoulder", &["--finest", share]);
        assert!(run.code == 2 && run.stderr.contains(why), "{share}: {}", run.stderr);
    }
}

#[test]
fn a_range_and_a_sweep_take_solids() {
    let folder = Folder::new();
    let cart = r#"<robot name="s">
      <link name="base"/>
      <link name="cart"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
      <joint name="x" type="prismatic"><origin xyz="0 -1 -4"/><axis xyz="1 0 0"/><limit lower="-1" upper="1"/><parent link="base"/><child link="cart"/></joint>
    </robot>"#;
    let cart = folder.write("cart.urdf", cart);
    let way = folder.write("way.csv", "x\n-1\n1\n");
    let block = "v -9 -9 -9\nv 9 -9 -9\nv 0 9 -9\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    let block = folder.write("block.obj", block);
    for asked in [&["--range", "x"][..], &["--joints", &way]] {
        let asked = [&["sweep", &cart, "--env", &block], asked].concat();
        assert_eq!(closecall(&asked).code, 0, "{asked:?}");
        let solid = closecall(&[&asked[..], &["--solid"]].concat());
        assert_eq!(solid.code, 1, "{asked:?}: {}", solid.stdout);
    }
}

#[test]
fn a_range_of_what_is_no_joint_is_refused() {
    for joints in ["no such joint", "", "shoulder,shoulder"] {
        let run = range(joints, &[]);
        assert_eq!(run.code, 2, "{joints}: {}", run.stdout);
    }
}

#[test]
fn the_planning_problems_are_decided() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("data/ompl");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no {}", folder.display());
        return;
    };
    let mut count = 0;
    for entry in entries.map(|entry| entry.unwrap().path()) {
        if entry.to_string_lossy().ends_with(".scene.json") {
            let run = closecall(&["sweep", &entry.to_string_lossy(), "--json"]);
            assert!(run.code <= 1, "{}: {}", entry.display(), run.stdout);
            println!("{} {}", entry.display(), run.stdout.trim());
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

/// A clearance on the command line says the same to `sweep` and to `world`: it comes after
/// the file's, and the pair's own comes before all.
#[test]
fn the_clearance_of_a_scene_is_replaced_and_not_added_to() {
    let folder = Folder::new();
    let scene = |name: &str, more: &str| {
        let bodies = r#"[{"name": "a", "shape": {"box": {"size": [1, 1, 1]}}, "fixed": true},
            {"name": "b", "shape": {"box": {"size": [1, 1, 1]}},
             "poses": [{"t": [2, 0, 0]}, {"t": [2, 3, 0]}]}]"#;
        let text = format!(r#"{{"schema_version": 1, {more}, "bodies": {bodies}}}"#);
        folder.write(name, text)
    };
    let wide = scene("wide.json", r#""clearance": 2"#);
    let pair = scene("pair.json", r#""clearances": [{"pair": ["a", "b"], "clearance": 0.5}]"#);
    for (file, flag, code) in
        [(&wide, "0.5", 0), (&wide, "0", 0), (&wide, "1.5", 1), (&pair, "2", 0)]
    {
        for command in [&["world"][..], &["sweep"]] {
            let run = closecall(&[command, &[file, "--clearance", flag]].concat());
            assert_eq!(run.code, code, "{command:?} {file} {flag}: {} {}", run.stdout, run.stderr);
        }
    }
}

/// The points of a first contact are in the world, wherever the first body is.
#[test]
fn points_of_a_scene_are_in_the_world() {
    let folder = Folder::new();
    let size = r#""shape": {"box": {"size": [1, 1, 1]}}"#;
    let poses = r#"[{"t": [9, 2, 3]}, {"t": [1, 2, 3]}]"#;
    let bodies = format!(
        r#"[{{"name": "a", {size}, "fixed": true, "pose": {{"t": [1, 2, 3]}}}},
            {{"name": "b", {size}, "poses": {poses}}}]"#
    );
    let scene = folder.write("s.json", format!(r#"{{"schema_version": 1, "bodies": {bodies}}}"#));
    let run = closecall(&["sweep", &scene, "--json"]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    let json = run.json();
    let points = json["points"].as_array().unwrap();
    assert!(!points.is_empty(), "{json}");
    for point in points {
        let at = |axis: usize| point[axis].as_f64().unwrap();
        assert!((at(0) - 1.5).abs() < 1e-4, "{point}");
        assert!((1.5..=2.5).contains(&at(1)) && (2.5..=3.5).contains(&at(2)), "{point}");
    }
}

/// Two walls, a cube that passes both, and rows with times; a comment and a blank line are between.
#[test]
fn every_stretch_of_contact_is_told_with_lines_and_seconds() {
    let folder = Folder::new();
    let cube = |x: f64, y: f64| {
        let corners = (0..8).map(|k| {
            let at = |bit: usize, low: f64, high: f64| if k >> bit & 1 == 1 { high } else { low };
            format!("v {} {} {}\n", at(0, x, x + 0.5), at(1, y, y + 9.0), at(2, -9.0, 9.0))
        });
        corners.collect::<String>()
    };
    let faces = |n: usize| {
        let quads =
            [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
        quads
            .map(|quad| format!("f {}\n", quad.map(|v: usize| (v + n).to_string()).join(" ")))
            .concat()
    };
    let text = format!("{}{}{}{}", cube(2.0, -4.0), cube(6.0, -4.0), faces(0), faces(8));
    let walls = folder.write("walls.obj", text);
    let part = folder.write("part.obj", crate::program::cube());
    let rows = "time,tx,ty,tz,qw,qx,qy,qz\n10,0,0.1,0.2,1,0,0,0\n# here\n\n12,4,0.1,0.2,1,0,0,0\n16,8,0.1,0.2,1,0,0,0\n";
    let path = folder.write("way.csv", rows);
    let run = closecall(&["sweep", &walls, &part, "--path", &path, "--json"]);
    let json = run.json();
    assert_eq!((run.code, json["poses_touching"].as_u64()), (1, Some(0)), "{}", run.stdout);
    let intervals = json["intervals"].as_array().unwrap();
    // In contact while x is in [1, 2.5] and in [5, 6.5].
    let expected = [(0.25, 0.625, 2, 10.5, 11.25), (1.25, 1.625, 5, 13.0, 14.5)];
    assert_eq!(intervals.len(), expected.len(), "{json}");
    for (interval, (from, to, line, begins, ends)) in intervals.iter().zip(expected) {
        let near = |x: &serde_json::Value, y: f64| (x.as_f64().unwrap() - y).abs() < 1e-4;
        assert!(near(&interval["begins"][1], from) && near(&interval["ends"][0], to), "{interval}");
        assert_eq!(interval["begins_at"]["line"], line);
        assert!(near(&interval["begins_at"]["seconds"], begins), "{interval}");
        assert!(near(&interval["ends_at"]["seconds"], ends), "{interval}");
    }
    let text = closecall(&["sweep", &walls, &part, "--path", &path]).stdout;
    let first = "at row 0.25 (line 2, 10.5 s), at (2, 0.6, 0.2); clear before";
    assert!(text.contains(first), "{text}");
    assert!(text.contains("contact from row 1.25 (line 5, 13 s) to row 1.625"), "{text}");
}

/// The steps of a robot and of two bodies in a scene agree with what is listed between them.
#[test]
fn stretches_of_a_scene_hold_its_steps() {
    let folder = Folder::new();
    let examples = format!("{}/../../examples/cell.json", env!("CARGO_MANIFEST_DIR"));
    for scene in [&[][..], &[&*examples]] {
        let world = closecall(&[&["world"], scene, &["--json"]].concat()).json();
        let sweep = closecall(&[&["sweep"], scene, &["--json"]].concat()).json();
        let intervals = sweep["intervals"].as_array().unwrap();
        assert!(intervals.len() > 4 && sweep.get("undecided_intervals").is_none(), "{sweep}");
        let mut seen = 0;
        let touching = |step: usize, a: &str, b: &str| {
            world["collisions"].as_array().unwrap().iter().any(|collision| {
                collision["step"] == step
                    && collision["pairs"].as_array().unwrap().iter().any(|pair| {
                        [&pair["a"], &pair["b"]] == [&serde_json::json!(a), &serde_json::json!(b)]
                    })
            })
        };
        for interval in intervals {
            let [a, b] = ["a", "b"].map(|key| interval[key].as_str().unwrap());
            let [begins, ends] = ["begins", "ends"]
                .map(|key| [0, 1].map(|end| interval[key][end].as_f64().unwrap()));
            for step in begins[1].ceil() as usize..=ends[0].floor() as usize {
                assert!(touching(step, a, b), "{interval} in step {step}");
                seen += 1;
            }
        }
        let all: usize = world["collisions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|collision| collision["pairs"].as_array().unwrap().len())
            .sum();
        assert_eq!(seen, all, "every touching pair of a step is in a stretch");
    }
    drop(folder);
}
