//! The walk of one tree: an object against the eight boxes of a node and the eight triangles of a block.
//!
//! An object is a [`Sieve`]: it says which boxes and which triangles it may meet, in the tree's frame
//! and in f32. The walk tells of every triangle that no test proved apart from the object; whoever
//! asked decides in f64, with the corners of the mesh. Each sieve derives its slack in its header:
//! what it rules out is apart from the object in exact arithmetic.
//!
//! [`candidates`] visits them in no order.

mod body;
mod candidates;

pub(crate) use body::triangles_near;
pub(super) use candidates::Stacks;

use super::simd::Hardware;
use super::tree::{Block, Node};

/// An object that a tree is searched for, in the tree's frame.
pub(super) trait Sieve {
    /// A bit for every box of a node that the object may meet.
    fn boxes<H: Hardware>(&self, node: &Node, aligned: bool) -> u32;

    /// A bit for every triangle of a block that it may meet.
    fn triangles<H: Hardware>(&self, block: &Block) -> u32;
}
