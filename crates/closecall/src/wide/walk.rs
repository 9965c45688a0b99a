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

use super::kernel::{AlignedBoxes, BlockAgainstBox, MeetOrUndecided, OrientedBoxes};
use super::kernel::{TriangleAgainstBlock, TriangleAgainstBoxes};
use super::relation::{Motion, MovedBox, MovedTriangle};
use super::simd::{Hardware, Task};
use super::stack::{Stack, words};
use super::tree::{Child, Place, Tree};
use crate::geom::exact::meet;
use crate::geom::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::walk::Count;
use std::ops::ControlFlow;

/// How many entries are taken off a stack at once: enough for the processor to overlap their tests.
const CHUNK: usize = 64;

/// Trees with more nodes than this, 1 MiB, are not at hand: a chunk's nodes are asked for together.
const FAR_NODES: usize = 2048;

/// The stacks of a query, kept for the next: once they have grown, a query allocates nothing.
#[derive(Debug, Default)]
pub struct Scratch {
    work: [Work; 2],
    pairs: Vec<(u32, u32)>,
}

/// What waits for one tree to act.
#[derive(Debug, Default)]
struct Work {
    open: Stack,
    split: Stack,
    triangles: Stack,
    sieve: Stack,
    blocks: Stack,
}

impl Work {
    fn clear(&mut self) {
        for stack in [&mut self.open, &mut self.split, &mut self.triangles, &mut self.sieve, &mut self.blocks] {
            stack.clear();
        }
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
    pub tree: &'q Tree,
    pub mesh: &'q Mesh,
    pub motion: Motion,
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
    fn pairs(self) -> usize {
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

    /// Works off everything below the level of nodes.
    #[inline(always)]
    fn work_off<H: Hardware>(&mut self) -> ControlFlow<()> {
        for side in [0, 1] {
            while let Some((block, place)) = self.scratch.work[side].split.pop() {
                self.split::<H>(side, Child(block), place);
            }
            while let Some((triangle, node)) = self.scratch.work[side].triangles.pop() {
                self.triangle::<H>(side, triangle, Child(node));
                while let Some((triangle, block)) = self.scratch.work[side].sieve.pop() {
                    self.sieve::<H>(side, triangle, Child(block));
                }
                self.settle_if_due::<H>()?;
            }
            while let Some((own, other)) = self.scratch.work[side].blocks.pop() {
                self.blocks::<H>(side, own, other);
                self.settle_if_due::<H>()?;
            }
        }
        ControlFlow::Continue(())
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

    /// The triangles of a block against a box that is smaller.
    #[inline(always)]
    fn split<H: Hardware>(&mut self, side: usize, block: Child, place: u32) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let place = other.tree.place(place);
        let mut moved = MovedBox::ZERO;
        own.motion.carry_box::<H>(place, own.motion.own_triangle, &mut moved);
        let contents = &own.tree.blocks[block.index()];
        let lanes = contents.lanes::<H>();
        let hits = lanes & H::run(BlockAgainstBox { block: contents, other: &moved });
        self.count.update();
        (0..lanes.count_ones()).for_each(|_| self.count.volume_test());
        let first = block.index() as u32 * 8;
        push_lanes(&mut self.scratch.work[side].triangles, hits, first, place.child().0);
    }

    /// A triangle against the boxes of a node.
    #[inline(always)]
    fn triangle<H: Hardware>(&mut self, side: usize, triangle: u32, child: Child) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let node = &other.tree.nodes[child.index()];
        let moved = moved_triangle::<H>(own, other, triangle);
        let slack = other.motion.other_triangle;
        let hits = H::run(TriangleAgainstBoxes { triangle: &moved, node, slack });
        self.count.update();
        (0..node.count()).for_each(|_| self.count.volume_test());
        let blocks = node.blocks::<H>();
        let work = &mut self.scratch.work[side];
        let push = |stack: &mut Stack, mut lanes: u32| {
            while lanes != 0 {
                stack.push(triangle, node.child[lanes.trailing_zeros() as usize]);
                lanes &= lanes - 1;
            }
        };
        push(&mut work.triangles, hits & !blocks);
        push(&mut work.sieve, hits & blocks);
    }

    /// A triangle against those of a block.
    #[inline(always)]
    fn sieve<H: Hardware>(&mut self, side: usize, triangle: u32, block: Child) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let contents = &other.tree.blocks[block.index()];
        let moved = moved_triangle::<H>(own, other, triangle);
        let lanes = contents.lanes::<H>();
        let slack = other.motion.pair;
        let hits = H::run(TriangleAgainstBlock { triangle: &moved, block: contents, slack, lanes });
        self.count.update();
        (0..lanes.count_ones()).for_each(|_| self.count.volume_test());
        let id = own.tree.blocks[(triangle >> 3) as usize].ids[(triangle & 7) as usize];
        push_pairs(&mut self.scratch.pairs, side, id, &contents.ids, hits);
    }

