//! Binary splits gathered into nodes of up to eight: the part with the largest surface is split
//! first.

use super::super::tree::{Block, Child, Tree};
use super::split::Half;

/// A range of triangles, and the node or block over it; counts include everything below.
pub(super) struct BuildPlan {
    pub len: usize,
    pub nodes: usize,
    pub blocks: usize,
    /// None for a block.
    pub parts: Vec<BuildPlan>,
}

impl BuildPlan {
    pub(super) fn of(half: Half) -> Self {
        let len = half.len;
        let Some(halves) = half.halves else {
            return Self { len, nodes: 0, blocks: 1, parts: Vec::new() };
        };
        let mut parts: Vec<Half> = Vec::with_capacity(8);
        parts.extend(*halves);
        while parts.len() < 8 {
            let splittable = parts.iter().enumerate().filter(|(_, part)| part.halves.is_some());
            let Some((at, _)) = splittable.max_by(|a, b| a.1.area.total_cmp(&b.1.area)) else {
                break;
            };
            let halves = parts[at].halves.take().expect("only splittable parts are chosen");
            parts.splice(at..=at, *halves);
        }
        Self::over(parts.into_iter().map(Self::of).collect())
    }

    /// The plan that a tree, or a part of it, was built by; its triangles are appended to `ids` in
    /// the order of the plan.
    pub(super) fn of_tree(tree: &Tree, child: Child, ids: &mut Vec<u32>) -> Self {
        if child.is_block() {
            let used = tree.blocks[child.index()].ids.iter().filter(|&&id| id != Block::UNUSED);
            let before = ids.len();
            ids.extend(used);
            return Self { len: ids.len() - before, nodes: 0, blocks: 1, parts: Vec::new() };
        }
        let children =
            tree.nodes[child.index()].child.iter().filter(|&&child| child != Child::NONE);
        Self::over(children.map(|&child| Self::of_tree(tree, Child(child), ids)).collect())
    }

    fn over(parts: Vec<Self>) -> Self {
        let len = parts.iter().map(|part| part.len).sum();
        let nodes = 1 + parts.iter().map(|part| part.nodes).sum::<usize>();
        let blocks = parts.iter().map(|part| part.blocks).sum();
        Self { len, nodes, blocks, parts }
    }
}
