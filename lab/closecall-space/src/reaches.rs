//! Does a triangle reach into a cell? Tried along the ten directions beside the axes that can tell
//! a triangle from a box (Akenine-Möller 2001); a yes may be wrong, a no never is.

use crate::rounding::CELL;
use closecall::engine::geom::{Aabb, DVec3, Triangle};

/// May a triangle, in coordinates of a workspace with this edge, reach into a cell of it? Along the
/// axes the caller has compared.
///
/// The slack. Coordinates are at most the edge e. Along a direction L, whatever it is, a difference
/// to the middle, three products and two sums are off by at most 6u·e·|L|₁ with |L|₁ the sum of its
/// magnitudes; so is the reach of the cell, and the middle and the half sides that both come from.
/// What shares a point with the cell comes within 2u·e per axis (see [`crate::workspace`]). All of
/// it is below [`CELL`], 32u, of e·|L|₁.
pub(crate) fn reaches(triangle: &Triangle, cell: &Aabb, edge: f64) -> bool {
    let bounds = Aabb::around(*triangle);
    let sticks_out = bounds.low.cmplt(cell.low) | bounds.high.cmpgt(cell.high);
    if sticks_out.bitmask().count_ones() <= 1 {
        // Along that axis it gets to the cell, and along the others it never leaves it.
        return true;
    }
    let (middle, half) = (cell.center(), cell.half());
    let [a, b, c] = triangle.map(|corner| corner - middle);
    let sides = [b - a, c - b, a - c];
    let is_apart = |direction: DVec3| {
        let size = direction.abs();
        let limit = size.dot(half) + CELL * edge * size.element_sum();
        let [p, q, r] = [a, b, c].map(|corner| direction.dot(corner));
        p.min(q).min(r) > limit || p.max(q).max(r) < -limit
    };
    if is_apart(sides[0].cross(sides[1])) {
        return false;
    }
    let across = |s: DVec3| {
        [DVec3::new(0.0, -s.z, s.y), DVec3::new(s.z, 0.0, -s.x), DVec3::new(-s.y, s.x, 0.0)]
    };
    !sides.into_iter().flat_map(across).any(is_apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_past_a_corner_or_an_edge_do_not_reach_in() {
        let cell = Aabb { low: DVec3::ZERO, high: DVec3::ONE };
        let cut = |t: f64| [DVec3::X * t, DVec3::Y * t, DVec3::Z * t];
        assert!(reaches(&cut(2.9), &cell, 4.0) && !reaches(&cut(3.1), &cell, 4.0));
        let beside = |x: f64| [DVec3::new(x, 0.0, 0.1), DVec3::new(0.0, x, 0.9), DVec3::splat(x)];
        assert!(reaches(&beside(1.9), &cell, 4.0) && !reaches(&beside(2.1), &cell, 4.0));
        // What only touches reaches in, whatever its shape.
        assert!(reaches(&cut(3.0), &cell, 4.0));
        assert!(reaches(&[DVec3::ONE; 3], &cell, 4.0));
        let segment = [DVec3::X * 2.0, DVec3::Y * 2.0, DVec3::Y * 2.0];
        assert!(reaches(&segment, &cell, 4.0));
    }
}
