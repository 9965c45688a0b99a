//! A point on both sides of every piece into which others cut a triangle, exactly.
//!
//! In the triangle's plane, every other triangle leaves a *trace*: a segment where it crosses the
//! plane, its edges where it lies in it. The traces cut the triangle into pieces. If there are
//! none, the triangle is one piece. Else every piece borders on a trace; between the points where
//! others cross it, a stretch of a trace borders on one piece on either hand. So germs at the
//! middle of every stretch, to its left and right, above and below the plane, look at all.

use super::flat::{PlaneFrame, Share, Spot};
use crate::geom::exact::germ::{Germ, Rational};
use crate::geom::exact::integer::{Point, common_unit};
use crate::geom::{DVec3, Triangle};
use dashu_int::IBig;
use std::cmp::Ordering;

/// The germs at a triangle that others cut; none if it has no area.
pub(super) fn germs(triangle: &Triangle, cutters: &[Triangle]) -> Vec<Germ> {
    let Some(base) = BaseTriangle::of(triangle, cutters) else { return Vec::new() };
    let mut traces: Vec<Trace> = Vec::new();
    for trace in cutters.iter().flat_map(|cutter| base.traces(cutter)) {
        if base.is_cut_by(&trace) && !traces.iter().any(|known| known.is(&trace)) {
            traces.push(trace);
        }
    }
    if traces.is_empty() {
        return base.germs_at_middle();
    }
    traces.iter().flat_map(|trace| base.germs_along(trace, &traces)).collect()
}

/// A segment in the plane of the triangle, and a box around it.
#[derive(Clone, Debug)]
struct Trace {
    ends: [Spot; 2],
    low: DVec3,
    high: DVec3,
}

impl Trace {
    fn new(ends: [Spot; 2], unit: i32) -> Self {
        let [p, q] = [&ends[0], &ends[1]].map(|spot| spot.rational(unit).enclosure());
        Self { ends, low: p.0.min(q.0), high: p.1.max(q.1) }
    }

    /// Is it the same segment?
    fn is(&self, other: &Self) -> bool {
        let [p, q] = &self.ends;
        let [r, s] = &other.ends;
        self.is_near(other) && (p.is(r) && q.is(s) || p.is(s) && q.is(r))
    }

    fn is_near(&self, other: &Self) -> bool {
        !self.low.cmpgt(other.high).any() && !other.low.cmpgt(self.high).any()
    }
}

/// The triangle, in integers.
struct BaseTriangle {
    corners: [Point; 3],
    edges: [Trace; 3],
    normal: Point,
    frame: PlaneFrame,
    /// The sense in which its corners run in that frame.
    sense: Ordering,
    unit: i32,
}

impl BaseTriangle {
    fn of(triangle: &Triangle, cutters: &[Triangle]) -> Option<Self> {
        let unit =
            common_unit(cutters.iter().chain([triangle]).flatten().flat_map(|p| p.to_array()));
        let corners = triangle.map(|p| Point::new(p, unit));
        let normal = corners[1].minus(&corners[0]).cross(&corners[2].minus(&corners[0]));
        let frame = PlaneFrame::of(&normal)?;
        let spots = corners.clone().map(Spot::whole);
        let edges = [[0, 1], [1, 2], [2, 0]]
            .map(|[i, j]| Trace::new([spots[i].clone(), spots[j].clone()], unit));
        let sense = frame.turn(&spots[0], &spots[1], &spots[2]);
        Some(Self { corners, edges, normal, frame, sense, unit })
    }

