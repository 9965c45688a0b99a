//! Usage errors of the laboratory.

use crate::program::{Folder, closecall};

#[test]
fn unknown_flags_and_values_are_usage_errors() {
    let folder = Folder::flight(&["0,0,0,1,0,0,0"]);
    let dir = folder.dir();
    let cases: &[&[&str]] = &[
        &["nonsense"],
        &["--nonsense"],
        &["fly"],
        &["fly", &dir, "--warm", "pair", "--volume", "obb"],
        &["fly", &dir, "--warm", "klosowski", "--traversal", "larger"],
        &["fly", &dir, "--list", "plain"],
        &["fly", &dir, "--warm", "tropp", "--list", "plain"],
        &["fly", &dir, "--clearance", "1", "--engine", "wide"],
        &["fly", &dir, "--volume", "obb", "--engine", "wide"],
        &["fly", &dir, "--tau", "0"],
        &["tree", "level", "a.obj", "--level", "1"],
        &["tree", "level", "a.obj", "--level", "-1", "--out", "b.obj"],
        &["volumes", &dir, "--reps", "0"],
        &["fly", &dir, "--warm", "tropp", "--engine", "wide"],
        &["fly", &dir, "--engine", "slow"],
    ];
    for case in cases {
        let run = closecall(case);
        assert_eq!(run.code, 2, "{case:?}");
        assert!(run.stdout.is_empty() && run.stderr.starts_with("error: "), "{case:?}: {}", run.stderr);
        let [file, place, message] = closecall(&[case, &["--json"][..]].concat()).error();
        assert!(file.is_empty() && !place.is_empty() && !message.is_empty(), "{case:?}: {place} {message}");
    }
}

#[test]
fn unknown_names_list_the_known_ones() {
    let volumes = "sphere, aabb, obb, kdop6, kdop8, kdop12, kdop14, kdop18, kdop20, kdop26";
    let rules = "longest, minsum, minmax, splatter, sah";
    let cases: &[(&[&str], &str)] = &[
        (&["fly", "dir", "--volume", "kdop16"], volumes),
        (&["tree", "info", "mesh", "--volume", "cube"], volumes),
        (&["fly", "dir", "--rule", "middle"], rules),
        (&["tree", "level", "mesh", "--rule", "middle"], rules),
        (&["fly", "dir", "--split", "half"], "mean, median"),
        (&["fly", "dir", "--traversal", "obj"], "env, larger, lockstep, restart"),
        (&["fly", "dir", "--engine", "slow"], "wide, classic"),
        (&["fly", "dir", "--warm", "hot"], "none"),
        (&["tree", "info", "mesh", "--builder", "me"], "topdown, bottomup, insertion, oscillating"),
    ];
    for (case, known) in cases {
        let [_, _, message] = closecall(&[case, &["--json"][..]].concat()).error();
        assert!(message.contains(known) && message.contains(case.last().unwrap()), "{case:?}: {message}");
    }
}
