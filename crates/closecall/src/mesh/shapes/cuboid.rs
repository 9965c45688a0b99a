//! Boxes.

use super::{mesh, quad};
use crate::geom::DVec3;
use crate::geom::vectors::vector;
use crate::mesh::Mesh;

/// The box from `min` to `max`: 8 vertices, 12 triangles.
///
/// # Panics
/// If a coordinate is out of range.
#[must_use]
pub fn cuboid(min: impl Into<[f64; 3]>, max: impl Into<[f64; 3]>) -> Mesh {
    let min = vector(min);
    let max = vector(max);
    let ends = [min, max];
    // Vertex number zyx in binary.
    let vertices =
        (0..8).map(|n| DVec3::new(ends[n & 1].x, ends[n >> 1 & 1].y, ends[n >> 2].z)).collect();
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    mesh(vertices, faces.into_iter().flat_map(quad).collect())
}
