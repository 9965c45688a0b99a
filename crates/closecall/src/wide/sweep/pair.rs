//! Two triangles over an interval of time, in f64: are they apart all along it?
//!
//! Every corner of B has its own way, so that what is left beside the ways is of second order: a
//! triangle that turns past another is proved apart at any distance above the rounding of f64.
//!
//! **Rounding.** Seen from a corner of A, let R be the largest coordinate and M the longest way. Corners
//! are off by uR a coordinate, projections on an axis n by under 8u(R + M)|n|, two of them and
//! their difference by under 17; [`NOISE`] = 128u of R + M leaves room for |n| and the
//! comparison. Ways are worked out from corners and B's centre as they are carried, and are off by under
//! 32u of |shift| + |turn|·(all lengths that go into those), which [`Sway`] holds. An axis whose
//! squared length is near the end of f64's range is not tried.

use crate::geom::exact::nearest::nearest;
use crate::geom::{Ball, DVec3, Triangle};
use crate::path::Travel;

const U: f64 = f64::EPSILON / 2.0;
const NOISE: f64 = 128.0 * U;
const SHORTEST: f64 = 1e-240;

/// Planes whose normals have a squared sine below this count as one.
const FLAT: f64 = 1e-6;

/// Where the way is so many times what is beside it, at most, every axis is tried: the interval is short.
const FEW: f64 = 64.0;

/// How B moves in the interval, ready for its triangles.
#[derive(Clone, Copy)]
pub(crate) struct Sway<'q> {
    travel: &'q Travel,
    /// B's centre in A's frame.
    center: DVec3,
    clearance: f64,
    /// What ways may be off by, and the clearance.
    rest: f64,
}

/// What is known of two triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Finding {
    /// They do not come within the clearance.
    Apart,
    /// They may.
    Near(Near),
}

/// Two triangles that may come together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// No corner gets further than this from where it is in the middle of the interval.
    pub motion: f64,
    /// They are no further apart than this in the middle.
    pub gap: f64,
    /// Are they surely apart in the middle, at the f64 pose?
    pub apart: bool,
}

impl<'q> Sway<'q> {
    pub(crate) fn new(travel: &'q Travel, ball: &Ball, clearance: f64) -> Self {
        let center = travel.pose.rotation() * ball.center + travel.pose.translation();
        let arm = ball.center.length() + travel.pose.translation().length() + ball.radius;
        let lengths = travel.shift.length() + travel.turn.length() * arm;
        let rest = travel.curve + travel.off + clearance + 64.0 * U * lengths;
        Self { travel, center, clearance, rest: rest * (1.0 + 8.0 * U) }
    }

    /// A triangle of A and one of B, each in its own frame.
    pub(crate) fn look(&self, a: &Triangle, b: &Triangle) -> Finding {
        let carried = self.travel.pose.carry_triangle(b);
        let ways = carried.map(|q| self.travel.shift + self.travel.turn.cross(q - self.center));
        let (p, q) = (a.map(|x| x - a[0]), carried.map(|x| x - a[0]));
        let largest = p.iter().chain(&q).fold(0.0f64, |r, x| r.max(x.abs().max_element()));
        let way = ways.iter().fold(0.0f64, |m, w| m.max(w.length_squared())).sqrt();
        let noise = NOISE * (largest + way);
        // Products of three lengths of the smallest meshes would leave the range of f64.
        let unit = power_of_two_near(largest + way);
        let scaled = |t: Triangle| t.map(|x| x / unit);
        let corners = Corners { p: scaled(p), q: scaled(q), ways: scaled(ways) };
        let need = (self.rest + noise) / unit * (1.0 + 16.0 * U);
        let still = (self.clearance + noise + self.travel.off) / unit * (1.0 + 16.0 * U);
        let mut apart = false;
        for axis in corners.axes() {
            let [moves, stays] = corners.gaps(axis, need, still);
            if moves {
                return Finding::Apart;
            }
            apart |= stays;
        }
        let guess = nearest(&corners.p, &corners.q);
        let line = guess.b - guess.a;
        let more = if corners.are_flat() || way <= FEW * self.rest { 20 } else { 0 };
        for axis in std::iter::once(line).chain(corners.more_axes(line).take(more)) {
            let [moves, stays] = corners.gaps(axis, need, still);
            if moves {
                return Finding::Apart;
            }
            apart |= stays;
        }
        let gap = guess.a.distance(guess.b) * unit * (1.0 + 16.0 * U) + noise;
        Finding::Near(Near { motion: way + self.travel.curve, gap, apart })
    }
}

