//! A mesh that tools are moved against: its triangles in a tree of boxes, eight to a node.
//!
//! One small question is asked of the tree: which triangles may a tool meet that moves along a line ([`Target::near`])?
//! The answer may name too many, never too few.

mod build;
mod envelope;
mod walk;

pub use envelope::Envelope;
pub use walk::Sweep;

use closecall::{Mesh, Triangle};
use glam::DVec3;

/// See the [module](self).
pub struct Target {
    nodes: Vec<Node>,
    /// In the order of the leaves.
    triangles: Vec<Triangle>,
    /// The numbers of these triangles in the mesh.
    ids: Vec<u32>,
    center: DVec3,
    /// The largest coordinate of a box, about the centre.
    size: f32,
    low: DVec3,
    high: DVec3,
}

/// Eight boxes about the target's centre, rounded outward. A box that is not there has low above high.
#[derive(Clone, Copy)]
struct Node {
    low: [[f32; 8]; 3],
    high: [[f32; 8]; 3],
    children: [Child; 8],
}

/// A node, or with [`LEAF`] set the first triangle times 8 plus how many follow.
type Child = u32;

const LEAF: u32 = 1 << 31;

impl Target {
    /// The tree of a mesh.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        build::build(mesh)
    }

    /// How many triangles there are.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// The corners of the box around it.
    #[must_use]
    pub fn bounds(&self) -> [DVec3; 2] {
        [self.low, self.high]
    }

    /// How far any of its points is from `point`, at most.
    #[must_use]
    pub fn furthest(&self, point: DVec3) -> f64 {
        (point - self.low).abs().max((point - self.high).abs()).length() * (1.0 + 1e-12)
    }

    /// Calls `visit` with every triangle, and its number, that the tool of the sweep may meet.
    pub fn near(&self, sweep: &Sweep, mut visit: impl FnMut(u32, &Triangle)) {
        walk::walk(self, sweep, |index| visit(self.ids[index], &self.triangles[index]));
    }
}
