//! The walk of two wide trees at one pose.
//!
//! Of two volumes the larger gives way. Work waits on typed stacks, a set for each of the two trees, and is taken off in
//! chunks; every pair of triangles that may meet is reached along exactly one path:
//!
//! ```text
//! open:      node of this tree × box of the other      → open, open of the other tree, split, blocks
//! split:     block of this tree × box of the other     → its triangles
//! triangles: triangle of this tree × node of the other → triangles, sieve
//! sieve:     triangle of this tree × block of the other → pairs
//! blocks:    block of this tree × block of the other   → pairs
//! pairs:     decided in f64, undecided ones exactly
//! ```

use super::Body;
use super::kernel::{AlignedBoxes, OrientedBoxes};
use super::relation::{Motion, MovedBox, Relation};
use super::simd::{Hardware, Task};
use super::stack::{Stack, words};
use super::tree::{Arrays, Child, Place};
use crate::cost::Count;
use crate::geom::Pose;
use crate::mesh::Corners;
use std::ops::ControlFlow;

/// How many entries are taken off a stack at once: enough for the processor to overlap their tests.
const CHUNK: usize = 64;

/// Trees with more nodes than this, 1 MiB, are not at hand: a chunk's nodes are asked for together.
const FAR_NODES: usize = 2048;

/// The stacks of a query, kept for the next: once they have grown, a query allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) work: [Work; 2],
    pub(super) pairs: Vec<(u32, u32)>,
}

impl Scratch {
    /// How many bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let stacks = self.work.iter().map(Work::bytes).sum::<usize>();
        size_of::<Self>() + stacks + self.pairs.capacity() * size_of::<(u32, u32)>()
    }
}

/// What waits for one tree to act.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    open: Stack,
    pub split: Stack,
    pub triangles: Stack,
    pub sieve: Stack,
    pub blocks: Stack,
}

impl Work {
    fn clear(&mut self) {
        for stack in [&mut self.open, &mut self.split, &mut self.triangles, &mut self.sieve, &mut self.blocks] {
            stack.clear();
        }
    }

    fn bytes(&self) -> usize {
        [&self.open, &self.split, &self.triangles, &self.sieve, &self.blocks].map(Stack::bytes).iter().sum()
    }

    /// How much waits below the level of nodes.
    #[inline(always)]
    fn small(&self) -> usize {
        self.split.len() + self.triangles.len() + self.sieve.len() + self.blocks.len()
    }
}

/// One of the two bodies, and the map into its frame from the other's.
#[derive(Clone, Copy)]
pub(super) struct Side<'q> {
    pub tree: Arrays<'q>,
    pub mesh: Corners<'q>,
    pub motion: Motion,
}

impl<'b> Side<'b> {
    /// Both bodies of a query.
    #[inline(always)]
    pub(super) fn both([a, b]: [Body<'b>; 2], relation: &Relation) -> [Self; 2] {
        [
            Side { tree: a.0.arrays(), mesh: a.1.corners(), motion: relation.a_from_b },
            Side { tree: b.0.arrays(), mesh: b.1.corners(), motion: relation.b_from_a },
        ]
    }
}

/// When pairs are settled: as soon as there is one, or many at a time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Haste {
    First,
    All,
}

impl Haste {
    /// How many entries may wait below the level of nodes.
    #[inline(always)]
    fn small(self) -> usize {
        match self {
            Self::First => 1,
            Self::All => 16,
        }
    }

    /// How many nodes are worked on at once: whoever wants the first contact goes deep, until so many were opened in vain that there
    /// may be none.
    #[inline(always)]
    fn chunk(self, opened: usize) -> usize {
        match self {
            Self::First => (4 + opened / 16).min(CHUNK),
            Self::All => CHUNK,
        }
    }

    /// How many pairs may wait.
    #[inline(always)]
    pub(super) fn pairs(self) -> usize {
        match self {
            Self::First => 1,
            Self::All => 64,
        }
    }
}

/// Told of every touching pair, until it breaks off.
pub(super) type Visit<'v> = dyn FnMut(u32, u32) -> ControlFlow<()> + 'v;

/// A query under way: bodies A and B, and where its answer goes.
pub(super) struct Walk<'q, C> {
    pub sides: &'q [Side<'q>; 2],
    pub a_from_b: &'q Pose,
    pub scratch: &'q mut Scratch,
    pub haste: Haste,
    /// How many nodes were opened so far.
    pub opened: usize,
    pub count: C,
    pub visit: &'q mut Visit<'q>,
}

impl<C: Count> Task for Walk<'_, C> {
    type Output = C;

    #[inline(always)]
    fn run<H: Hardware>(mut self) -> C {
        // A visitor that breaks off has heard enough; either way the walk is over.
        let _ = self.walk::<H>();
        self.count
    }
}

