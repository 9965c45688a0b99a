//! Clearances and paddings that are said more than once of one body or pair: the narrower name holds,
//! in whatever order, and contradictions are errors.

use std::path::Path;

use closecall::geom::Clearance;
use closecall_robot::Scene;
use closecall_robot::scene::SceneFile;

/// Three plates on two joints each, so that base and top are looked at together.
const TOWER: &str = r#"<robot name="tower">
  <link name="base"><collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
  <link name="between"/>
  <link name="top"><collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
  <joint name="up" type="prismatic"><origin xyz="0 0 1"/><axis xyz="0 0 1"/><limit lower="0" upper="5"/><parent link="base"/><child link="between"/></joint>
  <joint name="turn" type="continuous"><axis xyz="0 0 1"/><parent link="between"/><child link="top"/></joint>
</robot>"#;

/// Two towers, a box, and further entries.
fn scene(more: &str) -> Result<Scene, String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tower.urdf"), TOWER).unwrap();
    let text = format!(
        r#"{{"schema_version": 1,
        "bodies": [{{"name": "box", "shape": {{"box": {{"size": [1, 1, 1]}}}}, "pose": {{"t": [9, 0, 0]}}}}],
        "robots": [{{"name": "t", "urdf": "tower.urdf"}},
                   {{"name": "u", "urdf": "tower.urdf", "pose": {{"t": [0, 9, 0]}}}}]{more}}}"#
    );
    let entries = SceneFile::parse(Path::new("scene.json"), text.as_bytes()).unwrap();
    Scene::new(&folder.path().join("scene.json"), &entries)
        .map_err(|error| format!("{}: {}", error.place(), error.message()))
}

fn clearances(pairs: &[(&str, &str, f64)]) -> String {
    let entry = |&(a, b, distance): &(&str, &str, f64)| {
        format!(r#"{{"pair": ["{a}", "{b}"], "clearance": {distance}}}"#)
    };
    let entries: Vec<String> = pairs.iter().map(entry).collect();
    format!(", \"clearances\": [{}]", entries.join(", "))
}

/// The clearance of the box and the top of the first tower.
fn of_box_and_top(scene: &Scene) -> f64 {
    let [a, b] = ["box", "t/top"].map(|name| scene.world.handle(name).unwrap());
    scene.world.clearance(a, b).unwrap().distance()
}

/// Rules, and the clearance that holds, or the beginning of the error.
type Row<'r> = (&'r [(&'r str, &'r str, f64)], Result<f64, &'r str>);

const ROWS: [Row; 8] = [
    (&[("box", "t", 0.1), ("box", "t/top", 0.2)], Ok(0.2)),
    (&[("box", "t/top", 0.2), ("box", "t", 0.1)], Ok(0.2)),
    (&[("t", "u", 0.3), ("t", "t", 0.1), ("box", "t", 0.4)], Ok(0.4)),
    (&[("t", "u/top", 0.3), ("t/top", "u", 0.3)], Ok(0.0)),
    (&[("t", "u/top", 0.3), ("t/top", "u", 0.4)], Err("says another distance of the same")),
    (&[("t", "u/top", 0.3), ("t/top", "u", 0.4), ("u/top", "t/top", 0.5)], Ok(0.0)),
    (
        &[("box", "t", 0.1), ("box", "t/top", 0.2), ("box", "t/base", 0.3)],
        Err("it acts on nothing"),
    ),
    (&[("box", "t/top", 0.1), ("t/top", "box", 0.2)], Err("")),
];

#[test]
fn the_narrower_clearance_holds_in_a_file() {
    for (rules, expected) in ROWS {
        match (scene(&clearances(rules)).map(|scene| of_box_and_top(&scene)), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{rules:?}"),
            (Err(error), Err(expected)) => assert!(error.contains(expected), "{rules:?}: {error}"),
            (found, _) => panic!("{rules:?}: {found:?}"),
        }
    }
}

#[test]
fn the_narrower_clearance_holds_on_the_command_line() {
    let named = |&(a, b, distance): &(&str, &str, f64)| {
        ([a.to_owned(), b.to_owned()], Clearance::new(distance).unwrap())
    };
    for (rules, expected) in ROWS {
        let mut scene = scene("").unwrap();
        let set = scene.set_pair_clearances(&rules.iter().map(named).collect::<Vec<_>>());
        match (set.map(|()| of_box_and_top(&scene)), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{rules:?}"),
            (Err(error), Err(expected)) => assert!(error.contains(expected), "{rules:?}: {error}"),
            (found, _) => panic!("{rules:?}: {found:?}"),
        }
    }
    // Two of the same names are refused, as in a file, though they agree.
    for [a, b] in [["box", "t/top"], ["t/top", "box"]] {
        let both = [named(&("box", "t/top", 0.1)), named(&(a, b, 0.1))];
        let refused = scene("").unwrap().set_pair_clearances(&both).unwrap_err();
        assert!(
            refused.contains("'box,t/top=0.1' and 'box,t/top=0.1' are of the same"),
            "{refused}"
        );
    }
    // The command line goes before the file, unless the file is narrower.
    for (in_file, on_line, expected) in [
        (("box", "t", 0.1), ("box", "t", 0.2), Ok(0.2)),
        (("box", "t", 0.1), ("box", "t/top", 0.2), Ok(0.2)),
        (("box", "t/top", 0.1), ("t/top", "box", 0.2), Ok(0.2)),
        (("box", "t/top", 0.1), ("box", "t", 0.2), Ok(0.1)),
        (("t/top", "u/top", 0.1), ("u/top", "t/top", 0.1), Ok(0.0)),
    ] {
        let mut scene = scene(&clearances(&[in_file])).unwrap();
        let set = scene.set_pair_clearances(&[named(&on_line)]);
        assert_eq!(set.map(|()| of_box_and_top(&scene)), expected, "{in_file:?} {on_line:?}");
    }
}

#[test]
fn the_narrower_padding_holds() {
    let named =
        |&(name, distance): &(&str, f64)| (name.to_owned(), Clearance::new(distance).unwrap());
    type Row<'r> = (&'r [(&'r str, f64)], Result<f64, &'r str>);
    let rows: [Row; 6] = [
        (&[("t", 0.5), ("t/top", 0.25)], Ok(0.25)),
        (&[("t/top", 0.25), ("t", 0.5)], Ok(0.25)),
        (&[("t", 0.5), ("t", 0.5)], Err("'t=0.5' and 't=0.5' are of the same: say one")),
        (&[("t", 0.5), ("t", 0.25)], Err("'t=0.5' and 't=0.25' are of the same: say one")),
        (&[("t/top", 0.5), ("t", 0.25), ("t/top", 0.5)], Err("'t/top=0.5' and 't/top=0.5' are")),
        (&[("t/top", 0.5), ("t/base", 0.5), ("t", 0.25)], Err("'t=0.25': it acts on nothing")),
    ];
    for (rules, expected) in rows {
        let mut scene = scene("").unwrap();
        let set = scene.set_paddings(&rules.iter().map(named).collect::<Vec<_>>());
        match (set.map(|()| of_box_and_top(&scene)), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{rules:?}"),
            (Err(error), Err(expected)) => assert!(error.starts_with(expected), "{error}"),
            (found, _) => panic!("{rules:?}: {found:?}"),
        }
    }
}
