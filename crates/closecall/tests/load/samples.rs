//! A valid file of every format, to take apart.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::mesh::Mesh;
use closecall::mesh::shapes::{cuboid, icosphere, tetrahedron, torus};
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::Write as _;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub fn stl_text(mesh: &Mesh) -> Vec<u8> {
    let mut text = String::from("solid sample of a solid\n");
    for corners in mesh.iter() {
        text += "  facet normal 0 0 nan\n    outer loop\n";
        for v in corners {
            writeln!(text, "      vertex {} {:e} {}", v.x, v.y, v.z).unwrap();
        }
        text += "    endloop\n  endfacet\n";
    }
    (text + "endsolid sample of a solid\n").into_bytes()
}

pub fn stl_binary(header: &str, triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = format!("{header:80}").into_bytes();
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for corners in triangles {
        bytes.extend([0xFF; 12]); // a normal that is not a number
        bytes.extend(corners.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0xAB, 0xCD]); // attributes
    }
    bytes
}

pub fn narrowed(mesh: &Mesh) -> Vec<[[f32; 3]; 3]> {
    mesh.iter().map(|corners| corners.map(|v| v.to_array().map(|x| x as f32))).collect()
}

pub fn obj(mesh: &Mesh) -> Vec<u8> {
    let mut text = String::from("# a sample\nmtllib sample.mtl\no sample\n");
    for v in mesh.points() {
        writeln!(text, "v {} {:e} {}\nvn 0 0 1", v.x, v.y, v.z).unwrap();
    }
    for (i, [a, b, c]) in mesh.triangles().iter().map(|t| t.map(|v| i64::from(v) + 1)).enumerate() {
        let n = mesh.points().len() as i64 + 1;
        match i % 3 {
            0 => writeln!(text, "f {a} {b} {c}").unwrap(),
            1 => writeln!(text, "f {a}//{a} {b}/1/1 {c}/1").unwrap(),
            _ => writeln!(text, "f {} {} \\\n {}", a - n, b - n, c - n).unwrap(),
        }
    }
    text.into_bytes()
}

const PLY_VERTICES: &str =
    "property float x\nproperty double y\nproperty float64 z\nproperty uchar red\n";
const PLY_FACES: &str =
    "property list uchar int vertex_indices\nproperty list uint8 float texcoord\n";

fn ply_header(format: &str, mesh: &Mesh) -> String {
    let (vertices, faces) = (mesh.points().len(), mesh.triangle_count());
    format!(
        "ply\nformat {format} 1.0\ncomment a sample\nobj_info none\nelement camera 1\nproperty short zoom\n\
         element vertex {vertices}\n{PLY_VERTICES}element face {faces}\n{PLY_FACES}end_header\n"
    )
}

pub fn ply_text(mesh: &Mesh) -> Vec<u8> {
    let mut text = ply_header("ascii", mesh) + "-7\n";
    for v in mesh.points() {
        writeln!(text, "{} {} {:e} 255", v.x, v.y, v.z).unwrap();
    }
    for [a, b, c] in mesh.triangles() {
        writeln!(text, "3 {a} {b} {c} 2 0.5 nan").unwrap();
    }
    text.into_bytes()
}

/// Binary, from the lowest byte (`little`) or from the highest (`big`). The x coordinates are
/// narrowed.
pub fn ply_binary(order: &str, mesh: &Mesh) -> Vec<u8> {
    let mut bytes = ply_header(&format!("binary_{order}_endian"), mesh).into_bytes();
    let mut put = |number: &[u8]| match order {
        "big" => bytes.extend(number.iter().rev()),
        _ => bytes.extend(number),
    };
    put(&(-7i16).to_le_bytes());
    for v in mesh.points() {
        put(&(v.x as f32).to_le_bytes());
        put(&v.y.to_le_bytes());
        put(&v.z.to_le_bytes());
        put(&[255]);
    }
    for triangle in mesh.triangles() {
        put(&[3]);
        triangle.iter().for_each(|v| put(&v.to_le_bytes()));
        put(&[1]);
        put(&0.5f32.to_le_bytes());
    }
    bytes
}

