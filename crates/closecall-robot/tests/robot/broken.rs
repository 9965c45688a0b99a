//! Refusals, with the file, the line, and the link or joint.

use super::samples::{ZOO, robot, with_srdf};

/// The zoo with a text replaced, which must be there once or more.
fn refused(from: &str, to: &str) -> String {
    assert!(ZOO.contains(from), "{from}");
    robot(&ZOO.replace(from, to)).unwrap_err().to_string()
}

#[test]
fn every_fault_has_its_place() {
    let cases = [
        (
            "size=\"1 0.6 0.2\"",
            "size=\"1 0.6\"",
            "r.urdf, line 9, link 'cart': 'size' is '1 0.6': expected 3 numbers, found 2",
        ),
        (
            "size=\"1 0.6 0.2\"",
            "size=\"1 x 2\"",
            "r.urdf, line 9, link 'cart': 'size' has 'x', not a finite number",
        ),
        (
            "size=\"1 0.6 0.2\"",
            "size=\"1 nan 2\"",
            "r.urdf, line 9, link 'cart': 'size' has 'nan', not a finite number",
        ),
        (
            "size=\"1 0.6 0.2\"",
            "size=\"1 0 2\"",
            "r.urdf, line 9, link 'cart': 'size y' is 0, not a finite number above 0",
        ),
        ("size=\"1 0.6 0.2\"", "", "r.urdf, line 9, link 'cart': '<box>' has no attribute 'size'"),
        (
            "<cylinder",
            "<cone",
            "r.urdf, line 12, link 'mast': expected box, cylinder, capsule, sphere or mesh, found '<cone>'",
        ),
        (
            "<link name=\"flange\"/>",
            "<link name=\"left\"/>",
            "r.urdf, line 18: there is a link 'left' already",
        ),
        (
            "<link name=\"flange\"/>",
            "<Link name=\"flange\"/>",
            "r.urdf, line 17: '<Link>' is not known: is it '<link>'?",
        ),
        (
            "<link name=\"flange\"/>",
            "<link name=\"flange\"><colision/></link>",
            "r.urdf, line 17: '<colision>' is not known: is it '<collision>'?",
        ),
        (
            "xyz=\"0.5 0 0\"",
            "xyx=\"0.5 0 0\"",
            "r.urdf, line 15: the attribute 'xyx' is not known: is it 'xyz'?",
        ),
        ("<link name=\"flange\"/>", "<link/>", "r.urdf, line 17: '<link>' has no attribute 'name'"),
        (
            "type=\"planar\"",
            "type=\"ball\"",
            "r.urdf, line 27, joint 'drive': the type is 'ball': expected fixed, revolute",
        ),
        (
            "parent link=\"mast\"",
            "parent link=\"must\"",
            "r.urdf, line 30, joint 'lift': the parent 'must' is no link",
        ),
        (
            "axis xyz=\"0 0 2\"",
            "axis xyz=\"0 0 0\"",
            "r.urdf, line 28, joint 'turn': the axis is 0 0 0",
        ),
        (
            "lower=\"-0.5\" upper",
            "lower=\"2\" upper",
            "r.urdf, line 31, joint 'lift': the lower limit 2 is above the upper limit 1.5",
        ),
        (
            "<limit lower=\"-0.5\" upper=\"1.5\" effort=\"1\" velocity=\"1\"/>",
            "",
            "r.urdf, line 29, joint 'lift': '<joint>' has no '<limit>'",
        ),
        (
            "mimic joint=\"grip\"",
            "mimic joint=\"grap\"",
            "r.urdf, line 39, joint 'follow': it follows 'grap', which is no joint",
        ),
        (
            "mimic joint=\"grip\"",
            "mimic joint=\"weld\"",
            "r.urdf, line 37, joint 'follow': it follows 'weld', which has not one coordinate",
        ),
        (
            "mimic joint=\"grip\"",
            "mimic joint=\"follow\"",
            "r.urdf, line 37, joint 'follow': it follows joints that follow one another in a circle",
        ),
        (
            "<parent link=\"floor\"/><child link=\"drone\"/>",
            "<parent link=\"floor\"/>",
            "r.urdf, line 41, joint 'fly': '<joint>' has no '<child>'",
        ),
        (
            "<parent link=\"floor\"/><child link=\"drone\"/>",
            "<parent link=\"drone\"/><child link=\"drone\"/>",
            "r.urdf, line 41, joint 'fly': parent and child are the same link",
        ),
        (
            "<parent link=\"floor\"/><child link=\"drone\"/>",
            "<parent link=\"floor\"/><child link=\"cart\"/>",
            "r.urdf: the link 'cart' is attached to two joints, 'drive' and 'fly'",
        ),
        (
            "<link name=\"flange\"/>",
            "<link name=\"flange\"/><link name=\"lost\"/>",
            "r.urdf: the links 'floor' and 'lost' are both attached to nothing",
        ),
        (
            "<parent link=\"floor\"/><child link=\"cart\"/>",
            "<parent link=\"flange\"/><child link=\"cart\"/>",
            "r.urdf: the link 'cart' is attached to itself",
        ),
        (
            "rpy=\"0 1.5707963267948966 0\"",
            "rpy=\"0 0 0\" quat_xyzw=\"0 0 0 1\"",
            "r.urdf, line 15, link 'boom': there are both 'rpy' and 'quat_xyzw'",
        ),
        (
            "xyz=\"0.5 0 0\"",
            "xyz=\"0.5 0 1e99\"",
            "r.urdf, line 15, link 'boom': tz is 1e99: a translation",
        ),
        (
            "<sphere radius=\"0.02\"/>",
            "<mesh filename=\"hand.dae\"/>",
            "r.urdf, line 19, link 'left': hand.dae: cannot be read",
        ),
        (
            "<sphere radius=\"0.02\"/>",
            "<mesh filename=\"gone.stl\"/>",
            "r.urdf, line 19, link 'left': gone.stl: cannot be read",
        ),
        (
            "<sphere radius=\"0.02\"/>",
            "<mesh filename=\"package://p/a.stl\"/>",
            "r.urdf, line 19, link 'left': the package 'p' is in no folder",
        ),
        (
            "<sphere radius=\"0.02\"/>",
            "<mesh filename=\"a.stl\" scale=\"1 0 1\"/>",
            "r.urdf, line 19, link 'left': 'scale' is [1.0, 0.0, 1.0]",
        ),
        (
            "<link name=\"flange\"/>",
            "<xacro:arm/>",
            "r.urdf, line 17: '<xacro:arm>' is a macro: expand the file first",
        ),
        ("</robot>", "", "r.urdf, line 43: the file ends inside an element"),
        ("</robot>", "</robot><robot/>", "r.urdf, line 42: there is a second outermost element"),
        ("<robot name", "<robots name", "r.urdf, line 42: not well-formed XML"),
        (
            "<?xml version=\"1.0\"?>",
            "<!DOCTYPE robot>",
            "r.urdf, line 1: a document type definition is not supported",
        ),
    ];
    for (from, to, expected) in cases {
        let found = refused(from, to);
        assert!(found.starts_with(expected), "{to}: {found}");
    }
    for (text, expected) in [
        ("", "r.urdf: the file is empty"),
        ("\n", "r.urdf, line 1: expected '<robot>', found no element"),
        ("ISO-10303-21;", "r.urdf: this is a STEP file, not a robot, a URDF or SRDF file"),
        ("<html>", "r.urdf: this is a web page: download the file itself"),
    ] {
        assert_eq!(robot(text).unwrap_err().to_string(), expected);
    }
    assert_eq!(
        robot("<sdf/>").unwrap_err().to_string(),
        "r.urdf, line 1: expected '<robot>', found '<sdf>'"
    );
    assert_eq!(robot("<robot/>").unwrap_err().to_string(), "r.urdf, line 1: there is no link");
}

