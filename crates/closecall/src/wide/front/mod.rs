//! The front: every test that the last queries did, with the time until which its outcome is known.
//!
//! A cut through the tree of pairs, kept flat. An entry is what the cold walk has on its stacks: a
//! node and a box, a block and a box, a triangle and a node, a triangle and a block, at last a pair
//! of triangles; or a node and the ball in which the other body can be, however it turns. Its eight
//! lanes are either apart, until the entry's one expiry, or they were handed on, and then they have
//! entries of their own. So every pair of triangles lies under exactly one lane that is apart, or
//! is in the list of pairs. A query looks at the entries that are due, hands on the lanes that are
//! no longer apart, and leaves the rest alone. (Tropp et al. 2006, §2 to §4, with whole nodes
//! instead of pairs, and without going up: the front only sprouts, and is built anew when that has
//! made it dearer than it needs to be. See [`super::warm`].)

mod calm;
mod clock;
mod expiries;
mod list;
mod pairs;
mod planes;
#[cfg(test)]
mod tests;
mod update;

use super::frame::Frame;
use super::kernel::Planes;
use super::step::{self, TreeSide, WorkKind};
use crate::geom::{Clearance, Pose, Step};
use calm::Calm;
use clock::{Clock, Now};
use list::List;
use pairs::PairList;
pub(super) use update::{MotionPace, Update};

/// A front that would have more entries is given up: at up to 180 bytes each, a front takes about
/// 50 MB at most.
const MOST_ENTRIES: usize = 1 << 18;

/// The list that an entry is in: its kind of work, and the body whose node, block or triangle it
/// names first. A node and a ball is a kind of its own.
#[derive(Clone, Copy, Debug)]
struct ListId(usize);

/// A list of every kind for each body. Two blocks are a block and a box here.
const LISTS: usize = 10;

impl ListId {
    /// The index of a list in arrays. A list comes before those of other kinds that it hands on to.
    #[inline(always)]
    fn number(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn from_number(number: usize) -> Self {
        Self(number)
    }

    #[inline(always)]
    fn of(kind: WorkKind, side: usize) -> Self {
        Self(2 + kind as usize * 2 + side)
    }

    #[inline(always)]
    fn of_balls(side: usize) -> Self {
        Self(side)
    }

    #[inline(always)]
    fn side(self) -> usize {
        self.0 % 2
    }

    /// None is a node and a ball.
    #[inline(always)]
    fn kind(self) -> Option<WorkKind> {
        const KINDS: [Option<WorkKind>; LISTS / 2] = [
            None,
            Some(WorkKind::NodeVsBox),
            Some(WorkKind::BlockVsBox),
            Some(WorkKind::TriangleVsNode),
            Some(WorkKind::TriangleVsBlock),
        ];
        KINDS[self.0 / 2]
    }
}

/// The kind of beginning of a front.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Of two volumes the larger gives way, as in the cold walk.
    Plain,
    /// The larger body gives way until its boxes are all out of reach of the other, however that
    /// turns. For a body that turns in its socket.
    Round,
}

/// The front of two bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    lists: [List; LISTS],
    /// Nothing in a list is due before this, on the sum of rush.
    soonest: [f64; LISTS],
    /// For every entry of the two open lists the planes that told it apart the last time.
    planes: [Vec<Planes>; 2],
    /// The axes of those planes are not tried: to measure what they gain.
    pub(super) ignores_axes: bool,
    pairs: PairList,
    clock: Option<Clock>,
    /// The region around the last pose in which no entry is due, if it is known.
    calm: Option<Calm>,
}

impl Front {
    /// Empty, and at this pose; [`Update`] with fresh roots fills it.
    pub(super) fn restart(&mut self, a: &Frame, b: &Frame, pose: &Pose, clearance: Clearance) {
        self.clear();
        self.clock = Some(Clock::start(a, b, pose, clearance));
    }

    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(List::clear);
        self.soonest = [f64::INFINITY; LISTS];
        self.planes.iter_mut().for_each(Vec::clear);
        self.pairs.clear();
        (self.clock, self.calm) = (None, None);
    }

    /// Starts with the two roots: which list they are in, as a bit.
    pub(super) fn plant(&mut self, sides: &[TreeSide; 2], shape: Shape) -> u32 {
        let (larger, child, kind) = step::roots(sides);
        let id = match (kind, shape) {
            (WorkKind::NodeVsBox, Shape::Plain) => ListId::of(kind, larger),
            (WorkKind::NodeVsBox, Shape::Round) => ListId::of_balls(larger),
            _ => ListId::of(WorkKind::BlockVsBox, larger),
        };
        self.list(id).entries.push(child.0, 0);
        1 << id.number()
    }

    #[inline(always)]
    fn list(&mut self, id: ListId) -> &mut List {
        &mut self.lists[id.number()]
    }

    /// Goes on to a pose that is a step from the last.
    #[inline]
    pub(super) fn advance(&mut self, pose: &Pose, step: Step) {
        self.calm = None;
        if let Some(clock) = &mut self.clock {
            clock.advance(pose, step);
        }
    }

    /// True if nothing is due at a pose that the front did not see. Then it need not be brought up
    /// to date.
    #[inline(always)]
    pub(super) fn is_calm(&self, pose: &Pose) -> bool {
        self.calm.as_ref().is_some_and(|calm| calm.holds(pose))
    }

    /// Finds out until when nothing will be due, after an update in which nothing was. The last step
    /// says how the bodies move.
    #[inline]
    pub(super) fn calm_down(&mut self, pose: &Pose, step: Step) {
        if let Some(clock) = &self.clock {
            self.calm = Some(Calm::about(pose, clock, self.soonest() - clock.rush_now(), step));
        }
    }

    /// Is there one?
    #[inline]
    pub(super) fn is_planted(&self) -> bool {
        self.clock.is_some()
    }

    /// The time at the pose of the last update; None before it is planted.
    pub(super) fn now(&self) -> Option<Now> {
        self.clock.map(|clock| clock.now())
    }

    /// Is there anything to look at?
    #[inline]
    pub(super) fn may_be_due(&self) -> bool {
        self.clock.as_ref().is_some_and(|clock| self.soonest() <= clock.rush_now())
    }

    #[inline]
    fn soonest(&self) -> f64 {
        self.soonest.iter().fold(self.pairs.soonest(), |least, &soonest| {
            if soonest < least { soonest } else { least }
        })
    }

    /// A bit for every list in which something may be due.
    #[inline(always)]
    fn may_have_due(&self, now: &Now) -> u32 {
        (0..LISTS)
            .fold(0, |lists, number| lists | u32::from(self.soonest[number] <= now.rush) << number)
    }

    /// Everything that is due was looked at: in these lists, and something was found in those.
    #[inline(always)]
    fn finish(&mut self, now: &Now, due: u32, touched: u32) {
        for number in bits(due | touched) {
            let soonest = now.later(self.lists[number].expiries.take_least());
            let before = if due >> number & 1 != 0 { f64::INFINITY } else { self.soonest[number] };
            self.soonest[number] = soonest.min(before);
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

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.lists.iter().map(|list| list.entries.len()).sum::<usize>() + self.pairs.len()
    }

    /// The number of bytes it holds.
    pub(super) fn bytes(&self) -> usize {
        let planes =
            self.planes.iter().map(|planes| planes.capacity() * size_of::<Planes>()).sum::<usize>();
        self.lists.iter().map(List::bytes).sum::<usize>() + planes + self.pairs.bytes()
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            number
        })
    })
}
