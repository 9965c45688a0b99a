//! `closecall distance` and `closecall fly --dist`.

use crate::browser::Browser;
use crate::program::{Folder, closecall, cube};

fn cubes() -> (Folder, String, String) {
    let folder = Folder::new();
    folder.write("a.obj", cube());
    folder.write("b.obj", cube());
    let (a, b) = (folder.path("a.obj"), folder.path("b.obj"));
    (folder, a, b)
}

#[test]
fn cubes_are_as_far_apart_as_they_are() {
    let (_folder, a, b) = cubes();
    let ask = |pose: &str, flags: &[&str]| {
        closecall(&[&["distance", &a, &b, "--pose", pose], flags].concat())
    };
    let run = ask("3,0,0,1,0,0,0", &["--json"]);
    let json = run.json();
    assert_eq!(run.code, 0, "{}", run.stderr);
    let [lo, hi] = ["lo", "hi"].map(|key| json[key].as_f64().expect("a number"));
    assert!(lo <= 2.0 && 2.0 <= hi && hi - lo < 1e-15, "{json:?}");
    assert!(json["a"].is_u64() && json["b"].is_u64());
    let x = |key: &str| json[key][0].as_f64().expect("a number");
    assert_eq!(x("point_b") - x("point_a"), 2.0);
    assert!(ask("3,0,0,1,0,0,0", &[]).stdout.starts_with("apart: "));
    let touching = ask("1,0,0,1,0,0,0", &["--json"]);
    assert_eq!((touching.code, touching.json()["hi"].as_f64()), (1, Some(0.0)));
    let beyond = ask("9,0,0,1,0,0,0", &["--up-to", "7.5", "--json"]);
    assert_eq!((beyond.code, &beyond.json()["beyond"]), (0, &true.into()));
    assert_eq!(ask("9,0,0,1,0,0,0", &["--up-to", "8.5", "--json"]).json()["beyond"], false);
    let rough = ask("3,4,0,1,0,0,0", &["--tolerance", "0.1", "--json"]).json();
    let [lo, hi] = ["lo", "hi"].map(|key| rough[key].as_f64().expect("a number"));
    assert!(lo <= 13f64.sqrt() && 13f64.sqrt() <= hi && hi <= lo * 1.11, "{rough:?}");
    for wrong in ["-1", "nan", "x"] {
        assert_eq!(ask("3,0,0,1,0,0,0", &["--up-to", wrong]).code, 2, "{wrong}");
    }
}

#[test]
fn cubes_in_each_other_have_a_signed_distance_and_an_arrow() {
    let (folder, a, b) = cubes();
    let page = folder.path("deep.html");
    let ask = |pose: &str, flags: &[&str]| {
        closecall(&[&["distance", &a, &b, "--signed", "--pose", pose], flags].concat())
    };
    let run = ask("0.75,0.25,0.5,1,0,0,0", &["--json", "--report", &page]);
    let json = run.json();
    let [lo, hi] = ["lo", "hi"].map(|key| json[key].as_f64().expect("a number"));
    assert!(run.code == 1 && lo <= -0.25 && -0.25 <= hi && hi - lo < 1e-3, "{json:?}");
    assert_eq!((&json["meaning"], &json["touching"]), (&"solids".into(), &true.into()));
    assert_eq!(json["depth"]["normal"], serde_json::json!([1.0, 0.0, 0.0]));
    let text = ask("0.75,0.25,0.5,1,0,0,0", &[]).stdout;
    assert!(text.contains("depth 0.25") && text.contains("moving B by"), "{text}");
    let apart = ask("3,0,0,1,0,0,0", &["--json"]);
    let json = apart.json();
    let [lo, hi] = ["lo", "hi"].map(|key| json[key].as_f64().expect("a number"));
    assert!(apart.code == 0 && lo <= 2.0 && 2.0 <= hi && hi - lo < 1e-12, "{json:?}");
    assert_eq!(ask("1,0,0,1,0,0,0", &["--json"]).json()["hi"].as_f64(), Some(0.0));
    assert_eq!(ask("1,0,0,1,0,0,0", &["--up-to", "1"]).code, 2);
    folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let open = closecall(&["distance", &a, &folder.path("open.obj"), "--signed"]);
    assert!(open.code == 2 && open.stderr.contains("not closed"), "{}", open.stderr);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let moved: Vec<f64> =
        serde_json::from_value(browser.eval("closecall.partings.get(0)[0].map(point => point[0])"))
            .unwrap();
    assert!(are_close(&[moved[1] - moved[0]], &[0.25]), "{moved:?}");
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}