    /// Two blocks: each one's triangles against the other's box, then the fewer of those left against the others.
    #[inline(always)]
    fn blocks<H: Hardware>(&mut self, side: usize, own_place: u32, other_place: u32) {
        let places = [(side, own_place), (1 - side, other_place)];
        let mut left = [0; 2];
        for (x, (one, place)) in places.into_iter().enumerate() {
            let (two, other_place) = places[1 - x];
            let (own, other) = (&self.sides[one], &self.sides[two]);
            let mut moved = MovedBox::ZERO;
            own.motion.carry_box::<H>(other.tree.place(other_place), own.motion.own_triangle, &mut moved);
            let block = &own.tree.blocks[own.tree.place(place).child().index()];
            let lanes = block.lanes::<H>();
            left[x] = lanes & H::run(BlockAgainstBox { block, other: &moved });
            self.count.update();
            (0..lanes.count_ones()).for_each(|_| self.count.volume_test());
            if left[x] == 0 {
                return;
            }
        }
        let few = usize::from(left[1].count_ones() < left[0].count_ones());
        let ((one, one_place), (two, two_place)) = (places[few], places[1 - few]);
        let (own, other) = (&self.sides[one], &self.sides[two]);
        let own_block = own.tree.place(one_place).child().index();
        let contents = &other.tree.blocks[other.tree.place(two_place).child().index()];
        let mut lanes = left[few];
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let moved = moved_triangle::<H>(own, other, own_block as u32 * 8 + lane);
            let (slack, lanes) = (other.motion.pair, left[1 - few]);
            let hits = H::run(TriangleAgainstBlock { triangle: &moved, block: contents, slack, lanes });
            self.count.update();
            (0..left[1 - few].count_ones()).for_each(|_| self.count.volume_test());
            let id = own.tree.blocks[own_block].ids[lane as usize];
            push_pairs(&mut self.scratch.pairs, one, id, &contents.ids, hits);
        }
    }

    #[inline(always)]
    fn settle_if_due<H: Hardware>(&mut self) -> ControlFlow<()> {
        if self.scratch.pairs.len() >= self.haste.pairs() { self.settle::<H>() } else { ControlFlow::Continue(()) }
    }

    /// Decides the waiting pairs, and tells the visitor of those that meet.
    #[inline(always)]
    fn settle<H: Hardware>(&mut self) -> ControlFlow<()> {
        let [a, b] = [self.sides[0].mesh, self.sides[1].mesh];
        for four in self.scratch.pairs.chunks(4) {
            let (mut left, mut right) = ([[DVec3::ZERO; 3]; 4], [[DVec3::ZERO; 3]; 4]);
            for (x, &(i, j)) in four.iter().enumerate() {
                (left[x], right[x]) = (a.triangle(i as usize), b.triangle(j as usize));
            }
            let (meeting, undecided) = H::run(MeetOrUndecided { a: &left, b: &right, a_from_b: self.a_from_b });
            for (x, &(i, j)) in four.iter().enumerate() {
                self.count.triangle_test();
                let mut meets = meeting >> x & 1 != 0;
                if undecided >> x & 1 != 0 {
                    self.count.exact_test();
                    meets = meet(&left[x], &self.a_from_b.carry_triangle(&right[x])).meets;
                }
                if meets {
                    (self.visit)(i, j)?;
                }
            }
        }
        self.scratch.pairs.clear();
        ControlFlow::Continue(())
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
fn push_lanes(stack: &mut Stack, mut lanes: u32, base: u32, high: u32) {
    while lanes != 0 {
        stack.push(base + lanes.trailing_zeros(), high);
        lanes &= lanes - 1;
    }
}

/// Notes the pairs of one triangle of body `side` with those of the other's block that are left.
#[inline(always)]
fn push_pairs(pairs: &mut Vec<(u32, u32)>, side: usize, id: u32, ids: &[u32; 8], mut lanes: u32) {
    while lanes != 0 {
        let other = ids[lanes.trailing_zeros() as usize];
        pairs.push(if side == 0 { (id, other) } else { (other, id) });
        lanes &= lanes - 1;
    }
}

/// A triangle of `own`, by eight times its block plus its lane, in the frame of `other`.
#[inline(always)]
fn moved_triangle<H: Hardware>(own: &Side, other: &Side, triangle: u32) -> MovedTriangle {
    let (block, lane) = (&own.tree.blocks[(triangle >> 3) as usize], (triangle & 7) as usize);
    let mut moved = [[0.0; 4]; 3];
    for q in 0..3 {
        let [x, y, z] = &block.corners[q];
        other.motion.carry_point::<H>([x[lane], y[lane], z[lane]], &mut moved[q]);
    }
    moved
}
