//! Close pairs and what they remember, in bounds.
//!
//! Every pair whose volumes overlap keeps a [`Pair`], as long as they do. Nothing an answer depends on is kept, so any of it may be dropped.

use super::scene::Scene;
use crate::geom::Pose;
use crate::query::{Model, Pair, Scratch};
use crate::walk::Uncounted;

/// What a pair takes at first; no more are begun than would fit at this size.
const FIRST_BYTES: usize = 4096;

/// Two bodies that are close, the lower slot first, and their memory, if there is room for it.
#[derive(Debug)]
pub(super) struct Close {
    pub a: u32,
    pub b: u32,
    pair: Option<Box<Pair>>,
}

/// The close pairs of the last question, sorted.
#[derive(Debug)]
pub(super) struct Memory {
    close: Vec<Close>,
    before: Vec<Close>,
    limit_bytes: usize,
    pub found: Vec<(u32, u32)>,
}

impl Memory {
    pub(super) fn new(limit_bytes: usize) -> Self {
        Self { close: Vec::new(), before: Vec::new(), limit_bytes, found: Vec::new() }
    }

    /// The close pairs of now, given sorted: those that were close before keep what they know.
    pub(super) fn renew(&mut self, scene: &Scene, passes: impl Fn(u32, u32) -> bool) -> &mut [Close] {
        std::mem::swap(&mut self.close, &mut self.before);
        let mut before = self.before.drain(..).peekable();
        self.close.clear();
        let mut room = self.limit_bytes / FIRST_BYTES;
        for &(a, b) in self.found.iter().filter(|&&(a, b)| passes(a, b)) {
            while before.next_if(|old| (old.a, old.b) < (a, b)).is_some() {}
            let kept = before.next_if(|old| (old.a, old.b) == (a, b)).and_then(|old| old.pair);
            let pair = match kept {
                Some(pair) => Some(pair),
                None if room > 0 => Some(Box::new(Pair::new(scene.model(a), scene.model(b)))),
                None => None,
            };
            room = room.saturating_sub(1);
            self.close.push(Close { a, b, pair });
        }
        drop(before);
        &mut self.close
    }

    /// Keeps to the bound: those that take most forget first.
    pub(super) fn trim(&mut self) {
        let mut total = self.bytes();
        while total > self.limit_bytes {
            let most = self.close.iter_mut().rev().max_by_key(|close| close.bytes()).expect("something takes the room");
            total -= most.bytes();
            most.pair = None;
        }
    }

    pub(super) fn forget(&mut self, slot: u32) {
        self.close.retain(|close| close.a != slot && close.b != slot);
    }

    pub(super) fn bytes(&self) -> usize {
        self.close.iter().map(Close::bytes).sum()
    }
}

impl Close {
    fn bytes(&self) -> usize {
        self.pair.as_ref().map_or(0, |pair| size_of::<Pair>() + pair.bytes())
    }

    /// With its memory, or without.
    pub(super) fn asked<'c>(&'c mut self, scene: &'c Scene, scratch: &'c mut Scratch) -> Asked<'c> {
        match &mut self.pair {
            Some(pair) => Asked::Warm(pair),
            None => Asked::Cold([scene.model(self.a), scene.model(self.b)], scratch),
        }
    }
}

/// Two bodies about to be asked.
pub(super) enum Asked<'c> {
    Warm(&'c mut Pair),
    Cold([&'c Model; 2], &'c mut Scratch),
}

impl Asked<'_> {
    pub(super) fn collides(self, a_from_b: &Pose) -> bool {
        match self {
            Self::Warm(pair) => pair.collides(a_from_b),
            Self::Cold([a, b], scratch) => a.first_contact(b, a_from_b, scratch, &mut Uncounted).is_some(),
        }
    }

    pub(super) fn contacts(self, a_from_b: &Pose) -> Vec<(u32, u32)> {
        match self {
            Self::Warm(pair) => pair.contacts(a_from_b),
            Self::Cold([a, b], scratch) => {
                let mut found = Vec::new();
                a.visit_contacts(b, a_from_b, scratch, &mut Uncounted, |i, j| {
                    found.push((i, j));
                    std::ops::ControlFlow::Continue(())
                });
                found.sort_unstable();
                found
            }
        }
    }
}
