//! A cut through the tree of pairs: every pair of leaves lies under exactly one entry. (Tropp et
//! al. 2006, §2 "The Front")
//!
//! The entries are ordered from left to right, as a walk meets them, so that those with a common
//! parent are neighbours.

use super::FrontFootprint;
use crate::tree::{BinaryTree, Content};
use crate::volume::Volume;
use crate::walk::NodePair;
use std::ops::{ControlFlow, Range};

/// A pair of nodes in a cut.
pub trait Entry: Copy {
    /// The pair.
    fn pair(&self) -> NodePair;
}

/// The fate of an entry when it is looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays in the cut.
    Stays,
    /// New entries take its place.
    GivesWay,
}

/// New entries, as long as there is room.
#[derive(Clone, Debug)]
pub struct Fresh<E> {
    entries: Vec<E>,
    room: usize,
    is_short: bool,
}

impl<E> Fresh<E> {
    /// One more, to the right of the others.
    #[inline]
    pub fn push(&mut self, entry: E) {
        if self.entries.len() < self.room {
            self.entries.push(entry);
        } else {
            self.is_short = true;
        }
    }
}

/// A cut of at most this many entries. One that would need more is given up, and has no entries.
#[derive(Clone, Debug)]
pub struct PairCut<E> {
    entries: Vec<E>,
    fresh: Fresh<E>,
    /// Which entry gave way to which of the fresh ones.
    splices: Vec<(usize, Range<usize>)>,
    /// The entries in the making.
    spare: Vec<E>,
    most: usize,
    gave_way: usize,
}

impl<E: Entry> PairCut<E> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let fresh = Fresh { entries: Vec::new(), room: most, is_short: false };
        Self {
            entries: Vec::new(),
            fresh,
            splices: Vec::new(),
            spare: Vec::new(),
            most,
            gave_way: 0,
        }
    }

    /// The number of entries: none, if nothing is known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is nothing known?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries, from left to right.
    #[must_use]
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// The pairs of the entries, from left to right.
    #[must_use]
    pub fn pairs(&self) -> Vec<NodePair> {
        self.entries.iter().map(Entry::pair).collect()
    }

    /// The number of entries that gave way when the cut was last revised.
    #[must_use]
    pub fn gave_way(&self) -> usize {
        self.gave_way
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// The memory it holds.
    #[must_use]
    pub fn footprint(&self) -> FrontFootprint {
        let reserved =
            self.entries.capacity() + self.fresh.entries.capacity() + self.spare.capacity();
        let bytes = reserved * size_of::<E>()
            + self.splices.capacity() * size_of::<(usize, Range<usize>)>();
        FrontFootprint { entries: self.entries.len(), bytes }
    }

    /// A new cut, from left to right.
    pub fn rebuild(
        &mut self,
        build: impl FnOnce(&mut Fresh<E>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.start(self.most);
        let flow = build(&mut self.fresh);
        std::mem::swap(&mut self.entries, &mut self.fresh.entries);
        self.finish();
        flow
    }

    /// Looks at every entry, from left to right, until `visit` breaks off; entries that were not
    /// reached stay. Returns how many entries of the cut, from the left, were looked at or are new.
    pub fn revise(
        &mut self,
        mut visit: impl FnMut(&mut E, &mut Fresh<E>) -> (Fate, ControlFlow<()>),
    ) -> (usize, ControlFlow<()>) {
        self.start(self.most.saturating_sub(self.entries.len()));
        let (mut reached, mut flow) = (0, ControlFlow::Continue(()));
        while flow.is_continue() && reached < self.entries.len() {
            let before = self.fresh.entries.len();
            let (fate, then) = visit(&mut self.entries[reached], &mut self.fresh);
            if fate == Fate::GivesWay {
                self.splices.push((reached, before..self.fresh.entries.len()));
            }
            flow = then;
            reached += 1;
        }
        let reached = reached + self.fresh.entries.len() - self.splices.len();
        self.gave_way = self.splices.len();
        self.splice();
        self.finish();
        (reached, flow)
    }

    fn start(&mut self, room: usize) {
        self.fresh.entries.clear();
        self.fresh.room = room;
        self.fresh.is_short = false;
        self.splices.clear();
    }

    /// A cut with a hole in it is none.
    fn finish(&mut self) {
        if self.fresh.is_short {
            self.entries.clear();
        }
    }

    fn splice(&mut self) {
        if self.splices.is_empty() {
            return;
        }
        self.spare.clear();
        let mut copied = 0;
        for (place, range) in self.splices.drain(..) {
            self.spare.extend_from_slice(&self.entries[copied..place]);
            self.spare.extend_from_slice(&self.fresh.entries[range]);
            copied = place + 1;
        }
        self.spare.extend_from_slice(&self.entries[copied..]);
        std::mem::swap(&mut self.entries, &mut self.spare);
    }

    /// Replaces two neighbours by one entry where `joined` says so, among the first `reached`; and
    /// what is joined may be joined again.
    pub fn join(&mut self, reached: usize, mut joined: impl FnMut(&E, &E) -> Option<E>) {
        let reached = reached.min(self.entries.len());
        let mut kept = 0usize;
        for i in 0..reached {
            let mut entry = self.entries[i];
            while let Some(parent) =
                kept.checked_sub(1).and_then(|left| joined(&self.entries[left], &entry))
            {
                entry = parent;
                kept -= 1;
            }
            self.entries[kept] = entry;
            kept += 1;
        }
        self.entries.drain(kept..reached);
    }

    /// Drops the entries that others cover. Returns how many of the first `reached` are left.
    pub fn drop_covered(&mut self, reached: usize, is_covered: impl Fn(NodePair) -> bool) -> usize {
        let reached = reached.min(self.entries.len());
        let left = self.entries[..reached].iter().filter(|entry| !is_covered(entry.pair())).count();
        self.entries.retain(|entry| !is_covered(entry.pair()));
        left
    }
}

/// The parents in two trees, and the pairs that may be joined.
#[derive(Clone, Debug)]
pub struct Kinship {
    a_parents: Vec<u32>,
    b_parents: Vec<u32>,
    b_joins_at_root_only: bool,
}

impl Kinship {
    /// Of two trees. Where a descent starts again at A's root for every node of B, nodes of B are
    /// joined at A's root only: elsewhere their parent would be covered for a part of A twice.
    #[must_use]
    pub fn new<V: Volume>(a: &BinaryTree<V>, b: &BinaryTree<V>, descent_restarts: bool) -> Self {
        Self {
            a_parents: parents(a),
            b_parents: parents(b),
            b_joins_at_root_only: descent_restarts,
        }
    }

    /// The pair that covers what the neighbours `left` and `right` cover, if there is one.
    #[inline]
    #[must_use]
    pub fn joined(&self, left: NodePair, right: NodePair) -> Option<NodePair> {
        if left.1 == right.1 {
            return common(&self.a_parents, left.0, right.0).map(|parent| (parent, left.1));
        }
        if left.0 != right.0 || (self.b_joins_at_root_only && left.0 != 0) {
            return None;
        }
        common(&self.b_parents, left.1, right.1).map(|parent| (left.0, parent))
    }

    /// The number of bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.a_parents) + size_of_val(&*self.b_parents)
    }
}

