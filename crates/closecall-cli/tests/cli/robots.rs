//! Robots as they come: Collada meshes, and packages where ROS has them.

use crate::program::{Folder, closecall, closecall_with_variable};

/// A plate of 1 × 2 in centimeters that says that Y is up.
const PLATE: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.01" name="centimeter"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="s">
<float_array id="a" count="12">0 0 0  100 0 0  100 200 0  0 200 0</float_array><technique_common>
<accessor source="#a" count="4" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor>
</technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>"##;

/// Two plates, one above the other, in packages of these names.
fn robot(packages: [&str; 2]) -> String {
    let link = |name: &str, package: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><mesh filename=\"package://{package}/meshes/{name}.dae\"/>\
             </geometry></collision></link>"
        )
    };
    format!(
        "<robot name=\"r\">{}{}<link name=\"between\"/>\
         <joint name=\"i\" type=\"fixed\"><parent link=\"low\"/><child link=\"between\"/></joint>\
         <joint name=\"j\" type=\"fixed\"><origin xyz=\"0.5 0.5 0.25\"/><parent link=\"between\"/><child link=\"high\"/></joint></robot>",
        link("low", packages[0]),
        link("high", packages[1]),
    )
}

/// A folder with a robot in `arms/urdf`, and its meshes there.
fn folder(packages: [&str; 2], meshes: [&str; 2]) -> (Folder, String) {
    let folder = Folder::new();
    for path in ["arms/urdf", meshes[0], meshes[1]] {
        std::fs::create_dir_all(folder.path(path)).unwrap();
    }
    folder.write(&format!("{}/low.dae", meshes[0]), PLATE);
    folder.write(&format!("{}/high.dae", meshes[1]), PLATE);
    let urdf = folder.write("arms/urdf/r.urdf", robot(packages));
    (folder, urdf)
}

#[test]
fn packages_are_found_in_the_usual_places_without_a_flag() {
    // Beside the robot's package, in a `share` folder above, and by another name of the own one.
    for (packages, meshes, guessed) in [
        (["arms", "hands"], ["arms/meshes", "hands/meshes"], false),
        (["arms", "hands"], ["arms/meshes", "share/hands/meshes"], false),
        (["arms_support", "arms_support"], ["arms/meshes", "arms/meshes"], true),
    ] {
        let (_folder, urdf) = folder(packages, meshes);
        let run = closecall(&["world", &urdf]);
        // Its two plates are welded: nothing is looked at.
        assert_eq!(run.code, 3, "{packages:?}: {} {}", run.stdout, run.stderr);
        let warnings: Vec<&str> = run
            .stderr
            .lines()
            .filter(|line| [".dae", "is not there"].iter().any(|word| line.contains(word)))
            .collect();
        assert_eq!(warnings.len(), 1 + usize::from(guessed), "{}", run.stderr);
        assert!(
            warnings[0].contains("taken as written, as ROS does; and the like of 1 more"),
            "{}",
            run.stderr
        );
    }
    for variable in ["ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"] {
        let (folder, urdf) =
            folder(["arms", "hands"], ["arms/meshes", "elsewhere/share/hands/meshes"]);
        let refused = closecall(&["world", &urdf, "--json"]).error();
        assert!(refused[2].contains("the package 'hands' is in no folder above"), "{refused:?}");
        let within = if variable == "ROS_PACKAGE_PATH" { "elsewhere/share" } else { "elsewhere" };
        let run = closecall_with_variable((variable, &folder.path(within)), &["world", &urdf]);
        assert_eq!(run.code, 3, "{variable}: {} {}", run.stdout, run.stderr);
    }
}

#[test]
fn a_collada_file_is_in_meters_with_z_up_on_its_own() {
    let folder = Folder::new();
    let plate = folder.write("plate.dae", PLATE);
    let run = closecall(&["info", &plate, "--json"]);
    let json = run.json();
    assert_eq!((&json["format"], &json["unit"]), (&"Collada".into(), &"meter".into()));
    assert_eq!(json["size"], serde_json::json!([1.0, 0.0, 2.0]));
}

