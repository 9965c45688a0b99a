//! `closecall check`.

use closecall::query::brute;
use closecall::{Pose, mesh};

use crate::program::{Folder, closecall, cube};

fn cubes() -> (Folder, String, String) {
    let folder = Folder::new();
    let a = folder.write("a.obj", cube());
    let b = folder.write("b.obj", cube());
    (folder, a, b)
}

#[test]
fn the_exit_code_says_clear_or_collision() {
    let (_folder, a, b) = cubes();
    for (pose, code) in
        [("-1,0,0,1,0,0,0", 1), ("0.5,0.5,0.5,0.8,0,0.6,0", 1), ("-1.0000000001,0,0,1,0,0,0", 0)]
    {
        for flags in [&[][..], &["--first"], &["--all"], &["--json"], &["--first", "--json"]] {
            let run = closecall(&[&["check", &a, &b, "--pose", pose], flags].concat());
            assert_eq!(run.code, code, "{pose} {flags:?}");
            let words = [["clear", "collision"], ["\"colliding\":false", "\"colliding\":true"]];
            let expected = words[usize::from(flags.contains(&"--json"))][code as usize];
            assert!(run.stdout.contains(expected), "{}", run.stdout);
        }
    }
    assert_eq!(closecall(&["check", &a, &b]).code, 1, "without a pose the frames coincide");
}

#[test]
fn the_pairs_equal_brute_force_in_json_and_in_csv() {
    let (folder, a, b) = cubes();
    let csv = folder.path("pairs.csv");
    let mesh = mesh::load(&a).unwrap().mesh;
    for t in [[1.0, 0.0, 0.0], [0.5, 0.25, 0.0], [0.25, 0.25, 0.25], [0.0, 7.0, 0.0]] {
        let expected = brute::contacts(&mesh, &mesh, &Pose::from_translation(t).unwrap());
        let pose = format!("{},{},{},1,0,0,0", t[0], t[1], t[2]);
        let json = closecall(&["check", &a, &b, "--pose", &pose, "--pairs", &csv, "--json"]).json();
        assert_eq!(json["pairs"], serde_json::json!(expected));
        assert_eq!(json["contacts"], expected.len());
        let lines: String = expected.iter().map(|(i, j)| format!("{i},{j}\n")).collect();
        assert_eq!(folder.read("pairs.csv"), format!("a,b\n{lines}"));
    }
}

#[test]
fn the_json_has_its_numbers() {
    let (_folder, a, b) = cubes();
    for mode in ["--first", "--all"] {
        let json = closecall(&["check", &a, &b, mode, "--json"]).json();
        for key in [
            "a_tris",
            "b_tris",
            "contacts",
            "volume_tests",
            "triangle_tests",
            "exact_tests",
            "updates",
        ] {
            assert!(json[key].is_u64(), "{key} is {}", json[key]);
        }
        assert_eq!(json.get("pairs").is_some(), mode == "--all");
    }
}

#[test]
fn a_matrix_says_the_same_as_a_quaternion() {
    let (_folder, a, b) = cubes();
    let quaternion =
        closecall(&["check", &a, &b, "--pose", "-0.5,0.25,1,0,0,0,1", "--json"]).json();
    let matrix = "-1 0 0 -0.5, 0 -1 0 0.25, 0 0 1 1, 0 0 0 1";
    let matrix = closecall(&["check", &a, &b, "--matrix", matrix, "--json"]).json();
    assert_eq!(quaternion, matrix);
    assert_eq!(matrix["a_from_b"][0], serde_json::json!([-1.0, 0.0, 0.0, -0.5]));
}

#[test]
fn max_pairs_bounds_the_answer_and_says_so() {
    let (folder, a, b) = cubes();
    let csv = folder.path("pairs.csv");
    let run = closecall(&["check", &a, &b, "--max-pairs", "3", "--pairs", &csv, "--json"]);
    let json = run.json();
    assert_eq!(
        (run.code, &json["truncated"], json["contacts"].as_u64()),
        (1, &true.into(), Some(3))
    );
    assert_eq!(folder.read("pairs.csv").lines().count(), 4);
    let text = closecall(&["check", &a, &b, "--max-pairs", "3"]).stdout;
    assert!(text.contains("truncated"), "{text}");
}

#[test]
fn long_lists_are_cut_for_people() {
    let (_folder, a, b) = cubes();
    let text = closecall(&["check", &a, &b]).stdout;
    assert!(text.contains("10 of ") && text.contains("--pairs FILE"), "{text}");
}

