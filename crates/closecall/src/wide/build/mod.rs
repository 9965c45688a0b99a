//! How a wide tree is built: binary splits by the surface area heuristic, gathered into nodes of eight, and a box fitted
//! to every child.
//!
//! Every step works on its own range of triangles and its own slice of the tree, so that the tree is the same for any number of
//! threads.

mod fill;
mod fit;
mod plan;
mod split;
mod summary;

use super::frame::Frame;
use super::tree::{Node, Tree};
use crate::mesh::Mesh;

/// How much care the build takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// The best of a few orientations for every box.
    #[default]
    Fast,
    /// More places to split at, and every box turned until it stops shrinking; about twice the time.
    Tight,
}

/// What can be chosen about a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// How much care it takes.
    pub quality: Quality,
}

/// Ranges of fewer triangles than this are not worth another thread.
const SEQUENTIAL: usize = 4096;

impl Tree {
    /// Builds the tree of a mesh, on all cores; the result does not depend on how many there are.
    #[must_use]
    pub fn build(mesh: &Mesh, options: &BuildOptions) -> Self {
        let frame = Frame::around(mesh);
        let mut items = split::items(mesh, &frame);
        let half = split::split_all(&mut items, options.quality);
        let plan = plan::Plan::of(half);
        let mut tree = Self {
            frame,
            nodes: vec![Node::empty(); plan.nodes + 1],
            blocks: fill::unused_blocks(plan.blocks),
            reach: 0.0,
            longest_edge: 0.0,
            triangles: items.len(),
        };
        fill::fill(&mut tree, &plan, &items, mesh, options.quality);
        tree
    }
}
