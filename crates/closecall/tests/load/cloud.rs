//! Clouds of points: PCD in its three forms, XYZ, and PLY without faces.

use super::{loaded, refused};
use closecall::mesh::{Format, Mesh, Problem};

const POINTS: [[f32; 3]; 3] = [[0.5, -1.0, 2.25], [3.0, 4.5, -5.0], [0.0, 0.0, 1e-3]];

/// A header of PCD for points with a colour between y and z.
fn header(points: usize, data: &str) -> Vec<u8> {
    format!(
        "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x y rgb z\nSIZE 4 4 1 4\n\
         TYPE F F U F\nCOUNT 1 1 3 1\nWIDTH {points}\nHEIGHT 1\nVIEWPOINT 1 2 3 1 0 0 0\nPOINTS {points}\nDATA {data}\n"
    )
    .into_bytes()
}

fn text(points: &[[f32; 3]]) -> Vec<u8> {
    let mut bytes = header(points.len(), "ascii");
    for [x, y, z] in points {
        bytes.extend(format!("{x} {y} 1 2 3 {z}\n").into_bytes());
    }
    bytes
}

fn binary(points: &[[f32; 3]]) -> Vec<u8> {
    let mut bytes = header(points.len(), "binary");
    for &[x, y, z] in points {
        bytes.extend([x.to_le_bytes(), y.to_le_bytes()].concat());
        bytes.extend([7, 8, 9]);
        bytes.extend(z.to_le_bytes());
    }
    bytes
}

/// Column by column, as literals and one copy: zeros in place of colours.
fn compressed(points: &[[f32; 3]]) -> Vec<u8> {
    let column =
        |axis: usize| points.iter().flat_map(move |p| p[axis].to_le_bytes()).collect::<Vec<u8>>();
    let literal = |bytes: &[u8]| -> Vec<u8> {
        bytes.chunks(32).flat_map(|run| [&[run.len() as u8 - 1], run].concat()).collect()
    };
    let zeros = points.len() * 3;
    // One zero, and a copy of it that overlaps what it makes: more than 8 bytes take a third one.
    let copy = if zeros - 1 < 9 {
        vec![((zeros - 3) as u8) << 5, 0]
    } else {
        vec![7 << 5, (zeros - 1 - 9) as u8, 0]
    };
    let packed =
        [literal(&column(0)), literal(&column(1)), vec![0, 0], copy, literal(&column(2))].concat();
    let mut bytes = header(points.len(), "binary_compressed");
    bytes.extend((packed.len() as u32).to_le_bytes());
    bytes.extend((points.len() as u32 * 15).to_le_bytes());
    bytes.extend(packed);
    bytes
}

fn points(mesh: &Mesh) -> Vec<[f32; 3]> {
    assert!(mesh.corners().all(|[a, b, c]| a == b && b == c));
    mesh.corners().map(|[a, ..]| a.map(|x| x as f32)).collect()
}

#[test]
fn pcd_is_read_in_all_its_forms() {
    let many: Vec<[f32; 3]> = (0..80).map(|i| [i as f32, 0.5 * i as f32, -1.0]).collect();
    for cloud in [&POINTS[..], &many] {
        for bytes in [text(cloud), binary(cloud), compressed(cloud)] {
            for name in ["cloud.pcd", "cloud"] {
                let file = loaded(name, &bytes);
                assert_eq!((file.format, file.warnings.len()), (Format::Pcd, 0));
                assert_eq!(points(&file.mesh), cloud);
            }
        }
    }
}

#[test]
fn points_that_are_not_numbers_are_counted() {
    let mut cloud = POINTS;
    cloud[1] = [f32::NAN; 3];
    for (name, bytes) in [
        ("a.pcd", text(&cloud)),
        ("a.pcd", binary(&cloud)),
        ("a.pcd", compressed(&cloud)),
        ("a.xyz", b"0.5 -1 2.25\nnan nan nan\n0 0 0.001\n".to_vec()),
    ] {
        let file = loaded(name, bytes);
        assert_eq!(points(&file.mesh), [POINTS[0], POINTS[2]]);
        let warning = file.warnings[0].to_string();
        assert!(warning.starts_with("1 NaN point ignored"), "{warning}");
    }
    let (.., message) = refused("a.pcd", binary(&[[f32::NAN; 3]]));
    assert!(message.contains("no triangle"), "{message}");
    let (.., message) = refused("a.pcd", binary(&[[f32::INFINITY; 3]]));
    assert!(message.contains("not a finite number"), "{message}");
}

