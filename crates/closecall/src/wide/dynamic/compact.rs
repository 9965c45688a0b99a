//! A tree that grew, in the order a tree is built in: for files, and for checks.

use super::super::tree::{Child, Tree};
use super::lanes;

impl Tree {
    /// The same tree in the order it is built in, and without what is no longer in use; none if it
    /// is so already.
    pub(in crate::wide) fn compacted(&self) -> Option<Self> {
        let Self { frame, reach, longest_edge, triangles, quality, built_surface, .. } = *self;
        let (nodes, blocks) = (vec![self.nodes[0]].into(), Vec::new().into());
        let mut compact =
            Self { frame, nodes, blocks, reach, longest_edge, triangles, quality, built_surface };
        let root = self.copy_below(Child(self.nodes[0].child[0]), &mut compact);
        compact.nodes[0].child[0] = root.0;
        (compact != *self).then_some(compact)
    }

    fn copy_below(&self, child: Child, compact: &mut Self) -> Child {
        if child.is_block() {
            compact.blocks.owned().push(self.blocks[child.index()]);
            return Child::block(compact.blocks.len() - 1);
        }
        let node = &self.nodes[child.index()];
        let index = compact.nodes.len();
        compact.nodes.owned().push(*node);
        for lane in lanes(node).map(|lane| lane as usize) {
            compact.nodes[index].child[lane] = self.copy_below(Child(node.child[lane]), compact).0;
        }
        Child::node(index, child.is_aligned())
    }
}
