//! The first hour: what a newcomer asks, and whether the answer says what there is to know: which
//! files, where, when, what was assumed, and what was written.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{Folder, Run, closecall, closecall_in, cube};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn example(name: &str) -> String {
    examples().join(name).to_str().unwrap().to_owned()
}

/// Runs a line in the folder of the examples, where nothing may be written.
fn asked(line: &str) -> Run {
    let words: Vec<&str> = line.split_whitespace().collect();
    closecall_in(examples().to_str().unwrap(), &words)
}

/// Rows of a cube that passes another one twice, and stands in it at the end.
const ROWS: &str = "time;qx;qy;qz;qw;tx;ty;tz\n10;0;0;0;1;5;0;0\n10.5;0;0;0;1;0.5;0;0\n# a comment\n11;0;0;0;1;0.25;0;0\n\n\
    12;0;0;0;1;7;0;0\n13;0;0;0;1;0.75;0;0\n14;0;0;0;1;9;0;0\n";

#[test]
fn a_path_is_answered_with_files_rows_lines_seconds_and_places() {
    let folder = Folder::new();
    let mesh = folder.write("cube.obj", cube());
    let path = folder.write("way.csv", ROWS);
    let run = closecall(&["check", &mesh, &mesh, "--path", &path]);
    let said = [
        "collision: 3 of 6 poses collide, first row 1 (line 3, 10.5 s)",
        &format!("  A  {mesh}: 12 triangles"),
        &format!("  B  {mesh}: 12 triangles"),
        "  rows 1 to 2 (lines 3 to 5, 10.5 s to 11 s), first triangles ",
        "  row 4 (line 8, 13 s), first triangles ",
    ];
    for said in said {
        assert!(run.stdout.contains(said), "no '{said}' in {}", run.stdout);
    }
    let json = closecall(&["check", &mesh, &mesh, "--path", &path, "--json"]).json();
    let runs = json["touching_rows"].as_array().unwrap();
    let ends: Vec<[u64; 2]> =
        runs.iter().map(|run| ["first", "last"].map(|key| run[key].as_u64().unwrap())).collect();
    assert_eq!(ends, [[1, 2], [4, 4]], "{json}");
    assert_eq!(runs[0]["first_at"], json!({"line": 3, "seconds": 10.5}));
    assert_eq!(runs[0]["last_at"], json!({"line": 5, "seconds": 11.0}));
    // The points are on both cubes, of which the second is 0.5 or 0.75 further along x.
    for (run, shift) in runs.iter().zip([0.5, 0.75]) {
        for point in run["points"].as_array().unwrap() {
            let [x, y, z] = [0, 1, 2].map(|axis| point[axis].as_f64().unwrap());
            let is_on = |x: f64| {
                [x, y, z].iter().any(|&c| c == 0.0 || c == 1.0) && (0.0..=1.0).contains(&x)
            };
            assert!(is_on(x) && is_on(x - shift), "{run}");
        }
    }
    let clear = closecall(&["check", &mesh, &mesh, "--path", &path, "--budget", "0tests"]);
    assert!(clear.code == 3 && clear.stdout.contains(&format!("  B  {mesh}")), "{}", clear.stdout);
    let early = closecall(&["check", &mesh, &mesh, "--path", &path, "--budget", "10s", "--json"]);
    assert_eq!(early.json()["touching_rows"][1]["first_at"]["line"], 8, "{}", early.stdout);
}

#[test]
fn of_many_runs_of_rows_a_few_are_shown_and_json_has_them_all() {
    let folder = Folder::new();
    let mesh = folder.write("cube.obj", cube());
    let rows: String = (0..50).map(|row| format!("{},0,0,1,0,0,0\n", row % 2 * 9)).collect();
    let path = folder.write("way.csv", format!("tx,ty,tz,qw,qx,qy,qz\n{rows}"));
    let run = closecall(&["check", &mesh, &mesh, "--path", &path]);
    let lines = |word: &str| run.stdout.lines().filter(|line| line.contains(word)).count();
    assert_eq!((lines("first triangles"), lines("… 10 of 25 runs of rows shown")), (10, 1));
    let json = closecall(&["check", &mesh, &mesh, "--path", &path, "--json"]).json();
    assert_eq!(json["touching_rows"].as_array().unwrap().len(), 25, "{json}");
}

#[test]
fn the_least_distance_of_a_path_has_its_row_line_and_time() {
    let run = asked("distance cell.stl gripper.obj --path flight/poses.csv");
    assert!(run.stdout.starts_with("touching: triangle 417 of A and triangle 13 of B, at ("));
    for said in ["  nearest at row 18 (line 21, 0.9 s)\n", "  A  cell.stl: 648 triangles\n"] {
        assert!(run.stdout.contains(said), "no '{said}' in {}", run.stdout);
    }
    let json = asked("distance cell.stl gripper.obj --path flight/poses.csv --json").json();
    let nearest = &json["nearest"];
    assert_eq!((&nearest["line"], &nearest["seconds"]), (&json!(21), &json!(0.9)), "{json}");
}

