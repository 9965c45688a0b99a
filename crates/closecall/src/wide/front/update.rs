//! A warm query: what is due is tested again, and what is no longer apart goes on down, as in the cold walk.

use super::clock::Now;
use super::expiries::{FindDue, Hold};
use super::list::List;
use super::planes::AlongPlanes;
use super::{Front, Work};
use crate::geom::Pose;
use crate::walk::Count;
use crate::wide::kernel::{BlockToBox, BoxToBoxes, BoxesToBall, Planes, TriangleToBlock, TriangleToBoxes};
use crate::wide::leaves::moved_triangle;
use crate::wide::relation::MovedBox;
use crate::wide::simd::{Hardware, Task};
use crate::wide::stack::words;
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
const START: Price = Price { warm: 210, cold: 190 };
const PLANTING: u64 = 300;
const ALONG_PLANES: u64 = 50;
const PAIR: Price = Price { warm: 60, cold: 40 };
const PASS: u64 = 8;

/// How many times `position` a gap between distances from B's centre may be off: twice what the centre is, twice what the box is, and 2·6ε for each of the distances, which are at
/// most 3.5 times the lengths that `position` is 12ε of.
const SHELL: f32 = 12.0;

/// The kinds of work there are.
#[derive(Clone, Copy)]
enum Kind {
    Round,
    Open,
    Split,
    Triangles,
    Sieve,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Round, Self::Open, Self::Split, Self::Triangles, Self::Sieve];

    #[inline(always)]
    fn of(self, work: &mut Work) -> &mut List {
        match self {
            Self::Round => &mut work.round,
            Self::Open => &mut work.open,
            Self::Split => &mut work.split,
            Self::Triangles => &mut work.triangles,
            Self::Sieve => &mut work.sieve,
        }
    }

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
    /// Is there anything that was not looked at yet?
    pub fresh: bool,
    pub count: C,
    pub visit: &'q mut dyn FnMut(u32, u32) -> ControlFlow<()>,
}

impl<C: Count> Task for Update<'_, C> {
    /// What it cost; None if too much is due or there is too much to keep: then nobody was told of anything, and the front is of no use any more.
    type Output = Option<Price>;

    #[inline(always)]
    fn run<H: Hardware>(mut self) -> Option<Price> {
        let planting = self.fresh;
        let mut price = Price { warm: START.warm + self.find_due::<H>(), cold: START.cold };
        if price.warm > self.limit {
            return None;
        }
        for side in [0, 1] {
            for kind in Kind::ALL {
                price.warm += self.look_at_due::<H>(kind, side);
            }
        }
        if planting {
            price.warm += PLANTING;
        }
        if self.fresh {
            self.look_at_new::<H>(&mut price, if planting { self.limit } else { u64::MAX })?;
        }
        let pairs = &mut self.front.pairs;
        let decided = pairs.settle::<H>(self.sides, self.a_from_b, &self.now, &mut self.count, self.visit) as u64;
        self.front.finish(&self.now);
        Some(Price { warm: price.warm + PAIR.warm * decided, cold: price.cold + PAIR.cold * decided })
    }
}

