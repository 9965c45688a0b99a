//! Simple models: how they are read, what holds what, and what is refused.

use std::path::Path;

use closecall::{Answer, Ask};
use closecall_robot::{Description, FileError, LinkParts, Packages};

use crate::samples::shared;

fn real(urdf: &str) -> LinkParts {
    let description = Description::parse(Path::new("r.urdf"), urdf.as_bytes()).unwrap();
    LinkParts::of(&description, &Packages::default()).unwrap()
}

fn simple(text: &str) -> Result<LinkParts, FileError> {
    LinkParts::parse(Path::new("s.yml"), text.as_bytes(), &Packages::default())
}

fn with_shapes(shapes: &str) -> String {
    format!(r#"<robot name="r"><link name="base">{shapes}</link></robot>"#)
}

fn shape(origin: &str, shape: &str) -> String {
    format!("<collision><origin {origin}/><geometry>{shape}</geometry></collision>")
}

const BOX: &str = r#"<box size="2 2 2"/>"#;

fn answer(real_shapes: &str, simple_shapes: &str) -> (Answer, f64, f64) {
    let simple = simple(&with_shapes(simple_shapes)).unwrap();
    let ask = Ask::new().accuracy(1e-3);
    let found = real(&with_shapes(real_shapes)).sticks_out("base", &simple, &ask).unwrap();
    (found.covered.answer(), found.covered.distance.lo, found.covered.distance.hi)
}

#[test]
fn shapes_of_links_hold_links() {
    let ball = |radius: f64| shape("", &format!(r#"<sphere radius="{radius}"/>"#));
    assert_eq!(answer(&shape("", BOX), &ball(1.75)).0, Answer::Clear);
    let (small, lo, hi) =
        answer(&shape("xyz='0 0 5'", BOX), &shape("xyz='0 0 5'", r#"<sphere radius="1.5"/>"#));
    let out = 3.0f64.sqrt() - 1.5;
    assert_eq!(small, Answer::Touching(()));
    assert!(lo <= out + 1e-15 && out <= hi + 1e-15 && hi - lo < 1e-14, "{lo} to {hi}");
    // Two shapes of which one sticks out; the bounds are of both.
    let two = shape("", BOX) + &shape("xyz='9 0 0'", BOX);
    let (both, lo, hi) = answer(&two, &shape("", BOX));
    assert!(both == Answer::Touching(()) && lo <= 9.0 && 9.0 <= hi, "{lo} to {hi}");
}

#[test]
fn round_links_are_held_as_what_they_are_and_not_as_their_meshes() {
    let round = [
        r#"<sphere radius="1"/>"#,
        r#"<cylinder radius="1" length="3"/>"#,
        r#"<capsule radius="1" length="3"/>"#,
    ];
    for one in round {
        // The same shape at the same place holds it, though its mesh reaches further.
        let there = "xyz='1 2 3' rpy='0.1 0.2 0.3'";
        assert_eq!(answer(&shape(there, one), &shape(there, one)), (Answer::Clear, 0.0, 0.0));
        // A hair larger: nothing is said to stick out that does not.
        let larger =
            one.replace(r#"radius="1""#, r#"radius="1.0001""#).replace(r#""3""#, r#""3.1""#);
        let (open, lo, hi) = answer(&shape("", one), &shape("", &larger));
        assert_eq!((open, lo), (Answer::Undecided(()), 0.0), "{one}");
        assert!(hi > 0.0 && hi < 0.0044, "{one}: {hi}");
        let larger = larger.replace("1.0001", "1.01");
        assert_eq!(answer(&shape("", one), &shape("", &larger)).0, Answer::Clear, "{one}");
    }
    let (out, lo, hi) = answer(&shape("", round[0]), &shape("", r#"<sphere radius="0.75"/>"#));
    assert!(out == Answer::Touching(()) && lo <= 0.25 && 0.25 <= hi && hi - lo < 0.0055);
}

#[test]
fn lists_of_spheres_are_read_wherever_curobo_has_them() {
    let list = "base:\n    - center: [0, 0, 0]\n      radius: 1.8\n    - {center: [1, 2, 3], radius: -10}\n";
    let inner = "robot_cfg:\n  kinematics:\n    collision_spheres:\n      base:\n        - {center: [0.0, 0, 0.0], radius: 1.8}\n";
    let json = r#"{"collision_spheres": {"base": [{"center": [0, 0, 0], "radius": 1.8}], "hand": [{"center": [0, 0, 0], "radius": 1}]}}"#;
    let of_base = real(&with_shapes(&shape("", BOX)));
    for (text, warnings) in
        [(format!("collision_spheres:\n  {list}"), 1), (inner.to_owned(), 0), (json.to_owned(), 1)]
    {
        let simple = simple(&text).unwrap();
        assert_eq!(simple.of_link("base").len(), 1, "{text}");
        let found = of_base.sticks_out("base", &simple, &Ask::new()).unwrap();
        assert_eq!(found.covered.answer(), Answer::Clear);
        assert_eq!(simple.warnings(&of_base).len(), warnings, "{:?}", simple.warnings(&of_base));
    }
    let hand = simple(json).unwrap().warnings(&of_base);
    assert!(hand[0].contains("the robot has no link 'hand'"), "{hand:?}");
    // What cuRobo adds to the radii counts: 1.75 holds the box, 1.7 does not.
    for (buffer, sticks_out) in [
        ("-0.05", false),
        ("-0.1", true),
        ("{base: -0.1}", true),
        ("{hand: -0.1}", false),
        ("", false),
    ] {
        let key = format!("kinematics:\n    collision_sphere_buffer: {buffer}\n");
        let found = simple(&inner.replace("kinematics:\n", &key)).unwrap();
        let found = of_base.sticks_out("base", &found, &Ask::new()).unwrap().covered;
        assert_eq!(found.answer() != Answer::Clear, sticks_out, "{buffer}: {found:?}");
    }
    let wrong = inner
        .replace("    collision_spheres", "    collision_sphere_buffer: x\n    collision_spheres");
    assert!(simple(&wrong).unwrap_err().to_string().contains("'collision_sphere_buffer'"));
}

#[test]
fn a_link_without_parts_is_held_by_nothing() {
    let none = simple("collision_spheres:\n  other:\n").unwrap();
    let found = real(&with_shapes(&shape("", BOX))).sticks_out("base", &none, &Ask::new()).unwrap();
    assert_eq!((found.parts, found.covered.answer()), (0, Answer::Touching(())));
    assert!(found.covered.distance.lo.is_infinite());
    let frame = real(&with_shapes(""));
    assert!(frame.sticks_out("base", &none, &Ask::new()).is_none());
    assert!(frame.sticks_out("nobody", &none, &Ask::new()).is_none());
}

#[test]
fn broken_lists_are_refused_with_their_lines() {
    let cases = [
        ("", "there is no 'collision_spheres'"),
        ("spheres: []", "there is no 'collision_spheres'"),
        ("collision_spheres: spheres/franka.yml", "names the file 'spheres/franka.yml'"),
        ("collision_spheres: [1]", "is a list"),
        ("collision_spheres:\n  base: 3", "line 2: expected a list of spheres, found `3`"),
        ("collision_spheres:\n  base:\n  - {radius: 1}", "line 3: the sphere has no 'center'"),
        ("collision_spheres:\n  base:\n  - {center: [0, 0, 0]}", "the sphere has no 'radius'"),
        (
            "collision_spheres:\n  base:\n  - {center: [0, 0], radius: 1}",
            "'center' has 2 numbers, not 3",
        ),
        (
            "collision_spheres:\n  base:\n  - {center: [0, 0, x], radius: 1}",
            "expected a number, found `x`",
        ),
        ("collision_spheres:\n  base:\n  - {center: [0, 0, .nan], radius: 1}", "expected a number"),
        ("collision_spheres:\n  base:\n  - {center: [0, 0, 0], radius: inf}", "expected a number"),
        ("collision_spheres:\n  base:\n  - {center: [0, 0, 1e300], radius: 1}", "line 3"),
        ("collision_spheres:\n  base:\n  - {center: [0, 0, 0], radius: 1e300}", "line 3"),
        ("collision_spheres:\n  base:\n  - 7", "the sphere has no 'center'"),
        ("\u{0}", "line 1"),
    ];
    for (text, word) in cases {
        let error = simple(text).unwrap_err().to_string();
        assert!(error.starts_with("s.yml") && error.contains(word), "{text:?}: {error}");
    }
    assert!(LinkParts::parse(Path::new("s.yml"), b"a: \xff", &Packages::default()).is_err());
}

#[test]
fn open_meshes_hold_nothing_and_closed_ones_do() {
    let Some(folder) = shared().map(|folder| folder.join("data/robots/panda")) else { return };
    let description = std::fs::read(folder.join("panda.urdf")).unwrap();
    let description = Description::parse(&folder.join("panda.urdf"), &description).unwrap();
    let real = LinkParts::of(&description, &Packages::default()).unwrap();
    let ask = Ask::new().accuracy(1e-3).budget(closecall::Budget::tests(200_000));
    match LinkParts::load(folder.join("panda.urdf"), &Packages::default()) {
        Ok(simple) => {
            for link in real.names() {
                let found = real.sticks_out(link, &simple, &ask).unwrap();
                assert!(found.covered.distance.lo == 0.0, "{link}: {found:?}");
            }
        }
        Err(error) => assert!(error.to_string().contains("the mesh is not closed"), "{error}"),
    }
}
