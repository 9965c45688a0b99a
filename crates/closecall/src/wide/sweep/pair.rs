//! Two triangles over an interval of time, in f64: are they apart all along it?
//!
//! Every corner of B has its own way, so that what is left beside the ways is of second order: a
//! triangle that turns past another is proved apart at any distance above the rounding of f64.
//!
//! **Rounding.** Seen from a corner of A, let R be the largest coordinate and M the longest way:
//! projections cost [`SWEPT_GAP`] of R + M. Ways are worked out from corners and B's centre as they
//! are carried, and are off by [`SWAY`] of |shift| + |turn|·(all lengths that go into those), which
//! [`Sway`] holds.

use super::axes::{Four, FourAxes, Gaps};
use crate::geom::exact::nearest::nearest;
use crate::geom::{Ball, DVec3, Triangle};
use crate::path::Travel;
use crate::rounding::factor::{UP_8, UP_16};
use crate::rounding::motion::{SWAY, SWEPT_GAP};
use crate::wide::simd::{Hardware, Level, Task};

/// Planes whose normals have a squared sine below this count as one.
const FLAT: f64 = 1e-6;

/// Axes that are shorter than this, or longer than one over it, are not tried.
const SHORTEST: f64 = 1e-120;

/// If the way is at most this many times the cost of rounding, every axis is tried.
const FEW: f64 = 64.0;

/// The motion of B in the interval, ready for its triangles.
#[derive(Clone, Copy)]
pub(crate) struct Sway<'q> {
    travel: &'q Travel,
    /// B's centre in A's frame.
    center: DVec3,
    clearance: f64,
    /// The error bound of ways plus the clearance; and how much of it is rounding.
    rest: f64,
    blur: f64,
    /// The nearest points are looked for of triangles that move less than this.
    short: f64,
}

/// The relation found between two triangles.
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

/// A triangle of A and one of B, each in its own frame.
struct Look<'q> {
    sway: Sway<'q>,
    a: Triangle,
    b: Triangle,
}

impl Task for Look<'_> {
    type Output = Finding;

    #[inline(always)]
    fn run<H: Hardware>(self) -> Finding {
        self.sway.looked_at::<H>(&self.a, &self.b)
    }
}

impl<'q> Sway<'q> {
    pub(crate) fn new(travel: &'q Travel, ball: &Ball, clearance: f64, short: f64) -> Self {
        let center = travel.pose.matrix() * ball.center + travel.pose.shift();
        let arm = ball.center.length() + travel.pose.shift().length() + ball.radius;
        let lengths = travel.shift.length() + travel.turn.length() * arm;
        let blur = travel.off + SWAY * lengths;
        let rest = (travel.curve + clearance + blur) * UP_8;
        Self { travel, center, clearance, rest, blur, short }
    }

    /// A triangle of A and one of B, each in its own frame.
    pub(crate) fn look(&self, a: &Triangle, b: &Triangle) -> Finding {
        Level::best().run(Look { sway: *self, a: *a, b: *b })
    }

    #[inline(always)]
    fn looked_at<H: Hardware>(&self, a: &Triangle, b: &Triangle) -> Finding {
        let carried = self.travel.pose.carried_triangle(b);
        let [c, shift, turn] = [self.center, self.travel.shift, self.travel.turn];
        let ways = [0, 1, 2].map(|k: usize| shift + turn.cross(carried[k] - c));
        let (p, q) = (a.map(|x| x - a[0]), carried.map(|x| x - a[0]));
        let largest = p.iter().chain(&q).fold(0.0f64, |r, x| r.max(x.abs().max_element()));
        let way = ways.iter().fold(0.0f64, |m, w| m.max(w.length_squared())).sqrt();
        let noise = SWEPT_GAP * (largest + way);
        // Products of three lengths of the smallest meshes would leave the range of f64.
        let unit = power_of_two_near(largest + way);
        let scaled = |t: Triangle| t.map(|x| x * (1.0 / unit));
        let corners = Corners { p: scaled(p), q: scaled(q), ways: scaled(ways) };
        let need = (self.rest + noise) / unit * UP_16;
        let still = (self.clearance + noise + self.travel.off) / unit * UP_16;
        let four = FourAxes::<H::D>::new(&corners.p, &corners.q, &corners.ways, [need, still]);
        let mut gaps = Gaps::default();
        if corners.try_all(&four, &mut gaps) {
            return Finding::Apart;
        }
        let heights = self.travel.axis.filter(|_| gaps.apart).map(|axis| {
            let along = self.clearance + self.blur + noise + axis.curve;
            let [along, across] = [along + SWAY * self.travel.curve, self.travel.curve];
            Heights { axis: axis.direction, along: along / unit, across: across / unit }
        });
        if heights.as_ref().is_some_and(|heights| corners.try_heights(heights)) {
            return Finding::Apart;
        }
        let (motion, is_flat) = (way + self.travel.curve, corners.are_flat());
        // The nearest points would rarely show a gap that the axes so far do not, except in a plane:
        // what moves further is soon divided in time, and looked at again.
        if !(is_flat || way <= self.short || self.clearance > 0.0) {
            let gap = q[0].length() * UP_16 + noise;
            return Finding::Near(Near { motion, gap, apart: gaps.apart });
        }
        let guess = nearest(&corners.p, &corners.q);
        let line = guess.b - guess.a;
        let all = is_flat || way <= FEW * (self.blur + noise);
        if four.any_apart(&corners.about_line(line), &mut gaps)
            || all && corners.try_more(&four, line, &mut gaps)
            || heights.as_ref().is_some_and(|heights| corners.are_apart(line, heights))
        {
            return Finding::Apart;
        }
        let gap = guess.a.distance(guess.b) * unit * UP_16 + noise;
        Finding::Near(Near { motion, gap, apart: gaps.apart })
    }
}

