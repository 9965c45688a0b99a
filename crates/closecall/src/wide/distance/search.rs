//! The walk that goes on where the two bodies may be nearest: the [steps](crate::wide::step) with [`Buckets`] as their sink.
//!
//! A greedy descent to one pair of blocks gives a first limit. Then whatever has the lowest bound is opened, as long as that is within the limit. Of two blocks the
//! triangles that are not ruled out are sifted, and what is left is packed, eight pairs to a call, for their nearest points: these lower the limit, and pairs whose
//! lower bound is within it are candidates, to be decided in f64.
//!
//! **What is claimed.** The limit is never below the distance of the two bodies or the limit that was asked for, whichever is less, and every pair of triangles that is neither a
//! candidate at the end nor was `met` is further apart than the limit. For a lower bound b of the distance m is at most m(1 + 100ε), and the limit is
//! larger by [`UP`], 512ε, where it is compared. An upper bound is the distance of two points of the triangles: in f32 they are off by 2·`position` + 6√3·ε(V + m) at most,
//! for which the slack of pairs and [`UP`] pay. With a tolerance, the limit is an upper bound over 1 + tolerance; the pair that gave it is kept as the *witness*.

use super::buckets::{Buckets, Entry};
use crate::geom::Pose;
use crate::geom::exact::meet;
use crate::wide::kernel::{EightPairs, NearestEight, NodeVsBox, block_squares, sift};
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::step::{
    self, BlockAndBox, Kind, NodeAndBox, Side, Sink, TriangleAndBlock, TriangleAndNode, route_node_vs_box,
    test_node_vs_box,
};
use crate::wide::tree::Child;

/// How many nodes are tested together.
const CHUNK: usize = 4;

/// More than all that is rounded in proportion to a distance: 2⁻¹⁵.
const UP: f32 = 1.0 + 1.0 / 32768.0;

/// What the squared distance of centres counts for where a greedy descent chooses.
const CENTERS: f32 = 1.0 / 64.0;

/// Candidates that are too far by now are dropped when there are so many, and when they have doubled.
const CROWD: usize = 512;

/// With a unit so many times the other's, nearest points are looked for in the larger body's frame: products of lengths leave the range of f32 in the other.
const LARGE: f32 = 4096.0;

/// What a search leaves for the next.
#[derive(Clone, Debug)]
pub(in crate::wide) struct SearchScratch {
    buckets: Buckets,
    packs: [EightPairs; 2],
    /// Lower bounds, not squared, in A's units, and pairs of triangles.
    pub(super) candidates: Vec<(f32, u32, u32)>,
}

impl Default for SearchScratch {
    fn default() -> Self {
        Self { buckets: Buckets::default(), packs: [EightPairs::NONE; 2], candidates: Vec::new() }
    }
}

impl SearchScratch {
    pub(in crate::wide) fn bytes(&self) -> usize {
        size_of::<Self>() + self.buckets.bytes() + self.candidates.capacity() * size_of::<(f32, u32, u32)>()
    }
}

/// A search under way.
pub(super) struct Search<'q> {
    sides: &'q [Side<'q>; 2],
    a_from_b: &'q Pose,
    scratch: &'q mut SearchScratch,
    /// What is further apart is ruled out, in A's units; and what squared bounds are compared with.
    pub limit: f32,
    square: f32,
    /// One over 1 + tolerance.
    share: f32,
    /// The pair whose distance gave the limit.
    pub witness: Option<(u32, u32)>,
    /// The units of the two frames in A's.
    units: [f32; 2],
    /// The squared bounds of the nodes that are tested together, and whose lanes are being routed.
    keys: [[f32; 8]; CHUNK],
    routed: usize,
    crowd: usize,
    /// A pair that touches.
    pub met: Option<(u32, u32)>,
}

/// One over 1 + tolerance, rounded down.
pub(super) fn share(tolerance: f64) -> f32 {
    if tolerance > 0.0 { (1.0 / (1.0 + tolerance)) as f32 * (1.0 - f32::EPSILON) } else { 1.0 }
}

