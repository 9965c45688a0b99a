//! The build of a wide tree: binary splits by the surface area heuristic, gathered into nodes of
//! eight, and a box fitted to every child.
//!
//! Every step works on its own range of triangles and its own slice of the tree, so that the tree
//! is the same for any number of threads.

mod fill;
mod fit;
mod graft;
mod plan;
mod refit;
mod split;
mod summary;
mod swept;

#[cfg(any(feature = "lab", feature = "tree-file"))]
pub(super) use fill::{longest_edge, reach};
pub(super) use graft::roomy;

use super::frame::Frame;
use super::tree::{Node, Tree};
use crate::mesh::Mesh;
use plan::BuildPlan;

/// The care that the build takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// The best of a few orientations for every box.
    #[default]
    Fast,
    /// More places to split at, and every box turned until it stops shrinking; about twice the
    /// time.
    Tight,
}

/// The memory that the tree may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeMemory {
    /// 73 to 87 bytes per triangle on the flights: blocks are as small as suits the boxes.
    #[default]
    Ample,
    /// 60 to 70 bytes: blocks are filled up. Queries where surfaces lie close and parallel take up
    /// to a fifth longer.
    Small,
}

/// The options of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildOptions {
    /// The care that it takes.
    pub quality: Quality,
    /// The memory that the tree may take.
    pub memory: TreeMemory,
}

impl BuildOptions {
    /// Chooses the care and the memory.
    #[must_use]
    pub const fn new(quality: Quality, memory: TreeMemory) -> Self {
        Self { quality, memory }
    }
}

/// No tree is built with more nodes than this, one below the other: [`split`] makes 65 cuts on the
/// way down at most, and 2³¹ triangles are halved 28 times until eight are left. A node of eight
/// spans one such level or more.
pub(super) const BUILT_DEPTH: usize = 96;

/// No tree has more nodes than this one below the other, however it came to be: whatever goes down
/// by recursion does not go far. Trees that grow keep to it ([`super::dynamic`]), and files are
/// refused that do not.
pub(super) const MAX_DEPTH: usize = 2 * BUILT_DEPTH;

/// Ranges of fewer triangles than this are not worth another thread.
pub(super) const SEQUENTIAL: usize = 4096;

impl Tree {
    /// Builds the tree of a mesh, on all cores; the result does not depend on how many there are.
    #[must_use]
    pub fn build(mesh: &Mesh, options: &BuildOptions) -> Self {
        Self::build_in(Frame::around(mesh), mesh, options)
    }

    /// [`Tree::build`] in a given frame, which reaches over the mesh.
    pub(super) fn build_in(frame: Frame, mesh: &Mesh, options: &BuildOptions) -> Self {
        let mut items = split::items(mesh, &frame, 0..mesh.triangle_count() as u32);
        let plan = BuildPlan::of(split::split_all(&mut items, options));
        let ids: Vec<u32> = items.iter().map(|item| item.id).collect();
        let mut tree = Self {
            frame,
            nodes: vec![Node::empty(); plan.nodes + 1].into(),
            blocks: fill::unused_blocks(plan.blocks).into(),
            reach: 0.0,
            longest_edge: 0.0,
            triangles: ids.len(),
            quality: options.quality,
            built_surface: 0.0,
        };
        fill::fill(&mut tree, &plan, &ids, mesh);
        tree.built_surface = refit::surface(&tree);
        tree
    }
}
