//! Contradictions of scenes: entries that contradict each other are errors with their places.

use std::path::Path;

use closecall_robot::Scene;
use closecall_robot::scene::SceneFile;

/// A lift of two movable joints with a shelf between them, and a platform welded on top.
const LIFT: &str = r#"<robot name="lift">
  <link name="base"><collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
  <link name="between"/>
  <link name="shelf"><collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
  <link name="top"><collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
  <joint name="up" type="prismatic"><origin xyz="0 0 1"/><axis xyz="0 0 1"/><limit lower="0" upper="5"/><parent link="base"/><child link="between"/></joint>
  <joint name="turn" type="continuous"><axis xyz="0 0 1"/><parent link="between"/><child link="shelf"/></joint>
  <joint name="weld" type="fixed"><origin xyz="0 0 1"/><parent link="shelf"/><child link="top"/></joint>
</robot>"#;

const BOX: &str = r#""shape": {"box": {"size": [1, 1, 1]}}"#;
const FAR: &str = r#""pose": {"t": [90, 0, 0]}"#;
const TWO: &str = r#""poses": [{}, {"t": [0, 0, 1]}]"#;

/// The warnings of a scene of these bodies and further entries, or why it was refused.
fn scene(bodies: &str, more: &str) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("lift.urdf", LIFT),
        ("lift.csv", "up\n0\n1\n"),
        ("way.csv", "tx,ty,tz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n0,0,1,1,0,0,0\n"),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let text = format!("{{\"schema_version\": 1, \"bodies\": [{bodies}]{more}}}");
    let file = folder.path().join("scene.json");
    let entries = SceneFile::parse(Path::new("scene.json"), text.as_bytes()).unwrap();
    Scene::new(&file, &entries)
        .map(|scene| scene.warnings)
        .map_err(|error| format!("{}: {}", error.place(), error.message()))
}

fn lift(more: &str) -> String {
    format!(", \"robots\": [{{\"name\": \"lift\", \"urdf\": \"lift.urdf\"{more}}}]")
}

