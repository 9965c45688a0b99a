//! Contact within a budget: the [steps](super::step) with a sink that takes the largest overlap
//! first, so that what is left when the budget ends is as shallow as can be (Klosowski 1998, §4.3).
//!
//! **What is claimed.** Let the *depth* of two triangles that touch be the length of the shortest
//! translation of one of them after which they do not, or touch in nothing but a boundary. When a
//! walk is over, every pair that touches was reported, or lies under an entry that waits; and no
//! such pair is deeper than the bound. With a clearance d, two triangles no further apart than d
//! touch, and the depth is the way to a distance of d.
//!
//! **Why.** Let an axis L show an overlap o of two boxes, as computed, with slack. If triangles i
//! and j in them touch, the centres are within what `relation` assumes, and all that is rounded
//! along L is paid for: the triangles' intervals along L overlap by at most o. Moving one of them
//! by o/|L| along L takes the intervals apart. |L| is at least 1 − 8ε, so that o·[`OVERLAP_UP`] is above
//! the depth, whichever axis is taken; the least of six is. Where the slack includes a clearance, o
//! does too. A pair of boxes is inside the pair that it came from, so that a key is never above the
//! key before it. Before the first test the key comes from the two balls: r + r′ − |c′ − c|, along
//! the line of the centres, with the slack of their [relation](super::relation::Between).

use super::contact::Contact;
use super::distance::buckets::{Buckets, Entry};
use super::kernel::{BlockVsBox, Hits, NodeVsBox, TriangleVsBlock};
use super::relation::Between;
use super::simd::{F32x8, Hardware, Lanes, Task};
use super::step::{
    self, BlockAndBox, NodeAndBox, Sink, TreeSide, TriangleAndBlock, TriangleAndNode, WorkKind,
    route_node_vs_box, test_node_vs_box,
};
use super::tree::Child;
use super::walk::{PairsToSettle, Question};
use super::{ContactAsked, Scratch, TreeAndMesh};
use crate::cost::{Cost, Meter};
use crate::geom::Pose;
use crate::rounding::tree::OVERLAP_UP;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The memory that a query leaves for the next.
#[derive(Clone, Debug, Default)]
pub(super) struct TimedScratch {
    buckets: Buckets,
    pairs: Vec<(u32, u32)>,
}

impl TimedScratch {
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.buckets.bytes() + self.pairs.capacity() * size_of::<(u32, u32)>()
    }
}

/// Calls `visit` with touching pairs, once each, until it breaks off or the budget ends. Returns
/// None if all were reported, or if it broke off. Otherwise no pair that was not reported is deeper
/// than the returned depth, in the units of the meshes.
pub fn contacts_timed<'v>(
    [a, b]: [TreeAndMesh; 2],
    a_from_b: &Pose,
    asked: &ContactAsked,
    meter: &mut Meter,
    scratch: &mut Scratch,
    visit: &'v mut (dyn FnMut(u32, u32) -> ControlFlow<()> + 'v),
) -> Option<f64> {
    let between = Between::new(a.0, b.0, a_from_b);
    let (relation, overlap) = between.overlapping(a.0, b.0, asked.clearance)?;
    let sides = TreeSide::both([a, b], &relation);
    let scratch = &mut **scratch.timed.get_or_insert_default();
    let scale = between.scale();
    let question = Contact { clearance: asked.clearance, visit };
    let key = (overlap * scale * OVERLAP_UP) as f32;
    let walk = TimedWalk { sides: &sides, a_from_b, scratch, meter, key, question };
    let left = asked.level.run(walk)?;
    Some((f64::from(left) / scale * OVERLAP_UP).min(overlap))
}

/// A query under way.
struct TimedWalk<'q, Q> {
    sides: &'q [TreeSide<'q>; 2],
    a_from_b: &'q Pose,
    scratch: &'q mut TimedScratch,
    meter: &'q mut Meter,
    /// The overlap of the two balls, in A's units.
    key: f32,
    question: Q,
}

impl<Q: Question> Task for TimedWalk<'_, Q> {
    type Output = Option<f32>;

    #[inline(always)]
    fn run<H: Hardware>(self) -> Option<f32> {
        let Self { sides, a_from_b, scratch, meter, key, mut question } = self;
        let TimedScratch { buckets, pairs } = scratch;
        pairs.clear();
        buckets.start(key);
        // The first node of A has its root alone.
        let root = Child::node(0, false);
        buckets.push(Entry::new(key, WorkKind::NodeVsBox, 0, root.0, 0));
        let units = [1.0, sides[0].map.ratio];
        let mut sink = Overlaps { buckets, pairs, meter, units, keys: [0.0; 8], key };
        while let Some(number) = sink.buckets.last() {
            let Some(entry) = sink.buckets.pop(number) else { continue };
            let left = sink.buckets.most(number).min(key);
            if sink.meter.is_over() {
                return Some(left);
            }
            let (side, entry_words) = (entry.side(), (entry.low, entry.high));
            sink.key = entry.key;
            if entry.is_two_blocks() {
                step::block_vs_block::<H, _>(&mut sink, sides, side, entry_words, ());
                match sink.settle::<H>(sides, a_from_b, &mut question) {
                    ControlFlow::Continue(true) => {}
                    ControlFlow::Continue(false) => return Some(left),
                    ControlFlow::Break(()) => return None,
                }
            } else {
                let lanes = test_node_vs_box::<H, _>(&mut sink, sides, side, entry_words, ());
                route_node_vs_box::<H, _>(&mut sink, sides, side, entry_words, lanes);
            }
        }
        None
    }
}

