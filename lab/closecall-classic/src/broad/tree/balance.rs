//! Insertion and removal, and how the tree stays balanced and its surfaces small.

use super::{BodyNode, BoxTree, NONE, area, merged};
use closecall::lab::kdop::Kdop;

impl<const S: usize> BoxTree<S> {
    /// Hangs a leaf where it makes the nodes above it grow least.
    pub(super) fn put_in(&mut self, leaf: u32) {
        if self.root == NONE {
            self.root = leaf;
            self.node_mut(leaf).parent = NONE;
            return;
        }
        let volume = self.node(leaf).volume;
        let mut beside = self.root;
        while self.node(beside).height > 0 {
            let [left, right] = self.node(beside).children;
            beside = if self.growth(left, &volume) <= self.growth(right, &volume) {
                left
            } else {
                right
            };
        }
        let parent = self.node(beside).parent;
        let joint = self.new_node(BodyNode {
            volume,
            parent,
            children: [beside, leaf],
            height: 1,
            dirty: false,
        });
        self.replace_child(parent, beside, joint);
        self.node_mut(beside).parent = joint;
        self.node_mut(leaf).parent = joint;
        self.repair_from(joint);
    }

    /// Takes a leaf out of the tree; its node stays.
    pub(super) fn take_out(&mut self, leaf: u32) {
        let joint = self.node(leaf).parent;
        if joint == NONE {
            self.root = NONE;
            return;
        }
        let [left, right] = self.node(joint).children;
        let sibling = if left == leaf { right } else { left };
        let parent = self.node(joint).parent;
        self.node_mut(sibling).parent = parent;
        self.replace_child(parent, joint, sibling);
        self.free.push(joint);
        self.repair_from(parent);
    }

    /// By how much a node's surface grows with a volume, and then its height: among equals the
    /// lower is better.
    #[inline(always)]
    fn growth(&self, index: u32, volume: &Kdop<S>) -> (f64, u32) {
        let node = self.node(index);
        (area(&merged(&node.volume, volume)) - area(&node.volume), node.height)
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
            return;
        }
        let children = &mut self.node_mut(parent).children;
        children[usize::from(children[1] == old)] = new;
    }

    /// Refits and balances from a node up to the root.
    fn repair_from(&mut self, mut index: u32) {
        while index != NONE {
            self.refit(index);
            index = self.balanced(index);
            self.exchange(index);
            index = self.node(index).parent;
        }
    }

    /// The union of the children, and the height over them.
    pub(super) fn refit(&mut self, index: u32) {
        let [left, right] = self.node(index).children;
        let (a, b) = (self.node(left), self.node(right));
        let (volume, height) = (merged(&a.volume, &b.volume), 1 + a.height.max(b.height));
        let node = self.node_mut(index);
        (node.volume, node.height) = (volume, height);
    }

    fn adopt(&mut self, index: u32, children: [u32; 2]) {
        self.node_mut(index).children = children;
        for child in children {
            self.node_mut(child).parent = index;
        }
        self.refit(index);
    }

    /// Rotates where one child is higher than the other by two, and says which node stands there
    /// now. A volume has no left and right, so one rotation is always enough.
    ///
    /// ```text
    ///     node              high
    ///    ╱    ╲            ╱    ╲
    ///  low    high   →   node   stays
    ///        ╱    ╲     ╱   ╲
    ///    moves  stays  low  moves
    /// ```
    fn balanced(&mut self, index: u32) -> u32 {
        let [mut low, mut high] = self.node(index).children;
        if self.node(low).height > self.node(high).height {
            (low, high) = (high, low);
        }
        if self.node(high).height < self.node(low).height + 2 {
            return index;
        }
        let [mut stays, mut moves] = self.node(high).children;
        let joined = |child: u32| area(&merged(&self.node(low).volume, &self.node(child).volume));
        let order = self.node(stays).height.cmp(&self.node(moves).height);
        if order.then_with(|| joined(stays).total_cmp(&joined(moves))).is_lt() {
            (stays, moves) = (moves, stays);
        }
        let parent = self.node(index).parent;
        self.replace_child(parent, index, high);
        self.node_mut(high).parent = parent;
        self.adopt(index, [low, moves]);
        self.adopt(high, [index, stays]);
        high
    }

    /// Exchanges a child with a grandchild on the other side, where a surface gets smaller and the
    /// node stays as high and as balanced as it is:
    ///
    /// ```text
    ///      node                 node
    ///     ╱    ╲               ╱    ╲
    ///  child   other    →   moves   other
    ///         ╱    ╲               ╱    ╲
    ///     moves  stays         child   stays
    /// ```
    pub(super) fn exchange(&mut self, index: u32) {
        let [left, right] = self.node(index).children;
        let mut best: Option<(f64, u32, [u32; 2], u32)> = None;
        for (child, other) in [(left, right), (right, left)] {
            if self.node(other).height == 0 {
                continue;
            }
            let [one, two] = self.node(other).children;
            let before = area(&self.node(other).volume);
            for (moves, stays) in [(one, two), (two, one)] {
                let [child_height, moves_height, stays_height] =
                    [child, moves, stays].map(|node| self.node(node).height);
                let lower = 1 + child_height.max(stays_height);
                let balanced =
                    child_height.abs_diff(stays_height) <= 1 && moves_height.abs_diff(lower) <= 1;
                if !balanced || 1 + moves_height.max(lower) != self.node(index).height {
                    continue;
                }
                let gain =
                    before - area(&merged(&self.node(child).volume, &self.node(stays).volume));
                if gain > best.map_or(0.0, |(most, ..)| most) {
                    best = Some((gain, other, [child, stays], moves));
                }
            }
        }
        if let Some((_, other, below, moves)) = best {
            self.adopt(other, below);
            self.adopt(index, [moves, other]);
        }
    }
}