/// Every contact of a motion: when, which bodies, which triangles, where.
#[test]
fn every_stretch_of_contact_has_its_place() {
    let run = asked("sweep cell.stl gripper.obj --path flight/poses.csv");
    let said = [
        "touching: triangle 414 of A and triangle 16 of B at row 17.6 (line 20, 0.88 s), at (0.0740906, -0.0639363, 0.48); clear before\n",
        "  A  cell.stl: 648 triangles\n",
        "  contact from row 17.6 (line 20, 0.88 s) to row 22.4 (line 25, 1.12 s), first triangles 414:16, at (0.0740906, -0.0639363, 0.48)\n",
        "  5 of the 41 poses themselves in contact\n",
    ];
    for said in said {
        assert!(run.stdout.contains(said), "no '{said}' in {}", run.stdout);
    }
    let robot = "sweep arm.urdf --srdf arm.srdf --joints way.csv --env table.stl";
    let run = asked(robot);
    for finger in ["left_finger", "right_finger"] {
        let said = format!(
            "  table and {finger}: from step 16.2582 (line 18, 1.62582 s) to step 21.4209 (line 23, 2.14209 s), at (0.6274"
        );
        assert!(run.stdout.contains(&said), "no '{said}' in {}", run.stdout);
    }
    let json = asked(&format!("{robot} --json")).json();
    for interval in json["intervals"].as_array().unwrap() {
        assert_eq!(interval["begins_at"]["line"], 18, "{interval}");
        assert!(interval["triangles"].as_array().is_some_and(|pair| pair.len() == 2), "{interval}");
        // The top of the table is at z = 0.32.
        for point in interval["points"].as_array().unwrap() {
            assert!((point[2].as_f64().unwrap() - 0.32).abs() < 1e-6, "{interval}");
        }
    }
    let steps = asked("world arm.urdf --srdf arm.srdf --joints way.csv --env table.stl");
    let said = "  steps 17 to 21 (lines 19 to 23, 1.7 s to 2.1 s): table touches left_finger\n";
    assert!(steps.stdout.contains(said), "{}", steps.stdout);
}

/// The rows of `way.csv` as MoveIt writes them.
fn trajectory() -> Value {
    let text = std::fs::read_to_string(examples().join("way.csv")).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split(',').skip(1).collect();
    let points: Vec<Value> = lines
        .map(|line| {
            let numbers: Vec<f64> = line.split(',').map(|number| number.parse().unwrap()).collect();
            let nanoseconds = (numbers[0] * 1e9).round() as u64;
            let time =
                json!({"sec": nanoseconds / 1_000_000_000, "nanosec": nanoseconds % 1_000_000_000});
            json!({"positions": &numbers[1..], "velocities": [], "time_from_start": time})
        })
        .collect();
    json!({"joint_trajectory": {"header": {"frame_id": ""}, "joint_names": names, "points": points}})
}

/// A value in YAML's blocks.
fn yaml(value: &Value, indent: usize) -> String {
    let pad = " ".repeat(indent);
    match value {
        Value::Object(map) => {
            let entry =
                |(key, value): (&String, &Value)| format!("{pad}{key}:{}", after(value, indent));
            map.iter().map(entry).collect()
        }
        Value::Array(items) => items
            .iter()
            .map(|item| match item {
                Value::Object(_) => format!("{pad}- {}", yaml(item, indent + 2).trim_start()),
                _ => format!("{pad}- {item}\n"),
            })
            .collect(),
        plain => format!("{pad}{plain}\n"),
    }
}

fn after(value: &Value, indent: usize) -> String {
    match value {
        Value::Object(map) if !map.is_empty() => format!("\n{}", yaml(value, indent + 2)),
        Value::Array(items) if !items.is_empty() => format!("\n{}", yaml(value, indent)),
        plain => format!(" {plain}\n"),
    }
}