#[test]
fn xyz_has_comments_a_count_and_more_columns() {
    let file =
        loaded("a.xyz", "3\n# sensor\n0.5 -1 2.25 255 0 0\n\n3\t4.5  -5\r\n// end\n0 0 0.001\n");
    assert_eq!((file.format, points(&file.mesh)), (Format::Xyz, POINTS.to_vec()));
    for (text, word) in [
        ("1 2\n", "line 1: expected a number"),
        ("1 2 x\n", "line 1: expected a number, found 'x'"),
        ("1 2 3\n4\n", "line 2: expected a number"),
        ("1 2 1e40\n", "z is 1e40"),
        ("1 2 inf\n", "inf is not a finite number"),
        ("# nothing\n", "no triangle"),
        ("3\n1 2 3\n4 5 6\n", "the first line counts 3 points, and there are 2"),
        ("1\n1 2 3\n4 5 6\n", "the first line counts 1 points, and there are 2"),
    ] {
        let (.., message) = refused("a.xyz", text);
        assert!(message.contains(word), "{text:?}: {message}");
    }
}

#[test]
fn a_ply_without_faces_is_a_cloud() {
    let text = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n\
                element camera 1\nproperty float view\nend_header\n1 2 3\n4 5 6\n0.5\n";
    let file = loaded("a.ply", text);
    assert_eq!(points(&file.mesh), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    // Lists may be faces of another kind, and no faces are a broken mesh.
    let strips = text
        .replace("property float view", "property list uchar int strip")
        .replace("\n0.5", "\n1 0");
    let (_, problem, _) = refused("a.ply", strips);
    assert!(matches!(problem, Problem::Missing { .. }), "{problem:?}");
}

#[test]
fn broken_pcd_is_refused_with_its_place() {
    let whole = binary(&POINTS);
    let (.., message) = refused("a.pcd", &whole[..whole.len() - 1]);
    assert!(
        message.contains("declared rows of 'points': 3, which take at least 45 bytes"),
        "{message}"
    );
    let said = |from: &str, to: &str| {
        let text = String::from_utf8(text(&POINTS)).unwrap().replacen(from, to, 1);
        refused("a.pcd", text).2
    };
    for (from, to, word) in [
        ("FIELDS x y rgb z", "FIELDS x y rgb w", "the field 'z' is missing"),
        ("SIZE 4 4 1 4", "SIZE 4 4 1", "line 4: expected a size, type or count for every field"),
        ("SIZE 4 4 1 4", "SIZE 4 4 1 3", "line 4"),
        ("TYPE F F U F", "TYPE F F U F F", "as many words as there are fields"),
        ("COUNT 1 1 3 1", "COUNT 1 1 99999999999 1", "line 6"),
        ("POINTS 3", "POINTS -3", "a number of points"),
        ("DATA ascii", "DATA zip", "'ascii', 'binary' or 'binary_compressed'"),
        ("DATA ascii", "DOTA ascii", "a line of the PCD header"),
        ("\n0.5", "\n0.5x", "line 12"),
        ("POINTS 3", "POINTS 4", "POINTS is 4, and WIDTH × HEIGHT is 3 × 1"),
        ("WIDTH 3", "WIDTH 18446744073709551615", "WIDTH × HEIGHT"),
        ("WIDTH 3\nHEIGHT 1\nVIEWPOINT 1 2 3 1 0 0 0\nPOINTS 3", "POINTS 4", "expected a number"),
    ] {
        let message = said(from, to);
        assert!(message.contains(word), "{to}: {message}");
    }
    let packed = compressed(&POINTS);
    let start = header(3, "binary_compressed").len();
    for (at, byte) in
        [(start, 0xff), (start + 4, 0xff), (start + 8, 0x1f), (packed.len() - 2, 0xff)]
    {
        let mut broken = packed.clone();
        broken[at] = byte;
        if at == packed.len() - 2 {
            broken.truncate(at);
        }
        refused("a.pcd", broken);
    }
    // Points that the header does not count would not be looked at.
    for bytes in [text(&POINTS), binary(&POINTS), packed.clone()] {
        assert_eq!(loaded("a.pcd", [&bytes[..], b"\n\n"].concat()).mesh.corners().count(), 3);
        let message = refused("a.pcd", [&bytes[..], b"1 2 0 0 0 3"].concat()).2;
        assert!(message.contains("the end of the file"), "{message}");
    }
    let columns = String::from_utf8(text(&POINTS)).unwrap().replace(" 2.25\n", " 2.25 7\n");
    assert!(refused("a.pcd", columns).2.contains("line 12: expected the end of the line"));
    // A few bytes that claim to be gigabytes.
    let mut bomb = header(200_000_000, "binary_compressed");
    bomb.extend(9u32.to_le_bytes());
    bomb.extend(3_000_000_000u32.to_le_bytes());
    bomb.extend([0; 9]);
    refused("a.pcd", bomb);
}

#[test]
fn cut_and_mutated_clouds_give_an_error_or_a_cloud() {
    let mut rng = closecall::engine::geom::Rng::new(5);
    for (name, whole) in
        [("a.pcd", text(&POINTS)), ("a.pcd", binary(&POINTS)), ("a.pcd", compressed(&POINTS))]
    {
        for cut in 0..whole.len() {
            _ = closecall::mesh::load_bytes(name, &whole[..cut]);
        }
        for _ in 0..3000 {
            let mut bytes = whole.clone();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            }
            _ = closecall::mesh::load_bytes(name, &bytes);
        }
    }
}
