//! The meaning of "clear": surfaces that were looked at, and do not touch.

use crate::program::{Folder, closecall, cube};

const SMALL: &str = r#"{ "name": "small", "shape": { "box": { "size": [1, 1, 1] } } }"#;
const LARGE: &str = r#"{ "name": "large", "shape": { "box": { "size": [9, 9, 9] } }"#;

fn world(folder: &Folder, bodies: &str) -> crate::program::Run {
    world_with(folder, &format!("{bodies}]"))
}

/// A world of bodies, the list closed, and more.
fn world_with(folder: &Folder, bodies: &str) -> crate::program::Run {
    let scene =
        folder.write("scene.json", format!("{{\"schema_version\": 1, \"bodies\": [{bodies}}}"));
    closecall(&["world", &scene, "--json"])
}

#[test]
fn a_body_inside_another_is_clear_and_the_words_say_surfaces() {
    let folder = Folder::new();
    assert_eq!(world(&folder, &format!("{SMALL}, {LARGE} }}")).code, 0);
    let text = closecall(&["world", &folder.path("scene.json")]).stdout;
    assert!(text.contains("clear   no surfaces touch"), "{text}");
    for words in [&["check", "--help"][..], &["world", "--help"]] {
        let help = closecall(words).stdout;
        assert!(
            help.contains("Surfaces are compared") && help.contains("inside"),
            "{words:?}: {help}"
        );
    }
}

#[test]
fn groups_that_nobody_is_in_are_errors_and_bodies_that_meet_nothing_are_warned_of() {
    let folder = Folder::new();
    let [_, place, message] = world(
        &folder,
        &format!("{SMALL}, {LARGE}, \"groups\": [\"yard\"], \"meets\": [\"defualt\"] }}"),
    )
    .error();
    assert_eq!(place, "bodies[1].meets");
    assert_eq!(message, "no body is in the group 'defualt'; there are 'default', 'yard'");
    let quiet = |folder: &Folder| closecall(&["world", &folder.path("scene.json"), "--quiet"]);
    let all_allowed = format!("{SMALL}, {LARGE} }}], \"allow\": [[\"small\", \"large\"]]");
    let json = world_with(&folder, &all_allowed).json();
    assert!(
        json["warnings"][0]
            .as_str()
            .unwrap()
            .ends_with("every two bodies may touch: nothing is checked"),
        "{json}"
    );
    assert!(quiet(&folder).stderr.ends_with("nothing is checked\n"));
    let json = world(&folder, &format!("{SMALL}, {LARGE}, \"meets\": [] }}")).json();
    assert!(quiet(&folder).stderr.ends_with("nothing is checked\n"));
    assert!(json["warnings"][0].as_str().unwrap().ends_with("nothing is checked"), "{json}");
    let third = SMALL.replace("small", "third");
    let json = world(&folder, &format!("{SMALL}, {third}, {LARGE}, \"meets\": [] }}")).json();
    let warning = json["warnings"][0].as_str().unwrap();
    assert!(
        warning.ends_with("not checked, for they meet no other body: bodies[2] ('large')"),
        "{warning}"
    );
    let fixed = format!("{LARGE}, \"fixed\": true }}");
    let json = world(&folder, &format!("{fixed}, {}", fixed.replace("large", "other"))).json();
    assert!(json["warnings"][0].as_str().unwrap().ends_with("nothing is checked"), "{json}");
    assert!(
        world(&folder, &format!("{SMALL}, {LARGE} }}")).json()["warnings"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn worlds_with_nothing_in_them_are_errors() {
    let folder = Folder::new();
    let [_, _, message] = world(&folder, "{ \"name\": \"frame\" }").error();
    assert!(message.starts_with("there is nothing that could touch"), "{message}");
    let bare = folder.write("bare.urdf", "<robot name=\"r\"><link name=\"l\"/></robot>");
    let [_, _, message] = closecall(&["world", &bare, "--json"]).error();
    assert!(message.starts_with("there is nothing that could touch"), "{message}");
    // Among others it is warned of.
    folder.write("cube.obj", cube());
    let json = closecall(&["world", &bare, "--env", &folder.path("cube.obj"), "--json"]).json();
    assert!(json["warnings"][0].as_str().unwrap().contains("no link has a <collision>"), "{json}");
}

#[test]
fn an_srdf_that_is_none_is_refused() {
    let folder = Folder::new();
    let box_at = |name: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>"
        )
    };
    let joint = "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>";
    let urdf = folder.write(
        "r.urdf",
        format!("<robot name=\"r\">{}{}{joint}</robot>", box_at("a"), box_at("b")),
    );
    let with = |srdf: &str| {
        closecall(&["world", &urdf, "--srdf", &folder.write("r.srdf", srdf), "--json"])
    };
    let [_, place, message] = with(&folder.read("r.urdf")).error();
    assert_eq!(
        (place.as_str(), message.as_str()),
        ("line 1", "'<link>' is of a URDF file: this is no SRDF file")
    );
    let [_, _, message] =
        with("<robot>\n<disable_colisions link1=\"a\" link2=\"b\"/>\n</robot>").error();
    assert!(
        message.contains("'<disable_colisions>' is not known: is it disable_collisions"),
        "{message}"
    );
    let json = with("<robot><color/><color/><group name=\"g\"/></robot>").json();
    let warnings = json["warnings"].as_array().unwrap();
    assert!(
        warnings[0]
            .as_str()
            .unwrap()
            .ends_with("line 1: '<color>' is not known, and not used (2 times)"),
        "{json}"
    );
}

#[test]
fn a_scene_that_is_none_is_named() {
    let folder = Folder::new();
    for (text, expected) in [
        ("hello", "it is not JSON"),
        ("null", "it is null"),
        ("[]", "it is a list"),
        ("7", "it is a single value"),
        ("", "it is empty"),
    ] {
        let [_, _, message] =
            closecall(&["world", &folder.write("scene.json", text), "--json"]).error();
        assert!(
            message.starts_with(expected) && message.contains("expected a scene"),
            "{text}: {message}"
        );
    }
}
