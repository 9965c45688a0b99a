//! Mirrors: a mirrored instance has the mirrored triangles, turned over. Polygons are fanned from
//! the same corner, whichever way they face.

use super::samples::{MODEL_START, glb, threemf};
use super::{corners, loaded};
use serde_json::json;

/// A quad whose two diagonals make different surfaces, and an arrow whose reflex corner comes
/// first: fanned from another corner it covers other points.
const QUAD: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]];
const ARROW: [[f64; 3]; 4] = [[1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [4.0, 1.0, 0.0], [0.0, 2.0, 0.0]];

/// A scale along each axis, and whether it mirrors.
const SCALES: [([i32; 3], bool); 5] = [
    ([1, 1, 1], false),
    ([-1, 1, 1], true),
    ([1, -1, 1], true),
    ([-1, -1, 1], false),
    ([-1, -1, -1], true),
];

fn numbers(points: &[[f64; 3]; 4]) -> String {
    points.as_flattened().iter().map(|x| format!("{x} ")).collect()
}

fn collada(points: &[[f64; 3]; 4], [x, y, z]: [i32; 3], primitive: &str) -> Vec<u8> {
    format!(
        "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\
         <asset><unit meter=\"1\"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id=\"g\"><mesh>\
         <source id=\"s\"><float_array id=\"a\" count=\"12\">{}</float_array><technique_common>\
         <accessor source=\"#a\" count=\"4\" stride=\"3\"><param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/>\
         </accessor></technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/>\
         </vertices>{primitive}</mesh></geometry></library_geometries>\
         <library_visual_scenes><visual_scene id=\"w\"><node><scale>{x} {y} {z}</scale>\
         <instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes>\
         <scene><instance_visual_scene url=\"#w\"/></scene></COLLADA>",
        numbers(points)
    )
    .into_bytes()
}

fn collada_of(kind: &str, inside: &str) -> String {
    let input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";
    format!("<{kind} count=\"1\">{input}{inside}</{kind}>")
}

fn gltf(points: &[[f64; 3]; 4], scale: [i32; 3], mode: u32) -> Vec<u8> {
    let buffer: Vec<u8> =
        points.as_flattened().iter().flat_map(|&x| (x as f32).to_le_bytes()).collect();
    let document = json!({
        "asset": { "version": "2.0" },
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "scale": scale }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "mode": mode }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" }],
        "bufferViews": [{ "buffer": 0, "byteLength": buffer.len() }],
        "buffers": [{ "byteLength": buffer.len() }],
    });
    glb(&(document, buffer))
}

fn three_mf(points: &[[f64; 3]; 4], [x, y, z]: [i32; 3]) -> Vec<u8> {
    let vertices: String =
        points.iter().map(|[x, y, z]| format!("<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>")).collect();
    threemf(&format!(
        "{MODEL_START}<resources><object id=\"1\"><mesh><vertices>{vertices}</vertices><triangles>\
         <triangle v1=\"0\" v2=\"1\" v3=\"2\"/><triangle v1=\"0\" v2=\"2\" v3=\"3\"/></triangles></mesh></object>\
         </resources><build><item objectid=\"1\" transform=\"{x} 0 0 0 {y} 0 0 0 {z} 0 0 0\"/></build></model>"
    ))
}

/// Every way to write a polygon, a fan or a strip in a format that has instances with mirrors.
fn written(points: &[[f64; 3]; 4], scale: [i32; 3]) -> Vec<(&'static str, Vec<u8>)> {
    let list = "<p>0 1 2 3</p>";
    let of = |primitive: String| collada(points, scale, &primitive);
    vec![
        ("polylist.dae", of(collada_of("polylist", &format!("<vcount>4</vcount>{list}")))),
        ("polygons.dae", of(collada_of("polygons", list))),
        ("trifans.dae", of(collada_of("trifans", list))),
        ("tristrips.dae", of(collada_of("tristrips", list))),
        ("triangles.dae", of(collada_of("triangles", "<p>0 1 2 0 2 3</p>"))),
        ("fan.glb", gltf(points, scale, 6)),
        ("strip.glb", gltf(points, scale, 5)),
        ("triangles.3mf", three_mf(points, scale)),
    ]
}

#[test]
fn a_mirrored_polygon_is_fanned_from_its_first_corner_in_every_format() {
    for points in [QUAD, ARROW] {
        let plain = written(&points, [1, 1, 1]);
        for (scale, mirrors) in SCALES {
            for ((name, bytes), (_, plain)) in written(&points, scale).into_iter().zip(&plain) {
                let image =
                    |corner: [f64; 3]| std::array::from_fn(|k| corner[k] * f64::from(scale[k]));
                let expected: Vec<[[f64; 3]; 3]> = corners(&loaded(name, plain).mesh)
                    .into_iter()
                    .map(|[a, b, c]| if mirrors { [a, c, b] } else { [a, b, c] }.map(image))
                    .collect();
                assert_eq!(expected.len(), 2, "{name}");
                assert_eq!(corners(&loaded(name, bytes).mesh), expected, "{name} by {scale:?}");
            }
        }
    }
}
