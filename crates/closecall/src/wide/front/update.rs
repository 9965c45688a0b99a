//! A warm query: what is due is tested again, and what is no longer apart goes on down, as in the cold walk.

use super::clock::Now;
use super::expiries::{FindDue, Hold};
use super::planes::AlongPlanes;
use super::{Front, Kind, Which, bits};
use crate::cost::Count;
use crate::geom::Pose;
use crate::wide::kernel::{BlockToBox, BoxToBoxes, BoxesToBall, Planes, TriangleToBlock, TriangleToBoxes};
use crate::wide::leaves::moved_triangle;
use crate::wide::relation::MovedBox;
use crate::wide::simd::{Hardware, Task};
use crate::wide::stack::{Stack, words};
use crate::wide::tree::Child;
use crate::wide::walk::{Side, push_lanes};
use std::ops::ControlFlow;

/// What a query costs: a count of tests, weighted by about the nanoseconds they take, so that choices made from it repeat. Warm ones weigh more than they take in
/// a long run of their kind, because there are few of a kind in a short query. (Of the weights that were tried on four flights, these lost least where steps are large.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::wide) struct Price {
    /// On the front.
    pub warm: u64,
    /// What the same tests would have cost the cold walk. Only right for a front that is being planted.
    pub cold: u64,
}

/// The price of getting ready, warm and cold; what planting adds to that; of a look along planes; of a pair, warm and cold; and of passing over sixteen entries
/// that are not due.
const START: Price = Price { warm: 210, cold: 200 };
const PLANTING: u64 = 300;
const ALONG_PLANES: u64 = 50;
const PAIR: Price = Price { warm: 60, cold: 40 };
const PASS: u64 = 8;

/// How many times `position` a gap between distances from B's centre may be off: twice what the centre is, twice what the box is, and 2·6ε for each of the distances, which are at
/// most 3.5 times the lengths that `position` is 12ε of.
pub(super) const ROUND: f32 = 12.0;

impl Kind {
    /// The price of one entry.
    fn price(self) -> Price {
        match self {
            Self::Round => Price { warm: 40, cold: 0 },
            Self::Open => Price { warm: 150, cold: 34 },
            Self::Split => Price { warm: 120, cold: 45 },
            Self::Triangles => Price { warm: 150, cold: 60 },
            Self::Sieve => Price { warm: 180, cold: 60 },
        }
    }
}

/// How fast the body is, in the units of each body's frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct Pace {
    pub shift: [f32; 2],
    pub turn: f32,
}

impl Pace {
    /// A margin that is worth keeping an axis for: one that lasts for an eighth of a step. (To look for a better axis costs three times as much as to look
    /// along this one again, and mostly finds none.)
    #[inline(always)]
    pub(super) fn used(&self, lever: f32, side: usize) -> f32 {
        0.125 * (self.shift[side] + self.turn * lever)
    }
}

/// A warm query under way. The front's clock stands at `a_from_b`.
pub(in crate::wide) struct Update<'q, C> {
    /// The bodies, and the maps between them if boxes are to be looked at.
    pub sides: &'q [Side<'q>; 2],
    pub a_from_b: &'q Pose,
    pub front: &'q mut Front,
    pub now: Now,
    /// What may be spent on entries that are due, or on planting.
    pub limit: u64,
    pub pace: Pace,
    /// A bit for every list with entries that were not looked at yet.
    pub fresh: u32,
    pub count: C,
    pub visit: &'q mut dyn FnMut(u32, u32) -> ControlFlow<()>,
}

impl<C: Count> Task for Update<'_, C> {
    /// What it cost; None if too much is due or there is too much to keep: then nobody was told of anything, and the front is of no use any more.
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
            price.warm += self.look_at_due::<H>(Which::of(number));
        }
        let mut limit = u64::MAX;
        if planting {
            price.warm += PLANTING;
            limit = self.limit;
        }
        let touched = self.look_at_new::<H>(&mut price, limit)?;
        let pairs = &mut self.front.pairs;
        let decided = pairs.settle::<H>(self.sides, self.a_from_b, &self.now, &mut self.count, self.visit) as u64;
        self.front.finish(&self.now, due, touched);
        Some(Price { warm: price.warm + PAIR.warm * decided, cold: price.cold + PAIR.cold * decided })
    }
}

