//! Usage errors of the laboratory.

use crate::program::Folder;
use crate::refusals::{check_unknown_names, check_usage_errors};

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
        &["fly", &dir, "--volume", "obb", "--engine", "wide"],
        &["fly", &dir, "--tau", "0"],
        &["tree", "level", "a.obj", "--level", "1"],
        &["tree", "level", "a.obj", "--level", "-1", "--out", "b.obj"],
        &["volumes", &dir, "--reps", "0"],
        &["fly", &dir, "--warm", "tropp", "--engine", "wide"],
        &["fly", &dir, "--engine", "slow"],
    ];
    check_usage_errors(cases);
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
    check_unknown_names(cases);
}
