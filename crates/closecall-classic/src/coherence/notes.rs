//! What a walk reports to the memory for the next query.

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

/// The memory that a walk reports to, if there is one.
pub type Taker<'n, A> = Option<&'n mut dyn Notes<A>>;

/// The sink of a walk with notes. It does not know whose notes: that costs a call where a walk has
/// tested two volumes, and saves compiling every walk for every strategy. Without notes it costs
/// nothing.
pub struct Noting<'n, 'r, 'a, A> {
    pub notes: Taker<'n, A>,
    pub answer: &'r mut AnswerVisitor<'a>,
}

impl<A> Sink<A> for Noting<'_, '_, '_, A> {
    #[inline]
    fn apart(&mut self, pair: NodePair, separation: Separation<A>) {
        if let Some(notes) = &mut self.notes {
            notes.apart(pair, separation);
        }
    }

    #[inline]
    fn overlapping(&mut self, pair: NodePair, leaves: bool) -> Below {
        self.notes.as_mut().map_or(Below::Open, |notes| notes.overlapping(pair, leaves))
    }

    #[inline]
    fn touching(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        (self.answer)(a, b)
    }
}
