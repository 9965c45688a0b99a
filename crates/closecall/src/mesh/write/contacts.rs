//! Contacts: the triangles of two meshes that touch, each once, in A's frame.

use std::io::{self, Write};

use super::glb::write_pieces_glb;
use super::number::ThreeNumbers;
use super::obj::write_faces;
use super::piece::{Colour, Piece, write_pieces_ply};
use crate::geom::Pose;
use crate::mesh::Mesh;

/// Red for A, blue for B.
pub const CONTACT_COLOURS: [Colour; 2] = [[220, 50, 47], [38, 139, 210]];

fn pieces(a: &Mesh, b: &Mesh, a_from_b: &Pose, pairs: &[(u32, u32)]) -> [Piece; 2] {
    let (of_a, of_b) = pairs.iter().copied().unzip();
    let [red, blue] = CONTACT_COLOURS;
    [Piece::of(a, &of_a, |v| v, "a", red), Piece::of(b, &of_b, |v| a_from_b.carried(v), "b", blue)]
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
    for piece in &pieces(a, b, a_from_b, pairs) {
        writeln!(out, "g {}", piece.name)?;
        for &v in &piece.vertices {
            writeln!(out, "v {}", ThreeNumbers(v))?;
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
    write_pieces_ply(out, &pieces(a, b, a_from_b, pairs))
}

/// Writes the triangles that touch as a binary glTF in f32, those of A red and those of B blue.
///
/// # Panics
/// If a pair names a triangle that a mesh has not.
pub fn write_contacts_glb(
    out: &mut impl Write,
    a: &Mesh,
    b: &Mesh,
    a_from_b: &Pose,
    pairs: &[(u32, u32)],
) -> io::Result<()> {
    write_pieces_glb(out, &pieces(a, b, a_from_b, pairs))
}