#[test]
fn no_nesting_is_too_deep() {
    let deep = format!("<robot>{}{}</robot>", "<a>".repeat(1 << 20), "</a>".repeat(1 << 20));
    assert_eq!(robot(&deep).unwrap_err().to_string(), "r.urdf, line 1: there is no link");
}

#[test]
fn an_srdf_is_refused_or_warned_of_with_its_line() {
    let srdf =
        |text: &str| with_srdf(ZOO, Some(&format!("<robot name=\"zoo\">\n{text}\n</robot>")));
    let refused = srdf("<disable_collisions link1=\"cart\"/>").unwrap_err().to_string();
    assert_eq!(refused, "r.srdf, line 2: '<disable_collisions>' has no attribute 'link2'");
    let warned = srdf("<disable_collisions link1=\"cart\" link2=\"horse\"/>").unwrap();
    assert_eq!(warned.warnings(), ["r.srdf, line 2: not used, for the robot has no link 'horse'"]);
}

/// Many links name one file: it is read once, and links with the same shapes have one model.
#[test]
fn a_mesh_that_many_links_name_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 2\n")
        .unwrap();
    let link = |name: &str, scale: &str, x: &str| {
        format!(
            "<link name=\"{name}\"><collision><origin xyz=\"{x} 0 0\"/><geometry>\
             <mesh filename=\"a.obj\" scale=\"{scale}\"/></geometry></collision></link>"
        )
    };
    let joint = |child: &str| {
        format!(
            "<joint name=\"to_{child}\" type=\"fixed\"><parent link=\"l0\"/><child link=\"{child}\"/></joint>"
        )
    };
    let links =
        [("l0", "1 1 1", "0"), ("l1", "1 1 1", "0"), ("l2", "2 2 2", "0"), ("l3", "1 1 1", "5")];
    let urdf: String = links.iter().map(|(name, scale, x)| link(name, scale, x)).collect();
    let joints: String = links[1..].iter().map(|(name, ..)| joint(name)).collect();
    let file = folder.path().join("r.urdf");
    std::fs::write(&file, format!("<robot name=\"r\">{urdf}{joints}</robot>")).unwrap();
    let robot =
        closecall_robot::Robot::load(&file, &closecall_robot::RobotFiles::default()).unwrap();
    assert_eq!(
        (robot.mesh_files().len(), robot.warnings().len()),
        (1, 1),
        "{:?}",
        robot.warnings()
    );
    let far: Vec<f64> = robot
        .links()
        .iter()
        .map(|link| {
            link.model.as_ref().unwrap().mesh().vertices().iter().map(|v| v[0]).fold(0.0, f64::max)
        })
        .collect();
    assert_eq!(far, [1.0, 1.0, 2.0, 6.0]);
}

