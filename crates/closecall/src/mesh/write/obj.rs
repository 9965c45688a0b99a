//! OBJ: vertices and triangles, in the mesh's order.

use std::io::{self, Write};

use super::number::ThreeNumbers;
use crate::mesh::Mesh;

/// Writes an OBJ.
pub fn write_obj(out: &mut impl Write, mesh: &Mesh) -> io::Result<()> {
    for &v in mesh.points() {
        writeln!(out, "v {}", ThreeNumbers(v))?;
    }
    write_faces(out, mesh.triangles(), 0)
}

/// Faces of vertices, the first of which is number `first` of the file.
pub(super) fn write_faces(
    out: &mut impl Write,
    triangles: &[[u32; 3]],
    first: usize,
) -> io::Result<()> {
    for triangle in triangles {
        let [a, b, c] = triangle.map(|v| first + v as usize + 1);
        writeln!(out, "f {a} {b} {c}")?;
    }
    Ok(())
}
