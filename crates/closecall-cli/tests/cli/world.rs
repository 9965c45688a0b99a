//! `closecall world`.

use serde_json::json;

use crate::program::{Folder, closecall, cube, shared};

/// A cube that slides past another and into it, and one on a cart, which nobody touches.
const SCENE: &str = r#"{
  "schema_version": 1,
  "bodies": [
    { "name": "wall", "mesh": "cube.obj", "fixed": true },
    { "name": "tool", "mesh": "cube.obj", "poses_file": "tool.csv" },
    { "name": "cart", "pose": { "t": [0, 0, 9] } },
    { "name": "load", "shape": { "sphere": { "radius": 0.25 } }, "on": "cart" },
    { "name": "crate", "shape": { "box": { "size": [1, 1, 1] } }, "on": "cart", "pose": { "t": [0.6, 0, 0] } }
  ]
}"#;

const POSES: &str =
    "tx,ty,tz,qw,qx,qy,qz\n2,0,0,1,0,0,0\n1,0,0,1,0,0,0\n0.5,0,0,1,0,0,0\n1.5,0,0,1,0,0,0\n";

const ROBOT: &str = r#"<robot name="gate">
  <link name="post"><collision><geometry><box size="0.1 0.1 2"/></geometry></collision></link>
  <link name="bar"><collision><origin xyz="0.6 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="tip"><collision><geometry><mesh filename="package://gate/cube.obj" scale="0.1 0.1 -0.1"/></geometry></collision></link>
  <joint name="swing" type="revolute"><parent link="post"/><child link="bar"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
  <joint name="slide" type="prismatic"><parent link="bar"/><child link="tip"/><origin xyz="1 0 0"/><axis xyz="1 0 0"/><limit lower="-1" upper="1"/></joint>
</robot>"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("cube.obj", cube());
    folder.write("scene.json", SCENE);
    folder.write("tool.csv", POSES);
    folder.write("gate.urdf", ROBOT);
    folder
}

#[test]
fn the_built_in_cell_needs_no_file() {
    let run = closecall(&["world"]);
    assert_eq!(run.code, 1);
    for word in ["built-in cell", "table touches", "post touches", "turret touches"] {
        assert!(run.stdout.contains(word), "no `{word}` in {}", run.stdout);
    }
    let json = closecall(&["world", "--json"]).json();
    let [steps, colliding] = ["steps", "colliding"].map(|key| json[key].as_u64().unwrap());
    assert!(colliding > 5 && colliding < steps, "{colliding} of {steps}");
}

