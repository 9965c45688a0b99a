//! Work in the order of what may be nearest: stacks by the squared lower bound, four to an octave.
//!
//! A heap gives a better order and costs more than it saves. What is in one stack differs by at most a fifth of its squared bound.

use crate::wide::step::Kind;

/// How many stacks there are: 16 octaves of squares below the first limit; what is nearer still is in the first.
const BUCKETS: usize = 64;

/// Bits of a float below those that number its stack: four stacks to an octave.
const SHIFT: u32 = 21;

/// A piece of work.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Entry {
    /// The squared lower bound, in A's units.
    pub key: f32,
    /// A node and a place, or two places of blocks, those of body `side` first.
    pub low: u32,
    pub high: u32,
    /// A bit for the side, and one for two blocks.
    tag: u32,
}

impl Entry {
    pub(super) const NONE: Self = Self { key: 0.0, low: 0, high: 0, tag: 0 };

    #[inline(always)]
    pub(super) fn new(key: f32, kind: Kind, side: usize, low: u32, high: u32) -> Self {
        Self { key, low, high, tag: side as u32 | u32::from(kind == Kind::BlockVsBlock) << 1 }
    }

    #[inline(always)]
    pub(super) fn side(&self) -> usize {
        (self.tag & 1) as usize
    }

    #[inline(always)]
    pub(super) fn is_two_blocks(&self) -> bool {
        self.tag & 2 != 0
    }
}

/// The stacks.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    stacks: Vec<Vec<Entry>>,
    /// A bit for every stack that is not empty.
    used: u64,
    /// What is taken from the leading bits of a key, to have the number of its stack.
    base: i32,
}

impl Default for Buckets {
    fn default() -> Self {
        Self { stacks: vec![Vec::new(); BUCKETS], used: 0, base: 0 }
    }
}

impl Buckets {
    /// Empty, for keys up to this.
    pub(super) fn start(&mut self, largest: f32) {
        while self.used != 0 {
            self.stacks[self.used.trailing_zeros() as usize].clear();
            self.used &= self.used - 1;
        }
        self.base = (largest.to_bits() >> SHIFT) as i32 - (BUCKETS as i32 - 1);
    }

    #[inline(always)]
    fn number(&self, key: f32) -> usize {
        ((key.to_bits() >> SHIFT) as i32 - self.base).clamp(0, BUCKETS as i32 - 1) as usize
    }

    #[inline(always)]
    pub(super) fn push(&mut self, entry: Entry) {
        let number = self.number(entry.key);
        self.stacks[number].push(entry);
        self.used |= 1 << number;
    }

    /// The first stack with something in it that may be within the limit.
    #[inline(always)]
    pub(super) fn first(&self, limit: f32) -> Option<usize> {
        let number = self.used.trailing_zeros() as usize;
        (number <= self.number(limit)).then_some(number)
    }

    /// Takes something off a stack, unless it is empty.
    #[inline(always)]
    pub(super) fn pop(&mut self, number: usize) -> Option<Entry> {
        let popped = self.stacks[number].pop();
        if popped.is_none() {
            self.used &= !(1 << number);
        }
        popped
    }

    pub(super) fn bytes(&self) -> usize {
        self.stacks.iter().map(|stack| stack.capacity() * size_of::<Entry>()).sum()
    }
}
