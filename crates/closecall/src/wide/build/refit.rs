//! New boxes for the same triangles in new places: deforming meshes.

use super::super::frame::Frame;
use super::super::tree::{Block, Child, Node, Tree};
use super::{fill, plan::BuildPlan};
use crate::mesh::Mesh;

impl Tree {
    /// Fits all boxes anew to a mesh with the same triangles in other places; nothing is split or
    /// ordered anew.
    ///
    /// Answers how much larger the boxes have grown, relative to the root, since the tree was
    /// built: queries slow down about as much, and beyond 2 a new build pays. Queries are exact
    /// either way.
    ///
    /// # Panics
    /// If the mesh has another number of triangles.
    pub fn refit(&mut self, mesh: &Mesh) -> f64 {
        let count = mesh.triangle_count();
        assert_eq!(
            self.triangles, count,
            "a tree of {} triangles cannot be refitted to {count}",
            self.triangles
        );
        let mut ids = Vec::with_capacity(count);
        let plan = BuildPlan::of_tree(self, self.arrays().place(0).child(), &mut ids);
        self.clear_for(&plan);
        self.frame = Frame::around(mesh);
        fill::fill(self, &plan, &ids, mesh);
        self.wear()
    }

    /// The growth of the boxes since the tree was built, relative to the root.
    #[must_use]
    pub fn wear(&self) -> f64 {
        surface(self) / self.built_surface
    }

    /// Empties all nodes and blocks, and makes as many as the plan asks for. A tree that grew has
    /// more, in another order, and others' numbers would be left in lanes that the plan does not
    /// use.
    pub(super) fn clear_for(&mut self, plan: &BuildPlan) {
        let (nodes, blocks) = (self.nodes.owned(), self.blocks.owned());
        nodes.clear();
        nodes.resize(plan.nodes + 1, Node::empty());
        blocks.clear();
        blocks.resize(plan.blocks, Block::empty());
    }
}

/// The surface of all boxes, in units of the root's.
pub(super) fn surface(tree: &Tree) -> f64 {
    let tree = tree.arrays();
    let area = |number: u32| {
        let place = tree.place(number);
        let [x, y, z] = place.node.half.map(|row| f64::from(row[place.lane]));
        if place.child().0 == Child::NONE { 0.0 } else { x * y + y * z + z * x }
    };
    (0..tree.nodes.len() as u32 * 8).map(area).sum::<f64>() / area(0).max(f64::MIN_POSITIVE)
}
