//! Parts of a tree built anew, beside what there is: for trees that grow and shrink
//! ([`super::super::dynamic`]).

use super::super::frame::{Frame, LEAST_SCALE};
use super::super::tree::{Block, Node, Slot, Tree};
use super::fill::{center_norms, enlarge, fill_from, fit_block, unused_blocks};
use super::plan::BuildPlan;
use super::{BuildOptions, split};
use crate::geom::Triangle;
use crate::mesh::Mesh;
use crate::rounding::factor::UP_10;
use crate::rounding::outward::to_f32_above;

impl Tree {
    /// Builds the tree of some triangles behind the nodes and blocks there are, and gives the box
    /// over it.
    pub(in crate::wide) fn graft(
        &mut self,
        mesh: &Mesh,
        ids: &[u32],
        options: &BuildOptions,
        aligned: bool,
    ) -> Slot {
        let mut items = split::items(mesh, &self.frame, ids.iter().copied());
        let plan = BuildPlan::of(split::split_all(&mut items, options));
        let ids: Vec<u32> = items.iter().map(|item| item.id).collect();
        let first = (self.nodes.len(), self.blocks.len());
        self.nodes.owned().resize(first.0 + plan.nodes, Node::empty());
        self.blocks.owned().extend(unused_blocks(plan.blocks));
        let slot = fill_from(self, first, (&plan, &ids), mesh, aligned);
        let norms = self.nodes[first.0..].iter().flat_map(center_norms).fold(0.0, f64::max);
        self.reach = self.reach.max(to_f32_above(norms));
        slot
    }

    /// Puts a box in a place.
    pub(in crate::wide) fn put(&mut self, place: u32, slot: &Slot) {
        let node = &mut self.nodes[(place >> 3) as usize];
        node.set((place & 7) as usize, slot);
        let norms = center_norms(node).fold(0.0, f64::max);
        self.reach = self.reach.max(to_f32_above(norms));
    }

    /// A box for one block whose triangles have changed.
    pub(in crate::wide) fn fitted(&self, block: usize, mesh: &Mesh, aligned: bool) -> Slot {
        let used = self.blocks[block].ids.iter().filter(|&&id| id != Block::UNUSED).count();
        fit_block(self, block, used, mesh, aligned)
    }

    /// Makes the box in a place large enough for a triangle, given in local coordinates, if it is
    /// not.
    pub(in crate::wide) fn enlarge(&mut self, place: u32, corners: &Triangle) {
        let node = &mut self.nodes[(place >> 3) as usize];
        enlarge(node, (place & 7) as usize, corners, self.frame.radius);
        self.reach = self.reach.max(to_f32_above(center_norms(node).fold(0.0, f64::max)));
    }

    /// Sees to it that what is said of all triangles is true of this one too, given in local
    /// coordinates.
    pub(in crate::wide) fn admit(&mut self, corners: &Triangle) {
        let longest = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        self.frame.radius = self.frame.radius.max(longest * UP_10 + f64::MIN_POSITIVE);
        let [p, q, r] = corners;
        let edge = p.distance(*q).max(q.distance(*r)).max(r.distance(*p)) * UP_10;
        self.longest_edge = self.longest_edge.max(to_f32_above(edge));
        self.reach = self.reach.max(to_f32_above(self.frame.radius));
    }
}

/// A frame over the mesh with room to grow: half of it is empty, unless it reaches over all
/// coordinates that there are.
pub(in crate::wide) fn roomy(mesh: &Mesh) -> Frame {
    let Frame { center, scale, .. } = Frame::around(mesh);
    Frame { center, scale: (scale * 0.5).max(LEAST_SCALE), radius: 0.0 }.reaching_over(mesh)
}
