//! Collada.

use super::{corners, loaded, refused};
use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use closecall::mesh::{Format, LoadOptions, Place, Unit, UpAxis, Warning, load_bytes, load_with};

/// A file: the asset on line 2, geometries on line 3, nodes on line 4.
fn file(asset: &str, primitive: &str, nodes: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n\
         <asset>{asset}</asset>\n\
         <library_geometries><geometry id=\"g\" name=\"plate\"><mesh><source id=\"s\">\
         <float_array id=\"a\" count=\"12\">0 0 0  1 0 0  1 2 0  0 2 0</float_array><technique_common>\
         <accessor source=\"#a\" count=\"4\" stride=\"3\"><param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/>\
         </accessor></technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/>\
         </vertices>{primitive}</mesh></geometry></library_geometries>\n\
         <library_visual_scenes><visual_scene id=\"w\">{nodes}</visual_scene></library_visual_scenes>\n\
         <scene><instance_visual_scene url=\"#w\"/></scene></COLLADA>"
    )
}

const INPUTS: &str = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#s\" offset=\"1\"/>";
const UPRIGHT: &str = "<unit meter=\"1\"/><up_axis>Z_UP</up_axis>";
const NODE: &str = "<node name=\"n\"><instance_geometry url=\"#g\"/></node>";

fn triangles(p: &str) -> String {
    format!("<triangles count=\"2\">{INPUTS}<p>{p}</p></triangles>")
}

/// The corners, as whole numbers.
fn places(text: &str) -> Vec<[[f64; 3]; 3]> {
    corners(&loaded("a.dae", text).mesh)
}

#[test]
fn every_primitive_is_the_same_plate() {
    let [a, b, c, d] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 0.0]];
    let fan = [[a, b, c], [a, c, d]];
    for (primitive, expected) in [
        (triangles("0 9 1 9 2 9 0 9 2 9 3 9"), fan),
        (
            format!(
                "<polylist count=\"1\">{INPUTS}<vcount>4</vcount><p>0 9 1 9 2 9 3 9</p></polylist>"
            ),
            fan,
        ),
        (format!("<polygons count=\"1\">{INPUTS}<p>0 9 1 9 2 9 3 9</p></polygons>"), fan),
        (format!("<trifans count=\"1\">{INPUTS}<p>0 9 1 9 2 9 3 9</p></trifans>"), fan),
        (
            format!("<tristrips count=\"1\">{INPUTS}<p>1 9 2 9 0 9 3 9</p></tristrips>"),
            [[b, c, a], [a, c, d]],
        ),
    ] {
        assert_eq!(places(&file(UPRIGHT, &primitive, NODE)), expected, "{primitive}");
    }
    let read = loaded("a.dae", file(UPRIGHT, &triangles("0 9 1 9 2 9"), NODE));
    assert_eq!(
        (read.format, read.unit, &read.warnings[..]),
        (Format::Collada, Some(Unit::Meter), &[][..])
    );
    assert_eq!(read.parts[0].name, "n");
}

#[test]
fn units_and_the_axis_that_is_up() {
    let triangle = triangles("0 9 1 9 2 9");
    let of = |asset: &str| places(&file(asset, &triangle, NODE))[0];
    let turned = |m: f64| [[0.0; 3], [m, 0.0, 0.0], [m, 0.0, 2.0 * m]];
    assert_eq!(
        of("<unit meter=\"0.25\"/><up_axis>Z_UP</up_axis>"),
        [[0.0; 3], [0.25, 0.0, 0.0], [0.25, 0.5, 0.0]]
    );
    assert_eq!(of("<unit meter=\"0.5\"/><up_axis>Y_UP</up_axis>"), turned(0.5));
    assert_eq!(of(""), turned(1.0), "Y is up unless said");
    assert_eq!(of("<up_axis> X_UP </up_axis>"), [[0.0; 3], [0.0, 0.0, 1.0], [-2.0, 0.0, 1.0]]);
    let read = loaded("a.dae", file("", &triangle, NODE));
    assert_eq!(read.warnings, [Warning::Turned { up: 'Y' }]);
    // As robots are read.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dae");
    std::fs::write(&path, file("<unit meter=\"2\"/>", &triangle, NODE)).unwrap();
    let options = LoadOptions::new().up(UpAxis::AsWritten);
    let read = load_with(&path, &options).unwrap();
    assert_eq!(corners(&read.mesh)[0], [[0.0; 3], [2.0, 0.0, 0.0], [2.0, 4.0, 0.0]]);
    assert_eq!(read.warnings, [Warning::NotTurned { up: 'Y' }]);
}

#[test]
fn nodes_are_placed_by_all_their_transforms_and_instances_count() {
    let triangle = triangles("0 9 1 9 2 9");
    let nodes = "<node id=\"twice\"><translate>10 0 0</translate><rotate>0 0 1 90</rotate><scale>1 2 1</scale>\
        <instance_geometry url=\"#g\"/></node>\
        <node><matrix>1 0 0 5  0 1 0 6  0 0 1 7  0 0 0 1</matrix><node><instance_node url=\"#twice\"/></node></node>\
        <node><scale>-1 1 1</scale><instance_geometry url=\"#g\"/></node>";
    let found = places(&file(UPRIGHT, &triangle, nodes));
    let turned = [[10.0, 0.0, 0.0], [10.0, 1.0, 0.0], [6.0, 1.0, 0.0]];
    let moved = turned.map(|[x, y, z]| [x + 5.0, y + 6.0, z + 7.0]);
    assert_eq!(found, [turned, moved, [[0.0; 3], [-1.0, 2.0, 0.0], [-1.0, 0.0, 0.0]]]);
}

