//! Whole meshes in one frame, in colours, with some of their triangles marked.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::glb::write_pieces_glb;
use super::piece::{Colour, Piece, write_pieces_ply};
use crate::geom::Pose;
use crate::mesh::Mesh;

/// A mesh in its place and its colours.
#[derive(Clone, Debug)]
pub struct Painted<'a> {
    /// Its name.
    pub name: &'a str,
    /// The mesh.
    pub mesh: &'a Mesh,
    /// Its place.
    pub scene_from_mesh: Pose,
    /// The colour of its triangles.
    pub colour: Colour,
    /// Triangles of another colour, by their numbers.
    pub marked: BTreeSet<u32>,
    /// The colour to mark with.
    pub mark: Colour,
}

/// Writes meshes as a binary PLY with colours.
///
/// # Panics
/// If a mark names a triangle that its mesh has not.
pub fn write_painted_ply(out: &mut impl Write, scene: &[Painted]) -> io::Result<()> {
    write_pieces_ply(out, &pieces(scene))
}

/// Writes meshes as a binary glTF with materials, in f32. Marked triangles are nodes of their own.
///
/// # Panics
/// If a mark names a triangle that its mesh has not.
pub fn write_painted_glb(out: &mut impl Write, scene: &[Painted]) -> io::Result<()> {
    write_pieces_glb(out, &pieces(scene))
}

fn pieces(scene: &[Painted]) -> Vec<Piece> {
    let both = |painted: &Painted| {
        let plain = (0..painted.mesh.triangle_count() as u32)
            .filter(|number| !painted.marked.contains(number))
            .collect();
        let marked_name = format!("{}, touching", painted.name);
        let (plain_name, marked) = (painted.name.to_owned(), &painted.marked);
        [(&plain, plain_name, painted.colour), (marked, marked_name, painted.mark)].map(
            |(numbers, name, colour)| {
                Piece::of(
                    painted.mesh,
                    numbers,
                    |v| painted.scene_from_mesh.carried(v),
                    name,
                    colour,
                )
            },
        )
    };
    scene.iter().flat_map(both).collect()
}
