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
        assert_eq!(run.code, 0, "{packages:?}: {} {}", run.stdout, run.stderr);
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
        assert_eq!(run.code, 0, "{variable}: {} {}", run.stdout, run.stderr);
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
    let json = closecall(&["fly", &folder.dir(), "--reps", "1", "--gltf", &glb, "--json"]).json();
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
    let refused = closecall(&["fly", &folder.dir(), "--gltf", "x.ply", "--json"]).error();
    assert!(refused[2].contains("must end in .glb"), "{refused:?}");
}
