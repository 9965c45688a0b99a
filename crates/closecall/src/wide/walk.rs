//! The cold walk of two trees at one pose: the [steps](super::step) with typed stacks, a set for
//! each of the two trees, that are worked off in chunks; and a [`Question`] about the pairs of
//! triangles that are left.

use super::distance::SearchScratch;
use super::kernel::{BlockVsBox, Hits, NodeVsBox, TriangleVsBlock, TriangleVsNode};
use super::packs::Packs;
use super::simd::{Hardware, Task};
use super::single::SingleStacks as Single;
use super::stack::{Stack, words};
use super::step::{
    self, BlockAndBox, NodeAndBox, Sink, TreeSide, TriangleAndBlock, TriangleAndNode, WorkKind,
    route_node_vs_box, test_node, test_node_vs_box,
};
use super::timed::TimedScratch;
use super::tree::Child;
use crate::cost::Count;
use crate::geom::Pose;
use crate::mesh::Corners;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The number of entries that are taken off a stack at once: enough for the processor to overlap
/// their tests.
const CHUNK: usize = 64;

/// Trees with more nodes than this, 1 MiB, are not at hand: a chunk's nodes are asked for together.
const FAR_NODES: usize = 2048;

/// After this many pairs that were not within a clearance, pairs wait for others though only the
/// first is wanted. (Spheres 1.44 times the contact query in place of 1.8; from the start on it
/// would cost bunny a tenth.)
const IN_VAIN: usize = 16;

/// The stacks of a query, kept for the next: once they have grown, a query allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    work: [Work; 2],
    chunk: Chunk,
    pairs: Vec<(u32, u32)>,
    /// Pairs that may be within a clearance; there once one was asked for.
    packs: Option<Box<Packs>>,
    pub(super) search: Option<Box<SearchScratch>>,
    pub(super) single: Single,
    pub(super) timed: Option<Box<TimedScratch>>,
}

impl Scratch {
    /// The number of bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let stacks = self.work.iter().map(Work::bytes).sum::<usize>();
        let search = self.search.as_ref().map_or(0, |search| search.bytes());
        let pairs = self.pairs.capacity() * size_of::<(u32, u32)>();
        let timed = self.timed.as_ref().map_or(0, |timed| timed.bytes());
        let packs = self.packs.as_ref().map_or(0, |packs| packs.bytes());
        size_of::<Self>() + stacks + search + self.single.bytes() + pairs + timed + packs
    }
}

/// The rest of a chunk: entries, and the lanes of each that go on. It is kept because to clear it
/// for every chunk took a seventh of a short query.
#[derive(Clone, Debug)]
struct Chunk {
    entries: [u64; CHUNK],
    lanes: [u32; CHUNK],
}

impl Default for Chunk {
    fn default() -> Self {
        Self { entries: [0; CHUNK], lanes: [0; CHUNK] }
    }
}

/// The work that waits for one tree to act, by [`WorkKind`].
#[derive(Clone, Debug, Default)]
struct Work([Stack; 5]);

impl Work {
    #[inline(always)]
    fn of(&mut self, kind: WorkKind) -> &mut Stack {
        &mut self.0[kind as usize]
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(Stack::clear);
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(Stack::bytes).sum()
    }

    /// The work that waits below the level of nodes.
    #[inline(always)]
    fn small(&self) -> usize {
        let [_, b, c, d, e] = &self.0;
        b.len() + c.len() + d.len() + e.len()
    }
}

/// When pairs are settled: as soon as there is one, or many at a time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    First,
    All,
}

impl Goal {
    /// The number of entries that may wait below the level of nodes.
    #[inline(always)]
    fn small(self) -> usize {
        match self {
            Self::First => 1,
            Self::All => 16,
        }
    }

    /// The number of nodes that are worked on at once: a query for the first pair goes deep,
    /// until this many were opened in vain that there may be none.
    #[inline(always)]
    fn chunk(self, opened: usize) -> usize {
        match self {
            Self::First => (4 + opened / 16).min(CHUNK),
            Self::All => CHUNK,
        }
    }

    /// The number of pairs that may wait.
    #[inline(always)]
    fn pairs(self) -> usize {
        match self {
            Self::First => 1,
            Self::All => 64,
        }
    }
}

