//! Does the tool pass the triangle at the side? The question of walls, where the least overlap is a
//! deep gouge.
//!
//! Seen along the axis, the tool is a disc of radius R at the origin and W a convex polygon. They
//! are apart iff every edge of the polygon keeps its distance. Directions are tried with intervals
//! first; where those leave it open and the tool stands upright on an exact path, integers decide:
//! all numbers are f64, so scaled by a power of two they are integers, and so are the squared
//! distances that are compared.

use super::prism::{EDGES, Prism};
use super::whole::{cross, dot};
use super::{Bounds, LiftQuestion};
use crate::tool::Profile;
use closecall::engine::{
    geom::{common_unit, integer},
    rounding::mill::{FOOT, NEAR_RIM_DOWN, UNIT_DOWN, UNIT_UP},
};
use closecall::geom::Interval;
use dashu_int::IBig;
use glam::DVec2;
use std::cmp::Ordering;

/// Whether it is certain that the tool does not come over or under the triangle.
pub(super) fn passes(profile: &Profile, prism: &Prism, question: &LiftQuestion) -> bool {
    let about = prism.about();
    let reach = profile.radius() + question.astray + question.wider;
    if surrounded(about) {
        return false;
    }
    let (nearest, [a, b]) = nearest(about);
    let distance = nearest.length();
    if distance < reach * NEAR_RIM_DOWN {
        return false;
    }
    let side = (about[b] - about[a]).truncate();
    let normals = [
        nearest,
        side.perp(),
        -side.perp(),
        DVec2::new(nearest.x, 0.0),
        DVec2::new(0.0, nearest.y),
    ];
    let apart = |&n: &DVec2| n != DVec2::ZERO && beyond(prism, n / largest(n), profile, question);
    if normals.iter().any(apart) {
        return true;
    }
    let exact = question.astray == 0.0 && question.wider == 0.0 && question.afloat == 0.0;
    match prism.made_of {
        Some(_) if exact => match exact_distance(prism, profile.radius()) {
            Ordering::Greater => true,
            Ordering::Equal => !question.touch,
            Ordering::Less => false,
        },
        _ => false,
    }
}

/// The tool overlaps the triangle at the side by so little that no point was certain to lie within.
/// If integers prove the overlap, the highest lift is at least that of the place where an edge
/// comes nearest to the axis.
pub(super) fn graze(bounds: &mut Bounds) {
    let exact = bounds.question.astray == 0.0
        && bounds.question.wider == 0.0
        && bounds.question.afloat == 0.0;
    if !exact || bounds.prism.made_of.is_none() {
        return;
    }
    let (about, radius) = (*bounds.prism.about(), bounds.profile.radius());
    let Some(rim) = bounds.profile.height(Interval::exactly(radius)) else { return };
    let Some(exact) = Exact::new(bounds.prism, radius) else { return };
    for ends in EDGES {
        let place = bounds.prism.on_edge(ends, foot(&about, ends));
        let [a, side] = [about[ends[0]], about[ends[1]] - about[ends[0]]];
        let blur =
            (foot_off(a.length(), side.truncate().length()) * side.z.abs()).min(side.z.abs());
        let lo = (place.z - rim - Interval::exactly(blur)).lo;
        let meets = match exact.edge(ends) {
            Ordering::Less => true,
            Ordering::Equal => bounds.question.touch,
            Ordering::Greater => false,
        };
        if lo > bounds.lift.lo && meets {
            (bounds.lift.lo, bounds.lift.at) = (lo, place.middle());
        }
    }
}

