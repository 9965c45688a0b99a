//! Steiner points: exactly on an edge or a triangle of the obstacles, and near where a
//! tetrahedron's edge or face crosses it.
//!
//! A point of the edge ab is a + t(b−a), a point of the triangle abc is a + s(b−a) + t(c−a). The
//! parameters of the crossing are rounded to multiples of 2⁻ᵠ; then the point is exactly on the
//! edge or in the plane, and its coordinates are exact with q bits more. It need not be exactly on
//! the tetrahedron's edge or face: that is bent a little, which is fine as long as all volumes stay
//! positive. They do for q large enough, since at the crossing itself they are positive.

use crate::exact::{Exact, determinant};
use crate::place::{Place, aligned};
use dashu_int::IBig;

/// How many bits parameters have: the first from f64, the others from integers.
pub(super) const BITS: [usize; 9] = [40, 64, 96, 128, 192, 320, 640, 1280, 2560];

/// The point of the edge `ends` near the plane through a triangle, which separates its ends.
pub(super) fn on_edge(ends: [Place<'_>; 2], face: [Place<'_>; 3], bits: usize) -> Option<Exact> {
    let k = if bits == BITS[0] {
        let [a, b] = ends.map(|end| near_volume([face[0], face[1], face[2], end]));
        near_share(a, a - b, bits)?
    } else {
        let [x, y, z] = face;
        let [x, y, z, a, b] = aligned([x, y, z, ends[0], ends[1]]);
        let [a, b] = [&a, &b].map(|end| determinant([&x, &y, &z, end]));
        share(&a, &(&a - b), bits)
    };
    let [a, b] = aligned(ends);
    Some(between(&a, &[(b, k)], bits))
}

/// The point of a triangle near the edge `across` that crosses it.
pub(super) fn on_triangle(
    corners: [Place<'_>; 3],
    across: [Place<'_>; 2],
    bits: usize,
) -> Option<Exact> {
    let ([a, b, c], [u, v]) = (corners, across);
    // The share of a corner is the volume that the edge spans with the other two.
    let [j, k] = if bits == BITS[0] {
        let [a, b, c] = [[b, c], [c, a], [a, b]].map(|[p, q]| near_volume([u, v, p, q]));
        [near_share(b, a + b + c, bits)?, near_share(c, a + b + c, bits)?]
    } else {
        let [a, b, c, u, v] = aligned([a, b, c, u, v]);
        let [a, b, c] = [[&b, &c], [&c, &a], [&a, &b]].map(|[p, q]| determinant([&u, &v, p, q]));
        let whole = a + &b + &c;
        [share(&b, &whole, bits), share(&c, &whole, bits)]
    };
    let [a, b, c] = aligned(corners);
    Some(between(&a, &[(b, j), (c, k)], bits))
}

fn near_volume(places: [Place<'_>; 4]) -> f64 {
    let [a, b, c, d] = places.map(|place| place.near);
    (b - a).cross(c - a).dot(d - a)
}

/// part/whole in units of 2^−bits, if it is strictly between 0 and 1.
fn near_share(part: f64, whole: f64, bits: usize) -> Option<IBig> {
    let share = part / whole;
    (share > 0.0 && share < 1.0).then(|| IBig::from((share * (1u64 << bits) as f64) as u64))
}

fn share(part: &IBig, whole: &IBig, bits: usize) -> IBig {
    (part << bits) / whole
}

/// a + Σ k·2^−bits·(b−a), of points in one unit.
fn between(a: &Exact, ends: &[(Exact, IBig)], bits: usize) -> Exact {
    let unit = a.unit - bits as i32;
    ends.iter().fold(a.in_unit(unit), |sum, (b, k)| {
        let along = b.minus(a);
        sum.plus(&Exact { over: along.over.map(|x| x * k), unit })
    })
}
