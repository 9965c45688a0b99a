//! What a tree looks like: its size, and the volumes of a level, to print and to draw.

use super::{BinaryTree, Content, Node};
use crate::volume::Volume;
use closecall::geom::Triangle;

/// The measures of a tree by which builders are compared (Klosowski 1998, Tables 9, 10 and 11).
#[derive(Clone, Debug, PartialEq)]
pub struct TreeReport {
    /// How many nodes there are.
    pub nodes: usize,
    /// How many of them are leaves.
    pub leaves: usize,
    /// How many triangles the leaves name; more than the mesh has where triangles were cut into
    /// pieces.
    pub items: usize,
    /// How many levels of nodes lie under the root.
    pub height: usize,
    /// How many bytes the tree takes.
    pub bytes: usize,
    /// The sum of the volumes of all nodes.
    pub total_volume: f64,
    /// The levels, the root's first.
    pub levels: Vec<LevelReport>,
}

/// The measures of one level of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelReport {
    /// How many nodes there are.
    pub nodes: usize,
    /// How many of them are leaves.
    pub leaves: usize,
    /// The sum of their volumes.
    pub volume: f64,
}

impl<V: Volume> BinaryTree<V> {
    /// The measures of the tree.
    #[must_use]
    pub fn report(&self) -> TreeReport {
        let mut levels: Vec<LevelReport> = Vec::new();
        for (node, depth) in self.nodes_with_depth() {
            if levels.len() <= depth {
                levels.resize(depth + 1, LevelReport::default());
            }
            levels[depth].nodes += 1;
            levels[depth].leaves += usize::from(node.is_leaf());
            levels[depth].volume += node.volume.volume();
        }
        TreeReport {
            nodes: self.nodes.len(),
            leaves: levels.iter().map(|level| level.leaves).sum(),
            items: self.items.len(),
            height: levels.len() - 1,
            bytes: self.bytes(),
            total_volume: self.total_volume(),
            levels,
        }
    }

    /// How many levels of nodes lie under the root.
    #[must_use]
    pub fn height(&self) -> usize {
        self.nodes_with_depth().map(|(_, depth)| depth).max().unwrap_or(0)
    }

    /// How many levels every node lies under the root.
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
