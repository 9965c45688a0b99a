//! A ray against the edges and the plane of a triangle: the signs and quotients that decide.
//!
//! With the direction d and corners p, q, r seen from the origin o, the *side* on which the line
//! passes the edge pq is the sign of d×(p−o)·(q−o). The three sides of a triangle add up to d·n, n
//! its normal. So the line meets the closed triangle, seen along d, if and only if no two sides
//! have opposite signs; and unless all three are 0 their common sign is that of d·n.

use super::filter::{cross, triple};
use super::fraction::Fraction;
use super::integer::{Point, common_unit};
use super::orient::orient3d;
use crate::geom::{DVec3, Interval, Ray, Triangle};
use crate::rounding::exact::{QUOTIENT, QUOTIENT_UP, TRIPLE_PRODUCT};

/// The sides on which the line of a ray passes the three edges; numbers with exact signs, unless
/// two that are certain are opposite.
#[inline]
pub(super) fn sides(ray: &Ray, t: &Triangle) -> [f64; 3] {
    let (origin, d) = (ray.origin, ray.direction);
    let (p, q, r) = (t[0] - origin, t[1] - origin, t[2] - origin);
    let values = [d.dot(p.cross(q)), d.dot(q.cross(r)), d.dot(r.cross(p))];
    // As in `filter`, with the largest coordinates of all three corners in place of those of two: a
    // bound for all sides. Of a ray the direction is exact, which only makes the bound larger than
    // it need be.
    let m = p.abs().max(q.abs()).max(r.abs());
    let bound = 2.0 * TRIPLE_PRODUCT * d.abs().dot(DVec3::new(m.y * m.z, m.z * m.x, m.x * m.y));
    let [x, y, z] = values;
    let certain = x.abs().min(y.abs()).min(z.abs()) > bound;
    let opposite = x.min(y).min(z) < -bound && x.max(y).max(z) > bound;
    if certain || opposite { values } else { settled_sides(ray, t) }
}

/// [`sides`], each by itself.
#[cold]
#[inline(never)]
fn settled_sides(ray: &Ray, t: &Triangle) -> [f64; 3] {
    let (origin, d) = (ray.origin, ray.direction);
    std::array::from_fn(|i| {
        let (p, q) = (t[i], t[(i + 1) % 3]);
        triple(d, p - origin, q - origin).unwrap_or_else(|| exact_side(ray, p, q))
    })
}

#[cold]
#[inline(never)]
fn exact_side(ray: &Ray, p: DVec3, q: DVec3) -> f64 {
    match ray.through {
        Some(through) => orient3d(ray.origin, through, p, q),
        None => Integers::of(ray, &[p, q, q]).side(),
    }
}

/// No two have opposite signs.
#[inline]
pub(super) fn one_sign(sides: &[f64; 3]) -> bool {
    let [x, y, z] = sides;
    x.min(*y).min(*z) >= 0.0 || x.max(*y).max(*z) <= 0.0
}

/// The place where a ray reaches the plane of a triangle that it is not parallel to. Known to
/// be at least 0, and at most 1 for a segment.
pub(super) fn parameter(ray: &Ray, t: &Triangle) -> Interval {
    let near = estimate(ray, t).unwrap_or_else(|| exact_parameter(ray, t).bounds());
    clipped(ray, near)
}

/// The place where the line of a ray meets the plane of a triangle, if f64 knows that well enough; its sign
/// is certain then.
///
/// The quotient is a/b with the triple products a and b, off by A and B; so it is off by
/// (A + |a/b|·B)/|b|, and by the roundings of this and of the quotient, for which 1 % and 4
/// roundings are added.
#[inline]
pub(super) fn estimate(ray: &Ray, t: &Triangle) -> Option<Interval> {
    let (normal, magnitude) = cross(t[1] - t[0], t[2] - t[0]);
    let (to_plane, d) = (t[0] - ray.origin, ray.direction);
    let (over, under) = (normal.dot(to_plane), normal.dot(d));
    let off = |w: DVec3| TRIPLE_PRODUCT * magnitude.dot(w.abs());
    let (off_over, off_under) = (off(to_plane), off(d));
    let inverse = 1.0 / under;
    let near = over * inverse;
    let wide =
        (off_over + near.abs() * off_under) * inverse.abs() * QUOTIENT_UP + near.abs() * QUOTIENT;
    // False for what is not a number; and an infinite quotient is not known at all.
    let known = wide <= near.abs() * FINE && near.abs() < f64::MAX;
    known.then_some(Interval { lo: near - wide, hi: near + wide })
}

/// The part of an interval in which the ray or segment has points.
pub(super) fn clipped(ray: &Ray, Interval { lo, hi }: Interval) -> Interval {
    let end = if ray.end.is_some() { 1.0 } else { f64::INFINITY };
    Interval { lo: lo.max(0.0), hi: hi.min(end) }
}

/// Intervals that are wider than this, relatively, are worth exact arithmetic: 2⁻³⁰.
const FINE: f64 = 1.0 / (1u64 << 30) as f64;

/// [`parameter`], exactly.
pub(super) fn exact_parameter(ray: &Ray, t: &Triangle) -> Fraction {
    let Integers { direction, corners: [p, q, r] } = Integers::of(ray, t);
    let normal = q.minus(&p).cross(&r.minus(&p));
    Fraction::new(normal.dot(&p), normal.dot(&direction))
}

/// The exact signs of d×(q−p), coordinate by coordinate.
pub(super) fn turn(ray: &Ray, p: DVec3, q: DVec3) -> [i32; 3] {
    let Integers { direction, corners: [p, q, _] } = Integers::of(ray, &[p, q, q]);
    direction.cross(&q.minus(&p)).0.map(|x| {
        if x.is_zero() {
            0
        } else if x > 0.into() {
            1
        } else {
            -1
        }
    })
}

/// The direction of a ray, and corners seen from its origin, in integers.
pub(super) struct Integers {
    pub(super) direction: Point,
    pub(super) corners: [Point; 3],
}

impl Integers {
    pub(super) fn of(ray: &Ray, t: &Triangle) -> Self {
        let (origin, ahead) = (ray.origin, ray.end.unwrap_or(ray.direction));
        let points = [origin, ahead, t[0], t[1], t[2]];
        let unit = common_unit(points.iter().flat_map(|p| p.to_array()));
        let [origin, ahead, p, q, r] = points.map(|p| Point::new(p, unit));
        let direction = if ray.end.is_some() { ahead.minus(&origin) } else { ahead };
        Self { direction, corners: [p, q, r].map(|p| p.minus(&origin)) }
    }

    /// The sign of d×p·q for the first two corners.
    fn side(&self) -> f64 {
        let volume = self.direction.cross(&self.corners[0]).dot(&self.corners[1]);
        if volume.is_zero() {
            0.0
        } else if volume > 0.into() {
            1.0
        } else {
            -1.0
        }
    }
}