#[test]
fn every_contradiction_of_a_scene_is_refused_with_its_place() {
    let a = format!(r#"{{"name": "a", {BOX}}}"#);
    let b = format!(r#"{{"name": "b", {BOX}, {FAR}}}"#);
    let ab = format!("{a}, {b}");
    let with = |name: &str, more: &str| format!(r#"{{"name": "{name}", {BOX}, {more}}}"#);
    let frame = |more: &str| format!(r#"{ab}, {{"name": "frame", {more}}}"#);
    let clearances = |pairs: &str| format!(", \"clearances\": [{pairs}]");
    let of = |a: &str, b: &str| format!(r#"{{"pair": ["{a}", "{b}"], "clearance": 0.5}}"#);
    let fixed = |more: &str| with("a", &format!(r#""fixed": true, {more}"#));
    let moving = lift(r#", "positions_file": "lift.csv""#);
    let rows: Vec<(&str, String, String, &str)> = vec![
        (
            "fixed, with poses",
            format!("{}, {b}", fixed(TWO)),
            String::new(),
            "bodies[0].fixed: it is fixed, but has a pose",
        ),
        (
            "fixed, with a table",
            format!("{}, {b}", fixed(r#""poses_file": "way.csv""#)),
            String::new(),
            "bodies[0].fixed: it is fixed, but has a pose",
        ),
        (
            "fixed frame with poses",
            frame(&format!(r#""fixed": true, {TWO}"#)),
            String::new(),
            "bodies[2].fixed: it is fixed, but has a pose",
        ),
        (
            "fixed on what moves",
            format!("{}, {}", with("b", TWO), fixed(r#""on": "b""#)),
            String::new(),
            "bodies[1].fixed: it is fixed, but is attached to 'b', which moves",
        ),
        (
            "named before what moves",
            format!("{}, {}", fixed(r#""on": "b""#), with("b", TWO)),
            String::new(),
            "bodies[0].fixed: it is fixed, but is attached to 'b', which moves",
        ),
        (
            "fixed on a frame that moves",
            format!(r#"{{"name": "cart", {TWO}}}, {}"#, fixed(r#""on": "cart""#)),
            String::new(),
            "bodies[1].fixed: it is fixed, but is attached to 'cart', which moves",
        ),
        (
            "fixed further down",
            format!(
                r#"{{"name": "cart", {TWO}}}, {{"name": "tray", "on": "cart"}}, {}"#,
                fixed(r#""on": "tray""#)
            ),
            String::new(),
            "bodies[2].fixed: it is fixed, but is attached to 'tray', which moves",
        ),
        (
            "fixed on a link that moves",
            format!("{}, {b}", fixed(r#""on": "lift/between""#)),
            moving.clone(),
            "bodies[0].fixed: it is fixed, but is attached to 'lift/between', which moves",
        ),
        (
            "fixed on a link welded to one",
            format!("{}, {b}", fixed(r#""on": "lift/top""#)),
            moving.clone(),
            "bodies[0].fixed: it is fixed, but is attached to 'lift/top', which moves",
        ),
        (
            "fixed on a robot that rides",
            format!(r#"{{"name": "cart", {TWO}}}, {}"#, fixed(r#""on": "lift/base""#)),
            lift(r#", "on": "cart""#),
            "bodies[1].fixed: it is fixed, but is attached to 'lift/base', which moves",
        ),
        (
            "a mesh and a shape",
            format!("{a}, {}", with("b", r#""mesh": "b.obj""#)),
            String::new(),
            "bodies[1]: there are both a mesh and a shape",
        ),
        (
            "a pose and poses",
            format!("{a}, {}", with("b", &format!(r#""pose": {{}}, {TWO}"#))),
            String::new(),
            "bodies[1]: there is more than one of pose",
        ),
        (
            "poses and a table",
            format!("{a}, {}", with("b", &format!(r#""poses_file": "way.csv", {TWO}"#))),
            String::new(),
            "bodies[1]: there is more than one of pose",
        ),
        (
            "two numbers of steps",
            format!("{}, {}", with("a", TWO), with("b", r#""poses": [{}, {}, {}]"#)),
            String::new(),
            "bodies[1]: it has 3 steps, but bodies[0] has 2",
        ),
        (
            "steps of joints and of poses",
            with("b", r#""poses": [{}, {}, {}]"#),
            moving.clone(),
            "robots[0]: it has 2 steps, but bodies[0] has 3",
        ),
        (
            "a solid frame",
            frame(r#""solid": true"#),
            String::new(),
            "bodies[2].solid: a frame has neither",
        ),
        (
            "a padded frame",
            frame(r#""padding": 1"#),
            String::new(),
            "bodies[2].padding: a frame has neither",
        ),
        (
            "a frame in a group",
            frame(r#""groups": ["g"]"#),
            String::new(),
            "bodies[2].groups: a frame has neither",
        ),
        (
            "a frame that meets",
            frame(r#""meets": ["default"]"#),
            String::new(),
            "bodies[2].meets: a frame has neither",
        ),
        (
            "a group of frames only",
            format!(
                "{}, {}",
                with("a", r#""groups": ["g"], "meets": ["default"]"#),
                with("b", r#""groups": ["g"]"#)
            ),
            String::new(),
            "bodies[0].meets: no body is in the group 'default'",
        ),
        (
            "a frame that may touch",
            frame(FAR),
            r#", "allow": [["a", "frame"]]"#.to_owned(),
            "allow[0]: 'frame' has no shape",
        ),
        (
            "a clearance of a frame",
            frame(FAR),
            clearances(&of("frame", "a")),
            "clearances[0]: 'frame' has no shape",
        ),
        (
            "allowed, with a clearance",
            ab.clone(),
            format!(r#", "allow": [["b", "a"]]{}"#, clearances(&of("a", "b"))),
            "clearances[0]: 'a' and 'b' are not looked at: they are allowed to touch",
        ),
        (
            "both fixed, with a clearance",
            format!("{}, {}, {b}", fixed(FAR), with("c", r#""fixed": true"#)),
            clearances(&of("a", "c")),
            "clearances[0]: 'a' and 'c' are not looked at: they are both fixed",
        ),
        (
            "groups apart, with a clearance",
            format!("{a}, {b}, {}", with("c", r#""groups": ["g"], "meets": ["g"]"#)),
            clearances(&of("a", "c")),
            "clearances[0]: 'a' and 'c' are not looked at: they are in groups that do not meet",
        ),
        (
            "a clearance from itself",
            ab.clone(),
            clearances(&of("a", "a")),
            "clearances[0]: both are 'a'",
        ),
        (
            "two clearances",
            ab.clone(),
            clearances(&format!("{}, {}", of("a", "b"), of("b", "a"))),
            "clearances[1]: clearances[0] is of the same two",
        ),
        (
            "a clearance of welded links",
            ab.clone(),
            format!("{}{}", lift(""), clearances(&of("lift/shelf", "lift/top"))),
            "clearances[0]: 'lift/shelf' and 'lift/top' are not looked at: they are welded",
        ),
        (
            "a padded link without a shape",
            ab.clone(),
            lift(r#", "paddings": {"between": 1}"#),
            "robots[0].paddings.between: the link has no <collision>",
        ),
        (
            "a joint in positions and table",
            ab.clone(),
            lift(r#", "positions": {"up": 1}, "positions_file": "lift.csv""#),
            "robots[0].positions.up: it has a column in",
        ),
        (
            "a fixed joint's position",
            ab.clone(),
            lift(r#", "positions": {"weld": 1}"#),
            "robots[0].positions: the joint 'weld' is fixed",
        ),
        (
            "a robot called like a body",
            ab.clone(),
            r#", "robots": [{"name": "a", "urdf": "lift.urdf"}]"#.to_owned(),
            "robots[0]: there is a 'a' already",
        ),
        (
            "two robots of one name",
            ab.clone(),
            r#", "robots": [{"name": "r", "urdf": "lift.urdf"}, {"name": "r", "urdf": "lift.urdf"}]"#
                .to_owned(),
            "robots[1]: ",
        ),
        (
            "two bodies of one name",
            format!("{a}, {a}"),
            String::new(),
            "bodies[1]: there is a 'a' already",
        ),
        (
            "no pose at all",
            format!("{a}, {}", with("b", r#""poses": []"#)),
            String::new(),
            "bodies[1].poses: there is none",
        ),
        (
            "a position outside its limits",
            ab.clone(),
            lift(r#", "positions": {"up": 9}"#),
            "robots[0]: the joint 'up' is at 9, outside its limits",
        ),
        (
            "a body on itself",
            format!("{b}, {}", with("a", r#""on": "a""#)),
            String::new(),
            "bodies[1].on: there is no body, frame or link 'a', or it is attached to this one",
        ),
        (
            "bodies on each other",
            format!("{}, {}", with("a", r#""on": "b""#), with("b", r#""on": "a""#)),
            String::new(),
            "bodies[0].on: there is no body, frame or link 'b', or it is attached to this one",
        ),
        (
            "a group in which nobody is",
            format!("{a}, {}", with("b", r#""meets": ["g"]"#)),
            String::new(),
            "bodies[1].meets: no body is in the group 'g'",
        ),
        (
            "a clearance of nobody",
            ab.clone(),
            clearances(&of("a", "nobody")),
            "clearances[0]: there is no body, link or robot 'nobody'",
        ),
        (
            "leave for nobody",
            ab.clone(),
            r#", "allow": [["a", "nobody"]]"#.to_owned(),
            "allow[0]: there is no body, link or robot 'nobody'",
        ),
        (
            "a negative clearance",
            ab.clone(),
            r#", "clearance": -1"#.to_owned(),
            "clearance: ",
        ),
    ];
    let mut wrong = Vec::new();
    for (what, bodies, more, expected) in rows {
        match scene(&bodies, &more) {
            Err(refused) if refused.starts_with(expected) => {}
            other => wrong.push(format!("{what}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What only looks like a contradiction is taken.
#[test]
fn what_agrees_is_taken() {
    let [a, b] = ["a", "b"].map(|name| format!(r#"{{"name": "{name}", {BOX}, {FAR}}}"#));
    let fixed = |on: &str| format!(r#"{{"name": "c", {BOX}, "fixed": true, "on": "{on}"}}"#);
    let rows: Vec<(&str, String, String)> = vec![
        (
            "fixed on a frame that stays",
            format!(r#"{a}, {{"name": "cell"}}, {}"#, fixed("cell")),
            String::new(),
        ),
        ("fixed on a robot that stays", format!("{a}, {}", fixed("lift/top")), lift("")),
        (
            "fixed on the root of one that moves",
            format!("{a}, {}", fixed("lift/base")),
            lift(r#", "positions_file": "lift.csv""#),
        ),
        (
            "a clearance of links over two joints",
            a.clone(),
            format!(
                r#"{}, "clearances": [{{"pair": ["lift/base", "lift/top"], "clearance": 0.1}}]"#,
                lift("")
            ),
        ),
        (
            "a clearance of all links",
            a.clone(),
            format!(
                r#"{}, "clearances": [{{"pair": ["lift", "lift"], "clearance": 0.1}}]"#,
                lift("")
            ),
        ),
        (
            "a robot that may touch itself",
            format!("{a}, {b}"),
            format!(r#"{}, "allow": [["lift", "lift"]]"#, lift("")),
        ),
        ("a rule of neighbours", a.clone(), lift(r#", "neighbours": "mesh""#)),
    ];
    for (what, bodies, more) in rows {
        // The bodies stand far apart, so that none touches: that may be said.
        let said = scene(&bodies, &more).unwrap();
        assert!(said.iter().all(|said| said.contains("in another place")), "{what}: {said:?}");
    }
    let itself = scene(&format!("{a}, {b}"), r#", "allow": [["a", "a"]]"#).unwrap();
    assert!(itself.len() == 1 && itself[0].contains("allow[0]: both are 'a'"), "{itself:?}");
}
