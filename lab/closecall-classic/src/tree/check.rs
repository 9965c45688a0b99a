//! Verifies the invariant of a tree, after every build in tests.

use super::{BinaryTree, Content};
use crate::volume::Volume;

impl<V: Volume> BinaryTree<V> {
    /// Is this a tree over the items 0..`items`? Says what is wrong where it is not. An item that
    /// was cut into pieces may lie in several leaves, but only once in each.
    pub fn check(&self, items: usize) -> Result<(), String> {
        let mut seen_nodes = vec![false; self.nodes.len()];
        let mut leaf_of_item = vec![None; items];
        let mut pending = vec![Self::ROOT];
        while let Some(node) = pending.pop() {
            let seen =
                seen_nodes.get_mut(node as usize).ok_or(format!("there is no node {node}"))?;
            if std::mem::replace(seen, true) {
                return Err(format!("node {node} has two parents"));
            }
            match self.node(node).content() {
                Content::Children(left, _) if left <= node => {
                    return Err(format!("node {node} comes after its child {left}"));
                }
                Content::Children(left, right) => pending.extend([left, right]),
                Content::Leaf => self.mark_items(node, &mut leaf_of_item)?,
            }
        }
        if let Some(node) = seen_nodes.iter().position(|&seen| !seen) {
            return Err(format!("node {node} has no parent"));
        }
        match leaf_of_item.iter().position(Option::is_none) {
            Some(item) => Err(format!("item {item} is in no leaf")),
            None => Ok(()),
        }
    }

    fn mark_items(&self, leaf: u32, leaf_of_item: &mut [Option<u32>]) -> Result<(), String> {
        for &item in self.items(leaf) {
            let place =
                leaf_of_item.get_mut(item as usize).ok_or(format!("there is no item {item}"))?;
            match place.replace(leaf) {
                Some(other) if other == leaf => {
                    return Err(format!("item {item} is twice in leaf {leaf}"));
                }
                Some(other) if !self.has_pieces => {
                    return Err(format!("item {item} is in leaves {other} and {leaf}"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
