//! The one loop that lays out the nodes of a tree, for every builder.

use crate::tree::{BinaryTree, Node, Soup};
use crate::volume::Volume;

/// A node that is laid out and whose items wait to be divided.
struct Pending<K> {
    node: usize,
    first: usize,
    count: usize,
    depth: usize,
    key: K,
}

/// Something that knows the volume of a node and how to divide its items. Nodes are known to it by
/// a key.
pub(super) trait Grower<V: Volume> {
    type Key;

    /// The volume of a node, and what it keeps to move it.
    fn volume(&self, key: &Self::Key, items: &[u32], depth: usize) -> (V, V::Extra);

    /// Reorders the items and says how many go to the left child; neither side is empty.
    fn divide(&self, key: Self::Key, volume: &V, items: &mut [u32]) -> (usize, [Self::Key; 2]);
}

/// Lays out the tree over `items`, down to leaves of at most `leaf_size`. The work list is
/// explicit: a deep tree cannot overflow the stack.
pub(super) fn grow<V: Volume, G: Grower<V>>(
    soup: &Soup,
    mut items: Vec<u32>,
    leaf_size: usize,
    grower: &G,
    root: G::Key,
) -> BinaryTree<V> {
    let count = items.len();
    let (volume, extra) = grower.volume(&root, &items, 0);
    let mut nodes = vec![Node { volume, start: 0, count: count as u32 }];
    let mut extras = vec![extra];
    let mut pending = vec![Pending { node: 0, first: 0, count, depth: 0, key: root }];
    while let Some(Pending { node, first, count, depth, key }) = pending.pop() {
        if count <= leaf_size.max(1) {
            continue;
        }
        let (left, [left_key, right_key]) =
            grower.divide(key, &nodes[node].volume, &mut items[first..first + count]);
        nodes[node].start = nodes.len() as u32;
        nodes[node].count = 0;
        for (first, count, key) in
            [(first, left, left_key), (first + left, count - left, right_key)]
        {
            let (volume, extra) = grower.volume(&key, &items[first..first + count], depth + 1);
            pending.push(Pending { node: nodes.len(), first, count, depth: depth + 1, key });
            nodes.push(Node { volume, start: first as u32, count: count as u32 });
            extras.push(extra);
        }
    }
    let tree = BinaryTree { nodes, extras, items, has_pieces: false };
    match &soup.owners {
        Some(owners) => name_owners(tree, owners),
        None => tree,
    }
}

/// Replaces pieces by the triangles they were cut from, once in each leaf.
fn name_owners<V: Volume>(mut tree: BinaryTree<V>, owners: &[u32]) -> BinaryTree<V> {
    let mut named = Vec::with_capacity(tree.items.len());
    for node in tree.nodes.iter_mut().filter(|node| node.is_leaf()) {
        let pieces = &tree.items[node.start as usize..(node.start + node.count) as usize];
        let mut leaf: Vec<u32> = pieces.iter().map(|&piece| owners[piece as usize]).collect();
        leaf.sort_unstable();
        leaf.dedup();
        node.start = named.len() as u32;
        node.count = leaf.len() as u32;
        named.extend(leaf);
    }
    tree.items = named;
    tree.has_pieces = true;
    tree
}
