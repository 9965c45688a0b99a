//! STL, as text in f64 and in binary in f32. Normals are those of the corners, or 0 where these lie
//! on a line.

use std::io::{self, Write};

use super::Written;
use super::number::ThreeNumbers;
use crate::geom::{DVec3, Triangle};
use crate::mesh::Mesh;

/// Writes an STL as text.
pub fn write_stl_text(out: &mut impl Write, mesh: &Mesh) -> io::Result<()> {
    writeln!(out, "solid")?;
    for corners in mesh.iter() {
        writeln!(out, "facet normal {}\nouter loop", ThreeNumbers(normal(&corners)))?;
        for v in corners {
            writeln!(out, "vertex {}", ThreeNumbers(v))?;
        }
        writeln!(out, "endloop\nendfacet")?;
    }
    writeln!(out, "endsolid")
}

/// Writes a binary STL, and counts the coordinates that f32 does not hold.
pub fn write_stl_binary(out: &mut impl Write, mesh: &Mesh) -> io::Result<Written> {
    // The header must not begin with `solid`.
    out.write_all(&[b' '; 80])?;
    out.write_all(&(mesh.triangle_count() as u32).to_le_bytes())?;
    let mut rounded = 0;
    for corners in mesh.iter() {
        write_narrowed(out, normal(&corners))?;
        for v in corners {
            rounded += v.to_array().into_iter().filter(|&x| f64::from(x as f32) != x).count();
            write_narrowed(out, v)?;
        }
        out.write_all(&[0; 2])?;
    }
    Ok(Written { rounded })
}

fn write_narrowed(out: &mut impl Write, v: DVec3) -> io::Result<()> {
    v.to_array().into_iter().try_for_each(|x| out.write_all(&(x as f32).to_le_bytes()))
}

/// The unit normal. Edges are made comparable with 1 first, so that their product is neither 0 nor
/// infinite.
fn normal([a, b, c]: &Triangle) -> DVec3 {
    let (ab, ac) = (*b - *a, *c - *a);
    let size = ab.abs().max(ac.abs()).max_element();
    if size == 0.0 { DVec3::ZERO } else { (ab / size).cross(ac / size).normalize_or_zero() }
}
