//! The walk that goes on where the two bodies may be nearest: the [steps](crate::wide::step) with
//! [`Buckets`] as their sink.
//!
//! A greedy descent to one pair of blocks gives a first limit. Then whatever has the lowest bound
//! is opened, as long as that is within the limit. What bounds are, and what is done with a
//! triangle and a block, is up to a [`Measure`]: [`super::near`] or [`super::far`].
//!
//! **What is claimed.** The limit is never below the distance of the two bodies or the limit that
//! was asked for, whichever is less, and every pair of triangles that is neither a candidate at the
//! end nor was `met` is further apart than the limit.

use super::Distance;
use super::buckets::{Buckets, Entry};
use super::settle::Bounded;
use super::ties::{self, Ties};
use crate::cost::{Endless, Pace};
use crate::geom::Pose;
use crate::geom::exact::meet;
use crate::wide::kernel::{EightPairs, NodeVsBox};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::step::{
    self, BlockAndBox, NodeAndBox, Routes, Sink, TreeSide, TriangleAndBlock, TriangleAndNode,
    WorkKind, route_node_vs_box, test_node_vs_box,
};
use crate::wide::tree::{Block, Child};

/// The number of nodes that are tested together.
const CHUNK: usize = 4;

/// The cost of two blocks, in tests: each one's triangles against the other's box.
const BLOCK_TESTS: u64 = 16;

/// Candidates that are too far by now are dropped when there are this many, and when they have
/// doubled.
const CROWD: usize = 512;

/// So often it is looked whether too much waits.
const OPENED: u32 = 1024;

/// The way in which bounds and limits are made.
pub(super) trait Measure: Sized {
    /// Lower bounds of eight boxes and another, not negative, to be compared with
    /// [`Search::bound`].
    fn nodes<H: Hardware>(&self, boxes: NodeVsBox, side: usize) -> H::F;

    /// The values that guide a greedy descent.
    fn guesses<H: Hardware>(&self, boxes: NodeVsBox, side: usize) -> H::F {
        self.nodes::<H>(boxes, side)
    }

    /// Handles two blocks, given by their places, that of body `side` first.
    fn two_blocks<H: Hardware>(search: &mut Search<Self>, side: usize, places: (u32, u32));

    /// Looks at pairs of two blocks that are likely to be near, for a first limit.
    fn guess<H: Hardware>(search: &mut Search<Self>, [a, b]: [u32; 2]) {
        Self::two_blocks::<H>(search, 0, (a, b));
    }

    /// Lower bounds of eight triangles and a box.
    fn blocks<H: Hardware>(&self, block: &Block, moved: &MovedBox, side: usize) -> H::F;

    /// Handles a triangle and a block.
    fn row<H: Hardware>(search: &mut Search<Self>, test: &TriangleAndBlock);

    /// Looks at what waits. Did anything?
    fn look<H: Hardware>(search: &mut Search<Self>) -> bool;

    /// The divisor of the candidates' bounds, if they are distances.
    fn scale(&self) -> Option<f64>;

    /// The number that the candidates' bounds are compared with.
    fn within(&self) -> f32;

    /// Two triangles are at most this far apart, and nothing beyond is asked for any more; the
    /// bound from now on.
    fn lower(&mut self, hi: f64) -> f32;
}

/// The memory that a search leaves for the next.
#[derive(Clone, Debug)]
pub(in crate::wide) struct SearchScratch {
    pub(super) buckets: Buckets,
    pub(super) pack: EightPairs,
    /// Lower bounds, as their measure has them, and pairs of triangles.
    pub(super) candidates: Vec<(f32, u32, u32)>,
    pub(super) left: Vec<Bounded>,
}

impl Default for SearchScratch {
    fn default() -> Self {
        Self {
            buckets: Buckets::default(),
            pack: EightPairs::NONE,
            candidates: Vec::new(),
            left: Vec::new(),
        }
    }
}

impl SearchScratch {
    pub(in crate::wide) fn bytes(&self) -> usize {
        let candidates = self.candidates.capacity() * size_of::<(f32, u32, u32)>();
        size_of::<Self>()
            + self.buckets.bytes()
            + candidates
            + self.left.capacity() * size_of::<Bounded>()
    }
}

/// A search under way.
pub(super) struct Search<'q, M> {
    pub sides: &'q [TreeSide<'q>; 2],
    pub a_from_b: &'q Pose,
    pub scratch: &'q mut SearchScratch,
    pub measure: M,
    /// The number that lower bounds are compared with.
    pub bound: f32,
    /// The bounds of the nodes that are tested together, and whose lanes are being routed.
    keys: [[f32; 8]; CHUNK],
    routed: usize,
    crowd: usize,
    /// A pair that touches, and the pair whose distance gave the limit.
    pub met: Option<(u32, u32)>,
    pub witness: Option<(u32, u32)>,
    /// The nearest of all pairs that are decided; no other of these is nearer than its `lo`.
    pub known: Option<Distance>,
    /// Are there too many candidates, or does too much wait?
    pub is_crowded: bool,
    opened: u32,
    /// From the first crowd on.
    pub ties: Option<Ties>,
}

