//! A warm query: what is due is tested again, and what is no longer apart goes on down, as in the
//! cold walk.

use super::clock::Now;
use super::expiries::{Expiry, FindDue};
use super::planes::AlongPlanes;
use super::{Front, ListId, bits};
use crate::cost::Count;
use crate::geom::{Clearance, Pose};
use crate::wide::costs::{self, ALONG_PLANES, PAIR, PASS, PLANTING, Price, START};
use crate::wide::kernel::{
    BlockVsBox, Margins, NodeVsBall, NodeVsBox, NodeVsBoxPlanes, Planes, TriangleVsBlock,
    TriangleVsNode,
};
use crate::wide::simd::{Hardware, Task};
use crate::wide::stack::{Stack, words};
use crate::wide::step::{
    self, BlockAndBox, NodeAndBox, Sink, TreeSide, TriangleAndBlock, TriangleAndNode, WorkKind,
};
use crate::wide::tree::Child;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The error of a gap between distances from B's centre, as a multiple of `position`: twice what
/// the centre is, twice what the box is, and 2·6ε for each of the distances, which are at most 3.5
/// times the lengths that `position` is 12ε of.
pub(super) const ROUND: f32 = 12.0;

/// The speed of the body, in the units of each body's frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct MotionPace {
    pub shift: [f32; 2],
    pub turn: f32,
}

impl MotionPace {
    /// A margin that is worth keeping an axis for: one that lasts for an eighth of a step. (To look
    /// for a better axis costs three times as much as to look along this one again, and mostly
    /// finds none.)
    #[inline(always)]
    pub(super) fn used(&self, lever: f32, side: usize) -> f32 {
        0.125 * (self.shift[side] + self.turn * lever)
    }
}

/// A warm query under way. The front's clock stands at `a_from_b`.
pub(in crate::wide) struct Update<'q, C> {
    /// The bodies, and the maps between them if boxes are to be looked at.
    pub sides: &'q [TreeSide<'q>; 2],
    pub a_from_b: &'q Pose,
    /// Bodies no further apart than this count as touching: the slack of the maps includes it.
    pub clearance: Clearance,
    pub front: &'q mut Front,
    pub now: Now,
    /// The limit of the cost of entries that are due, or of planting.
    pub limit: u64,
    pub pace: MotionPace,
    /// A bit for every list with entries that were not looked at yet.
    pub fresh: u32,
    pub count: C,
    pub visit: &'q mut dyn FnMut(u32, u32) -> ControlFlow<()>,
}

impl<C: Count> Task for Update<'_, C> {
    /// The cost; None if too much is due or there is too much to keep: then nothing was
    /// reported, and the front is of no use any more.
    type Output = Option<Price>;

    #[inline(always)]
    fn run<H: Hardware>(mut self) -> Option<Price> {
        let planting = self.fresh != 0;
        let due = self.front.may_have_due(&self.now);
        let mut price = Price { warm: START.warm + self.find_due::<H>(due), cold: START.cold };
        if price.warm > self.limit {
            return None;
        }
        for number in bits(due) {
            price.warm += self.look_at_due::<H>(ListId::from_number(number));
        }
        let mut limit = u64::MAX;
        if planting {
            price.warm += PLANTING;
            limit = self.limit;
        }
        let touched = self.look_at_new::<H>(&mut price, limit)?;
        let pairs = &mut self.front.pairs;
        let decided = pairs.settle::<H>(
            self.sides,
            (self.a_from_b, self.clearance),
            &self.now,
            &mut self.count,
            self.visit,
        ) as u64;
        self.front.finish(&self.now, due, touched);
        Some(Price {
            warm: price.warm + PAIR.warm * decided,
            cold: price.cold + PAIR.cold * decided,
        })
    }
}

