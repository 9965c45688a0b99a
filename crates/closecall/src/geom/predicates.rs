//! Exact questions about single triangles, in plain arrays.
//!
//! A triangle is three corners, with coordinates that are 0 or in the [range](super::range). It is
//! closed, and one without area is the segment or point it is. Nothing overflows, underflows or
//! rounds unseen.
//!
//! ```
//! use closecall::Clearance;
//! use closecall::geom::predicates::{Class, classify, distance, meet, shared, within};
//! let floor = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]];
//! let wall = [[1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, -1.0]];
//! assert!(meet(&floor, &wall));
//! assert_eq!(classify(&floor, &wall), Some(Class::Crossing));
//! assert_eq!(shared(&floor, &wall), [[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
//! let above = floor.map(|[x, y, _]| [x, y, 5.0]);
//! assert!(!meet(&floor, &above) && distance(&floor, &above).0.contains(5.0));
//! assert!(within(&floor, &above, Clearance::new(5.0)?));
//! # Ok::<(), closecall::ClearanceError>(())
//! ```

pub use super::exact::Class;
use super::exact::{self, Shared};
use super::{Clearance, DVec3, Interval, Triangle};

/// Three corners.
type Corners = [[f64; 3]; 3];

fn triangle(corners: &Corners) -> &Triangle {
    bytemuck::cast_ref(corners)
}

/// Do two triangles share a point?
#[must_use]
pub fn meet(a: &Corners, b: &Corners) -> bool {
    exact::meet(triangle(a), triangle(b)).meets
}

/// In what way do two triangles meet? `None` exactly if [`meet`] says no.
#[must_use]
pub fn classify(a: &Corners, b: &Corners) -> Option<Class> {
    exact::classify(triangle(a), triangle(b))
}

/// Are two triangles no further apart than a clearance?
#[must_use]
pub fn within(a: &Corners, b: &Corners, clearance: Clearance) -> bool {
    exact::within(triangle(a), triangle(b), clearance).meets
}

/// The points that two triangles share: none, one, the ends of a segment, or the corners of a convex
/// polygon, in order. Which of these it is, is exact; a coordinate is within 0.51 ulp of the exact
/// one, or 0 where that is below about 2⁻²⁰⁰.
#[must_use]
pub fn shared(a: &Corners, b: &Corners) -> Vec<[f64; 3]> {
    let points = match exact::shared(triangle(a), triangle(b)) {
        Shared::None => Vec::new(),
        Shared::Point(point) => vec![point],
        Shared::Segment(ends) => ends.to_vec(),
        Shared::Polygon(polygon) => polygon.corners().to_vec(),
    };
    points.into_iter().map(Into::into).collect()
}

/// The distance of two triangles, 0 exactly if they meet and else at most two ulps wide; and a point
/// of each that is so far from the other triangle. Coordinates of the points are off by at most 2⁻⁵²
/// of the largest of the six corners, and 2⁻²⁰⁰.
#[must_use]
pub fn distance(a: &Corners, b: &Corners) -> (Interval, [[f64; 3]; 2]) {
    let found = exact::distance(triangle(a), triangle(b));
    (found.distance, [found.point_a.into(), found.point_b.into()])
}

/// A number with the exact sign of (b−a)×(c−a)·(d−a): positive where `d` is on the side from which
/// `a`, `b`, `c` run counterclockwise, 0 where the four lie in a plane. Its size is an estimate.
#[must_use]
pub fn orientation([a, b, c]: &Corners, d: [f64; 3]) -> f64 {
    let [a, b, c] = [a, b, c].map(|&corner| DVec3::from(corner));
    exact::orient3d(a, b, c, d.into())
}

/// The unit normal of a triangle's plane, by the right-hand rule, each component with a relative
/// error below 2⁻⁵⁰; `None` exactly where the triangle has no area.
#[must_use]
pub fn unit_normal(corners: &Corners) -> Option<[f64; 3]> {
    exact::unit_normal(triangle(corners)).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of points that two triangles of a small grid can share, seen from both sides.
    #[test]
    fn answers_agree_with_each_other() {
        let point = |k: usize| [(k % 3) as f64, (k / 3 % 3) as f64, (k / 9 % 2) as f64];
        let triangles: Vec<Corners> =
            (0..18 * 18).map(|k| [point(k), point(k / 18), point(5 * k + 7)]).collect();
        let mut counts = [0; 7];
        for a in triangles.iter().step_by(7) {
            for b in triangles.iter().step_by(5) {
                let (points, (gap, _)) = (shared(a, b), distance(a, b));
                counts[points.len()] += 1;
                assert_eq!(meet(a, b), !points.is_empty());
                assert_eq!(meet(a, b), classify(a, b).is_some());
                assert_eq!(meet(a, b), gap.hi == 0.0);
                assert_eq!(meet(a, b), within(a, b, Clearance::NONE));
                for p in points.iter().filter(|_| unit_normal(a).is_some()) {
                    assert!(orientation(a, *p).abs() < 1e-12);
                }
            }
        }
        assert!(counts[..5].iter().all(|&count| count > 0), "{counts:?}");
    }
}
