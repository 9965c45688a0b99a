//! Exact shapes and half-spaces in scenes and robots.

use crate::program::{Folder, closecall};

/// A scene of these bodies.
fn scene(folder: &Folder, name: &str, bodies: &str) -> String {
    folder.write(
        name,
        format!("{{\"schema_version\": 1, \"shapes\": \"exact\", \"bodies\": [{bodies}]}}"),
    )
}

fn ball(name: &str, x: f64, z: f64) -> String {
    format!(
        r#"{{"name": "{name}", "shape": {{"sphere": {{"radius": 0.5}}}}, "pose": {{"t": [{x}, 0, {z}]}}}}"#
    )
}

fn cylinder(name: &str, x: f64) -> String {
    let shape = r#"{"cylinder": {"radius": 0.7, "length": 2}}"#;
    format!(
        r#"{{"name": "{name}", "shape": {shape}, "pose": {{"t": [{x}, 0, 0], "q": [0.8, 0.6, 0, 0]}}}}"#
    )
}

const FLOOR: &str =
    r#"{"name": "floor", "shape": {"half_space": {"normal": [0, 0, 2]}}, "fixed": true}"#;

#[test]
fn a_floor_without_end_is_decided_to_the_last_bit() {
    let folder = Folder::new();
    for (z, code) in [(0.5, 1), (0.5f64.next_up(), 0), (-1e9, 1), (0.5f64.next_down(), 1)] {
        let file = scene(&folder, "floor.json", &format!("{FLOOR}, {}", ball("ball", 1e7, z)));
        let run = closecall(&["world", &file]);
        assert_eq!(run.code, code, "{z}: {} {}", run.stdout, run.stderr);
        assert!(code == 0 || run.stdout.contains("floor touches ball"), "{}", run.stdout);
    }
    // A mesh that stands on it, without exact shapes.
    let entry =
        r#"{"name": "box", "shape": {"box": {"size": [1, 1, 1]}}, "pose": {"t": [0, 0, 0.5]}}"#;
    let text = format!("{{\"schema_version\": 1, \"bodies\": [{FLOOR}, {entry}]}}");
    let file = folder.write("mesh.json", &text);
    assert_eq!(closecall(&["world", &file]).code, 1);
    let file = folder.write("above.json", text.replace("0.5]", "0.5000001]"));
    assert_eq!(closecall(&["world", &file]).code, 0);
    assert_eq!(closecall(&["world", &file, "--clearance", "0.001"]).code, 1);
}

#[test]
fn exact_shapes_are_asked_for() {
    let folder = Folder::new();
    // Meshes of 48 sides reach 0.4 % too far: these balls do not touch, but their meshes may.
    let bodies = format!("{}, {}", ball("a", 0.0, 0.0), ball("b", 1.0 + 1e-9, 0.0));
    let file = scene(&folder, "balls.json", &bodies);
    assert_eq!(closecall(&["world", &file]).code, 0);
    let meshes =
        folder.write("meshes.json", format!("{{\"schema_version\": 1, \"bodies\": [{bodies}]}}"));
    assert_eq!(closecall(&["world", &meshes]).code, 1);
    assert_eq!(closecall(&["world", &meshes, "--exact-shapes"]).code, 0);
    let touching =
        scene(&folder, "touch.json", &format!("{}, {}", ball("a", 0.0, 0.0), ball("b", 1.0, 0.0)));
    assert_eq!(closecall(&["world", &touching]).code, 1);
}

#[test]
fn what_cannot_be_decided_is_named_and_exits_with_3() {
    let folder = Folder::new();
    let file =
        scene(&folder, "tangent.json", &format!("{}, {}", cylinder("a", 0.0), cylinder("b", 1.4)));
    let run = closecall(&["world", &file]);
    assert_eq!(run.code, 3, "{} {}", run.stdout, run.stderr);
    assert!(run.stdout.contains("a may touch (undecided) b"), "{}", run.stdout);
    let json = closecall(&["world", &file, "--json"]).json();
    assert_eq!((&json["colliding"], &json["undecided"]), (&0.into(), &1.into()));
    assert_eq!(json["collisions"][0]["pairs"][0]["undecided"], true);
    let apart =
        scene(&folder, "apart.json", &format!("{}, {}", cylinder("a", 0.0), cylinder("b", 1.4001)));
    assert_eq!(closecall(&["world", &apart]).code, 0);
    // A certain collision beside it counts.
    let bodies = format!("{}, {}, {}", cylinder("a", 0.0), cylinder("b", 1.4), ball("c", 0.1, 0.0));
    let file = scene(&folder, "both.json", &bodies);
    assert_eq!(closecall(&["world", &file]).code, 1);
}

