//! `closecall-lab fly` with the fast engine.

use crate::flights::{ROWS, check_clearances, check_memories, expected_out};
use crate::program::{Folder, closecall, cube};

const NUMBERS: [&str; 26] = [
    "env_tris",
    "obj_tris",
    "poses",
    "build_threads",
    "build_ms_env",
    "build_ms_obj",
    "bytes_per_tri_env",
    "bytes_per_tri_obj",
    "tree_bytes_per_tri_env",
    "tree_bytes_per_tri_obj",
    "mean_us",
    "mean_best_us",
    "median_us",
    "p99_us",
    "max_us",
    "worst_us",
    "mean_hit_us",
    "mean_miss_us",
    "colliding",
    "contacts",
    "peak_rss_kb",
    "volume_tests",
    "triangle_tests",
    "exact_tests",
    "updates",
    "reps",
];

#[test]
fn the_exit_code_says_clear_or_collision() {
    for (rows, code) in [(&ROWS[..1], 0), (&ROWS[..2], 1), (&ROWS[5..], 0)] {
        let folder = Folder::flight(rows);
        for flags in [&[][..], &["--first"], &["--all"], &["--all", "--json"]] {
            let run = closecall(&[&["fly", &folder.dir()], flags].concat());
            assert_eq!(run.code, code, "{flags:?}: {}", run.stderr);
            assert!(run.stderr.is_empty(), "{}", run.stderr);
        }
    }
}

#[test]
fn the_json_has_every_key_and_every_key_is_a_number() {
    let folder = Folder::flight(&ROWS);
    for flag in ["--first", "--all"] {
        let json = closecall(&["fly", &folder.dir(), flag, "--json"]).json();
        for key in NUMBERS {
            assert!(
                json[key].as_f64().is_some_and(|n| n.is_finite() && n >= 0.0),
                "{key} is {}",
                json[key]
            );
        }
        assert_eq!((json["env_tris"].as_u64(), json["obj_tris"].as_u64()), (Some(12), Some(12)));
        assert_eq!((json["poses"].as_u64(), json["colliding"].as_u64()), (Some(6), Some(4)));
        assert_eq!(json["mode"], flag[2..]);
        assert_eq!(json["truncated"], false);
        assert!(
            json["bytes_per_tri_env"].as_f64() > json["tree_bytes_per_tri_env"].as_f64(),
            "the mesh counts too"
        );
    }
}

#[test]
fn first_counts_colliding_poses_as_contacts() {
    let folder = Folder::flight(&ROWS);
    let json = closecall(&["fly", &folder.dir(), "--first", "--json"]).json();
    assert_eq!(json["contacts"], json["colliding"]);
}

#[test]
fn out_equals_brute_force_with_the_rows_of_the_file() {
    let folder = Folder::flight(&ROWS);
    let out = folder.path("out.txt");
    for stride in [1, 2, 4, 100] {
        for (flag, list_pairs) in [("--all", true), ("--first", false)] {
            closecall(&[
                "fly",
                &folder.dir(),
                flag,
                "--out",
                &out,
                "--stride",
                &stride.to_string(),
            ]);
            assert_eq!(
                folder.read("out.txt"),
                expected_out(&folder, stride, list_pairs),
                "{flag} --stride {stride}"
            );
        }
    }
}

