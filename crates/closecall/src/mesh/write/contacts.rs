//! Contacts: the triangles of two meshes that touch, each once, in A's frame.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::number::Numbers;
use super::obj::write_faces;
use super::ply::{BINARY, write_face, write_header};
use crate::geom::{DVec3, Pose};
use crate::mesh::Mesh;

/// Red for A, blue for B.
const COLOURS: [[u8; 3]; 2] = [[220, 50, 47], [38, 139, 210]];

/// Some triangles of a mesh, with the vertices they need.
struct Piece {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Piece {
    /// In the order of the mesh.
    fn of(mesh: &Mesh, numbers: &BTreeSet<u32>, carry: impl Fn(DVec3) -> DVec3) -> Self {
        let old = |number: &u32| mesh.triangles()[*number as usize];
        let used: BTreeSet<u32> = numbers.iter().flat_map(old).collect();
        let used: Vec<u32> = used.into_iter().collect();
        let vertices = used.iter().map(|&v| carry(mesh.vertices()[v as usize])).collect();
        // Every vertex that is looked for is among the used ones.
        let renumbered = |v: u32| used.partition_point(|&known| known < v) as u32;
        let triangles = numbers.iter().map(|number| old(number).map(renumbered)).collect();
        Self { vertices, triangles }
    }
}

fn pieces(a: &Mesh, b: &Mesh, a_from_b: &Pose, pairs: &[(u32, u32)]) -> [Piece; 2] {
    let (of_a, of_b) = pairs.iter().copied().unzip();
    [Piece::of(a, &of_a, |v| v), Piece::of(b, &of_b, |v| a_from_b.carry(v))]
}

/// Writes the triangles that touch as an OBJ of two groups, `a` and `b`.
///
/// # Panics
/// If a pair names a triangle that a mesh has not.
pub fn write_contacts_obj(
    out: &mut impl Write,
    a: &Mesh,
    b: &Mesh,
    a_from_b: &Pose,
    pairs: &[(u32, u32)],
) -> io::Result<()> {
    let mut first = 0;
    for (piece, group) in pieces(a, b, a_from_b, pairs).iter().zip(["a", "b"]) {
        writeln!(out, "g {group}")?;
        for &v in &piece.vertices {
            writeln!(out, "v {}", Numbers(v))?;
        }
        write_faces(out, &piece.triangles, first)?;
        first += piece.vertices.len();
    }
    Ok(())
}

/// Writes the triangles that touch as a binary PLY, those of A red and those of B blue.
///
/// # Panics
/// If a pair names a triangle that a mesh has not.
pub fn write_contacts_ply(
    out: &mut impl Write,
    a: &Mesh,
    b: &Mesh,
    a_from_b: &Pose,
    pairs: &[(u32, u32)],
) -> io::Result<()> {
    let pieces = pieces(a, b, a_from_b, pairs);
    let vertices = pieces.iter().map(|piece| piece.vertices.len()).sum();
    let faces = pieces.iter().map(|piece| piece.triangles.len()).sum();
    let colours = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    write_header(out, BINARY, vertices, colours, faces)?;
    for (piece, colour) in pieces.iter().zip(COLOURS) {
        for v in &piece.vertices {
            v.to_array().into_iter().try_for_each(|x| out.write_all(&x.to_le_bytes()))?;
            out.write_all(&colour)?;
        }
    }
    let mut first = 0;
    for piece in &pieces {
        piece.triangles.iter().try_for_each(|triangle| write_face(out, triangle.map(|v| first + v)))?;
        first += piece.vertices.len() as u32;
    }
    Ok(())
}
