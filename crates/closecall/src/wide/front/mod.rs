//! The front: every test that the last queries did, with the time until which its outcome is known.
//!
//! A cut through the tree of pairs, kept flat. An entry is what the cold walk has on its stacks: a node and a box, a block and a box,
//! a triangle and a node, a triangle and a block, at last a pair of triangles; or a node and the ball in which the other body can be, however it turns. Its eight lanes are either apart, until the entry's one expiry, or
//! they were handed on, and then they have entries of their own. So every pair of triangles lies under exactly one lane that is apart, or is in the
//! list of pairs. A query looks at the entries that are due, hands on the lanes that are no longer apart, and leaves the rest alone.
//! (Tropp et al. 2006, §2 to §4, with whole nodes instead of pairs, and without going up: the front only sprouts, and is built anew
//! when that has made it dearer than it needs to be. See [`super::warm`].)

mod calm;
mod clock;
mod expiries;
mod list;
mod pairs;
mod planes;
mod update;

use super::frame::Frame;
use super::kernel::Planes;
use super::walk::Side;
use crate::geom::{Pose, Step};
use calm::Calm;
use clock::{Clock, Now};
use list::List;
use pairs::PairList;
pub(super) use update::{Pace, Price, Update};

/// A front that would have more entries is given up: at up to 160 bytes each, a front takes about 40 MB at most.
const MOST_ENTRIES: usize = 1 << 18;

/// What waits for one tree to act, as in the cold walk.
#[derive(Clone, Debug, Default)]
struct Work {
    round: List,
    open: List,
    /// For every entry of `open` the planes that told it apart the last time.
    planes: Vec<Planes>,
    split: List,
    triangles: List,
    sieve: List,
}

impl Work {
    #[inline]
    fn len(&self) -> usize {
        let Self { round, open, split, triangles, sieve, .. } = self;
        round.entries.len() + open.entries.len() + split.entries.len() + triangles.entries.len() + sieve.entries.len()
    }

    fn lists(&self) -> [&List; 5] {
        [&self.round, &self.open, &self.split, &self.triangles, &self.sieve]
    }

    fn lists_mut(&mut self) -> [&mut List; 5] {
        [&mut self.round, &mut self.open, &mut self.split, &mut self.triangles, &mut self.sieve]
    }
}

/// How a front begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Of two volumes the larger gives way, as in the cold walk.
    Plain,
    /// The larger body gives way until its boxes are all out of reach of the other, however that turns. For a body that turns in its socket.
    Round,
}

/// The front of two bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    work: [Work; 2],
    pairs: PairList,
    clock: Option<Clock>,
    /// Nothing is due before this.
    soonest: f64,
    /// Where nothing is, if that is known.
    calm: Option<Calm>,
}

impl Front {
    /// Empty, and at this pose; [`Update`] with fresh roots fills it.
    pub(super) fn restart(&mut self, a: &Frame, b: &Frame, pose: &Pose) {
        self.clear();
        self.clock = Some(Clock::start(a, b, pose));
    }

    pub(super) fn clear(&mut self) {
        for work in &mut self.work {
            work.lists_mut().into_iter().for_each(List::clear);
            work.planes.clear();
        }
        self.pairs.clear();
        (self.clock, self.calm) = (None, None);
    }

    /// Starts with the two roots.
    pub(super) fn plant(&mut self, sides: &[Side; 2], shape: Shape) {
        let roots = [sides[0].tree.place(0), sides[1].tree.place(0)];
        let larger = usize::from(roots[0].size() < sides[0].motion.squared_ratio * roots[1].size());
        let child = roots[larger].child();
        let work = &mut self.work[larger];
        let list = match shape {
            _ if child.is_block() => &mut work.split,
            Shape::Round => &mut work.round,
            Shape::Plain => &mut work.open,
        };
        list.entries.push(child.0, 0);
    }

    /// Goes on to a pose that is a step from the last.
    #[inline]
    pub(super) fn advance(&mut self, pose: &Pose, step: Step) {
        self.calm = None;
        if let Some(clock) = &mut self.clock {
            clock.advance(pose, step);
        }
    }

    /// Is nothing due at a pose that it was not told of? Then it need not be.
    #[inline(always)]
    pub(super) fn is_calm(&self, pose: &Pose) -> bool {
        self.calm.as_ref().is_some_and(|calm| calm.holds(pose))
    }

    /// Nothing is due at the pose that it was last told of, or not any more: until when will that be so? The last step says how the bodies move.
    #[inline]
    pub(super) fn calm_down(&mut self, pose: &Pose, step: Step) {
        if let Some(clock) = &self.clock {
            self.calm = Some(Calm::about(pose, clock, self.soonest - clock.rush_now(), step));
        }
    }

    /// Is there one?
    #[inline]
    pub(super) fn is_planted(&self) -> bool {
        self.clock.is_some()
    }

    /// The time at the pose it was last told of; None before it is planted.
    pub(super) fn now(&self) -> Option<Now> {
        self.clock.map(|clock| clock.now())
    }

    /// Is there anything to look at?
    #[inline]
    pub(super) fn may_be_due(&self) -> bool {
        self.clock.as_ref().is_some_and(|clock| self.soonest <= clock.rush_now())
    }

    /// Everything that is due was looked at.
    #[inline]
    fn finish(&mut self, now: &Now) {
        self.soonest = self.pairs.expiries.soonest();
        for work in &mut self.work {
            for list in work.lists_mut() {
                self.soonest = self.soonest.min(list.expiries.finish(now));
            }
        }
    }

    /// Is it too old to be kept?
    pub(super) fn is_old(&self) -> bool {
        self.clock.is_some_and(|clock| clock.is_old())
    }

    /// Does it take more memory than it may?
    pub(super) fn is_too_large(&self) -> bool {
        self.len() > MOST_ENTRIES
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.work[0].len() + self.work[1].len() + self.pairs.len()
    }

    /// How many bytes it holds.
    pub(super) fn bytes(&self) -> usize {
        let planes = self.work.iter().map(|work| work.planes.capacity() * size_of::<Planes>()).sum::<usize>();
        self.work.iter().flat_map(Work::lists).map(List::bytes).sum::<usize>() + planes + self.pairs.bytes()
    }
}