/// An upper bound for walls, where no slope is steep enough: with a unit direction u, the points of
/// W within the tool's reach have u·w ≤ R, and a distance from the axis of at least the least u·w
/// of all.
pub(super) fn wall(bounds: &mut Bounds) {
    let (nearest, _) = nearest(bounds.prism.about());
    let Some(u) = nearest.try_normalize() else { return };
    let [x, y] = [u.x, u.y].map(Interval::exactly);
    let beside =
        Interval::exactly(bounds.question.astray) + Interval::exactly(bounds.question.wider);
    let length = Interval { lo: UNIT_DOWN, hi: UNIT_UP };
    let reach = ((Interval::exactly(bounds.profile.radius()) + beside) * length).hi;
    let corners = bounds.prism.corners();
    let place = corners.map(|w| x * w.x + y * w.y);
    let least = place.iter().map(|p| p.lo).fold(f64::INFINITY, f64::min);
    let within = |i: &usize| place[*i].lo <= reach;
    let mut highest =
        (0..6).filter(within).map(|i| corners[i].z.hi).fold(f64::NEG_INFINITY, f64::max);
    for ends in EDGES {
        let [a, b] = if place[ends[0]].lo <= reach { ends } else { [ends[1], ends[0]] };
        if place[a].lo <= reach && place[b].lo > reach && place[b].lo > place[a].hi {
            let share = (Interval::exactly(reach) - place[a]).over(place[b] - place[a]);
            let share = Interval { lo: share.lo.clamp(0.0, 1.0), hi: share.hi.clamp(0.0, 1.0) };
            highest = highest.max((corners[a].z + share * (corners[b].z - corners[a].z)).hi);
        } else if place[a].lo <= reach && place[b].lo > reach {
            highest = highest.max(corners[b].z.hi);
        }
    }
    let nearest = ((Interval::exactly(least) - beside) * length).lo.min(bounds.profile.radius());
    let Some(b) = bounds.profile.height(Interval::exactly(nearest.max(0.0))) else { return };
    let hi = (Interval::exactly(highest) - Interval::exactly(b.lo)
        + Interval::exactly(bounds.question.afloat))
    .hi;
    bounds.lift.hi = bounds.lift.hi.min(hi);
}

fn largest(n: DVec2) -> f64 {
    n.x.abs().max(n.y.abs())
}

/// n·w ≥ reach·|n| for all corners w of W (> where touching counts).
fn beyond(prism: &Prism, n: DVec2, profile: &Profile, question: &LiftQuestion) -> bool {
    let (x, y) = (Interval::exactly(n.x), Interval::exactly(n.y));
    let length =
        if n.x == 0.0 || n.y == 0.0 { largest(n) } else { (x.square() + y.square()).sqrt().hi };
    let beside = Interval::exactly(question.astray) + Interval::exactly(question.wider);
    let reach = ((Interval::exactly(profile.radius()) + beside) * Interval::exactly(length)).hi;
    let least =
        prism.corners().iter().map(|w| (x * w.x + y * w.y).lo).fold(f64::INFINITY, f64::min);
    if question.touch { least > reach } else { least >= reach }
}

/// Whether the axis goes through W by about 1e-9 of its size or more. Nothing is decided here: a
/// wrong answer costs time.
fn surrounded(about: &[glam::DVec3; 6]) -> bool {
    let points = about.map(|w| w.truncate());
    let size = points.iter().map(|p| p.length_squared()).fold(0.0, f64::max);
    OUTLINES.iter().any(|outline| {
        let turn = |i: usize| points[outline[i]].perp_dot(points[outline[(i + 1) % outline.len()]]);
        let turns = (0..outline.len()).map(turn);
        let (least, most) = turns.fold((f64::MAX, f64::MIN), |(l, m), t| (l.min(t), m.max(t)));
        least > 1e-9 * size || most < -1e-9 * size
    })
}

/// The corners of the facets, in order around them. Seen from above, together they cover W.
pub(super) const OUTLINES: [&[usize]; 5] =
    [&[0, 1, 2], &[3, 4, 5], &[0, 1, 4, 3], &[1, 2, 5, 4], &[2, 0, 3, 5]];

/// About the point of W's edges next to the axis.
fn nearest(about: &[glam::DVec3; 6]) -> (DVec2, [usize; 2]) {
    let mut best = (DVec2::splat(f64::MAX), EDGES[0]);
    for ends in EDGES {
        let point = about[ends[0]].lerp(about[ends[1]], foot(about, ends)).truncate();
        if point.length_squared() < best.0.length_squared() {
            best = (point, ends);
        }
    }
    best
}

/// About where an edge comes next to the axis.
fn foot(about: &[glam::DVec3; 6], [a, b]: [usize; 2]) -> f64 {
    let (a, side) = (about[a].truncate(), (about[b] - about[a]).truncate());
    let share = -a.dot(side) / side.length_squared();
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
}

/// The error of that share, for an edge of this length that begins this far from the axis: its ends
/// are rounded as shares of their distance, and turn a short edge by more.
fn foot_off(from_axis: f64, length: f64) -> f64 {
    let far = 1.0 + from_axis / length.max(f64::MIN_POSITIVE);
    FOOT * far * far
}

