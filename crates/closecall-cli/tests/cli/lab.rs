//! `closecall lab`.

use crate::program::{Folder, closecall};

/// Apart, face to face, overlapping.
const ROWS: [&str; 3] = ["-3,0,0,1,0,0,0", "-1,0,0,1,0,0,0", "-0.5,0.25,0.125,1,0,0,0"];

#[test]
fn the_list_names_tables_and_scenes() {
    let run = closecall(&["lab", "list"]);
    assert_eq!(run.code, 0);
    for word in ["volumes", "Pipes", "Torus", "747", "Swept", "Interior", "143,690"] {
        assert!(run.stdout.contains(word), "no `{word}` in {}", run.stdout);
    }
    let json = closecall(&["lab", "list", "--json"]).json();
    assert_eq!(
        (json["tables"][0]["name"].as_str(), json["scenes"].as_array().map(Vec::len)),
        (Some("volumes"), Some(5))
    );
}

#[test]
fn every_volume_and_rule_is_measured_and_agrees() {
    let folder = Folder::flight(&ROWS);
    let (csv, markdown) = (folder.path("table.csv"), folder.path("table.md"));
    for (flag, rows) in [("--json", 23), ("--full", 91)] {
        let arguments = ["lab", "volumes", &folder.dir(), "--csv", &csv, "--markdown", &markdown, flag, "--json"];
        let run = closecall(&arguments[..if flag == "--json" { 8 } else { 9 }]);
        assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
        let json = run.json();
        for key in ["machine", "commit", "date", "build"] {
            assert!(json[key].as_str().is_some_and(|value| !value.is_empty()), "{key} is {}", json[key]);
        }
        assert!(json["seed"].is_u64() && json["reps"] == 3);
        let flight = &json["flights"][0];
        assert_eq!((flight["poses"].as_u64(), flight["colliding"].as_u64()), (Some(3), Some(2)));
        assert!(flight["contacts"].as_u64() > Some(2));
        assert_eq!(flight["rows"].as_array().map(Vec::len), Some(rows));
        for row in flight["rows"].as_array().unwrap() {
            for key in ["build_ms_env", "build_ms_obj", "tree_bytes_per_tri_env", "tree_bytes_per_tri_obj"] {
                assert!(row[key].as_f64().is_some_and(|figure| figure > 0.0), "{key} is {}", row[key]);
            }
            for question in ["first", "all"] {
                assert!(row[question]["mean_best_us"].as_f64() > Some(0.0));
                assert!(row[question]["volume_tests"].as_u64() > Some(0));
            }
        }
        let [csv, markdown] = ["table.csv", "table.md"].map(|name| folder.read(name));
        let header = csv.lines().next().unwrap();
        for key in ["flight", "volume", "rule", "split", "first_us", "all_us", "all_volume_tests", "commit", "seed"] {
            assert!(header.split(',').any(|name| name == key), "no {key} in {header}");
        }
        assert_eq!(csv.lines().count(), rows + 1);
        assert_eq!(markdown.lines().filter(|line| line.starts_with("| classic | ")).count(), rows - 1);
        assert!(markdown.contains("- commit: ") && markdown.contains("| engine | volume |"), "{markdown}");
    }
}

#[test]
fn the_text_holds_a_table_for_each_flight() {
    let folders = [Folder::flight(&ROWS), Folder::flight(&ROWS[..1])];
    let [one, other] = [&folders[0], &folders[1]].map(Folder::dir);
    let run = closecall(&["lab", "volumes", &one, &other, "--reps", "1"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("wide ")).count(), 2);
    assert!(
        run.stdout.contains("2 of 3 poses collide") && run.stdout.contains("0 of 1 pose collide"),
        "{}",
        run.stdout
    );
}

#[test]
fn faults_are_named() {
    let folder = Folder::flight(&ROWS);
    let nowhere = folder.path("no/such/table.csv");
    for flag in ["--csv", "--markdown"] {
        assert_eq!(closecall(&["lab", "volumes", &folder.dir(), flag, &nowhere, "--json"]).error()[0], nowhere);
    }
    std::fs::remove_file(folder.path("obj.obj")).unwrap();
    assert!(closecall(&["lab", "volumes", &folder.dir(), "--json"]).error()[0].ends_with("obj.obj"));
}