#[test]
fn a_flight_is_an_animation_for_other_viewers() {
    let folder = Folder::flight(&["-3,0,0,1,0,0,0", "-1,0,0,0.8,0,0.6,0"]);
    let glb = folder.path("flight.glb");
    let json = folder.check_path(&["--gltf", &glb, "--json"]).json();
    assert_eq!(json["gltf"].as_str(), Some(&*glb));
    let read = closecall::mesh::load(&glb).unwrap();
    assert_eq!(read.parts.len(), 2);
    let bytes = std::fs::read(&glb).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let document: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let animation = &document["animations"][0];
    assert_eq!(animation["channels"].as_array().unwrap().len(), 2);
    let times =
        &document["accessors"][animation["samplers"][0]["input"].as_u64().unwrap() as usize];
    assert_eq!((&times["count"], &times["min"]), (&2.into(), &serde_json::json!([0.0])));
    let refused = folder.check_path(&["--gltf", "x.ply", "--json"]).error();
    assert!(refused[2].contains("must end in .glb"), "{refused:?}");
}

/// A tool above a table, with two links without shapes between them, and a probe on the tool.
const GANTRY: &str = r#"<robot name="gantry">
  <link name="table"><collision><geometry><box size="2 2 0.1"/></geometry></collision></link>
  <link name="x"/><link name="y"/>
  <link name="tool"><collision><geometry><box size="0.1 0.1 0.4"/></geometry></collision></link>
  <link name="probe"><collision><geometry><box size="0.02 0.02 0.02"/></geometry></collision></link>
  <joint name="x" type="prismatic"><parent link="table"/><child link="x"/><origin xyz="0 0 1"/><axis xyz="1 0 0"/><limit lower="-2" upper="2"/></joint>
  <joint name="y" type="prismatic"><parent link="x"/><child link="y"/><axis xyz="0 1 0"/><limit lower="-2" upper="2"/></joint>
  <joint name="z" type="prismatic"><parent link="y"/><child link="tool"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint>
  <joint name="p" type="revolute"><parent link="tool"/><child link="probe"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint>
</robot>"#;

fn gantry() -> (Folder, [String; 2]) {
    let folder = Folder::new();
    let urdf = folder.write("gantry.urdf", GANTRY);
    let way = folder.write("way.csv", "x,y,z\n0,0,0\n0,0,-0.8\n0.3,0.2,-1\n");
    (folder, [urdf, way])
}

