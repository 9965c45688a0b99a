//! A ray against the edges and the plane of a triangle: the signs and quotients that decide.
//!
//! With the direction d and corners p, q, r seen from the origin o, the *side* on which the line passes the
//! edge pq is the sign of d×(p−o)·(q−o). The three sides of a triangle add up to d·n, n its normal. So the
//! line meets the closed triangle, seen along d, if and only if no two sides have opposite signs; and
//! unless all three are 0 their common sign is that of d·n.

use super::filter::{RELATIVE_BOUND, cross};
use super::fraction::Fraction;
use super::integer::{Point, common_unit};
use super::orient::orient3d;
use crate::geom::{DVec3, Interval, Ray, Triangle};

/// The sides on which the line of a ray passes the three edges; numbers with exact signs.
#[inline]
pub(super) fn sides(ray: &Ray, t: &Triangle) -> [f64; 3] {
    let (origin, d) = (ray.origin(), ray.direction());
    let [p, q, r] = [t[0] - origin, t[1] - origin, t[2] - origin];
    [(p, q, 0), (q, r, 1), (r, p, 2)].map(|(p, q, i)| {
        let (normal, magnitude) = cross(d, p);
        let value = normal.dot(q);
        // As in `filter`: of a ray the direction is exact, which only makes the bound larger than it need be.
        if value.abs() > RELATIVE_BOUND * magnitude.dot(q.abs()) {
            value
        } else {
            exact_side(ray, t[i], t[(i + 1) % 3])
        }
    })
}

#[cold]
#[inline(never)]
fn exact_side(ray: &Ray, p: DVec3, q: DVec3) -> f64 {
    match ray.through() {
        Some(through) => orient3d(ray.origin(), through, p, q),
        None => Integers::of(ray, &[p, q, q]).side(),
    }
}

/// No two have opposite signs.
#[inline]
pub(super) fn one_sign(sides: &[f64; 3]) -> bool {
    let [x, y, z] = sides;
    x.min(*y).min(*z) >= 0.0 || x.max(*y).max(*z) <= 0.0
}

/// Where a ray that is not parallel to the plane of a triangle, and reaches it, does so. Known to be at least 0, and at most 1 for
/// a segment.
pub(super) fn parameter(ray: &Ray, t: &Triangle) -> Interval {
    let (normal, magnitude) = cross(t[1] - t[0], t[2] - t[0]);
    let (to_plane, d) = (t[0] - ray.origin(), ray.direction());
    let (over, under) = (normal.dot(to_plane), normal.dot(d));
    let off = |value: f64, w: DVec3| RELATIVE_BOUND * magnitude.dot(w.abs()) / value.abs();
    // The two relative errors, and the roundings of the quotient and of this; NaN where 0 was divided by 0.
    let relative = (off(over, to_plane) + off(under, d)) * 1.01 + 4.0 * f64::EPSILON;
    if relative > FINE || relative.is_nan() {
        return clipped(ray, exact_parameter(ray, t).bounds());
    }
    let near = over / under;
    let wide = near.abs() * relative;
    clipped(ray, Interval { low: near - wide, high: near + wide })
}

/// The part of an interval in which the ray or segment has points.
pub(super) fn clipped(ray: &Ray, Interval { low, high }: Interval) -> Interval {
    let end = if ray.end().is_some() { 1.0 } else { f64::INFINITY };
    Interval { low: low.max(0.0), high: high.min(end) }
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
        let (origin, ahead) = (ray.origin(), ray.end().unwrap_or(ray.direction()));
        let points = [origin, ahead, t[0], t[1], t[2]];
        let unit = common_unit(points.iter().flat_map(|p| p.to_array()));
        let [origin, ahead, p, q, r] = points.map(|p| Point::new(p, unit));
        let direction = if ray.end().is_some() { ahead.minus(&origin) } else { ahead };
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
