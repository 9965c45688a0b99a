//! A distance within a budget: the interval that the search had reached when it ended.
//!
//! A greedy descent to one pair of blocks is always made, so that there is an upper bound. What is
//! left when the budget ends is not settled: `lo` is the least of the bounds of what waits in the
//! buckets, of the candidates, and of the nearest pair so far, and `hi` is an upper bound of that
//! pair's. Nothing that takes long is begun without time for it.
//!
//! **Rounding.** A lower bound of the distance m is at most m(1 + 100ε) (`near`), for which
//! [`DISTANCE_UP`] pays, as it does for the root. The scale is a power of two.

use super::far::Gains;
use super::near::NearMeasure;
use super::search::{Measure, Search, SearchScratch};
use super::settle::{BothMeshes, CandidatePairs, nearer};
use super::{Distance, DistanceAsked, FAR};
use crate::cost::Meter;
use crate::geom::{Interval, Pose};
use crate::rounding::tree::DISTANCE_UP;
use crate::wide::relation::{Between, FarApart};
use crate::wide::simd::{Hardware, Task};
use crate::wide::step::TreeSide;
use crate::wide::{Level, Scratch, TreeAndMesh};
use std::time::Duration;

/// The cost of the descent to a first pair of blocks, in tests.
const DESCENT: u64 = 64;

/// The time to settle the nearest pair, and each candidate beside it, at most as a rule.
const SETTLING: Duration = Duration::from_micros(3);
pub(super) const CANDIDATE: Duration = Duration::from_nanos(200);

/// The time to construct a point that two triangles share.
const SHARED: Duration = Duration::from_micros(60);

/// The distance of two bodies at a pose, as far as the meter lets it go.
#[must_use]
pub fn distance_timed(
    [a, b]: [TreeAndMesh; 2],
    a_from_b: &Pose,
    level: Level,
    meter: &mut Meter,
    scratch: &mut Scratch,
) -> Distance {
    let between = Between::new(a.0, b.0, a_from_b);
    let [least, most] = between.gap();
    let scratch = &mut **scratch.search.get_or_insert_default();
    let far = between.is_far(FAR).then(|| between.far_apart(a.0, b.0));
    let relation =
        far.as_ref().map_or_else(|| between.relation(a.0, b.0, 0.0), |(relation, _)| *relation);
    let sides = TreeSide::both([a, b], &relation);
    let far = far.map(|(_, apart)| apart);
    level.run(TimedAsk {
        sides: &sides,
        a_from_b,
        scratch,
        meter,
        far,
        scale: between.scale(),
        least,
        most,
    })
}

struct TimedAsk<'q> {
    sides: &'q [TreeSide<'q>; 2],
    a_from_b: &'q Pose,
    scratch: &'q mut SearchScratch,
    meter: &'q mut Meter,
    far: Option<FarApart>,
    /// From the units of the meshes to A's.
    scale: f64,
    /// No two points of the bodies are nearer than this, or further apart.
    least: f64,
    most: f64,
}

/// The result that a search left.
struct Left {
    /// A lower bound of all that was not looked at, in the units of the meshes; none if that is
    /// nothing.
    rest: Option<f64>,
    /// The divisor of the candidates' bounds, if they are distances.
    scale: Option<f64>,
    likely: Option<(u32, u32)>,
    /// The nearest of the pairs that were decided on the way.
    known: Option<Distance>,
    met: Option<(u32, u32)>,
}

