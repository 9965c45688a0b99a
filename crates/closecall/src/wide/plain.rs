//! A tree as plain numbers, for engines outside of this crate that walk it on other hardware.

use super::tree::{Block, Child, Node, Tree};
use crate::geom::DVec3;

/// The frame and the arrays of a tree. What its boxes promise is written in the tree's own module.
#[derive(Clone, Copy)]
pub struct PlainTree<'t> {
    /// `local = (point − center) · scale`.
    pub center: DVec3,
    /// A power of two.
    pub scale: f64,
    /// No vertex is further from the centre, in local units.
    pub radius: f64,
    /// No centre of a box is further from the frame's, in local units.
    pub reach: f32,
    nodes: &'t [Node],
    blocks: &'t [Block],
}

/// A box: |axis·(u − center)| ≤ half for all it holds, and more, by 48 roundings of f32 of the sum
/// of its half sides.
#[derive(Clone, Copy, Debug)]
pub struct PlainBox {
    /// Its centre, in local units.
    pub center: [f32; 3],
    /// Half its sides.
    pub half: [f32; 3],
    /// Its axes: orthonormal before they were rounded.
    pub axes: [[f32; 3]; 3],
    /// The content of the box.
    pub below: BoxContent,
}

/// The content of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxContent {
    /// Nothing: this lane is not in use, and its box is far away.
    Nothing,
    /// The node with this number.
    Node(usize),
    /// The block with this number.
    Block(usize),
}

impl Tree {
    /// Its numbers.
    #[must_use]
    pub fn plain(&self) -> PlainTree<'_> {
        let (frame, arrays) = (&self.frame, self.arrays());
        let (center, scale, radius, reach) = (frame.center, frame.scale, frame.radius, self.reach);
        PlainTree { center, scale, radius, reach, nodes: arrays.nodes, blocks: arrays.blocks }
    }
}

impl PlainTree<'_> {
    /// The number of nodes. The first holds the root alone.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of blocks.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// One box of a node.
    #[must_use]
    pub fn child(&self, node: usize, lane: usize) -> PlainBox {
        let node = &self.nodes[node];
        let child = Child(node.child[lane]);
        let below = match child {
            Child(Child::NONE) => BoxContent::Nothing,
            child if child.is_block() => BoxContent::Block(child.index()),
            child => BoxContent::Node(child.index()),
        };
        PlainBox {
            center: node.center.map(|x| x[lane]),
            half: node.half.map(|x| x[lane]),
            axes: node.axes.map(|axis| axis.map(|x| x[lane])),
            below,
        }
    }

    /// The triangles of a block, lane by lane.
    #[must_use]
    pub fn triangles(&self, block: usize) -> [Option<u32>; 8] {
        self.blocks[block].ids.map(|id| (id != Block::UNUSED).then_some(id))
    }
}