impl<'q> Search<'q> {
    /// With a limit in A's units, which has to be finite.
    #[inline(always)]
    pub(super) fn new(
        sides: &'q [Side<'q>; 2],
        a_from_b: &'q Pose,
        scratch: &'q mut SearchScratch,
        limit: f32,
        tolerance: f64,
    ) -> Self {
        scratch.packs[0].count = 0;
        scratch.packs[1].count = 0;
        scratch.candidates.clear();
        let units = [1.0, sides[0].map.ratio];
        let keys = [[0.0; 8]; CHUNK];
        let mut search = Self {
            sides,
            a_from_b,
            scratch,
            limit: f32::MAX,
            square: f32::MAX,
            share: share(tolerance),
            witness: None,
            units,
            keys,
            routed: 0,
            crowd: CROWD,
            met: None,
        };
        search.lower(limit);
        search
    }

    #[inline(always)]
    fn lower(&mut self, limit: f32) {
        if limit < self.limit {
            self.limit = limit;
            let up = limit * UP;
            self.square = up * up + f32::MIN_POSITIVE;
        }
    }

    /// The candidates that are left.
    pub(super) fn candidates(&mut self) -> &[(f32, u32, u32)] {
        let limit = self.limit * UP;
        self.scratch.candidates.retain(|candidate| candidate.0 <= limit);
        &self.scratch.candidates
    }

    /// A first limit: down to the blocks that seem to be nearest.
    #[inline(always)]
    pub(super) fn descend<H: Hardware>(&mut self) {
        let sides = self.sides;
        let mut places = [0u32; 2];
        loop {
            let [a, b] = [sides[0].tree.place(places[0]), sides[1].tree.place(places[1])];
            let (a_block, b_block) = (a.child().is_block(), b.child().is_block());
            if a_block && b_block {
                step::block_vs_block::<H, _>(self, sides, 0, (places[0], places[1]), 0);
                self.look_at_packs::<H>();
                // The walk meets them again.
                self.scratch.candidates.clear();
                return;
            }
            let opens_a = !a_block && (b_block || a.size() >= sides[0].map.squared_ratio * b.size());
            let side = usize::from(!opens_a);
            let child = sides[side].tree.place(places[side]).child();
            let lane = self.nearest_lane::<H>(side, child, places[1 - side]);
            places[side] = child.index() as u32 * 8 + lane;
        }
    }

    /// The box of a node that seems to be nearest to another.
    #[inline(always)]
    fn nearest_lane<H: Hardware>(&mut self, side: usize, child: Child, number: u32) -> u32 {
        let own = &self.sides[side];
        let mut moved = crate::wide::relation::MovedBox::ZERO;
        own.map.carry_box::<H>(self.sides[1 - side].tree.place(number), own.map.boxes, &mut moved);
        let node = &own.tree.nodes[child.index()];
        let boxes = NodeVsBox { node, aligned: child.is_aligned(), other: &moved };
        let key = boxes.between_centers::<H>().mul_add(H::F::splat(CENTERS), boxes.squares::<H>());
        // Unused lanes are far away; if all are as far, the first is used.
        key.at_most(H::F::splat(key.least_except(0))).trailing_zeros() & 7
    }

    /// From the roots, until nothing is left that may be within the limit, or something touches.
    #[inline(always)]
    pub(super) fn walk<H: Hardware>(&mut self) {
        self.scratch.buckets.start(self.square);
        self.push_roots();
        while self.met.is_none() {
            if let Some(number) = self.scratch.buckets.first(self.square) {
                self.open::<H>(number);
            } else if self.scratch.packs[0].count + self.scratch.packs[1].count > 0 {
                self.look_at_packs::<H>();
            } else {
                return;
            }
        }
    }

    /// The two roots; a node gives way to a block, whatever their sizes.
    #[inline(always)]
    fn push_roots(&mut self) {
        let (side, child, kind) = step::roots(self.sides);
        let entry = match kind {
            Kind::BlockVsBlock => Entry::new(0.0, kind, 0, 0, 0),
            Kind::BlockVsBox => {
                let Child(other) = self.sides[1 - side].tree.place(0).child();
                Entry::new(0.0, Kind::NodeVsBox, 1 - side, other, 0)
            }
            _ => Entry::new(0.0, Kind::NodeVsBox, side, child.0, 0),
        };
        self.scratch.buckets.push(entry);
    }

    /// Opens a few nodes of the first stack, and looks at the blocks that are on top of it.
    #[inline(always)]
    fn open<H: Hardware>(&mut self, number: usize) {
        let sides = self.sides;
        let (mut entries, mut count) = ([Entry::NONE; CHUNK], 0);
        while count < CHUNK && self.met.is_none() {
            let Some(entry) = self.scratch.buckets.pop(number) else { break };
            if entry.key > self.square {
                continue;
            }
            if entry.is_two_blocks() {
                step::block_vs_block::<H, _>(self, sides, entry.side(), (entry.low, entry.high), 0);
                continue;
            }
            entries[count] = entry;
            count += 1;
            sides[entry.side()].tree.nodes[Child(entry.low).index()].prefetch::<H>();
        }
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

    #[inline(always)]
    fn look_at_packs<H: Hardware>(&mut self) {
        self.look_at_pack::<H>(0);
        self.look_at_pack::<H>(1);
    }

    /// The nearest points of the pairs in the frame of body `side`.
    #[inline(always)]
    fn look_at_pack<H: Hardware>(&mut self, side: usize) {
        let count = std::mem::take(&mut self.scratch.packs[side].count);
        if count == 0 || self.met.is_some() {
            return;
        }
        let (gaps, squares) = H::run(NearestEight { pairs: &self.scratch.packs[side] });
        let unused = 255u32 << count & 255;
        let (unit, slack) = (self.units[side], self.sides[side].map.pair);
        let least = H::F::load(&squares).least_except(unused);
        let limit = (least.sqrt() * UP + slack) * unit * self.share;
        if limit < self.limit {
            self.lower(limit);
            let lane = (H::F::load(&squares).at_most(H::F::splat(least)) & !unused).trailing_zeros() & 7;
            self.witness = Some(self.scratch.packs[side].ids[lane as usize]);
        }
        let low = (H::F::load(&gaps) - H::F::splat(slack)) * H::F::splat(unit / UP);
        let mut kept = low.at_most(H::F::splat(self.limit)) & !unused;
        let mut lows = [0.0; 8];
        low.store(&mut lows);
        while kept != 0 {
            let lane = kept.trailing_zeros() as usize;
            kept &= kept - 1;
            let (i, j) = self.scratch.packs[side].ids[lane];
            if lows[lane] <= 0.0 && self.meets(i, j) {
                self.met = Some((i, j));
                return;
            }
            self.scratch.candidates.push((lows[lane], i, j));
        }
        if self.scratch.candidates.len() > self.crowd {
            self.crowd = CROWD.max(2 * self.candidates().len());
        }
    }

    #[inline(never)]
    fn meets(&self, i: u32, j: u32) -> bool {
        let [a, b] = [self.sides[0].mesh.triangle(i as usize), self.sides[1].mesh.triangle(j as usize)];
        meet(&a, &self.a_from_b.carry_triangle(&b)).meets
    }

    /// Squared bounds in the frame of a body: those in A's units, and which of them are within the limit.
    #[inline(always)]
    fn within<F: F32x8>(&self, squares: F, side: usize) -> (F, u32) {
        let unit = self.units[side];
        let squares = squares * F::splat(unit * unit);
        (squares, squares.at_most(F::splat(self.square)))
    }
}

