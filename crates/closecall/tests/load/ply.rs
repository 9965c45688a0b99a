//! PLY.

use super::samples::{ply_binary, ply_text};
use super::{corners, loaded, refused};
use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::shapes::cuboid;
use closecall::mesh::{Format, Mesh, MeshError, Place, Problem, Warning};

const HEADER: &str = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
                      element face 1\nproperty list uchar int vertex_indices\nend_header\n";
const ROWS: &str = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";

fn sample() -> Mesh {
    // x is narrowed in the binary samples: these survive it.
    cuboid([0.5, 0.1, 0.2], [1.5, 1.1, 1.2])
}

fn replaced(from: &str, to: &str) -> String {
    let text = HEADER.to_owned() + ROWS;
    assert!(text.contains(from));
    text.replacen(from, to, 1)
}

#[test]
fn all_three_forms_give_the_same_mesh() {
    let camera =
        Warning::Ignored { what: "'camera' row".to_owned(), count: 1, first: Place::Line(5) };
    let cases = [
        (ply_text(&sample()), Format::PlyText),
        (ply_binary("little", &sample()), Format::PlyLittleEndian),
        (ply_binary("big", &sample()), Format::PlyBigEndian),
    ];
    for (bytes, format) in cases {
        for name in ["a.ply", "a.stl", "no extension"] {
            let file = loaded(name, &bytes);
            assert_eq!((file.format, &file.warnings[..]), (format, &[camera.clone()][..]));
            assert_eq!(file.mesh, sample());
        }
    }
}

#[test]
fn polygons_are_fanned_and_doubted() {
    let file = loaded("square.ply", HEADER.to_owned() + ROWS);
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(file.warnings, []);
    let bent = loaded("bent.ply", replaced("1 1 0", "1 1 0.25"));
    assert_eq!(bent.warnings, [Warning::NonPlanar { polygons: 1, first_triangle: 0 }]);
}

/// A binary file with these types for coordinates, list count and list items.
fn typed(order: &str, [x, y, z, count, item]: [&str; 5], rows: &[u8]) -> Vec<u8> {
    let header = format!(
        "ply\nformat binary_{order}_endian 1.0\nelement vertex 3\nproperty {x} x\nproperty {y} y\nproperty {z} z\n\
         element face 1\nproperty list {count} {item} vertex_index\nend_header\n"
    );
    [header.as_bytes(), rows].concat()
}

#[test]
fn every_type_is_read_in_either_order() {
    let rows = [
        &[0xFF, 0xFF, 0x01, 0x02][..], // int8 -1, uint8 255, uint16 258
        &[0, 0, 0, 0],
        &[1, 1, 0, 1],
        &[0x00, 0x03, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2], // short 3, uint32 0 1 2
    ];
    let names = [
        ["char", "uchar", "ushort", "short", "uint"],
        ["int8", "uint8", "uint16", "int16", "uint32"],
    ];
    for names in names {
        let mesh = loaded("a.ply", typed("big", names, &rows.concat())).mesh;
        assert_eq!(corners(&mesh), [[[-1.0, 255.0, 258.0], [0.0; 3], [1.0, 1.0, 1.0]]]);
    }
    let mut rows = Vec::new();
    for (x, y, z) in [(-70_000i32, 0.1f32, 0.1f64), (1, 0.0, 0.0), (2, 3.0, 5.0)] {
        rows.extend(x.to_le_bytes());
        rows.extend(y.to_le_bytes());
        rows.extend(z.to_le_bytes());
    }
    rows.extend([3, 0, 0, 0, 0, 0, 1, 0, 2, 0]);
    for names in [
        ["int", "float", "double", "int", "short"],
        ["int32", "float32", "float64", "uint32", "int16"],
    ] {
        let mesh = loaded("a.ply", typed("little", names, &rows)).mesh;
        assert_eq!(mesh.points()[0].to_array(), [-70_000.0, f64::from(0.1f32), 0.1]);
    }
}

#[test]
fn rows_begin_right_after_the_header_whatever_ends_its_lines() {
    // The first byte of the rows is a line feed: 10 as an int8.
    let rows = [10, 10, 13, 0, 0, 0, 1, 0, 0, 3, 0, 1, 2];
    let bytes = typed("little", ["char", "char", "char", "uchar", "uchar"], &[]);
    let header = String::from_utf8(bytes).unwrap();
    for ending in ["\n", "\r\n", "\r"] {
        let bytes = [header.replace('\n', ending).as_bytes(), &rows].concat();
        assert_eq!(loaded("lf.ply", bytes).mesh.points()[0].to_array(), [10.0, 10.0, 13.0]);
        let text = (HEADER.to_owned() + "\n" + ROWS + "\n\n").replace('\n', ending);
        assert_eq!(loaded("text.ply", "\u{FEFF}".to_owned() + &text).mesh.triangle_count(), 2);
    }
}

