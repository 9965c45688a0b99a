//! Boxes around two states of a mesh: the trees of deforming meshes.
//!
//! The tree is that of the first state, and every box is then made large enough for the second.
//! Corners move along straight lines, and a box is convex: what is in it at both ends is in it all
//! the way.

use super::super::frame::Frame;
use super::super::tree::{Block, Child, Tree};
use super::{BuildOptions, fill, plan::BuildPlan};
use crate::geom::DVec3;
use crate::mesh::{Mesh, MeshError};

impl Tree {
    /// The tree of a mesh that moves from one state to another; both have the same triangles.
    pub(crate) fn build_swept(start: &Mesh, end: &Mesh, options: &BuildOptions) -> Self {
        let mut tree = Self::build_in(frame_around(start, end), start, options);
        tree.enlarge_over(end);
        tree
    }

    /// Fits all boxes anew to two other states; nothing is split or ordered anew.
    pub(crate) fn refit_swept(&mut self, start: &Mesh, end: &Mesh) {
        let mut ids = Vec::with_capacity(start.triangle_count());
        let plan = BuildPlan::of_tree(self, self.arrays().place(0).child(), &mut ids);
        self.clear_for(&plan);
        self.frame = frame_around(start, end);
        fill::fill(self, &plan, &ids, start);
        self.enlarge_over(end);
    }

    /// Makes every box large enough for the corners of its triangles in this mesh, too.
    fn enlarge_over(&mut self, mesh: &Mesh) {
        let root = self.arrays().root();
        self.enlarge_below(root, &mut vec![(0, 0)], mesh);
        self.longest_edge = self.longest_edge.max(fill::longest_edge(&self.frame, mesh));
        self.reach = fill::reach(self);
    }

    /// Enlarges all boxes on the way to a child so that they hold what is under it.
    fn enlarge_below(&mut self, child: Child, way: &mut Vec<(usize, usize)>, mesh: &Mesh) {
        if child.is_block() {
            let ids = self.blocks[child.index()].ids;
            let nodes = self.nodes.owned();
            for id in ids.into_iter().filter(|&id| id != Block::UNUSED) {
                let corners = self.frame.local_triangle(mesh.triangle_at(id as usize));
                way.iter().for_each(|&(node, lane)| {
                    fill::enlarge(&mut nodes[node], lane, &corners, self.frame.radius);
                });
            }
            return;
        }
        for lane in 0..8 {
            let below = Child(self.nodes[child.index()].child[lane]);
            if below.0 != Child::NONE {
                way.push((child.index(), lane));
                self.enlarge_below(below, way, mesh);
                way.pop();
            }
        }
    }
}

/// A frame that reaches over both states.
fn frame_around(start: &Mesh, end: &Mesh) -> Frame {
    let corners: Vec<DVec3> = start.iter().chain(end.iter()).flatten().collect();
    let triangles = (0..corners.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let both: Result<Mesh, MeshError> = Mesh::new(corners, triangles);
    Frame::around(&both.expect("two meshes that were accepted, side by side"))
}