#[test]
fn a_clearance_counts_what_comes_close() {
    let (_folder, a, b) = cubes();
    let check = |flags: &[&str]| {
        closecall(&[&["check", &a, &b, "--pose", "-1.5,0,0,1,0,0,0"], flags].concat())
    };
    for (clearance, code) in [("0", 0), ("0.4999999", 0), ("0.5", 1), ("5", 1)] {
        for mode in ["--first", "--all"] {
            let run = check(&["--clearance", clearance, mode, "--json"]);
            let json = run.json();
            assert_eq!(
                (run.code, json["clearance"].as_f64()),
                (code, clearance.parse().ok()),
                "{clearance} {mode}"
            );
            assert_eq!(
                (&json["engine"], json["colliding"].as_bool()),
                (&"wide".into(), Some(code == 1))
            );
        }
    }
    assert_eq!(
        check(&["--clearance", "5", "--json"]).json()["contacts"],
        144,
        "all pairs of 12 triangles"
    );
    assert!(
        check(&["--clearance", "0.25"])
            .stdout
            .starts_with("clear: no surfaces touch within 0.25\n")
    );
    assert!(check(&["--clearance", "0.5", "--first"]).stdout.starts_with("collision within 0.5\n"));
    assert_eq!(check(&["--json"]).json()["engine"], "wide");
}

