//! What moves and what stays, each where it is handled best: a sweep looks at everything that moves
//! in every step, a tree of what stays is asked about the movers only. Where much is searched for
//! before something moves again, the movers get a tree too.

use super::sweep::{SweepAndPrune, hand_out};
use super::{BoxTree, Mobility, overlap};
use crate::geom::kdop::Kdop;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// So many searches go through all bodies that move; then a tree of them is built, which takes as
/// long.
const SCANS: u32 = 32;

/// A [`SweepAndPrune`] over the bodies that move and a [`BoxTree`] of those that do not.
#[derive(Clone, Debug, Default)]
pub struct Mixed<const S: usize> {
    moving: SweepAndPrune<S>,
    fixed: BoxTree<S>,
    /// Of the bodies that move, as long as none does.
    tree: LazyTree<S>,
    keys: Vec<u64>,
}

/// A tree that is built when it pays.
#[derive(Debug, Default)]
struct LazyTree<const S: usize> {
    scans: AtomicU32,
    tree: OnceLock<BoxTree<S>>,
}

/// A clone has to earn its own tree.
impl<const S: usize> Clone for LazyTree<S> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<const S: usize> LazyTree<S> {
    /// None while it does not pay.
    fn of(&self, bodies: &SweepAndPrune<S>) -> Option<&BoxTree<S>> {
        if self.tree.get().is_none() && self.scans.fetch_add(1, Ordering::Relaxed) < SCANS {
            return None;
        }
        Some(self.tree.get_or_init(|| BoxTree::of(bodies.iter())))
    }
}

impl<const S: usize> Mixed<S> {
    /// Takes a body in.
    ///
    /// # Panics
    /// If its number is here already.
    pub fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>) {
        assert!(!self.moving.contains(id) && !self.fixed.contains(id), "body {id} is here already");
        self.tree = LazyTree::default();
        match mobility {
            Mobility::Moving => self.moving.insert(id, mobility, volume),
            Mobility::Fixed => self.fixed.insert(id, mobility, volume),
        }
    }

    /// Lets a body go; its number may be used again.
    ///
    /// # Panics
    /// If it is not here.
    pub fn remove(&mut self, id: u32) {
        self.tree = LazyTree::default();
        if self.moving.contains(id) { self.moving.remove(id) } else { self.fixed.remove(id) }
    }

    /// Moves bodies, each named once.
    ///
    /// # Panics
    /// If one is not here.
    pub fn update(&mut self, changes: &[(u32, Kdop<S>)]) {
        self.tree = LazyTree::default();
        let is_moving = |change: &&(u32, Kdop<S>)| self.moving.contains(change.0);
        if changes.iter().all(|change| is_moving(&change)) {
            return self.moving.update(changes);
        }
        let (moving, fixed): (Vec<_>, Vec<_>) = changes.iter().partition(is_moving);
        self.moving.update(&moving);
        self.fixed.update(&fixed);
    }

    /// Writes every overlapping pair, the lower number first, to `found`, sorted; but pairs of
    /// bodies that are both [`Mobility::Fixed`].
    pub fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        self.keys.clear();
        self.moving.collect(&mut self.keys);
        let (fixed, keys) = (&self.fixed, &mut self.keys);
        for (id, volume) in self.moving.iter() {
            fixed.visit(|other| overlap(volume, other), |other| keys.push(super::key(id, other)));
        }
        hand_out(&mut self.keys, found);
    }

    /// Visits every body whose volume may meet something, in no particular order. `may_meet` must
    /// say yes to a volume that holds one it says yes to.
    pub fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32)) {
        self.visit(may_meet, visit);
    }

    #[inline]
    pub(in crate::world) fn visit(
        &self,
        may_meet: impl Fn(&Kdop<S>) -> bool,
        mut visit: impl FnMut(u32),
    ) {
        match self.tree.of(&self.moving) {
            Some(tree) => tree.visit(&may_meet, &mut visit),
            None => {
                let near = self.moving.iter().filter(|(_, volume)| may_meet(volume));
                near.for_each(|(id, _)| visit(id));
            }
        }
        self.fixed.visit(may_meet, visit);
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
    pub fn check(&self) {
        self.moving.check();
        self.fixed.check();
        assert!(self.moving.iter().all(|(id, _)| !self.fixed.contains(id)));
    }
}
