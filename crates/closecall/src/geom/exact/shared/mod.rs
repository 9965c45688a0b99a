//! The points that two triangles share.
//!
//! Which kind of set it is, and between which corners and edges it spans, is decided exactly; only
//! then are points constructed, each from input corners alone, so that no error is passed on.

mod across;
mod clip;
mod flat;
mod polygon;

use super::arrangement::Arrangement;
use crate::geom::{DVec3, Triangle};
pub use polygon::Polygon;

/// The points that two triangles share.
///
/// Every coordinate is within 0.51 ulp of the exact one, or 0 where that is below about 2⁻²⁰⁰. A
/// corner of one that lies on the other comes out as it is. The points of a segment or polygon are
/// different, but rounding may make them coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shared {
    /// They are apart.
    None,
    /// Just one point.
    Point(DVec3),
    /// A segment, by its ends, in no particular order.
    Segment([DVec3; 2]),
    /// A convex polygon with area: the two lie in one plane.
    Polygon(Polygon),
}

/// The points that two closed triangles share. [`Shared::None`] iff [`super::meet()`] says no, and
/// a polygon iff [`super::classify()`] says [`super::Class::CoplanarOverlap`].
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::{Shared, shared}};
/// let floor = [DVec3::ZERO, DVec3::X * 3.0, DVec3::Y * 3.0];
/// let wall = [DVec3::new(1.0, -1.0, 1.0), DVec3::new(1.0, 1.0, 1.0), DVec3::new(1.0, 1.0, -1.0)];
/// assert_eq!(shared(&floor, &wall), Shared::Segment([DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 0.0, 0.0)]));
/// ```
#[must_use]
pub fn shared(a: &Triangle, b: &Triangle) -> Shared {
    match Arrangement::of(a, b) {
        Arrangement::Apart => Shared::None,
        Arrangement::Across { pair, .. } => across::shared(&pair),
        Arrangement::Flat(a, b) => flat::shared(&a, &b),
    }
}
