//! Lock-step in another order than last in, first out: level by level, or what may overlap most
//! first. (Klosowski 1998, §4.3 "Time-Critical Computing"; Pedersen 2006, "Visiting strategy")
//!
//! A walk that is interrupted leaves pairs on its agenda. Two volumes reach into each other by no
//! more than the smaller of them is large, so the largest of those pairs bounds what may be hidden:
//! to open it first makes that bound shrink evenly.

use super::{Agenda, Descent, LockStep, NodePair};
use crate::tree::BinaryTree;
use crate::volume::Volume;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

/// Opens both nodes, level by level.
#[derive(Clone, Debug, Default)]
pub struct BreadthFirst {
    waiting: VecDeque<NodePair>,
}

impl<V: Volume> Descent<V> for BreadthFirst {
    fn start(&mut self, _nodes: usize) {
        self.waiting.clear();
    }

    #[inline]
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        LockStep.open(a, b, pair, agenda);
    }

    fn next(
        &mut self,
        _trees: (&BinaryTree<V>, &BinaryTree<V>),
        agenda: &mut Agenda,
    ) -> Option<NodePair> {
        // The left pair lies on top.
        self.waiting.extend(agenda.drain(..).rev());
        self.waiting.pop_front()
    }
}

/// Opens both nodes of the pair whose smaller node is the largest.
#[derive(Clone, Debug, Default)]
pub struct BestFirst {
    waiting: BinaryHeap<Waiting>,
}

/// A pair and the size of its smaller node.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    size: f64,
    pair: NodePair,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.size.total_cmp(&other.size).then(other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<V: Volume> Descent<V> for BestFirst {
    fn start(&mut self, _nodes: usize) {
        self.waiting.clear();
    }

    #[inline]
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        LockStep.open(a, b, pair, agenda);
    }

    fn next(
        &mut self,
        (a, b): (&BinaryTree<V>, &BinaryTree<V>),
        agenda: &mut Agenda,
    ) -> Option<NodePair> {
        let size = |pair: NodePair| a.node(pair.0).volume.size().min(b.node(pair.1).volume.size());
        self.waiting.extend(agenda.drain(..).map(|pair| Waiting { size: size(pair), pair }));
        self.waiting.pop().map(|waiting| waiting.pair)
    }
}
