//! The triangles that may be the nearest to a point, eight at a time: the nearest box first, as in
//! [`super::nearest_first`], with certain bounds of every distance in f32.

use super::Order;
use super::candidates::SingleStacks;
use super::nearest_first::{nearest_child, still_waiting};
use super::point::NearPoint;
use crate::rounding::walk::POINT_LENGTH_UP;
use crate::wide::kernel::PointBounds;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};
use crate::wide::tree::{Arrays, Block};

/// A walk under way. It leaves what may be the nearest in the stacks, and says beyond which lower
/// bound nothing is.
pub(super) struct Nearest<'q> {
    pub tree: Arrays<'q>,
    pub order: &'q NearPoint,
    pub stacks: &'q mut SingleStacks,
    /// Nothing further than this is of interest: a distance.
    pub limit: f32,
}

impl Task for Nearest<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<H: Hardware>(mut self) -> f32 {
        self.stacks.waiting.clear();
        self.stacks.found.clear();
        let mut square = squared(self.limit);
        let mut next = Some(self.tree.root());
        while let Some(child) = next {
            next = if child.is_block() {
                self.block::<H>(&self.tree.blocks[child.index()], square);
                square = squared(self.limit);
                None
            } else {
                let Self { tree, order, stacks, .. } = &mut self;
                nearest_child::<H, _>(tree, child, *order, square, &mut stacks.waiting)
            };
            if next.is_none() {
                next = still_waiting(&mut self.stacks.waiting, square);
            }
        }
        self.limit
    }
}

impl Nearest<'_> {
    /// Keeps the triangles of a block that may be the nearest.
    #[inline(always)]
    fn block<H: Hardware>(&mut self, block: &Block, square: f32) {
        let used = block.lanes::<H>();
        if self.order.triangles::<H>(block, square) & used == 0 {
            return;
        }
        let PointBounds { low, high } = self.order.bounds::<H::F>(block);
        self.limit = self.limit.min(high.least_except(!used & 255));
        let mut lanes = low.at_most(H::F::splat(self.limit)) & used;
        let mut lows = [0.0; 8];
        low.store(&mut lows);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize & 7;
            self.stacks.found.push((lows[lane], block.ids[lane]));
            lanes &= lanes - 1;
        }
    }
}

/// The square of a distance, rounded up.
#[inline(always)]
fn squared(limit: f32) -> f32 {
    limit * limit * POINT_LENGTH_UP
}