impl Sink for Search<'_> {
    const PAIRS_OF_BLOCKS: bool = true;
    const SPLITS_BLOCKS: bool = false;
    /// Which of the nodes that are tested together.
    type Entry = usize;

    #[inline(always)]
    fn node_vs_box<H: Hardware>(&mut self, entry: usize, test: &NodeAndBox) -> u32 {
        let boxes = NodeVsBox { node: test.node, aligned: test.aligned, other: test.moved };
        let (squares, lanes) = self.within(boxes.squares::<H>(), test.side);
        squares.store(&mut self.keys[entry]);
        lanes
    }

    #[inline(always)]
    fn block_vs_box<H: Hardware>(&mut self, _: usize, test: &BlockAndBox) -> u32 {
        self.within(block_squares::<H>(test.block, test.moved), test.side).1 & test.block.lanes::<H>()
    }

    fn triangle_vs_node<H: Hardware>(&mut self, _: usize, _: &TriangleAndNode) -> u32 {
        unreachable!("blocks are not split")
    }

    /// Sifts, and packs what is left; nothing goes on.
    #[inline(always)]
    fn triangle_vs_block<H: Hardware>(&mut self, _: usize, test: &TriangleAndBlock) -> u32 {
        let frame = 1 - test.side;
        let within = (self.limit / self.units[frame] + test.map.pair) * UP;
        let mut lanes = sift::<H>(test.moved, test.block, within, test.lanes);
        while lanes != 0 && self.met.is_none() {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let other = test.block.ids[lane];
            let ids = if test.side == 0 { (test.id, other) } else { (other, test.id) };
            let pack = &mut self.scratch.packs[frame];
            pack.push(test.moved, test.block, lane, ids);
            if pack.count == 8 {
                self.look_at_pack::<H>(frame);
            }
        }
        0
    }

    #[inline(always)]
    fn rows_of(&self, side: usize, left: [u32; 2]) -> usize {
        // The rows are moved into the other's frame, which is to be that of the larger body if one is much larger.
        let into_b = self.units[1] >= LARGE;
        let into_a = self.units[1] * LARGE <= 1.0;
        if into_b || into_a {
            return usize::from((side == 0) == into_a);
        }
        usize::from(left[1].count_ones() < left[0].count_ones())
    }

    #[inline(always)]
    fn push_low<H: Hardware>(&mut self, kind: Kind, side: usize, mut lanes: u32, low: &[u32; 8], high: u32) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let key = self.keys[self.routed][lane];
            self.scratch.buckets.push(Entry::new(key, kind, side, low[lane], high));
        }
    }

    #[inline(always)]
    fn push_high<H: Hardware>(&mut self, kind: Kind, side: usize, mut lanes: u32, low: u32, base: u32) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let key = self.keys[self.routed][lane as usize];
            self.scratch.buckets.push(Entry::new(key, kind, side, low, base + lane));
        }
    }

    #[inline(always)]
    fn push_lanes(&mut self, kind: Kind, side: usize, mut lanes: u32, base: u32, high: u32) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let key = self.keys[self.routed][lane as usize];
            self.scratch.buckets.push(Entry::new(key, kind, side, base + lane, high));
        }
    }

    #[inline(always)]
    fn push_pairs(&mut self, _: usize, _: u32, _: u32, _: &[u32; 8]) {}
}
