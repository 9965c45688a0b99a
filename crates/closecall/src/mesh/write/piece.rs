//! Pieces of meshes, each of one colour, in one frame.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::ply::{BINARY, write_face, write_header};
use crate::geom::DVec3;
use crate::mesh::Mesh;

/// Red, green and blue, as screens have them (sRGB).
pub type Colour = [u8; 3];

/// Some triangles of a mesh, with the vertices they need.
pub(super) struct Piece {
    pub name: String,
    pub colour: Colour,
    pub vertices: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Piece {
    /// Triangles by their numbers, in the order of the mesh.
    pub fn of(
        mesh: &Mesh,
        numbers: &BTreeSet<u32>,
        carry: impl Fn(DVec3) -> DVec3,
        name: impl Into<String>,
        colour: Colour,
    ) -> Self {
        let old = |number: &u32| mesh.triangles()[*number as usize];
        let used: BTreeSet<u32> = numbers.iter().flat_map(old).collect();
        let used: Vec<u32> = used.into_iter().collect();
        let vertices = used.iter().map(|&v| carry(mesh.points()[v as usize])).collect();
        // Every vertex that is looked for is among the used ones.
        let renumbered = |v: u32| used.partition_point(|&known| known < v) as u32;
        let triangles = numbers.iter().map(|number| old(number).map(renumbered)).collect();
        Self { name: name.into(), colour, vertices, triangles }
    }
}

/// Writes pieces as a binary PLY; every vertex has its piece's colour.
pub(super) fn write_pieces_ply(out: &mut impl Write, pieces: &[Piece]) -> io::Result<()> {
    let vertices = pieces.iter().map(|piece| piece.vertices.len()).sum();
    let faces = pieces.iter().map(|piece| piece.triangles.len()).sum();
    let colours = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    write_header(out, BINARY, vertices, colours, faces)?;
    for piece in pieces {
        for v in &piece.vertices {
            v.to_array().into_iter().try_for_each(|x| out.write_all(&x.to_le_bytes()))?;
            out.write_all(&piece.colour)?;
        }
    }
    let mut first = 0;
    for piece in pieces {
        piece
            .triangles
            .iter()
            .try_for_each(|triangle| write_face(out, triangle.map(|v| first + v)))?;
        first += piece.vertices.len() as u32;
    }
    Ok(())
}