#[test]
fn faces_may_come_before_vertices() {
    let text = "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_index\nproperty int flags\n\
                element nothing 7\nelement vertex 4\nproperty list int int neighbours\nproperty double z\nproperty double x\n\
                property double y\nend_header\n4 0 1 2 3 9\n0 0 0 0\n2 7 8 0 1 0\n0 0 1 1\n1 1 0 0 1\n";
    let file = loaded("order.ply", text);
    assert_eq!(corners(&file.mesh)[1], [[0., 0., 0.], [1., 1., 0.], [0., 1., 0.]]);
    let nothing =
        Warning::Ignored { what: "'nothing' row".to_owned(), count: 7, first: Place::Line(6) };
    assert_eq!(file.warnings, [nothing]);
}

#[test]
fn header_errors_name_their_line() {
    let cases = [
        ("ply\n", "plyy\n", 1, "expected 'ply', found 'plyy'"),
        (
            "ascii",
            "asci",
            2,
            "expected 'ascii', 'binary_little_endian' or 'binary_big_endian', found 'asci'",
        ),
        ("1.0", "2.0", 2, "expected version '1.0', found '2.0'"),
        ("1.0\n", "1.0\nformat ascii 1.0\n", 3, "the format is declared twice"),
        ("format ascii 1.0\n", "", 8, "the format is missing"),
        ("element vertex 4", "property int x", 3, "the element of this property is missing"),
        ("vertex 4", "vertex", 3, "expected a number of rows, found the end of the line"),
        ("vertex 4", "vertex -4", 3, "expected a number of rows, found '-4'"),
        ("vertex 4", "vertex 4 4", 3, "expected the end of the line, found '4'"),
        ("float x", "flaot x", 4, "expected a type such as 'float' or 'uchar', found 'flaot'"),
        ("float x", "float", 4, "expected a name, found the end of the line"),
        ("float x", "float a", 3, "property 'x' of element 'vertex' is missing"),
        ("float y", "float x", 3, "property 'x' of element 'vertex' is declared twice"),
        ("float z", "list uchar float z", 3, "property 'z' must be a number"),
        ("element face 1", "element vertex 1", 7, "element 'vertex' is declared twice"),
        ("element face", "element tristrips", 9, "element 'face' is missing"),
        ("element vertex", "element point", 9, "element 'vertex' is missing"),
        (
            "list uchar int",
            "list uchar float",
            7,
            "property 'vertex_indices' must be a list of whole numbers",
        ),
        ("list uchar int", "int", 7, "property 'vertex_indices' must be a list of whole numbers"),
        (
            "list uchar int",
            "list float int",
            8,
            "property 'vertex_indices' must be counted by a whole number",
        ),
        ("vertex_indices", "indices", 7, "property 'vertex_indices' of element 'face' is missing"),
        ("end_header", "end", 9, "expected a statement of the PLY header, found 'end'"),
        ("face 1", "face 0", 7, "the mesh has no triangle"),
        (
            "vertex 4",
            "vertex 40",
            3,
            "declared rows of 'vertex': 40, which take at least 237 bytes, but 34 are left",
        ),
        (
            "face 1",
            "face 99",
            7,
            "declared rows of 'face': 99, which take at least 197 bytes, but 10 are left",
        ),
    ];
    for (from, to, line, message) in cases {
        assert_eq!(
            refused("a.ply", replaced(from, to)).2,
            format!("a.ply: line {line}: {message}"),
            "{from} → {to}"
        );
    }
    assert_eq!(
        refused("a.ply", "ply\nformat ascii 1.0\n").2,
        "a.ply: line 3: expected 'end_header', found the end of the file"
    );
    assert_eq!(
        refused("a.ply", replaced("face 1", "face 0")).1,
        Problem::Mesh(MeshError::NoTriangle)
    );
}

