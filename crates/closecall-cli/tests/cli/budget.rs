//! `--budget`: what is certain when it ends, and exit code 3.

use crate::program::{Folder, Run, closecall, cube};

fn cubes(command: &str, pose: &str, flags: &[&str]) -> Run {
    let folder = Folder::new();
    let (a, b) = (folder.write("a.obj", cube()), folder.write("b.obj", cube()));
    closecall(&[&[command, &a, &b, "--pose", pose], flags].concat())
}

#[test]
fn a_check_is_undecided_until_the_budget_is_enough() {
    // The cubes are 0.2 apart; the balls around them overlap.
    let near = "1.2,0,0,1,0,0,0";
    let run = cubes("check", near, &["--budget", "0tests", "--json"]);
    let json = run.json();
    assert_eq!(
        (run.code, &json["undecided"], &json["more"]),
        (3, &true.into(), &true.into()),
        "{}",
        run.stderr
    );
    assert_eq!(json["budget"]["tests"], 0);
    let depth = json["depth"].as_f64().expect("a bound");
    assert!((0.0..0.6).contains(&depth), "{depth}");
    let run = cubes("check", near, &["--budget", "0us"]);
    assert!(run.code == 3 && run.stdout.starts_with("undecided after 0 µs: "), "{}", run.stdout);
    for budget in ["100000tests", "10s"] {
        let run = cubes("check", near, &["--budget", budget, "--json"]);
        assert_eq!(
            (run.code, &run.json()["undecided"], run.json().get("depth")),
            (0, &false.into(), None)
        );
    }
}

#[test]
fn contacts_found_so_far_are_certain() {
    let all = cubes("check", "0.5,0.3,0.2,1,0,0,0", &["--json"]).json();
    let within = cubes("check", "0.5,0.3,0.2,1,0,0,0", &["--budget", "100000tests", "--json"]);
    assert_eq!((within.code, &within.json()["pairs"]), (1, &all["pairs"]));
    assert_eq!(within.json()["more"], false);
    let first =
        cubes("check", "0.5,0.3,0.2,1,0,0,0", &["--first", "--budget", "100000tests", "--json"]);
    assert_eq!((first.code, &first.json()["contacts"]), (1, &1.into()));
}

#[test]
fn a_distance_is_the_interval_reached() {
    let run = cubes("distance", "3,0.1,0.2,1,0,0,0", &["--budget", "1tests", "--json"]);
    let json = run.json();
    let [lo, hi] = ["lo", "hi"].map(|key| json[key].as_f64().expect("a number"));
    assert!(run.code == 0 && lo > 0.0 && lo <= 2.0 && 2.0 <= hi, "{json:?}");
    let run = cubes("distance", "3,0.1,0.2,1,0,0,0", &["--budget", "100000tests", "--json"]);
    let json = run.json();
    let [lo, hi] = ["lo", "hi"].map(|key| json[key].as_f64().expect("a number"));
    assert_eq!((run.code, &json["final"]), (0, &true.into()));
    assert!(lo <= 2.0 && 2.0 <= hi && hi - lo < 1e-14, "{json:?}");
    assert_eq!(cubes("distance", "1,0,0,1,0,0,0", &["--budget", "1s"]).code, 1);
}

#[test]
fn a_path_counts_what_is_undecided() {
    let rows = ["-3,0,0,1,0,0,0", "-1.25,0,0,1,0,0,0", "-1,0,0,1,0,0,0"];
    let folder = Folder::flight(&rows);
    let out = folder.path("out.txt");
    let run = folder.check_path(&["--budget", "0tests", "--out", &out, "--json"]);
    let json = run.json();
    assert_eq!(
        (run.code, &json["clear"], &json["undecided"]),
        (3, &1.into(), &2.into()),
        "{}",
        run.stderr
    );
    let lines = std::fs::read_to_string(&out).expect("the file");
    assert!(lines.starts_with("0 0\n1 ? 0.") && lines.lines().count() == 3, "{lines}");
    let run = folder.check_path(&["--budget", "1000000tests", "--json"]);
    assert_eq!(
        (run.code, &run.json()["colliding"], &run.json()["undecided"]),
        (1, &1.into(), &0.into())
    );
    let run = Folder::flight(&rows[..2]).check_path(&["--budget", "1s"]);
    assert!(
        run.code == 0 && run.stdout.contains("clear: nothing touches at 2 poses"),
        "{}",
        run.stdout
    );
    assert_eq!(folder.check_path(&["--budget", "1s", "--solid"]).code, 2);
}

#[test]
fn a_world_names_its_undecided_pairs() {
    let all = closecall(&["world", "--json"]).json();
    let none = closecall(&["world", "--budget", "0tests", "--json"]);
    let json = none.json();
    assert_eq!((none.code, &json["colliding"]), (3, &0.into()), "{}", none.stderr);
    assert!(json["undecided"].as_u64() >= all["colliding"].as_u64());
    let pair = &json["collisions"][0]["pairs"][0];
    assert!(
        pair["undecided"] == true && pair["depth"].as_f64().is_some_and(|depth| depth > 0.0),
        "{pair}"
    );
    let enough = closecall(&["world", "--budget", "100000000tests", "--json"]);
    assert_eq!((enough.code, &enough.json()["collisions"]), (1, &all["collisions"]));
    let text = closecall(&["world", "--budget", "0tests"]).stdout;
    assert!(
        text.contains("unsure  something may touch in") && text.contains("may touch (undecided)"),
        "{text}"
    );
}

#[test]
fn a_sweep_takes_budgets_and_seconds() {
    let folder = Folder::new();
    let mesh = folder.write("cube.obj", cube());
    let path = folder.write("poses.csv", "tx,ty,tz,qw,qx,qy,qz\n-10,0,0,1,0,0,0\n10,0,0,1,0,0,0\n");
    let sweep = |budget: &str| {
        closecall(&["sweep", &mesh, &mesh, "--path", &path, "--budget", budget]).code
    };
    assert_eq!(
        ["0", "0us", "0tests", "100", "100s", "1000000tests"].map(sweep),
        [3, 3, 3, 1, 1, 1]
    );
}

#[test]
fn texts_that_are_no_budgets_are_refused() {
    for budget in ["50", "-1us", "many", "3.5tests", "us"] {
        let run = cubes("check", "3,0,0,1,0,0,0", &[&format!("--budget={budget}")]);
        assert_eq!(run.code, 2, "{budget}");
        assert!(run.stderr.contains("--budget"), "{}", run.stderr);
    }
    let run = cubes("check", "3,0,0,1,0,0,0", &["--budget", "1s", "--solid"]);
    assert_eq!(run.code, 2, "solids have no budgets");
}
