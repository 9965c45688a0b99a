//! The contact of two triangles: one point, and the normal of the plane they touch in.

use crate::arrays::whole_numbers;
use crate::failure;
use closecall::Model;
use closecall::engine::geom::{
    DVec3, Triangle,
    exact::{Shared, shared, unit_normal},
};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;

/// The middle of what the triangles share, and A's unit normal, or B's where A has no area; 0 where
/// neither has one. None if they do not touch.
pub fn of(a: &Triangle, b: &Triangle) -> Option<(DVec3, DVec3)> {
    let points: Vec<DVec3> = match shared(a, b) {
        Shared::Point(point) => vec![point],
        Shared::Segment(ends) => ends.to_vec(),
        Shared::Polygon(polygon) => polygon.corners().to_vec(),
        Shared::None => return None,
    };
    let normal = unit_normal(a).or_else(|| unit_normal(b)).unwrap_or(DVec3::ZERO);
    let middle = points.iter().fold(DVec3::ZERO, |sum, &point| sum + point / points.len() as f64);
    Some((middle, normal))
}

/// Pairs of triangles of two models, in range.
pub fn pairs(a: &Model, b: &Model, pairs: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, usize)>> {
    let pairs = whole_numbers(pairs, "pairs")?;
    if !matches!(pairs.shape(), [_, 2]) {
        let shape = pairs.shape();
        return Err(failure::value(format!("pairs have the shape (n, 2), not {shape:?}")));
    }
    let count = [a.mesh().triangle_count(), b.mesh().triangle_count()];
    let rows = pairs.as_slice().map_err(failure::value)?.chunks_exact(2).enumerate();
    let in_range =
        |number: i64, count: usize| usize::try_from(number).ok().filter(|&number| number < count);
    rows.map(|(row, pair)| {
        let found = in_range(pair[0], count[0]).zip(in_range(pair[1], count[1]));
        found.ok_or_else(|| failure::value(format!("pair {row} names no triangles: {pair:?}")))
    })
    .collect()
}
