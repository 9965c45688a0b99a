//! Bodies that stay where they are, as a rule: a tree of their volumes, and the bodies that have
//! changed since it was built. When these are many, or much is searched for, the tree is built
//! anew.

use super::tree::{BoxTree, LazyTree};
use crate::geom::kdop::Kdop;

/// The tree is built anew when one body in this many has changed, and some more.
const SHARE: usize = 4;
const SOME: usize = 16;

/// Bodies that stay, as a rule.
#[derive(Clone, Debug, Default)]
pub(super) struct FixedBodies<const S: usize> {
    /// By number.
    volumes: Vec<Option<Kdop<S>>>,
    count: usize,
    tree: BoxTree<S>,
    /// Bodies of which the tree knows nothing, or nothing right; and marks for them, by number.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    tree_of_changed: LazyTree<S>,
}

impl<const S: usize> FixedBodies<S> {
    pub(super) fn contains(&self, id: u32) -> bool {
        self.volumes.get(id as usize).is_some_and(Option::is_some)
    }

    pub(super) fn volume(&self, id: u32) -> &Kdop<S> {
        let volume = self.volumes.get(id as usize).and_then(Option::as_ref);
        volume.unwrap_or_else(|| panic!("there is no body {id}"))
    }

    /// Takes a body in, moves it, or lets it go; [`FixedBodies::settle`] follows.
    pub(super) fn set(&mut self, id: u32, volume: Option<Kdop<S>>) {
        let place = id as usize;
        if place >= self.volumes.len() {
            self.volumes.resize(place + 1, None);
            self.is_changed.resize(place + 1, false);
        }
        self.count += usize::from(volume.is_some());
        self.count -= usize::from(self.volumes[place].is_some());
        self.volumes[place] = volume;
        if !std::mem::replace(&mut self.is_changed[place], true) {
            self.changed.push(id);
        }
        self.tree_of_changed = LazyTree::default();
    }

    /// Builds the tree anew where that pays: many bodies have changed, or much has been searched
    /// for since the last change.
    pub(super) fn settle(&mut self) {
        let is_due =
            self.changed.len() * SHARE > self.count + SOME * SHARE || self.tree_of_changed.is_due();
        if is_due && !self.changed.is_empty() {
            self.tree = BoxTree::of(bodies(&self.volumes));
            self.changed.drain(..).for_each(|id| self.is_changed[id as usize] = false);
        }
    }

    /// A number that no body reaches.
    pub(super) fn end(&self) -> u32 {
        self.volumes.len() as u32
    }

    /// Visits every body that `may_meet` does not rule out.
    #[inline]
    pub(super) fn visit(&self, may_meet: impl Fn(&Kdop<S>) -> bool, mut visit: impl FnMut(u32)) {
        self.tree.visit(&may_meet, |id| {
            if !self.is_changed[id as usize] {
                visit(id);
            }
        });
        if !self.changed.is_empty() {
            let changed = self.changed.iter();
            let changed = changed.filter_map(|&id| Some((id, self.volumes[id as usize].as_ref()?)));
            self.tree_of_changed.visit(changed, may_meet, visit);
        }
    }

    /// Panics, saying where, unless every body is found where it is. For tests.
    #[cfg(feature = "lab")]
    pub(super) fn check(&self) {
        let mut found = Vec::new();
        self.visit(|_| true, |id| found.push(id));
        found.sort_unstable();
        assert!(found.iter().copied().eq(bodies(&self.volumes).map(|(id, _)| id)), "all, once");
        assert_eq!(found.len(), self.count);
        for id in found {
            let (volume, mut is_found) = (self.volume(id), false);
            self.visit(|other| super::overlap(volume, other), |other| is_found |= other == id);
            assert!(is_found, "body {id} is not found where it is");
        }
    }
}

fn bodies<const S: usize>(volumes: &[Option<Kdop<S>>]) -> impl Iterator<Item = (u32, &Kdop<S>)> {
    (0..).zip(volumes).filter_map(|(id, volume)| Some((id, volume.as_ref()?)))
}
