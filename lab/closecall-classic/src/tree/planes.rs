//! Support planes of the nodes on the first levels of a tree. (Vogiannou et al. 2010, §5.1)
//!
//! Invariant: the planes of a node's mapping hold all triangles below it, whole ones even where the
//! tree has cut them into pieces.

use super::{BinaryTree, Content};
use crate::volume::Volume;
use crate::volume::support::{Mapping, Recipe};
use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::mesh::Mesh;
use closecall_hull::Hull;

/// The mappings of a tree's first levels.
#[derive(Clone, Debug)]
pub struct Planes {
    /// For each node the number of its mapping, or [`NONE`]; nodes behind the last that has one are
    /// not listed.
    numbers: Box<[u32]>,
    mappings: Box<[Mapping]>,
}

const NONE: u32 = u32::MAX;

impl Planes {
    /// The mappings of the nodes less than `levels` under the root of a tree over a mesh's
    /// triangles.
    #[must_use]
    pub fn new<V: Volume>(
        tree: &BinaryTree<V>,
        mesh: &Mesh,
        levels: usize,
        recipe: Recipe,
    ) -> Self {
        let depths = tree.depths();
        let last = depths.iter().rposition(|&depth| depth < levels);
        let mut numbers = vec![NONE; last.map_or(0, |last| last + 1)];
        let mut hulls: Vec<Option<Hull>> = vec![None; numbers.len()];
        let mut mappings = Vec::new();
        // Children come after their parents: backwards, the hull of a node is that of its
        // children's corners.
        for node in (0..numbers.len()).rev().filter(|&node| depths[node] < levels) {
            let corners = match tree.node(node as u32).content() {
                Content::Children(left, right) if depths[node] + 1 < levels => {
                    let hulls = [left, right]
                        .map(|child| hulls[child as usize].take().expect("it came before"));
                    hulls.iter().flat_map(|hull| hull.vertices()).copied().collect()
                }
                _ => corners_below(tree, mesh, node as u32),
            };
            let hull = Hull::around(&corners);
            numbers[node] = mappings.len() as u32;
            mappings.push(Mapping::new(hull.clone(), recipe));
            hulls[node] = Some(hull);
        }
        Self { numbers: numbers.into(), mappings: mappings.into() }
    }

    /// The mapping of a node, if it has one.
    #[inline]
    #[must_use]
    pub fn of(&self, node: u32) -> Option<&Mapping> {
        self.mappings.get(*self.numbers.get(node as usize)? as usize)
    }

    /// All mappings, the root's last.
    #[must_use]
    pub fn mappings(&self) -> &[Mapping] {
        &self.mappings
    }

    /// The number of bytes they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.numbers) + self.mappings.iter().map(Mapping::bytes).sum::<usize>()
    }
}

/// The corners of all triangles below a node.
fn corners_below<V: Volume>(tree: &BinaryTree<V>, mesh: &Mesh, node: u32) -> Vec<DVec3> {
    let (mut corners, mut pending) = (Vec::new(), vec![node]);
    while let Some(node) = pending.pop() {
        match tree.node(node).content() {
            Content::Children(left, right) => pending.extend([left, right]),
            Content::Leaf => corners
                .extend(tree.items(node).iter().flat_map(|&item| mesh.triangle_at(item as usize))),
        }
    }
    corners
}