#[test]
fn an_id_that_nobody_means_may_be_there_twice() {
    let nodes = format!("<node id=\"x\"/><node id=\"x\"/>{NODE}");
    assert_eq!(places(&file(UPRIGHT, &triangles("0 9 1 9 2 9"), &nodes)).len(), 1);
}

#[test]
fn lines_are_counted() {
    let both = format!("{}<lines count=\"1\"><p>0 1</p></lines>", triangles("0 9 1 9 2 9"));
    let read = loaded("a.dae", file(UPRIGHT, &both, NODE));
    let what = "'lines' element".to_owned();
    assert_eq!(read.warnings, [Warning::Ignored { what, count: 1, first: Place::Line(3) }]);
}

#[test]
fn what_is_not_supported_or_wrong_is_an_error_with_its_line() {
    let sound = triangles("0 9 1 9 2 9");
    for (text, expected) in [
        (
            file("<unit meter=\"0\"/>", &sound, NODE),
            "line 2: the scale is 0, not a finite number above 0",
        ),
        (
            file("<up_axis>W_UP</up_axis>", &sound, NODE),
            "line 2: expected X_UP, Y_UP or Z_UP, found 'W_UP'",
        ),
        (
            file(UPRIGHT, &triangles("0 9 1 9"), NODE),
            "line 3: the number of corners, 2, is not a multiple of 3",
        ),
        (
            file(UPRIGHT, &triangles("0 9 1 9 2"), NODE),
            "line 3: expected 2 numbers for every corner, found 5 in all",
        ),
        (
            file(UPRIGHT, &triangles("0 9 1 9 4 9"), NODE),
            "line 3: a face refers to vertex 4, but there are 4",
        ),
        (
            file(UPRIGHT, &triangles("0 9 1 9 -1 9"), NODE),
            "line 3: a face refers to vertex -1, but there are 4",
        ),
        (
            file(UPRIGHT, &triangles("0 9 1 9 x 9"), NODE),
            "line 3: expected a whole number, found 'x'",
        ),
        (
            file(
                UPRIGHT,
                "<polygons><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><ph><p>0 1 2</p></ph></polygons>",
                NODE,
            ),
            "line 3: a polygon with holes is not supported",
        ),
        (
            file(UPRIGHT, "<triangles><p>0 1 2</p></triangles>", NODE),
            "line 3: an input VERTEX is missing",
        ),
        (
            file(UPRIGHT, &sound, "<node><skew>0 1 0 0 1 0 0</skew></node>"),
            "line 4: 'skew' of a node is not supported",
        ),
        (
            file(UPRIGHT, &sound, "<node><instance_controller url=\"#c\"/></node>"),
            "line 4: a skin or morph ('instance_controller') is not supported",
        ),
        (
            file(UPRIGHT, &sound, "<node><instance_geometry url=\"other.dae#g\"/></node>"),
            "line 4: 'other.dae#g', which is not in this file, is not supported",
        ),
        (
            file(UPRIGHT, &sound, "<node><instance_geometry url=\"#h\"/></node>"),
            "line 4: an element with the id 'h' is missing",
        ),
        (
            file(UPRIGHT, &sound, "<node id=\"x\"><instance_node url=\"#x\"/></node>"),
            "line 4: nesting nodes 64 deep is not supported",
        ),
        (
            file(UPRIGHT, &sound, "<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix></node>"),
            "line 4: the transform is not affine: its last row is [0.0, 0.0, 1.0, 1.0]",
        ),
        (
            file(UPRIGHT, &sound, "<node><translate>1 2</translate></node>"),
            "line 4: expected 3 numbers, found 2",
        ),
        (file(UPRIGHT, &sound, ""), "line 4: the mesh has no triangle"),
        (
            file(UPRIGHT, &sound, NODE).replace("0 0 0  1", "0 0 nan  1"),
            "line 3: nan is not a finite number",
        ),
        (
            file(UPRIGHT, &sound, NODE).replace("count=\"4\"", "count=\"5\""),
            "line 3: number 12 of the 15 that the accessor needs is missing",
        ),
        (
            file(UPRIGHT, &sound, &format!("<node id=\"g\"/>{NODE}")),
            "line 4: the id 'g' is declared twice",
        ),
        (file(UPRIGHT, &sound, NODE).replace("</COLLADA>", ""), "the file ends inside an element"),
        ("<a/>".to_owned(), "line 1: expected 'COLLADA', found 'a'"),
    ] {
        let (.., message) = refused("a.dae", &text);
        assert!(message.contains(expected), "{message}\n  not: {expected}");
    }
}

#[test]
fn files_that_went_wrong_are_refused_or_are_meshes() {
    let nodes = "<node id=\"m\"><rotate>0 0 1 90</rotate><instance_geometry url=\"#g\"/><instance_node url=\"#k\"/></node>\
        <node id=\"k\"><instance_geometry url=\"#g\"/></node>";
    let sample = file(UPRIGHT, &triangles("0 9 1 9 2 9"), nodes).into_bytes();
    let words =
        ["#m", "-1", "<p>", "</p>", "1e999", "<node>", "count=\"99999999999\"", "&#0;", "\""];
    let (mut rng, mut meshes) = (Rng::new(27), 0);
    for _ in 0..4000 {
        let mut bytes = sample.clone();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] ^= 1 << rng.below(8),
                1 => _ = bytes.splice(at..at, words[rng.below(words.len())].bytes()),
                _ => _ = bytes.drain(at..(at + 1 + rng.below(9)).min(bytes.len())),
            }
        }
        if let Ok(read) = load_bytes("a.dae", &bytes) {
            assert!(read.mesh.points().iter().all(|v: &DVec3| v.is_finite()));
            meshes += 1;
        }
    }
    assert!(meshes > 100 && meshes < 3900, "{meshes}");
}
