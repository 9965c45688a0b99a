//! The triangles that may be the nearest, the nearest box first.
//!
//! A waiting box is one number: how near it is, as the bits of an f32 that is not negative, which order
//! like the f32, above what it is. So the largest numbers wait at the bottom, and sorting is sorting integers.

use super::Order;
use super::candidates::Stacks;
use crate::wide::simd::{Hardware, Task};
use crate::wide::tree::{Arrays, Child, Node};

/// A walk under way.
pub(super) struct NearestFirst<'q, O> {
    pub tree: Arrays<'q>,
    pub order: &'q O,
    pub stacks: &'q mut Stacks,
    /// Nothing further than this is of interest.
    pub limit: f32,
    /// Told the number of a triangle; says what is of interest from then on. A negative limit ends the walk.
    pub visit: &'q mut dyn FnMut(u32) -> f32,
}

impl<O: Order> Task for NearestFirst<'_, O> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(mut self) {
        self.stacks.waiting.clear();
        // The first node holds the root alone.
        self.stacks.waiting.push(0);
        while let Some(entry) = self.stacks.waiting.pop() {
            let (child, near) = (Child(entry as u32), f32::from_bits((entry >> 32) as u32));
            if near > self.limit {
                continue;
            }
            if child.is_block() {
                self.block::<H>(child.index());
            } else {
                let node = &self.tree.nodes[child.index()];
                let mut near = [0.0; 8];
                let hits = self.order.boxes::<H>(node, child.is_aligned(), self.limit, &mut near);
                push(&mut self.stacks.waiting, node, hits, &near);
            }
        }
    }
}

impl<O: Order> NearestFirst<'_, O> {
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

/// Puts the children that were hit on the stack, the nearest on top.
#[inline(always)]
fn push(waiting: &mut Vec<u64>, node: &Node, mut hits: u32, near: &[f32; 8]) {
    let base = waiting.len();
    while hits != 0 {
        let lane = hits.trailing_zeros() as usize;
        let entry = u64::from(near[lane].to_bits()) << 32 | u64::from(node.child[lane]);
        let mut place = waiting.len();
        waiting.push(entry);
        while place > base && waiting[place - 1] < entry {
            waiting[place] = waiting[place - 1];
            place -= 1;
        }
        waiting[place] = entry;
        hits &= hits - 1;
    }
}
