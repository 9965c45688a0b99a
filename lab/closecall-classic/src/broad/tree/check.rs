//! Checks of the promises of [`super`], node by node.

use super::{BoxTree, Leaf, NONE, merged};

/// Panics unless the tree keeps its promises.
pub(super) fn sound<const S: usize>(tree: &BoxTree<S>) {
    let bodies = || (0..).zip(&tree.leaves).filter_map(|(id, leaf)| leaf.map(|leaf| (id, leaf)));
    assert_eq!(bodies().count(), tree.count);
    for (id, Leaf { node, moved, .. }) in bodies() {
        assert_eq!(
            (tree.node(node).height, tree.node(node).children[0]),
            (0, id),
            "the leaf of body {id}"
        );
        assert!(!moved || tree.moved.contains(&id), "body {id} moved, but is not listed as moved");
    }
    if tree.root == NONE {
        assert_eq!(tree.count, 0);
        return;
    }
    assert_eq!(tree.node(tree.root).parent, NONE);
    let (mut stack, mut leaves) = (vec![tree.root], 0);
    while let Some(index) = stack.pop() {
        let node = tree.node(index);
        assert!(!node.dirty, "node {index} is not settled");
        if node.height == 0 {
            leaves += 1;
            continue;
        }
        let [left, right] = node.children.map(|child| tree.node(child));
        assert_eq!(node.volume, merged(&left.volume, &right.volume), "the volume of node {index}");
        assert_eq!(node.height, 1 + left.height.max(right.height), "the height of node {index}");
        assert!(
            left.height.abs_diff(right.height) <= 1,
            "node {index} leans: {} and {}",
            left.height,
            right.height
        );
        assert!(
            node.children.iter().all(|&child| tree.node(child).parent == index),
            "a parent under node {index}"
        );
        stack.extend(node.children);
    }
    assert_eq!(leaves, tree.count);
    let in_use = if tree.count == 0 { 0 } else { 2 * tree.count - 1 };
    assert_eq!(tree.nodes.len() - tree.free.len(), in_use, "nodes are lost");
}