#[test]
fn a_path_has_a_nearest_row() {
    let (folder, a, b) = cubes();
    folder.write(
        "poses.csv",
        "tx,ty,tz,qw,qx,qy,qz\n5,0,0,1,0,0,0\n2.5,0,0,1,0,0,0\n3,0,0,1,0,0,0\n",
    );
    let out = folder.path("out.csv");
    let run = closecall(&[
        "distance",
        &a,
        &b,
        "--path",
        &folder.path("poses.csv"),
        "--out",
        &out,
        "--json",
    ]);
    let json = run.json();
    assert_eq!(
        (run.code, json["poses"].as_u64(), json["touching"].as_u64()),
        (0, Some(3), Some(0)),
        "{}",
        run.stderr
    );
    assert_eq!(json["nearest"]["row"], 1);
    let lines = std::fs::read_to_string(&out).expect("the file");
    assert_eq!(lines.lines().count(), 4);
    assert!(lines.starts_with("row,lo,hi,a,b\n0,"), "{lines}");
}

/// The picture of the nearest points in a frame, and the chart of the clearance.
fn drawn(browser: &mut Browser, frame: usize) -> (Vec<f64>, Vec<f64>) {
    let drawn = browser.eval(&format!(
        "(() => {{
            closecall.go({frame});
            const points = closecall.nearest.get({frame}) ?? [];
            const segment = [0, 1, 2].flatMap((axis) => points.map((point) => point[axis]));
            return [segment, Array.from(closecall.charts[0].lines[0].values)];
        }})()"
    ));
    let numbers = |k: usize| {
        drawn[k].as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number"))
    };
    (numbers(0).collect(), numbers(1).collect())
}

fn are_close(found: &[f64], expected: &[f64]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-12)
}

#[test]
fn a_page_has_the_clearance_along_a_path_and_the_nearest_points() {
    let (folder, a, b) = cubes();
    folder.write(
        "poses.csv",
        "tx,ty,tz,qw,qx,qy,qz\n5,0,0,1,0,0,0\n2.5,0,0,1,0,0,0\n1,0,0,1,0,0,0\n",
    );
    let page = folder.path("page.html");
    let run = closecall(&[
        "distance",
        &a,
        &b,
        "--path",
        &folder.path("poses.csv"),
        "--report",
        &page,
        "--json",
    ]);
    assert_eq!((run.code, run.json()["report"].as_str()), (1, Some(&*page)), "{}", run.stderr);
    let html = folder.read("page.html");
    assert!(html.contains("Touching at 1 of 3 poses") && html.contains("Clearance along the path"));
    let flight = Folder::flight(&["-3,0,0,1,0,0,0", "-1.25,0,0,1,0,0,0"]);
    let flown = flight.path("flown.html");
    let [env, obj, poses] = ["env.obj", "obj.obj", "poses.csv"].map(|name| flight.path(name));
    let run = closecall(&["distance", &env, &obj, "--path", &poses, "--report", &flown]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(flight.read("flown.html").contains("Minimum clearance 0.25"));
    let single = folder.path("single.html");
    let run = closecall(&["distance", &a, &b, "--pose", "3,0,0,1,0,0,0", "--report", &single]);
    assert!(run.code == 0 && folder.read("single.html").contains("Apart: 2"), "{}", run.stderr);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let (segment, chart) = drawn(&mut browser, 1);
    assert_eq!(segment[..2], [1.0, 2.5]);
    assert!(are_close(&chart, &[4.0, 1.5, 0.0]), "{chart:?}");
    assert_eq!(drawn(&mut browser, 2).0, [0.0; 0], "what touches has no segment");
    browser.open(&single);
    let ends: Vec<f64> =
        serde_json::from_value(browser.eval("closecall.nearest.get(0).map(point => point[0])"))
            .unwrap();
    assert_eq!(ends, [1.0, 3.0]);
    browser.open(&flown);
    let (_, chart) = drawn(&mut browser, 1);
    assert!(are_close(&chart, &[2.0, 0.25]), "{chart:?}");
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}
