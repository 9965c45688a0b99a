//! Close pairs and what they remember, in bounds.
//!
//! Pairs whose volumes overlap are *close*, and remembered as long as they are. From the second
//! question on each has a [`Warm`], which knows when its memory pays ([`Warm::in_a_crowd`]), as far
//! as there is room. Nothing an answer depends on is kept, so any of it may be dropped.

use super::margins::PairMargins;
use crate::cost::Cost;
use crate::geom::Clearance;
use crate::query::Scratch;
use crate::wide::Warm;
use std::collections::HashMap;

/// The memory of a new pair; no more are begun than would fit at this size.
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
    /// The memory that was kept after the last question.
    last_bytes: usize,
    pub found: Vec<(u32, u32)>,
    pub witnesses: Witnesses,
    /// The cost of questions, if it is counted.
    pub cost: Cost,
}

/// The memory of questions with a budget: triangles that touched, by the slots of their bodies, and
/// how far others were apart.
#[derive(Clone, Debug, Default)]
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
            cost: Cost::default(),
        }
    }

    /// Renews the list of close pairs, given sorted: those that were close before keep what they
    /// know. `remembers` says whether a memory is of use to two bodies; none leaves a pair out.
    pub(super) fn renew(
        &mut self,
        remembers: impl Fn((u32, u32)) -> Option<bool>,
    ) -> &mut [ClosePair] {
        std::mem::swap(&mut self.close, &mut self.before);
        let mut before = self.before.drain(..).peekable();
        self.close.clear();
        let mut room =
            (self.limit_bytes.saturating_sub(self.last_bytes) / FIRST_BYTES).saturating_sub(1);
        for &(a, b) in &self.found {
            let Some(remembers) = remembers((a, b)) else { continue };
            while before.next_if(|old| (old.a, old.b) < (a, b)).is_some() {}
            let kept = before.next_if(|old| (old.a, old.b) == (a, b));
            let new = ClosePair { a, b, warm: None, has_room: false, too_large: false };
            let is_kept = kept.is_some();
            let mut close = kept.unwrap_or(new);
            if remembers && is_kept && close.warm.is_none() {
                close.has_room = room > 0 && !close.too_large;
                room = room.saturating_sub(1);
            }
            self.close.push(close);
        }
        drop(before);
        &mut self.close
    }

    /// Keeps to the bound: the pairs with the largest memory forget first, and do not begin again
    /// as long as they are close.
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

    /// Its memory, if it has one.
    pub(super) fn warm(&mut self, clearance: Clearance) -> Option<&mut Warm> {
        if self.has_room {
            self.warm.get_or_insert_with(|| Box::new(Warm::in_a_crowd()));
        }
        let warm = self.warm.as_deref_mut()?;
        warm.set_clearance(clearance);
        Some(warm)
    }
}