/// The power of two below a positive number of the range; 1 for 0.
fn power_of_two_near(x: f64) -> f64 {
    if x < f64::MIN_POSITIVE { 1.0 } else { f64::from_bits(x.to_bits() & (0x7ff << 52)) }
}

/// The length that a gap must have where all turns have one axis, along which nothing bends.
struct Heights {
    axis: DVec3,
    /// Along the axis, and how much more across it.
    along: f64,
    across: f64,
}

/// Both triangles, seen from a corner of A, and the ways of B's corners.
struct Corners {
    p: Triangle,
    q: Triangle,
    ways: [DVec3; 3],
}

impl Corners {
    /// All axes on which two triangles, of which one goes straight, are apart if they are and are
    /// not in one plane: the planes, the pairs of edges, each edge with the way. The line between
    /// the middles, and that line across the way, are tried first.
    #[inline(always)]
    fn try_all<F: Four>(&self, four: &F, gaps: &mut Gaps) -> bool {
        let (p, q, way) = (edges(&self.p), edges(&self.q), self.ways[0]);
        let middles = (self.q[0] + self.q[1] + self.q[2]) - (self.p[1] + self.p[2]);
        let first = [p[0].cross(p[1]), q[0].cross(q[1]), middles, across(middles, way)];
        if four.any_apart(&first, gaps) {
            return true;
        }
        let others = [q[0], q[1], q[2], way];
        for edge in p {
            if four.any_apart(&others.map(|other| edge.cross(other)), gaps) {
                return true;
            }
        }
        four.any_apart(
            &[q[0].cross(way), q[1].cross(way), q[2].cross(way), middles.cross(way)],
            gaps,
        )
    }

    /// The line between the nearest points, as it is and across the way, and the way across the
    /// planes.
    #[inline(always)]
    fn about_line(&self, line: DVec3) -> [DVec3; 4] {
        let (p, q, way) = (edges(&self.p), edges(&self.q), self.ways[0]);
        [line, across(line, way), p[0].cross(p[1]).cross(way), q[0].cross(q[1]).cross(way)]
    }

    /// In the planes, across edges; and the line between the nearest points made perpendicular to
    /// each edge, for points so close that rounding tilts it.
    #[inline(always)]
    fn try_more<F: Four>(&self, four: &F, line: DVec3, gaps: &mut Gaps) -> bool {
        let (p, q) = (edges(&self.p), edges(&self.q));
        let (n, m) = (p[0].cross(p[1]), q[0].cross(q[1]));
        let straight = |edge: DVec3| edge.cross(line.cross(edge));
        let groups = [
            [n.cross(p[0]), n.cross(p[1]), n.cross(p[2]), n.cross(q[0])],
            [n.cross(q[1]), n.cross(q[2]), m.cross(p[0]), m.cross(p[1])],
            [m.cross(p[2]), m.cross(q[0]), m.cross(q[1]), m.cross(q[2])],
            [straight(p[0]), straight(p[1]), straight(p[2]), line],
            [straight(q[0]), straight(q[1]), straight(q[2]), line],
        ];
        // No closure: it would not be compiled for the hardware.
        for axes in &groups {
            if four.any_apart(axes, gaps) {
                return true;
            }
        }
        false
    }

    /// The planes, and the axis of all turns: what turns above a plate keeps its height.
    fn try_heights(&self, heights: &Heights) -> bool {
        let (p, q) = (edges(&self.p), edges(&self.q));
        let axes = [p[0].cross(p[1]), q[0].cross(q[1]), heights.axis];
        axes.into_iter().any(|axis| self.are_apart(axis, heights))
    }

    /// Is there a gap along an axis n all along the motion? A bend that is across the axis of all
    /// turns, u, is at most |n × u| of its length along n.
    fn are_apart(&self, axis: DVec3, heights: &Heights) -> bool {
        let [p, q, ways] = [&self.p, &self.q, &self.ways].map(|t| t.map(|x| axis.dot(x)));
        let least = |t: [f64; 3]| t[0].min(t[1]).min(t[2]);
        let reach = |sign: f64| [0, 1, 2].map(|k: usize| sign * q[k] - ways[k].abs());
        let gap = (least(reach(1.0)) + least(p.map(|x| -x))).max(least(reach(-1.0)) + least(p));
        let length = axis.length();
        let need = heights.along * length + heights.across * axis.cross(heights.axis).length();
        (SHORTEST..1.0 / SHORTEST).contains(&length) && gap >= need * UP_16
    }

    /// Are they nearly in one plane, or in none, or does one go along its own? Then cross products
    /// of edges say nothing.
    fn are_flat(&self) -> bool {
        let (p, q) = (edges(&self.p), edges(&self.q));
        let (n, m) = (p[0].cross(p[1]), q[0].cross(q[1]));
        !(n.cross(m).length_squared() > FLAT * n.length_squared() * m.length_squared())
    }
}

/// A direction without what it has along another.
#[inline(always)]
fn across(line: DVec3, way: DVec3) -> DVec3 {
    line * way.length_squared() - way * line.dot(way)
}

#[inline(always)]
fn edges(t: &Triangle) -> [DVec3; 3] {
    [t[1] - t[0], t[2] - t[1], t[0] - t[2]]
}
