//! STL.

use super::samples::{narrowed, stl_binary, stl_text};
use super::{corners, loaded, refused};
use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::shapes::cuboid;
use closecall::mesh::{Format, MeshError, Place, Problem};

const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.1, 0.2], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

/// A text with one facet, its vertices on lines 4 to 6.
fn one_facet(vertices: [&str; 3]) -> String {
    let [a, b, c] = vertices;
    format!(
        "solid s\nfacet normal 0 0 1\nouter loop\n{a}\n{b}\n{c}\nendloop\nendfacet\nendsolid s\n"
    )
}

fn with_last(vertex: &str) -> String {
    one_facet(["vertex 0 0 0", "vertex 1 0 0", vertex])
}

#[test]
fn text_is_read_in_f64_and_in_order() {
    let unit = cuboid([0.1, 0.2, 0.3], [1.1, 1.2, 1.3]);
    let file = loaded("box.stl", stl_text(&unit));
    assert_eq!(file.format, Format::StlText);
    assert_eq!(corners(&file.mesh), corners(&unit));
    assert_eq!(file.mesh.points().len(), 8, "equal corners are welded");
    assert_eq!(file.warnings, []);
}

#[test]
fn text_may_have_several_solids_any_case_and_any_line_end() {
    let mut text =
        with_last("vertex 0 1e0 0") + &with_last("vertex 0 2 0").to_uppercase() + "\n \n";
    for ending in ["\n", "\r\n", "\r"] {
        let file = loaded("two.stl", "\u{FEFF}".to_owned() + &text.replace('\n', ending));
        assert_eq!(file.mesh.triangle_count(), 2);
        assert_eq!(file.mesh.points().len(), 4);
    }
    text.insert_str(0, "  \n");
    assert_eq!(loaded("no extension", text).format, Format::StlText);
}

#[test]
fn binary_is_widened_whatever_its_header_says() {
    for header in ["", "solid s\nfacet normal 0 0 1\nouter loop"] {
        let bytes = stl_binary(header, &[TRIANGLE, [[0.0; 3], [-0.0; 3], [1.0; 3]]]);
        for name in ["a.stl", "A.STL", "no extension"] {
            let file = loaded(name, &bytes);
            assert_eq!(file.format, Format::StlBinary);
            assert_eq!(corners(&file.mesh)[0], TRIANGLE.map(|v| v.map(f64::from)));
            assert_eq!(file.mesh.triangles()[1], [3, 3, 4], "-0.0 is where 0.0 is");
        }
    }
}

#[test]
fn a_wrong_length_is_found_before_anything_is_read() {
    let mut bytes = stl_binary("solid", &narrowed(&cuboid([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])));
    bytes.truncate(684 - 7);
    let expected = Problem::WrongLength { triangles: 12, needed: 684, found: 677 };
    assert_eq!(refused("cut.stl", &bytes).1, expected);
    bytes[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let (place, _, message) = refused("huge.stl", &bytes);
    assert_eq!(place, Place::Byte(80));
    assert!(message.ends_with(
        "declared triangles: 4294967295, which take 214748364834 bytes, but the file has 677"
    ));
    let (place, problem, _) = refused("header.stl", [0; 83]);
    assert_eq!(place, Place::Byte(83));
    assert!(matches!(problem, Problem::EndsInside { .. }));
}

#[test]
fn binary_numbers_are_refused_at_their_byte() {
    for (value, not_finite) in [(f32::NAN, true), (f32::INFINITY, true), (2e38, false)] {
        let mut triangles = [TRIANGLE; 3];
        triangles[1][2][1] = value;
        let (place, problem, _) = refused("bad.stl", stl_binary("", &triangles));
        assert_eq!(place, Place::Byte(84 + 50 + 12 + 2 * 12 + 4));
        assert_eq!(matches!(problem, Problem::NotFinite { .. }), not_finite);
        assert_eq!(matches!(problem, Problem::OutOfRange { axis: 'y', .. }), !not_finite);
    }
}

#[test]
fn text_errors_name_their_line() {
    let whole = with_last("vertex 0 1 0");
    let cut = &whole[..whole.find("vertex 0 1 0").unwrap()];
    let cases = [
        (with_last("vertx 0 1 0"), 6, "expected 'vertex', found 'vertx'"),
        (with_last("vertex 0 1"), 6, "expected a number, found the end of the line"),
        (with_last("vertex 0 1 z"), 6, "expected a number, found 'z'"),
        (with_last("vertex 0 1 0 5"), 6, "expected 'endloop', found '5'"),
        (with_last("vertex 0 inf 0"), 6, "inf is not a finite number"),
        (with_last("vertex 0 1 0\nvertex 1 1 0"), 7, "expected 'endloop', found 'vertex'"),
        (
            with_last("vertex 0 1 0").replace("normal", "nromal"),
            2,
            "expected 'normal', found 'nromal'",
        ),
        (
            with_last("vertex 0 1 0").replace("0 0 1", "0 0"),
            2,
            "expected a normal of 3 numbers, found the end of the line",
        ),
        (
            with_last("vertex 0 1 0").replace("endsolid", ""),
            9,
            "expected 'facet' or 'endsolid', found 's'",
        ),
        (
            with_last("vertex 0 1 0") + "more",
            10,
            "expected 'solid' or the end of the file, found 'more'",
        ),
        (cut.to_owned(), 6, "expected 'vertex', found the end of the file"),
        ("facet".to_owned(), 1, "expected 'solid', found 'facet'"),
        ("sollid".to_owned(), 1, "expected 'solid', found 'sollid'"),
    ];
    for (text, line, message) in cases {
        assert_eq!(
            refused("a.stl", &text).2,
            format!("a.stl: line {line}: {message}"),
            "in {text}"
        );
    }
}

#[test]
fn an_empty_solid_is_no_mesh() {
    let expected = Problem::Mesh(MeshError::NoTriangle);
    let (place, problem, _) = refused("empty.stl", "solid nothing\nendsolid nothing\n");
    assert_eq!((place, &problem), (Place::Line(3), &expected));
    let (place, problem, _) = refused("empty.stl", stl_binary("", &[]));
    assert_eq!((place, &problem), (Place::Byte(80), &expected));
}
