//! Measures of a wide tree.

use super::build::Quality;
use super::tree::{Child, Tree};

/// The measures of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeReport {
    /// Nodes of up to eight boxes; the first holds the root alone.
    pub nodes: usize,
    /// Boxes in all of them.
    pub boxes: usize,
    /// Blocks of up to eight triangles.
    pub blocks: usize,
    /// Triangles in all of them.
    pub triangles: usize,
    /// The number of boxes around the deepest block, one in the other.
    pub depth: usize,
    /// The number of bytes the tree takes.
    pub bytes: usize,
    /// With how much care it was built.
    pub quality: Quality,
    /// The content of every level, from the root on; their number is the depth.
    pub levels: Vec<TreeLevel>,
}

/// A level of a tree: boxes with equally many around them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeLevel {
    /// Boxes around a node.
    pub nodes: usize,
    /// Boxes around a block.
    pub blocks: usize,
}

impl Tree {
    /// Measures it.
    #[must_use]
    pub fn report(&self) -> TreeReport {
        let levels = self.levels();
        TreeReport {
            nodes: self.nodes.len(),
            boxes: levels.iter().map(|level| level.nodes + level.blocks).sum(),
            blocks: self.blocks.len(),
            triangles: self.triangles,
            depth: levels.len(),
            bytes: self.bytes(),
            quality: self.quality,
            levels,
        }
    }

    fn levels(&self) -> Vec<TreeLevel> {
        let nodes = self.arrays().nodes;
        let mut levels = Vec::new();
        let mut above = vec![0];
        while !above.is_empty() {
            let children = above.iter().flat_map(|&node: &usize| nodes[node].child);
            let used: Vec<Child> =
                children.filter(|&child| child != Child::NONE).map(Child).collect();
            above =
                used.iter().filter(|child| !child.is_block()).map(|child| child.index()).collect();
            levels.push(TreeLevel { nodes: above.len(), blocks: used.len() - above.len() });
        }
        levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::{cuboid, icosphere};
    use crate::wide::BuildOptions;
    use glam::DVec3;

    #[test]
    fn every_node_and_block_is_on_one_level() {
        for (mesh, deep) in [(cuboid(DVec3::ZERO, DVec3::ONE), 1), (icosphere(1.0, 4), 3)] {
            let report = Tree::build(&mesh, &BuildOptions::default()).report();
            let sum =
                |count: fn(&TreeLevel) -> usize| report.levels.iter().map(count).sum::<usize>();
            assert_eq!(
                (sum(|level| level.nodes) + 1, sum(|level| level.blocks)),
                (report.nodes, report.blocks)
            );
            assert_eq!(report.boxes, report.nodes - 1 + report.blocks);
            assert_eq!(
                (report.triangles, report.levels.len()),
                (mesh.triangle_count(), report.depth)
            );
            assert!(report.depth > deep && report.blocks * 8 >= report.triangles, "{report:?}");
            assert_eq!(report.levels[0], TreeLevel { nodes: 1, blocks: 0 });
        }
    }

    #[test]
    fn one_triangle_is_one_box_around_one_block() {
        let mesh = crate::Mesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]).unwrap();
        let report = Tree::build(&mesh, &BuildOptions::default()).report();
        assert_eq!((report.nodes, report.boxes, report.blocks, report.depth), (1, 1, 1, 1));
    }
}