#[test]
fn row_errors_of_a_text_name_their_line() {
    let cases = [
        ("1 1 0\n", "1 1\n", 12, "expected a number, found the end of the line"),
        ("1 1 0\n", "1 1 0 0\n", 12, "expected the end of the line, found '0'"),
        ("1 1 0\n", "1 1 inf\n", 12, "inf is not a finite number"),
        ("1 1 0\n", "1 1 O\n", 12, "expected a number, found 'O'"),
        ("4 0 1 2 3", "4 0 1 2", 14, "expected a whole number, found the end of the line"),
        ("4 0 1 2 3", "4 0 1 2 4", 14, "a face refers to vertex 4, but there are 4"),
        ("4 0 1 2 3", "4 0 1 2 -1", 14, "a face refers to vertex -1, but there are 4"),
        ("4 0 1 2 3", "4 0 1 2 1.5", 14, "expected a whole number, found '1.5'"),
        ("4 0 1 2 3", "2 0 1", 14, "a face needs at least 3 corners, found 2"),
        ("4 0 1 2 3", "-4 0 1 2 3", 14, "a list cannot have -4 items"),
        ("4 0 1 2 3", "999999 0 1 2 3", 14, "the file ends inside a list of 999999 numbers"),
        ("4 0 1 2 3", "4 0 1 2 3\n\nx", 16, "expected the end of the file, found 'x'"),
    ];
    for (from, to, line, message) in cases {
        assert_eq!(
            refused("a.ply", replaced(from, to)).2,
            format!("a.ply: line {line}: {message}"),
            "{from} → {to}"
        );
    }
    let (place, problem, _) = refused("a.ply", replaced("1 1 0\n", "1 1e-70 0\n"));
    assert_eq!(
        (place, problem),
        (Place::Line(12), Problem::OutOfRange { axis: 'y', text: "1e-70".to_owned() })
    );
}

#[test]
fn row_errors_of_a_binary_name_their_byte() {
    let types = ["float", "double", "char", "char", "int"];
    let start = typed("little", types, &[]).len();
    let row = |y: f64| [&0f32.to_le_bytes()[..], &y.to_le_bytes(), &[0]].concat();
    let face = |count: i8, last: i32| {
        let corners = [0, 1, last].iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        [&count.to_le_bytes()[..], &corners].concat()
    };
    let file = |y: f64, face: &[u8]| {
        typed("little", types, &[&row(0.0)[..], &row(y), &row(1.0), face].concat())
    };
    assert_eq!(loaded("a.ply", file(1.0, &face(3, 2))).mesh.triangle_count(), 1);
    assert_eq!(
        loaded("a.ply", file(1.0, &[&face(3, 2)[..], b" \n"].concat())).mesh.triangle_count(),
        1
    );
    let cases = [
        (file(f64::NAN, &face(3, 2)), 17, Problem::NotFinite { text: "NaN".to_owned() }),
        (file(1e300, &face(3, 2)), 17, Problem::OutOfRange { axis: 'y', text: "1e300".to_owned() }),
        (file(1.0, &face(3, 3)), 48, Problem::NoSuchVertex { vertex: 3, vertices: 3 }),
        (file(1.0, &face(3, -1)), 48, Problem::NoSuchVertex { vertex: -1, vertices: 3 }),
        (file(1.0, &face(-1, 2)), 39, Problem::NegativeList { items: -1 }),
        (
            file(1.0, &face(4, 2)),
            39,
            Problem::EndsInside { what: "a list of 4 numbers".to_owned() },
        ),
        (file(1.0, &face(2, 2)), 44, Problem::TooFewCorners { corners: 2 }),
    ];
    for (bytes, offset, problem) in cases {
        let (place, found, _) = refused("a.ply", bytes);
        assert_eq!((place, found), (Place::Byte(start + offset), problem));
    }
    let more = refused("a.ply", file(1.0, &[&face(3, 2)[..], b"x"].concat())).2;
    assert_eq!(
        more,
        format!("a.ply: byte {}: expected the end of the file, found 1 more bytes", start + 52)
    );
}

#[test]
fn a_number_cut_short_names_its_byte() {
    // Two lists per row: the length of the second is not known before the row is read.
    let header = "ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar y\nproperty uchar z\n\
                  element face 1\nproperty list uchar uchar vertex_index\nproperty double quality\nend_header\n";
    let bytes = [header.as_bytes(), &[1, 2, 3], &[3, 0, 0, 0], &[0; 5]].concat();
    let expected = Problem::EndsInside { what: "a number".to_owned() };
    let (place, problem, _) = refused("a.ply", &bytes);
    assert_eq!((place, problem), (Place::Byte(header.len() + 7), expected));
}
