//! `closecall mill --cut`: stock as the program cuts it.

use crate::program::{Folder, Run, closecall};

/// A block from 0 to 10, its top at Z-2.
const PART: &str = "v 0 0 -10\nv 10 0 -10\nv 10 10 -10\nv 0 10 -10\nv 0 0 -2\nv 10 0 -2\nv 10 10 -2\nv 0 10 -2\n\
                    f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";

const STOCK: &str = "0,0,-10,10,10,0";

fn mill(text: &str, flags: &[&str]) -> (Folder, Run) {
    let folder = Folder::new();
    let files = [folder.write("part.obj", PART), folder.write("job.nc", text)];
    let usual = ["mill", &files[0], &files[1], "--tool", "flat:4", "--start", "-5,5,9", "--json"];
    let run = closecall(&[&usual[..], flags].concat());
    (folder, run)
}

/// A slot, and a rapid back through it.
const SLOT: &str = "G21\nG0 X-5 Y5 Z-1\nG1 X15 F100\nG0 X-5\n";

#[test]
fn a_rapid_goes_back_through_its_own_slot() {
    let (_, run) = mill(SLOT, &["--stock", STOCK]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(run.json()["warnings"].to_string().contains("--cut"), "{}", run.stdout);
    let (_, run) = mill(SLOT, &["--stock", STOCK, "--cut", "--cell", "0.25"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let stock = &run.json()["stock"];
    assert!(stock["within_band"].as_u64() == Some(1) && stock["first_within_band"] == 4, "{stock}");
    let [lo, hi] = [0, 1].map(|i| stock["volume"][i].as_f64().unwrap());
    assert!(lo < 960.0 && 960.0 < hi && hi - lo < 60.0, "{stock}");
    // One slot further on there is still material.
    let text = SLOT.replace("G0 X-5\n", "G0 X15 Y8\nX-5\n");
    let (_, run) = mill(&text, &["--stock", STOCK, "--cut", "--cell", "0.25"]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    let json = run.json();
    assert_eq!(
        (&json["events"][0]["line"], &json["events"][0]["kind"]),
        (&5.into(), &"rapid".into())
    );
    assert!(
        json["events"][0].get("triangle").is_none() && json["events"][0]["body"] == 1,
        "{json}"
    );
}

#[test]
fn what_is_left_over_the_part_is_told() {
    let flags = ["--stock", STOCK, "--cut", "--cell", "0.25"];
    let with = |text: &str, excess: &str| {
        let (_, run) = mill(text, &[&flags[..], &["--excess", excess]].concat());
        (run.code, run.json()["verdict"].as_str().unwrap().to_string())
    };
    assert_eq!(with(SLOT, "0.5"), (1, "excess".to_string()));
    let all = "G21\nG0 X-5 Y0 Z-2\nG1 X15 F100\nY3\nX-5\nY6\nX15\nY9\nX-5\nY12\nX15\n";
    assert_eq!(with(all, "1"), (0, "clean".to_string()));
    assert_eq!(with(all, "0.01"), (3, "undecided".to_string()));
}

#[test]
fn sarif_and_csv_have_what_is_left_over_the_part() {
    let folder = Folder::new();
    let [csv, sarif] = ["a.csv", "a.sarif"].map(|name| folder.path(name));
    for (excess, level, row) in [("0.5", "error", "excess,true,1"), ("9", "", "")] {
        let flags = ["--stock", STOCK, "--cut", "--cell", "0.25", "--excess", excess];
        mill(SLOT, &[&flags[..], &["--csv", &csv, "--sarif", &sarif]].concat());
        let log: serde_json::Value = serde_json::from_str(&folder.read("a.sarif")).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        let found = results.iter().find(|result| result["ruleId"] == "excess");
        assert_eq!(found.map_or("", |result| result["level"].as_str().unwrap()), level);
        assert_eq!(folder.read("a.csv").contains("excess"), !row.is_empty());
        assert!(folder.read("a.csv").contains(row));
    }
}

#[test]
fn what_is_left_is_a_mesh() {
    for name in ["left.stl", "left.obj", "left.ply"] {
        let folder = Folder::new();
        let files = [folder.write("part.obj", PART), folder.write("job.nc", SLOT)];
        let left = format!("{}/{name}", folder.dir());
        let usual = ["mill", &files[0], &files[1], "--tool", "flat:4", "--start", "-5,5,9"];
        let flags = ["--stock", STOCK, "--cut", "--cell", "0.5", "--left", &left];
        let run = closecall(&[&usual[..], &flags].concat());
        assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
        assert!(run.stdout.contains("is left"), "{}", run.stdout);
        assert_eq!(closecall(&["info", &left]).code, 0);
    }
}

#[test]
fn odd_stocks_are_refused() {
    let refused = |flags: &[&str]| mill(SLOT, flags).1.code;
    assert_eq!(refused(&["--cut"]), 2);
    assert_eq!(refused(&["--stock", STOCK, "--cell", "0.5"]), 2);
    for cell in ["0", "-1", "0.00001"] {
        assert_eq!(refused(&["--stock", STOCK, "--cut", "--cell", cell]), 2, "{cell}");
    }
    assert_eq!(refused(&["--stock", STOCK, "--cut", "--axis", "0,1,1"]), 2);
}

/// A square of 4 that is cut about the middle, then a move straight down into what is left of it.
#[test]
fn a_dead_centre_and_what_is_left_after_a_line() {
    let text = "G21\nG0 X5 Y5 Z1\nG1 Z-1 F100\nG0 Z2\n";
    let flags = ["--stock", STOCK, "--cut", "--cell", "0.25"];
    let with = |more: &[&str]| mill(text, &[&flags[..], more].concat()).1;
    assert_eq!(with(&[]).code, 0);
    let run = with(&["--dead", "2:3"]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    let event = &run.json()["events"][0];
    assert_eq!((&event["line"], &event["kind"]), (&3.into(), &"plunge".into()));
    for odd in ["0", "5", "2:90", "2:x", ""] {
        assert_eq!(with(&["--dead", odd]).code, 2, "{odd}");
    }
    assert_eq!(mill(text, &["--dead", "2"]).1.code, 2);
    let folder = Folder::new();
    let triangles = |line: &str| {
        let file = folder.path("left.stl");
        let run = with(&["--left", &file, "--left-at", line]);
        assert_eq!(run.code, 0, "{}", run.stdout);
        std::fs::metadata(&file).unwrap().len()
    };
    let [first, before, after, end] = ["0", "2", "3", "99"].map(triangles);
    assert!(first == before && before < after && after == end, "{first} {before} {after} {end}");
    assert_eq!(mill(text, &["--left-at", "3"]).1.code, 2);
}
