//! The looks of a tree: its size, and the volumes of a level, to print and to draw.

use super::{BinaryTree, Content, Node};
use crate::volume::Volume;
use closecall::engine::geom::{DVec3, GlamMesh as _, Triangle};
use closecall::mesh::Mesh;

/// The measures of a tree by which builders are compared (Klosowski 1998, Tables 9, 10 and 11).
#[derive(Clone, Debug, PartialEq)]
pub struct BinaryTreeReport {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of them that are leaves.
    pub leaves: usize,
    /// The number of triangles the leaves name; more than the mesh has where triangles were cut
    /// into pieces.
    pub items: usize,
    /// The number of levels of nodes under the root.
    pub height: usize,
    /// The number of bytes the tree takes.
    pub bytes: usize,
    /// The sum of the volumes of all nodes.
    pub total_volume: f64,
    /// The levels, the root's first.
    pub levels: Vec<LevelReport>,
}

/// The measures of one level of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelReport {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of them that are leaves.
    pub leaves: usize,
    /// The sum of their volumes.
    pub volume: f64,
}

/// How the children of nodes share what is below them (Pedersen 2006, "Desired characteristics").
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SiblingReport {
    /// The mean over all inner nodes of how much of the smaller child's box lies in its sibling's,
    /// from 0 to 1. Boxes are those around the triangles; a flat one counts by its surface.
    pub overlap: f64,
    /// The mean over all inner nodes of the triangles under the smaller child over those under the
    /// larger, from 0 to 1.
    pub balance: f64,
}

/// The content below a node: a box, and a number of triangles.
#[derive(Clone, Copy)]
struct Under {
    low: DVec3,
    high: DVec3,
    items: usize,
}

impl Under {
    const NOTHING: Self = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY, items: 0 };

    fn and(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            items: self.items + other.items,
        }
    }

    /// The box's volume or, where it is flat, its surface.
    fn size(&self) -> f64 {
        let side = (self.high - self.low).max(DVec3::ZERO);
        let volume = side.x * side.y * side.z;
        if volume > 0.0 { volume } else { side.x * side.y + side.y * side.z + side.z * side.x }
    }

    /// How much of the smaller box lies in the other.
    fn shared(&self, other: &Self) -> f64 {
        let common =
            Self { low: self.low.max(other.low), high: self.high.min(other.high), items: 0 };
        let apart = (common.high - common.low).min_element() < 0.0;
        let least = self.size().min(other.size());
        if apart || least <= 0.0 { 0.0 } else { (common.size() / least).min(1.0) }
    }
}

impl<V: Volume> BinaryTree<V> {
    /// How siblings share what is below them, of a tree over a mesh's triangles.
    #[must_use]
    pub fn siblings(&self, mesh: &Mesh) -> SiblingReport {
        let mut under = vec![Under::NOTHING; self.nodes.len()];
        let (mut overlap, mut balance, mut inner) = (0.0, 0.0, 0usize);
        // Children come after their parents.
        for number in (0..self.nodes.len()).rev() {
            if let Content::Children(left, right) = self.nodes[number].content() {
                let [left, right] = [under[left as usize], under[right as usize]];
                overlap += left.shared(&right);
                let (few, many) = (left.items.min(right.items), left.items.max(right.items));
                balance += few as f64 / many.max(1) as f64;
                inner += 1;
                under[number] = left.and(right);
            } else {
                let corners = |item: &u32| {
                    let corners = mesh.triangle_at(*item as usize);
                    let low = corners.into_iter().fold(DVec3::INFINITY, DVec3::min);
                    let high = corners.into_iter().fold(DVec3::NEG_INFINITY, DVec3::max);
                    Under { low, high, items: 1 }
                };
                let items = self.items(number as u32).iter().map(corners);
                under[number] = items.fold(Under::NOTHING, Under::and);
            }
        }
        let count = inner.max(1) as f64;
        SiblingReport { overlap: overlap / count, balance: balance / count }
    }

    /// The measures of the tree.
    #[must_use]
    pub fn report(&self) -> BinaryTreeReport {
        let mut levels: Vec<LevelReport> = Vec::new();
        for (node, depth) in self.nodes_with_depth() {
            if levels.len() <= depth {
                levels.resize(depth + 1, LevelReport::default());
            }
            levels[depth].nodes += 1;
            levels[depth].leaves += usize::from(node.is_leaf());
            levels[depth].volume += node.volume.volume();
        }
        BinaryTreeReport {
            nodes: self.nodes.len(),
            leaves: levels.iter().map(|level| level.leaves).sum(),
            items: self.items.len(),
            height: levels.len() - 1,
            bytes: self.bytes(),
            total_volume: self.total_volume(),
            levels,
        }
    }

    /// The number of levels of nodes under the root.
    #[must_use]
    pub fn height(&self) -> usize {
        self.nodes_with_depth().map(|(_, depth)| depth).max().unwrap_or(0)
    }

    /// The level of every node, counted from the root.
    #[must_use]
    pub fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            if let Content::Children(left, right) = node.content() {
                let below = depths[number] + 1;
                (depths[left as usize], depths[right as usize]) = (below, below);
            }
        }
        depths
    }

    /// The sum of the volumes of all nodes (Klosowski 1998, Table 9).
    #[must_use]
    pub fn total_volume(&self) -> f64 {
        self.nodes.iter().map(|node| node.volume.volume()).sum()
    }

    /// The nodes `depth` levels under the root, and the leaves above them: together they hold all
    /// triangles.
    pub fn level(&self, depth: usize) -> impl Iterator<Item = &Node<V>> {
        self.nodes_with_depth()
            .filter(move |(node, at)| *at == depth || *at < depth && node.is_leaf())
            .map(|(node, _)| node)
    }

    /// The surface of every volume of a level, as Klosowski draws them (1998, Figures 2 to 4).
    #[must_use]
    pub fn level_surfaces(&self, depth: usize) -> Vec<Vec<Triangle>> {
        self.level(depth).map(|node| node.volume.surface()).collect()
    }

    /// Every node and how many levels it lies under the root; a left child before its sibling.
    fn nodes_with_depth(&self) -> impl Iterator<Item = (&Node<V>, usize)> {
        let mut pending = vec![(Self::ROOT, 0)];
        std::iter::from_fn(move || {
            let (node, depth) = pending.pop()?;
            let node = self.node(node);
            if let Content::Children(left, right) = node.content() {
                pending.extend([(right, depth + 1), (left, depth + 1)]);
            }
            Some((node, depth))
        })
    }
}
