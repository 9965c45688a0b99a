//! The triangles that may be the nearest, the nearest box first.
//!
//! A box that waits is one number: how near it is, as the bits of an f32 that is not negative,
//! which order like the f32, above what it is. So the largest numbers wait at the bottom, and
//! sorting is sorting integers.

use super::Order;
use super::candidates::SingleStacks;
use crate::wide::simd::{Hardware, Task};
use crate::wide::tree::{Arrays, Child, Node};

/// A walk under way.
pub(super) struct NearestFirst<'q, O, V> {
    pub tree: Arrays<'q>,
    pub order: &'q O,
    pub stacks: &'q mut SingleStacks,
    /// Nothing further than this is of interest.
    pub limit: f32,
    /// Told the number of a triangle; says what is of interest from then on. A negative limit ends
    /// the walk.
    pub visit: V,
}

impl<O: Order, V: FnMut(u32) -> f32> Task for NearestFirst<'_, O, V> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(mut self) {
        self.stacks.waiting.clear();
        let mut next = Some(self.tree.root());
        while let Some(child) = next {
            next = if child.is_block() {
                self.block::<H>(child.index());
                None
            } else {
                let Self { tree, order, stacks, limit, .. } = &mut self;
                nearest_child::<H, O>(tree, child, *order, *limit, &mut stacks.waiting)
            };
            if next.is_none() {
                next = still_waiting(&mut self.stacks.waiting, self.limit);
            }
        }
    }
}

impl<O: Order, V: FnMut(u32) -> f32> NearestFirst<'_, O, V> {
    #[inline(always)]
    fn block<H: Hardware>(&mut self, index: usize) {
        let block = &self.tree.blocks[index];
        let mut lanes = self.order.triangles::<H>(block, self.limit) & block.lanes::<H>();
        while lanes != 0 && self.limit >= 0.0 {
            self.limit = (self.visit)(block.ids[lanes.trailing_zeros() as usize]);
            lanes &= lanes - 1;
        }
    }
}

/// The last that waits and is still of interest.
#[inline(always)]
pub(super) fn still_waiting(waiting: &mut Vec<u64>, limit: f32) -> Option<Child> {
    loop {
        let entry = waiting.pop()?;
        if f32::from_bits((entry >> 32) as u32) <= limit {
            return Some(Child(entry as u32));
        }
    }
}

/// The nearest child of a node that is of interest, if any; the others wait. If they are few, the
/// memory of all is prefetched, so that it arrives while they are sorted and while they wait.
#[inline(always)]
pub(super) fn nearest_child<H: Hardware, O: Order>(
    tree: &Arrays<'_>,
    child: Child,
    order: &O,
    limit: f32,
    waiting: &mut Vec<u64>,
) -> Option<Child> {
    let (node, mut near) = (&tree.nodes[child.index()], [0.0; 8]);
    let mut hits = order.boxes::<H>(node, child.is_aligned(), limit, &mut near);
    if O::FEW_BOXES {
        prefetch::<H>(tree, node, hits);
    }
    let first = node.child[hits.trailing_zeros() as usize & 7];
    // Mostly there is one, which need not be compared with any other.
    if hits & hits.wrapping_sub(1) == 0 {
        return (hits != 0).then_some(Child(first));
    }
    let base = waiting.len();
    let mut best = entry(node, &near, hits);
    hits &= hits - 1;
    while hits != 0 {
        let next = entry(node, &near, hits);
        insert(waiting, base, best.max(next));
        best = best.min(next);
        hits &= hits - 1;
    }
    Some(Child(best as u32))
}

/// Asks for the memory of the children that were hit.
#[inline(always)]
fn prefetch<H: Hardware>(tree: &Arrays<'_>, node: &Node, mut hits: u32) {
    while hits != 0 {
        tree.prefetch::<H>(Child(node.child[hits.trailing_zeros() as usize & 7]));
        hits &= hits - 1;
    }
}

/// The first of the children that were hit.
#[inline(always)]
fn entry(node: &Node, near: &[f32; 8], hits: u32) -> u64 {
    let lane = hits.trailing_zeros() as usize & 7;
    u64::from(near[lane].to_bits()) << 32 | u64::from(node.child[lane])
}

/// Puts a number among those from `base` on, the largest first.
#[inline(always)]
fn insert(waiting: &mut Vec<u64>, base: usize, entry: u64) {
    waiting.push(entry);
    let own = &mut waiting[base..];
    let mut place = own.len() - 1;
    while place > 0 && own[place - 1] < entry {
        own[place] = own[place - 1];
        place -= 1;
    }
    own[place] = entry;
}