/// Pairs of triangles that boxes could not tell apart.
pub(super) struct PairsToSettle<'p> {
    pub meshes: [Corners<'p>; 2],
    pub a_from_b: &'p Pose,
    /// Triangle of A, triangle of B.
    pub ids: &'p [(u32, u32)],
}

/// A question about pairs of triangles.
pub(super) trait Question {
    /// Answers for these pairs; breaks off when it has heard enough.
    fn settle<H: Hardware>(
        &mut self,
        pairs: &PairsToSettle,
        count: &mut impl Count,
    ) -> ControlFlow<()>;

    /// Is it about pairs within a clearance? Then most of them are decided beforehand.
    fn is_about_clearance(&self) -> bool {
        false
    }

    /// Hears of pairs that are within the clearance; breaks off when it has heard enough.
    fn hear(&mut self, _: &[(u32, u32)]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A query under way: bodies A and B, and what is asked.
pub(super) struct Walk<'q, C, Q> {
    pub sides: &'q [TreeSide<'q>; 2],
    pub a_from_b: &'q Pose,
    pub scratch: &'q mut Scratch,
    pub goal: Goal,
    pub count: C,
    pub question: Q,
}

impl<C: Count, Q: Question> Task for Walk<'_, C, Q> {
    type Output = C;

    #[inline(always)]
    fn run<H: Hardware>(self) -> C {
        let Self { sides, a_from_b, scratch, goal, count, question } = self;
        scratch.work.iter_mut().for_each(Work::clear);
        scratch.pairs.clear();
        let may_pack =
            question.is_about_clearance() && sides.iter().all(|side| Packs::suit(&side.map));
        if may_pack {
            scratch.packs.get_or_insert_default().clear();
        }
        let stacks = ColdStacks { scratch, count, packs: may_pack && goal == Goal::All };
        let mut walk =
            Cold { sides, a_from_b, goal, opened: 0, settled: 0, may_pack, stacks, question };
        // A question that breaks off has heard enough; either way the walk is over.
        let _ = walk.walk::<H>();
        walk.stacks.count
    }
}

struct Cold<'q, C, Q> {
    sides: &'q [TreeSide<'q>; 2],
    a_from_b: &'q Pose,
    goal: Goal,
    /// The number of nodes opened so far, and of pairs settled.
    opened: usize,
    settled: usize,
    /// May pairs wait to be decided in f32?
    may_pack: bool,
    stacks: ColdStacks<'q, C>,
    question: Q,
}

