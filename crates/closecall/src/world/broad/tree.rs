//! A tree of volumes that is built as a whole, for searches.
//!
//! Nodes lie in the order in which a search meets them: a node's children follow it, and what
//! follows these is its `next`. So a search needs no stack.

use crate::geom::DVec3;
use crate::geom::kdop::Kdop;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The body of an inner node.
const NONE: u32 = u32::MAX;

/// As few bodies are not divided further.
const FEW: usize = 4;

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
        let leaf = |(body, volume): (u32, &Kdop<S>)| BoxNode { volume: *volume, next: 0, body };
        let leaves: Vec<BoxNode<S>> = bodies.map(leaf).collect();
        let middle = |leaf: &BoxNode<S>| {
            let bounds = leaf.volume.bounds();
            bounds.low + bounds.high
        };
        let mut middles: Vec<(DVec3, u32)> = leaves.iter().map(middle).zip(0..).collect();
        let mut tree = Self { nodes: Vec::with_capacity(2 * leaves.len()) };
        if !leaves.is_empty() {
            tree.grow(&leaves, &mut middles);
        }
        tree
    }

    /// Adds a node over these leaves, which are halved at the median of their middles along the
    /// longest side, unless they are few; returns its volume.
    fn grow(&mut self, leaves: &[BoxNode<S>], middles: &mut [(DVec3, u32)]) -> Kdop<S> {
        let place = self.nodes.len();
        let leaf = |&(_, number): &(DVec3, u32)| leaves[number as usize];
        let first = leaf(&middles[0]);
        if middles.len() == 1 {
            self.nodes.push(BoxNode { next: place as u32 + 1, ..first });
            return first.volume;
        }
        self.nodes.push(BoxNode { body: NONE, ..first });
        let volume = if middles.len() <= FEW {
            let leaves = middles.iter().map(leaf).zip(place as u32 + 2..);
            self.nodes.extend(leaves.map(|(leaf, next)| BoxNode { next, ..leaf }));
            middles.iter().map(leaf).fold(first.volume, |all, leaf| merged(&all, &leaf.volume))
        } else {
            let ends = (DVec3::INFINITY, DVec3::NEG_INFINITY);
            let (low, high) = middles
                .iter()
                .fold(ends, |(low, high), (middle, _)| (low.min(*middle), high.max(*middle)));
            let axis = (high - low).max_position();
            let half = middles.len() / 2;
            middles.select_nth_unstable_by(half, |(a, _), (b, _)| a[axis].total_cmp(&b[axis]));
            let (left, right) = middles.split_at_mut(half);
            merged(&self.grow(leaves, left), &self.grow(leaves, right))
        };
        self.nodes[place] = BoxNode { volume, next: self.nodes.len() as u32, body: NONE };
        volume
    }

    /// The number of nodes; the root is node 0.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn volume(&self, node: u32) -> &Kdop<S> {
        &self.nodes[node as usize].volume
    }

    /// The body of a leaf.
    pub(super) fn body(&self, node: u32) -> Option<u32> {
        Some(self.nodes[node as usize].body).filter(|&body| body != NONE)
    }

    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> + Clone {
        let next = move |&child: &u32| Some(self.nodes.get(child as usize)?.next);
        let end = self.nodes[node as usize].next;
        std::iter::successors(Some(node + 1), next).take_while(move |&child| child < end)
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
