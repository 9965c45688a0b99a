//! Experiments and tables.

use crate::program::{Folder, closecall};

/// Apart, face to face, overlapping.
const ROWS: [&str; 3] = ["-3,0,0,1,0,0,0", "-1,0,0,1,0,0,0", "-0.5,0.25,0.125,1,0,0,0"];

#[test]
fn the_list_names_tables_and_scenes() {
    let run = closecall(&["list"]);
    assert_eq!(run.code, 0);
    for word in ["volumes", "Pipes", "Torus", "747", "Swept", "Interior", "143,690"] {
        assert!(run.stdout.contains(word), "no `{word}` in {}", run.stdout);
    }
    let json = closecall(&["list", "--json"]).json();
    assert_eq!(
        (json["tables"][0]["name"].as_str(), json["scenes"].as_array().map(Vec::len)),
        (Some("volumes"), Some(5))
    );
    let experiments = json["experiments"].as_array().unwrap();
    assert!(experiments.iter().any(|experiment| experiment["name"] == "klosowski-t9"));
    for experiment in experiments {
        assert!(run.stdout.contains(experiment["name"].as_str().unwrap()));
    }
}

const TINY: [&str; 4] = ["klosowski-t27", "--tiny", "--reps", "1"];

#[test]
fn an_experiment_gives_a_table_and_a_verdict_in_every_format() {
    let run = |format: &str| {
        let run = closecall(&[&TINY[..], &["--format", format]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{format}");
        run.stdout
    };
    let (text, markdown, csv) = (run("text"), run("markdown"), run("csv"));
    assert!(text.starts_with("klosowski-t27: ") && text.contains("seed 1998"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("18-dop (9) ")), "{text}");
    assert!(text.trim_end().ends_with('.') && text.contains("(paper: +1.3 to +19.8 %)"), "{text}");
    assert!(
        markdown.starts_with("# klosowski-t27: ") && markdown.contains("| 18-dop (9) | "),
        "{markdown}"
    );
    assert_eq!(csv.lines().count(), 1 + 2 * 5);
}

#[test]
fn an_experiment_is_json_with_both_figures() {
    let json = closecall(&[&TINY[..], &["--json", "--seed", "7"]].concat()).json();
    let experiment = &json["experiments"][0];
    assert_eq!((&experiment["name"], &experiment["seed"]), (&"klosowski-t27".into(), &7.into()));
    assert!(["yes", "partly", "no"].contains(&experiment["holds"].as_str().unwrap()));
    let cell = &experiment["tables"][0]["rows"][0]["cells"][0];
    assert!(cell["ours"].as_f64() > Some(0.0) && cell["paper"] == 5.652836, "{cell}");
}

#[test]
fn a_folder_gets_the_pages_and_csv_of_several_has_one_header() {
    let folder = Folder::flight(&ROWS);
    let out = folder.path("deep/pages");
    let names = ["klosowski-t27", "klosowski-t10", "--tiny", "--format", "csv", "--out", &out];
    let run = closecall(&names);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.matches("experiment,table,").count(), 1);
    assert!(run.stdout.contains("klosowski-t10,"));
    for file in ["klosowski-t10.md", "klosowski-t10.csv", "klosowski-t27.md", "klosowski-t27.csv"] {
        assert!(!folder.read(&format!("deep/pages/{file}")).is_empty());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn results_that_cannot_be_written_are_printed_and_older_ones_stay() {
    let folder = Folder::new();
    let out = folder.path("pages");
    assert_eq!(closecall(&[&TINY[..], &["--out", &out]].concat()).code, 0);
    let older = folder.read("pages/klosowski-t27.csv");
    let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let words = ["-c", limited, crate::PROGRAM, "--seed", "7", "--out", &out];
    let run =
        std::process::Command::new("bash").args([&words[..], &TINY].concat()).output().unwrap();
    let [stdout, stderr] = [run.stdout, run.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(
        run.status.code() == Some(2) && stdout.starts_with("klosowski-t27: "),
        "{stdout} {stderr}"
    );
    assert!(stderr.contains("klosowski-t27.csv: cannot be written"), "{stderr}");
    assert_eq!(folder.read("pages/klosowski-t27.csv"), older);
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 2);
    let [_, place, _] =
        closecall(&[&TINY[..], &["--out", &out, "--report", &out, "--json"]].concat()).error();
    assert_eq!(place, "--report");
}

#[test]
fn an_unknown_experiment_is_told_the_close_names() {
    let [file, place, message] = closecall(&["klosowski-t9", "klosowsky-t10", "--json"]).error();
    assert_eq!((file.as_str(), place.as_str()), ("", "NAME"));
    assert!(
        message.contains("klosowsky-t10") && message.contains("close to it are klosowski-t10"),
        "{message}"
    );
}

#[test]
fn a_run_is_resumed_and_one_site_is_made_of_what_lies_there() {
    let folder = Folder::new();
    let (site, list) = (folder.path("site"), folder.path("papers.md"));
    let tiny = ["--tiny", "--reps", "1", "--report", &site, "--resume"];
    let run = closecall(&[&["klosowski-t10", "klosowski-f2"], &tiny[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let first = folder.read("site/klosowski-t10.json");
    let run = closecall(&[&["klosowski-t10", "klosowski-t27"], &tiny[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(folder.read("site/klosowski-t10.json"), first, "it was done again");
    let json = closecall(&["site", &site, "--list", &list, "--json"]).json();
    assert_eq!(json["reports"], 3);
    let [index, summary, list] =
        ["site/index.html", "site/summary.html", "papers.md"].map(|name| folder.read(name));
    for name in ["klosowski-t10", "klosowski-t27", "klosowski-f2"] {
        assert!(index.contains(&format!("<section id=\"{name}\">")), "no {name}");
        assert!(summary.contains(&format!("index.html#{name}")), "no {name}");
    }
    assert!(index.contains("klosowski-f2-volumes.png") && index.contains("The paper said:"));
    assert!(list.contains("| Table 9 |") && list.contains("not run"), "{list}");
    let json = closecall(&["site", &site, "--against", &site, "--json"]).json();
    assert_eq!((&json["twice"], json["changed"].as_array().map(Vec::len)), (&3.into(), Some(0)));
    assert!(folder.read("site/index.html").contains("all with the same verdict"));
    for arguments in [vec!["site", "nowhere"], vec!["site", &site, "--against", "nowhere"]] {
        let refused = closecall(&arguments);
        assert!(refused.code == 2 && refused.stderr.contains("nowhere"), "{}", refused.stderr);
    }
}

#[test]
fn every_volume_and_rule_is_measured_and_agrees() {
    let folder = Folder::flight(&ROWS);
    let (csv, markdown) = (folder.path("table.csv"), folder.path("table.md"));
    for (flag, rows) in [("--json", 26), ("--full", 118)] {
        let arguments =
            ["volumes", &folder.dir(), "--csv", &csv, "--markdown", &markdown, flag, "--json"];
        let run = closecall(&arguments[..if flag == "--json" { 7 } else { 8 }]);
        assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
        let json = run.json();
        for key in ["machine", "commit", "date", "build"] {
            assert!(
                json[key].as_str().is_some_and(|value| !value.is_empty()),
                "{key} is {}",
                json[key]
            );
        }
        assert!(json["seed"].is_u64() && json["reps"] == 3);
        let flight = &json["flights"][0];
        assert_eq!((flight["poses"].as_u64(), flight["colliding"].as_u64()), (Some(3), Some(2)));
        assert!(flight["contacts"].as_u64() > Some(2));
        assert_eq!(flight["rows"].as_array().map(Vec::len), Some(rows));
        for row in flight["rows"].as_array().unwrap() {
            for key in
                ["build_ms_env", "build_ms_obj", "tree_bytes_per_tri_env", "tree_bytes_per_tri_obj"]
            {
                assert!(
                    row[key].as_f64().is_some_and(|figure| figure > 0.0),
                    "{key} is {}",
                    row[key]
                );
            }
            for question in ["first", "all"] {
                assert!(row[question]["mean_best_us"].as_f64() > Some(0.0));
                assert!(row[question]["volume_tests"].as_u64() > Some(0));
            }
        }
        let [csv, markdown] = ["table.csv", "table.md"].map(|name| folder.read(name));
        let header = csv.lines().next().unwrap();
        for key in [
            "flight",
            "volume",
            "rule",
            "split",
            "first_us",
            "all_us",
            "all_volume_tests",
            "commit",
            "seed",
        ] {
            assert!(header.split(',').any(|name| name == key), "no {key} in {header}");
        }
        assert_eq!(csv.lines().count(), rows + 1);
        assert_eq!(
            markdown.lines().filter(|line| line.starts_with("| classic | ")).count(),
            rows - 1
        );
        assert!(
            markdown.contains("- commit: ") && markdown.contains("| engine | volume |"),
            "{markdown}"
        );
    }
}

#[test]
fn the_text_holds_a_table_for_each_flight() {
    let folders = [Folder::flight(&ROWS), Folder::flight(&ROWS[..1])];
    let [one, other] = [&folders[0], &folders[1]].map(Folder::dir);
    let run = closecall(&["volumes", &one, &other, "--reps", "1"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("wide ")).count(), 2);
    assert!(
        run.stdout.contains("2 of 3 poses collide") && run.stdout.contains("0 of 1 pose collides"),
        "{}",
        run.stdout
    );
}

#[test]
fn faults_are_named() {
    let folder = Folder::flight(&ROWS);
    let nowhere = folder.path("no/such/table.csv");
    for flag in ["--csv", "--markdown"] {
        assert_eq!(
            closecall(&["volumes", &folder.dir(), flag, &nowhere, "--json"]).error()[0],
            nowhere
        );
    }
    let in_the_way = folder.path("obj.obj");
    assert_eq!(
        closecall(&[&TINY[..], &["--out", &in_the_way, "--json"]].concat()).error()[0],
        in_the_way
    );
    std::fs::remove_file(folder.path("obj.obj")).unwrap();
    assert!(closecall(&["volumes", &folder.dir(), "--json"]).error()[0].ends_with("obj.obj"));
}

#[test]
fn a_scene_is_written_as_a_flight_and_never_over_another() {
    let folder = Folder::flight(&ROWS);
    let out = folder.path("swept");
    let json = closecall(&["scene", "swept", "--out", &out, "--steps", "3", "--json"]).json();
    assert_eq!(
        (&json["obj_tris"], &json["env_tris"], &json["poses"]),
        (&36.into(), &40_000.into(), &3.into())
    );
    let flown = closecall(&["fly", &out, "--reps", "1", "--json"]).json();
    assert_eq!((&flown["poses"], &flown["colliding"]), (&3.into(), &0.into()));
    let again = closecall(&["scene", "Swept", "--out", &out]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("not empty"), "{}", again.stderr);
    let unknown = closecall(&["scene", "Cave", "--out", &folder.path("cave")]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("Pipes, Torus, 747, Swept, Interior"), "{}", unknown.stderr);
}

#[test]
fn a_mesh_that_bends_is_followed_from_state_to_state() {
    let folder = Folder::new();
    // Two triangles on a common edge: the second folds over, through the first, and back.
    let state = |name: &str, x: f64, z: f64| {
        let text = format!("v 0 0 0\nv 1 0 0\nv 0.5 1 0\nv {x} 0.5 {z}\nf 1 2 3\nf 2 1 4\n");
        folder.write(name, text)
    };
    let [open, folded, through] =
        [("0.obj", 0.5, 1.0), ("1.obj", 0.5, 0.25), ("2.obj", 0.5, -0.25)]
            .map(|(name, x, z)| state(name, x, z));
    let run = closecall(&["deform", &open, &folded, &through, "--json"]);
    let json = run.json();
    assert_eq!((run.code, json["steps"].as_array().map(Vec::len)), (1, Some(2)), "{}", run.stderr);
    assert_eq!(
        (&json["steps"][0]["clear"], &json["steps"][1]["clear"]),
        (&true.into(), &false.into())
    );
    let time = json["steps"][1]["clear_until"].as_f64().expect("a time");
    assert!((time - 0.5).abs() < 1e-6, "{time}");
    assert_eq!(closecall(&["deform", &open, &folded]).code, 0);
    let floor = folder.write("floor.obj", "v -9 -9 0.5\nv 9 -9 0.5\nv 0 9 0.5\nf 1 2 3\n");
    assert_eq!(closecall(&["deform", &open, &folded, "--with", &floor]).code, 1);
    let other = folder.write("other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let refused = closecall(&["deform", &open, &other]);
    assert!(refused.code == 2 && refused.stderr.contains("other.obj"), "{}", refused.stderr);
    assert_eq!(closecall(&["deform", &open]).code, 2);
}
