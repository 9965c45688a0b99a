//! In place of the writer of GLB, where the feature `gltf` is off.

use super::piece::Piece;
use std::io::{self, Write};

pub(super) fn write_pieces_glb(_: &mut impl Write, _: &[Piece]) -> io::Result<()> {
    Err(io::Error::other("GLB needs the feature `gltf`, which this build is without"))
}
