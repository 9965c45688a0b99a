//! The front: every test that the last queries did, with the time until which its outcome is known.
//!
//! A cut through the tree of pairs, kept flat. An entry is what the cold walk has on its stacks: a node and a box, a block and a box,
//! a triangle and a node, a triangle and a block, at last a pair of triangles. Its eight lanes are either apart, until the entry's one expiry, or
//! they were handed on, and then they have entries of their own. So every pair of triangles lies under exactly one lane that is apart, or is in the
//! list of pairs. A query looks at the entries that are due, hands on the lanes that are no longer apart, and leaves the rest alone.
//! (Tropp et al. 2006, §2 to §4, with whole nodes instead of pairs, and without going up: the front only sprouts, and is built anew
//! when that has made it dearer than it needs to be. See [`super::warm`].)

mod clock;
mod list;
mod pairs;
mod update;

use super::frame::Frame;
use super::walk::Side;
use crate::geom::Pose;
use clock::Clock;
use list::List;
use pairs::PairList;
pub(super) use update::{Price, Update};

/// What waits for one tree to act, as in the cold walk.
#[derive(Clone, Debug, Default)]
struct Work {
    open: List,
    split: List,
    triangles: List,
    sieve: List,
}

impl Work {
    fn lists(&self) -> [&List; 4] {
        [&self.open, &self.split, &self.triangles, &self.sieve]
    }

    fn lists_mut(&mut self) -> [&mut List; 4] {
        [&mut self.open, &mut self.split, &mut self.triangles, &mut self.sieve]
    }
}

/// The front of two bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    work: [Work; 2],
    pairs: PairList,
    clock: Option<Clock>,
}

impl Front {
    /// Empty, and at this pose; [`Update`] with fresh roots fills it.
    pub(super) fn restart(&mut self, a: &Frame, b: &Frame, pose: &Pose) {
        self.clear();
        self.clock = Some(Clock::start(a, b, pose));
    }

    pub(super) fn clear(&mut self) {
        self.work.iter_mut().flat_map(Work::lists_mut).for_each(List::clear);
        self.pairs.clear();
        self.clock = None;
    }

    /// Starts with the two roots.
    pub(super) fn plant(&mut self, sides: &[Side; 2]) {
        let roots = [sides[0].tree.place(0), sides[1].tree.place(0)];
        let larger = usize::from(roots[0].size() < sides[0].motion.squared_ratio * roots[1].size());
        let child = roots[larger].child();
        let work = &mut self.work[larger];
        let list = if child.is_block() { &mut work.split } else { &mut work.open };
        list.entries.push(child.0, 0);
    }

    /// Goes on to a pose that is so far from the last.
    #[inline]
    pub(super) fn advance(&mut self, pose: &Pose, motion: f64) {
        if let Some(clock) = &mut self.clock {
            clock.advance(pose, motion);
        }
    }

    /// Is there one?
    #[inline]
    pub(super) fn is_planted(&self) -> bool {
        self.clock.is_some()
    }

    /// Is there anything to look at?
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.are_boxes_due() || self.clock.is_some_and(|clock| self.pairs.soonest() <= clock.now())
    }

    /// Is there anything to look at that needs the trees?
    #[inline]
    pub(super) fn are_boxes_due(&self) -> bool {
        let Some(clock) = self.clock else { return false };
        let now = clock.now();
        self.work.iter().flat_map(Work::lists).any(|list| list.soonest <= now)
    }

    pub(super) fn is_worn_out(&self) -> bool {
        self.clock.is_some_and(|clock| clock.is_worn_out())
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.work.iter().flat_map(Work::lists).map(|list| list.entries.len()).sum::<usize>() + self.pairs.len()
    }

    /// How many bytes it holds.
    pub(super) fn bytes(&self) -> usize {
        self.work.iter().flat_map(Work::lists).map(List::bytes).sum::<usize>() + self.pairs.bytes()
    }
}
