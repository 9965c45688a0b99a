//! The real kind of a triangle: a triangle, a segment or a point.

use super::orient::Along;
use crate::geom::{DVec3, Triangle};

/// The rest of a triangle when its corners coincide or lie on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Collapsed {
    /// All corners coincide.
    Point(DVec3),
    /// All corners lie on a line; these two, different, are its ends, the lesser in [`is_before`]'s
    /// order first.
    Segment([DVec3; 2]),
    /// A triangle with area, and an axis along which it still has area.
    Triangle(Triangle, Along),
}

impl Collapsed {
    pub(super) fn of(t: &Triangle) -> Self {
        if let Some(along) =
            Along::ALL.into_iter().find(|along| along.orient(t[0], t[1], t[2]) != 0.0)
        {
            return Self::Triangle(*t, along);
        }
        let [low, high] =
            t.iter().fold([t[0]; 2], |[low, high], &p| [lesser(low, p), greater(high, p)]);
        if low == high { Self::Point(low) } else { Self::Segment([low, high]) }
    }
}

/// The lexicographic order of x, y, z. Along any line it is strictly monotone, so it orders the
/// points of a line exactly.
pub(super) fn is_before(p: DVec3, q: DVec3) -> bool {
    p.to_array() < q.to_array()
}

pub(super) fn lesser(p: DVec3, q: DVec3) -> DVec3 {
    if is_before(q, p) { q } else { p }
}

pub(super) fn greater(p: DVec3, q: DVec3) -> DVec3 {
    if is_before(p, q) { q } else { p }
}
