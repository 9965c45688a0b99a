//! Where two triangles touch: one point, and the normal of the plane they touch in.

use closecall::Triangle;
use closecall::geom::DVec3;
use closecall::geom::exact::{Shared, shared, unit_normal};

/// The middle of what the triangles share, and A's unit normal, or B's where A has no area; 0 where
/// neither has one.
pub fn of(a: &Triangle, b: &Triangle) -> (DVec3, DVec3) {
    let points: Vec<DVec3> = match shared(a, b) {
        Shared::Point(point) => vec![point],
        Shared::Segment(ends) => ends.to_vec(),
        Shared::Polygon(polygon) => polygon.corners().to_vec(),
        Shared::None => Vec::new(),
    };
    let normal = unit_normal(a).or_else(|| unit_normal(b)).unwrap_or(DVec3::ZERO);
    let middle = points.iter().fold(DVec3::ZERO, |sum, &point| sum + point / points.len() as f64);
    (if points.is_empty() { DVec3::NAN } else { middle }, normal)
}
