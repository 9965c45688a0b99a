//! `closecall-lab fly`: the classic engine on a flight.

use crate::flights::{ROWS, check_clearances, check_memories, expected_out};
use crate::program::{Folder, closecall};

#[test]
fn every_setting_gives_the_same_answer() {
    let folder = Folder::flight(&ROWS);
    let out = folder.path("out.txt");
    let expected = expected_out(&folder, 1, true);
    let flags: [(&str, &[&str]); 5] = [
        (
            "--volume",
            &[
                "sphere", "aabb", "obb", "kdop6", "kdop8", "kdop12", "kdop14", "kdop18", "kdop20",
                "kdop26",
            ],
        ),
        ("--rule", &["longest", "minsum", "minmax", "splatter", "sah"]),
        ("--split", &["mean", "median"]),
        ("--traversal", &["env", "larger", "lockstep", "restart"]),
        ("--tau", &["1", "5", "2"]),
    ];
    // The library's tests take care of the product; here every value is to reach it.
    for k in 0..20 {
        let setting = flags.map(|(flag, values)| [flag, values[(k + k / 10) % values.len()]]);
        let fixed = ["fly", &folder.dir(), "--all", "--reps", "1", "--out", &out, "--json"];
        let json = closecall(&[&fixed[..], setting.as_flattened()].concat()).json();
        assert_eq!(folder.read("out.txt"), expected, "{setting:?}");
        assert_eq!(json["engine"], "classic");
        for [flag, value] in setting {
            let said = json.get(&flag[2..]).map(|value| value.to_string().replace('"', ""));
            let idle = flag == "--split" && setting[1][1] == "sah";
            assert_eq!(said.as_deref(), (!idle).then_some(value), "{setting:?}");
        }
    }
}

#[test]
fn every_index_of_space_gives_the_same_answer() {
    let folder = Folder::flight(&ROWS);
    let out = folder.path("out.txt");
    for (question, all) in [("--first", false), ("--all", true)] {
        let expected = expected_out(&folder, 1, all);
        for engine in ["grid", "kd-tree", "r-tree", "octree", "bsp"] {
            let flags = ["fly", &folder.dir(), question, "--engine", engine, "--out", &out];
            let run =
                closecall(&[&flags[..], &["--reps", "1", "--threads", "2", "--json"]].concat());
            assert_eq!(run.json()["engine"], engine);
            assert_eq!(folder.read("out.txt"), expected, "{engine}");
        }
    }
    for flags in [["--tau", "2"], ["--warm", "tropp"], ["--warm", "pair"]] {
        let run = closecall(&[&["fly", &folder.dir(), "--engine", "grid"][..], &flags].concat());
        assert_eq!(run.code, 2, "{flags:?}: {}", run.stderr);
    }
}

#[test]
fn a_clearance_counts_what_comes_close() {
    check_clearances(&[], "classic");
}

#[test]
fn flags_that_change_nothing_are_warned_of() {
    let folder = Folder::flight(&ROWS);
    let run = closecall(&["fly", &folder.dir(), "--rule", "sah", "--split", "median", "--json"]);
    assert!(run.stderr.contains("--split changes nothing"), "{}", run.stderr);
    assert_eq!(run.json()["warnings"].as_array().map(Vec::len), Some(1));
    assert!(
        closecall(&["fly", &folder.dir(), "--rule", "longest", "--split", "median"])
            .stderr
            .is_empty()
    );
}

#[test]
fn memory_changes_no_answer_and_is_reported_apart() {
    check_memories(&[
        &["--warm", "list"],
        &["--warm", "list", "--list", "plain", "--volume", "sphere"],
        &["--warm", "list", "--list", "predicted", "--volume", "kdop18"],
        &["--warm", "klosowski"],
        &["--warm", "tropp", "--volume", "aabb"],
        &["--warm", "tropp", "--step", "0.1"],
        &["--warm", "pair"],
    ]);
}

