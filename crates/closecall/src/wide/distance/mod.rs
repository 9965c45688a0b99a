//! A question: how far apart are two bodies, and where are they nearest?
//!
//! `search` finds the few pairs of triangles that may be the nearest, in f32, by squared distances
//! (`near`) or by what is further than the centres (`far`); `settle` decides between them, in f64
//! and at last with as many digits as it takes ([`crate::geom::exact::distance`]). `recent`
//! remembers what was near from one query to the next, and `timed` stops a search where its budget
//! ends. `ties` keeps time and memory small where many pairs are at one distance.

mod blocks;
pub(super) mod buckets;
mod far;
mod near;
mod recent;
mod search;
mod settle;
mod ties;
mod timed;

pub use recent::Recent;
pub(super) use search::SearchScratch;
pub use timed::distance_timed;

use super::relation::{Between, FarApart};
use super::simd::{Hardware, Task};
use super::step::TreeSide;
use super::{ContactAsked, Level, Scratch, TreeAndMesh, first_asked};
use crate::cost::Uncounted;
use crate::geom::{Clearance, Interval, Pose};
use far::Gains;
use near::NearMeasure;
use search::Search;
use settle::{BothMeshes, CandidatePairs};

/// The distance of two bodies, and their nearest points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The distance: `hi` is at most 4 ulps above `lo`, unless an accuracy was given. Both are 0 if
    /// they touch, and `lo` only then.
    pub distance: Interval,
    /// A triangle of A that is as near to B as any.
    pub a: u32,
    /// The triangle of B that it is near to.
    pub b: u32,
    /// The point of triangle `a` that is nearest, in A's frame. Each coordinate is off by at most
    /// 2⁻⁴⁴ of the largest coordinate of the two triangles.
    pub point_a: [f64; 3],
    /// The point of triangle `b`, likewise, in A's frame.
    pub point_b: [f64; 3],
    /// Is it what a question without end gives? Where a budget ended before, `lo` may be 0 of bodies
    /// that do not touch, and no triangles need be at the distance `lo`; where they touch, the
    /// points are two of triangles that touch, but need not be the same.
    pub is_final: bool,
}

impl Distance {
    /// The same with another lower end.
    fn with_lo(self, lo: f64) -> Self {
        Self { distance: Interval { lo, ..self.distance }, ..self }
    }
}

/// The options of a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceAsked {
    /// The level of hardware.
    pub level: Level,
    /// Distances above this are not worth knowing; NaN is no limit.
    pub limit: f64,
    /// By how much of itself the distance may be wrong: `hi` is at most 1 + tolerance times `lo`,
    /// give or take 4 ulps.
    pub tolerance: f64,
    /// A pair of triangles that may be the nearest: the closer it is to that, the sooner the
    /// answer. Numbers that the meshes do not have are passed over.
    pub start: Option<(u32, u32)>,
}

/// At the best level, whatever the distance is, and as certain as can be.
impl Default for DistanceAsked {
    fn default() -> Self {
        Self { level: Level::best(), limit: f64::INFINITY, tolerance: 0.0, start: None }
    }
}

/// From how many radii of both bodies on they are far apart. (With 12, distances of torus at 5
/// sizes take twice as long; with 3, those of bunny a fifth longer.)
const FAR: f64 = 6.0;

/// Up to this share of both radii a limit is a clearance that the contact query is quicker to
/// prove: on tetras 0.95 against 5.1 µs. Beyond it most boxes are within it along every axis.
const SMALL: f64 = 1.0 / 2048.0;

/// The distance of two bodies at a pose; none if it is certainly above the limit.
#[must_use]
pub fn distance(
    a: TreeAndMesh,
    b: TreeAndMesh,
    a_from_b: &Pose,
    asked: &DistanceAsked,
    scratch: &mut Scratch,
) -> Option<Distance> {
    let mut asked = *asked;
    let has = |(_, mesh): TreeAndMesh, number: u32| (number as usize) < mesh.triangle_count();
    asked.start = asked.start.filter(|&(i, j)| has(a, i) && has(b, j));
    if asked.start.is_none() && is_small(asked.limit, a, b) {
        // Nothing is within the limit, or what is may be the nearest.
        let clearance = Clearance::new(asked.limit).unwrap_or(Clearance::NONE);
        let within = ContactAsked { level: asked.level, clearance };
        asked.start = first_asked(a, b, a_from_b, &within, scratch, &mut Uncounted);
        asked.start?;
    }
    distance_and_beyond([a, b], a_from_b, &asked, 0.0, scratch).0
}

/// Is a limit a clearance, and next to nothing beside the bodies?
fn is_small(limit: f64, (a, _): TreeAndMesh, (b, _): TreeAndMesh) -> bool {
    let radii = a.frame.ball().radius + b.frame.ball().radius;
    limit <= SMALL * radii && Clearance::new(limit).is_ok()
}

