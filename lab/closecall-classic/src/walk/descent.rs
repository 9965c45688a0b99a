//! Which node of an overlapping pair gives way to its children. (Klosowski 1998, §4.3)

use super::{Agenda, BestFirst, BreadthFirst, NodePair};
use crate::tree::{BinaryTree, Content};
use crate::volume::Volume;

/// Replaces a pair of nodes, at least one of them inner, by pairs of their children.
///
/// Every pair of leaves must be reached exactly once, whatever is found apart on the way.
pub trait Descent<V: Volume> {
    /// Forgets the last query, before one whose flying body has `nodes` nodes.
    #[inline]
    fn start(&mut self, _nodes: usize) {}

    /// Puts the pairs that replace `pair` on the agenda.
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda);

    /// The pair that is looked at next: the one that was put on the agenda last, unless the
    /// descent has an order of its own.
    #[inline]
    fn next(
        &mut self,
        _trees: (&BinaryTree<V>, &BinaryTree<V>),
        agenda: &mut Agenda,
    ) -> Option<NodePair> {
        agenda.pop()
    }

    /// Can `pair` be passed over, because it will be covered by others?
    #[inline]
    fn is_done_with(&self, _pair: NodePair) -> bool {
        false
    }
}

/// Opens the environment (A) down to its leaves first, and then the flying body: the paper's
/// Algorithm 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnvironmentFirst;

impl<V: Volume> Descent<V> for EnvironmentFirst {
    #[inline]
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        if !open_a(a, pair, agenda) {
            open_b(b, pair, agenda);
        }
    }
}

/// Opens the larger of the two.
#[derive(Clone, Copy, Debug, Default)]
pub struct LargerFirst;

impl<V: Volume> Descent<V> for LargerFirst {
    #[inline]
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        let a_is_larger = a.node(pair.0).volume.size() >= b.node(pair.1).volume.size();
        let opened = if a_is_larger { open_a(a, pair, agenda) } else { open_b(b, pair, agenda) };
        if !opened {
            let _ = open_a(a, pair, agenda) || open_b(b, pair, agenda);
        }
    }
}

/// Opens both at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct LockStep;

impl<V: Volume> Descent<V> for LockStep {
    #[inline]
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        match (a.node(pair.0).content(), b.node(pair.1).content()) {
            (Content::Children(a0, a1), Content::Children(b0, b1)) => {
                agenda.extend([(a1, b1), (a1, b0), (a0, b1), (a0, b0)]);
            }
            _ => EnvironmentFirst.open(a, b, pair, agenda),
        }
    }
}

/// Opens the environment down to its leaves, and where a leaf is reached starts again at the
/// environment's root with the children of the flying node. Each flying node starts once, so that
/// nothing is found twice.
#[derive(Clone, Debug, Default)]
pub struct Restart {
    /// The flying nodes whose children have started.
    opened: Vec<bool>,
}

impl<V: Volume> Descent<V> for Restart {
    fn start(&mut self, nodes: usize) {
        self.opened.clear();
        self.opened.resize(nodes, false);
    }

    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        if open_a(a, pair, agenda) {
            return;
        }
        self.opened[pair.1 as usize] = true;
        open_b(b, (BinaryTree::<V>::ROOT, pair.1), agenda);
    }

    fn is_done_with(&self, pair: NodePair) -> bool {
        self.opened[pair.1 as usize]
    }
}

/// Any of them, chosen at run time. It costs a predictable branch beside a volume test, and saves
/// compiling every walk for every descent.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each is the descent of its name")]
pub enum AnyDescent {
    EnvironmentFirst,
    LargerFirst,
    LockStep,
    Restart(Restart),
    BreadthFirst(BreadthFirst),
    BestFirst(BestFirst),
}

impl<V: Volume> Descent<V> for AnyDescent {
    fn start(&mut self, nodes: usize) {
        match self {
            Self::Restart(restart) => Descent::<V>::start(restart, nodes),
            Self::BreadthFirst(order) => Descent::<V>::start(order, nodes),
            Self::BestFirst(order) => Descent::<V>::start(order, nodes),
            Self::EnvironmentFirst | Self::LargerFirst | Self::LockStep => {}
        }
    }

    #[inline]
    fn next(
        &mut self,
        trees: (&BinaryTree<V>, &BinaryTree<V>),
        agenda: &mut Agenda,
    ) -> Option<NodePair> {
        match self {
            Self::BreadthFirst(order) => order.next(trees, agenda),
            Self::BestFirst(order) => order.next(trees, agenda),
            _ => agenda.pop(),
        }
    }

    #[inline]
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        match self {
            Self::EnvironmentFirst => EnvironmentFirst.open(a, b, pair, agenda),
            Self::LargerFirst => LargerFirst.open(a, b, pair, agenda),
            Self::LockStep | Self::BreadthFirst(_) | Self::BestFirst(_) => {
                LockStep.open(a, b, pair, agenda);
            }
            Self::Restart(restart) => restart.open(a, b, pair, agenda),
        }
    }

    #[inline]
    fn is_done_with(&self, pair: NodePair) -> bool {
        matches!(self, Self::Restart(restart) if Descent::<V>::is_done_with(restart, pair))
    }
}

/// Replaces the first node by its children, the left one on top; false for a leaf.
#[inline]
fn open_a<V: Volume>(a: &BinaryTree<V>, (node, other): NodePair, agenda: &mut Agenda) -> bool {
    match a.node(node).content() {
        Content::Children(left, right) => {
            agenda.extend([(right, other), (left, other)]);
            true
        }
        Content::Leaf => false,
    }
}

/// The same for the second node.
#[inline]
fn open_b<V: Volume>(b: &BinaryTree<V>, (other, node): NodePair, agenda: &mut Agenda) -> bool {
    match b.node(node).content() {
        Content::Children(left, right) => {
            agenda.extend([(other, right), (other, left)]);
            true
        }
        Content::Leaf => false,
    }
}
