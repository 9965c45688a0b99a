//! Many pairs at one distance: copies of triangles, fans tip to tip, plates side by side.
//!
//! In f32, pairs whose distances are equal or nearly so cannot be told apart. All of them are
//! candidates, and that may be every pair of triangles. So when there are too many, the candidates
//! are settled and only the nearest is kept, and the search begins anew, depth first, so that
//! little waits. From then on two parts are also compared along a direction, with twice the digits
//! of f64 ([`GapAlong`]): if nothing in them is nearer than the nearest so far, up to [`ULPS`],
//! they are ruled out as a whole. The direction is one of the nearest pair so far, or else that of
//! two triangles of these parts.
//!
//! Such a comparison goes through all triangles of both parts. Its cost is kept to a share of the
//! other work by a *credit*: tests add to it, comparisons take from it, and those that rule parts
//! out give back more than they took.

use super::buckets::Entry;
use super::search::{Measure, Search};
use super::settle::{BothMeshes, CandidatePairs};
use super::timed::CANDIDATE;
use crate::cost::Pace;
use crate::geom::exact::distance::GapAlong;
use crate::geom::{DVec3, Triangle};
use crate::wide::simd::Hardware;
use crate::wide::tree::{Arrays, Block, Child};

/// The number of candidates that makes a crowd, and of entries that wait.
pub(super) const MANY: usize = 4096;
pub(super) const WAITING: usize = 1 << 18;

/// A pair that was ruled out is nearer than `hi` by at most this many ulps. The distance of a pair
/// is two ulps wide, and an answer may be four.
const ULPS: u64 = 3;

/// The credit at first, in triangles, beside [`ROUNDS`] times those of both bodies; what is added
/// for a node or two blocks that are opened, and for a comparison that ruled something out.
const FIRST_CREDIT: usize = 1 << 16;
const ROUNDS: usize = 4;
const OF_A_NODE: usize = 1;
const OF_TWO_BLOCKS: usize = 8;
const OF_A_PROOF: usize = 64;

/// The cost of the choice of a direction, in triangles.
const DIRECTION: usize = 32;

/// The facts known since the first crowd.
#[derive(Debug)]
pub(super) struct Ties {
    credit: usize,
    /// The directions of the nearest pair so far: between its points, and the normals.
    along: [Option<GapAlong>; 3],
    /// A key that nothing was below when the search began anew.
    floor: f32,
}