/// The distance, and how far was looked: every pair of triangles that is not among the candidates
/// of the scratch is further apart than that, which is beyond the distance by the margin; 0 if
/// nothing is known.
fn distance_and_beyond(
    [a, b]: [TreeAndMesh; 2],
    a_from_b: &Pose,
    asked: &DistanceAsked,
    margin: f64,
    scratch: &mut Scratch,
) -> (Option<Distance>, f64) {
    let between = Between::new(a.0, b.0, a_from_b);
    let [least, most] = between.gap();
    if least > asked.limit {
        scratch.search.iter_mut().for_each(|scratch| scratch.candidates.clear());
        return (None, least);
    }
    let scratch = &mut **scratch.search.get_or_insert_default();
    let far = between.is_far(FAR).then(|| between.far_apart(a.0, b.0));
    let relation =
        far.as_ref().map_or_else(|| between.relation(a.0, b.0, 0.0), |(relation, _)| *relation);
    let sides = TreeSide::both([a, b], &relation);
    let far = far.map(|(_, apart)| apart);
    asked.level.run(SearchAsk {
        sides: &sides,
        a_from_b,
        scratch,
        asked,
        margin,
        far,
        scale: between.scale(),
        most,
    })
}

/// A question under way.
struct SearchAsk<'q> {
    sides: &'q [TreeSide<'q>; 2],
    a_from_b: &'q Pose,
    scratch: &'q mut SearchScratch,
    asked: &'q DistanceAsked,
    margin: f64,
    /// If the bodies are far apart, how.
    far: Option<FarApart>,
    /// From the units of the meshes to A's.
    scale: f64,
    /// No two points of the bodies are further apart than this, in the units of the meshes.
    most: f64,
}

impl Task for SearchAsk<'_> {
    type Output = (Option<Distance>, f64);

    #[inline(always)]
    fn run<H: Hardware>(self) -> (Option<Distance>, f64) {
        let (asked, pairs) = (
            self.asked,
            BothMeshes {
                meshes: [self.sides[0].mesh, self.sides[1].mesh],
                a_from_b: self.a_from_b,
            },
        );
        let start = asked.start.map(|(i, j)| pairs.distance(i, j));
        if let Some(start) = start.filter(|start| start.distance.hi == 0.0) {
            return (Some(start), 0.0);
        }
        let known = start.map_or(f64::INFINITY, |start| {
            start.distance.hi * f64::from(near::share(asked.tolerance))
        });
        let limit = asked.limit.min(self.most).min(known);
        // Where a limit was asked for, the walk alone is likely to end soon.
        let descends = start.is_none() && asked.limit >= self.most;
        let (found, beyond) = match self.far {
            Some(far) => (self.far_apart::<H>(&far, limit, (start, descends), &pairs), 0.0),
            None => self.near::<H>(limit, (start, descends), &pairs),
        };
        (found.filter(|found| !(found.distance.lo > asked.limit)), beyond)
    }
}

impl SearchAsk<'_> {
    #[inline(always)]
    fn near<H: Hardware>(
        self,
        limit: f64,
        (known, descends): (Option<Distance>, bool),
        pairs: &BothMeshes,
    ) -> (Option<Distance>, f64) {
        let Self { sides, a_from_b, scratch, asked, margin, scale, .. } = self;
        let near = NearMeasure::new(sides, scale, limit, margin, asked.tolerance);
        let bound = near.bound();
        let mut search = Search::new(sides, a_from_b, scratch, near, bound);
        search.known = known;
        search.find::<H>(descends);
        if let Some((i, j)) = search.met {
            return (Some(pairs.touching(i, j)), 0.0);
        }
        let (reach, limit, likely) = (search.measure.reach(), search.measure.limit, search.witness);
        let (known, is_thinned_out) = (search.known, search.ties.is_some());
        let SearchScratch { candidates, left, .. } = scratch;
        candidates.retain(|candidate| candidate.0 <= reach);
        let among = CandidatePairs { pairs: candidates, scale, likely, known };
        let found = pairs.answer::<H>(asked, &among, left, f64::from(limit) / scale);
        // Candidates that are dropped as ties are within reach, too.
        (found, if is_thinned_out { 0.0 } else { f64::from(reach) / scale })
    }

    #[inline(always)]
    fn far_apart<H: Hardware>(
        self,
        far: &FarApart,
        limit: f64,
        (known, descends): (Option<Distance>, bool),
        pairs: &BothMeshes,
    ) -> Option<Distance> {
        let Self { sides, a_from_b, scratch, asked, .. } = self;
        let gains = Gains::new(sides, far, limit, asked.tolerance);
        let bound = gains.bound();
        let mut search = Search::new(sides, a_from_b, scratch, gains, bound);
        search.known = known;
        search.find::<H>(descends);
        if let Some((i, j)) = search.met {
            return Some(pairs.touching(i, j));
        }
        let (ruled_out, likely, bound) = (search.measure.limit, search.witness, search.bound);
        let known = search.known;
        let SearchScratch { candidates, left, .. } = scratch;
        candidates.retain(|candidate| candidate.0 <= bound);
        // Gains are no distances.
        candidates.iter_mut().for_each(|candidate| candidate.0 = 0.0);
        let among = CandidatePairs { pairs: candidates, scale: 1.0, likely, known };
        pairs.answer::<H>(asked, &among, left, ruled_out)
    }
}