#[test]
fn a_scene_is_checked_step_by_step() {
    let folder = folder();
    let scene = folder.path("scene.json");
    let run = closecall(&["world", &scene]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(
        run.stdout,
        "world   scene: 4 bodies and 1 frame, 2,336 triangles\nfound   4 of 4 steps collide\n\
         \x20 steps 0 to 3 (lines 2 to 5): load touches crate\n\
         \x20 steps 1 to 2 (lines 3 to 4): wall touches tool\n"
    );
    let json = closecall(&["world", &scene, "--json"]).json();
    assert_eq!(
        (&json["steps"], &json["colliding"], &json["truncated"]),
        (&json!(4), &json!(4), &json!(false))
    );
    assert_eq!(
        json["collisions"][1]["pairs"],
        json!([{ "a": "wall", "b": "tool" }, { "a": "load", "b": "crate" }])
    );
    let allowed = SCENE.replace("  ]\n}", "  ],\n  \"allow\": [[\"load\", \"crate\"]]\n}");
    let scene = folder.write("allowed.json", &allowed);
    let json = closecall(&["world", &scene, "--json", "--all"]).json();
    assert_eq!((&json["colliding"], &json["collisions"][0]["step"]), (&json!(2), &json!(1)));
    let pair = &json["collisions"][0]["pairs"][0];
    let triangles = pair["triangles"].as_array().unwrap();
    assert_eq!(pair["contacts"], triangles.len());
    let check = closecall(&[
        "check",
        &folder.path("cube.obj"),
        &folder.path("cube.obj"),
        "--pose",
        "1,0,0,1,0,0,0",
        "--json",
    ]);
    assert_eq!(
        check.json()["pairs"].as_array().unwrap(),
        triangles,
        "a world asks what `check` asks"
    );
    let json = closecall(&["world", &scene, "--json", "--max-pairs", "3"]).json();
    let pair = &json["collisions"][0]["pairs"][0];
    assert_eq!(
        (&pair["contacts"], &pair["truncated"], &json["truncated"]),
        (&json!(triangles.len()), &json!(true), &json!(true))
    );
    assert_eq!(pair["triangles"].as_array().unwrap()[..], triangles[..3]);
    let clear = folder.write("clear.json", allowed.replace("tool.csv", "clear.csv"));
    folder.write("clear.csv", POSES.replace("\n1,", "\n4,").replace("\n0.5,", "\n5,"));
    let run = closecall(&["world", &clear]);
    assert_eq!(
        (run.code, run.stdout.lines().nth(1)),
        (0, Some("clear   no surfaces touch in 4 steps"))
    );
    let run = closecall(&["world", &scene, "--quiet"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
}

#[test]
fn how_near_bodies_come_is_told_with_the_step() {
    let folder = folder();
    folder.write("clear.csv", POSES.replace("\n1,", "\n4,").replace("\n0.5,", "\n1.25,"));
    let scene = SCENE
        .replace("tool.csv", "clear.csv")
        .replace("  ]\n}", "  ],\n  \"allow\": [[\"load\", \"crate\"]]\n}");
    let scene = folder.write("near.json", &scene);
    let run = closecall(&["world", &scene, "--nearest", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let json = run.json();
    // Wall and load, wall and crate, tool and load, tool and crate, wall and tool.
    assert_eq!(json["distances"].as_array().unwrap().len(), 5, "{json}");
    let pair = &json["distances"][0];
    assert_eq!(
        (&json["nearest"], pair["a"].as_str(), pair["b"].as_str()),
        (pair, Some("wall"), Some("tool"))
    );
    assert_eq!(
        (pair["step"].as_u64(), pair["name"].as_str(), &pair["touching"]),
        (Some(2), Some("2"), &json!(false))
    );
    let [lo, hi] = ["lo", "hi"].map(|key| pair[key].as_f64().unwrap());
    assert!(lo <= 0.25 && 0.25 <= hi && hi - lo < 1e-15, "{lo} to {hi}");
    assert_eq!((pair["point_a"][0].as_f64(), pair["point_b"][0].as_f64()), (Some(1.0), Some(1.25)));
    let text = closecall(&["world", &scene, "--nearest"]).stdout;
    assert!(text.contains("near    ") && text.contains("  wall and tool: 0.25"), "{text}");
    let one = closecall(&["world", &scene, "--nearest", "--json", "--threads", "1"]).stdout;
    assert_eq!(one, run.stdout);
    // Touching bodies, and a page.
    let page = folder.path("near.html");
    let json =
        closecall(&["world", &folder.path("scene.json"), "--nearest", "--json", "--report", &page])
            .json();
    assert_eq!(
        (&json["nearest"]["touching"], json["nearest"]["hi"].as_f64()),
        (&json!(true), Some(0.0))
    );
    assert!(std::fs::read_to_string(&page).unwrap().contains("Clearance along the steps"));
}

#[test]
fn any_number_of_threads_prints_the_same_bytes() {
    let folder = folder();
    let cases = [vec!["world".to_owned()], vec!["world".to_owned(), folder.path("scene.json")]];
    for case in cases {
        for flags in [&["--json", "--all"][..], &["--json"], &["--all"]] {
            let with = |threads: &str| {
                let words = case
                    .iter()
                    .map(String::as_str)
                    .chain(flags.iter().copied())
                    .chain(["--threads", threads]);
                closecall(&words.collect::<Vec<_>>()).stdout
            };
            let one = with("1");
            assert!(
                one.len() > 100 && ["2", "3", "8"].iter().all(|threads| with(threads) == one),
                "{case:?} {flags:?}"
            );
        }
    }
}

#[test]
fn a_robot_is_moved_by_a_table_of_joint_positions() {
    let folder = folder();
    let urdf = folder.path("gate.urdf");
    let joints = folder.write("joints.csv", "swing,slide\n0,0\n0,-0.98\n1.5,0\n");
    let table = folder.write("table.obj", "v 0 1 -1\nv 0.2 1 -1\nv 0.1 1 1\nf 1 2 3\n");
    let package = format!("gate={}", folder.dir());
    let flags = ["world", &urdf, "--package", &package, "--joints", &joints, "--json"];
    let json = closecall(&flags).json();
    assert_eq!(
        (&json["scene"], &json["steps"], &json["colliding"]),
        (&json!("gate"), &json!(3), &json!(1))
    );
    assert_eq!(json["collisions"][0]["pairs"], json!([{ "a": "post", "b": "tip" }]));
    let run = closecall(&[&flags[..], &["--env", &table]].concat());
    assert_eq!(run.code, 1);
    assert_eq!(
        run.json()["collisions"][1]["pairs"],
        json!([{ "a": "table", "b": "bar" }, { "a": "table", "b": "tip" }])
    );
    let srdf = folder.write(
        "gate.srdf",
        "<robot name=\"gate\"><disable_collisions link1=\"post\" link2=\"tip\"/></robot>",
    );
    let run = closecall(&[&flags[..], &["--srdf", &srdf]].concat());
    assert_eq!(run.code, 3, "no two links are left to look at: {}", run.stdout);
    // At rest, without a table.
    assert_eq!(closecall(&flags[..4]).code, 0);
}

#[test]
fn faults_name_file_and_place() {
    let folder = folder();
    let urdf = folder.path("gate.urdf");
    let package = format!("gate={}", folder.dir());
    let refused = |words: &[&str]| closecall(&[words, &["--json"]].concat()).error();
    let joints = folder.write("joints.csv", "swing\n0\n4\n");
    let [file, place, message] =
        refused(&["world", &urdf, "--package", &package, "--joints", &joints]);
    assert_eq!((file, place.as_str()), (joints, "row 1 (line 3)"));
    assert_eq!(message, "the joint 'swing' is at 4, outside its limits -3 to 3");
    let [file, place, message] = refused(&[
        "world",
        &folder.write("lone.urdf", ROBOT.replace("//gate/cube", "//gatepost/none")),
    ]);
    assert_eq!((file, place.as_str()), (folder.path("lone.urdf"), "line 4, link 'tip'"));
    assert!(message.starts_with("the package 'gatepost' is in no folder above"), "{message}");
    let [file, place, message] =
        refused(&["world", &folder.write("odd.json", SCENE.replace("\"wall\"", "7"))]);
    assert_eq!(
        (file, place.as_str()),
        (folder.path("odd.json"), "bodies[0].name, line 4 column 15")
    );
    assert_eq!(message, "invalid type: integer `7`, expected a string");
    for flag in ["--srdf", "--env", "--joints"] {
        let [file, place, _] = refused(&["world", &folder.path("scene.json"), flag, "x"]);
        assert_eq!((file.as_str(), place.as_str()), ("", flag));
    }
    assert_eq!(closecall(&["world", &urdf, "--package", "gate"]).code, 2);
    assert_eq!(closecall(&["world", "--srdf", "x"]).code, 2);
}

#[test]
#[cfg(unix)]
fn devices_are_refused_wherever_a_file_is_read() {
    let folder = folder();
    let urdf = folder.path("gate.urdf");
    let package = format!("gate={}", folder.dir());
    let scene = folder.write("device.json", SCENE.replace("tool.csv", "/dev/zero"));
    let flight = Folder::flight(&["0,0,0,1,0,0,0"]);
    std::fs::remove_file(flight.path("poses.csv")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", flight.path("poses.csv")).unwrap();
    for words in [
        &["world", "/dev/zero"][..],
        &["world", &scene],
        &["world", &urdf, "--package", &package, "--joints", "/dev/zero"],
        &["world", &urdf, "--package", &package, "--srdf", "/dev/zero"],
        &["world", &urdf, "--package", &package, "--env", "/dev/zero"],
        &[
            "check",
            &flight.path("env.obj"),
            &flight.path("obj.obj"),
            "--path",
            &flight.path("poses.csv"),
        ],
    ] {
        let [_, _, message] = closecall(&[words, &["--json"]].concat()).error();
        assert!(message.contains("it is a device, not a file"), "{words:?}: {message}");
    }
}

#[test]
fn robots_and_planning_problems_of_the_shared_folder_are_free() {
    let Some(shared) = shared() else { return };
    let path =
        |name: &str| shared.join("data").join(name).to_str().expect("the path is text").to_owned();
    let (panda, srdf) = (path("robots/panda/panda.urdf"), path("robots/panda/panda.srdf"));
    for words in
        [&["world", &panda, "--srdf", &srdf][..], &["world", &path("ompl/cubicles.scene.json")]]
    {
        let run = closecall(words);
        assert_eq!(run.code, 0, "{words:?}: {} {}", run.stdout, run.stderr);
    }
}

/// The wall and the tool are 1, 0, 0 and 0.5 apart.
#[test]
fn a_clearance_counts_what_comes_close() {
    let folder = folder();
    let scene = folder.path("scene.json");
    let touching = |flags: &[&str]| {
        let run = closecall(&[&["world", &scene, "--json"], flags].concat());
        let json = run.json();
        let collisions = json["collisions"].as_array().expect("a list").clone();
        let of_tool = |step: &&serde_json::Value| {
            step["pairs"]
                .as_array()
                .is_some_and(|pairs| pairs.iter().any(|pair| pair["b"] == "tool"))
        };
        collisions
            .iter()
            .filter(of_tool)
            .map(|step| step["step"].as_u64().expect("a number"))
            .collect::<Vec<_>>()
    };
    assert_eq!(touching(&[]), [1, 2]);
    assert_eq!(touching(&["--clearance", "0.49"]), [1, 2]);
    assert_eq!(touching(&["--clearance", "0.5"]), [1, 2, 3]);
    assert_eq!(touching(&["--padding", "tool=0.25", "--padding", "wall=0.25"]), [1, 2, 3]);
    assert_eq!(touching(&["--padding", "tool=0.75", "--padding", "wall=0.25"]), [0, 1, 2, 3]);
    assert_eq!(touching(&["--clearance", "9", "--pair-clearance", "tool,wall=0"]), [1, 2]);
    for wrong in
        [["--padding", "nobody=1"], ["--padding", "tool=-1"], ["--pair-clearance", "tool,nobody=1"]]
    {
        assert_eq!(closecall(&[&["world", &scene], &wrong[..]].concat()).code, 2, "{wrong:?}");
    }
}

#[test]
fn a_scene_file_has_clearances() {
    let folder = folder();
    let with = |entry: &str| {
        folder
            .write("clear.json", SCENE.replacen("\"bodies\"", &format!("{entry}, \"bodies\""), 1));
        closecall(&["world", &folder.path("clear.json"), "--json"])
    };
    let steps = |entry: &str| {
        let text = with(entry).json()["collisions"].to_string();
        text.matches("\"tool\"").count()
    };
    assert_eq!(steps(r#""clearance": 0.25"#), 2);
    assert_eq!(steps(r#""clearance": 0.5"#), 3);
    assert_eq!(
        steps(r#""clearance": 2, "clearances": [{ "pair": ["tool", "wall"], "clearance": 0.5 }]"#),
        3
    );
    let wrong = with(r#""clearances": [{ "pair": ["tool", "nobody"], "clearance": 0.5 }]"#);
    assert!(wrong.code == 2 && wrong.stdout.contains("clearances[0]"), "{}", wrong.stdout);
    let robot = r#"{ "schema_version": 1, "robots": [{ "name": "gate", "urdf": "gate.urdf", "packages": { "gate": "." },
        "paddings": { "tipp": 0.1 } }] }"#;
    folder.write("robot.json", robot);
    let wrong = closecall(&["world", &folder.path("robot.json")]);
    assert!(wrong.code == 2 && wrong.stderr.contains("paddings.tipp"), "{}", wrong.stderr);
    folder.write("robot.json", robot.replace("tipp", "tip"));
    assert_ne!(closecall(&["world", &folder.path("robot.json")]).code, 2);
}