/// A glTF document of one mesh, and its buffer: positions in f32, then indices in u32.
pub fn gltf_document(mesh: &Mesh) -> (Value, Vec<u8>) {
    let positions =
        mesh.points().iter().flat_map(|v| v.to_array()).flat_map(|x| (x as f32).to_le_bytes());
    let indices = mesh.triangles().iter().flatten().flat_map(|v| v.to_le_bytes());
    let (vertices, corners) = (mesh.points().len(), 3 * mesh.triangle_count());
    let document = json!({
        "asset": { "version": "2.0", "generator": "a sample" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "the node", "mesh": 0, "translation": [0.0, 0.0, 0.0] }],
        "meshes": [{ "name": "the mesh", "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1, "mode": 4 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": vertices, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5125, "count": corners, "type": "SCALAR" }
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 12 * vertices, "target": 34962 },
            { "buffer": 0, "byteOffset": 12 * vertices, "byteLength": 4 * corners }
        ],
        "buffers": [{ "byteLength": 12 * vertices + 4 * corners }]
    });
    (document, positions.chain(indices).collect())
}

/// The document with its buffer inside.
pub fn gltf_text((mut document, buffer): (Value, Vec<u8>)) -> Vec<u8> {
    let uri = "data:application/octet-stream;base64,".to_owned() + &STANDARD.encode(buffer);
    document["buffers"][0]["uri"] = uri.into();
    format!("{document:#}\n").into_bytes()
}

pub fn glb((document, buffer): &(Value, Vec<u8>)) -> Vec<u8> {
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = 12 + 8 + json.len() + 8 + buffer.len();
    let words = |words: [usize; 2]| words.into_iter().flat_map(|word| (word as u32).to_le_bytes());
    let mut bytes = b"glTF".to_vec();
    bytes.extend(words([2, length]));
    bytes.extend(words([json.len(), 0x4E4F_534A]));
    bytes.extend(json);
    bytes.extend(words([buffer.len(), 0x004E_4942]));
    bytes.extend(buffer);
    bytes
}

/// A model of one object that is built once.
pub fn threemf_model(mesh: &Mesh) -> String {
    let mut text = String::from(MODEL_START);
    text += "<resources>\n<object id=\"1\" name=\"the object\" type=\"model\"><mesh>\n<vertices>\n";
    for v in mesh.points() {
        writeln!(text, "<vertex x=\"{}\" y=\"{:e}\" z=\"{}\"/>", v.x, v.y, v.z).unwrap();
    }
    text += "</vertices>\n<triangles>\n";
    for [a, b, c] in mesh.triangles() {
        writeln!(text, "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\" pid=\"2\"/>").unwrap();
    }
    text + "</triangles>\n</mesh></object>\n</resources>\n<build>\n<item objectid=\"1\"/>\n</build>\n</model>\n"
}

pub const MODEL_START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"inch\" \
    xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\" \
    xmlns:p=\"http://schemas.microsoft.com/3dmanufacturing/production/2015/06\">\n";

/// A package whose model is in `3D/a.model`.
pub fn threemf(model: &str) -> Vec<u8> {
    const KIND: &str = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";
    let relationships = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Type=\"{KIND}\" Target=\"/3D/a.model\" Id=\"r\"/></Relationships>"
    );
    archive(&[("_rels/.rels", &relationships), ("3D/a.model", model)])
}

/// An archive of these files.
pub fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        let method =
            if text.len() > 200 { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Valid files: name, bytes and the number of triangles.
pub fn all() -> Vec<(&'static str, Vec<u8>, usize)> {
    let meshes = [
        tetrahedron(0.1),
        cuboid(DVec3::NEG_ONE, DVec3::splat(2.5)),
        icosphere(3.0, 1),
        torus(2.0, 0.3, 5, 4),
    ];
    let mut files = Vec::new();
    for mesh in &meshes {
        let count = mesh.triangle_count();
        files.push(("sample.stl", stl_text(mesh), count));
        files.push(("sample.stl", stl_binary("solid but binary", &narrowed(mesh)), count));
        files.push(("sample.obj", obj(mesh), count));
        files.push(("sample.ply", ply_text(mesh), count));
        files.push(("sample.ply", ply_binary("little", mesh), count));
        files.push(("sample.ply", ply_binary("big", mesh), count));
        files.push(("sample.gltf", gltf_text(gltf_document(mesh)), count));
        files.push(("sample.glb", glb(&gltf_document(mesh)), count));
        files.push(("sample.3mf", threemf(&threemf_model(mesh)), count));
    }
    files
}
