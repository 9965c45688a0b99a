//! Close pairs and what they remember, in bounds.
//!
//! Pairs whose volumes overlap are *close*, and remembered as long as they are. From the second
//! question on each has a [`Warm`], which knows when its memory pays ([`Warm::in_a_crowd`]), as far
//! as there is room. Nothing an answer depends on is kept, so any of it may be dropped.

use super::clearance::Clearances;
use super::margins::PairMargins;
use super::scene::{Geometry, Scene};
use super::solids::one_is_inside;
use crate::cost::Uncounted;
use crate::geom::{Clearance, Pose};
use crate::query::Scratch;
use crate::wide::{self, Warm, contacts_asked, first_asked};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// What a pair takes at first; no more are begun than would fit at this size.
const FIRST_BYTES: usize = 4096;

/// Two bodies that are close, the lower slot first, and their memory.
#[derive(Debug)]
pub(super) struct ClosePair {
    pub a: u32,
    pub b: u32,
    warm: Option<Box<Warm>>,
    /// May it have a memory? Not the first time, if there is no room for one, nor once it took too
    /// much.
    has_room: bool,
    too_large: bool,
}

/// The close pairs of the last question, sorted.
#[derive(Debug)]
pub(super) struct Memory {
    close: Vec<ClosePair>,
    before: Vec<ClosePair>,
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
    pub margins: PairMargins,
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
    pub(super) fn renew(&mut self, passes: impl Fn(u32, u32) -> bool) -> &mut [ClosePair] {
        std::mem::swap(&mut self.close, &mut self.before);
        let mut before = self.before.drain(..).peekable();
        self.close.clear();
        let mut room =
            (self.limit_bytes.saturating_sub(self.last_bytes) / FIRST_BYTES).saturating_sub(1);
        for &(a, b) in self.found.iter().filter(|&&(a, b)| passes(a, b)) {
            while before.next_if(|old| (old.a, old.b) < (a, b)).is_some() {}
            let kept = before.next_if(|old| (old.a, old.b) == (a, b));
            let new = ClosePair { a, b, warm: None, has_room: false, too_large: false };
            let is_kept = kept.is_some();
            let mut close = kept.unwrap_or(new);
            if is_kept && close.warm.is_none() {
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
            (most.warm, most.has_room, most.too_large) = (None, false, true);
        }
        self.last_bytes = total;
    }

    pub(super) fn forget(&mut self, slot: u32) {
        self.close.retain(|close| close.a != slot && close.b != slot);
        self.witnesses.touched.retain(|&(a, b), _| a != slot && b != slot);
        self.witnesses.margins.forget(slot);
    }

    pub(super) fn bytes(&self) -> usize {
        self.close.iter().map(ClosePair::bytes).sum()
    }
}

impl ClosePair {
    fn bytes(&self) -> usize {
        self.warm.as_ref().map_or(0, |warm| warm.bytes())
    }

    /// With its memory, or without.
    pub(super) fn asked<'c>(
        &'c mut self,
        (scene, clearances): (&'c Scene, &Clearances),
        scratch: &'c mut Scratch,
    ) -> Asking<'c> {
        let clearance = clearances.of(scene, self.a, self.b);
        let bodies = [self.a, self.b].map(|slot| scene.geometry(slot));
        if self.has_room {
            self.warm.get_or_insert_with(|| Box::new(Warm::in_a_crowd()));
        }
        let mut warm = self.warm.as_deref_mut();
        warm.iter_mut().for_each(|warm| warm.set_clearance(clearance));
        Asking { bodies, clearance, warm, scratch }
    }
}

/// Two bodies about to be asked.
pub(super) struct Asking<'c> {
    pub bodies: [&'c Geometry; 2],
    clearance: Clearance,
    warm: Option<&'c mut Warm>,
    scratch: &'c mut Scratch,
}

impl<'c> Asking<'c> {
    /// Without any memory.
    pub(super) fn cold(
        bodies: [&'c Geometry; 2],
        clearance: Clearance,
        scratch: &'c mut Scratch,
    ) -> Self {
        Self { bodies, clearance, warm: None, scratch }
    }

    /// Do they touch, or is one inside the other and that a solid?
    pub(super) fn collides(self, a_from_b: &Pose) -> bool {
        let Self { bodies, clearance, warm, scratch } = self;
        let [a, b] = bodies.map(|geometry| geometry.model.body());
        let found = match warm {
            Some(warm) => warm.first(a, b, a_from_b, scratch, &mut Uncounted),
            None => first_asked(a, b, a_from_b, &asked(clearance), scratch, &mut Uncounted),
        };
        found.is_some() || one_is_inside(bodies, a_from_b)
    }

    /// The triangles that touch, if they collide; none where one is inside the other.
    pub(super) fn contacts(self, a_from_b: &Pose) -> Option<Vec<(u32, u32)>> {
        let Self { bodies, clearance, warm, scratch } = self;
        let [a, b] = bodies.map(|geometry| geometry.model.body());
        let (mut found, count) = (Vec::new(), &mut Uncounted);
        let mut visit = |i, j| {
            found.push((i, j));
            ControlFlow::Continue(())
        };
        match warm {
            Some(warm) => warm.contacts(a, b, a_from_b, scratch, count, &mut visit),
            None => contacts_asked(a, b, a_from_b, &asked(clearance), scratch, count, &mut visit),
        }
        found.sort_unstable();
        (!found.is_empty() || one_is_inside(bodies, a_from_b)).then_some(found)
    }
}

fn asked(clearance: Clearance) -> wide::ContactAsked {
    wide::ContactAsked { clearance, ..wide::ContactAsked::default() }
}
