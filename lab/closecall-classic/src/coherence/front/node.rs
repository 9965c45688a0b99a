//! An entry of the front, and what a query asks it: margin, axis, volumes. (Tropp et al. 2006, §3,
//! Algorithm 1)

use super::sprouting::Sprouting;
use super::{Bottom, Reading};
use crate::coherence::cut::{Entry, Fate};
use crate::coherence::notes::NoNotes;
use crate::coherence::{AnswerVisitor, Round};
use crate::tree::BinaryTree;
use crate::volume::{Recall, Separation, View, Volume};
use crate::walk::{Count, Evidence, FoundEvidence, NodePair};
use std::ops::ControlFlow;

/// How a pair stood when it was last looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// It was apart.
    Apart,
    /// It was not.
    Overlapping,
    /// Both are leaves, and triangles of theirs touched.
    Touching,
    /// The walk broke off before it.
    Unknown,
}

/// A pair in the front.
#[derive(Clone, Copy, Debug)]
pub struct FrontNode<K> {
    /// The pair.
    pub pair: NodePair,
    stand: Stand,
    /// For a pair that is apart: until when it stays so, on the odometer.
    expiry: f64,
    /// The separation that was kept.
    kept: K,
}

impl<K: Copy> Entry for FrontNode<K> {
    fn pair(&self) -> NodePair {
        self.pair
    }
}

/// The data of a query while it goes through the front.
pub struct Now<'a, V: Volume, T> {
    pub trees: (&'a BinaryTree<V>, &'a BinaryTree<V>),
    pub test: T,
    pub view: View,
    pub reading: Reading,
    pub bottom: Bottom,
    /// Overlapping nodes that are both smaller than this are kept, and nothing below them.
    pub too_small: f64,
}

impl<V: Volume, T> Now<'_, V, T> {
    fn volumes(&self, (a, b): NodePair) -> (&V, &V) {
        (&self.trees.0.node(a).volume, &self.trees.1.node(b).volume)
    }

    /// Are both nodes so small for the motion that what lies below them will be another the next
    /// time? (eq. 3)
    pub fn is_too_small(&self, pair: NodePair) -> bool {
        let (a, b) = self.volumes(pair);
        self.too_small > 0.0 && longest_side(a) < self.too_small && longest_side(b) < self.too_small
    }
}

impl<V: Volume, T: Recall<V>> Now<'_, V, T> {
    /// Evidence that a pair is apart, as an entry.
    #[inline]
    pub fn apart(
        &self,
        pair: NodePair,
        &Separation { axis, gap }: &FoundEvidence<V, T>,
    ) -> FrontNode<T::Kept> {
        let (a, b) = self.volumes(pair);
        let kept = match axis {
            Evidence::Axis(axis) => self.test.keep(a, b, &self.view, &Separation { axis, gap }),
            // Volumes that overlap are apart along no axis: there is nothing to keep but the
            // margin.
            Evidence::Plane(_) => T::Kept::default(),
        };
        FrontNode { pair, stand: Stand::Apart, expiry: self.reading.expiry(gap), kept }
    }
}

/// The size of a volume, as the paper measures it.
pub fn longest_side(volume: &impl Volume) -> f64 {
    volume.sides().map(|(_, length)| length).fold(0.0, f64::max)
}

impl<K: Copy + Default> FrontNode<K> {
    /// A pair that is not known to be apart.
    pub fn standing(pair: NodePair, stand: Stand) -> Self {
        Self { pair, stand, expiry: f64::NEG_INFINITY, kept: K::default() }
    }

    /// Was it apart when it was last looked at?
    pub fn is_apart(&self) -> bool {
        self.stand == Stand::Apart
    }

    /// Looks at it again.
    #[inline]
    pub fn visit<V: Volume, T: Recall<V, Kept = K> + Copy, C: Count>(
        &mut self,
        now: &Now<'_, V, T>,
        round: &mut Round<'_, V, T, C>,
        answer: &mut AnswerVisitor<'_>,
        sprouting: &mut Sprouting<'_, '_, V, T>,
    ) -> (Fate, ControlFlow<()>) {
        if round.is_covered(self.pair) {
            return (Fate::GivesWay, ControlFlow::Continue(()));
        }
        if self.is_still_apart(now, &mut round.pairs.count) {
            return (Fate::Stays, ControlFlow::Continue(()));
        }
        self.visit_volumes(now, round, answer, sprouting)
    }

    /// By the margin (§4.2), or else along the axis (§4.3).
    #[inline]
    fn is_still_apart<V: Volume, T: Recall<V, Kept = K>>(
        &mut self,
        now: &Now<'_, V, T>,
        count: &mut impl Count,
    ) -> bool {
        if self.stand != Stand::Apart {
            return false;
        }
        count.margin_test();
        if now.reading.is_before(self.expiry) {
            return true;
        }
        count.axis_test();
        let (a, b) = now.volumes(self.pair);
        let gap = now.test.still_apart(a, b, &now.view, &mut self.kept);
        gap.inspect(|&gap| self.expiry = now.reading.expiry(gap)).is_some()
    }

    fn visit_volumes<V: Volume, T: Recall<V, Kept = K> + Copy, C: Count>(
        &mut self,
        now: &Now<'_, V, T>,
        round: &mut Round<'_, V, T, C>,
        answer: &mut AnswerVisitor<'_>,
        sprouting: &mut Sprouting<'_, '_, V, T>,
    ) -> (Fate, ControlFlow<()>) {
        let are_leaves = round.pairs.are_leaves(self.pair);
        if self.stand != Stand::Touching || now.bottom == Bottom::Volumes {
            let hint = if self.is_apart() { now.test.hint(&self.kept) } else { None };
            if let Some(separation) = round.apart(self.pair, hint) {
                *self = now.apart(self.pair, &separation);
                return (Fate::Stays, ControlFlow::Continue(()));
            }
        }
        self.stand = Stand::Overlapping;
        if are_leaves {
            return (Fate::Stays, self.visit_triangles(round, answer));
        }
        if now.is_too_small(self.pair) {
            return (Fate::Stays, round.below(self.pair, answer, &mut NoNotes));
        }
        (Fate::GivesWay, round.below(self.pair, answer, sprouting))
    }

    fn visit_triangles<V: Volume, T: Recall<V>, C: Count>(
        &mut self,
        round: &mut Round<'_, V, T, C>,
        answer: &mut AnswerVisitor<'_>,
    ) -> ControlFlow<()> {
        let mut answer = |a, b| {
            self.stand = Stand::Touching;
            answer(a, b)
        };
        round.below(self.pair, &mut answer, &mut NoNotes)
    }
}
