//! A valid file of every format, to take apart.

use closecall::geom::DVec3;
use closecall::mesh::Mesh;
use closecall::mesh::shapes::{cuboid, icosphere, tetrahedron, torus};
use std::fmt::Write;

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
    for v in mesh.vertices() {
        writeln!(text, "v {} {:e} {}\nvn 0 0 1", v.x, v.y, v.z).unwrap();
    }
    for (i, [a, b, c]) in mesh.triangles().iter().map(|t| t.map(|v| i64::from(v) + 1)).enumerate() {
        let n = mesh.vertices().len() as i64 + 1;
        match i % 3 {
            0 => writeln!(text, "f {a} {b} {c}").unwrap(),
            1 => writeln!(text, "f {a}//{a} {b}/1/1 {c}/1").unwrap(),
            _ => writeln!(text, "f {} {} \\\n {}", a - n, b - n, c - n).unwrap(),
        }
    }
    text.into_bytes()
}

const PLY_VERTICES: &str = "property float x\nproperty double y\nproperty float64 z\nproperty uchar red\n";
const PLY_FACES: &str = "property list uchar int vertex_indices\nproperty list uint8 float texcoord\n";

fn ply_header(format: &str, mesh: &Mesh) -> String {
    let (vertices, faces) = (mesh.vertices().len(), mesh.triangle_count());
    format!(
        "ply\nformat {format} 1.0\ncomment a sample\nobj_info none\nelement camera 1\nproperty short zoom\n\
         element vertex {vertices}\n{PLY_VERTICES}element face {faces}\n{PLY_FACES}end_header\n"
    )
}

pub fn ply_text(mesh: &Mesh) -> Vec<u8> {
    let mut text = ply_header("ascii", mesh) + "-7\n";
    for v in mesh.vertices() {
        writeln!(text, "{} {} {:e} 255", v.x, v.y, v.z).unwrap();
    }
    for [a, b, c] in mesh.triangles() {
        writeln!(text, "3 {a} {b} {c} 2 0.5 nan").unwrap();
    }
    text.into_bytes()
}

/// Binary, from the lowest byte (`little`) or from the highest (`big`). The x coordinates are narrowed.
pub fn ply_binary(order: &str, mesh: &Mesh) -> Vec<u8> {
    let mut bytes = ply_header(&format!("binary_{order}_endian"), mesh).into_bytes();
    let mut put = |number: &[u8]| match order {
        "big" => bytes.extend(number.iter().rev()),
        _ => bytes.extend(number),
    };
    put(&(-7i16).to_le_bytes());
    for v in mesh.vertices() {
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

/// Valid files: name, bytes and the number of triangles.
pub fn all() -> Vec<(&'static str, Vec<u8>, usize)> {
    let meshes =
        [tetrahedron(0.1), cuboid(DVec3::NEG_ONE, DVec3::splat(2.5)), icosphere(3.0, 1), torus(2.0, 0.3, 5, 4)];
    let mut files = Vec::new();
    for mesh in &meshes {
        let count = mesh.triangle_count();
        files.push(("sample.stl", stl_text(mesh), count));
        files.push(("sample.stl", stl_binary("solid but binary", &narrowed(mesh)), count));
        files.push(("sample.obj", obj(mesh), count));
        files.push(("sample.ply", ply_text(mesh), count));
        files.push(("sample.ply", ply_binary("little", mesh), count));
        files.push(("sample.ply", ply_binary("big", mesh), count));
    }
    files
}
