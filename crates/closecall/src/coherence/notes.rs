//! What a walk tells whoever takes notes for the next query.

use super::Answer;
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

/// The sink of a walk with notes. It does not know whose notes: that costs a call where a walk has tested two volumes, and saves
/// compiling every walk for every strategy.
pub struct Noting<'n, 'a, A> {
    pub notes: &'n mut dyn Notes<A>,
    pub answer: &'n mut Answer<'a>,
}

impl<A> Sink<A> for Noting<'_, '_, A> {
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