/// The destination of the lanes: buckets by their overlap.
struct Overlaps<'q> {
    buckets: &'q mut Buckets,
    pairs: &'q mut Vec<(u32, u32)>,
    meter: &'q mut Meter,
    /// The units of the two frames in A's.
    units: [f32; 2],
    /// Of the lanes that are being routed.
    keys: [f32; 8],
    /// Of the entry that is being opened.
    key: f32,
}

impl Overlaps<'_> {
    /// Has the waiting pairs answered, four at a time; false if the budget ended before all were.
    #[inline(always)]
    fn settle<H: Hardware>(
        &mut self,
        sides: &[TreeSide; 2],
        a_from_b: &Pose,
        question: &mut impl Question,
    ) -> ControlFlow<(), bool> {
        let meshes = [sides[0].mesh, sides[1].mesh];
        for ids in self.pairs.chunks(4) {
            if self.meter.is_over() {
                return ControlFlow::Continue(false);
            }
            let mut cost = Cost::default();
            question.settle::<H>(&PairsToSettle { meshes, a_from_b, ids }, &mut cost)?;
            self.meter.spend(cost.triangle_tests - cost.exact_tests);
            self.meter.spend_slow(cost.exact_tests);
        }
        self.pairs.clear();
        ControlFlow::Continue(true)
    }

    #[inline(always)]
    fn push(&mut self, kind: WorkKind, side: usize, lane: u32, low: u32, high: u32) {
        let key = self.keys[lane as usize];
        self.buckets.push(Entry::new(key, kind, side, low, high));
    }
}

impl Sink for Overlaps<'_> {
    const PAIRS_OF_BLOCKS: bool = true;
    const SPLITS_BLOCKS: bool = false;
    type Entry = ();

    #[inline(always)]
    fn node_vs_box<H: Hardware>(&mut self, (): (), test: &NodeAndBox) -> u32 {
        self.meter.spend(u64::from(test.node.count()));
        let boxes = NodeVsBox { node: test.node, aligned: test.aligned, other: test.moved };
        let overlaps = boxes.overlaps::<H>();
        let keys = (overlaps * H::F::splat(self.units[test.side])).min(H::F::splat(self.key));
        keys.store(&mut self.keys);
        H::F::splat(0.0).at_most(overlaps)
    }

    #[inline(always)]
    fn block_vs_box<H: Hardware>(&mut self, (): (), test: &BlockAndBox) -> u32 {
        let lanes = test.block.lanes::<H>();
        self.meter.spend(u64::from(lanes.count_ones()));
        let (block, other) = (test.block, test.moved);
        let Hits(hits) = H::run(BlockVsBox { block, other, settled: !lanes, want: PhantomData });
        hits
    }

    fn triangle_vs_node<H: Hardware>(&mut self, (): (), _: &TriangleAndNode) -> u32 {
        unreachable!("blocks are not split")
    }

    #[inline(always)]
    fn triangle_vs_block<H: Hardware>(&mut self, (): (), test: &TriangleAndBlock) -> u32 {
        self.meter.spend(u64::from(test.lanes.count_ones()));
        let (triangle, block, slack) = (test.moved, test.block, test.map.pair);
        let Hits(hits) = H::run(TriangleVsBlock {
            triangle,
            block,
            slack,
            settled: !test.lanes,
            want: PhantomData,
        });
        hits
    }

    #[inline(always)]
    fn push_low<H: Hardware>(
        &mut self,
        kind: WorkKind,
        side: usize,
        mut lanes: u32,
        low: &[u32; 8],
        high: u32,
    ) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            self.push(kind, side, lane, low[lane as usize], high);
        }
    }

    #[inline(always)]
    fn push_high<H: Hardware>(
        &mut self,
        kind: WorkKind,
        side: usize,
        mut lanes: u32,
        low: u32,
        base: u32,
    ) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            self.push(kind, side, lane, low, base + lane);
        }
    }

    #[inline(always)]
    fn push_lanes(&mut self, kind: WorkKind, side: usize, mut lanes: u32, base: u32, high: u32) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            self.push(kind, side, lane, base + lane, high);
        }
    }

    #[inline(always)]
    fn push_pairs(&mut self, side: usize, id: u32, lanes: u32, ids: &[u32; 8]) {
        step::list_pairs(self.pairs, side, id, lanes, ids);
    }
}
