//! Binary trees of bounding volumes: plain arrays that know volumes and ids, never triangles.
//!
//! Invariant: node 0 is the root, the two children of a node are adjacent and come after it, every item lies in exactly
//! one leaf, and a node's volume holds all triangles below it. [`Tree::check`] verifies the first three.

pub mod build;
pub mod split;

use crate::volume::Volume;

/// A binary tree of volumes over numbered triangles.
#[derive(Clone, Debug)]
pub struct Tree<V: Volume> {
    nodes: Vec<Node<V>>,
    extras: Vec<V::Extra>,
    items: Vec<u32>,
}

/// A node: an inner one has two children, a leaf some items.
#[derive(Clone, Copy, Debug)]
pub struct Node<V> {
    /// Holds all triangles below the node.
    pub volume: V,
    /// The first of two adjacent children, or the first item of a leaf.
    start: u32,
    /// How many items a leaf has; 0 for an inner node.
    count: u32,
}

/// What a node consists of.
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

impl<V: Volume> Tree<V> {
    /// The number of the root node.
    pub const ROOT: u32 = 0;

    /// The node with a number.
    #[inline]
    #[must_use]
    pub fn node(&self, node: u32) -> &Node<V> {
        &self.nodes[node as usize]
    }

    /// What node `node` keeps so that its volume can be moved.
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

    /// How many bytes the tree takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let elsewhere: usize = self.extras.iter().map(V::extra_bytes).sum();
        size_of_val(&*self.nodes) + size_of_val(&*self.extras) + size_of_val(&*self.items) + elsewhere
    }

    /// How many levels of nodes lie under the root.
    #[must_use]
    pub fn height(&self) -> usize {
        let mut height = 0;
        let mut pending = vec![(Self::ROOT, 0)];
        while let Some((node, depth)) = pending.pop() {
            height = height.max(depth);
            if let Content::Children(left, right) = self.node(node).content() {
                pending.extend([(left, depth + 1), (right, depth + 1)]);
            }
        }
        height
    }

    /// The sum of the volumes of all nodes (Klosowski 1998, Table 9).
    #[must_use]
    pub fn total_volume(&self) -> f64 {
        self.nodes.iter().map(|node| node.volume.volume()).sum()
    }

    /// Is this a tree over the items 0..`items`? Says what is wrong where it is not.
    pub fn check(&self, items: usize) -> Result<(), String> {
        let mut seen_nodes = vec![false; self.nodes.len()];
        let mut seen_items = vec![false; items];
        let mut pending = vec![Self::ROOT];
        while let Some(node) = pending.pop() {
            let seen = seen_nodes.get_mut(node as usize).ok_or(format!("there is no node {node}"))?;
            if std::mem::replace(seen, true) {
                return Err(format!("node {node} has two parents"));
            }
            match self.node(node).content() {
                Content::Children(left, _) if left <= node => {
                    return Err(format!("node {node} comes after its child {left}"));
                }
                Content::Children(left, right) => pending.extend([left, right]),
                Content::Leaf => mark_items(self.items(node), &mut seen_items)?,
            }
        }
        let unseen = |seen: &[bool]| seen.iter().position(|&seen| !seen);
        match (unseen(&seen_nodes), unseen(&seen_items)) {
            (Some(node), _) => Err(format!("node {node} has no parent")),
            (_, Some(item)) => Err(format!("item {item} is in no leaf")),
            _ => Ok(()),
        }
    }
}

fn mark_items(items: &[u32], seen: &mut [bool]) -> Result<(), String> {
    for &item in items {
        let seen = seen.get_mut(item as usize).ok_or(format!("there is no item {item}"))?;
        if std::mem::replace(seen, true) {
            return Err(format!("item {item} is in two leaves"));
        }
    }
    Ok(())
}