impl<C: Count> Update<'_, C> {
    /// Finds the entries of these lists that are due, and returns the least cost of looking at
    /// them.
    #[inline(always)]
    fn find_due<H: Hardware>(&mut self, due: u32) -> u64 {
        let mut price = 0;
        for number in bits(due) {
            let expiries = &mut self.front.lists[number].expiries;
            price += expiries.len() as u64 / 16 * PASS;
            H::run(FindDue { expiries, now: &self.now });
            let kind = ListId::from_number(number).kind();
            let along = kind == Some(WorkKind::NodeVsBox) && !self.front.ignores_axes;
            let each = if along { ALONG_PLANES } else { costs::entry(kind).warm };
            price += expiries.due.len() as u64 * each;
        }
        price
    }

    /// Looks at what is due; what that cost beyond what was reckoned with.
    #[inline(always)]
    fn look_at_due<H: Hardware>(&mut self, id: ListId) -> u64 {
        let mut due = std::mem::take(&mut self.front.list(id).expiries.due);
        let (mut left, mut price) = (due.len(), 0);
        if id.kind() == Some(WorkKind::NodeVsBox) && !self.front.ignores_axes {
            let list = self.front.list(id);
            (0..due.len()).for_each(|_| self.count.update());
            due.iter()
                .for_each(|&index| count_lanes(&mut self.count, list.settled(index as usize)));
            let Self { sides, front, now, pace, .. } = self;
            let Front { lists, planes, .. } = &mut **front;
            let (list, planes) = (&mut lists[id.number()], &planes[id.side()]);
            left = H::run(AlongPlanes {
                sides,
                side: id.side(),
                list,
                planes,
                due: &mut due,
                now,
                pace: *pace,
            });
            price = left as u64 * costs::entry(id.kind()).warm;
        }
        for &index in &due[..left] {
            self.look_at::<H>(id, index as usize);
        }
        self.front.list(id).expiries.due = due;
        price
    }

    /// Until there is nothing left that was not looked at: in which lists there was; None if the
    /// front becomes too large or too dear.
    #[inline(always)]
    fn look_at_new<H: Hardware>(&mut self, price: &mut Price, limit: u64) -> Option<u32> {
        let mut touched = 0;
        while self.fresh != 0 {
            let number = self.fresh.trailing_zeros() as usize;
            touched |= 1 << number;
            let id = ListId::from_number(number);
            let each = costs::entry(id.kind());
            while let list = self.front.list(id)
                && list.expiries.len() < list.entries.len()
            {
                let index = list.expiries.len();
                self.look_at::<H>(id, index);
                price.warm += each.warm;
                price.cold += each.cold;
            }
            self.fresh &= !(1 << number);
            if price.warm > limit || self.front.is_too_large() {
                return None;
            }
        }
        Some(touched)
    }

    #[inline(always)]
    fn look_at<H: Hardware>(&mut self, id: ListId, index: usize) {
        self.count.update();
        let (side, sides) = (id.side(), self.sides);
        let entry = words(self.front.list(id).entries.at(index));
        match id.kind() {
            None => self.node_vs_ball::<H>(side, Child(entry.0), index),
            Some(WorkKind::NodeVsBox) => {
                let lanes = step::test_node_vs_box::<H, _>(self, sides, side, entry, index);
                if lanes != 0 {
                    step::route_node_vs_box::<H, _>(self, sides, side, entry, lanes);
                }
            }
            Some(WorkKind::BlockVsBox) => {
                step::block_vs_box::<H, _>(self, sides, side, entry, index)
            }
            Some(WorkKind::TriangleVsNode) => {
                step::triangle_vs_node::<H, _>(self, sides, side, entry, index)
            }
            Some(WorkKind::TriangleVsBlock | WorkKind::BlockVsBlock) => {
                step::triangle_vs_block::<H, _>(self, sides, side, entry, index);
            }
        }
    }

    /// Notes what was found of an entry; the lanes that are to be handed on.
    #[inline(always)]
    fn note(&mut self, id: ListId, index: usize, settled: u32, hits: u32, expiry: Expiry) -> u32 {
        count_lanes(&mut self.count, settled);
        self.front.list(id).set(index, settled | hits, expiry, &self.now);
        hits & !settled
    }

    /// The entries of a list, to which these lanes are handed on.
    #[inline(always)]
    fn entries(&mut self, id: ListId, lanes: u32) -> &mut Stack {
        self.fresh |= u32::from(lanes != 0) << id.number();
        &mut self.front.list(id).entries
    }

    /// A node of this tree, and all that the other can be in as it turns.
    #[inline(always)]
    fn node_vs_ball<H: Hardware>(&mut self, side: usize, child: Child, index: usize) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let id = ListId::of_balls(side);
        let settled = self.front.list(id).settled(index);
        let node = &own.tree.nodes[child.index()];
        let (center, reach) = own.map.ball_of_other(side);
        let slack = own.map.position * ROUND + own.map.clearance;
        let found = NodeVsBall { node, center, reach, slack, settled }.run::<H>();
        let expiry = self.now.expiry_while_turning(found.least, side);
        let new = self.note(id, index, settled, found.hits, expiry);
        let blocks = node.blocks::<H>();
        let Child(root) = other.tree.place(0).child();
        let on_block = (root as i32 >> 31) as u32;
        let (again, on, split) = (new & !blocks, new & blocks & !on_block, new & blocks & on_block);
        self.entries(id, again).push_low::<H>(again, &node.child, 0);
        self.push_high::<H>(WorkKind::NodeVsBox, 1 - side, on, root, child.index() as u32 * 8);
        self.push_low::<H>(WorkKind::BlockVsBox, side, split, &node.child, 0);
    }
}

