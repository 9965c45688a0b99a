//! A point against the eight triangles of a block: between which numbers its distances lie, in f32.
//!
//! The corners are seen from the point. Shares of edges are kept between 0 and 1, so that the point
//! x that is found is one of the triangle whatever was rounded: its length is an upper bound.
//! Along x the triangle is no nearer than its corners, which is a lower bound. The rounding of both
//! is derived in [`super::super::single`]'s `point`.

use super::{V3, dot, load, min3, splat, sub};
use crate::wide::simd::F32x8;
use crate::wide::tree::Block;

/// A length that is shorter than this may have lost its square: a larger one is divided by.
const SHORT: f32 = 1e-12;

/// Lower and upper ends of eight distances, not yet less or more their rounding.
pub(in crate::wide) struct PointBounds<F> {
    pub low: F,
    pub high: F,
}

/// The distances of a point from the triangles of a block.
#[inline(always)]
pub(in crate::wide) fn point_bounds<F: F32x8>(point: &[f32; 3], block: &Block) -> PointBounds<F> {
    let point = splat::<F>(point);
    let [a, b, c] = &block.corners;
    let seen = [sub(load(a), point), sub(load(b), point), sub(load(c), point)];
    let line = closest(&seen);
    let high = dot(line, line).root();
    let low = min3([dot(line, seen[0]), dot(line, seen[1]), dot(line, seen[2])]);
    PointBounds { low: low.over(high.max(F::splat(SHORT))), high }
}

/// The points of triangles that are nearest to the origin, as far as rounding can tell.
/// (Ericson 2005, §5.1.5)
#[inline(always)]
fn closest<F: F32x8>(&[a, b, c]: &[V3<F>; 3]) -> V3<F> {
    let zero = F::splat(0.0);
    let (ab, ac) = (sub(b, a), sub(c, a));
    let (a_ab, a_ac) = (zero - dot(ab, a), zero - dot(ac, a));
    let (b_ab, b_ac) = (zero - dot(ab, b), zero - dot(ac, b));
    let (c_ab, c_ac) = (zero - dot(ab, c), zero - dot(ac, c));
    let on_ab = along(a, ab, share(a_ab, a_ab - b_ab));
    let on_ac = along(a, ac, share(a_ac, a_ac - c_ac));
    let (from_b, from_c) = (b_ac - b_ab, c_ab - c_ac);
    let on_bc = along(b, sub(c, b), share(from_b, from_b + from_c));
    let best = nearer(nearer(on_ab, on_ac), on_bc);
    let over_a = b_ab.mul_sub(c_ac, c_ab * b_ac);
    let over_b = c_ab.mul_sub(a_ac, a_ab * c_ac);
    let over_c = a_ab.mul_sub(b_ac, b_ab * a_ac);
    let sum = over_a + over_b + over_c;
    let to_b = share(over_b, sum);
    let to_c = share(over_c, sum).min(F::splat(1.0) - to_b);
    let on_face = along(along(a, ab, to_b), ac, to_c);
    let inside = min3([over_a, over_b, over_c]);
    choose(best, on_face, zero, inside)
}

/// A quotient between 0 and 1; 0 where there is none.
#[inline(always)]
fn share<F: F32x8>(over: F, under: F) -> F {
    (over * under.inverse()).max(F::splat(0.0)).min(F::splat(1.0))
}

/// p + s·v.
#[inline(always)]
fn along<F: F32x8>(p: V3<F>, v: V3<F>, s: F) -> V3<F> {
    [s.mul_add(v[0], p[0]), s.mul_add(v[1], p[1]), s.mul_add(v[2], p[2])]
}

#[inline(always)]
fn nearer<F: F32x8>(p: V3<F>, q: V3<F>) -> V3<F> {
    choose(p, q, dot(q, q), dot(p, p))
}

/// The lanes of p, and those of q where x < y.
#[inline(always)]
fn choose<F: F32x8>(p: V3<F>, q: V3<F>, x: F, y: F) -> V3<F> {
    [p[0].or_if_less(q[0], x, y), p[1].or_if_less(q[1], x, y), p[2].or_if_less(q[2], x, y)]
}
