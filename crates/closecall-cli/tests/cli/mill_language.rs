//! `closecall mill`: programs with variables, loops and subprograms.

use crate::program::{Folder, closecall};

/// A block from 0 to 100, its top at Z0.
const BLOCK: &str = "v 0 0 -20\nv 100 0 -20\nv 100 100 -20\nv 0 100 -20\nv 0 0 0\nv 100 0 0\nv 100 100 0\nv 0 100 0\n\
                     f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";

const HOLE: &str = "o<hole> sub\n(goes to #1)\nG1 Z#1 F100\nG0 Z10\no<hole> endsub\n";
const JOB: &str = "G21 G90\n#1=0\no1 while [#1 LT 3]\nG0 X[30+#1*10] Y50 Z10\no<hole> call [1-#1]\n#1=[#1+1]\no1 endwhile\nM2\n";

#[test]
fn events_in_subprograms_name_their_calls() {
    let folder = Folder::new();
    let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.ngc", JOB)];
    let args = ["mill", &part, &job, "--tool", "flat:6", "--start", "0,0,50"];
    let run = closecall(&args);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("line 5") && run.stderr.contains("no subprogram hole"),
        "{}",
        run.stderr
    );
    folder.write("hole.ngc", HOLE);
    let [csv, sarif] = ["a.csv", "a.sarif"].map(|name| folder.path(name));
    let run = closecall(&[&args[..], &["--csv", &csv, "--sarif", &sarif]].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
    let calls = "of hole in hole.ngc, called in line 5";
    assert!(run.stdout.contains(&format!("line 3 {calls}")), "{}", run.stdout);
    assert!(folder.read("a.csv").contains(calls));
    let log: serde_json::Value = serde_json::from_str(&folder.read("a.sarif")).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
    assert!(result["message"]["text"].as_str().unwrap().contains(calls));
    let json = closecall(&[&args[..], &["--json"]].concat()).json_with_nulls();
    let event = &json["events"][0];
    assert_eq!((&event["line"], &event["depth"]), (&3.into(), &serde_json::json!([1.0, 1.0])));
    assert_eq!(
        event["calls"],
        serde_json::json!([{"name": "hole", "file": "hole.ngc", "line": 5}])
    );
    assert_eq!(json["checked"], 9);
}

#[test]
fn subprograms_elsewhere_must_be_allowed() {
    let [folder, other] = [Folder::new(), Folder::new()];
    let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.ngc", JOB)];
    other.write("hole.ngc", HOLE);
    let args = ["mill", &part, &job, "--tool", "flat:6", "--start", "0,0,50"];
    assert_eq!(closecall(&args).code, 2);
    let place = other.path("");
    assert_eq!(closecall(&[&args[..], &["--subprograms", &place]].concat()).code, 1);
    assert_eq!(closecall(&[&args[..], &["--subprograms", &other.path("none")]].concat()).code, 2);
}

#[test]
fn a_program_that_does_not_end_is_refused_with_its_line() {
    let folder = Folder::new();
    let text = "G21 G90\no1 while [1]\nG0 X1\no1 endwhile\n";
    let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.ngc", text)];
    let run = closecall(&["mill", &part, &job, "--tool", "flat:6", "--max-steps", "5000"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("does not end") && run.stderr.contains("--max-steps"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_depends_on_a_probe_is_unchecked() {
    let folder = Folder::new();
    let text = "G21 G90\nG0 X50 Y50 Z10\nG38.2 Z1 F10\no1 if [#5063 GT 2]\nG1 Z-5\no1 endif\nM2\n";
    let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.ngc", text)];
    let run = closecall(&["mill", &part, &job, "--tool", "flat:6", "--start", "0,0,50", "--json"]);
    let json = run.json_with_nulls();
    assert_eq!((run.code, json["verdict"].as_str()), (3, Some("unchecked")));
    assert_eq!(json["unchecked_lines"], serde_json::json!([[4, 4]]));
    assert!(json["warnings"].to_string().contains("a condition depends on a value"), "{json}");
}
