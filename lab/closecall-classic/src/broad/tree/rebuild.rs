//! The whole tree at once: from the top down, halved at the median along the longest side.

use super::{BodyNode, BoxTree, NONE, merged};
use closecall::engine::geom::DVec3;
use closecall::lab::kdop::Kdop;

/// The weight of an insertion; a move counts 1. The tree is built anew when changes amount to half
/// of this for every body: when half of them came one by one, or all have moved four times.
pub(super) const CHURN: usize = 8;

/// A body to be put somewhere.
#[derive(Clone, Copy)]
struct Item<const S: usize> {
    volume: Kdop<S>,
    /// Twice the middle of its box.
    middle: DVec3,
    id: u32,
}

impl<const S: usize> BoxTree<S> {
    pub(super) fn rebuild_if_due(&mut self) {
        if self.churn > CHURN * self.count / 2 {
            self.rebuild();
        }
    }

    fn rebuild(&mut self) {
        self.churn = 0;
        let bodies =
            (0..).zip(&self.leaves).filter_map(|(id, leaf)| leaf.map(|leaf| (id, leaf.node)));
        let item = |(id, node): (u32, u32)| {
            let volume = self.node(node).volume;
            let bounds = volume.bounds();
            Item { volume, middle: bounds.low + bounds.high, id }
        };
        let mut items: Vec<Item<S>> = bodies.map(item).collect();
        self.nodes.clear();
        self.free.clear();
        self.root = if items.is_empty() { NONE } else { self.grow(&mut items, NONE) };
    }

    /// Nodes are laid down in the order in which searches meet them. Halves differ by one body at
    /// most, so heights by one.
    fn grow(&mut self, items: &mut [Item<S>], parent: u32) -> u32 {
        let index = self.nodes.len() as u32;
        let Item { volume, id, .. } = items[0];
        self.nodes.push(BodyNode { volume, parent, children: [id, NONE], height: 0, dirty: false });
        if items.len() == 1 {
            self.leaves[id as usize].as_mut().expect("it was listed").node = index;
            return index;
        }
        let (low, high) =
            items.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), item| {
                (low.min(item.middle), high.max(item.middle))
            });
        let axis = (high - low).max_position();
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |a, b| a.middle[axis].total_cmp(&b.middle[axis]));
        let (left, right) = items.split_at_mut(half);
        let children = [self.grow(left, index), self.grow(right, index)];
        let [a, b] = children.map(|child| self.node(child));
        let (volume, height) = (merged(&a.volume, &b.volume), 1 + a.height.max(b.height));
        self.nodes[index as usize] = BodyNode { volume, parent, children, height, dirty: false };
        index
    }
}
