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
        &["fly", &dir, "--nonsense"],
        &["fly", &dir, "--first", "--all"],
        &["fly", &dir, "--first", "--max-pairs", "3"],
        &["fly", &dir, "--max-pairs", "0"],
        &["fly", &dir, "--reps", "0"],
        &["fly", &dir, "--stride", "0"],
        &["fly", &dir, "--stride", "-1"],
        &["fly", &dir, "--threads", "0"],
        &["fly", &dir, "--threads", "100000"],
        &["fly", &dir, "--warm", "tropp", "--engine", "wide"],
        &["fly", &dir, "--clearance", "-1"],
        &["fly", &dir, "--clearance", "nan"],
        &["fly", &dir, "--clearance", "wide"],
        &["check", "a.obj", "b.obj", "--clearance", "-1"],
        &["tree"],
        &["tree", "info"],
        &["lab"],
        &["lab", "list"],
        &["lab", "klosowski-t9", "--full"],
        &["fly", &dir, "--engine", "classic"],
        &["fly", &dir, "--step", "0"],
        &["fly", &dir, "--step", "-0.5"],
        &["fly", &dir, "--step", "nan"],
        &["fly", &dir, "--engine", "slow"],
    ];
    check_usage_errors(cases);
}

#[test]
fn unknown_names_list_the_known_ones() {
    let cases: &[(&[&str], &str)] = &[
        (&["fly", "dir", "--engine", "slow"], "there is wide here; classic is in the laboratory"),
        (&["fly", "dir", "--warm", "hot"], "none, pair"),
        (&["tree", "build", "mesh", "-o", "out", "--quality", "best"], "fast, tight"),
    ];
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
        (&["fly", "--help"], "--max-pairs"),
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
