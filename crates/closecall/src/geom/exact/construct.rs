//! Points that are not corners: where a segment crosses a plane or, within a plane, a line.

use super::expansion::{Expansion, quotient};
use super::orient::Along;
use crate::geom::{DVec3, Triangle};
use std::cmp::Ordering;

/// (b−a)×(c−a)·(d−a), exactly, for the triangle abc.
pub(super) fn volume([a, b, c]: &Triangle, d: DVec3) -> Expansion {
    let [u, v, w] = [*b, *c, d].map(|p| difference(p, *a));
    let terms: [Expansion; 3] = std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &(&(&u[j] * &v[k]) - &(&u[k] * &v[j])) * &w[i]
    });
    &(&terms[0] + &terms[1]) + &terms[2]
}

/// (b−a)×(c−a) along an axis, exactly.
pub(super) fn area(along: Along, a: DVec3, b: DVec3, c: DVec3) -> Expansion {
    turn(along, [a, b], [a, c])
}

/// The cross product of two segments' directions along an axis, exactly.
pub(super) fn turn(along: Along, [a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> Expansion {
    let [a, b, c, d] = [a, b, c, d].map(|p| along.project(p));
    let [u, v] =
        [[a, b], [c, d]].map(|[from, to]| [0, 1].map(|i| Expansion::difference(to[i], from[i])));
    &(&u[0] * &v[1]) - &(&u[1] * &v[0])
}

/// The point of the segment pq where a linear function is 0 whose values at its ends, of degree at
/// most 3 in coordinates, are of opposite sign or 0, not both. Each coordinate is within 0.51 ulp;
/// see [`quotient`].
pub(super) fn zero_between([p, q]: [DVec3; 2], at_p: &Expansion, at_q: &Expansion) -> DVec3 {
    if at_p.sign() == Ordering::Equal {
        return p;
    }
    if at_q.sign() == Ordering::Equal {
        return q;
    }
    let denominator = at_p - at_q;
    let coordinate = |p: f64, q: f64| {
        let numerator = &(&Expansion::from(q) * at_p) - &(&Expansion::from(p) * at_q);
        quotient(&numerator, &denominator)
    };
    DVec3::new(coordinate(p.x, q.x), coordinate(p.y, q.y), coordinate(p.z, q.z))
}

/// The unit normal of a triangle's plane, by the right-hand rule; `None` exactly where the triangle
/// has no area.
///
/// Each component has a relative error below 8ε, ε = 2⁻⁵³, however thin the triangle is: the cross
/// product is exact but for a last rounding (2ε), the length is off by at most (2·2ε + ε + 2ε)/2 +
/// ε = 4.5ε, and the division by ε. Nothing overflows, for a component is at most 2²¹⁰; and the
/// largest is at least 2⁻⁵⁰⁴, so what underflows in the length is below 2⁻⁶⁰ of it.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::unit_normal};
/// assert_eq!(unit_normal(&[DVec3::ZERO, 1e-30 * DVec3::X, DVec3::ONE * 1e20]), Some(DVec3::new(0.0, -0.5f64.sqrt(), 0.5f64.sqrt())));
/// assert_eq!(unit_normal(&[DVec3::ZERO, DVec3::X, DVec3::X * 7.0]), None);
/// ```
#[must_use]
pub fn unit_normal([a, b, c]: &Triangle) -> Option<DVec3> {
    let [x, y, z] = Along::ALL.map(|along| area(along, *a, *b, *c).estimate());
    let normal = DVec3::new(x, y, z);
    (normal != DVec3::ZERO).then(|| normal / normal.length())
}

fn difference(p: DVec3, q: DVec3) -> [Expansion; 3] {
    [
        Expansion::difference(p.x, q.x),
        Expansion::difference(p.y, q.y),
        Expansion::difference(p.z, q.z),
    ]
}