impl Task for TimedAsk<'_> {
    type Output = Distance;

    #[inline(always)]
    fn run<H: Hardware>(mut self) -> Distance {
        let pairs = BothMeshes {
            meshes: [self.sides[0].mesh, self.sides[1].mesh],
            a_from_b: self.a_from_b,
        };
        let left = match self.far {
            Some(far) => self.far_apart::<H>(&far),
            None => self.near::<H>(),
        };
        if let Some((i, j)) = left.met {
            return self.touching(i, j, &pairs);
        }
        let candidates = &self.scratch.candidates;
        let settling = SETTLING + CANDIDATE * candidates.len() as u32;
        if left.rest.is_none() && self.meter.has_time(settling) {
            let among = CandidatePairs {
                pairs: candidates,
                scale: left.scale.unwrap_or(1.0),
                likely: left.likely,
                known: left.known,
            };
            let asked = DistanceAsked::default();
            if let Some(distance) =
                pairs.answer::<H>(&asked, &among, &mut self.scratch.left, f64::INFINITY)
            {
                return distance;
            }
        }
        self.interval(&left, &pairs)
    }
}

impl TimedAsk<'_> {
    #[inline(always)]
    fn near<H: Hardware>(&mut self) -> Left {
        let near = NearMeasure::new(self.sides, self.scale, self.most, 0.0, 0.0);
        let bound = near.bound();
        let mut search = Search::new(self.sides, self.a_from_b, self.scratch, near, bound);
        find::<H, _>(&mut search, self.meter);
        let least = search.least_waiting().filter(|_| search.met.is_none());
        let rest =
            least.map(|least| f64::from(least).sqrt() / (f64::from(DISTANCE_UP) * self.scale));
        let (reach, likely, met) = (search.measure.reach(), search.witness, search.met);
        let known = search.known;
        self.scratch.candidates.retain(|candidate| candidate.0 <= reach);
        Left { rest, scale: Some(self.scale), likely, known, met }
    }

    #[inline(always)]
    fn far_apart<H: Hardware>(&mut self, far: &FarApart) -> Left {
        let gains = Gains::new(self.sides, far, self.most, 0.0);
        let bound = gains.bound();
        let mut search = Search::new(self.sides, self.a_from_b, self.scratch, gains, bound);
        find::<H, _>(&mut search, self.meter);
        let is_left = search.least_waiting().is_some();
        let (likely, met, bound) = (search.witness, search.met, search.bound);
        let known = search.known;
        let candidates = &mut self.scratch.candidates;
        candidates.retain(|candidate| candidate.0 <= bound);
        // Gains are no distances.
        candidates.iter_mut().for_each(|candidate| candidate.0 = 0.0);
        Left { rest: is_left.then_some(self.least.max(0.0)), scale: None, likely, known, met }
    }

    /// From the lowest bound of all that is left to the nearest pair so far.
    fn interval(&self, left: &Left, pairs: &BothMeshes) -> Distance {
        let likely = left.likely.or(left.known.is_none().then_some((0, 0)));
        let likely = likely.map(|pair| pairs.roughly(pair));
        let found = likely.into_iter().chain(left.known).reduce(nearer);
        let found = found.expect("one of the two is there");
        let candidates = self.scratch.candidates.iter().map(|&(low, ..)| match left.scale {
            Some(scale) => f64::from(low) / scale,
            None => self.least,
        });
        let lo = candidates
            .chain(left.rest)
            .fold(found.distance.lo, f64::min)
            .max(self.least)
            .max(0.0)
            .min(found.distance.lo);
        Distance { is_final: found.distance.hi == 0.0, ..found.with_lo(lo) }
    }

    /// Two triangles that touch.
    fn touching(&self, i: u32, j: u32, pairs: &BothMeshes) -> Distance {
        if let Some(crossing) = pairs.crossing(i, j) {
            return crossing;
        }
        match self.meter.has_time(SHARED) {
            true => pairs.touching(i, j),
            false => Distance { distance: Interval::exactly(0.0), ..pairs.roughly((i, j)) },
        }
    }
}

/// Down to a first limit, and on from the roots as long as the meter allows.
#[inline(always)]
fn find<H: Hardware, M: Measure>(search: &mut Search<M>, meter: &mut Meter) {
    search.descend::<H>();
    meter.spend(DESCENT);
    if search.met.is_none() {
        search.walk::<H, _>(meter);
        M::look::<H>(search);
    }
}
