//! Four points to start with.

use super::DelaunayError;
use crate::cells::{Cells, Face, GHOST};
use closecall::engine::geom::{
    DVec3,
    exact::{collinear, orient3d},
};

/// The first point, the first at another place, the first beside their line, and the first beside
/// their plane; by places in the order. The tetrahedron they make is positive.
pub(super) fn first_four(points: &[DVec3], order: &[u32]) -> Result<[usize; 4], DelaunayError> {
    let at = |i: usize| points[order[i] as usize];
    let flat = |dimensions| DelaunayError::NoVolume { points: points.len(), dimensions };
    let next =
        |from: usize, is_new: &dyn Fn(DVec3) -> bool| (from..order.len()).find(|&i| is_new(at(i)));
    if order.is_empty() {
        return Err(flat(None));
    }
    let a = at(0);
    let i = next(1, &|p| p != a).ok_or(flat(Some(0)))?;
    let b = at(i);
    let j = next(i + 1, &|p| !collinear(a, b, p)).ok_or(flat(Some(1)))?;
    let c = at(j);
    let k = next(j + 1, &|p| orient3d(a, b, c, p) != 0.0).ok_or(flat(Some(2)))?;
    Ok(if orient3d(a, b, c, at(k)) > 0.0 { [0, i, j, k] } else { [0, j, i, k] })
}

/// The tetrahedron of the vertices 0, 1, 2, 3, in positive order, and the ghosts beyond its faces.
pub(super) fn first_cells() -> Cells {
    let mut cells = Cells::default();
    cells.push([0, 1, 2, 3]);
    for i in 0..4 {
        let [a, b, c] = cells.face(Face::new(0, i));
        // Seen from outside.
        let ghost = cells.push([a, c, b, GHOST]);
        cells.link(Face::new(0, i), Face::new(ghost, 3));
    }
    for i in 1..5u32 {
        for j in i + 1..5 {
            let beside = |cell: u32, other: u32, cells: &Cells| {
                let across = cells.corners[other as usize];
                let apart = |corner: &u32| !across.contains(corner);
                Face::new(cell, cells.corners[cell as usize].iter().position(apart).expect("one"))
            };
            let (a, b) = (beside(i, j, &cells), beside(j, i, &cells));
            cells.link(a, b);
        }
    }
    cells
}
