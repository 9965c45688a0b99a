//! The walk of one tree: an object against the eight boxes of a node and the eight triangles of a
//! block.
//!
//! An object is a [`Sieve`]: it says which boxes and which triangles it may meet, in the tree's
//! frame and in f32, and how near they are at least. The walk tells of every triangle that no test
//! ruled out; whoever asked decides in f64, with the corners of the mesh. Each sieve derives its
//! slack in its header: what it rules out is apart from the object in exact arithmetic.
//!
//! [`candidates::Candidates`] takes the boxes in no order; [`nearest_first::NearestFirst`] the
//! nearest first, along a ray or to a point, and leaves out what is beyond the best that was found;
//! [`nearest::Nearest`] bounds the distances of eight triangles from a point at once;
//! [`side_by_side::SideBySide`] does that for several at once.

mod body;
mod candidates;
mod nearest;
mod nearest_first;
mod point;
mod ray;
mod revolved;
mod side_by_side;

pub(crate) use body::triangles_near;
pub(super) use candidates::SingleStacks;
pub(crate) use point::PointWalk;
pub(crate) use ray::{RayWalk, Visitor};
pub use revolved::{Revolved, RevolvedSweep, triangles_met};

use super::simd::Hardware;
use super::tree::{Block, Node};

/// An object that a tree is searched for, in the tree's frame.
pub(super) trait Sieve {
    /// A bit for every box of a node that the object may meet.
    fn boxes<H: Hardware>(&self, node: &Node, aligned: bool) -> u32;

    /// A bit for every triangle of a block that it may meet.
    fn triangles<H: Hardware>(&self, block: &Block) -> u32;
}

/// An object that some boxes are nearer to than others.
pub(super) trait Order {
    /// Are mostly few boxes of a node of interest? Then their memory is asked for ahead.
    const FEW_BOXES: bool;

    /// A bit for every box of a node that may have something as near as `limit`; and how near, at
    /// least, not below 0.
    fn boxes<H: Hardware>(
        &self,
        node: &Node,
        aligned: bool,
        limit: f32,
        near: &mut [f32; 8],
    ) -> u32;

    /// A bit for every triangle of a block that may be as near as `limit`.
    fn triangles<H: Hardware>(&self, block: &Block, limit: f32) -> u32;
}
