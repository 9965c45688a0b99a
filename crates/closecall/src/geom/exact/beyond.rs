//! Do two triangles of one mesh meet elsewhere than at the corners and the edge they have in
//! common?

use super::classify::{Class, classify};
use super::meet::meet;
use super::orient::{collinear, orient3d};
use super::shape::{Collapsed, greater, is_before, lesser};
use super::shared::{Shared, shared};
use crate::geom::{DVec3, Triangle};

/// Do two closed triangles share a point beyond the corners with equal coordinates, and beyond the
/// edge between two such corners? Exact. Neighbours in a mesh that is not folded onto itself do
/// not; twins with area do.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::meet_beyond};
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let neighbour = [DVec3::X, DVec3::ZERO, -DVec3::Y];
/// let folded = [DVec3::X, DVec3::ZERO, DVec3::Y * 0.1];
/// assert!(!meet_beyond(&floor, &neighbour));
/// assert!(meet_beyond(&floor, &folded));
/// assert!(meet_beyond(&floor, &floor));
/// ```
#[must_use]
pub fn meet_beyond(a: &Triangle, b: &Triangle) -> bool {
    let is_common = |i: &usize| b.contains(&a[*i]) && !a[..*i].contains(&a[*i]);
    let mut common = (0..3).filter(is_common).map(|i| a[i]);
    match [common.next(), common.next(), common.next()] {
        [None, ..] => meet(a, b).meets,
        [Some(corner), None, _] => beyond_corner(a, b, corner),
        [Some(p), Some(q), None] => beyond_edge(a, b, [p, q]),
        [Some(p), Some(q), Some(r)] => !collinear(p, q, r),
    }
}

/// Their common part is convex and holds the corner, so it is more iff it is not one point. It is
/// one, at once, if one triangle has its other corners strictly on one side of the other's plane.
fn beyond_corner(a: &Triangle, b: &Triangle, corner: DVec3) -> bool {
    let others_beside = |a: &Triangle, b: &Triangle| {
        let sides = a.map(|p| if p == corner { 0.0 } else { orient3d(b[0], b[1], b[2], p) });
        let strictly = |sign: f64| sides.iter().filter(|side| sign * **side > 0.0).count() == 2;
        strictly(1.0) || strictly(-1.0)
    };
    !others_beside(a, b) && !others_beside(b, a) && !matches!(shared(a, b), Shared::Point(_))
}

/// If planes cross, they share no more than the edge; nor does a triangle share more with a
/// segment on its edge's line.
fn beyond_edge(a: &Triangle, b: &Triangle, [p, q]: [DVec3; 2]) -> bool {
    let third = |t: &Triangle| t.iter().copied().find(|r| *r != p && *r != q);
    if let (Some(r), Some(s)) = (third(a), third(b))
        && orient3d(p, q, r, s) != 0.0
    {
        return false;
    }
    match (Collapsed::of(a), Collapsed::of(b)) {
        (Collapsed::Triangle(..), Collapsed::Triangle(..)) => {
            classify(a, b) == Some(Class::CoplanarOverlap)
        }
        (Collapsed::Segment(a), Collapsed::Segment(b)) => {
            is_before(greater(a[0], b[0]), lesser(p, q))
                || is_before(greater(p, q), lesser(a[1], b[1]))
        }
        _ => false,
    }
}
