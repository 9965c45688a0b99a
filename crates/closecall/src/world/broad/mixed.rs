//! Bodies that move and bodies that stay, each in the structure that suits it: a sweep looks at all
//! moving bodies in every step, and a tree of the resting bodies is asked about the movers only.
//! Where much is searched for before something moves again, the movers get a tree too.

use super::fixed::FixedBodies;
use super::sweep::{SweepAndPrune, hand_out};
use super::tree::LazyTree;
use super::{Mobility, overlap};
use crate::geom::kdop::Kdop;

/// A [`SweepAndPrune`] over the bodies that move and a tree of the others.
#[derive(Clone, Debug, Default)]
pub struct Mixed<const S: usize> {
    moving: SweepAndPrune<S>,
    tree_of_moving: LazyTree<S>,
    fixed: FixedBodies<S>,
    keys: Vec<u64>,
}

impl<const S: usize> Mixed<S> {
    /// Takes a body in.
    ///
    /// # Panics
    /// If its number is here already.
    pub fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>) {
        assert!(!self.moving.contains(id) && !self.fixed.contains(id), "body {id} is here already");
        match mobility {
            Mobility::Moving => {
                self.tree_of_moving = LazyTree::default();
                self.moving.insert(id, mobility, volume);
            }
            Mobility::Fixed => {
                self.fixed.set(id, Some(volume));
                self.fixed.settle();
            }
        }
    }

    /// Lets a body go; its number may be used again.
    ///
    /// # Panics
    /// If it is not here.
    pub fn remove(&mut self, id: u32) {
        if self.fixed.contains(id) {
            self.fixed.set(id, None);
            self.fixed.settle();
        } else {
            self.tree_of_moving = LazyTree::default();
            self.moving.remove(id);
        }
    }

    /// Moves bodies, each named once.
    ///
    /// # Panics
    /// If one is not here.
    pub fn update(&mut self, changes: &[(u32, Kdop<S>)]) {
        self.tree_of_moving = LazyTree::default();
        let is_fixed = |change: &&(u32, Kdop<S>)| self.fixed.contains(change.0);
        if !changes.iter().any(|change| is_fixed(&change)) {
            return self.moving.update(changes);
        }
        let (fixed, moving): (Vec<_>, Vec<_>) = changes.iter().partition(is_fixed);
        self.moving.update(&moving);
        fixed.into_iter().for_each(|(id, volume)| self.fixed.set(id, Some(volume)));
        self.fixed.settle();
    }

    /// Writes every overlapping pair, the lower number first, to `found`, sorted; but pairs of
    /// bodies that are both [`Mobility::Fixed`].
    pub fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        self.keys.clear();
        self.moving.collect(&mut self.keys);
        self.fixed.settle();
        let (fixed, keys) = (&self.fixed, &mut self.keys);
        for (id, volume) in self.moving.iter() {
            fixed.visit(|other| overlap(volume, other), |other| keys.push(super::key(id, other)));
        }
        hand_out(&mut self.keys, found);
    }

    /// Visits every body whose volume may meet something, in no particular order. `may_meet` must
    /// say yes to a volume that holds one it says yes to.
    #[cfg(feature = "lab")]
    pub fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32)) {
        self.visit(may_meet, visit);
    }

    #[inline]
    pub(in crate::world) fn visit(
        &self,
        may_meet: impl Fn(&Kdop<S>) -> bool,
        mut visit: impl FnMut(u32),
    ) {
        self.tree_of_moving.visit(self.moving.iter(), &may_meet, &mut visit);
        self.fixed.visit(may_meet, visit);
    }

    /// All bodies, by rising numbers.
    pub(in crate::world) fn ids(&self) -> impl Iterator<Item = u32> {
        let end = self.moving.end().max(self.fixed.end());
        (0..end).filter(|&id| self.moving.contains(id) || self.fixed.contains(id))
    }

    /// The volume of a body.
    ///
    /// # Panics
    /// If it is not here.
    #[must_use]
    pub fn volume(&self, id: u32) -> &Kdop<S> {
        if self.moving.contains(id) { self.moving.volume(id) } else { self.fixed.volume(id) }
    }

    /// Panics, saying where, unless the structure is what it promises to be. For tests.
    #[cfg(feature = "lab")]
    pub fn check(&self) {
        self.moving.check();
        self.fixed.check();
        assert!(self.moving.iter().all(|(id, _)| !self.fixed.contains(id)));
    }
}