/// The power of two below a positive number of the range; 1 for 0.
fn power_of_two_near(x: f64) -> f64 {
    if x < f64::MIN_POSITIVE { 1.0 } else { f64::from_bits(x.to_bits() & (0x7ff << 52)) }
}

/// Both triangles, seen from a corner of A, and the ways of B's corners.
struct Corners {
    p: Triangle,
    q: Triangle,
    ways: [DVec3; 3],
}

impl Corners {
    /// All axes on which two triangles, of which one goes straight, are apart if they are and are not in
    /// one plane: the planes, the pairs of edges, each edge with the way.
    #[inline]
    fn axes(&self) -> impl Iterator<Item = DVec3> {
        let (p, q, way) = (edges(&self.p), edges(&self.q), self.ways[0]);
        let planes = [p[0].cross(p[1]), q[0].cross(q[1])];
        let crossed = (0..9).map(move |k| p[k / 3].cross(q[k % 3]));
        let all = [p[0], p[1], p[2], q[0], q[1], q[2]];
        let swept = (0..6).map(move |k| all[k].cross(way));
        planes.into_iter().chain(crossed).chain(swept)
    }

    /// In the planes, across edges and way; and the line between the nearest points made perpendicular to
    /// each edge, for points so close that rounding tilts it.
    fn more_axes(&self, line: DVec3) -> impl Iterator<Item = DVec3> {
        let (p, q, way) = (edges(&self.p), edges(&self.q), self.ways[0]);
        let planes = [p[0].cross(p[1]), q[0].cross(q[1])];
        let all = [p[0], p[1], p[2], q[0], q[1], q[2], way];
        let flat = (0..14).map(move |k| planes[k / 7].cross(all[k % 7]));
        let straight = (0..6).map(move |k| all[k].cross(line.cross(all[k])));
        flat.chain(straight)
    }

    /// Are they nearly in one plane, or in none, or does one go along its own? Then cross products of edges say
    /// nothing.
    fn are_flat(&self) -> bool {
        let (p, q) = (edges(&self.p), edges(&self.q));
        let (n, m) = (p[0].cross(p[1]), q[0].cross(q[1]));
        !(n.cross(m).length_squared() > FLAT * n.length_squared() * m.length_squared())
    }

    /// Is there a gap along an axis, in the motion and in the middle of it? Longer than the lengths given.
    #[inline]
    fn gaps(&self, axis: DVec3, need: f64, still: f64) -> [bool; 2] {
        let square = axis.length_squared();
        if !(square > SHORTEST && square < 1.0 / SHORTEST) {
            return [false; 2];
        }
        let p = self.p.map(|x| axis.dot(x));
        let q = self.q.map(|x| axis.dot(x));
        let ways = self.ways.map(|x| axis.dot(x).abs());
        let (p_low, p_high) = (p[0].min(p[1]).min(p[2]), p[0].max(p[1]).max(p[2]));
        let low = |w: [f64; 3]| (q[0] - w[0]).min(q[1] - w[1]).min(q[2] - w[2]);
        let high = |w: [f64; 3]| (q[0] + w[0]).max(q[1] + w[1]).max(q[2] + w[2]);
        let gap = |w: [f64; 3]| (low(w) - p_high).max(p_low - high(w));
        let beyond = |gap: f64, length: f64| gap > 0.0 && gap * gap > length * length * square;
        [beyond(gap(ways), need), beyond(gap([0.0; 3]), still)]
    }
}

fn edges(t: &Triangle) -> [DVec3; 3] {
    [t[1] - t[0], t[2] - t[1], t[0] - t[2]]
}
