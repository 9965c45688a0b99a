//! Convex figures in one plane, seen along an axis in which the plane does not degenerate to a
//! line.
//!
//! Two convex figures with at most three corners are disjoint iff some edge line of one has the
//! other strictly outside: the difference of the two sets is a polygon whose edges are parallel to
//! theirs, and 0 lies outside one of them.

use super::orient::Along;
use crate::geom::DVec3;

/// A triangle (three corners) or segment (two) in the plane that is being projected.
pub(super) type Figure<'a> = &'a [DVec3];

/// Do two figures, at least one of them with area or both on crossing lines, share a point?
pub(super) fn meet(along: Along, a: Figure, b: Figure) -> bool {
    !separates(along, a, b, |side| side > 0.0) && !separates(along, b, a, |side| side > 0.0)
}

/// Do the insides of two triangles share a point?
pub(super) fn overlap(along: Along, a: &[DVec3; 3], b: &[DVec3; 3]) -> bool {
    !separates(along, a, b, |side| side >= 0.0) && !separates(along, b, a, |side| side >= 0.0)
}

/// Does a line along an edge of `a` keep `b` on the `outside` of `a`? The predicate receives a
/// positive number outside.
fn separates(along: Along, a: Figure, b: Figure, outside: fn(f64) -> bool) -> bool {
    let all_outside = |p, q, sign: f64| b.iter().all(|&r| outside(sign * along.orient(p, q, r)));
    match *a {
        [p, q] => all_outside(p, q, 1.0) || all_outside(p, q, -1.0),
        [p, q, r] => {
            let outward = if along.orient(p, q, r) > 0.0 { -1.0 } else { 1.0 };
            [(p, q), (q, r), (r, p)].iter().any(|&(p, q)| all_outside(p, q, outward))
        }
        _ => unreachable!("a figure has two or three corners"),
    }
}
