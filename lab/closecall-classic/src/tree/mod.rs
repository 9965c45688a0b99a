//! Binary trees of bounding volumes: plain arrays that know volumes and ids, never triangles.
//!
//! Invariant: node 0 is the root, the two children of a node are adjacent and come after it, every
//! item lies in exactly one leaf (or, if it was cut into pieces, in one or more), and a node's
//! volume holds all triangles or pieces below it. [`BinaryTree::check`] verifies the first three.

pub mod build;
mod check;
pub mod planes;
pub mod report;
pub mod soup;
pub mod split;

pub use planes::Planes;
pub use report::{BinaryTreeReport, LevelReport, SiblingReport};
pub use soup::Soup;

use crate::volume::Volume;

/// A binary tree of volumes over numbered triangles.
#[derive(Clone, Debug)]
pub struct BinaryTree<V: Volume> {
    nodes: Vec<Node<V>>,
    extras: Vec<V::Extra>,
    items: Vec<u32>,
    has_pieces: bool,
}

/// A node: an inner one has two children, a leaf some items.
#[derive(Clone, Copy, Debug)]
pub struct Node<V> {
    /// Holds all triangles below the node.
    pub volume: V,
    /// The first of two adjacent children, or the first item of a leaf.
    start: u32,
    /// The number of items a leaf has; 0 for an inner node.
    count: u32,
}

/// The content of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The numbers of its two child nodes.
    Children(u32, u32),
    /// A leaf.
    Leaf,
}

impl<V> Node<V> {
    /// Its children, or that it is a leaf.
    #[inline]
    #[must_use]
    pub fn content(&self) -> Content {
        if self.count == 0 { Content::Children(self.start, self.start + 1) } else { Content::Leaf }
    }

    /// Has it no children?
    #[inline]
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.count != 0
    }
}

impl<V: Volume> BinaryTree<V> {
    /// The number of the root node.
    pub const ROOT: u32 = 0;

    /// The node with a number.
    #[inline]
    #[must_use]
    pub fn node(&self, node: u32) -> &Node<V> {
        &self.nodes[node as usize]
    }

    /// The data that node `node` keeps so that its volume can be moved.
    #[inline]
    #[must_use]
    pub fn extra(&self, node: u32) -> &V::Extra {
        &self.extras[node as usize]
    }

    /// The triangles of a leaf; none for an inner node.
    #[inline]
    #[must_use]
    pub fn items(&self, node: u32) -> &[u32] {
        let Node { start, count, .. } = self.nodes[node as usize];
        if count == 0 { &[] } else { &self.items[start as usize..(start + count) as usize] }
    }

    /// All nodes, the root first.
    #[must_use]
    pub fn nodes(&self) -> &[Node<V>] {
        &self.nodes
    }

    /// The number of bytes the tree takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let elsewhere: usize = self.extras.iter().map(V::extra_bytes).sum();
        size_of_val(&*self.nodes)
            + size_of_val(&*self.extras)
            + size_of_val(&*self.items)
            + elsewhere
    }

    /// Were triangles cut into pieces, so that a walk can meet a pair of them more than once?
    #[must_use]
    pub fn has_pieces(&self) -> bool {
        self.has_pieces
    }
}
