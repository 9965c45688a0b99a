//! `closecall plan`: the table it writes is clear by `sweep`; ends that touch, and no plan in time.

use serde_json::json;

use crate::program::{Folder, closecall, closecall_in};

/// The examples, where files may be written.
fn examples() -> Folder {
    let folder = Folder::new();
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for name in ["arm.urdf", "arm.srdf", "table.stl"] {
        std::fs::copy(from.join(name), folder.path(name)).unwrap();
    }
    folder
}

const CELL: [&str; 6] = ["plan", "arm.urdf", "--srdf", "arm.srdf", "--env", "table.stl"];

fn plan(folder: &Folder, rest: &[&str]) -> crate::program::Run {
    closecall_in(&folder.dir(), &[&CELL[..], rest].concat())
}

/// On both sides of the table: the straight way goes through it.
const ASIDE: [&str; 4] = ["--from", "waist=-1.6,shoulder=2", "--to", "waist=1.6"];

#[test]
fn a_plan_is_a_table_that_sweep_calls_clear() {
    let folder = examples();
    let run = plan(&folder, &[&ASIDE[..], &["-o", "plan.csv", "--json"]].concat());
    assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
    let told = run.json();
    let rows = told["rows"].as_array().unwrap();
    assert_eq!((&told["result"], &told["joints"][1]), (&json!("clear"), &json!("shoulder")));
    assert_eq!(rows[0], json!([-1.6, 2.0, 0.0, 0.0, 0.0]));
    assert_eq!(rows[rows.len() - 1], json!([1.6, 2.0, 0.0, 0.0, 0.0]));
    let table = std::fs::read_to_string(folder.path("plan.csv")).unwrap();
    assert_eq!(table.lines().count(), rows.len() + 1);
    let sweep = |joints: &str| {
        let files = ["--srdf", "arm.srdf", "--env", "table.stl", "--joints", joints];
        closecall_in(&folder.dir(), &[&["sweep", "arm.urdf"], &files[..]].concat())
    };
    let swept = sweep("plan.csv");
    assert_eq!(swept.code, 0, "{}", swept.stdout);
    // The straight way is not clear, so that there was something to plan.
    let lines: Vec<&str> = table.lines().collect();
    folder.write("straight.csv", [lines[0], lines[1], lines[lines.len() - 1]].join("\n"));
    assert_eq!(sweep("straight.csv").code, 1);
}

#[test]
fn without_a_file_the_table_is_printed() {
    let folder = examples();
    let run = plan(&folder, &["--from", "0,0,0,0,0", "--to", "arm/over"]);
    assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("clear: a plan of "), "{}", run.stdout);
    assert!(run.stdout.contains("waist,shoulder,elbow,wrist,grip\n0,0,0,0,0\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\n0,0.6,1.2,1.2,0\n"), "{}", run.stdout);
}

#[test]
fn an_end_that_touches_is_a_collision_with_names() {
    let folder = examples();
    let onto = "shoulder=0.9,elbow=1.4,wrist=0.8";
    for (from, to, end) in [("home", onto, "goal"), (onto, "home", "start")] {
        let run = plan(&folder, &["--from", from, "--to", to, "-o", "plan.csv"]);
        assert_eq!(run.code, 1, "{} {}", run.stdout, run.stderr);
        assert!(run.stdout.contains(&format!("the {end} is not free")), "{}", run.stdout);
        assert!(run.stdout.contains("table touches "), "{}", run.stdout);
        let told = plan(&folder, &["--from", from, "--to", to, "--json"]).json();
        assert_eq!((&told["result"], &told["blocked"]), (&json!("touching"), &json!(end)));
        assert_eq!(told["touching"][0]["a"], "table");
        assert!(told.get("rows").is_none());
    }
    assert!(!std::path::Path::new(&folder.path("plan.csv")).exists());
}

/// Tangent cylinders: rounding leaves open whether they touch.
#[test]
fn an_end_that_may_touch_is_undecided_with_names() {
    let folder = Folder::new();
    let wheel = r#"<link name="wheel"><collision><geometry><cylinder radius="0.7" length="2"/></geometry></collision></link>"#;
    let slide = r#"<joint name="slide" type="prismatic"><axis xyz="1 0 0"/><limit lower="0" upper="9"/><parent link="rail"/><child link="wheel"/></joint>"#;
    folder.write(
        "press.urdf",
        format!(r#"<robot name="press"><link name="rail"/>{wheel}{slide}</robot>"#),
    );
    let scene = folder.write(
        "scene.json",
        r#"{"schema_version": 1, "shapes": "exact", "robots": [{"name": "press", "urdf": "press.urdf"}],
            "bodies": [{"name": "roll", "fixed": true, "shape": {"cylinder": {"radius": 0.7, "length": 2}}}]}"#,
    );
    for (from, to, end) in [("4", "1.4", "goal"), ("1.4", "4", "start")] {
        let asked = ["plan", &scene, "--from", from, "--to", to];
        let run = closecall(&asked);
        assert_eq!(run.code, 3, "{} {}", run.stdout, run.stderr);
        let said = format!("undecided: it is not known whether the {end} is free");
        assert!(run.stdout.starts_with(&said), "{}", run.stdout);
        assert!(run.stdout.contains("roll may touch press/wheel"), "{}", run.stdout);
        let told = closecall(&[&asked[..], &["--json"]].concat()).json();
        let pair = json!([{"a": "roll", "b": "press/wheel"}]);
        assert_eq!((&told["undecided_end"], &told["may_touch"]), (&json!(end), &pair));
        assert!(told.get("blocked").is_none() && told.get("touching").is_none());
    }
    let blocked = closecall(&["plan", &scene, "--from", "1.4", "--to", "1", "--json"]);
    assert_eq!((blocked.code, &blocked.json()["blocked"]), (1, &json!("goal")));
    assert_eq!(closecall(&["plan", &scene, "--from", "4", "--to", "5"]).code, 0);
}