#[test]
fn an_srdf_of_another_robot_is_warned_of() {
    let named = |name: &str| {
        let pair = "<disable_collisions link1=\"cart\" link2=\"mast\"/>";
        with_srdf(ZOO, Some(&format!("<robot{name}>{pair}</robot>"))).unwrap()
    };
    for same in [" name=\"zoo\"", " name=\" zoo \"", ""] {
        assert_eq!(named(same).warnings(), [""; 0], "{same}");
    }
    let other = named(" name=\"farm\"");
    assert!(
        other.warnings()[0]
            .starts_with("r.srdf: it is made for the robot 'farm', and this is 'zoo'")
    );
    assert_eq!(other.allowed().disabled().len(), 1);
}

/// Ninety radians are rather ninety degrees.
#[test]
fn angles_beyond_a_turn_come_with_a_hint() {
    let robot = |kind: &str| {
        closecall_robot::Description::parse("r.urdf".as_ref(), format!(
            "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"{kind}\"><parent link=\"a\"/>\
             <child link=\"b\"/><limit lower=\"-3\" upper=\"3\"/></joint></robot>").as_bytes())
        .and_then(|description| closecall_robot::Robot::new(description, None, &closecall_robot::Packages::default()))
        .unwrap()
    };
    let refused =
        |kind: &str, at: f64| robot(kind).parents_from_links(&[at]).unwrap_err().to_string();
    let plain = "the joint 'j' is at 90, outside its limits -3 to 3";
    assert_eq!(
        refused("revolute", 90.0),
        format!("{plain}: angles are in radians, and 90° is 1.5708")
    );
    assert_eq!(refused("prismatic", 90.0), plain);
    assert_eq!(refused("revolute", 3.5), "the joint 'j' is at 3.5, outside its limits -3 to 3");
    let doubt = |kind: &str, at: f64| robot(kind).degrees_doubt(&[at]);
    assert_eq!(
        doubt("continuous", -90.0).unwrap(),
        "'j' is at -90: angles are in radians, and -90° is -1.5708"
    );
    assert_eq!((doubt("continuous", 6.0), doubt("prismatic", 90.0)), (None, None));
}

#[test]
fn two_meshes_that_would_be_one_file_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let mesh = |uri: &str| {
        format!("<collision><geometry><mesh filename=\"{uri}\"/></geometry></collision>")
    };
    let load = |uris: &[&str]| {
        let meshes: String = uris.iter().map(|uri| mesh(uri)).collect();
        let urdf = format!("<robot name=\"r\"><link name=\"l\">{meshes}</link></robot>");
        std::fs::write(folder.path().join("r.urdf"), urdf).unwrap();
        closecall_robot::Robot::load(
            folder.path().join("r.urdf"),
            &closecall_robot::RobotFiles::default(),
        )
    };
    let robot = load(&["package://gone/left/a.obj", "package://gone/left/a.obj"]).unwrap();
    assert_eq!((robot.warnings().len(), robot.mesh_files().len()), (1, 1));
    let error = load(&["package://gone/left/a.obj", "package://gone/right/a.obj"]).unwrap_err();
    assert!(
        error.message().contains("'package://gone/left/a.obj' and 'package://gone/right/a.obj'"),
        "{error}"
    );
}
