//! PLY: vertices in f64 and triangles, in the mesh's order.

use std::io::{self, Write};

use super::number::ThreeNumbers;
use crate::mesh::Mesh;

/// Writes a PLY as text.
pub fn write_ply_text(out: &mut impl Write, mesh: &Mesh) -> io::Result<()> {
    write_header(out, "ascii", mesh.points().len(), "", mesh.triangle_count())?;
    for &v in mesh.points() {
        writeln!(out, "{}", ThreeNumbers(v))?;
    }
    for [a, b, c] in mesh.triangles() {
        writeln!(out, "3 {a} {b} {c}")?;
    }
    Ok(())
}

/// Writes a binary PLY, lowest byte first.
pub fn write_ply_binary(out: &mut impl Write, mesh: &Mesh) -> io::Result<()> {
    write_header(out, BINARY, mesh.points().len(), "", mesh.triangle_count())?;
    for v in mesh.points() {
        for x in v.to_array() {
            out.write_all(&x.to_le_bytes())?;
        }
    }
    mesh.triangles().iter().try_for_each(|&triangle| write_face(out, triangle))
}

pub(super) const BINARY: &str = "binary_little_endian";

/// A header, with what else there is of every vertex.
pub(super) fn write_header(
    out: &mut impl Write,
    format: &str,
    vertices: usize,
    more: &str,
    faces: usize,
) -> io::Result<()> {
    write!(
        out,
        "ply\nformat {format} 1.0\nelement vertex {vertices}\nproperty double x\nproperty double y\nproperty double z\n\
         {more}element face {faces}\nproperty list uchar uint vertex_indices\nend_header\n"
    )
}

pub(super) fn write_face(out: &mut impl Write, triangle: [u32; 3]) -> io::Result<()> {
    out.write_all(&[3])?;
    triangle.iter().try_for_each(|v| out.write_all(&v.to_le_bytes()))
}
