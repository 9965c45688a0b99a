//! Usage errors, help, and readers that go away.

use std::process::{Command, Stdio};

use crate::program::{Folder, closecall, cube};
use crate::refusals::{check_unknown_names, check_usage_errors};

#[test]
fn unknown_flags_and_values_are_usage_errors() {
    let folder = Folder::flight(&["0,0,0,1,0,0,0"]);
    let dir = folder.dir();
    let cases: &[&[&str]] = &[
        &["nonsense"],
        &["--nonsense"],
        &["check"],
        &["check", "one.obj"],
        &["fly"],
        &["fly", &dir],
        &["fly", &dir, "--first", "--reps", "3"],
        &["check", "a.obj", "b.obj", "--nonsense"],
        &["check", "a.obj", "b.obj", "--first", "--all"],
        &["check", "a.obj", "b.obj", "--first", "--max-pairs", "3"],
        &["check", "a.obj", "b.obj", "--max-pairs", "0"],
        &["check", "a.obj", "b.obj", "--path", "p.csv", "--threads", "0"],
        &["check", "a.obj", "b.obj", "--path", "p.csv", "--threads", "100000"],
        &["check", "a.obj", "b.obj", "--clearance", "-1"],
        &["check", "a.obj", "b.obj", "--clearance", "nan"],
        &["check", "a.obj", "b.obj", "--clearance", "wide"],
        &["tree"],
        &["tree", "info"],
        &["lab"],
        &["lab", "list"],
        &["lab", "klosowski-t9", "--full"],
    ];
    check_usage_errors(cases);
}

/// A flag that would do nothing is refused by its name, in every mode of every command.
#[test]
fn flags_that_would_do_nothing_are_refused() {
    let folder = Folder::flight(&["0,0,0,1,0,0,0", "0,0,1,1,0,0,0"]);
    let mesh = folder.write("cube.obj", cube());
    let path = folder.path("poses.csv");
    let urdf = folder.write("r.urdf", "<robot name=\"r\"><link name=\"l\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision></link></robot>");
    let [job, tree] = [folder.write("job.nc", "G21 G90\nG0 X0 Y0 Z9\n"), folder.path("t.tree")];
    let pose = ["--pose", "0,0,0,1,0,0,0"];
    let check = [&["check", &mesh, &mesh][..], &pose].concat();
    let distance = [&["distance", &mesh, &mesh][..], &pose].concat();
    let sweep = ["sweep", &mesh, &mesh, "--path", &path];
    let rows: [(&[&str], &[&str]); 46] = [
        (&check, &["--out", "o.csv"]),
        (&check, &["--threads", "1"]),
        (&check, &["--gpu"]),
        (&["check", &mesh, &mesh], &["--normalize"]),
        (&["check", &mesh, &mesh], &["--depth"]),
        (&["check", &mesh, &mesh, "--path", &path], &["--depth"]),
        (&["check", &mesh, &mesh, "--budget", "1s"], &["--out", "o.csv"]),
        (&distance, &["--out", "o.csv"]),
        (&distance, &["--threads", "1"]),
        (&["distance", &mesh, &mesh], &["--normalize"]),
        (&["distance", &mesh, &mesh, "--budget", "1s"], &["--threads", "1"]),
        (&sweep, &["--finest", "0.1"]),
        (&sweep, &["--neighbours", "joint"]),
        (&["sweep", &urdf, "--tolerance", "1"], &["--finest", "0.1"]),
        (&["sweep", &urdf], &["--normalize"]),
        (&["world", &urdf], &["--normalize"]),
        (&["world", "--all"], &["--tolerance", "1"]),
        (&["world", "--max-pairs", "3"], &["--ignore-start"]),
        (&["ray", &mesh, "--from", "9,0,0", "--dir", "-1,0,0"], &["--exact-shapes"]),
        (&["info", &mesh], &["--budget", "1s"]),
        (&["sweep", &urdf, "--range", "j"], &["--path", &path]),
        (&["world"], &["--unit", "inch"]),
        (&["world"], &["--scale", "2"]),
        (&["world"], &["--allow-outside"]),
        (&["sweep"], &["--unit", "inch"]),
        (&["sweep"], &["--scale", "2"]),
        (&["sweep"], &["--allow-outside"]),
        (&["mill"], &["--tool", "flat:6"]),
        (&["mill"], &["--tools", "t.json"]),
        (&["mill"], &["--side", "1"]),
        (&["mill"], &["--stock", "0,0,0,1,1,1"]),
        (&["mill"], &["--fixture", "f.stl"]),
        (&["mill"], &["--offset", "1,0,0"]),
        (&["mill"], &["--rotate", "1,0,0"]),
        (&["mill"], &["--csv", "e.csv"]),
        (&["mill"], &["--sarif", "e.sarif"]),
        (&["mill"], &["--picture", "p.ply"]),
        (&["mill"], &["--unit", "inch"]),
        (&["mill"], &["--scale", "2"]),
        (&["mill", &mesh, &job, "--tool", "flat:6"], &["--unit", "millimeter"]),
        (&["check", &mesh, &mesh], &["--unit", "inch"]),
        (&["distance", &mesh, &mesh], &["--unit", "inch"]),
        (&["clash", &mesh, &mesh], &["--unit", "inch"]),
        (&["info", &mesh], &["--unit", "inch"]),
        (&["ray", &mesh, "--from", "9,0,0", "--dir", "-1,0,0"], &["--unit", "inch"]),
        (&["tree", "build", &mesh, "-o", &tree], &["--unit", "inch"]),
    ];
    for (words, flag) in rows {
        let run = closecall(&[words, flag].concat());
        assert_eq!(run.code, 2, "{words:?} {flag:?}: {}", run.stdout);
        assert!(run.stderr.contains(flag[0]), "{flag:?}: {}", run.stderr);
    }
}

#[test]
fn unknown_names_list_the_known_ones() {
    let cases: &[(&[&str], &str)] =
        &[(&["tree", "build", "mesh", "-o", "out", "--quality", "best"], "fast, tight")];
    check_unknown_names(cases);
}

#[test]
fn who_looks_for_the_laboratory_is_told_where_it_is() {
    for case in [
        &["lab", "list"][..],
        &["lab", "all", "--report", "site"],
        &["fly", "dir", "--engine", "classic"],
    ] {
        let run = closecall(case);
        assert_eq!(run.code, 2, "{case:?}");
        assert!(
            run.stderr.contains("cargo run --release -p closecall-lab -- "),
            "{case:?}: {}",
            run.stderr
        );
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for (flags, expected) in [
        (&["--help"][..], "Usage: closecall"),
        (&["check", "--help"], "--max-pairs"),
        (&["check", "-h"], "--explain"),
        (&["--version"], "closecall "),
    ] {
        let run = closecall(flags);
        assert_eq!(run.code, 0);
        assert!(run.stdout.contains(expected), "{}", run.stdout);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let folder = Folder::new();
    let mesh = folder.write("cube.obj", cube());
    for arguments in [&["check", &mesh, &mesh][..], &["--help"], &["check", &mesh, &mesh, "--json"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_closecall"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}", output.status);
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
