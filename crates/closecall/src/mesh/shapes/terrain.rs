//! Height fields: open, and full of coplanar or nearly coplanar neighbours.

use super::{mesh, quad};
use crate::geom::DVec3;
use crate::mesh::Mesh;

/// A flat grid of square cells in the plane z = 0, from the origin on: 2·`columns`·`rows`
/// triangles.
///
/// # Panics
/// If there is no cell, or a coordinate is out of range.
#[must_use]
pub fn grid(columns: u32, rows: u32, cell: f64) -> Mesh {
    terrain(columns, rows, cell, |_, _| 0.0)
}

/// A grid whose corner (i, j) has the height `height(i, j)`; its triangles look up.
///
/// # Panics
/// If there is no cell, or a coordinate is out of range.
#[must_use]
pub fn terrain(
    columns: u32,
    rows: u32,
    cell: f64,
    mut height: impl FnMut(u32, u32) -> f64,
) -> Mesh {
    let mut vertices = Vec::new();
    for j in 0..=rows {
        for i in 0..=columns {
            vertices.push(DVec3::new(f64::from(i) * cell, f64::from(j) * cell, height(i, j)));
        }
    }
    let number = |i: u32, j: u32| j * (columns + 1) + i;
    let cells = (0..rows).flat_map(|j| (0..columns).map(move |i| (i, j)));
    let quads = cells
        .map(|(i, j)| [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)]);
    mesh(vertices, quads.flat_map(quad).collect())
}
