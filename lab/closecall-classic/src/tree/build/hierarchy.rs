//! A binary tree that grows from its leaves: what bottom-up and insertion make before the nodes are
//! laid out.

use super::grow::{Grower, grow};
use crate::tree::split::volume_of;
use crate::tree::{BinaryTree, Soup};
use crate::volume::{Fit, Volume};

/// A node of a tree in the making.
#[derive(Clone, Debug)]
pub(super) struct Knot<V> {
    /// The merged volume of all items below it.
    pub volume: V,
    /// The number of items that are below it.
    pub count: u32,
    /// The content below it.
    pub below: Below,
}

/// The content below a knot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Below {
    /// One item.
    Item(u32),
    /// Two knots.
    Knots([u32; 2]),
}

/// Knots, one of which is the root of the others.
#[derive(Clone, Debug)]
pub(super) struct Hierarchy<V> {
    pub knots: Vec<Knot<V>>,
    pub root: u32,
}

impl<V: Volume> Hierarchy<V> {
    /// A knot for every item, and no root yet.
    pub fn of_items(soup: &Soup, fit: &impl Fit<V>) -> Self {
        let knot = |item| Knot {
            volume: volume_of(fit, soup, &[item]),
            count: 1,
            below: Below::Item(item),
        };
        Self { knots: (0..soup.len() as u32).map(knot).collect(), root: 0 }
    }

    /// The knot with a number.
    pub fn knot(&self, knot: u32) -> &Knot<V> {
        &self.knots[knot as usize]
    }

    /// Adds a knot above two others.
    pub fn join(&mut self, pair: [u32; 2]) -> u32 {
        let joined = self.joined(pair);
        self.knots.push(joined);
        self.knots.len() as u32 - 1
    }

    /// The knot above two others.
    pub fn joined(&self, pair: [u32; 2]) -> Knot<V> {
        let [left, right] = pair.map(|knot| self.knot(knot));
        Knot {
            volume: left.volume.merge(&right.volume),
            count: left.count + right.count,
            below: Below::Knots(pair),
        }
    }

    /// Lays out the tree with volumes of any kind, fitted to the triangles.
    pub fn fitted<W: Volume>(
        &self,
        soup: &Soup,
        fit: &impl Fit<W>,
        leaf_size: usize,
    ) -> BinaryTree<W> {
        grow(soup, self.items(), leaf_size, &Fitted { hierarchy: self, soup, fit }, self.root)
    }

    /// Lays out the tree with the volumes it was made of.
    pub fn merged(&self, soup: &Soup, leaf_size: usize) -> BinaryTree<V>
    where
        V: Volume<Extra = ()>,
    {
        grow(soup, self.items(), leaf_size, &Merged(self), self.root)
    }

    /// The items from left to right.
    fn items(&self) -> Vec<u32> {
        let mut items = Vec::with_capacity(self.knot(self.root).count as usize);
        let mut pending = vec![self.root];
        while let Some(knot) = pending.pop() {
            match self.knot(knot).below {
                Below::Item(item) => items.push(item),
                Below::Knots([left, right]) => pending.extend([right, left]),
            }
        }
        items
    }

    fn divide(&self, knot: u32) -> (usize, [u32; 2]) {
        match self.knot(knot).below {
            Below::Knots(pair) => (self.knot(pair[0]).count as usize, pair),
            Below::Item(_) => unreachable!("one item is a leaf, whatever the leaf size"),
        }
    }
}

struct Fitted<'a, V, F> {
    hierarchy: &'a Hierarchy<V>,
    soup: &'a Soup,
    fit: &'a F,
}

impl<V: Volume, W: Volume, F: Fit<W>> Grower<W> for Fitted<'_, V, F> {
    type Key = u32;

    fn volume(&self, _knot: &u32, items: &[u32], depth: usize) -> (W, W::Extra) {
        self.fit.fit(&self.soup.triangles, items, depth)
    }

    fn divide(&self, knot: u32, _volume: &W, _items: &mut [u32]) -> (usize, [u32; 2]) {
        self.hierarchy.divide(knot)
    }
}

struct Merged<'a, V>(&'a Hierarchy<V>);

impl<V: Volume<Extra = ()>> Grower<V> for Merged<'_, V> {
    type Key = u32;

    fn volume(&self, knot: &u32, _items: &[u32], _depth: usize) -> (V, ()) {
        (self.0.knot(*knot).volume.clone(), ())
    }

    fn divide(&self, knot: u32, _volume: &V, _items: &mut [u32]) -> (usize, [u32; 2]) {
        self.0.divide(knot)
    }
}