impl<C: Count> Update<'_, C> {
    /// Which entries are due, and what it will cost at least to look at them.
    #[inline(always)]
    fn find_due<H: Hardware>(&mut self) -> u64 {
        let mut price = 0;
        for work in &mut self.front.work {
            for kind in Kind::ALL {
                let expiries = &mut kind.of(work).expiries;
                if !expiries.may_be_due(self.now.rush) {
                    expiries.none_due(&self.now);
                    continue;
                }
                price += expiries.len() as u64 / 16 * PASS;
                H::run(FindDue { expiries, now: &self.now });
                let each = if let Kind::Open = kind { ALONG_PLANES } else { kind.price().warm };
                price += expiries.due.len() as u64 * each;
            }
        }
        price
    }

    /// Looks at what is due; what that cost beyond what was reckoned with.
    #[inline(always)]
    fn look_at_due<H: Hardware>(&mut self, kind: Kind, side: usize) -> u64 {
        let list = kind.of(&mut self.front.work[side]);
        if list.expiries.due.is_empty() {
            return 0;
        }
        let mut due = std::mem::take(&mut list.expiries.due);
        let mut left = due.len();
        if let Kind::Open = kind {
            let work = &mut self.front.work[side];
            (0..due.len()).for_each(|_| self.count.update());
            due.iter().for_each(|&index| count_lanes(&mut self.count, work.open.settled(index as usize)));
            left =
                H::run(AlongPlanes { sides: self.sides, side, work, due: &mut due, now: &self.now, pace: self.pace });
        }
        for &index in &due[..left] {
            self.look_at::<H>(kind, side, index as usize);
        }
        kind.of(&mut self.front.work[side]).expiries.due = due;
        if let Kind::Open = kind { left as u64 * kind.price().warm } else { 0 }
    }

    /// Until there is nothing left that was not looked at; None if the front becomes too large or too dear.
    #[inline(always)]
    fn look_at_new<H: Hardware>(&mut self, price: &mut Price, limit: u64) -> Option<()> {
        loop {
            let before = price.warm;
            for kind in Kind::ALL {
                for side in [0, 1] {
                    loop {
                        let list = kind.of(&mut self.front.work[side]);
                        let index = list.expiries.len();
                        if index == list.entries.len() {
                            break;
                        }
                        self.look_at::<H>(kind, side, index);
                        price.warm += kind.price().warm;
                        price.cold += kind.price().cold;
                    }
                }
            }
            if price.warm == before {
                return Some(());
            }
            if price.warm > limit || self.front.is_too_large() {
                return None;
            }
        }
    }

    #[inline(always)]
    fn look_at<H: Hardware>(&mut self, kind: Kind, side: usize, index: usize) {
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
        kind.of(&mut self.front.work[side]).set(index, settled | hits, hold, &self.now);
        let new = hits & !settled;
        self.fresh |= new != 0;
        new
    }

    /// A node of this tree, and all that the other can be in as it turns.
    #[inline(always)]
    fn round<H: Hardware>(&mut self, side: usize, index: usize) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let list = &self.front.work[side].round;
        let (child, _) = words(list.entries.at(index));
        let (child, settled) = (Child(child), list.settled(index));
        let node = &own.tree.nodes[child.index()];
        let (center, reach) = own.motion.ball_of_other(side);
        let found = BoxesToBall { node, center, reach, slack: own.motion.position * SHELL, settled }.run::<H>();
        let hold = self.now.hold_while_turning(found.least, side);
        let new = self.note((Kind::Round, side, index), settled, found.hits, hold);
        let blocks = node.blocks::<H>();
        let Child(root) = other.tree.place(0).child();
        let on_block = (root as i32 >> 31) as u32;
        let work = &mut self.front.work;
        work[side].round.entries.push_low::<H>(new & !blocks, &node.child, 0);
        work[1 - side].open.entries.push_high::<H>(new & blocks & !on_block, root, child.index() as u32 * 8);
        work[side].split.entries.push_low::<H>(new & blocks & on_block, &node.child, 0);
    }

    /// A node of this tree and a box of the other.
    #[inline(always)]
    fn open<H: Hardware>(&mut self, side: usize, index: usize) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let list = &self.front.work[side].open;
        let (node_child, number) = words(list.entries.at(index));
        let settled = list.settled(index);
        let (child, place) = (Child(node_child), other.tree.place(number));
        let mut moved = MovedBox::ZERO;
        own.motion.carry_box::<H>(place, own.motion.position, &mut moved);
        let arm = own.motion.arm_of_b(&moved, side);
        let work = &mut self.front.work[side];
        if index == work.planes.len() {
            work.planes.push(Planes::NONE);
        }
        let node = &own.tree.nodes[child.index()];
        let planes = &mut work.planes[index];
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
        let work = &mut self.front.work;
        work[side].open.entries.push_low::<H>(new & larger & !blocks, &node.child, number);
        work[1 - side].open.entries.push_high::<H>(new & !larger & !on_block, other, base);
        work[side].split.entries.push_low::<H>(new & blocks & (larger | on_block), &node.child, number);
        work[1 - side].split.entries.push_high::<H>(new & !larger & !blocks & on_block, other, base);
    }

    /// The triangles of a block of this tree, and a box of the other.
    #[inline(always)]
    fn split<H: Hardware>(&mut self, side: usize, index: usize) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let list = &self.front.work[side].split;
        let (block_child, number) = words(list.entries.at(index));
        let (block_index, place) = (Child(block_child).index(), other.tree.place(number));
        let block = &own.tree.blocks[block_index];
        let settled = list.settled(index) | !block.lanes::<H>() & 255;
        let mut moved = MovedBox::ZERO;
        own.motion.carry_box::<H>(place, own.motion.own_triangle, &mut moved);
        let found = H::run(BlockToBox { block, other: &moved, settled });
        let hold = self.now.hold(found.least, own.motion.arm_of_b(&moved, side).longest(), side);
        let new = self.note((Kind::Split, side, index), settled, found.hits, hold);
        let work = &mut self.front.work[side];
        let list = if place.child().is_block() { &mut work.sieve } else { &mut work.triangles };
        push_lanes(&mut list.entries, new, block_index as u32 * 8, place.child().0);
    }

    /// A triangle of this tree, and the boxes of a node of the other.
    #[inline(always)]
    fn triangle<H: Hardware>(&mut self, side: usize, index: usize) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let list = &self.front.work[side].triangles;
        let (triangle, child) = words(list.entries.at(index));
        let settled = list.settled(index);
        let node = &other.tree.nodes[Child(child).index()];
        let moved = moved_triangle::<H>(own, other, triangle);
        let found = H::run(TriangleToBoxes { triangle: &moved, node, slack: other.motion.other_triangle, settled });
        let hold = self.now.hold(found.least, other.motion.reach_from_b(&moved, 1 - side), 1 - side);
        let mut new = self.note((Kind::Triangles, side, index), settled, found.hits, hold);
        let blocks = node.blocks::<H>();
        let work = &mut self.front.work[side];
        while new != 0 {
            let lane = new.trailing_zeros();
            let list = if blocks >> lane & 1 != 0 { &mut work.sieve } else { &mut work.triangles };
            list.entries.push(triangle, node.child[lane as usize]);
            new &= new - 1;
        }
    }

    /// A triangle of this tree, and those of a block of the other.
    #[inline(always)]
    fn sieve<H: Hardware>(&mut self, side: usize, index: usize) {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        let list = &self.front.work[side].sieve;
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
