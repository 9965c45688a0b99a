//! A sink takes what a walk finds. The sink *is* the answer.

use super::NodePair;
use crate::volume::Separation;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The treatment of what lies below a pair of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// Look at it.
    Open,
    /// Skip it: another part of the walk looks at it.
    Leave,
}

/// Hears what a walk finds.
pub trait Sink<A> {
    /// The contents of two nodes were proved apart.
    #[inline]
    fn apart(&mut self, _pair: NodePair, _separation: Separation<A>) {}

    /// Two nodes were not proved apart: shall they be opened or, if both are leaves, their
    /// triangles be tested?
    #[inline]
    fn overlapping(&mut self, _pair: NodePair, _leaves: bool) -> Below {
        Below::Open
    }

    /// Triangle `a` of the first mesh and triangle `b` of the second touch.
    fn touching(&mut self, a: u32, b: u32) -> ControlFlow<()>;
}

/// Stops at the first touching pair, and keeps it.
#[derive(Clone, Copy, Debug, Default)]
pub struct First(pub Option<(u32, u32)>);

impl<A> Sink<A> for First {
    #[inline]
    fn touching(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        self.0 = Some((a, b));
        ControlFlow::Break(())
    }
}

/// Tells a visitor of every touching pair, once each, in no particular order.
#[derive(Debug)]
pub struct All<F>(pub F);

impl<A, F: FnMut(u32, u32) -> ControlFlow<()>> Sink<A> for All<F> {
    #[inline]
    fn touching(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        (self.0)(a, b)
    }
}

/// The pairs that [`Once`] has passed on.
pub type Reported = HashSet<(u32, u32)>;

/// Passes on every touching pair once. Where triangles were cut into pieces a pair of them can meet
/// in several pairs of leaves.
#[derive(Debug)]
pub struct Once<'a, S: ?Sized> {
    sink: &'a mut S,
    reported: &'a mut Reported,
}

impl<'a, S: ?Sized> Once<'a, S> {
    /// Forgets what an earlier query reported.
    pub fn new(sink: &'a mut S, reported: &'a mut Reported) -> Self {
        reported.clear();
        Self { sink, reported }
    }
}

impl<A, S: Sink<A> + ?Sized> Sink<A> for Once<'_, S> {
    #[inline]
    fn apart(&mut self, pair: NodePair, separation: Separation<A>) {
        self.sink.apart(pair, separation);
    }

    #[inline]
    fn overlapping(&mut self, pair: NodePair, leaves: bool) -> Below {
        self.sink.overlapping(pair, leaves)
    }

    #[inline]
    fn touching(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        if self.reported.insert((a, b)) {
            self.sink.touching(a, b)
        } else {
            ControlFlow::Continue(())
        }
    }
}
