//! The triangles that may be the nearest to a point, eight at a time: the nearest box first, as in
//! [`super::nearest_first`], with certain bounds of every distance in f32. Several points take steps in
//! turns: while the next box of one comes from memory, the others go on.

use super::Order;
use super::nearest_first::{nearest_child, still_waiting};
use super::point::NearPoint;
use super::side_by_side::WALKS;
use crate::rounding::walk::POINT_LENGTH_UP;
use crate::wide::kernel::PointBounds;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};
use crate::wide::tree::{Arrays, Block, Child};

/// Walks under way, of one tree.
pub(super) struct Nearest<'q> {
    pub tree: Arrays<'q>,
    pub walks: [Option<NearestWalk<'q>>; WALKS],
}

/// One of them.
pub(super) struct NearestWalk<'q> {
    order: &'q NearPoint,
    waiting: &'q mut Vec<u64>,
    found: &'q mut NearestFound,
    /// The limit as bounds of boxes have it.
    square: f32,
    child: Child,
}

/// What a walk found.
#[derive(Clone, Debug, Default)]
pub(in crate::wide) struct NearestFound {
    /// Nothing further than this is of interest: a distance.
    pub(super) limit: f32,
    /// Lower bounds and numbers of triangles that may be the nearest.
    pub(super) lows: Vec<(f32, u32)>,
}

impl Task for Nearest<'_> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(mut self) {
        let mut under_way = true;
        while under_way {
            under_way = false;
            for place in &mut self.walks {
                let Some(walk) = place else { continue };
                match walk.step::<H>(&self.tree) {
                    Some(child) => {
                        (walk.child, under_way) = (child, true);
                        self.tree.prefetch::<H>(child);
                    }
                    None => *place = None,
                }
            }
        }
    }
}

impl<'q> NearestWalk<'q> {
    /// From the root on.
    pub(super) fn new(
        tree: &Arrays<'q>,
        order: &'q NearPoint,
        limit: f32,
        waiting: &'q mut Vec<u64>,
        found: &'q mut NearestFound,
    ) -> Self {
        waiting.clear();
        found.lows.clear();
        found.limit = limit;
        Self { order, waiting, found, square: squared(limit), child: tree.root() }
    }

    /// Where to go next; none at the end.
    #[inline(always)]
    fn step<H: Hardware>(&mut self, tree: &Arrays<'_>) -> Option<Child> {
        let Self { order, waiting, square, child, .. } = self;
        let next = if child.is_block() {
            self.block::<H>(&tree.blocks[self.child.index()]);
            None
        } else {
            nearest_child::<H, _>(tree, *child, *order, *square, waiting)
        };
        next.or_else(|| still_waiting(self.waiting, self.square))
    }

    /// Keeps the triangles of a block that may be the nearest.
    #[inline(always)]
    fn block<H: Hardware>(&mut self, block: &Block) {
        let used = block.lanes::<H>();
        if self.order.triangles::<H>(block, self.square) & used == 0 {
            return;
        }
        let PointBounds { low, high } = self.order.bounds::<H::F>(block);
        let NearestFound { limit, lows: found } = &mut *self.found;
        *limit = limit.min(high.least_except(!used & 255));
        self.square = squared(*limit);
        let mut lanes = low.at_most(H::F::splat(*limit)) & used;
        let mut lows = [0.0; 8];
        low.store(&mut lows);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize & 7;
            found.push((lows[lane], block.ids[lane]));
            lanes &= lanes - 1;
        }
    }
}

impl NearestFound {
    pub(in crate::wide) fn bytes(&self) -> usize {
        self.lows.capacity() * size_of::<(f32, u32)>()
    }
}

/// The square of a distance, rounded up.
#[inline(always)]
fn squared(limit: f32) -> f32 {
    limit * limit * POINT_LENGTH_UP
}
