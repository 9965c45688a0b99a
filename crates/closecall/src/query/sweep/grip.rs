//! The distance that the points of a triangle may move before it stops touching another.
//!
//! A segment pq that pierces a triangle T goes on doing so as long as no point of either moves
//! further than m, if the segment is further than m from the border of T, and p and q are further
//! than m from T: the border never gets across the segment then, nor an end across T.
//!
//! ```text
//!      p       Let x be where pq pierces T, `inside` its distance from the border in T's plane, and
//!      |       `slant` = |pq| over the height of pq above the plane. A point of pq that is s from x
//!   ---x---    is s/slant from the plane, and at least `inside` − s from the border along it. The
//!      |       larger of the two is never below inside/(1 + slant).
//!      q
//! ```

use crate::geom::exact::distance;
use crate::geom::{Clearance, DVec3, Triangle};
use crate::rounding::factor::DOWN_MANY;
use crate::rounding::motion::{GRIP_CORNERS, GRIP_PLANE};

/// Triangles whose height is a smaller share of their sides than this have no grip: their normals
/// are not known well enough.
const THINNEST: f64 = 1e-6;

/// While no point of the second triangle moves further than this, the two touch or are within the
/// clearance; 0 where that is not known.
pub(super) fn grip([a, b]: &[Triangle; 2], clearance: Clearance) -> f64 {
    if clearance > Clearance::NONE {
        let distance = distance(a, b).distance.hi;
        return ((clearance.distance() - distance) * DOWN_MANY).max(0.0);
    }
    let pierced = |edges: &Triangle, t: &Triangle| {
        let depth = |k: usize| depth([edges[k], edges[(k + 1) % 3]], t);
        depth(0).max(depth(1)).max(depth(2))
    };
    pierced(a, b).max(pierced(b, a))
}

/// The distance that points may move while a segment pierces a triangle; 0 if it does not, or
/// barely.
fn depth([p, q]: [DVec3; 2], t: &Triangle) -> f64 {
    let (u, v) = (t[1] - t[0], t[2] - t[0]);
    let (normal, sides) = (u.cross(v), u.length() * v.length());
    if !(normal.length() > THINNEST * sides) {
        return 0.0;
    }
    let normal = normal.normalize();
    let [above, below] = [p, q].map(|point| normal.dot(point - t[0]));
    if !(above.signum() != below.signum()) {
        return 0.0;
    }
    let height = (above - below).abs();
    let x = p + (q - p) * (above / (above - below));
    let from_edge = |k: usize| {
        let along = (t[(k + 1) % 3] - t[k]).normalize_or_zero();
        normal.cross(along).dot(x - t[k])
    };
    let inside = from_edge(0).min(from_edge(1)).min(from_edge(2));
    let slant = (q - p).length() / height;
    let depth = above.abs().min(below.abs()).min(inside / (1.0 + slant));
    // x is off along the segment by `slant` times what heights are off by.
    let lengths = [p, q, t[1], t[2]].map(|point| (point - t[0]).length()).iter().sum::<f64>();
    let coordinates = [p, q, t[0], t[1], t[2]].map(|point| point.length()).iter().sum::<f64>();
    let depth = depth - 4.0 * (GRIP_PLANE * lengths + GRIP_CORNERS * coordinates);
    // What is no number is no grip.
    if depth > 0.0 { depth } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::exact::within;
    use crate::mesh::shapes::Rng;

    /// Triangles still touch after every corner of the second has moved so far anywhere.
    #[test]
    fn what_moves_less_still_touches() {
        let mut rng = Rng::new(307);
        let mut held = [0; 2];
        for round in 0..4000 {
            let clearance = Clearance::new([0.0, 0.3][round % 2]).unwrap();
            let mut triangle = || std::array::from_fn(|_| rng.in_ball() * 2.0);
            let pair: [Triangle; 2] = [triangle(), triangle()];
            let depth = grip(&pair, clearance);
            if depth > 0.0 {
                held[round % 2] += 1;
                for _ in 0..20 {
                    let shift = rng.in_ball().normalize() * depth * 0.999_999;
                    let mut away = || rng.in_ball().normalize() * depth * 0.999_999;
                    let [one, each] = [pair[1].map(|p| p + shift), pair[1].map(|p| p + away())];
                    assert!(within(&pair[0], &one, clearance).meets, "{pair:?} {depth}");
                    assert!(within(&pair[0], &each, clearance).meets, "{pair:?} {depth}");
                }
            }
        }
        assert!(held.iter().all(|&held| held > 100), "{held:?}");
    }

    #[test]
    fn what_rests_has_no_grip() {
        let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let lifted = floor.map(|p| p + DVec3::new(0.1, 0.1, 0.0));
        assert_eq!(grip(&[floor, lifted], Clearance::NONE), 0.0);
        let through = [DVec3::new(0.2, 0.2, -1.0), DVec3::new(0.2, 0.2, 1.0), DVec3::ONE];
        assert!(grip(&[floor, through], Clearance::NONE) > 0.05);
    }
}
