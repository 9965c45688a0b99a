//! The distance of two convex sets: a certified interval. (Gilbert, Johnson & Keerthi 1988)
//!
//! The search walks to the point v of B − A that is nearest to the origin. However it gets there,
//! the interval is certain: v is a convex combination of differences of points of the two, so |v|
//! is not below the distance; and along v the two are as far apart as their furthest points say.
//! Both are off by rounding: by less than [`GJK`] of the sum of the reaches.

use super::core::Core;
use super::simplex::{NearestToOrigin, Simplex};
use crate::geom::{DVec3, Interval};
use crate::rounding::shape::GJK;

/// More steps than that seldom make it better.
const STEPS: usize = 128;

/// The corners of a tetrahedron about the origin, neither along nor across what bodies are made of.
const SLANTED: [DVec3; 4] = [
    DVec3::new(0.547, 0.619, 0.563),
    DVec3::new(-0.583, -0.521, 0.623),
    DVec3::new(-0.607, 0.571, -0.553),
    DVec3::new(0.557, -0.641, -0.527),
];

/// How the tetrahedron is stretched, one way after the other: a flat body needs a flat one.
const STRETCHED: [DVec3; 7] = [
    DVec3::new(1.0, 1.0, 1.0),
    DVec3::new(4.0, 1.0, 1.0),
    DVec3::new(1.0, 4.0, 1.0),
    DVec3::new(1.0, 1.0, 4.0),
    DVec3::new(0.25, 1.0, 1.0),
    DVec3::new(1.0, 0.25, 1.0),
    DVec3::new(1.0, 1.0, 0.25),
];

/// The distance of two convex sets; from 0 to 0 only if they certainly share a point.
pub(super) fn distance(a: &Core, b: &Core) -> Interval {
    let (a, b, off) = ready(a, b);
    let v = b.middle() - a.middle();
    search(&a, &b, off, v, Simplex::new(&[v]))
}

/// The same with more patience. A search that never leaves a plane of symmetry ends with the origin
/// in a triangle or a segment of B − A, and cannot tell that it is inside: two cylinders that stand
/// on one floor, deep in each other. From a slanted tetrahedron it can.
pub(super) fn patient_distance(a: &Core, b: &Core) -> Interval {
    let mut found = distance(a, b);
    let (a, b, off) = ready(a, b);
    for by in STRETCHED.into_iter().flat_map(|by| [by, -by]) {
        if found.lo > 0.0 || found.hi <= 0.0 {
            break;
        }
        let corners = SLANTED.map(|n| b.furthest(n * by) - a.furthest(-n * by));
        let again = match Simplex::new(&corners).nearest() {
            NearestToOrigin::Inside(depth) if depth > off => Interval::exactly(0.0),
            NearestToOrigin::Point(v, corners) if corners.points().len() < 4 => {
                search(&a, &b, off, v, corners)
            }
            _ => continue,
        };
        found = Interval { lo: found.lo.max(again.lo), hi: found.hi.min(again.hi) };
    }
    found
}

/// Both, seen from a point of the first, and what points of them may be off by.
fn ready(a: &Core, b: &Core) -> (Core, Core, f64) {
    let origin = a.middle();
    let (a, b) = (a.seen_from(origin), b.seen_from(origin));
    let off = GJK * (a.reach() + b.reach());
    (a, b, off)
}

/// From the point v of a simplex of differences of their points that is nearest to the origin.
fn search(a: &Core, b: &Core, off: f64, mut v: DVec3, mut simplex: Simplex) -> Interval {
    let (mut low, mut high) = (0.0f64, v.length());
    for _ in 0..STEPS {
        let length = v.length();
        if length <= off {
            break;
        }
        let w = b.furthest(-v) - a.furthest(v);
        low = low.max(v.dot(w) / length - off);
        if high - low <= 2.0 * off || simplex.points().contains(&w) {
            break;
        }
        simplex.push(w);
        match simplex.nearest() {
            NearestToOrigin::Inside(depth) if depth > off => return Interval::exactly(0.0),
            NearestToOrigin::Inside(_) => return Interval { lo: 0.0, hi: off },
            NearestToOrigin::Point(_, corners) if corners.points().len() == 4 => break,
            NearestToOrigin::Point(next, corners) => (v, simplex) = (next, corners),
        }
        if v.length() >= high {
            break;
        }
        high = v.length();
    }
    Interval { lo: low, hi: high + off }
}
