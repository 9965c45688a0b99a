//! Close pairs and what they remember, in bounds.
//!
//! Pairs whose volumes overlap are *close*, and remembered as long as they are. Those that move
//! slowly against each other keep a [`Pair`]: that pays where little changes from one question to
//! the next, and costs where much does. Nothing an answer depends on is kept, so any of it may be
//! dropped.

use super::clearance::Clearances;
use super::margins::Margins;
use super::scene::{Geometry, Scene};
use super::solids::one_is_inside;
use crate::cost::Uncounted;
use crate::geom::{Clearance, Pose};
use crate::query::{Model, Pair, Scratch};
use std::collections::HashMap;

/// What a pair takes at first; no more are begun than would fit at this size.
const FIRST_BYTES: usize = 4096;

/// Slow is what moves less, from one question to the next, than this share of the smaller body's
/// radius: 0.003 of its length. Beyond that, in a crowd, what pairs remember costs more than it
/// saves.
const SLOW: f64 = 0.006;

/// Two bodies that are close, the lower slot first, where B was seen from A when they were last
/// asked, and their memory.
#[derive(Debug)]
pub(super) struct Close {
    pub a: u32,
    pub b: u32,
    last: Option<Pose>,
    pair: Option<Box<Pair>>,
    /// May it keep a [`Pair`]? Not if there is no room for one, nor once it took too much.
    has_room: bool,
    too_large: bool,
}

/// The close pairs of the last question, sorted.
#[derive(Debug)]
pub(super) struct Memory {
    close: Vec<Close>,
    before: Vec<Close>,
    limit_bytes: usize,
    /// What was kept after the last question.
    last_bytes: usize,
    pub found: Vec<(u32, u32)>,
    pub witnesses: Witnesses,
}

/// What steps with a budget keep: triangles that touched, by the slots of their bodies, and how far
/// others were apart.
#[derive(Debug, Default)]
pub(super) struct Witnesses {
    pub touched: HashMap<(u32, u32), (u32, u32)>,
    pub margins: Margins,
    pub scratch: Scratch,
}

impl Memory {
    pub(super) fn new(limit_bytes: usize) -> Self {
        Self {
            close: Vec::new(),
            before: Vec::new(),
            limit_bytes,
            last_bytes: 0,
            found: Vec::new(),
            witnesses: Witnesses::default(),
        }
    }

    /// The close pairs of now, given sorted: those that were close before keep what they know.
    pub(super) fn renew(&mut self, passes: impl Fn(u32, u32) -> bool) -> &mut [Close] {
        std::mem::swap(&mut self.close, &mut self.before);
        let mut before = self.before.drain(..).peekable();
        self.close.clear();
        let mut room =
            (self.limit_bytes.saturating_sub(self.last_bytes) / FIRST_BYTES).saturating_sub(1);
        for &(a, b) in self.found.iter().filter(|&&(a, b)| passes(a, b)) {
            while before.next_if(|old| (old.a, old.b) < (a, b)).is_some() {}
            let kept = before.next_if(|old| (old.a, old.b) == (a, b));
            let mut close = kept.unwrap_or(Close {
                a,
                b,
                last: None,
                pair: None,
                has_room: false,
                too_large: false,
            });
            if close.pair.is_none() {
                close.has_room = room > 0 && !close.too_large;
                room = room.saturating_sub(1);
            }
            self.close.push(close);
        }
        drop(before);
        &mut self.close
    }

    /// Keeps to the bound: those that take most forget first, and do not begin again as long as
    /// they are close.
    pub(super) fn trim(&mut self) {
        let mut total = self.bytes();
        while total > self.limit_bytes {
            let most = self
                .close
                .iter_mut()
                .rev()
                .max_by_key(|close| close.bytes())
                .expect("something takes the room");
            total -= most.bytes();
            (most.pair, most.has_room, most.too_large) = (None, false, true);
        }
        self.last_bytes = total;
    }

    pub(super) fn forget(&mut self, slot: u32) {
        self.close.retain(|close| close.a != slot && close.b != slot);
        self.witnesses.touched.retain(|&(a, b), _| a != slot && b != slot);
        self.witnesses.margins.forget(slot);
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
    pub(super) fn asked<'c>(
        &'c mut self,
        (scene, clearances): (&'c Scene, &Clearances),
        scratch: &'c mut Scratch,
        a_from_b: &Pose,
    ) -> Asked<'c> {
        let bodies = [self.a, self.b].map(|slot| scene.geometry(slot));
        Asked { bodies, way: self.way((scene, clearances), scratch, a_from_b) }
    }

    fn way<'c>(
        &'c mut self,
        (scene, clearances): (&'c Scene, &Clearances),
        scratch: &'c mut Scratch,
        a_from_b: &Pose,
    ) -> Way<'c> {
        let clearance = clearances.of(scene, self.a, self.b);
        let [a, b] = [self.a, self.b].map(|slot| scene.geometry(slot));
        if self.has_room {
            let last = self.last.replace(*a_from_b);
            let motion = last.map_or(f64::INFINITY, |last| b.outline.ball.motion(&last, a_from_b));
            if motion <= SLOW * a.outline.ball.radius.min(b.outline.ball.radius) {
                let pair = self.pair.get_or_insert_with(|| Box::new(Pair::new(&a.model, &b.model)));
                pair.set_clearance(clearance);
                return Way::Warm(pair);
            }
        }
        Way::Cold([&a.model, &b.model], clearance, scratch)
    }
}

/// Two bodies about to be asked.
pub(super) struct Asked<'c> {
    pub bodies: [&'c Geometry; 2],
    pub way: Way<'c>,
}

impl Asked<'_> {
    /// Do they touch, or is one inside the other and that a solid?
    pub(super) fn collides(self, a_from_b: &Pose) -> bool {
        self.way.collides(a_from_b) || one_is_inside(self.bodies, a_from_b)
    }

    /// The triangles that touch, if they collide; none where one is inside the other.
    pub(super) fn contacts(self, a_from_b: &Pose) -> Option<Vec<(u32, u32)>> {
        let found = self.way.contacts(a_from_b);
        (!found.is_empty() || one_is_inside(self.bodies, a_from_b)).then_some(found)
    }
}

/// Their surfaces, with memory or without.
pub(super) enum Way<'c> {
    Warm(&'c mut Pair),
    Cold([&'c Model; 2], Clearance, &'c mut Scratch),
}

impl Way<'_> {
    fn collides(self, a_from_b: &Pose) -> bool {
        match self {
            Self::Warm(pair) => pair.collides(a_from_b),
            Self::Cold([a, b], clearance, scratch) => {
                a.first_contact_within(b, a_from_b, clearance, scratch, &mut Uncounted).is_some()
            }
        }
    }

    fn contacts(self, a_from_b: &Pose) -> Vec<(u32, u32)> {
        match self {
            Self::Warm(pair) => pair.contacts(a_from_b),
            Self::Cold([a, b], clearance, scratch) => {
                let mut found = Vec::new();
                a.visit_contacts_within(b, a_from_b, clearance, scratch, &mut Uncounted, |i, j| {
                    found.push((i, j));
                    std::ops::ControlFlow::Continue(())
                });
                found.sort_unstable();
                found
            }
        }
    }
}
