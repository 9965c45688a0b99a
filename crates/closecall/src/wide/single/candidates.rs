//! Every triangle that an object may meet, in no order.

use super::Sieve;
use super::side_by_side::WALKS;
use crate::wide::simd::{Hardware, Task};
use crate::wide::stack::Stack;
use crate::wide::tree::{Arrays, Block, Child};
use std::ops::ControlFlow;

/// What waits in a walk of one tree, kept for the next.
#[derive(Clone, Debug, Default)]
pub(in crate::wide) struct SingleStacks {
    pub(super) nodes: Stack,
    /// Of [`super::NearestFirst`].
    pub(super) waiting: Vec<u64>,
    /// Of [`super::side_by_side::SideBySide`].
    pub(super) side_by_side: [Vec<u64>; WALKS],
    /// What [`super::triangles_met`] found: bounds and triangles.
    pub(super) found: Vec<(f32, u32)>,
}

impl SingleStacks {
    pub(in crate::wide) fn bytes(&self) -> usize {
        let found = self.found.capacity() * size_of::<(f32, u32)>();
        let waiting = self
            .side_by_side
            .iter()
            .chain([&self.waiting])
            .map(|waiting| waiting.capacity() * size_of::<u64>());
        self.nodes.bytes() + waiting.sum::<usize>() + found
    }
}

/// A walk under way.
pub(super) struct Candidates<'q, S> {
    pub tree: Arrays<'q>,
    pub sieve: &'q S,
    pub stacks: &'q mut SingleStacks,
    /// Told the number of every triangle that the object may meet, until it breaks off.
    pub visit: &'q mut dyn FnMut(u32) -> ControlFlow<()>,
}

impl<S: Sieve> Task for Candidates<'_, S> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<H: Hardware>(self) -> ControlFlow<()> {
        let Self { tree, sieve, stacks: SingleStacks { nodes, .. }, visit } = self;
        nodes.clear();
        let root = tree.root();
        if root.is_block() {
            let block = &tree.blocks[root.index()];
            return tell(block, sieve.triangles::<H>(block) & block.lanes::<H>(), visit);
        }
        nodes.push(root.0, 0);
        while let Some((child, _)) = nodes.pop() {
            let child = Child(child);
            let node = &tree.nodes[child.index()];
            let hits = sieve.boxes::<H>(node, child.is_aligned());
            let blocks = node.blocks::<H>();
            nodes.push_low::<H>(hits & !blocks, &node.child, 0);
            let mut lanes = hits & blocks;
            while lanes != 0 {
                let child = Child(node.child[lanes.trailing_zeros() as usize]);
                let block = &tree.blocks[child.index()];
                tell(block, sieve.triangles::<H>(block) & block.lanes::<H>(), visit)?;
                lanes &= lanes - 1;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Tells of the triangles of a block that are left.
#[inline(always)]
fn tell(
    block: &Block,
    mut lanes: u32,
    visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    while lanes != 0 {
        visit(block.ids[lanes.trailing_zeros() as usize])?;
        lanes &= lanes - 1;
    }
    ControlFlow::Continue(())
}
