//! A tree of volumes that is built as a whole, for searches.
//!
//! Nodes lie in the order in which a search meets them: a node's children follow it, and what
//! follows these is its `next`. So a search needs no stack.

use crate::geom::DVec3;
use crate::geom::kdop::Kdop;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A node of this number is none, a body of this number is an inner node.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct BoxNode<const S: usize> {
    volume: Kdop<S>,
    next: u32,
    body: u32,
}

/// Volumes in a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxTree<const S: usize> {
    nodes: Vec<BoxNode<S>>,
}

impl<const S: usize> BoxTree<S> {
    pub(super) fn of<'v>(bodies: impl Iterator<Item = (u32, &'v Kdop<S>)>) -> Self {
        let mut tree = Self::default();
        let item = |(body, volume): (u32, &Kdop<S>)| {
            let bounds = volume.bounds();
            (bounds.low + bounds.high, BoxNode { volume: *volume, next: NONE, body })
        };
        let mut items: Vec<(DVec3, BoxNode<S>)> = bodies.map(item).collect();
        if !items.is_empty() {
            tree.grow(&mut items);
        }
        tree
    }

    /// Adds a node over these leaves, which are halved at the median of their middles along the
    /// longest side; returns its volume.
    fn grow(&mut self, items: &mut [(DVec3, BoxNode<S>)]) -> Kdop<S> {
        let place = self.nodes.len();
        self.nodes.push(BoxNode { body: NONE, ..items[0].1 });
        if let [(_, leaf)] = items {
            self.nodes[place] = BoxNode { next: place as u32 + 1, ..*leaf };
            return leaf.volume;
        }
        let (low, high) = items
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), (middle, _)| {
                (low.min(*middle), high.max(*middle))
            });
        let axis = (high - low).max_position();
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |(a, _), (b, _)| a[axis].total_cmp(&b[axis]));
        let (left, right) = items.split_at_mut(half);
        let volume = merged(&self.grow(left), &self.grow(right));
        self.nodes[place] = BoxNode { volume, next: self.nodes.len() as u32, body: NONE };
        volume
    }

    /// How many nodes there are; the root is node 0.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn volume(&self, node: u32) -> &Kdop<S> {
        &self.nodes[node as usize].volume
    }

    /// The two children of a node, or the body of a leaf.
    pub(super) fn children(&self, node: u32) -> Result<[u32; 2], u32> {
        match self.nodes[node as usize].body {
            NONE => Ok([node + 1, self.nodes[node as usize + 1].next]),
            body => Err(body),
        }
    }

    /// Visits every body that `may_meet` does not rule out.
    #[inline]
    pub(super) fn visit(&self, may_meet: impl Fn(&Kdop<S>) -> bool, mut visit: impl FnMut(u32)) {
        let mut place = 0;
        while let Some(node) = self.nodes.get(place) {
            if !may_meet(&node.volume) {
                place = node.next as usize;
                continue;
            }
            if node.body != NONE {
                visit(node.body);
            }
            place += 1;
        }
    }
}

/// The union.
pub(in crate::world) fn merged<const S: usize>(a: &Kdop<S>, b: &Kdop<S>) -> Kdop<S> {
    Kdop {
        low: std::array::from_fn(|slab| a.low[slab].min(b.low[slab])),
        high: std::array::from_fn(|slab| a.high[slab].max(b.high[slab])),
    }
}

/// As many searches go through all volumes; then a tree of them is built, which takes as long.
const SCANS: u32 = 32;

/// A tree that is built when it pays, of volumes that do not change meanwhile.
#[derive(Debug, Default)]
pub(super) struct LazyTree<const S: usize> {
    scans: AtomicU32,
    tree: OnceLock<BoxTree<S>>,
}

/// A clone has to earn its own tree.
impl<const S: usize> Clone for LazyTree<S> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<const S: usize> LazyTree<S> {
    /// Has so much been searched for that a tree pays?
    pub(super) fn is_due(&self) -> bool {
        self.scans.load(Ordering::Relaxed) >= SCANS
    }

    /// Visits every one of these bodies that `may_meet` does not rule out.
    #[inline]
    pub(super) fn visit<'v>(
        &self,
        bodies: impl Iterator<Item = (u32, &'v Kdop<S>)>,
        may_meet: impl Fn(&Kdop<S>) -> bool,
        mut visit: impl FnMut(u32),
    ) {
        if self.is_due() || self.scans.fetch_add(1, Ordering::Relaxed) >= SCANS {
            return self.tree.get_or_init(|| BoxTree::of(bodies)).visit(may_meet, visit);
        }
        bodies.filter(|(_, volume)| may_meet(volume)).for_each(|(body, _)| visit(body));
    }
}
