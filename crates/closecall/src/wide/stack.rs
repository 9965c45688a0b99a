//! A stack of pairs that is written eight entries at a time and grows when it must: nothing is ever
//! dropped.

use super::simd::Hardware;

/// Pairs of 32-bit numbers; the first is the low word.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    /// Longer than what is in use: a push writes a full eight, of which the caller keeps some.
    storage: Vec<u64>,
    top: usize,
}

/// The room that is added to a stack that is full.
const GROWTH: usize = 64;

impl Stack {
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.top == 0
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.top
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.top = 0;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, low: u32, high: u32) {
        self.front()[0] = u64::from(high) << 32 | u64::from(low);
        self.top += 1;
    }

    /// Pushes the lanes of `low` that `mask` names, each with `high`.
    #[inline(always)]
    pub(super) fn push_low<H: Hardware>(&mut self, mask: u32, low: &[u32; 8], high: u32) {
        H::compress_low(mask, low, high, self.front());
        self.top += mask.count_ones() as usize;
    }

    /// Pushes `low` with `base + lane` for every lane that `mask` names.
    #[inline(always)]
    pub(super) fn push_high<H: Hardware>(&mut self, mask: u32, low: u32, base: u32) {
        H::compress_high(mask, low, base, self.front());
        self.top += mask.count_ones() as usize;
    }

    /// Pushes `base + lane` with `high` for every lane.
    #[inline(always)]
    pub(super) fn push_lanes(&mut self, mut lanes: u32, base: u32, high: u32) {
        while lanes != 0 {
            self.push(base + lanes.trailing_zeros(), high);
            lanes &= lanes - 1;
        }
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        self.top = self.top.checked_sub(1)?;
        Some(words(self.storage[self.top]))
    }

    /// Takes off at most `limit` entries; how many. They can be read by [`Stack::popped`] until
    /// something is pushed.
    ///
    /// One by one, because a wide load that spans several recent stores has to wait for all of
    /// them.
    #[inline(always)]
    pub(super) fn pop_many(&mut self, limit: usize) -> usize {
        let count = self.top.min(limit);
        self.top -= count;
        count
    }

    #[inline(always)]
    pub(super) fn popped(&self, index: usize) -> u64 {
        self.storage[self.top + index]
    }

    /// An entry from the bottom.
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> u64 {
        self.storage[index]
    }

    pub(super) fn bytes(&self) -> usize {
        self.storage.capacity() * size_of::<u64>()
    }

    /// The eight entries above the top.
    #[inline(always)]
    fn front(&mut self) -> &mut [u64; 8] {
        if self.storage.len() < self.top + 8 {
            self.grow();
        }
        (&mut self.storage[self.top..self.top + 8]).try_into().expect("a range of eight")
    }

    #[cold]
    fn grow(&mut self) {
        self.storage.resize(self.storage.len() * 2 + GROWTH, 0);
    }
}

/// The low and the high word of an entry.
#[inline(always)]
pub(super) fn words(entry: u64) -> (u32, u32) {
    (entry as u32, (entry >> 32) as u32)
}