/// The tool was driven through the table, and that was called clear.
#[test]
fn pairs_that_are_not_looked_at_are_printed() {
    let (folder, [urdf, way]) = gantry();
    let page = folder.path("page.html");
    let joined = serde_json::json!({ "a": "tool", "b": "probe", "why": "joint" });
    let mesh = serde_json::json!({ "a": "table", "b": "tool", "why": "mesh" });
    for (flags, code, expected) in [
        (&[][..], 1, vec![&joined]),
        (&["--neighbours", "joint"], 1, vec![&joined]),
        (&["--neighbours", "none"], 1, vec![]),
        (&["--neighbours", "mesh"], 0, vec![&mesh, &joined]),
    ] {
        for command in [&["world"][..], &["sweep"]] {
            let asked = [command, &[&urdf, "--joints", &way], flags].concat();
            let run = closecall(&[&asked[..], &["--json"]].concat());
            assert_eq!(run.code, code, "{asked:?}: {}", run.stdout);
            let json = run.json();
            let told: Vec<_> = json["not_looked_at"].as_array().unwrap().iter().collect();
            assert_eq!(told, expected, "{asked:?}");
            assert_eq!(json["pairs_looked_at"], 3 - expected.len(), "{asked:?}");
            let text = closecall(&[&asked[..], &["--report", &page]].concat());
            let is_told = text
                .stdout
                .contains("joined by one joint, or welded to links that are: tool and probe");
            assert_eq!(is_told, !expected.is_empty(), "{asked:?}: {}", text.stdout);
            let is_noted =
                folder.read("page.html").contains("not looked at: 1 joined by one joint");
            assert_eq!(is_noted, !expected.is_empty(), "{asked:?}");
            let is_warned =
                text.stderr.contains("several joints move them against each other: table and tool");
            assert_eq!(is_warned, expected.contains(&&mesh), "{asked:?}: {}", text.stderr);
        }
    }
    let [_, _, message] = closecall(&["world", &urdf, "--neighbours", "all", "--json"]).error();
    assert!(message.contains("none, joint, mesh"), "{message}");
    let scene = folder.write("s.json", r#"{"schema_version": 1, "robots": [{"name": "g", "urdf": "gantry.urdf", "neighbours": "mesh"}]}"#);
    assert_eq!(
        closecall(&["world", &scene, "--json"]).json()["not_looked_at"].as_array().unwrap().len(),
        2
    );
    let [_, place, _] = closecall(&["world", &scene, "--neighbours", "mesh", "--json"]).error();
    assert_eq!(place, "--neighbours");
}

#[test]
fn flags_act_on_links_that_are_looked_at_and_are_refused_on_others() {
    let (folder, [urdf, _]) = gantry();
    let srdf = folder.write(
        "g.srdf",
        r#"<robot name="gantry"><enable_collisions link1="tool" link2="probe"/></robot>"#,
    );
    let rows: [(&[&str], Result<i32, &str>); 9] = [
        (&["--pair-clearance", "table,tool=0.8"], Ok(1)),
        (&["--pair-clearance", "table,tool=0.7"], Ok(0)),
        (
            &["--pair-clearance", "tool,probe=0.5"],
            Err("'tool' and 'probe' are not looked at: they are joined by one joint"),
        ),
        (&["--pair-clearance", "tool,probe=0.5", "--srdf", &srdf], Ok(1)),
        (&["--pair-clearance", "tool,x=0.5"], Err("'x' has no shape")),
        (&["--pair-clearance", "gantry,gantry=0.8"], Ok(1)),
        (&["--padding", "gantry=0.4"], Ok(1)),
        (&["--padding", "gantry=0.3"], Ok(0)),
        (&["--padding", "y=0.3"], Err("'y' has no shape")),
    ];
    for (flags, expected) in rows {
        let run = closecall(&[&["world", &urdf, "--json"], flags].concat());
        match expected {
            Ok(code) => assert_eq!(run.code, code, "{flags:?}: {}", run.stdout),
            Err(expected) => {
                let [_, place, message] = run.error();
                assert!(place == flags[0] && message.starts_with(expected), "{flags:?}: {message}");
            }
        }
    }
    let same =
        folder.write("same.urdf", GANTRY.replace("robot name=\"gantry\"", "robot name=\"tool\""));
    let [_, _, message] = closecall(&["world", &same, "--padding", "tool=0.1", "--json"]).error();
    assert!(message.contains("a link and of the robot"), "{message}");
}

#[test]
fn links_that_touch_at_rest_come_with_a_hint() {
    let (folder, [urdf, _]) = gantry();
    let low =
        folder.write("low.urdf", GANTRY.replace("xyz=\"0 0 1\"/><axis", "xyz=\"0 0 0.1\"/><axis"));
    let hint = "<disable_collisions link1=\"table\" link2=\"tool\" reason=\"Default\"/>";
    let run = closecall(&["world", &low]);
    assert!(run.code == 1 && run.stdout.contains(hint), "{}", run.stdout);
    assert!(run.stdout.contains("--allow-at-rest") && run.stdout.contains("closecall srdf"));
    // What touches at rest may be passed over, and is named then.
    for words in
        [&["world", &low][..], &["sweep", &low, "--joints", &folder.write("up.csv", "z\n0\n0.1\n")]]
    {
        let words = [words, &["--allow-at-rest"]].concat();
        let run = closecall(&words);
        assert!(run.code == 0 || run.code == 3, "{words:?}: {}", run.stdout);
        assert!(
            run.stdout.contains("touching at rest, and allowed to for that: table and tool"),
            "{}",
            run.stdout
        );
        let json = closecall(&[&words[..], &["--json"]].concat()).json();
        let why: Vec<&str> = json["not_looked_at"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|pair| pair["why"].as_str())
            .collect();
        assert!(why.contains(&"at_rest"), "{why:?}");
    }
    let scene = folder.write("boxes.json", r#"{"schema_version": 1, "bodies": [
        {"name": "a", "shape": {"box": {"size": [1, 1, 1]}}}, {"name": "b", "shape": {"box": {"size": [1, 1, 1]}}}]}"#);
    let [_, place, message] = closecall(&["world", &scene, "--allow-at-rest", "--json"]).error();
    assert_eq!((place.as_str(), message.as_str()), ("--allow-at-rest", "there is no robot"));
    let way = folder.write("down.csv", "z\n0\n-1.5\n");
    let run = closecall(&["sweep", &low, "--joints", &way]);
    assert!(run.code == 1 && run.stdout.contains(hint), "{}", run.stdout);
    // Not where they touch only on the way.
    let run = closecall(&["sweep", &urdf, "--joints", &way]);
    assert!(run.code == 1 && !run.stdout.contains("hint"), "{}", run.stdout);
    let srdf = folder.write("low.srdf", format!("<robot name=\"gantry\">{hint}</robot>"));
    assert_eq!(closecall(&["world", &low, "--srdf", &srdf]).code, 0);
}