#[test]
fn robots_have_exact_shapes_too() {
    let folder = Folder::new();
    let robot = r#"<robot name="r">
        <link name="a"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
        <link name="m"/>
        <link name="b"><collision><origin xyz="0 0 1"/><geometry><cylinder radius="0.5" length="1"/></geometry></collision></link>
        <link name="c"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
        <joint name="j" type="fixed"><origin xyz="5 0 0"/><parent link="a"/><child link="m"/></joint>
        <joint name="k" type="revolute"><limit lower="-1" upper="1" effort="1" velocity="1"/><parent link="m"/><child link="b"/></joint>
        <joint name="l" type="prismatic"><axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/><parent link="b"/><child link="c"/></joint>
    </robot>"#;
    let file = folder.write("r.urdf", robot);
    // c against a: 1 apart from centre to centre at −4, a little more before.
    let row = |x: f64| folder.write("j.csv", format!("l\n{x}\n"));
    for (x, exact, meshes) in [(-3.999, 0, 1), (-4.0, 1, 1), (-3.9, 0, 0)] {
        let joints = row(x);
        let run = closecall(&["world", &file, "--joints", &joints, "--exact-shapes"]);
        assert_eq!(run.code, exact, "{x}: {} {}", run.stdout, run.stderr);
        assert_eq!(closecall(&["world", &file, "--joints", &joints]).code, meshes, "{x}");
    }
}

#[test]
fn bad_shapes_name_the_place_and_approaches_refuse_exact_ones() {
    let folder = Folder::new();
    let bad = [
        r#"{"half_space": {"normal": [0, 0, 0]}}"#,
        r#"{"sphere": {"radius": 0}}"#,
        r#"{"cylinder": {"radius": 1, "length": -1}}"#,
        r#"{"box": {"size": [1, 0, 1]}}"#,
    ];
    for shape in bad {
        let bodies = format!(r#"{{"name": "x", "shape": {shape}}}, {}"#, ball("b", 0.0, 0.0));
        let file = scene(&folder, "bad.json", &bodies);
        let [_, place, message] = closecall(&["world", &file, "--json"]).error();
        assert!(place == "bodies[0].shape" && !message.is_empty(), "{shape}: {place} {message}");
    }
    let way = r#"{"name": "m", "shape": {"sphere": {"radius": 0.5}}, "poses": [{"t": [0, 0, 3]}, {"t": [0, 0, 2]}]}"#;
    let file = scene(&folder, "sweep.json", &format!("{FLOOR}, {way}"));
    assert_eq!(closecall(&["world", &file]).code, 0);
    assert_eq!(closecall(&["sweep", &file]).code, 0);
    let run = closecall(&["sweep", &file, "--nearest"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("`floor` has an exact shape"), "{}", run.stderr);
}

#[test]
fn a_ball_that_passes_through_a_floor_between_two_steps_is_caught() {
    let folder = Folder::new();
    let way = |to: &str| {
        let poses = format!(r#""poses": [{{"t": [0, 0, 3]}}, {{"t": [0, 0, {to}]}}]"#);
        format!(r#"{FLOOR}, {{"name": "m", "shape": {{"sphere": {{"radius": 0.5}}}}, {poses}}}"#)
    };
    let down = scene(&folder, "down.json", &way("0.6"));
    assert_eq!(closecall(&["sweep", &down]).code, 0);
    let through = scene(&folder, "through.json", &way("0.4"));
    let run = closecall(&["sweep", &through]);
    assert!(run.code == 1 && run.stdout.contains("floor"), "{} {}", run.stdout, run.stderr);
    // Meshes against a floor without end.
    let text = format!("{{\"schema_version\": 1, \"bodies\": [{}]}}", way("0.4"));
    let meshes = folder.write("meshes.json", text);
    assert_eq!(closecall(&["sweep", &meshes]).code, 1);
}

#[test]
fn pages_draw_exact_shapes() {
    let folder = Folder::new();
    let file = scene(&folder, "floor.json", &format!("{FLOOR}, {}", ball("ball", 0.0, 0.5)));
    let page = folder.path("page.html");
    let run = closecall(&["world", &file, "--report", &page]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(!run.stderr.contains("not drawn"), "{}", run.stderr);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("\"floor\"") && html.contains("\"ball\""), "both are bodies of the page");
}
