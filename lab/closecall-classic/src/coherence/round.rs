//! One warm query: the pairs at this pose, and the walk from any of them.

use super::cut::{Entry, PairCut};
use super::notes::{Notes, Noting};
use crate::tree::BinaryTree;
use crate::volume::{Test, Volume};
use crate::walk::{
    Agenda, AnyDescent, Count, Descent, Evidence, FoundEvidence, NodePair, Pairs, expand, walk,
};
use std::ops::ControlFlow;

/// Hears of every touching pair of triangles, until it breaks off.
pub type AnswerVisitor<'a> = dyn FnMut(u32, u32) -> ControlFlow<()> + 'a;

/// The tools of a warm query.
#[derive(Debug)]
pub struct Round<'a, V: Volume, T, C> {
    /// Both bodies at this pose.
    pub pairs: Pairs<'a, V, T, C>,
    /// The rule that says what is opened.
    pub descent: &'a mut AnyDescent,
    /// The pairs that are still to be looked at.
    pub agenda: &'a mut Agenda,
}

impl<V: Volume, T, C> Round<'_, V, T, C> {
    /// Does the descent start again at A's root for every node of B?
    pub(super) fn restarts(&self) -> bool {
        matches!(self.descent, AnyDescent::Restart(_))
    }
}

impl<V: Volume, T: Test<V>, C: Count> Round<'_, V, T, C> {
    /// Walks from the roots.
    pub(super) fn walk_from_roots(
        &mut self,
        answer: &mut AnswerVisitor<'_>,
        notes: &mut impl Notes<Evidence<T::Axis>>,
    ) -> ControlFlow<()> {
        self.agenda.clear();
        self.agenda.push((BinaryTree::<V>::ROOT, BinaryTree::<V>::ROOT));
        self.go_on(&mut Noting { notes, answer })
    }

    /// Are the contents of two nodes apart? The axis `hint` is tried first.
    #[inline]
    pub(super) fn apart(
        &mut self,
        pair: NodePair,
        hint: Option<T::Axis>,
    ) -> Option<FoundEvidence<V, T>> {
        self.pairs.apart_perhaps_along(pair, hint)
    }

    /// Walks below a pair that is known to overlap.
    #[inline(never)]
    pub(super) fn below(
        &mut self,
        pair: NodePair,
        answer: &mut AnswerVisitor<'_>,
        notes: &mut impl Notes<Evidence<T::Axis>>,
    ) -> ControlFlow<()> {
        self.agenda.clear();
        let mut sink = Noting { notes, answer };
        expand(&mut self.pairs, self.descent, pair, self.agenda, &mut sink)?;
        self.go_on(&mut sink)
    }

    #[inline]
    fn go_on<N: Notes<Evidence<T::Axis>>>(
        &mut self,
        sink: &mut Noting<'_, '_, '_, N>,
    ) -> ControlFlow<()> {
        let flow = walk(&mut self.pairs, self.descent, self.agenda, sink);
        self.agenda.iter().rev().for_each(|pair| sink.notes.untested(*pair));
        flow
    }

    /// Will a pair be covered by others, which a descent that starts again has put on the agenda?
    pub(super) fn is_covered(&self, pair: NodePair) -> bool {
        Descent::<V>::is_done_with(self.descent, pair)
    }

    /// Drops what a descent that started again has covered anew, before anything is joined. Returns
    /// how many of the first `reached` entries are left.
    pub(super) fn settle<E: Entry>(&self, cut: &mut PairCut<E>, reached: usize) -> usize {
        if self.restarts() {
            cut.drop_covered(reached, |pair| self.is_covered(pair))
        } else {
            reached
        }
    }
}