impl<C: Count> Walk<'_, C> {
    #[inline(always)]
    fn walk<H: Hardware>(&mut self) -> ControlFlow<()> {
        self.scratch.work.iter_mut().for_each(Work::clear);
        self.scratch.pairs.clear();
        self.start();
        loop {
            let small = self.scratch.work[0].small() + self.scratch.work[1].small();
            if small >= self.haste.small() {
                self.work_off::<H>()?;
            } else if !self.scratch.work[0].open.is_empty() {
                self.open::<H>(0);
            } else if !self.scratch.work[1].open.is_empty() {
                self.open::<H>(1);
            } else if small > 0 {
                self.work_off::<H>()?;
            } else {
                return self.settle::<H>();
            }
        }
    }

    /// The two roots.
    #[inline(always)]
    fn start(&mut self) {
        let roots = [self.sides[0].tree.place(0), self.sides[1].tree.place(0)];
        let larger = usize::from(roots[0].size() < self.sides[0].motion.squared_ratio * roots[1].size());
        let work = &mut self.scratch.work[larger];
        let child = roots[larger].child();
        if !child.is_block() {
            work.open.push(child.0, 0);
        } else if roots[1 - larger].child().is_block() {
            work.blocks.push(0, 0);
        } else {
            work.split.push(child.0, 0);
        }
    }

    /// Nodes of one tree against boxes of the other: first all the tests of a chunk, then what follows from them. Nothing in the tests
    /// depends on their outcome, so that the processor overlaps them.
    #[inline(always)]
    fn open<H: Hardware>(&mut self, side: usize) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let entries = self.scratch.work[side].open.pop_many(self.haste.chunk(self.opened));
        self.opened += entries;
        if own.tree.nodes.len() > FAR_NODES {
            for x in 0..entries {
                let (node, _) = words(self.scratch.work[side].open.popped(x));
                own.tree.nodes[Child(node).index()].prefetch::<H>();
            }
        }
        let (mut left, mut hits, mut count) = ([0; CHUNK], [0; CHUNK], 0);
        for x in 0..entries {
            let entry = self.scratch.work[side].open.popped(x);
            let (node, place) = words(entry);
            let found = overlaps::<H>(own, Child(node), other.tree.place(place));
            // Kept if something was found, without a branch that nobody could predict.
            (left[count], hits[count]) = (entry, found);
            count += usize::from(found != 0);
            self.count.update();
            (0..own.tree.nodes[Child(node).index()].count()).for_each(|_| self.count.volume_test());
        }
        for x in 0..count {
            let (node, place) = words(left[x]);
            hand_on::<H>(&mut self.scratch.work, side, (own, Child(node)), (other, place), hits[x]);
        }
    }
}

/// The children of a node that overlap a box of the other tree.
#[inline(always)]
fn overlaps<H: Hardware>(own: &Side, child: Child, place: Place) -> u32 {
    let mut moved = MovedBox::ZERO;
    own.motion.carry_box::<H>(place, own.motion.position, &mut moved);
    let node = &own.tree.nodes[child.index()];
    if child.is_aligned() {
        AlignedBoxes { node, other: &moved }.run::<H>()
    } else {
        OrientedBoxes { node, other: &moved }.run::<H>()
    }
}

/// Puts the overlapping children of a node on the stacks they belong on.
#[inline(always)]
fn hand_on<H: Hardware>(
    work: &mut [Work; 2],
    side: usize,
    (own, child): (&Side, Child),
    (other, number): (&Side, u32),
    hits: u32,
) {
    let (node, place) = (&own.tree.nodes[child.index()], other.tree.place(number));
    let larger = node.at_least::<H>(own.motion.squared_ratio * place.size());
    let blocks = node.blocks::<H>();
    let base = child.index() as u32 * 8;
    let Child(other) = place.child();
    // All ones if the other box is a block's.
    let on_block = (other as i32 >> 31) as u32;
    work[side].open.push_low::<H>(hits & larger & !blocks, &node.child, number);
    work[1 - side].open.push_high::<H>(hits & !larger & !on_block, other, base);
    let small = hits & (blocks & larger | on_block & !larger | blocks & on_block);
    if small != 0 {
        work[side].split.push_low::<H>(hits & larger & blocks & !on_block, &node.child, number);
        work[1 - side].split.push_high::<H>(hits & !larger & !blocks & on_block, other, base);
        push_lanes(&mut work[side].blocks, hits & blocks & on_block, base, number);
    }
}

/// Pushes `base + lane` with `high` for every lane.
#[inline(always)]
pub(super) fn push_lanes(stack: &mut Stack, mut lanes: u32, base: u32, high: u32) {
    while lanes != 0 {
        stack.push(base + lanes.trailing_zeros(), high);
        lanes &= lanes - 1;
    }
}
