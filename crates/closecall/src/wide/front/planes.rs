//! The first look at nodes and boxes that are due: along the planes that told them apart before.

use super::clock::Now;
use super::list::List;
use super::update::MotionPace;
use crate::wide::kernel::{BoxVsPlanes, Planes};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{Hardware, Task};
use crate::wide::stack::words;
use crate::wide::step::TreeSide;

/// Nodes of tree `side` and boxes of the other, whose numbers are `due`. Gives how many have to be
/// looked at again; their numbers come to the front of `due`. Nothing in a test depends on the
/// outcome of the one before, so that the processor overlaps them.
pub(super) struct AlongPlanes<'q> {
    pub sides: &'q [TreeSide<'q>; 2],
    pub side: usize,
    pub list: &'q mut List,
    pub planes: &'q [Planes],
    pub due: &'q mut [u32],
    pub now: &'q Now,
    pub pace: MotionPace,
}

impl Task for AlongPlanes<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<H: Hardware>(self) -> usize {
        let Self { sides, side, list, planes, due, now, pace } = self;
        let (own, other) = (&sides[side], &sides[1 - side]);
        let mut left = 0;
        for x in 0..due.len() {
            let index = due[x] as usize;
            let (_, number) = words(list.entries.at(index));
            let mut moved = MovedBox::ZERO;
            own.map.carry_box::<H>(other.tree.place(number), own.map.boxes, &mut moved);
            let arm = own.map.arm_of_b(&moved, side);
            let (planes, slack) = (&planes[index], own.map.position);
            let found = BoxVsPlanes { planes, other: &moved, arm: &arm, slack }.run::<H>();
            // Not positive means not apart; and there is no lever then.
            let lasts = found.least > 0.0 && found.least >= pace.used(found.lever, side);
            list.expiries.set_if(lasts, index, now.expiry(found.least, found.lever, side), now);
            due[left] = index as u32;
            left += usize::from(!lasts);
        }
        left
    }
}