#[test]
fn no_answer_depends_on_the_number_of_threads() {
    let rows: Vec<String> =
        (0..3000).map(|k| format!("{},0.3,0.4,0.6,0,0.8,0", f64::from(k) * 0.002 - 3.0)).collect();
    let folder = Folder::flight(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    let counters =
        ["colliding", "contacts", "volume_tests", "triangle_tests", "exact_tests", "updates"];
    let with_threads = |threads: &str| {
        let out = folder.path("out.txt");
        let run = closecall(&[
            "fly",
            &folder.dir(),
            "--all",
            "--threads",
            threads,
            "--out",
            &out,
            "--reps",
            "1",
            "--json",
        ]);
        let json = run.json();
        (folder.read("out.txt"), counters.map(|key| json[key].as_u64()))
    };
    let one = with_threads("1");
    assert!(one.1.iter().take(2).all(|count| *count > Some(0)));
    assert_eq!(one, with_threads("3"));
    assert_eq!(one, with_threads("16"));
}

#[test]
fn a_step_fills_in_the_path() {
    let folder = Folder::flight(&["-3,0,0,1,0,0,0", "3,0,0,1,0,0,0", "3,0,0,1,0,0,0"]);
    let out = folder.path("out.txt");
    let run =
        closecall(&["fly", &folder.dir(), "--all", "--step", "0.25", "--out", &out, "--json"]);
    assert_eq!(run.code, 1, "the way leads through the cube, though no row does");
    let rows: Vec<usize> = folder
        .read("out.txt")
        .lines()
        .map(|line| line.split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(run.json()["poses"], rows.len());
    assert!((26..=28).contains(&rows.len()), "{rows:?}");
    assert!(rows.is_sorted() && rows.ends_with(&[0, 1, 2]), "{rows:?}");
    assert_eq!(closecall(&["fly", &folder.dir()]).code, 0);
}

#[test]
fn max_pairs_bounds_each_pose_and_says_so() {
    let folder = Folder::flight(&ROWS);
    let out = folder.path("out.txt");
    let all = closecall(&["fly", &folder.dir(), "--all", "--json"]).json();
    let run = closecall(&["fly", &folder.dir(), "--max-pairs", "2", "--out", &out, "--json"]);
    assert_eq!(run.code, 1);
    let json = run.json();
    assert_eq!((&json["truncated"], &json["mode"]), (&true.into(), &"all".into()));
    assert_eq!(json["colliding"], all["colliding"]);
    assert_eq!((json["contacts"].as_u64(), json["truncated_poses"].as_u64()), (Some(8), Some(4)));
    for line in folder.read("out.txt").lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        assert_eq!(fields[1].parse::<usize>().unwrap(), fields.len() - 2);
    }
    let run = closecall(&["fly", &folder.dir(), "--max-pairs", "2"]);
    assert!(run.stdout.contains("truncated at 4 poses"), "{}", run.stdout);
    let enough = closecall(&["fly", &folder.dir(), "--max-pairs", "100000", "--json"]).json();
    assert_eq!((&enough["truncated"], &enough["contacts"]), (&false.into(), &all["contacts"]));
}

#[test]
fn a_clearance_counts_what_comes_close() {
    check_clearances(&["--engine", "wide"], "wide");
}

#[test]
fn the_build_says_its_threads() {
    let folder = Folder::flight(&ROWS);
    for (flags, threads) in
        [(&[][..], 1), (&["--threads", "2"], 2), (&["--threads", "2", "--engine", "wide"], 2)]
    {
        let json = closecall(&[&["fly", &folder.dir(), "--json"], flags].concat()).json();
        assert_eq!(json["build_threads"].as_u64(), Some(threads), "{flags:?}");
    }
    let text = closecall(&["fly", &folder.dir()]).stdout;
    assert!(text.contains("for the object, on 1 thread\n"), "{text}");
}

#[test]
fn crlf_and_a_byte_order_mark_are_accepted() {
    let folder = Folder::flight(&ROWS);
    let plain = closecall(&["fly", &folder.dir(), "--all", "--json"]).json();
    let text = folder.read("poses.csv").replace('\n', "\r\n");
    folder.write("poses.csv", format!("\u{feff}{text}"));
    folder.write("env.obj", cube().replace('\n', "\r\n"));
    let crlf = closecall(&["fly", &folder.dir(), "--all", "--json"]).json();
    assert_eq!((&plain["contacts"], &plain["poses"]), (&crlf["contacts"], &crlf["poses"]));
}

#[test]
fn every_fault_of_a_flight_names_its_file_and_place() {
    let header = "tx,ty,tz,qw,qx,qy,qz";
    let cases = [
        ("poses.csv", "t,x\n".to_owned(), "line 1", "header"),
        ("poses.csv", String::new(), "line 1", "header"),
        ("poses.csv", format!("{header}\n"), "row 0", "no row"),
        (
            "poses.csv",
            format!("{header}\n0,0,0,1,0,0,0\n0,0,0,1,0,0\n"),
            "row 1",
            "expected 7 fields, found 6",
        ),
        ("poses.csv", format!("{header}\n0,0,0,1,0,0,0\n0,0,0,inf,0,0,0\n"), "row 1", "qw is inf"),
        ("poses.csv", format!("{header}\n0,0,0,1,0,0,0.01\n"), "row 0", "norm"),
        ("env.obj", "v 0 0 0\nv 1 0 0\nv 0 1 x\nf 1 2 3\n".to_owned(), "line 3", "x"),
        ("obj.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n".to_owned(), "line 3", "3"),
        ("obj.obj", "v 0 0 0\n".to_owned(), "", "no triangle"),
    ];
    for (name, content, place, message) in cases {
        let folder = Folder::flight(&ROWS);
        let file = folder.write(name, content);
        let error = closecall(&["fly", &folder.dir(), "--json"]).error();
        assert!(same_file(&error[0], &file), "{error:?}");
        assert!(
            error[1].starts_with(place) && error[2].contains(message),
            "{error:?}, not {place}: {message}"
        );
        let run = closecall(&["fly", &folder.dir()]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(name) && run.stderr.contains(place), "{}", run.stderr);
    }
}

#[test]
fn missing_files_are_named() {
    for name in ["env.obj", "obj.obj", "poses.csv"] {
        let folder = Folder::flight(&ROWS);
        std::fs::remove_file(folder.path(name)).unwrap();
        let error = closecall(&["fly", &folder.dir(), "--json"]).error();
        assert!(same_file(&error[0], &folder.path(name)), "{error:?}");
    }
}

#[test]
fn an_out_that_cannot_be_written_is_named() {
    let folder = Folder::flight(&ROWS);
    let mut outs = vec![folder.path("no/such/out.txt")];
    if std::path::Path::new("/dev/full").exists() {
        outs.push("/dev/full".to_owned());
    }
    for out in outs {
        let error = closecall(&["fly", &folder.dir(), "--all", "--out", &out, "--json"]).error();
        assert_eq!(error[0], out);
    }
}

fn same_file(a: &str, b: &str) -> bool {
    std::path::Path::new(a) == std::path::Path::new(b)
}

#[test]
fn memory_changes_no_answer_and_is_reported_apart() {
    check_memories(&[&["--warm", "pair"], &["--warm", "pair", "--step", "0.1"]]);
}

#[test]
fn a_flight_has_distances() {
    let folder = Folder::flight(&["-3,0,0,1,0,0,0", "-1.25,0,0,1,0,0,0", "-1,0,0,1,0,0,0"]);
    let out = folder.path("out.txt");
    let run =
        closecall(&["fly", &folder.dir(), "--dist", "--warm", "pair", "--out", &out, "--json"]);
    let json = run.json();
    assert_eq!(
        (run.code, &json["mode"], json["colliding"].as_u64()),
        (1, &"dist".into(), Some(1)),
        "{}",
        run.stderr
    );
    let sum = json["contacts"].as_f64().expect("a sum");
    assert!((sum - 2.25).abs() < 1e-12, "{sum}");
    let lines = std::fs::read_to_string(&out).expect("the file");
    assert_eq!(lines.lines().last(), Some("2 0.0"));
    assert_eq!(closecall(&["fly", &folder.dir(), "--dist", "--clearance", "1"]).code, 2);
    assert_eq!(closecall(&["fly", &folder.dir(), "--dist", "--quiet"]).code, 1);
}

#[test]
fn repetitions_have_a_bound() {
    let flight = Folder::flight(&["9,0,0,1,0,0,0"]);
    assert_eq!(closecall(&["fly", &flight.dir(), "--reps", "18446744073709551615"]).code, 2);
    assert_eq!(closecall(&["fly", &flight.dir(), "--reps", "100001"]).code, 2);
}
