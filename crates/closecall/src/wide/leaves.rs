//! The walk below the level of nodes: blocks, triangles, and the pairs that may meet.

use super::kernel::{BlockAgainstBox, MeetOrUndecided, TriangleAgainstBlock, TriangleAgainstBoxes};
use super::relation::{MovedBox, MovedTriangle};
use super::simd::Hardware;
use super::stack::Stack;
use super::tree::Child;
use super::walk::{Side, Walk, push_lanes};
use crate::cost::Count;
use crate::geom::DVec3;
use crate::geom::exact::meet;
use std::ops::ControlFlow;

impl<C: Count> Walk<'_, C> {
    /// Works off everything below the level of nodes.
    #[inline(always)]
    pub(super) fn work_off<H: Hardware>(&mut self) -> ControlFlow<()> {
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
    pub(super) fn settle<H: Hardware>(&mut self) -> ControlFlow<()> {
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
pub(super) fn moved_triangle<H: Hardware>(own: &Side, other: &Side, triangle: u32) -> MovedTriangle {
    let (block, lane) = (&own.tree.blocks[(triangle >> 3) as usize], (triangle & 7) as usize);
    let mut moved = [[0.0; 4]; 3];
    for (moved, [x, y, z]) in moved.iter_mut().zip(&block.corners) {
        other.motion.carry_point::<H>([x[lane], y[lane], z[lane]], moved);
    }
    moved
}