/// A robot of which nothing is looked at is never clear.
#[test]
fn a_robot_of_which_nothing_is_looked_at_is_not_clear() {
    let folder = Folder::new();
    let link = |name: &str| {
        format!(
            "<link name='{name}'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
        )
    };
    let text = format!(
        "<robot name='r'>{}{}<joint name='j' type='revolute'><limit lower='-1' upper='1'/><parent link='a'/><child link='b'/></joint></robot>",
        link("a"),
        link("b")
    );
    let urdf = folder.write("r.urdf", text);
    let way = folder.write("way.csv", "j\n0\n1\n");
    for asked in [
        &["world", &urdf][..],
        &["sweep", &urdf, "--joints", &way],
        &["sweep", &urdf, "--range", "j"],
    ] {
        let run = closecall(asked);
        assert_eq!(run.code, 3, "{asked:?}: {}", run.stdout);
        assert!(run.stdout.contains("nothing is checked"), "{asked:?}: {}", run.stdout);
    }
}

/// The example's arm: the table of its links is written, read back, and compared with the file it has.
#[test]
fn the_table_of_links_is_proved_written_and_read_back() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/");
    let (urdf, shipped) = (format!("{examples}arm.urdf"), format!("{examples}arm.srdf"));
    let folder = Folder::new();
    let out = folder.path("arm.srdf");
    let words = [
        "srdf",
        &urdf,
        "-o",
        &out,
        "--compare",
        &shipped,
        "--rows",
        "200",
        "--budget",
        "20000tests",
    ];
    let run = closecall(&words);
    assert!(run.code == 0 || run.code == 3, "{} {}", run.stdout, run.stderr);
    for expected in
        ["21 pairs of links", "never", "sometimes", "boxes of joints asked", "arm.srdf disables"]
    {
        assert!(run.stdout.contains(expected), "{expected}: {}", run.stdout);
    }
    let json = closecall(&[&words[..], &["--json"]].concat()).json();
    let counts = &json["counts"];
    assert!(
        counts["never"].as_u64() > Some(0) && counts["sometimes"].as_u64() > Some(0),
        "{counts}"
    );
    assert_eq!(counts["unknown"].as_u64() > Some(0), run.code == 3, "{counts}");
    // Every pair that touches is found again at its own positions.
    let pairs = json["pairs"].as_array().unwrap();
    for pair in pairs.iter().filter(|pair| pair["do"] == "sometimes") {
        let row = pair["touching_at"].as_object().unwrap();
        let (names, values): (Vec<&str>, Vec<String>) =
            row.iter().map(|(name, value)| (name.as_str(), value.to_string())).unzip();
        let table = folder.write("at.csv", format!("{}\n{}\n", names.join(","), values.join(",")));
        let found =
            closecall(&["world", &urdf, "--joints", &table, "--neighbours", "none", "--json"])
                .json();
        let touching = found["collisions"][0]["pairs"].as_array().unwrap();
        assert!(
            touching.iter().any(|other| other["a"] == pair["a"] && other["b"] == pair["b"]),
            "{pair}"
        );
    }
    let with = |srdf: &str| closecall(&["world", &urdf, "--srdf", srdf, "--json"]).json();
    assert_eq!(with(&out)["warnings"].as_array().unwrap().len(), 0);
    // Printed without a file, it is the same.
    let printed = closecall(&["srdf", &urdf, "--rows", "200", "--budget", "20000tests"]);
    assert_eq!(printed.stdout, std::fs::read_to_string(&out).unwrap());
    assert_eq!(closecall(&["srdf", &shipped]).code, 2);
}