/// W's distance from the axis, compared with `radius`, exactly.
fn exact_distance(prism: &Prism, radius: f64) -> Ordering {
    let Some(exact) = Exact::new(prism, radius) else { return Ordering::Less };
    if exact.holds_axis() {
        return Ordering::Less;
    }
    EDGES.iter().map(|&ends| exact.edge(ends)).min().unwrap_or(Ordering::Less)
}

/// The corners of W seen along the axis, and the squared radius, in integers.
struct Exact {
    points: [[IBig; 2]; 6],
    limit: IBig,
}

impl Exact {
    fn new(prism: &Prism, radius: f64) -> Option<Self> {
        let (triangle, path) = prism.made_of.as_ref()?;
        let numbers =
            |i: usize| [triangle[i % 3].x, path[i / 3].x, triangle[i % 3].y, path[i / 3].y];
        let all: [[f64; 4]; 6] = std::array::from_fn(numbers);
        let unit = common_unit(all.iter().flatten().chain([&radius]).copied());
        let points = all.map(|n| {
            let [x, px, y, py] = n.map(|x| integer(x, unit));
            [x - px, y - py]
        });
        Some(Self { points, limit: integer(radius, unit).pow(2) })
    }

    /// Whether the axis goes through W or its rim.
    fn holds_axis(&self) -> bool {
        OUTLINES.iter().any(|outline| {
            let turn = |i: usize| {
                cross(&self.points[outline[i]], &self.points[outline[(i + 1) % outline.len()]])
            };
            let turns: Vec<IBig> = (0..outline.len()).map(turn).collect();
            let same =
                turns.iter().all(|t| *t >= IBig::ZERO) || turns.iter().all(|t| *t <= IBig::ZERO);
            same && turns.iter().any(|t| *t != IBig::ZERO)
        })
    }

    /// An edge's distance from the axis, compared with the radius.
    fn edge(&self, [a, b]: [usize; 2]) -> Ordering {
        let (a, b) = (&self.points[a], &self.points[b]);
        let side = [&b[0] - &a[0], &b[1] - &a[1]];
        let (squared, place) = (dot(&side, &side), -dot(a, &side));
        if place <= IBig::ZERO {
            return dot(a, a).cmp(&self.limit);
        }
        if place >= squared {
            return dot(b, b).cmp(&self.limit);
        }
        let across = cross(a, &side);
        (&across * &across).cmp(&(&self.limit * squared))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lift::prism::ToolFrame;
    use glam::DVec3;

    /// Short edges far from the axis: the foot on them, compared with integers.
    #[test]
    fn the_foot_on_an_edge_is_known_as_well_as_is_said() {
        let mut state = 45u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
            (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let (mut most, mut most_of_one) = (0.0f64, 0.0f64);
        for round in 0..2000 {
            let short = [1.0, 1e-3, 1e-6][round % 3];
            let [from, to] = [DVec3::ZERO, DVec3::X].map(|p| p + DVec3::new(unit(), unit(), 0.0));
            let p = DVec3::new(unit(), 3.0 + unit(), 0.0);
            let mut corner = || p + DVec3::new(unit(), unit(), unit()) * short;
            let triangle = [corner(), corner(), corner()];
            let prism = Prism::new(&triangle, [from, to], &ToolFrame::Upright);
            let exact = Exact::new(&prism, 1.0).unwrap();
            for ends in EDGES {
                let share = foot(prism.about(), ends);
                let [a, b] = ends.map(|i| &exact.points[i]);
                let side = [&b[0] - &a[0], &b[1] - &a[1]];
                let (place, squared) = (-dot(a, &side), dot(&side, &side));
                // In units of 2⁻¹⁰⁰, both between 0 and 1.
                let one = IBig::ONE << 100;
                let place = ((place << 100) / squared).clamp(IBig::ZERO, one);
                let scaled = integer(share, -100);
                let off = (place - scaled).to_f64().value().abs() / 2f64.powi(100);
                let a = prism.about()[ends[0]];
                let side = (prism.about()[ends[1]] - a).truncate();
                let allowed = foot_off(a.length(), side.length());
                assert!(off <= allowed, "{off} of {allowed}");
                most = most.max(off / allowed);
                most_of_one = most_of_one.max(off / (FOOT * (1.0 + a.length() / side.length())));
            }
        }
        assert!(most > 1e-3 && most_of_one > 1.0, "{most} {most_of_one}");
    }
}
