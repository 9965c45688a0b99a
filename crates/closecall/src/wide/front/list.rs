//! One kind of work, all of it that was ever begun since the front was built: what each entry tests, the lanes that were handed on,
//! and until when the others are known to be apart.

use crate::wide::simd::{F32x8, Hardware};
use crate::wide::stack::Stack;

/// Entries in the order they came. Those beyond `expiry` were not looked at yet.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub entries: Stack,
    /// The lanes that are in other lists now.
    pub settled: Vec<u8>,
    pub expiry: Vec<f32>,
    /// No expiry is earlier, except of those that are due.
    pub soonest: f32,
    /// The numbers of the entries that are due.
    pub due: Vec<u32>,
}

impl Default for List {
    fn default() -> Self {
        Self { entries: Stack::default(), settled: Vec::new(), expiry: Vec::new(), soonest: f32::INFINITY, due: Vec::new() }
    }
}

impl List {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.settled.clear();
        self.expiry.clear();
        self.soonest = f32::INFINITY;
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.bytes() + self.settled.capacity() + (self.expiry.capacity() + self.due.capacity()) * size_of::<f32>()
    }

    /// Notes what was found of an entry, old or new.
    #[inline(always)]
    pub(super) fn set(&mut self, index: usize, settled: u32, expiry: f32) {
        if index == self.expiry.len() {
            self.settled.push(settled as u8);
            self.expiry.push(expiry);
        } else {
            self.settled[index] = settled as u8;
            self.expiry[index] = expiry;
        }
        self.soonest = self.soonest.min(expiry);
    }

    /// The lanes that were handed on; none if it is new.
    #[inline(always)]
    pub(super) fn settled(&self, index: usize) -> u32 {
        self.settled.get(index).map_or(0, |&lanes| u32::from(lanes))
    }
}

/// Adds the numbers of all entries that are due to `due`; the soonest expiry of the others.
#[inline(always)]
pub(super) fn find_due<H: Hardware>(expiry: &[f32], now: f32, due: &mut Vec<u32>) -> f32 {
    let mut soonest = f32::INFINITY;
    let (eights, rest) = expiry.as_chunks::<8>();
    for (x, eight) in eights.iter().enumerate() {
        let lanes = H::F::load(eight);
        let mut found = lanes.at_most(H::F::splat(now));
        soonest = soonest.min(lanes.least_except(found));
        while found != 0 {
            due.push(x as u32 * 8 + found.trailing_zeros());
            found &= found - 1;
        }
    }
    for (x, &expiry) in rest.iter().enumerate() {
        if expiry <= now {
            due.push((eights.len() * 8 + x) as u32);
        } else {
            soonest = soonest.min(expiry);
        }
    }
    soonest
}