#[test]
fn support_planes_change_no_answer_and_are_counted() {
    let folder = Folder::flight(&ROWS);
    let expected = expected_out(&folder, 1, true);
    let out = folder.path("answers");
    for flags in [
        &["--volume", "sphere"][..],
        &["--volume", "aabb", "--warm", "tropp"],
        &["--traversal", "lockstep"],
    ] {
        let planes = ["--support-planes", "2"];
        let run = closecall(
            &[&["fly", &folder.dir(), "--all", "--json", "--out", &out], &planes[..], flags]
                .concat(),
        );
        let json = run.json();
        assert_eq!(
            (&json["engine"], &json["support_planes"]),
            (&"classic".into(), &2.into()),
            "{flags:?}"
        );
        assert!(json["plane_tests"].as_u64() >= json["plane_rejections"].as_u64(), "{flags:?}");
        assert_eq!(std::fs::read_to_string(&out).unwrap(), expected, "{flags:?}");
    }
    let refused = closecall(&["fly", &folder.dir(), "--engine", "wide", "--support-planes", "2"]);
    assert_eq!(refused.code, 2);
    assert_eq!(closecall(&["fly", &folder.dir(), "--support-planes", "13"]).code, 2);
}

#[test]
fn every_choice_of_the_classic_engine_can_be_made_and_is_said() {
    let folder = Folder::flight(&ROWS);
    let expected = expected_out(&folder, 1, true);
    let out = folder.path("answers");
    type Case = (&'static [&'static str], &'static [(&'static str, &'static str)]);
    let cases: &[Case] = &[
        (
            &["--volume", "aabb", "--axes", "15", "--tau", "3,2"],
            &[("axes", "15"), ("tau", "3"), ("tau_obj", "2")],
        ),
        (
            &["--fit", "hull-surface", "--directions", "own"],
            &[("fit", "hull-surface"), ("directions", "own")],
        ),
        (&["--volume", "kdop18", "--test", "ordered:2"], &[("test", "ordered:2")]),
        (
            &["--volume", "kdop14", "--test", "closure", "--hull-levels", "3"],
            &[("test", "closure"), ("hull_levels", "3")],
        ),
        (
            &["--builder", "insertion", "--skinny", "100"],
            &[("builder", "insertion"), ("skinny", "100")],
        ),
        (
            &["--support-planes", "2", "--plane-basis", "vertices", "--plane-density", "exact"],
            &[("support_planes", "2"), ("plane_basis", "vertices"), ("plane_density", "exact")],
        ),
        (
            &[
                "--warm",
                "tropp",
                "--coherence",
                "0.5",
                "--sprout",
                "inf",
                "--prune",
                "0.1",
                "--bottom",
                "volumes",
            ],
            &[("warm", "tropp")],
        ),
    ];
    for (flags, said) in cases {
        let fixed = [
            "fly",
            &folder.dir(),
            "--engine",
            "classic",
            "--all",
            "--reps",
            "1",
            "--out",
            &out,
            "--json",
        ];
        let json = closecall(&[&fixed[..], flags].concat()).json();
        assert_eq!(folder.read("answers"), expected, "{flags:?}");
        for (key, value) in *said {
            assert_eq!(json[key].to_string().replace('"', ""), *value, "{flags:?}: {key}");
        }
    }
    for refused in [
        &["--volume", "sphere", "--axes", "15"][..],
        &["--volume", "obb", "--test", "slabs"],
        &["--volume", "kdop18", "--fit", "best"],
        &["--test", "ordered:0"],
        &["--tau", "0,3"],
        &["--plane-density", "32"],
        &["--support-planes", "2", "--plane-density", "0"],
        &["--warm", "list", "--prune", "1"],
        &["--warm", "tropp", "--prune", "-1"],
    ] {
        let run = closecall(&[&["fly", &folder.dir()], refused].concat());
        assert_eq!(run.code, 2, "{refused:?}: {}", run.stdout);
    }
}
