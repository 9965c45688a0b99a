//! One triangle at a time, each put where the tree grows least: how a tree is built when its
//! contents are not all known. (Pedersen 2006, "Insertion"; Klosowski 1998, §3.4.4; Guttman's
//! R-tree with two children a node.)
//!
//! On the way back up, a child changes places with a grandchild on the other side where that makes
//! the other child smaller. (Kopta and others, "Fast, Effective BVH Updates for Animated Scenes",
//! 2012)
//!
//! Invariant: the heights of two siblings differ by at most one (Adelson-Velsky and Landis), so
//! that the height stays below 1.45·log₂ n whatever is inserted. A bounding volume has no left and
//! right, so one rotation is always enough.

use super::hierarchy::{Below, Hierarchy};
use crate::tree::{BinaryTree, Soup};
use crate::volume::aabb::Tight;
use crate::volume::{Aabb, Fit, Volume};

/// Builds a tree by inserting the boxes of the triangles in their order, and then fits the volumes;
/// leaves hold at most `leaf_size` triangles.
pub fn insertion<V: Volume>(soup: &Soup, fit: &impl Fit<V>, leaf_size: usize) -> BinaryTree<V> {
    let mut growing = Growing::of_items(soup);
    for item in 1..soup.len() as u32 {
        growing.insert(item);
    }
    growing.hierarchy.fitted(soup, fit, leaf_size)
}

/// A tree that takes triangles.
struct Growing {
    hierarchy: Hierarchy<Aabb>,
    /// The number of levels under each knot.
    heights: Vec<u32>,
}

impl Growing {
    /// All items have a knot, and the first is the tree.
    fn of_items(soup: &Soup) -> Self {
        Self { hierarchy: Hierarchy::of_items(soup, &Tight), heights: vec![0; soup.len()] }
    }

    /// Puts the knot of an item beside the leaf where it adds least, and repairs the way back up.
    fn insert(&mut self, item: u32) {
        let (mut path, leaf) = self.way_down(item);
        let mut changed = self.hierarchy.join([leaf, item]);
        self.heights.push(1);
        let mut replaced = leaf;
        while let Some(above) = path.pop() {
            self.replace_child(above, replaced, changed);
            replaced = above;
            changed = self.balanced(above);
            self.exchange(changed);
        }
        self.hierarchy.root = changed;
    }

    /// The inner knots from the root to the leaf that the item should stand beside, and that leaf.
    fn way_down(&self, item: u32) -> (Vec<u32>, u32) {
        let mut path = Vec::new();
        let mut knot = self.hierarchy.root;
        while let Below::Knots([left, right]) = self.hierarchy.knot(knot).below {
            path.push(knot);
            knot = if self.growth(left, item) <= self.growth(right, item) { left } else { right };
        }
        (path, knot)
    }

    /// By how much the surface of a knot grows when it takes an item; among equals the one with
    /// fewer items is less.
    fn growth(&self, knot: u32, item: u32) -> (f64, u32) {
        let (own, new) = (self.hierarchy.knot(knot), self.hierarchy.knot(item));
        (own.volume.merge(&new.volume).area() - own.volume.area(), own.count)
    }

    fn replace_child(&mut self, knot: u32, old: u32, new: u32) {
        let [left, right] = self.children(knot);
        let pair = if left == old { [new, right] } else { [left, new] };
        self.renew(knot, pair);
    }

    /// Gives a knot other children.
    fn renew(&mut self, knot: u32, pair: [u32; 2]) {
        self.hierarchy.knots[knot as usize] = self.hierarchy.joined(pair);
        self.heights[knot as usize] = 1 + self.height(pair[0]).max(self.height(pair[1]));
    }

    /// Rotates where one child is higher than the other by two, and says which knot stands there
    /// now.
    ///
    /// ```text
    ///     knot              high
    ///    ╱    ╲            ╱    ╲
    ///  low    high   →   knot   stays
    ///        ╱    ╲     ╱   ╲
    ///    moves  stays  low  moves
    /// ```
    fn balanced(&mut self, knot: u32) -> u32 {
        let [mut low, mut high] = self.children(knot);
        if self.height(low) > self.height(high) {
            (low, high) = (high, low);
        }
        if self.height(high) < self.height(low) + 2 {
            return knot;
        }
        let [stays, moves] = self.who_stays(low, self.children(high));
        self.renew(knot, [low, moves]);
        self.renew(high, [knot, stays]);
        high
    }

    /// The higher stays up; of two equally high the one that would make the larger volume with
    /// `low`.
    fn who_stays(&self, low: u32, [one, other]: [u32; 2]) -> [u32; 2] {
        let area_with_low = |knot| self.hierarchy.joined([low, knot]).volume.area();
        let order = self.height(one).cmp(&self.height(other));
        let stays = order.then_with(|| area_with_low(one).total_cmp(&area_with_low(other)));
        if stays.is_ge() { [one, other] } else { [other, one] }
    }

    /// Exchanges a child with a grandchild on the other side, where the heights allow it and a
    /// surface gets smaller:
    ///
    /// ```text
    ///      knot                 knot
    ///     ╱    ╲               ╱    ╲
    ///  child   other    →   moves   other
    ///         ╱    ╲               ╱    ╲
    ///     moves  stays         child   stays
    /// ```
    fn exchange(&mut self, knot: u32) {
        let [left, right] = self.children(knot);
        let mut best: Option<(f64, u32, [u32; 2], u32)> = None;
        for (child, other) in [(left, right), (right, left)] {
            let Below::Knots([one, two]) = self.hierarchy.knot(other).below else { continue };
            for (moves, stays) in [(one, two), (two, one)] {
                let lower = 1 + self.height(child).max(self.height(stays));
                if self.height(child).abs_diff(self.height(stays)) > 1
                    || self.height(moves).abs_diff(lower) > 1
                {
                    continue;
                }
                let after = self.hierarchy.joined([child, stays]).volume.area();
                let gain = self.hierarchy.knot(other).volume.area() - after;
                if gain > best.map_or(0.0, |(most, ..)| most) {
                    best = Some((gain, other, [child, stays], moves));
                }
            }
        }
        if let Some((_, other, below, moves)) = best {
            self.renew(other, below);
            self.renew(knot, [moves, other]);
        }
    }

    fn height(&self, knot: u32) -> u32 {
        self.heights[knot as usize]
    }

    fn children(&self, knot: u32) -> [u32; 2] {
        match self.hierarchy.knot(knot).below {
            Below::Knots(pair) => pair,
            Below::Item(_) => unreachable!("only a knot with height has its children asked for"),
        }
    }
}