#[test]
fn bad_poses_say_what_is_wrong() {
    let (_folder, a, b) = cubes();
    let cases = [
        ("--pose", "1,2,3", "expected 7 numbers, found 3"),
        ("--pose", "1,2,3,1,0,0,x", "`x` is not a number"),
        ("--pose", "1,2,3,1,0,0,1", "norm"),
        ("--pose", "1,2,inf,1,0,0,0", "tz is inf"),
        ("--matrix", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1", "last row"),
        ("--matrix", "-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", "mirrors"),
        ("--matrix", "2 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", "not a rotation"),
    ];
    for (flag, value, message) in cases {
        let error = closecall(&["check", &a, &b, flag, value, "--json"]).error();
        assert_eq!(error[1], flag);
        assert!(error[2].contains(message), "{error:?}");
    }
    let both = ["check", &a, &b, "--pose", "0,0,0,1,0,0,0", "--matrix", "1"];
    assert_eq!(closecall(&both).code, 2);
}

#[test]
fn faults_of_files_are_named() {
    let (folder, a, b) = cubes();
    let bad = folder.write("bad.obj", "v 0 0 0\nf 1 1 2\n");
    for (first, second) in [(&bad, &b), (&a, &bad)] {
        let error = closecall(&["check", first, second, "--json"]).error();
        assert_eq!((&error[0], &error[1][..]), (&bad, "line 2"));
    }
    let nowhere = folder.path("no/such/pairs.csv");
    let error = closecall(&["check", &a, &b, "--pairs", &nowhere, "--json"]).error();
    assert_eq!(error[0], nowhere);
}

#[test]
fn explain_names_class_points_normal_and_arithmetic() {
    let (folder, _, _) = cubes();
    let floor = folder.write("floor.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n");
    let cases = [
        ("v 1 1 -1\nv 1 1 1\nv 1 2 1\nf 1 2 3\n", "crossing", 1),
        ("v 1 1 0\nv 2 1 0\nv 1 2 0\nf 1 2 3\n", "coplanar overlap", 1),
        ("v 1 1 0\nv 1 1 1\nv 1 2 1\nf 1 2 3\n", "touching", 1),
        ("v 1 1 1\nv 1 1 2\nv 1 2 2\nf 1 2 3\n", "apart", 0),
    ];
    for (other, class, code) in cases {
        let other = folder.write("other.obj", other);
        let run = closecall(&["check", &floor, &other, "--explain", "0,0", "--json"]);
        assert_eq!(run.code, code);
        let explain = &run.json_with_nulls()["explain"];
        assert_eq!(explain["class"], class);
        assert_eq!(explain["points"].as_array().unwrap().is_empty(), class == "apart");
        assert!(explain["exact"].is_boolean());
        assert_eq!(explain["triangle_a"][1], serde_json::json!([4.0, 0.0, 0.0]));
        let text = closecall(&["check", &floor, &other, "--explain", "0,0"]).stdout;
        assert!(text.contains(class), "{text}");
    }
}

#[test]
fn explain_shows_b_in_the_frame_of_a() {
    let (_folder, a, b) = cubes();
    let json =
        closecall(&["check", &a, &b, "--pose", "10,0,0,1,0,0,0", "--explain", "0,0", "--json"])
            .json_with_nulls();
    let [in_a, in_b] =
        ["triangle_a", "triangle_b"].map(|key| json["explain"][key][0][0].as_f64().unwrap());
    assert_eq!(in_b, in_a + 10.0);
}

#[test]
fn explain_refuses_what_is_not_a_pair() {
    let (_folder, a, b) = cubes();
    let error = closecall(&["check", &a, &b, "--explain", "0,12", "--json"]).error();
    assert_eq!(error[1], "--explain");
    assert!(error[2].contains("B has no triangle 12: there are 12"), "{error:?}");
    for pair in ["0", "0,1,2", "a,b", "-1,0"] {
        assert_eq!(closecall(&["check", &a, &b, "--explain", pair]).code, 2, "{pair}");
    }
}

#[test]
fn contacts_and_scenes_are_written_in_the_format_of_their_names() {
    let (folder, a, b) = cubes();
    let pose = "0.5,0.25,0.125,1,0,0,0";
    let pairs = closecall(&["check", &a, &b, "--pose", pose, "--json"]).json()["pairs"]
        .as_array()
        .unwrap()
        .clone();
    let of = |side: usize| {
        pairs
            .iter()
            .map(|pair| pair[side].as_u64())
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    for ending in ["obj", "ply", "glb"] {
        let file = folder.path(&format!("contacts.{ending}"));
        assert_eq!(closecall(&["check", &a, &b, "--pose", pose, "--contacts", &file]).code, 1);
        assert_eq!(mesh::load(&file).unwrap().mesh.triangle_count(), of(0) + of(1), "{ending}");
    }
    for ending in ["ply", "glb"] {
        let file = folder.path(&format!("scene.{ending}"));
        assert_eq!(closecall(&["check", &a, &b, "--pose", pose, "--scene", &file]).code, 1);
        assert_eq!(mesh::load(&file).unwrap().mesh.triangle_count(), 24, "{ending}");
    }
    let refused =
        closecall(&["check", &a, &b, "--scene", &folder.path("scene.obj"), "--json"]).error();
    assert!(refused[2].contains("must end in .ply, .glb"), "{refused:?}");
}

/// Apart, face to face, overlapping, apart.
const ROWS: [&str; 4] =
    ["-3,0,0,1,0,0,0", "-1,0,0,1,0,0,0", "-0.5,0.25,0.125,1,0,0,0", "9,9,9,0.5,0.5,0.5,0.5"];

#[test]
fn a_path_is_answered_as_by_brute_force_on_any_number_of_threads() {
    let rows: Vec<&str> = ROWS.into_iter().cycle().take(5000).collect();
    let folder = Folder::flight(&rows);
    let out = folder.path("out.txt");
    let mesh = mesh::load(folder.path("env.obj")).unwrap().mesh;
    let expected = ROWS.map(|row| brute::contacts(&mesh, &mesh, &crate::page::pose(row)));
    let contacts = 1250 * expected.iter().map(Vec::len).sum::<usize>();
    let line = |row: usize, listed: bool| {
        let pairs = &expected[row % 4];
        let list: String = pairs.iter().map(|(i, j)| format!(" {i}:{j}")).collect();
        match listed {
            true => format!("{row} {}{list}\n", pairs.len()),
            false => format!("{row} {}\n", u8::from(!pairs.is_empty())),
        }
    };
    for (question, threads) in
        [(&["--first"][..], "1"), (&["--all"], "3"), (&[], "2"), (&["--max-pairs", "2"], "2")]
    {
        let fixed = ["--out", &out, "--threads", threads, "--json"];
        let run = folder.check_path(&[&fixed[..], question].concat());
        assert_eq!(run.code, 1, "{}", run.stderr);
        let json = run.json();
        let counts =
            ["poses", "colliding", "first_colliding_row", "first_colliding_line", "threads"]
                .map(|key| json[key].as_u64().unwrap());
        assert_eq!(counts, [5000, 2500, 1, 3, threads.parse().unwrap()]);
        if question == ["--max-pairs", "2"] {
            assert_eq!(json["truncated_poses"], 2500);
            continue;
        }
        let listed = question == ["--all"];
        assert_eq!(json["contacts"], if listed { contacts } else { 2500 });
        let lines: String = (0..5000).map(|row| line(row, listed)).collect();
        assert_eq!(folder.read("out.txt"), lines, "{question:?}");
    }
}

#[test]
fn a_path_says_what_it_found_and_exits_by_it() {
    let folder = Folder::flight(&ROWS);
    let [a, b, poses] = ["env.obj", "obj.obj", "poses.csv"].map(|name| folder.path(name));
    let run = closecall(&["check", &a, &b, "--path", &poses]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.starts_with("collision: 2 of 4 poses collide, first row 1 (line 3)\n"),
        "{}",
        run.stdout
    );
    let clear = folder.write("clear.csv", "tx,ty,tz,qw,qx,qy,qz\n9,0,0,1,0,0,0\n");
    let run = closecall(&["check", &a, &b, "--path", &clear]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("clear: nothing touches at 1 pose\n"), "{}", run.stdout);
    assert_eq!(
        closecall(&["check", &a, &b, "--path", &clear, "--json"]).json().get("first_colliding_row"),
        None
    );
    let bad = folder.write("bad.csv", "tx,ty,tz,qw,qx,qy,qz\n9,0,0,2,0,0,0\n");
    let [file, place, _] = closecall(&["check", &a, &b, "--path", &bad, "--json"]).error();
    assert!(file == bad && place.contains("row 0"), "{file}: {place}");
    for other in [
        &["--pose", "0,0,0,1,0,0,0"][..],
        &["--pairs", "p.csv"],
        &["--explain", "0,0"],
        &["--kind"],
    ] {
        assert_eq!(
            closecall(&[&["check", &a, &b, "--path", &poses], other].concat()).code,
            2,
            "{other:?}"
        );
    }
    assert_eq!(closecall(&["check", &a, &b, "--out", "o.txt"]).code, 2);
    let nowhere = folder.path("no/such/out.txt");
    assert_eq!(
        closecall(&["check", &a, &b, "--path", &poses, "--out", &nowhere, "--json"]).error()[0],
        nowhere
    );
}

/// Two cubes in opposite corners of a large one: two patches, whose boxes are known.
#[test]
fn contact_is_told_in_places() {
    let folder = Folder::new();
    let a = folder.write("large.obj", cube());
    let small = |at: f64| {
        let corner = |k: usize| [k & 1, k >> 1 & 1, k >> 2].map(|bit| at + 0.2 * bit as f64);
        (0..8)
            .map(|k| format!("v {} {} {}\n", corner(k)[0], corner(k)[1], corner(k)[2]))
            .collect::<String>()
    };
    let faces: String = cube()
        .lines()
        .filter(|line| line.starts_with('f'))
        .map(|line| format!("{line}\n"))
        .collect();
    let shifted: String = faces
        .lines()
        .map(|line| {
            let corners =
                line.split(' ').skip(1).map(|v| (v.parse::<usize>().unwrap() + 8).to_string());
            format!("f {}\n", corners.collect::<Vec<_>>().join(" "))
        })
        .collect();
    let b = folder.write("two.obj", format!("{}{}{faces}{shifted}", small(-0.1), small(0.9)));
    let json = closecall(&["check", &a, &b, "--json"]).json();
    let patches = json["patches"].as_array().unwrap();
    assert_eq!(patches.len(), 2, "{json}");
    let sum: u64 = patches.iter().map(|patch| patch["pairs"].as_u64().unwrap()).sum();
    assert_eq!(json["contacts"], sum);
    for patch in patches {
        let low = patch["low"][0].as_f64().unwrap();
        let expected = if low < 0.5 { [0.0, 0.1] } else { [0.9, 1.0] };
        for axis in 0..3 {
            let [low, high] = ["low", "high"].map(|key| patch[key][axis].as_f64().unwrap());
            assert!(
                (low - expected[0]).abs() < 1e-12 && (high - expected[1]).abs() < 1e-12,
                "{patch}"
            );
        }
        assert!(json["pairs"].as_array().unwrap().contains(&patch["first"]));
    }
    let text = closecall(&["check", &a, &b, "--pose", "0,0,0,1,0,0,0"]).stdout;
    for words in [
        "in 2 patches\n",
        "A  ",
        "large.obj: 12 triangles\n",
        "two.obj: 24 triangles, at (0, 0, 0), not turned\n",
        "patch 1: ",
        "from (0, 0, 0) to (0.1, 0.1, 0.1)",
    ] {
        assert!(text.contains(words), "no '{words}' in {text}");
    }
    assert!(!text.contains("volume test"), "{text}");
    assert!(closecall(&["check", &a, &b, "--verbose"]).stdout.contains("volume test"));
    assert_eq!(closecall(&["check", &a, &b, "--first", "--json"]).json().get("patches"), None);
    // A pair is explained as it is written.
    let pair = &json["pairs"][0];
    let (colon, comma) = (format!("{}:{}", pair[0], pair[1]), format!("{},{}", pair[0], pair[1]));
    let [one, other] = [colon, comma]
        .map(|pair| closecall(&["check", &a, &b, "--explain", &pair, "--json"]).json());
    assert_eq!(one["explain"], other["explain"]);
    assert!(!one["explain"]["points"].as_array().unwrap().is_empty());
}
