//! One kind of work, all of it that was ever begun since the front was planted: what each entry
//! tests, the lanes that were handed on, and until when the others are known to be apart.

use super::clock::Now;
use super::expiries::{Expiries, Expiry};
use crate::wide::stack::Stack;

/// Entries in the order they came. Those beyond `expiries` were not looked at yet.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub entries: Stack,
    pub expiries: Expiries,
    /// The lanes that are in other lists now.
    settled: Vec<u8>,
}

impl List {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.expiries.clear();
        self.settled.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.bytes() + self.expiries.bytes() + self.settled.capacity()
    }

    /// Notes what was found of an entry, old or new.
    #[inline(always)]
    pub(super) fn set(&mut self, index: usize, settled: u32, expiry: Expiry, now: &Now) {
        if index == self.settled.len() {
            self.settled.push(settled as u8);
        } else {
            self.settled[index] = settled as u8;
        }
        self.expiries.set(index, expiry, now);
    }

    /// The lanes that were handed on; none if it is new.
    #[inline(always)]
    pub(super) fn settled(&self, index: usize) -> u32 {
        self.settled.get(index).map_or(0, |&lanes| u32::from(lanes))
    }
}
