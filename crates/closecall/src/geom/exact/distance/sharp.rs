//! The distance with about 106 bits, where these are enough.
//!
//! # The bound
//!
//! Let η = 2⁻¹⁰² ([`DOUBLE_U`](crate::rounding::DOUBLE_U)) and R the largest coordinate of the corners, seen from the first of
//! them; seen so they are exact, for a [`Double`] holds a difference of two f64. No operation
//! overflows. What underflows is below 2⁻¹⁰⁷⁴, and an answer is only given where the distance is
//! above 2⁻⁹⁵R ≥ 2⁻³⁴⁷: far less than η of what it is added to.
//!
//! * A point is t₀ + v·(t₁−t₀) + w·(t₂−t₀) with 0 ≤ v, w and v + w ≤ 1 + η: products of up to 2R
//!   and sums of up to 3R, at most four operations with the differences and 2ηR for the excess,
//!   under 16ηR a coordinate, 28ηR a point. The distance of two such points is therefore at most
//!   |n| + 56ηR + 4ηR, n being their computed difference; and the computed |n| is off by less than
//!   8η of itself.
//! * Along *any* vector n, the triangles are at least (min n·b − max n·a) / |n| apart. A computed
//!   n·p is off by 5 operations of Σ|nᵢpᵢ| ≤ √3·|n|R: under 9ηR|n|. So the computed gap over the
//!   computed |n| is off by less than 18ηR and 10η of itself, and it is at most 2√3·R.
//!
//! 128η(R + |n|), [`DOUBLE_DISTANCE`], covers either, with the roundings of its own sum.

use super::TriangleDistance;
use super::double::{Double, Double3};
use crate::geom::Interval;
use crate::geom::exact::nearest::{Feature, Nearest, edge};
use crate::geom::{DVec3, Triangle};
use crate::rounding::exact::DOUBLE_DISTANCE;

/// Newton's steps double the digits; more than this are not needed unless the parts are nearly
/// parallel.
const MAX_STEPS: usize = 4;

/// The distance, if these digits are enough for two ulps.
pub(super) fn distance(a: &Triangle, b: &Triangle, guess: &Nearest) -> Option<TriangleDistance> {
    let from_first = |t: &Triangle| t.map(|p| Double3::difference(p, a[0]));
    let (local_a, local_b) = (from_first(a), from_first(b));
    let points = points(&local_a, &local_b, guess)?;
    let (lo, hi) = bounds(&local_a, &local_b, &points)?;
    let [point_a, point_b] =
        points.map(|p| (p + Double3(a[0].to_array().map(Double::from))).nearest());
    Some(TriangleDistance { distance: Interval { lo, hi }, point_a, point_b })
}

/// A point of each triangle, where the guess says but with more digits.
pub(super) fn points(a: &[Double3; 3], b: &[Double3; 3], guess: &Nearest) -> Option<[Double3; 2]> {
    let shares = guess.shares.map(Double::from);
    match guess.feature {
        Feature::Edges(i, j) => {
            let ([p, p_end], [q, q_end]) = (edge(a, i), edge(b, j));
            Edges { p, q, u: p_end - p, v: q_end - q }.points(shares)
        }
        Feature::FirstCorner(i) => over_face(a[i], b, shares).map(|foot| [a[i], foot]),
        Feature::SecondCorner(j) => over_face(b[j], a, shares).map(|foot| [foot, b[j]]),
    }
}

/// The points p + s·u and q + t·v.
struct Edges {
    p: Double3,
    q: Double3,
    u: Double3,
    v: Double3,
}

