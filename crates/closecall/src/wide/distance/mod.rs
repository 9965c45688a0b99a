//! A question: how far apart are two bodies, and where are they nearest?
//!
//! `search` finds the few pairs of triangles that may be the nearest, in f32; `settle` decides between them, in f64 and at last with as many digits as it takes
//! ([`crate::geom::exact::distance`]).

mod buckets;
mod search;
mod settle;

pub(super) use search::SearchScratch;

use super::relation::Relation;
use super::simd::{Hardware, Task};
use super::step::Side;
use super::{Body, Level, Scratch};
use crate::geom::{DVec3, Pose};
use search::Search;

/// How far apart two bodies are, and where they are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Not above the distance; 0 only if they touch.
    pub lo: f64,
    /// Not below the distance, and at most 4 ulps above `lo` unless a tolerance was given; 0 if they touch.
    pub hi: f64,
    /// A triangle of A that is as near to B as any.
    pub a: u32,
    /// The triangle of B that it is near to.
    pub b: u32,
    /// The point of triangle `a` that is nearest, in A's frame. Each coordinate is off by a rounding of the largest coordinate of the two triangles.
    pub point_a: DVec3,
    /// The point of triangle `b`, likewise, in A's frame.
    pub point_b: DVec3,
}

/// How a distance is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceAsked {
    /// The level of hardware.
    pub level: Level,
    /// Distances above this are not worth knowing.
    pub limit: f64,
    /// By how much of itself the distance may be wrong: `hi` is at most 1 + tolerance times `lo`, give or take 4 ulps.
    pub tolerance: f64,
    /// A pair of triangles that may be the nearest: the closer it is to that, the sooner the answer.
    pub start: Option<(u32, u32)>,
}

/// At the best level, whatever the distance is, and as certain as can be.
impl Default for DistanceAsked {
    fn default() -> Self {
        Self { level: Level::best(), limit: f64::INFINITY, tolerance: 0.0, start: None }
    }
}

/// The distance of two bodies at a pose; none if it is certainly above the limit.
#[must_use]
pub fn distance(a: Body, b: Body, a_from_b: &Pose, asked: &DistanceAsked, scratch: &mut Scratch) -> Option<Distance> {
    let (relation, balls) = Relation::with_gap(a.0, b.0, a_from_b);
    if balls.least > asked.limit {
        return None;
    }
    let sides = Side::both([a, b], &relation);
    let scratch = scratch.search.get_or_insert_default();
    let ask = Ask { sides: &sides, a_from_b, scratch, asked, scale: balls.scale, most: balls.most };
    asked.level.run(ask)
}

/// A question under way.
struct Ask<'q> {
    sides: &'q [Side<'q>; 2],
    a_from_b: &'q Pose,
    scratch: &'q mut SearchScratch,
    asked: &'q DistanceAsked,
    /// From the units of the meshes to A's.
    scale: f64,
    /// No two points of the bodies are further apart than this, in the units of the meshes.
    most: f64,
}

impl Task for Ask<'_> {
    type Output = Option<Distance>;

    #[inline(always)]
    fn run<H: Hardware>(self) -> Option<Distance> {
        let Self { sides, a_from_b, scratch, asked, scale, most } = self;
        let pairs = settle::Pairs { sides, a_from_b };
        let start = asked.start.map(|(i, j)| pairs.distance(i, j));
        let known = start.map_or(f64::INFINITY, |start| start.hi * f64::from(search::share(asked.tolerance)));
        let limit = upward(asked.limit.min(most).min(known) * scale);
        let mut search = Search::new(sides, a_from_b, scratch, limit, asked.tolerance);
        if start.is_none_or(|start| start.hi > 0.0) {
            if start.is_none() {
                search.descend::<H>();
            }
            search.walk::<H>();
        }
        let found = match search.met {
            Some((i, j)) => Some(pairs.distance(i, j)),
            None => {
                // With a tolerance, what was ruled out may be nearer than the witness, but not nearer than the limit.
                let roughly = asked.tolerance > 0.0;
                let ruled_out = if roughly { f64::from(search.limit) / scale } else { f64::INFINITY };
                let known = search.witness.filter(|_| roughly).map(|(i, j)| pairs.distance(i, j)).or(start);
                let best = pairs.nearest::<H>(search.candidates(), known);
                best.map(|best| Distance { lo: best.lo.min(ruled_out), ..best })
            }
        };
        found.filter(|found| found.lo <= asked.limit)
    }
}

/// To f32, and above.
fn upward(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) < x { rounded.next_up() } else { rounded }
}