#[test]
fn trajectories_of_moveit_give_the_answers_of_the_table() {
    let folder = Folder::new();
    let as_json = folder.write("way.json", trajectory().to_string());
    let as_yaml = folder.write("way.yaml", yaml(&trajectory(), 0) + "---\n");
    let [arm, srdf, table, way] = ["arm.urdf", "arm.srdf", "table.stl", "way.csv"].map(example);
    for command in ["world", "sweep"] {
        let ask = |joints: &str, flags: &[&str]| {
            let words = [command, &arm, "--srdf", &srdf, "--env", &table, "--joints", joints];
            closecall(&[&words[..], flags].concat())
        };
        // Lines differ; times go through seconds and nanoseconds.
        let facts = |run: Run| -> Vec<Vec<Value>> {
            let (json, keys) = match command {
                "world" => (run.json()["collisions"].clone(), &["step", "pairs"][..]),
                _ => (run.json()["intervals"].clone(), &["begins", "ends", "a", "b", "points"][..]),
            };
            let of = |found: &Value| keys.iter().map(|key| found[*key].clone()).collect();
            json.as_array().unwrap().iter().map(of).collect()
        };
        let expected = facts(ask(&way, &["--json"]));
        assert!(expected.len() > 1, "{expected:?}");
        for other in [&as_json, &as_yaml] {
            assert_eq!(facts(ask(other, &["--json"])), expected, "{other}");
        }
        let text = ask(&as_yaml, &[]).stdout;
        assert!(text.contains("1.7 s to 2.1 s") || text.contains("1.62582 s"), "{text}");
    }
    let broken = trajectory().to_string().replacen("0.06", "\"x\"", 1);
    let broken = folder.write("broken.json", broken);
    let run = closecall(&["world", &arm, "--joints", &broken]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("broken.json, line 1: `x` is not a number"), "{}", run.stderr);
    let unknown = trajectory().to_string().replacen("elbow", "elbov", 1);
    let run = closecall(&["world", &arm, "--joints", &folder.write("unknown.json", unknown)]);
    assert!(run.code == 2 && run.stderr.contains("elbov"), "{}", run.stderr);
}

#[test]
fn every_file_that_is_written_is_named() {
    let folder = Folder::new();
    let [cell, gripper, part, job, table, arm, srdf, spheres, poses] = [
        "cell.stl",
        "gripper.obj",
        "part.stl",
        "job.nc",
        "table.stl",
        "arm.urdf",
        "arm.srdf",
        "arm_spheres.yml",
        "flight/poses.csv",
    ]
    .map(example);
    let check = ["check", &cell, &gripper];
    let along = ["--path", &poses];
    let mill = ["mill", &part, "--scale", "1000", &job, "--tool", "ball:6"];
    let plan = ["plan", &arm, "--srdf", &srdf, "--from", "home", "--to", "over"];
    let cases: Vec<(Vec<&str>, &str, &str)> = vec![
        (check.to_vec(), "--pairs", "pairs.csv"),
        (check.to_vec(), "--contacts", "touching.glb"),
        (check.to_vec(), "--scene", "scene.ply"),
        (check.to_vec(), "--report", "check.html"),
        (check.to_vec(), "--gltf", "check.glb"),
        ([&check[..], &along].concat(), "--out", "answers.txt"),
        ([&check[..], &along, &["--budget", "9tests"]].concat(), "--out", "budget.txt"),
        ([&["distance"], &check[1..], &along].concat(), "--out", "distances.csv"),
        (vec!["clash", &cell, &part, &table], "--csv", "pairs.csv"),
        (mill.to_vec(), "--csv", "events.csv"),
        (mill.to_vec(), "--sarif", "events.sarif"),
        (mill.to_vec(), "--picture", "gouges.ply"),
        (plan.to_vec(), "--out", "plan.csv"),
        (vec!["srdf", &arm], "--out", "proved.srdf"),
        (vec!["cover", &arm, "--spheres", &spheres], "--report", "cover.html"),
        (vec!["tree", "build", &cell], "--out", "cell.tree"),
        (vec!["info", &part], "--report", "part.html"),
    ];
    for (command, flag, name) in cases {
        let file = folder.path(name);
        let words = [&command[..], &[flag, &file]].concat();
        let run = closecall(&words);
        let line = format!("{:<7} {file}\n", flag.trim_start_matches("--"));
        assert!(run.code != 2 && Path::new(&file).is_file(), "{words:?}: {}", run.stderr);
        assert!(run.stdout.contains(&line), "no '{line}' of {words:?} in {}", run.stdout);
        let json = closecall(&[&words[..], &["--json"]].concat()).json_with_nulls();
        assert_eq!(json["written"], json!([file]), "{words:?}: {json}");
    }
    for command in [&check[..], &["info", &part]] {
        let run = closecall_in(&folder.dir(), &[command, &["--report", "-"]].concat());
        assert_eq!(run.code, 2, "{}", run.stdout);
        assert!(run.stderr.contains("a page is a file"), "{}", run.stderr);
    }
    assert!(!Path::new(&folder.path("-")).exists());
}