impl Edges {
    /// The nearest points of the two; a share that is 0 or 1 stays.
    fn points(&self, [mut s, mut t]: [Double; 2]) -> Option<[Double3; 2]> {
        for _ in 0..MAX_STEPS {
            let between = (self.q + self.v * t) - (self.p + self.u * s);
            let (s_step, t_step) = match [s, t].map(|share| share.high > 0.0 && share.high < 1.0) {
                [true, true] => step(&self.u, &self.v, &between).map(|[s, t]| (s, -t))?,
                [true, false] => (along(&self.u, &between), 0.0),
                [false, true] => (0.0, -along(&self.v, &between)),
                [false, false] => break,
            };
            (s, t) = (moved(s, s_step)?, moved(t, t_step)?);
            if s_step.abs().max(t_step.abs()) < SMALL_STEP {
                break;
            }
        }
        Some([self.p + self.u * s, self.q + self.v * t])
    }
}

/// A step that leaves less than the last digits to do.
const SMALL_STEP: f64 = f64::from_bits((1023 - 60) << 52);

/// The point of a triangle straight under `p`, if the refined shares still say that it is in the
/// triangle.
fn over_face(p: Double3, t: &[Double3; 3], [mut s, mut r]: [Double; 2]) -> Option<Double3> {
    let (u, v) = (t[1] - t[0], t[2] - t[0]);
    for _ in 0..MAX_STEPS {
        let [s_step, r_step] = step(&u, &v, &(p - (t[0] + u * s + v * r)))?;
        (s, r) = (s + Double::from(s_step), r + Double::from(r_step));
        if s_step.abs().max(r_step.abs()) < SMALL_STEP {
            break;
        }
    }
    let zero = Double::from(0.0);
    let inside = s >= zero && r >= zero && s + r <= Double::from(1.0);
    inside.then(|| t[0] + u * s + v * r)
}

/// By how much of u and of v to go so that s·u + t·v is nearest to the rest; `None` if that is not
/// a number.
fn step(u: &Double3, v: &Double3, rest: &Double3) -> Option<[f64; 2]> {
    let (along_u, along_v) = (u.dot(rest).high, v.dot(rest).high);
    let (u, v) = (u.nearest(), v.nearest());
    let area = u.cross(v);
    let (uu, uv, vv, squared) = (u.dot(u), u.dot(v), v.dot(v), area.dot(area));
    let steps = [(along_u * vv - along_v * uv) / squared, (along_v * uu - along_u * uv) / squared];
    steps.iter().all(|x| x.is_finite()).then_some(steps)
}

/// By how much of u to go.
fn along(u: &Double3, rest: &Double3) -> f64 {
    let direction = u.nearest();
    u.dot(rest).high / direction.dot(direction)
}

/// A share after a step, between 0 and 1.
fn moved(share: Double, step: f64) -> Option<Double> {
    let moved = share + Double::from(step);
    let (zero, one) = (Double::from(0.0), Double::from(1.0));
    moved.high.is_finite().then(|| moved.max(zero).min(one))
}

/// The bounds that two points prove, if they are two ulps apart at most.
fn bounds(a: &[Double3; 3], b: &[Double3; 3], [p, q]: &[Double3; 2]) -> Option<(f64, f64)> {
    let axis = *q - *p;
    let length = axis.dot(&axis).sqrt();
    let reach =
        a.iter().chain(b).fold(DVec3::ZERO, |reach, p| reach.max(p.nearest().abs())).max_element();
    let slack = slack(reach, length);
    let a_end = a.map(|p| axis.dot(&p)).into_iter().reduce(Double::max)?;
    let b_start = b.map(|p| axis.dot(&p)).into_iter().reduce(Double::min)?;
    let hi = (length + slack).ceil();
    let lo = least(b_start - a_end, length, slack);
    (lo > 0.0 && hi <= lo.next_up().next_up()).then_some((lo, hi))
}

/// The allowance for all roundings of a bound; see the module.
pub(super) fn slack(reach: f64, length: Double) -> Double {
    Double::from(DOUBLE_DISTANCE * (reach + length.high))
}

/// A lower bound of the distance, given the gap along a vector of this length.
pub(super) fn least(gap: Double, length: Double, slack: Double) -> f64 {
    (gap / length - slack).floor()
}
