//! The smallest ball around a few points: Welzl's recursion ("Smallest enclosing disks", 1991).
//! Only its centre is of use to us, and only as a good guess: the radius is taken from the points.

use closecall::engine::geom::{DMat3, DVec3};

/// A point counts as inside up to this part of the radius, so that roundings cannot drive the
/// recursion.
const TOLERANCE: f64 = 1e-10;

#[derive(Clone, Copy, Debug)]
struct Ball {
    center: DVec3,
    radius_squared: f64,
}

/// The centre of the smallest ball around some points; the origin if there are none.
#[must_use]
pub fn center_of_smallest_ball(points: &[DVec3]) -> DVec3 {
    let Some(&origin) = points.first() else { return DVec3::ZERO };
    // Near the origin, so that the squares of small differences are not lost far away.
    let near: Vec<DVec3> = points.iter().map(|p| *p - origin).collect();
    origin + smallest(&near, &mut Vec::with_capacity(4)).center
}

/// The smallest ball around `points` with all of `border` on its surface.
fn smallest(points: &[DVec3], border: &mut Vec<DVec3>) -> Ball {
    let mut ball = through(border);
    if border.len() == 4 {
        return ball;
    }
    for (i, p) in points.iter().enumerate() {
        if p.distance_squared(ball.center) > ball.radius_squared * (1.0 + TOLERANCE) {
            border.push(*p);
            ball = smallest(&points[..i], border);
            border.pop();
        }
    }
    ball
}

/// The smallest ball with up to four points on its surface. Points that determine none (on a line,
/// in a plane) give the ball of the first of them that do.
fn through(border: &[DVec3]) -> Ball {
    let Some((&origin, others)) = border.split_first() else {
        return Ball { center: DVec3::ZERO, radius_squared: -1.0 };
    };
    // With q the centre relative to the origin: q·e = e·e/2 for every edge e, and q in the span of
    // the edges.
    let edges: Vec<DVec3> = others.iter().map(|p| *p - origin).collect();
    let solved = match edges[..] {
        [] => DVec3::ZERO,
        [e] => e * 0.5,
        [e, f] => solve(e, f, e.cross(f), 0.0),
        [e, f, g, ..] => solve(e, f, g, g.length_squared() * 0.5),
    };
    if !solved.is_finite() {
        return through(&border[..border.len() - 1]);
    }
    Ball { center: origin + solved, radius_squared: solved.length_squared() }
}

/// The point q with q·e = e²/2, q·f = f²/2 and q·g = `last`.
fn solve(e: DVec3, f: DVec3, g: DVec3, last: f64) -> DVec3 {
    let sides = DVec3::new(e.length_squared() * 0.5, f.length_squared() * 0.5, last);
    let rows = DMat3::from_cols(e, f, g).transpose();
    let determinant = rows.determinant();
    let adjugate = [f.cross(g), g.cross(e), e.cross(f)];
    (adjugate[0] * sides.x + adjugate[1] * sides.y + adjugate[2] * sides.z) / determinant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_balls() {
        let [o, x, y, z] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let cases = [
            (vec![], o),
            (vec![x], x),
            (vec![x, -x, y * 0.5], o),
            (vec![x, -x, y, z, -z], o),
            (vec![o, 2.0 * x, x + y], x),
            (vec![o, x, y, z, x + y, x + z, y + z, x + y + z], DVec3::splat(0.5)),
            (vec![o, x, 2.0 * x, 5.0 * x], 2.5 * x),
        ];
        for (points, center) in cases {
            let found = center_of_smallest_ball(&points);
            assert!(found.distance(center) < 1e-9, "{points:?}: {found}");
        }
    }
}