/// The parent of two siblings, the left one first.
#[inline]
fn common(parents: &[u32], left: u32, right: u32) -> Option<u32> {
    let parent = parents[left as usize];
    (left + 1 == right && parent == parents[right as usize]).then_some(parent)
}

/// The parent of every node; the root's is itself.
fn parents<V: Volume>(tree: &BinaryTree<V>) -> Vec<u32> {
    let mut parents = vec![BinaryTree::<V>::ROOT; tree.nodes().len()];
    for (node, parent) in tree.nodes().iter().zip(0..) {
        if let Content::Children(left, right) = node.content() {
            (parents[left as usize], parents[right as usize]) = (parent, parent);
        }
    }
    parents
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Entry for NodePair {
        fn pair(&self) -> NodePair {
            *self
        }
    }

    const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

    fn cut_of(entries: impl IntoIterator<Item = u32>, most: usize) -> PairCut<NodePair> {
        let mut cut = PairCut::new(most);
        let flow = cut.rebuild(|fresh| {
            entries.into_iter().for_each(|a| fresh.push((a, 0)));
            GO_ON
        });
        assert!(flow.is_continue());
        cut
    }

    fn nodes(cut: &PairCut<NodePair>) -> Vec<u32> {
        cut.entries().iter().map(|entry| entry.0).collect()
    }

    #[test]
    fn new_entries_stand_where_the_old_one_stood() {
        let mut cut = cut_of([1, 5, 9], 10);
        let (reached, flow) = cut.revise(|entry, fresh| match entry.0 {
            1 => (Fate::GivesWay, GO_ON),
            5 => {
                (6..9).for_each(|a| fresh.push((a, 0)));
                (Fate::GivesWay, ControlFlow::Break(()))
            }
            _ => unreachable!("the visit broke off before"),
        });
        assert_eq!((nodes(&cut), reached, flow), (vec![6, 7, 8, 9], 3, ControlFlow::Break(())));
    }

    #[test]
    fn a_cut_that_grows_too_large_is_given_up() {
        let mut cut = cut_of([1, 2, 3], 4);
        let grow = |_: &mut NodePair, fresh: &mut Fresh<NodePair>| {
            fresh.push((7, 0));
            fresh.push((8, 0));
            (Fate::GivesWay, GO_ON)
        };
        let _ = cut.revise(grow);
        assert!(cut.is_empty());
        assert!(cut_of([1, 2, 3, 4, 5], 4).is_empty());
    }

    #[test]
    fn what_was_joined_is_joined_again_but_not_beyond_what_was_reached() {
        // A heap: the children of i are 2i + 1 and 2i + 2.
        let join = |left: &NodePair, right: &NodePair| {
            (left.0 % 2 == 1 && right.0 == left.0 + 1).then(|| ((left.0 - 1) / 2, 0))
        };
        let mut cut = cut_of([7, 8, 9, 10, 11, 12, 6], 10);
        cut.join(4, join);
        assert_eq!(nodes(&cut), [1, 11, 12, 6]);
        cut.join(3, join);
        assert_eq!(nodes(&cut), [1, 5, 6]);
        cut.join(3, join);
        assert_eq!(nodes(&cut), [0]);
    }
}