/// A joint without limits takes any angle: one that looks like degrees is warned of.
#[test]
fn angles_that_look_like_degrees_are_warned_of() {
    let folder = examples();
    for (from, to, flag) in [("home", "waist=90", "--to"), ("waist=-90", "home", "--from")] {
        let run = plan(&folder, &["--from", from, "--to", to, "--budget", "20tests"]);
        assert!(run.stderr.contains(&format!("{flag}: 'waist' is at ")), "{}", run.stderr);
        assert!(run.stderr.contains("angles are in radians"), "{}", run.stderr);
    }
    let limited = plan(&folder, &["--from", "home", "--to", "shoulder=90", "--json"]);
    assert!(limited.error()[2].contains("90° is 1.5708"), "{:?}", limited.error());
}

#[test]
fn no_plan_in_time_is_undecided() {
    let folder = examples();
    for budget in ["1tests", "1ns", "0"] {
        let run = plan(&folder, &[&ASIDE[..], &["--budget", budget, "-o", "plan.csv"]].concat());
        assert_eq!(run.code, 3, "{budget}: {} {}", run.stdout, run.stderr);
        assert!(run.stdout.starts_with("undecided: no plan was found in time"), "{}", run.stdout);
    }
    assert!(!std::path::Path::new(&folder.path("plan.csv")).exists());
}

#[test]
fn a_clearance_is_kept() {
    let folder = examples();
    let far = plan(&folder, &["--from", "home", "--to", "over", "--clearance", "10", "--json"]);
    assert_eq!((far.code, &far.json()["result"]), (1, &json!("touching")));
    let kept = ["--clearance", "0.01", "-o", "plan.csv"];
    assert_eq!(plan(&folder, &[&ASIDE[..], &kept].concat()).code, 0);
    let files = ["--srdf", "arm.srdf", "--env", "table.stl", "--joints", "plan.csv"];
    let asked = [&["sweep", "arm.urdf", "--clearance", "0.01"], &files[..]].concat();
    assert_eq!(closecall_in(&folder.dir(), &asked).code, 0);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let folder = examples();
    for (from, to, place, word) in [
        ("away", "home", "", "there is no state 'away'; there are 'arm/home', 'arm/over'"),
        ("home", "knee=1", "--to", "there is no joint 'knee'"),
        ("home", "shoulder=x", "--to", "not a number"),
        ("home", "shoulder=1,elbow", "--to", "is not NAME=POSITION"),
        ("home", "0,0,0", "--to", "there are 3 positions"),
        ("home", "elbow=99", "--to", "outside its limits"),
        ("home", "elbow=nan", "--to", "not a finite number"),
        ("home", "elbow=1,elbow=2", "--to", "given twice"),
    ] {
        let run = plan(&folder, &["--from", from, "--to", to, "--json"]);
        assert_eq!(run.code, 2, "{from} {to}: {}", run.stdout);
        let [_, at, message] = &run.error()[..] else { panic!("{}", run.stdout) };
        assert!(message.contains(word), "{from} {to}: {message}");
        assert!(place.is_empty() || at == place, "{from} {to}: {at}");
    }
    let moved = plan(&folder, &["--from", "home", "--to", "over", "--move", "elbow", "--json"]);
    assert!(moved.error()[2].contains("none of the joints that are planned for"));
    let joints = plan(&folder, &["--from", "home", "--to", "over", "--joints", "x.csv", "--json"]);
    assert_eq!(joints.error()[1], "--joints");
    let state = closecall_in(
        &folder.dir(),
        &["plan", "arm.urdf", "--from", "home", "--to", "over", "--json"],
    );
    assert!(state.error()[2].contains("give the file with --srdf"));
    let written = plan(&folder, &["--from", "home", "--to", "over", "-o", "arm.urdf"]);
    assert_eq!(written.code, 2, "{}", written.stderr);
    assert_eq!(closecall(&["plan"]).code, 2);
}

/// Two states of one name are told apart by their groups; joints that follow others are passed over.
#[test]
fn states_of_groups_are_told_apart() {
    let folder = examples();
    let srdf = std::fs::read_to_string(folder.path("arm.srdf")).unwrap();
    let open = "<group_state name=\"home\" group=\"gripper\"><joint name=\"grip\" value=\"0.02\"/></group_state></robot>";
    folder.write("arm.srdf", srdf.replace("</robot>", open));
    let both = plan(&folder, &["--from", "home", "--to", "over", "--json"]);
    assert!(both.error()[2].contains("there are 2 states 'home'"), "{:?}", both.error());
    let one = plan(&folder, &["--from", "gripper/home", "--to", "over", "--json"]);
    assert_eq!(one.json()["rows"][0], json!([0.0, 0.0, 0.0, 0.0, 0.02]));
    assert_eq!(one.json()["rows"][1][4], 0.02);
}