impl<'q, M: Measure> Search<'q, M> {
    #[inline(always)]
    pub(super) fn new(
        sides: &'q [TreeSide<'q>; 2],
        a_from_b: &'q Pose,
        scratch: &'q mut SearchScratch,
        measure: M,
        bound: f32,
    ) -> Self {
        scratch.pack.count = 0;
        scratch.candidates.clear();
        let keys = [[0.0; 8]; CHUNK];
        let (met, witness, known) = (None, None, None);
        Self {
            sides,
            a_from_b,
            scratch,
            measure,
            bound,
            keys,
            routed: 0,
            crowd: CROWD,
            met,
            witness,
            known,
            is_crowded: false,
            opened: 0,
            ties: None,
        }
    }

    /// Keeps a candidate, and drops those that are too far by now from time to time.
    #[inline(always)]
    pub(super) fn keep(&mut self, low: f32, (i, j): (u32, u32), within: f32) {
        self.scratch.candidates.push((low, i, j));
        if self.scratch.candidates.len() > self.crowd {
            self.scratch.candidates.retain(|candidate| candidate.0 <= within);
            self.crowd = CROWD.max(2 * self.scratch.candidates.len());
            self.is_crowded = self.scratch.candidates.len() > ties::MANY;
        }
    }

    /// All candidates are decided.
    pub(super) fn clear_candidates(&mut self) {
        self.scratch.candidates.clear();
        self.crowd = CROWD;
    }

    /// Finds all candidates; from a first limit, unless there is one.
    #[inline(always)]
    pub(super) fn find<H: Hardware>(&mut self, descends: bool) {
        if descends {
            self.descend::<H>();
        }
        if self.met.is_none() {
            self.walk::<H, _>(&mut Endless);
        }
    }

    /// A first limit: down to the blocks that seem to be nearest.
    #[inline(always)]
    pub(super) fn descend<H: Hardware>(&mut self) {
        let places = self.blocks_below::<H>([0, 0]);
        M::guess::<H>(self, places);
        M::look::<H>(self);
        // The walk meets them again.
        self.scratch.candidates.clear();
    }

    /// The places of two blocks below these that seem to be nearest.
    #[inline(always)]
    pub(super) fn blocks_below<H: Hardware>(&mut self, mut places: [u32; 2]) -> [u32; 2] {
        let sides = self.sides;
        loop {
            let [a, b] = [sides[0].tree.place(places[0]), sides[1].tree.place(places[1])];
            let (a_block, b_block) = (a.child().is_block(), b.child().is_block());
            if a_block && b_block {
                return places;
            }
            let opens_a =
                !a_block && (b_block || a.size() >= sides[0].map.squared_ratio * b.size());
            let side = usize::from(!opens_a);
            let child = sides[side].tree.place(places[side]).child();
            let lane = self.nearest_lane::<H>(side, child, places[1 - side]);
            places[side] = child.index() as u32 * 8 + lane;
        }
    }

    /// The box of a node that seems to be nearest to another.
    #[inline(always)]
    pub(super) fn nearest_lane<H: Hardware>(
        &mut self,
        side: usize,
        child: Child,
        number: u32,
    ) -> u32 {
        let own = &self.sides[side];
        let mut moved = MovedBox::ZERO;
        own.map.carry_box::<H>(self.sides[1 - side].tree.place(number), own.map.boxes, &mut moved);
        let node = &own.tree.nodes[child.index()];
        let boxes = NodeVsBox { node, aligned: child.is_aligned(), other: &moved };
        let unused = node.unused();
        let key = self.measure.guesses::<H>(boxes, side);
        let least = H::F::splat(key.least_except(unused));
        (key.at_most(least) & !unused).trailing_zeros() & 7
    }

    /// From the roots, until nothing is left that may be within the limit, or something touches, or
    /// the pace says so.
    #[inline(always)]
    pub(super) fn walk<H: Hardware, P: Pace>(&mut self, pace: &mut P) {
        self.scratch.buckets.start(self.bound);
        self.push_roots();
        while self.met.is_none() && !pace.spend(0) {
            if self.is_crowded && !self.thin_out::<H, P>(pace) {
                return;
            }
            if let Some(number) = self.scratch.buckets.first(self.bound) {
                self.open::<H, P>(number, pace);
            } else if !M::look::<H>(self) {
                return;
            }
        }
    }

    /// The two roots; a node gives way to a block, whatever their sizes.
    #[inline(always)]
    pub(super) fn push_roots(&mut self) {
        let (side, child, kind) = step::roots(self.sides);
        let entry = match kind {
            WorkKind::BlockVsBlock => Entry::new(0.0, kind, 0, 0, 0),
            WorkKind::BlockVsBox => {
                let Child(other) = self.sides[1 - side].tree.place(0).child();
                Entry::new(0.0, WorkKind::NodeVsBox, 1 - side, other, 0)
            }
            _ => Entry::new(0.0, WorkKind::NodeVsBox, side, child.0, 0),
        };
        self.scratch.buckets.push(entry);
    }

    /// Opens a few nodes of the first stack, and looks at the blocks that are on top of it.
    #[inline(always)]
    fn open<H: Hardware, P: Pace>(&mut self, number: usize, pace: &mut P) {
        let sides = self.sides;
        let (mut entries, mut count) = ([Entry::NONE; CHUNK], 0);
        self.opened = self.opened.wrapping_add(1);
        if self.opened.is_multiple_of(OPENED) {
            self.is_crowded |= self.scratch.buckets.waiting() > ties::WAITING;
        }
        while count < CHUNK && self.met.is_none() && !self.is_crowded {
            let Some(entry) = self.scratch.buckets.pop(number) else { break };
            if entry.key > self.bound || self.is_ruled_out::<H, P>(&entry, pace) {
                continue;
            }
            if entry.is_two_blocks() {
                M::two_blocks::<H>(self, entry.side(), (entry.low, entry.high));
                if pace.spend_slow(BLOCK_TESTS) {
                    break;
                }
                continue;
            }
            entries[count] = entry;
            count += 1;
            sides[entry.side()].tree.nodes[Child(entry.low).index()].prefetch::<H>();
        }
        pace.spend(8 * count as u64);
        let mut lanes = [0; CHUNK];
        for x in 0..count {
            let Entry { low, high, .. } = entries[x];
            lanes[x] = test_node_vs_box::<H, _>(self, sides, entries[x].side(), (low, high), x);
        }
        for x in 0..count {
            let Entry { low, high, .. } = entries[x];
            self.routed = x;
            route_node_vs_box::<H, _>(self, sides, entries[x].side(), (low, high), lanes[x]);
        }
    }

    #[inline(never)]
    pub(super) fn meets(&self, (i, j): (u32, u32)) -> bool {
        let [a, b] =
            [self.sides[0].mesh.triangle(i as usize), self.sides[1].mesh.triangle(j as usize)];
        meet(&a, &self.a_from_b.carried_triangle(&b)).meets
    }
}

