//! From tetrahedron to tetrahedron towards a point: across any face that has it beyond.

use crate::cells::{Cells, Face, GHOST};
use crate::rounding::ORIENT;
use crate::sphere::larger;
use closecall::engine::geom::{DVec3, exact::orient3d};

/// The sign of (b−a)×(c−a)·(d−a), as [`orient3d`] has it.
///
/// The filter: a term of the determinant is a product of three differences, which are rounded, of a
/// product and a difference for the 2×2 minor, of one more product and at most two sums: 8 factors
/// 1 + δ. There are 6 terms, none above the product XYZ of the largest differences along the axes:
/// 48ε·XYZ bounds the error, and 50ε covers the roundings of the bound.
#[inline]
pub(crate) fn side(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let (u, v, w) = (b - a, c - a, d - a);
    let value = u.cross(v).dot(w);
    let most = |k: usize| larger(larger(u[k].abs(), v[k].abs()), w[k].abs());
    let bound = ORIENT * (most(0) * most(1) * most(2));
    if value.abs() > bound { value } else { orient3d(a, b, c, d) }
}

/// The tetrahedron that has a point inside or on its boundary, or a ghost that has it strictly
/// beyond its facet. In a Delaunay tetrahedralisation the walk comes to an end from anywhere: the
/// point's power about the spheres falls. (Edelsbrunner 1990)
pub(crate) fn find(cells: &Cells, vertices: &[DVec3], from: u32, p: DVec3) -> u32 {
    let mut cell = from;
    if let Some(infinite) = cells.corners[from as usize].iter().position(|&v| v == GHOST) {
        cell = cells.twin(Face::new(from, infinite)).cell();
    }
    let mut entered = 4;
    'walk: loop {
        if cells.is_ghost(cell) {
            return cell;
        }
        for i in (0..4).filter(|&i| i != entered) {
            let face = Face::new(cell, i);
            let [a, b, c] = cells.face(face).map(|v| vertices[v as usize]);
            if side(a, b, c, p) < 0.0 {
                let twin = cells.twin(face);
                (cell, entered) = (twin.cell(), twin.index());
                continue 'walk;
            }
        }
        return cell;
    }
}