impl<C: Count, Q: Question> Cold<'_, C, Q> {
    #[inline(always)]
    fn walk<H: Hardware>(&mut self) -> ControlFlow<()> {
        let (side, child, kind) = step::roots(self.sides);
        match kind {
            WorkKind::NodeVsBox => self.follow::<H>(side, (child.0, 0)),
            WorkKind::BlockVsBlock => self.stacks.of(kind, side).push(0, 0),
            _ => self.stacks.of(kind, side).push(child.0, 0),
        }
        loop {
            let [a, b] = &self.stacks.scratch.work;
            let small = a.small() + b.small();
            if small >= self.goal.small() {
                self.work_off::<H>()?;
            } else if !self.stacks.of(WorkKind::NodeVsBox, 0).is_empty() {
                self.open::<H>(0);
            } else if !self.stacks.of(WorkKind::NodeVsBox, 1).is_empty() {
                self.open::<H>(1);
            } else if small > 0 {
                self.work_off::<H>()?;
            } else {
                return self.settle::<H>();
            }
        }
    }

    /// Follows the way from the roots for as long as each test leaves one lane: most of a short
    /// query. Every test waits for the one before, so this way is short: no stack, no compression,
    /// and a box that stays is not carried again. (Short queries are 10 to 20 % faster.)
    #[inline(always)]
    fn follow<H: Hardware>(&mut self, mut side: usize, mut entry: (u32, u32)) {
        let (sides, stacks) = (self.sides, &mut self.stacks);
        let mut moved = step::moved_box::<H>(sides, side, entry.1);
        loop {
            let node_and_box = (entry.0, &moved);
            let lanes = test_node::<H, _>(stacks, &sides[side], side, node_and_box, ());
            self.opened += 1;
            if lanes == 0 {
                return;
            }
            if lanes.is_power_of_two()
                && let Some((next, below)) =
                    step::only_child(sides, side, entry, lanes.trailing_zeros())
            {
                if next != side {
                    moved = step::moved_box::<H>(sides, next, below.1);
                }
                (side, entry) = (next, below);
                continue;
            }
            return route_node_vs_box::<H, _>(stacks, sides, side, entry, lanes);
        }
    }

    /// Nodes of one tree against boxes of the other: first all the tests of a chunk, then what
    /// follows from them. Nothing in the tests depends on their outcome, so that the processor
    /// overlaps them.
    #[inline(always)]
    fn open<H: Hardware>(&mut self, side: usize) {
        let (sides, stacks) = (self.sides, &mut self.stacks);
        let own = &sides[side];
        let entries = stacks.of(WorkKind::NodeVsBox, side).pop_many(self.goal.chunk(self.opened));
        self.opened += entries;
        if own.tree.nodes.len() > FAR_NODES {
            for x in 0..entries {
                let (node, _) = words(stacks.of(WorkKind::NodeVsBox, side).popped(x));
                own.tree.nodes[Child(node).index()].prefetch::<H>();
            }
        }
        let mut left = 0;
        for x in 0..entries {
            let entry = stacks.of(WorkKind::NodeVsBox, side).popped(x);
            let found = test_node_vs_box::<H, _>(stacks, sides, side, words(entry), ());
            // Kept if something was found, without a branch that nobody could predict.
            let Chunk { entries, lanes } = &mut stacks.scratch.chunk;
            (entries[left], lanes[left]) = (entry, found);
            left += usize::from(found != 0);
        }
        for x in 0..left {
            let Chunk { entries, lanes } = &stacks.scratch.chunk;
            let (entry, lanes) = (words(entries[x]), lanes[x]);
            route_node_vs_box::<H, _>(stacks, sides, side, entry, lanes);
        }
    }

    /// Works off everything below the level of nodes.
    #[inline(always)]
    fn work_off<H: Hardware>(&mut self) -> ControlFlow<()> {
        let sides = self.sides;
        for side in [0, 1] {
            while let Some(entry) = self.stacks.of(WorkKind::BlockVsBox, side).pop() {
                step::block_vs_box::<H, _>(&mut self.stacks, sides, side, entry, ());
            }
            while let Some(entry) = self.stacks.of(WorkKind::TriangleVsNode, side).pop() {
                step::triangle_vs_node::<H, _>(&mut self.stacks, sides, side, entry, ());
                while let Some(entry) = self.stacks.of(WorkKind::TriangleVsBlock, side).pop() {
                    step::triangle_vs_block::<H, _>(&mut self.stacks, sides, side, entry, ());
                }
                self.settle_if_due::<H>()?;
            }
            while let Some(entry) = self.stacks.of(WorkKind::BlockVsBlock, side).pop() {
                step::block_vs_block::<H, _>(&mut self.stacks, sides, side, entry, ());
                self.settle_if_due::<H>()?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn settle_if_due<H: Hardware>(&mut self) -> ControlFlow<()> {
        let decided = self
            .stacks
            .scratch
            .packs
            .as_ref()
            .filter(|_| self.stacks.packs)
            .map_or(0, |packs| packs.within.len());
        if self.stacks.scratch.pairs.len() + decided >= self.goal.pairs() {
            self.settle::<H>()
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Decides pairs that wait for a clearance, as far as f32 can, and reports the pairs within it.
    #[inline(never)]
    fn look_at_packs<H: Hardware>(&mut self) -> ControlFlow<()> {
        let ColdStacks { scratch, count, .. } = &mut self.stacks;
        let Scratch { packs, pairs, .. } = &mut **scratch;
        let Some(packs) = packs else { return ControlFlow::Continue(()) };
        for frame in 0..2 {
            let decided = packs.look::<H>(frame, &self.sides[frame].map, pairs);
            (0..decided).for_each(|_| count.triangle_test());
        }
        self.question.hear(&packs.within)?;
        packs.within.clear();
        ControlFlow::Continue(())
    }

    /// Has the waiting pairs answered.
    #[inline(always)]
    fn settle<H: Hardware>(&mut self) -> ControlFlow<()> {
        if self.stacks.packs {
            self.look_at_packs::<H>()?;
        }
        let ColdStacks { scratch, count, .. } = &mut self.stacks;
        let meshes = [self.sides[0].mesh, self.sides[1].mesh];
        self.question.settle::<H>(
            &PairsToSettle { meshes, a_from_b: self.a_from_b, ids: &scratch.pairs },
            count,
        )?;
        self.settled += scratch.pairs.len();
        scratch.pairs.clear();
        // A query for the first contact tests each pair at once, until this many were settled in vain.
        self.stacks.packs |= self.may_pack && self.settled > IN_VAIN;
        ControlFlow::Continue(())
    }
}

/// The destination of the lanes of a cold walk. Only which are apart is asked.
struct ColdStacks<'q, C> {
    scratch: &'q mut Scratch,
    count: C,
    /// Do pairs wait to be decided in f32?
    packs: bool,
}

impl<C: Count> ColdStacks<'_, C> {
    #[inline(always)]
    fn of(&mut self, kind: WorkKind, side: usize) -> &mut Stack {
        self.scratch.work[side].of(kind)
    }

    /// Lets pairs wait.
    #[inline(never)]
    fn pack<H: Hardware>(&mut self, test: &TriangleAndBlock, lanes: u32) {
        let Scratch { packs, pairs, .. } = &mut *self.scratch;
        let decided = packs.as_mut().map_or(0, |packs| packs.take::<H>(test, lanes, pairs));
        (0..decided).for_each(|_| self.count.triangle_test());
    }

    /// Counts a test of this many lanes.
    #[inline(always)]
    fn counted(&mut self, lanes: u32) {
        self.count.update();
        (0..lanes).for_each(|_| self.count.volume_test());
    }
}

impl<C: Count> Sink for ColdStacks<'_, C> {
    const PAIRS_OF_BLOCKS: bool = true;
    const SPLITS_BLOCKS: bool = true;
    type Entry = ();

    #[inline(always)]
    fn node_vs_box<H: Hardware>(&mut self, (): (), test: &NodeAndBox) -> u32 {
        self.counted(test.node.count());
        NodeVsBox { node: test.node, aligned: test.aligned, other: test.moved }.hits::<H>()
    }

    #[inline(always)]
    fn block_vs_box<H: Hardware>(&mut self, (): (), test: &BlockAndBox) -> u32 {
        let lanes = test.block.lanes::<H>();
        self.counted(lanes.count_ones());
        let (block, other) = (test.block, test.moved);
        let Hits(hits) = H::run(BlockVsBox { block, other, settled: !lanes, want: PhantomData });
        hits
    }

    #[inline(always)]
    fn triangle_vs_node<H: Hardware>(&mut self, (): (), test: &TriangleAndNode) -> u32 {
        self.counted(test.node.count());
        let (triangle, node, slack) = (test.moved, test.node, test.map.other_triangle);
        let Hits(hits) =
            H::run(TriangleVsNode { triangle, node, slack, settled: 0, want: PhantomData });
        hits
    }

    #[inline(always)]
    fn triangle_vs_block<H: Hardware>(&mut self, (): (), test: &TriangleAndBlock) -> u32 {
        self.counted(test.lanes.count_ones());
        let (triangle, block, slack) = (test.moved, test.block, test.map.pair);
        let Hits(hits) = H::run(TriangleVsBlock {
            triangle,
            block,
            slack,
            settled: !test.lanes,
            want: PhantomData,
        });
        if self.packs && hits != 0 {
            self.pack::<H>(test, hits);
            return 0;
        }
        hits
    }

    #[inline(always)]
    fn push_low<H: Hardware>(
        &mut self,
        kind: WorkKind,
        side: usize,
        lanes: u32,
        low: &[u32; 8],
        high: u32,
    ) {
        self.of(kind, side).push_low::<H>(lanes, low, high);
    }

    #[inline(always)]
    fn push_high<H: Hardware>(
        &mut self,
        kind: WorkKind,
        side: usize,
        lanes: u32,
        low: u32,
        base: u32,
    ) {
        self.of(kind, side).push_high::<H>(lanes, low, base);
    }

    #[inline(always)]
    fn push_lanes(&mut self, kind: WorkKind, side: usize, lanes: u32, base: u32, high: u32) {
        self.of(kind, side).push_lanes(lanes, base, high);
    }

    #[inline(always)]
    fn push_pairs(&mut self, side: usize, id: u32, lanes: u32, ids: &[u32; 8]) {
        step::list_pairs(&mut self.scratch.pairs, side, id, lanes, ids);
    }
}
