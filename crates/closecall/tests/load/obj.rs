//! OBJ.

use super::{corners, loaded, refused};
use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::{Format, MeshError, Place, Problem, Warning};

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

fn triangles_of(faces: &str) -> Vec<[u32; 3]> {
    loaded("square.obj", SQUARE.to_owned() + faces).mesh.triangles().to_vec()
}

fn message_for(faces: &str) -> String {
    refused("square.obj", SQUARE.to_owned() + faces).2
}

#[test]
fn corners_may_be_written_in_every_form() {
    for face in [
        "f 1 2 4",
        "f 1/9 2/9 4/9",
        "f 1//1 2//1 4//1",
        "f 1/1/1 2/2/2 4/-4/-4",
        "f -4 -3 -1",
        "f 1/ 2// 4",
        "fo 1 2 4",
    ] {
        assert_eq!(triangles_of(face), [[0, 1, 3]], "{face}");
    }
}

#[test]
fn numbers_are_read_in_f64() {
    let file = loaded("n.obj", "v 0.1 -1e-3 +2.5E2\nv 1. .5 0\nv 3 4 123456789.123456789\nf 1 2 3");
    assert_eq!(file.format, Format::Obj);
    assert_eq!(
        corners(&file.mesh),
        [[[0.1, -1e-3, 250.0], [1.0, 0.5, 0.0], [3.0, 4.0, 123_456_789.123_456_79]]]
    );
}

#[test]
fn weights_and_colours_are_passed_over() {
    let file = loaded("v.obj", "v 0 0 0 1\nv 1 0 0 0.1 0.2 0.3\nv 0 1 0 1 0.1 0.2 0.3\nf 1 2 3");
    assert_eq!(file.mesh.points().len(), 3);
    assert_eq!(file.warnings, []);
    let (place, _, message) = refused("v.obj", "v 0 0 0\nv 0 0 0 1 1\n");
    assert_eq!(place, Place::Line(2));
    assert!(message.ends_with("expected 3, 4, 6 or 7 numbers, found 5 numbers"));
}

#[test]
fn what_is_no_geometry_is_passed_over() {
    let rest = "# comment \\\nvn 0 0 1\nvt 0 0\nvp 1\ng a b\no a\ns off\nmg 1 1\nmtllib a\nusemtl b\nlod 1 # x\n\n \t\n";
    let file = loaded(
        "all.obj",
        format!("\u{FEFF}{rest}{SQUARE}{rest}f 1 2 3 # the first\n{rest}f 1 3 4\n"),
    );
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(file.warnings, []);
}

#[test]
fn a_backslash_joins_lines_and_every_line_end_is_one() {
    let text = SQUARE.to_owned() + "g a\\\n b\nf 1 \\\n 2\\\n 4 # last \\\nf \\\n\\\n2 3 4";
    for ending in ["\n", "\r\n", "\r"] {
        let file = loaded("joined.obj", text.replace('\n', ending));
        assert_eq!(file.mesh.triangles(), [[0, 1, 3], [1, 2, 3]]);
        let broken = text.replace("\\\n2 3 4", "2x\\\n 3 4").replace('\n', ending);
        assert_eq!(refused("joined.obj", broken).0, Place::Line(11));
    }
    assert_eq!(triangles_of("f 1 2 3 \\"), [[0, 1, 2]]);
}

#[test]
fn polygons_are_fanned_from_their_first_corner() {
    let file = loaded("square.obj", SQUARE.to_owned() + "f 3 4 1 2\nf 1 2 3");
    assert_eq!(file.mesh.triangles(), [[2, 3, 0], [2, 0, 1], [0, 1, 2]]);
    assert_eq!(file.warnings, []);
}