impl<M: Measure> Sink for Search<'_, M> {
    const PAIRS_OF_BLOCKS: bool = true;
    const SPLITS_BLOCKS: bool = false;
    /// The number of the node among the nodes that are tested together.
    type Entry = usize;

    #[inline(always)]
    fn node_vs_box<H: Hardware>(&mut self, entry: usize, test: &NodeAndBox) -> u32 {
        let boxes = NodeVsBox { node: test.node, aligned: test.aligned, other: test.moved };
        let keys = self.measure.nodes::<H>(boxes, test.side);
        keys.store(&mut self.keys[entry]);
        keys.at_most(H::F::splat(self.bound)) & !test.node.unused()
    }

    #[inline(always)]
    fn block_vs_box<H: Hardware>(&mut self, _: usize, test: &BlockAndBox) -> u32 {
        let keys = self.measure.blocks::<H>(test.block, test.moved, test.side);
        keys.at_most(H::F::splat(self.bound)) & test.block.lanes::<H>()
    }

    fn triangle_vs_node<H: Hardware>(&mut self, _: usize, _: &TriangleAndNode) -> u32 {
        unreachable!("blocks are not split")
    }

    /// Nothing goes on: the measure takes what is left.
    #[inline(always)]
    fn triangle_vs_block<H: Hardware>(&mut self, _: usize, test: &TriangleAndBlock) -> u32 {
        M::row::<H>(self, test);
        0
    }

    /// One loop for all kinds of work: three loops of few rounds each are guessed wrong by
    /// processors.
    #[inline(always)]
    fn push_routed<H: Hardware>(&mut self, side: usize, mut lanes: u32, to: &Routes) {
        let (opens, both) = (to.larger & !to.blocks, to.blocks & to.on_block);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize & 7;
            lanes &= lanes - 1;
            let (opens, both) = (opens >> lane & 1 != 0, both >> lane & 1 != 0);
            let own = to.base + lane as u32;
            let low = if opens { to.node.child[lane] } else { to.other };
            let low = if both { own } else { low };
            let (side, high) = if opens | both { (side, to.number) } else { (1 - side, own) };
            let kind = if both { WorkKind::BlockVsBlock } else { WorkKind::NodeVsBox };
            let key = self.keys[self.routed][lane];
            self.scratch.buckets.push(Entry::new(key, kind, side, low, high));
        }
    }

    fn push_low<H: Hardware>(&mut self, _: WorkKind, _: usize, _: u32, _: &[u32; 8], _: u32) {
        unreachable!("lanes are routed together")
    }

    fn push_high<H: Hardware>(&mut self, _: WorkKind, _: usize, _: u32, _: u32, _: u32) {
        unreachable!("lanes are routed together")
    }

    fn push_lanes(&mut self, _: WorkKind, _: usize, _: u32, _: u32, _: u32) {
        unreachable!("lanes are routed together")
    }

    #[inline(always)]
    fn push_pairs(&mut self, _: usize, _: u32, _: u32, _: &[u32; 8]) {}
}