    /// The parts of the plane that a triangle covers: nothing, a segment, or its three edges.
    fn traces(&self, cutter: &Triangle) -> Vec<Trace> {
        let corners = cutter.map(|p| Point::new(p, self.unit));
        let heights = corners.clone().map(|p| p.minus(&self.corners[0]).dot(&self.normal));
        let edge = |i: usize| [i, (i + 1) % 3];
        let spots = corners.clone().map(Spot::whole);
        if heights.iter().all(IBig::is_zero) {
            let ends = [0, 1, 2].map(|i| edge(i).map(|i| spots[i].clone()));
            return ends.map(|ends| Trace::new(ends, self.unit)).into();
        }
        let at_corners = (0..3).filter(|&i| heights[i].is_zero()).map(|i| spots[i].clone());
        let on_edges = (0..3)
            .map(edge)
            .filter(|e| is_crossed(&heights, *e))
            .map(|[i, j]| Spot::zero_between(&corners[i], &corners[j], &heights[i], &heights[j]));
        match <[Spot; 2]>::try_from(at_corners.chain(on_edges).collect::<Vec<_>>()) {
            Ok(ends) => vec![Trace::new(ends, self.unit)],
            Err(_) => Vec::new(),
        }
    }

    /// Does a trace reach the inside of the triangle? If not, then one of the edges, or the trace,
    /// is on a line between.
    fn is_cut_by(&self, trace: &Trace) -> bool {
        let [p, q] = &trace.ends;
        let inside = |end: &Spot, edge: &Trace| self.turn(edge, end) == self.sense;
        let beyond_edge = self.edges.iter().any(|edge| !inside(p, edge) && !inside(q, edge));
        let sides = self.edges.each_ref().map(|edge| self.turn(trace, &edge.ends[0]));
        let beside = !sides.contains(&Ordering::Less) || !sides.contains(&Ordering::Greater);
        !beyond_edge && !beside
    }

    fn turn(&self, along: &Trace, spot: &Spot) -> Ordering {
        self.frame.turn(&along.ends[0], &along.ends[1], spot)
    }

    /// Above and below the middle.
    fn germs_at_middle(&self) -> Vec<Germ> {
        let [a, b, c] = &self.corners;
        let middle = Spot { over: a.plus(b).plus(c), under: IBig::from(3) }.rational(self.unit);
        let (u, v) = (b.minus(a), c.minus(a));
        both_ways(&self.normal)
            .map(|up| Germ::new(middle.clone(), [up, u.clone(), v.clone()]))
            .into()
    }

    /// Four germs at the middle of every stretch of a trace in the triangle.
    fn germs_along(&self, trace: &Trace, traces: &[Trace]) -> Vec<Germ> {
        let along = trace.ends[0].to(&trace.ends[1]);
        let aside = self.normal.cross(&along);
        let mut germs = Vec::new();
        for middle in self.middles(trace, traces) {
            for aside in both_ways(&aside) {
                let germ = |up| Germ::new(middle.clone(), [aside.clone(), up, along.clone()]);
                germs.extend(both_ways(&self.normal).map(germ));
            }
        }
        germs
    }

    /// The middle of every stretch of a trace inside the triangle.
    fn middles(&self, trace: &Trace, traces: &[Trace]) -> Vec<Rational> {
        let near = traces.iter().chain(&self.edges).filter(|other| other.is_near(trace));
        let mut shares: Vec<Share> =
            near.flat_map(|other| self.frame.shares(&trace.ends, &other.ends)).collect();
        shares.extend([Share::ZERO, Share::ONE]);
        shares.sort();
        shares.dedup();
        let [p, q] = &trace.ends;
        let spots = shares.windows(2).map(|ends| Spot::between(p, q, &ends[0].middle(&ends[1])));
        let inside =
            |spot: &Spot| self.edges.iter().all(|edge| self.turn(edge, spot) == self.sense);
        spots.filter(inside).map(|spot| spot.rational(self.unit)).collect()
    }
}

/// Are the heights of an edge's ends on different sides?
fn is_crossed(heights: &[IBig; 3], [i, j]: [usize; 2]) -> bool {
    heights[i].cmp(&IBig::ZERO) == heights[j].cmp(&IBig::ZERO).reverse() && !heights[i].is_zero()
}

fn both_ways(direction: &Point) -> [Point; 2] {
    [direction.clone(), direction.times(&IBig::NEG_ONE)]
}
