//! Points at which two shapes are nearest, or a point that they share. They are rounded, and no answer rests on
//! them: the interval of the distance is found without.
//!
//! The search is that of `gjk`, which also keeps the points whose differences span v: v is a convex combination of
//! the differences, and the same combination of the points is one of each set.

use super::core::Core;
use super::half_space::ShapeHalfSpace;
use super::simplex::{NearestToOrigin, Simplex};
use crate::geom::DVec3;
use crate::rounding::shape::GJK;

/// A set and what is within a radius of it.
pub(super) type Rounded = (Core, f64);

/// More steps than that seldom make it better.
const STEPS: usize = 128;

/// The nearest points of two sets; where they overlap, a point of both, twice up to rounding.
pub(super) fn nearest((a, of_a): Rounded, (b, of_b): Rounded) -> [DVec3; 2] {
    let [p, q] = nearest_of_cores(&a, &b);
    let (way, gap) = (q - p, p.distance(q));
    if gap == 0.0 {
        return [p, q];
    }
    let from_a = of_a.min(gap);
    let from_b = of_b.min(gap - from_a);
    [p + way * (from_a / gap), q - way * (from_b / gap)]
}

/// The nearest points of a half-space and a set; where they overlap, a point of both, twice.
pub(super) fn nearest_to_half_space(half: &ShapeHalfSpace, (core, radius): Rounded) -> [DVec3; 2] {
    let (n, offset) = half.unit();
    let lowest = core.furthest(-n) - n * radius;
    let height = n.dot(lowest) - offset;
    [lowest - n * height.max(0.0), lowest]
}

/// The points of two convex sets whose difference is nearest to the origin.
fn nearest_of_cores(a: &Core, b: &Core) -> [DVec3; 2] {
    let origin = a.middle();
    let (a, b) = (a.seen_from(origin), b.seen_from(origin));
    let off = GJK * (a.reach() + b.reach());
    let mut points = vec![[a.middle(), b.middle()]];
    let mut v = b.middle() - a.middle();
    let mut simplex = Simplex::new(&[v]);
    while v.length() > off && points.len() < STEPS {
        let of_both = [a.furthest(v), b.furthest(-v)];
        let difference = of_both[1] - of_both[0];
        if simplex.points().contains(&difference) {
            break;
        }
        points.push(of_both);
        let mut wider = simplex;
        wider.push(difference);
        match wider.nearest() {
            NearestToOrigin::Inside(_) => (v, simplex) = (DVec3::ZERO, wider),
            NearestToOrigin::Point(next, corners) if next.length() < v.length() => {
                (v, simplex) = (next, corners);
            }
            NearestToOrigin::Point(..) => break,
        }
    }
    combined(&points, simplex.points(), v).map(|point| point + origin)
}

/// The combination of points that is v of their differences, the corners.
fn combined(points: &[[DVec3; 2]], corners: &[DVec3], v: DVec3) -> [DVec3; 2] {
    let weights = weights(corners, v);
    let sum: f64 = weights.iter().sum();
    let mut found = [DVec3::ZERO; 2];
    for (corner, weight) in corners.iter().zip(weights) {
        let of_both = points.iter().find(|of_both| of_both[1] - of_both[0] == *corner);
        let of_both = of_both.expect("every corner is the difference of two points");
        for (sum_of_one, point) in found.iter_mut().zip(of_both) {
            *sum_of_one += *point * (weight / sum);
        }
    }
    found
}

/// The barycentric weights of a point in the hull of up to four, up to a factor; weights that
/// rounding makes negative are set to 0.
fn weights(corners: &[DVec3], v: DVec3) -> Vec<f64> {
    let volume = |x: DVec3, y: DVec3, z: DVec3| (x - v).cross(y - v).dot(z - v);
    let weights = match *corners {
        [p, q] => vec![(q - v).dot(q - p), (v - p).dot(q - p)],
        [p, q, r] => {
            let normal = (q - p).cross(r - p);
            let area = |x: DVec3, y: DVec3| (x - v).cross(y - v).dot(normal);
            vec![area(q, r), area(r, p), area(p, q)]
        }
        [p, q, r, s] => {
            let sign = (q - p).cross(r - p).dot(s - p).signum();
            let all = [volume(q, r, s), -volume(p, r, s), volume(p, q, s), -volume(p, q, r)];
            all.map(|volume| volume * sign).into()
        }
        _ => vec![1.0],
    };
    let positive: Vec<f64> = weights.into_iter().map(|weight: f64| weight.max(0.0)).collect();
    if positive.iter().sum::<f64>() > 0.0 { positive } else { vec![1.0; corners.len()] }
}
