//! Notes of a walk for the memory of the next query.

use super::AnswerVisitor;
use crate::volume::Separation;
use crate::walk::{Below, NodePair, Sink};
use std::ops::ControlFlow;

/// Takes notes of a walk, in its order.
pub trait Notes<A> {
    /// A pair was proved apart.
    fn apart(&mut self, pair: NodePair, separation: Separation<A>);

    /// A pair was not. Shall what is below it be looked at?
    fn overlapping(&mut self, pair: NodePair, leaves: bool) -> Below;

    /// The walk broke off before it came to a pair.
    fn untested(&mut self, pair: NodePair);
}

/// Nobody takes notes.
pub struct NoNotes;

impl<A> Notes<A> for NoNotes {
    #[inline]
    fn apart(&mut self, _: NodePair, _: Separation<A>) {}

    #[inline]
    fn overlapping(&mut self, _: NodePair, _: bool) -> Below {
        Below::Open
    }

    #[inline]
    fn untested(&mut self, _: NodePair) {}
}

/// The sink of a walk with notes. Every walk is compiled for every strategy: a call for each test
/// of two volumes would cost a third of a test of spheres.
pub struct Noting<'n, 'r, 'a, N> {
    pub notes: &'n mut N,
    pub answer: &'r mut AnswerVisitor<'a>,
}

impl<A, N: Notes<A>> Sink<A> for Noting<'_, '_, '_, N> {
    #[inline]
    fn apart(&mut self, pair: NodePair, separation: Separation<A>) {
        self.notes.apart(pair, separation);
    }

    #[inline]
    fn overlapping(&mut self, pair: NodePair, leaves: bool) -> Below {
        self.notes.overlapping(pair, leaves)
    }

    #[inline]
    fn touching(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        (self.answer)(a, b)
    }
}