impl<M: Measure> Search<'_, M> {
    /// Settles the candidates. The first time, the search begins anew, depth first. False if there
    /// is no time for it.
    #[inline(never)]
    pub(super) fn thin_out<H: Hardware, P: Pace>(&mut self, pace: &mut P) -> bool {
        M::look::<H>(self);
        if self.met.is_some() {
            return true;
        }
        let count = self.scratch.candidates.len();
        if !pace.has_time(CANDIDATE * count as u32) {
            return false;
        }
        self.is_crowded = false;
        self.settle::<H>();
        pace.spend_slow(count as u64);
        if self.ties.is_none() {
            let floor = self.least_waiting().unwrap_or(f32::INFINITY);
            let triangles: usize = self.sides.iter().map(|side| 8 * side.tree.blocks.len()).sum();
            let credit = FIRST_CREDIT + ROUNDS * triangles;
            self.ties = Some(Ties { credit, along: [None; 3], floor });
            self.scratch.buckets.start_depth_first(self.bound);
            self.push_roots();
        }
        if let (Some(ties), Some(known)) = (&mut self.ties, &self.known) {
            let pairs = BothMeshes {
                meshes: self.sides.each_ref().map(|side| side.mesh),
                a_from_b: self.a_from_b,
            };
            let (a, b) = pairs.triangles((known.a, known.b));
            let normal = |face| GapAlong::of_normal(&a, &b, face);
            ties.along = [GapAlong::of(&a, &b), normal(&a), normal(&b)];
        }
        true
    }

    /// Decides between all candidates and the nearest so far.
    fn settle<H: Hardware>(&mut self) {
        let meshes = self.sides.each_ref().map(|side| side.mesh);
        let pairs = BothMeshes { meshes, a_from_b: self.a_from_b };
        let (scale, within) = (self.measure.scale(), self.measure.within());
        let candidates = &mut self.scratch.candidates;
        candidates.retain(|candidate| candidate.0 <= within);
        if scale.is_none() {
            candidates.iter_mut().for_each(|candidate| candidate.0 = 0.0);
        }
        let among = CandidatePairs {
            pairs: candidates,
            scale: scale.unwrap_or(1.0),
            likely: self.witness.take(),
            known: self.known,
        };
        self.known = pairs.nearest::<H>(&among, &mut self.scratch.left);
        self.clear_candidates();
        match self.known {
            Some(found) if found.distance.hi == 0.0 => self.met = Some((found.a, found.b)),
            Some(found) => self.bound = self.measure.lower(found.distance.hi),
            None => {}
        }
    }

    /// The lowest bound of all that waits; none if nothing does.
    pub(super) fn least_waiting(&self) -> Option<f32> {
        let buckets = &self.scratch.buckets;
        let number = buckets.first(self.bound)?;
        Some(match &self.ties {
            Some(ties) => buckets.least_key().max(ties.floor),
            None => buckets.least(number),
        })
    }

    /// Is nothing of this entry nearer than the nearest so far? Asked only since the first crowd.
    #[inline(always)]
    pub(super) fn is_ruled_out<H: Hardware, P: Pace>(
        &mut self,
        entry: &Entry,
        pace: &mut P,
    ) -> bool {
        self.ties.is_some() && self.is_no_nearer::<H, P>(entry, pace)
    }

    #[inline(never)]
    fn is_no_nearer<H: Hardware, P: Pace>(&mut self, entry: &Entry, pace: &mut P) -> bool {
        let Some(mut known) = self.known else { return false };
        let Some(mut ties) = self.ties.take() else { return false };
        let least = f64::from_bits(known.distance.hi.to_bits().saturating_sub(ULPS));
        let children = self.children(entry);
        let limit = ties.credit / 2;
        let mut left = limit;
        let mut known_ways = ties.along.into_iter().flatten();
        let mut bound = known_ways.find_map(|along| self.gap(along, children, least, &mut left));
        if bound.is_none() && left > DIRECTION {
            left -= DIRECTION;
            let along = self.direction::<H>(entry);
            bound = along.and_then(|along| self.gap(along, children, least, &mut left));
        }
        let used = limit - left;
        pace.spend(used as u64);
        ties.credit -= used;
        ties.credit += match bound {
            Some(_) => 3 * used + OF_A_PROOF,
            None if entry.is_two_blocks() => OF_TWO_BLOCKS,
            None => OF_A_NODE,
        };
        self.ties = Some(ties);
        if let Some(bound) = bound {
            known.distance.lo = known.distance.lo.min(bound);
            self.known = Some(known);
        }
        bound.is_some()
    }

    /// The two children that an entry compares, A's first.
    fn children(&self, entry: &Entry) -> [Child; 2] {
        let (side, sides) = (entry.side(), self.sides);
        let own = if entry.is_two_blocks() {
            sides[side].tree.place(entry.low).child()
        } else {
            Child(entry.low)
        };
        let other = sides[1 - side].tree.place(entry.high).child();
        if side == 0 { [own, other] } else { [other, own] }
    }

    /// The direction of two triangles of an entry that seem to be near.
    fn direction<H: Hardware>(&mut self, entry: &Entry) -> Option<GapAlong> {
        let side = entry.side();
        let mut places = [entry.high; 2];
        places[side] = if entry.is_two_blocks() {
            entry.low
        } else {
            let child = Child(entry.low);
            child.index() as u32 * 8 + self.nearest_lane::<H>(side, child, entry.high)
        };
        let places = self.blocks_below::<H>(places);
        let triangles = [0, 1].map(|side| {
            let Arrays { blocks, .. } = self.sides[side].tree;
            let block = &blocks[self.sides[side].tree.place(places[side]).child().index()];
            let used = block.ids.iter().filter(|&&id| id != Block::UNUSED);
            used.map(|&id| self.triangle(side, id)).collect::<Vec<_>>()
        });
        let middle = |t: &Triangle| t[0] + t[1] + t[2];
        let pairs = triangles[0].iter().flat_map(|a| triangles[1].iter().map(move |b| (a, b)));
        let apart = |(a, b): (&Triangle, &Triangle)| DVec3::distance_squared(middle(a), middle(b));
        let nearest = pairs.min_by(|&p, &q| apart(p).total_cmp(&apart(q)));
        nearest.and_then(|(a, b)| GapAlong::of(a, b))
    }

    /// A triangle in A's frame.
    fn triangle(&self, side: usize, id: u32) -> Triangle {
        let triangle = self.sides[side].mesh.triangle(id as usize);
        if side == 0 { triangle } else { self.a_from_b.carried_triangle(&triangle) }
    }

    /// The gap of two parts along a direction, if it is at least so large, and if it is found with
    /// this many triangles.
    fn gap(
        &self,
        mut along: GapAlong,
        parts: [Child; 2],
        least: f64,
        left: &mut usize,
    ) -> Option<f64> {
        for side in [0, 1] {
            let mut add = |id: u32| {
                *left = left.checked_sub(1)?;
                let triangle = self.triangle(side, id);
                if side == 0 {
                    along.add_a(&triangle)
                } else {
                    along.add_b(&triangle)
                }
                along.may_be(least).then_some(())
            };
            each(&self.sides[side].tree, parts[side], &mut add)?;
        }
        Some(along.least()).filter(|bound| *bound >= least)
    }
}

/// Tells of every triangle below a child, as long as it gets an answer.
fn each(tree: &Arrays, child: Child, told: &mut impl FnMut(u32) -> Option<()>) -> Option<()> {
    if child.is_block() {
        let mut ids = tree.blocks[child.index()].ids.into_iter();
        return ids.by_ref().filter(|&id| id != Block::UNUSED).try_for_each(told);
    }
    let mut children = tree.nodes[child.index()].child.into_iter();
    children
        .by_ref()
        .filter(|&child| child != Child::NONE)
        .try_for_each(|child| each(tree, Child(child), told))
}