/// Assumptions are no warnings, and a warning is not lost among them.
#[test]
fn milling_tells_assumptions_from_warnings() {
    let run = asked("mill part.stl --scale 1000 job.nc --tool ball:6 --allow 0.01");
    assert!(
        run.stdout.starts_with("gouge: 2 blocks gouge the part, 0.799999 mm deep at most\n"),
        "{}",
        run.stdout
    );
    let lines = |kind: &str| run.stderr.lines().filter(|line| line.starts_with(kind)).count();
    assert_eq!((lines("assumed: line "), lines("warning: line ")), (3, 1), "{}", run.stderr);
    assert!(run.stderr.contains("warning: line 3 and 1 more: moves from or to a place"));
    assert!(run.stdout.contains(" at 100.0000 0.0000 30.0000, "), "{}", run.stdout);
}

/// Each example in a command's help runs, and comes to an answer.
#[test]
fn every_command_has_an_example_that_runs() {
    let folder = Folder::new();
    for entry in [
        "cell.stl",
        "gripper.obj",
        "part.stl",
        "table.stl",
        "job.nc",
        "arm.urdf",
        "arm.srdf",
        "way.csv",
        "flight/poses.csv",
    ] {
        let to = PathBuf::from(folder.path(entry));
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(examples().join(entry), to).unwrap();
    }
    let commands = "info,check,clash,distance,world,srdf,mill,ray,sweep,plan,tree,tree build,tree info,completions,man";
    for command in commands.split(',') {
        let command: Vec<&str> = command.split(' ').collect();
        let help = closecall(&[&command[..], &["--help"]].concat()).stdout;
        let (_, example) =
            help.split_once("Example:\n").unwrap_or_else(|| panic!("{command:?}: {help}"));
        let lines: Vec<&str> =
            example.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert!(!lines.is_empty(), "{command:?}");
        for line in lines {
            let words = line.split(" > ").next().unwrap_or_default().split_whitespace();
            let words: Vec<&str> = words.skip(1).collect();
            assert!(words.starts_with(&command), "{line}");
            let run = closecall_in(&folder.dir(), &words);
            assert!(run.code <= 1 && !run.stdout.is_empty(), "{line}: {} {}", run.code, run.stderr);
        }
    }
}

/// On a terminal `man` shows the page; in a pipe it is the page itself.
#[test]
fn a_manual_page_is_shown_by_man_on_a_terminal() {
    let script = Command::new("script").arg("--version").stdout(Stdio::null()).status();
    if !script.is_ok_and(|status| status.success()) {
        println!("skipped: there is no `script`, which gives a terminal");
        return;
    }
    let folder = Folder::new();
    let on_terminal = |path: &str| {
        let line = format!("'{}' man check", crate::PROGRAM);
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).env("PATH", path).stdin(Stdio::null());
        String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
    };
    let path = std::env::var("PATH").unwrap();
    let man = folder
        .write("man", "#!/bin/sh\necho \"asked with $*\"\ngrep -c '^\\.TH closecall-check'\n");
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(&man, std::fs::Permissions::from_mode(0o755)).unwrap();
    let shown = on_terminal(&format!("{}:{path}", folder.dir()));
    assert_eq!(shown.replace('\r', ""), "asked with -l -\n1\n");
    // Where there is no `man`, or it cannot show the page, the help is.
    folder.write("man", "#!/bin/sh\nexit 3\n");
    let help = on_terminal(&format!("{}:{path}", folder.dir()));
    assert!(help.contains("--explain <I:J>") && !help.contains(".TH"), "{help}");
}

/// A scene that is written otherwise than it has to be is told how.
#[test]
fn a_scene_file_is_told_the_form_that_is_expected() {
    let folder = Folder::new();
    let body =
        |rest: &str| format!(r#"{{"schema_version": 1, "bodies": [{{"name": "a", {rest}}}]}}"#);
    let cases = [
        (
            r#"{"bodies": []}"#.to_owned(),
            r#"missing field `schema_version`: write "schema_version": 1"#,
        ),
        (
            body(r#""pose": [0, 0, 1]"#),
            r#": write {"t": [x, y, z], "q": [w, x, y, z]}, or only one of the two"#,
        ),
        (body(r#""shape": "box""#), r#"{"box": {"size": [x, y, z]}}"#),
    ];
    for (text, form) in cases {
        let scene = folder.write("scene.json", &text);
        let run = closecall(&["world", &scene]);
        assert!(run.code == 2 && run.stderr.contains(form), "{text}: {}", run.stderr);
    }
}

/// Numbers have the digits that they deserve.
#[test]
fn a_ray_says_where_it_hits_in_a_few_digits() {
    let run = asked("ray part.stl --from 0.1,0,9 --dir 0,0,-1");
    assert_eq!(run.stdout, "triangle 13 at t = 8.97, at (0.1, 0, 0.03)\n");
}
