//! The front of the flying root: the nodes of the environment at which it was first proved apart
//! from them, and the leaves that it overlaps. (Klosowski 1998, §6.4.3)
//!
//! It lives on the paper's Algorithm 1, so that the environment is always opened first.

use super::cut::{Entry, Fate, Fresh, Kinship, PairCut};
use super::notes::{NoNotes, Notes};
use super::{AnswerVisitor, FrontFootprint, Round};
use crate::tree::BinaryTree;
use crate::volume::{Separation, Test, Volume};
use crate::walk::{Below, Count, NodePair};
use std::ops::ControlFlow;

/// How a node of the environment stood to the flying root when it was last looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    Overlapping,
    /// Apart, but its parent was not.
    Dropped,
    /// Apart, after it or its parent overlapped.
    Parted,
    Apart,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    node: u32,
    stand: Stand,
}

impl Entry for Cell {
    fn pair(&self) -> NodePair {
        with_root(self.node)
    }
}

fn with_root(node: u32) -> NodePair {
    (node, 0)
}

/// The nodes of the environment around the flying root.
#[derive(Clone, Debug)]
pub struct RootFront {
    cut: PairCut<Cell>,
}

impl RootFront {
    /// An empty front, which will have at most this many entries.
    #[must_use]
    pub fn new(most_entries: usize) -> Self {
        Self { cut: PairCut::new(most_entries) }
    }

    /// Tells `answer` of every touching pair. The descent must open the environment first.
    pub fn query<V: Volume, T: Test<V>, C: Count>(
        &mut self,
        round: &mut Round<'_, V, T, C>,
        kinship: &Kinship,
        answer: &mut AnswerVisitor<'_>,
    ) {
        if self.cut.is_empty() {
            let a = round.pairs.a;
            let _ =
                self.cut.rebuild(|fresh| round.walk_from_roots(answer, &mut Around { a, fresh }));
            return;
        }
        let (reached, _) = self.cut.revise(|cell, fresh| visit(cell, fresh, round, answer));
        self.cut.join(reached, |left, right| raised(left, right, kinship));
    }

    /// The pairs of its cut, from left to right.
    #[must_use]
    pub fn pairs(&self) -> Vec<NodePair> {
        self.cut.pairs()
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.cut.clear();
    }

    /// The memory it holds.
    #[must_use]
    pub fn footprint(&self) -> FrontFootprint {
        self.cut.footprint()
    }
}

/// The parent of two siblings that are both apart, one of them since it or the parent overlapped.
/// The parent is not tested before the next query, so that the front rises by one level at a time.
/// Where the parent still overlaps, the front drops again, and five tests in two queries have done
/// the work of the six that a walk from the roots takes; without this a front could drop at a node
/// of which no child overlaps, and never rise there again.
fn raised(left: &Cell, right: &Cell, kinship: &Kinship) -> Option<Cell> {
    let apart = left.stand != Stand::Overlapping && right.stand != Stand::Overlapping;
    let parted = left.stand == Stand::Parted || right.stand == Stand::Parted;
    let parent = kinship.joined(left.pair(), right.pair()).filter(|_| apart && parted);
    parent.map(|(node, _)| Cell { node, stand: Stand::Overlapping })
}

fn visit<V: Volume, T: Test<V>, C: Count>(
    cell: &mut Cell,
    fresh: &mut Fresh<Cell>,
    round: &mut Round<'_, V, T, C>,
    answer: &mut AnswerVisitor<'_>,
) -> (Fate, ControlFlow<()>) {
    if round.apart(cell.pair(), None).is_some() {
        cell.stand = match cell.stand {
            Stand::Overlapping | Stand::Dropped => Stand::Parted,
            Stand::Parted | Stand::Apart => Stand::Apart,
        };
        return (Fate::Stays, ControlFlow::Continue(()));
    }
    let a = round.pairs.a;
    if a.node(cell.node).is_leaf() {
        cell.stand = Stand::Overlapping;
        return (Fate::Stays, round.below(cell.pair(), answer, &mut NoNotes));
    }
    (Fate::GivesWay, round.below(cell.pair(), answer, &mut Around { a, fresh }))
}

/// Notes how nodes of the environment stand to the flying root, and nothing of the flying nodes
/// below it.
struct Around<'a, V: Volume> {
    a: &'a BinaryTree<V>,
    fresh: &'a mut Fresh<Cell>,
}

impl<V: Volume> Around<'_, V> {
    #[inline]
    fn note(&mut self, (node, flying): NodePair, stand: Stand) {
        if flying == BinaryTree::<V>::ROOT {
            self.fresh.push(Cell { node, stand });
        }
    }
}

impl<A, V: Volume> Notes<A> for Around<'_, V> {
    #[inline]
    fn apart(&mut self, pair: NodePair, _: Separation<A>) {
        self.note(pair, Stand::Dropped);
    }

    #[inline]
    fn overlapping(&mut self, pair: NodePair, _: bool) -> Below {
        if self.a.node(pair.0).is_leaf() {
            self.note(pair, Stand::Overlapping);
        }
        Below::Open
    }

    /// Notes that a pair that the walk did not come to may overlap.
    #[inline]
    fn untested(&mut self, pair: NodePair) {
        self.note(pair, Stand::Overlapping);
    }
}