impl<C: Count> Update<'_, C> {
    /// Which entries of these lists are due, and what it will cost at least to look at them.
    #[inline(always)]
    fn find_due<H: Hardware>(&mut self, due: u32) -> u64 {
        let mut price = 0;
        for number in bits(due) {
            let expiries = &mut self.front.lists[number].expiries;
            price += expiries.len() as u64 / 16 * PASS;
            H::run(FindDue { expiries, now: &self.now });
            let kind = Which::of(number).kind;
            let each = if let Kind::Open = kind { ALONG_PLANES } else { kind.price().warm };
            price += expiries.due.len() as u64 * each;
        }
        price
    }

    /// Looks at what is due; what that cost beyond what was reckoned with.
    #[inline(always)]
    fn look_at_due<H: Hardware>(&mut self, which: Which) -> u64 {
        let list = self.front.list(which);
        let mut due = std::mem::take(&mut list.expiries.due);
        let (mut left, mut price) = (due.len(), 0);
        if let Kind::Open = which.kind {
            (0..due.len()).for_each(|_| self.count.update());
            due.iter().for_each(|&index| count_lanes(&mut self.count, list.settled(index as usize)));
            let Self { sides, front, now, pace, .. } = self;
            let Front { lists, planes, .. } = &mut **front;
            let (list, planes) = (&mut lists[which.number()], &planes[which.side]);
            left = H::run(AlongPlanes { sides, side: which.side, list, planes, due: &mut due, now, pace: *pace });
            price = left as u64 * which.kind.price().warm;
        }
        for &index in &due[..left] {
            self.look_at::<H>(which, index as usize);
        }
        self.front.list(which).expiries.due = due;
        price
    }

    /// Until there is nothing left that was not looked at: in which lists there was; None if the front becomes too large or too dear.
    #[inline(always)]
    fn look_at_new<H: Hardware>(&mut self, price: &mut Price, limit: u64) -> Option<u32> {
        let mut touched = 0;
        while self.fresh != 0 {
            let number = self.fresh.trailing_zeros() as usize;
            touched |= 1 << number;
            let which = Which::of(number);
            let each = which.kind.price();
            while let list = self.front.list(which)
                && list.expiries.len() < list.entries.len()
            {
                let index = list.expiries.len();
                self.look_at::<H>(which, index);
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
    fn look_at<H: Hardware>(&mut self, Which { kind, side }: Which, index: usize) {
        self.count.update();
        match kind {
            Kind::Round => self.round::<H>(side, index),
            Kind::Open => self.open::<H>(side, index),
            Kind::Split => self.split::<H>(side, index),
            Kind::Triangles => self.triangle::<H>(side, index),
            Kind::Sieve => self.sieve::<H>(side, index),
        }
    }

    /// Notes what was found of an entry; the lanes that are to be handed on.
    #[inline(always)]
    fn note(&mut self, (kind, side, index): (Kind, usize, usize), settled: u32, hits: u32, hold: Hold) -> u32 {
        count_lanes(&mut self.count, settled);
        self.front.list(Which { kind, side }).set(index, settled | hits, hold, &self.now);
        hits & !settled
    }

    /// The entries of a list, to which these lanes are handed on.
    #[inline(always)]
    fn entries(&mut self, kind: Kind, side: usize, lanes: u32) -> &mut Stack {
        let which = Which { kind, side };
        self.fresh |= u32::from(lanes != 0) << which.number();
        &mut self.front.list(which).entries
    }

    /// A node of this tree, and all that the other can be in as it turns.
    #[inline(always)]
    fn round<H: Hardware>(&mut self, side: usize, index: usize) {
        let sides = self.sides;
        let (own, other) = (&sides[side], &sides[1 - side]);
        let list = self.front.list(Which { kind: Kind::Round, side });
        let (child, _) = words(list.entries.at(index));
        let (child, settled) = (Child(child), list.settled(index));
        let node = &own.tree.nodes[child.index()];
        let (center, reach) = own.motion.ball_of_other(side);
        let found = BoxesToBall { node, center, reach, slack: own.motion.position * ROUND, settled }.run::<H>();
        let hold = self.now.hold_while_turning(found.least, side);
        let new = self.note((Kind::Round, side, index), settled, found.hits, hold);
        let blocks = node.blocks::<H>();
        let Child(root) = other.tree.place(0).child();
        let on_block = (root as i32 >> 31) as u32;
        let (again, on, split) = (new & !blocks, new & blocks & !on_block, new & blocks & on_block);
        self.entries(Kind::Round, side, again).push_low::<H>(again, &node.child, 0);
        self.entries(Kind::Open, 1 - side, on).push_high::<H>(on, root, child.index() as u32 * 8);
        self.entries(Kind::Split, side, split).push_low::<H>(split, &node.child, 0);
    }

    /// A node of this tree and a box of the other.
    #[inline(always)]
    fn open<H: Hardware>(&mut self, side: usize, index: usize) {
        let sides = self.sides;
        let (own, other) = (&sides[side], &sides[1 - side]);
        let list = self.front.list(Which { kind: Kind::Open, side });
        let (node_child, number) = words(list.entries.at(index));
        let settled = list.settled(index);
        let (child, place) = (Child(node_child), other.tree.place(number));
        let mut moved = MovedBox::ZERO;
        own.motion.carry_box::<H>(place, own.motion.position, &mut moved);
        let arm = own.motion.arm_of_b(&moved, side);
        let node = &own.tree.nodes[child.index()];
        let planes = &mut self.front.planes[side];
        if index == planes.len() {
            planes.push(Planes::NONE);
        }
        let planes = &mut planes[index];
        let found = BoxToBoxes { node, other: &moved, arm: &arm, settled, planes }.run::<H>();
        let hold = self.now.hold(found.least, found.lever, side);
        let new = self.note((Kind::Open, side, index), settled, found.hits, hold);
        if new == 0 {
            return;
        }
        let larger = node.at_least::<H>(own.motion.squared_ratio * place.size());
        let blocks = node.blocks::<H>();
        let base = child.index() as u32 * 8;
        let Child(other) = place.child();
        let on_block = (other as i32 >> 31) as u32;
        let (opened, others) = (new & larger & !blocks, new & !larger & !on_block);
        self.entries(Kind::Open, side, opened).push_low::<H>(opened, &node.child, number);
        self.entries(Kind::Open, 1 - side, others).push_high::<H>(others, other, base);
        let (split, others) = (new & blocks & (larger | on_block), new & !larger & !blocks & on_block);
        self.entries(Kind::Split, side, split).push_low::<H>(split, &node.child, number);
        self.entries(Kind::Split, 1 - side, others).push_high::<H>(others, other, base);
    }

    /// The triangles of a block of this tree, and a box of the other.
    #[inline(always)]
    fn split<H: Hardware>(&mut self, side: usize, index: usize) {
        let sides = self.sides;
        let (own, other) = (&sides[side], &sides[1 - side]);
        let list = self.front.list(Which { kind: Kind::Split, side });
        let (block_child, number) = words(list.entries.at(index));
        let (block_index, place) = (Child(block_child).index(), other.tree.place(number));
        let block = &own.tree.blocks[block_index];
        let settled = list.settled(index) | !block.lanes::<H>() & 255;
        let mut moved = MovedBox::ZERO;
        own.motion.carry_box::<H>(place, own.motion.own_triangle, &mut moved);
        let found = H::run(BlockToBox { block, other: &moved, settled });
        let hold = self.now.hold(found.least, own.motion.arm_of_b(&moved, side).longest(), side);
        let new = self.note((Kind::Split, side, index), settled, found.hits, hold);
        let kind = if place.child().is_block() { Kind::Sieve } else { Kind::Triangles };
        push_lanes(self.entries(kind, side, new), new, block_index as u32 * 8, place.child().0);
    }

    /// A triangle of this tree, and the boxes of a node of the other.
    #[inline(always)]
    fn triangle<H: Hardware>(&mut self, side: usize, index: usize) {
        let sides = self.sides;
        let (own, other) = (&sides[side], &sides[1 - side]);
        let list = self.front.list(Which { kind: Kind::Triangles, side });
        let (triangle, child) = words(list.entries.at(index));
        let settled = list.settled(index);
        let node = &other.tree.nodes[Child(child).index()];
        let moved = moved_triangle::<H>(own, other, triangle);
        let found = H::run(TriangleToBoxes { triangle: &moved, node, slack: other.motion.other_triangle, settled });
        let hold = self.now.hold(found.least, other.motion.reach_from_b(&moved, 1 - side), 1 - side);
        let mut new = self.note((Kind::Triangles, side, index), settled, found.hits, hold);
        let blocks = node.blocks::<H>();
        while new != 0 {
            let lane = new.trailing_zeros();
            let kind = if blocks >> lane & 1 != 0 { Kind::Sieve } else { Kind::Triangles };
            self.entries(kind, side, new).push(triangle, node.child[lane as usize]);
            new &= new - 1;
        }
    }

    /// A triangle of this tree, and those of a block of the other.
    #[inline(always)]
    fn sieve<H: Hardware>(&mut self, side: usize, index: usize) {
        let sides = self.sides;
        let (own, other) = (&sides[side], &sides[1 - side]);
        let list = self.front.list(Which { kind: Kind::Sieve, side });
        let (triangle, child) = words(list.entries.at(index));
        let block = &other.tree.blocks[Child(child).index()];
        let settled = list.settled(index) | !block.lanes::<H>() & 255;
        let moved = moved_triangle::<H>(own, other, triangle);
        let found = H::run(TriangleToBlock { triangle: &moved, block, slack: other.motion.pair, settled });
        let hold = self.now.hold(found.least, other.motion.reach_from_b(&moved, 1 - side), 1 - side);
        let mut new = self.note((Kind::Sieve, side, index), settled, found.hits, hold);
        let id = own.tree.blocks[(triangle >> 3) as usize].ids[(triangle & 7) as usize];
        while new != 0 {
            let other = block.ids[new.trailing_zeros() as usize];
            self.front.pairs.ids.push(if side == 0 { (id, other) } else { (other, id) });
            new &= new - 1;
        }
    }
}

/// Counts the tests of all lanes that are not settled.
#[inline(always)]
fn count_lanes(count: &mut impl Count, settled: u32) {
    (0..8 - settled.count_ones()).for_each(|_| count.volume_test());
}
