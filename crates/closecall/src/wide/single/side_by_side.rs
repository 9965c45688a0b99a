//! Several walks of one tree, step by step in turns: while the next box of one comes from memory,
//! the others go on. Each is the walk of [`super::nearest_first::NearestFirst`].

use super::Order;
use super::nearest_first::{nearest_child, still_waiting};
use crate::wide::simd::{Hardware, Task};
use crate::wide::tree::{Arrays, Child};

/// How many walks are under way at a time.
pub(in crate::wide) const WALKS: usize = 4;

/// Where walks come from, and who is told what they find. A place is a number below [`WALKS`].
pub(super) trait Walks {
    /// An object and what is of interest at first.
    type Order;

    /// The next walk, at this place; none if there is no other.
    fn next(&mut self, place: usize) -> Option<(Self::Order, f32)>;

    /// A triangle that is not ruled out; says what is of interest from then on. A negative limit
    /// ends the walk.
    fn visit(&mut self, place: usize, triangle: u32) -> f32;

    /// The walk at this place has ended.
    fn end(&mut self, place: usize);
}

/// Walks under way.
pub(super) struct SideBySide<'q, W> {
    pub tree: Arrays<'q>,
    pub walks: &'q mut W,
    pub waiting: &'q mut [Vec<u64>; WALKS],
}

/// One of them.
struct OneWalk<O> {
    order: O,
    limit: f32,
    child: Child,
}

impl<W: Walks> Task for SideBySide<'_, W>
where
    W::Order: Order,
{
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(mut self) {
        let mut lanes: [Option<OneWalk<W::Order>>; WALKS] =
            std::array::from_fn(|place| self.begin(place));
        while lanes.iter().any(Option::is_some) {
            for (place, lane) in lanes.iter_mut().enumerate() {
                let Some(walk) = lane else { continue };
                match self.step::<H>(place, walk) {
                    Some(child) => {
                        walk.child = child;
                        self.tree.prefetch::<H>(child);
                    }
                    None => {
                        self.walks.end(place);
                        *lane = self.begin(place);
                    }
                }
            }
        }
    }
}

impl<W: Walks> SideBySide<'_, W>
where
    W::Order: Order,
{
    fn begin(&mut self, place: usize) -> Option<OneWalk<W::Order>> {
        self.waiting[place].clear();
        let (order, limit) = self.walks.next(place)?;
        Some(OneWalk { order, limit, child: self.tree.root() })
    }

    /// Where to go next; none at the end.
    #[inline(always)]
    fn step<H: Hardware>(&mut self, place: usize, walk: &mut OneWalk<W::Order>) -> Option<Child> {
        let OneWalk { order, limit, child } = walk;
        let waiting = &mut self.waiting[place];
        if !child.is_block() {
            let next = nearest_child::<H, W::Order>(&self.tree, *child, order, *limit, waiting);
            return next.or_else(|| still_waiting(waiting, *limit));
        }
        let block = &self.tree.blocks[child.index()];
        let mut lanes = order.triangles::<H>(block, *limit) & block.lanes::<H>();
        while lanes != 0 && *limit >= 0.0 {
            *limit = self.walks.visit(place, block.ids[lanes.trailing_zeros() as usize]);
            lanes &= lanes - 1;
        }
        still_waiting(waiting, *limit)
    }
}