#[test]
fn doubtful_polygons_and_ignored_geometry_are_counted() {
    let text = SQUARE.to_owned()
        + "v 0.2 0.2 0\nv 1 1 0.5\nf 1 2 3\nf 1 2 5 4\nl 1 2\nf 1 2 6 4\nl 2 3 4\np 1\nf 5 4 1 2\nf 1 2 3 4\nsurf 0 1 0 1\n";
    let file = loaded("doubts.obj", text);
    assert_eq!(file.mesh.triangle_count(), 9);
    let expected = [
        Warning::Ignored { what: "'l' statement".to_owned(), count: 2, first: Place::Line(9) },
        Warning::Ignored { what: "'p' statement".to_owned(), count: 1, first: Place::Line(12) },
        Warning::Ignored { what: "'surf' statement".to_owned(), count: 1, first: Place::Line(15) },
        Warning::Concave { polygons: 2, first_triangle: 1 },
        Warning::NonPlanar { polygons: 1, first_triangle: 3 },
    ];
    assert_eq!(file.warnings, expected);
    assert_eq!(file.warnings[0].to_string(), "2 'l' statements ignored (first: line 9)");
    assert_eq!(
        file.warnings[3].to_string(),
        "2 concave polygons fanned from the first corner (first: triangle 1)"
    );
    assert_eq!(
        file.warnings[4].to_string(),
        "1 non-planar polygon fanned from the first corner (first: triangle 3)"
    );
}

#[test]
fn vertices_may_come_after_the_faces_that_name_them() {
    let text = "f 1 2 4\nf 1 2 3\n".to_owned() + SQUARE;
    assert_eq!(loaded("late.obj", &text).mesh.triangles(), [[0, 1, 3], [0, 1, 2]]);
    let (place, problem, _) =
        refused("late.obj", "f 1 2 4\nf 1 2 6\nf 1 2 9\n".to_owned() + SQUARE);
    assert_eq!(
        (place, problem),
        (Place::Line(2), Problem::NoSuchVertex { vertex: 6, vertices: 4 })
    );
}

#[test]
fn errors_name_their_line() {
    let cases = [
        ("f 1 2 0", 5, "vertex 0 does not exist: vertices are counted from 1, or back from -1"),
        ("f 1 2 5", 5, "a face refers to vertex 5, but there are 4"),
        ("\nf 1 2 -5", 6, "a face refers to vertex -5, but there are 4"),
        ("f 1 2 99999999999", 5, "a face refers to vertex 99999999999, but there are 4"),
        ("f 1 2", 5, "a face needs at least 3 corners, found 2"),
        ("f", 5, "a face needs at least 3 corners, found 0"),
        ("f 1 2 x", 5, "expected a whole number, found 'x'"),
        ("f 1 2 3.0", 5, "expected a whole number, found '3.0'"),
        ("f 1 2 3/x", 5, "expected a whole number, found 'x'"),
        ("f 1 2 3/1/2/3", 5, "expected a whole number, found '2/3'"),
        ("f 1 2 /3", 5, "expected a whole number, found ''"),
        ("f 1 2 3\nv 1 2", 6, "expected a number, found the end of the file"),
        ("v 1 2 # 3\n", 5, "expected a number, found the end of the line"),
        ("v 1 2 nan", 5, "nan is not a finite number"),
        ("v 1 2,5 3", 5, "expected a number, found '2,5'"),
        ("v 1 2 3 x", 5, "expected a number, found 'x'"),
        ("V 1 2 3", 5, "expected a statement of the OBJ format, found 'V'"),
        ("vertex 1 2 3", 5, "expected a statement of the OBJ format, found 'vertex'"),
        ("", 5, "the mesh has no triangle"),
    ];
    for (text, line, message) in cases {
        assert_eq!(message_for(text), format!("square.obj: line {line}: {message}"), "{text}");
    }
    assert_eq!(refused("e.obj", "# e").1, Problem::Mesh(MeshError::NoTriangle));
    assert_eq!(refused("e.obj", "l 1 2").1, Problem::Mesh(MeshError::NoTriangle));
}

#[test]
fn coordinates_out_of_range_name_line_and_axis() {
    for text in ["1e31", "-1e-61", "1e999", "1e-999"] {
        let (place, problem, _) = refused("range.obj", format!("{SQUARE}v 0 {text} 0\nf 1 2 3"));
        assert_eq!(
            (place, problem),
            (Place::Line(5), Problem::OutOfRange { axis: 'y', text: text.to_owned() })
        );
    }
    let message = message_for("v 0 0 1e31");
    assert!(message.contains("z is 1e31: a coordinate must be 0 or between 6.2"), "{message}");
}