/// The front wants to know how far lanes are apart, and keeps that with the entry.
impl<C: Count> Sink for Update<'_, C> {
    const PAIRS_OF_BLOCKS: bool = false;
    const SPLITS_BLOCKS: bool = true;
    /// The place in its list.
    type Entry = usize;

    #[inline(always)]
    fn node_vs_box<H: Hardware>(&mut self, index: usize, test: &NodeAndBox) -> u32 {
        let &NodeAndBox { side, map, node, aligned, moved } = test;
        let id = ListId::of(WorkKind::NodeVsBox, side);
        let settled = self.front.list(id).settled(index);
        let arm = map.arm_of_b(moved, side);
        let planes = &mut self.front.planes[side];
        if index == planes.len() {
            planes.push(Planes::NONE);
        }
        let boxes = NodeVsBox { node, aligned, other: moved };
        let found =
            NodeVsBoxPlanes { boxes, arm: &arm, settled, planes: &mut planes[index] }.run::<H>();
        let expiry = self.now.expiry(found.least, found.lever, side);
        self.note(id, index, settled, found.hits, expiry)
    }

    #[inline(always)]
    fn block_vs_box<H: Hardware>(&mut self, index: usize, test: &BlockAndBox) -> u32 {
        let &BlockAndBox { side, map, block, moved } = test;
        let id = ListId::of(WorkKind::BlockVsBox, side);
        let settled = self.front.list(id).settled(index) | !block.lanes::<H>() & 255;
        let found: Margins = H::run(BlockVsBox { block, other: moved, settled, want: PhantomData });
        let expiry = self.now.expiry(found.least, map.arm_of_b(moved, side).longest(), side);
        self.note(id, index, settled, found.hits, expiry)
    }

    #[inline(always)]
    fn triangle_vs_node<H: Hardware>(&mut self, index: usize, test: &TriangleAndNode) -> u32 {
        let &TriangleAndNode { side, map, moved, node } = test;
        let id = ListId::of(WorkKind::TriangleVsNode, side);
        let (settled, slack) = (self.front.list(id).settled(index), map.other_triangle);
        let found: Margins =
            H::run(TriangleVsNode { triangle: moved, node, slack, settled, want: PhantomData });
        let expiry = self.now.expiry(found.least, map.reach_from_b(moved, 1 - side), 1 - side);
        self.note(id, index, settled, found.hits, expiry)
    }

    #[inline(always)]
    fn triangle_vs_block<H: Hardware>(&mut self, index: usize, test: &TriangleAndBlock) -> u32 {
        let &TriangleAndBlock { side, map, moved, block, lanes, .. } = test;
        let id = ListId::of(WorkKind::TriangleVsBlock, side);
        let (settled, slack) = (self.front.list(id).settled(index) | !lanes & 255, map.pair);
        let found: Margins =
            H::run(TriangleVsBlock { triangle: moved, block, slack, settled, want: PhantomData });
        let expiry = self.now.expiry(found.least, map.reach_from_b(moved, 1 - side), 1 - side);
        self.note(id, index, settled, found.hits, expiry)
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
        self.entries(ListId::of(kind, side), lanes).push_low::<H>(lanes, low, high);
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
        self.entries(ListId::of(kind, side), lanes).push_high::<H>(lanes, low, base);
    }

    #[inline(always)]
    fn push_lanes(&mut self, kind: WorkKind, side: usize, lanes: u32, base: u32, high: u32) {
        self.entries(ListId::of(kind, side), lanes).push_lanes(lanes, base, high);
    }

    #[inline(always)]
    fn push_pairs(&mut self, side: usize, id: u32, lanes: u32, ids: &[u32; 8]) {
        step::list_pairs(&mut self.front.pairs.ids, side, id, lanes, ids);
    }
}

/// Counts the tests of all lanes that are not settled.
#[inline(always)]
fn count_lanes(count: &mut impl Count, settled: u32) {
    (0..8 - settled.count_ones()).for_each(|_| count.volume_test());
}
