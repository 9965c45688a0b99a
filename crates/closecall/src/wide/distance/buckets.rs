//! Work in the order of a key: stacks, four to an octave.
//!
//! For distances the key is a squared lower bound, and the lowest is taken first; a query with a
//! budget ([`crate::wide::timed`]) has overlaps for keys, and takes the largest. A heap gives a
//! better order and costs more than it saves. What is in one stack differs by at most a fifth of
//! its key.

use crate::wide::step::WorkKind;

/// The number of stacks: 16 octaves of squares below the first limit; what is nearer still is in
/// the first.
const BUCKETS: usize = 64;

/// The bits of a float below those that are the number of its stack: four stacks to an octave.
const SHIFT: u32 = 21;

/// A piece of work.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(in crate::wide) struct Entry {
    /// The squared lower bound, or the overlap, in A's units.
    pub key: f32,
    /// A node and a place, or two places of blocks, those of body `side` first.
    pub low: u32,
    pub high: u32,
    /// A bit for the side, and one for two blocks.
    tag: u32,
}

impl Entry {
    pub(in crate::wide) const NONE: Self = Self { key: 0.0, low: 0, high: 0, tag: 0 };

    #[inline(always)]
    pub(in crate::wide) fn new(key: f32, kind: WorkKind, side: usize, low: u32, high: u32) -> Self {
        Self { key, low, high, tag: side as u32 | u32::from(kind == WorkKind::BlockVsBlock) << 1 }
    }

    #[inline(always)]
    pub(in crate::wide) fn side(&self) -> usize {
        (self.tag & 1) as usize
    }

    #[inline(always)]
    pub(in crate::wide) fn is_two_blocks(&self) -> bool {
        self.tag & 2 != 0
    }
}

/// The stacks.
#[derive(Clone, Debug)]
pub(in crate::wide) struct Buckets {
    stacks: Vec<Vec<Entry>>,
    /// A bit for every stack that is not empty.
    used: u64,
    /// The number to subtract from the leading bits of a key to get the number of its stack.
    base: i32,
}

impl Default for Buckets {
    fn default() -> Self {
        Self { stacks: vec![Vec::new(); BUCKETS], used: 0, base: 0 }
    }
}

impl Buckets {
    /// Empty, for keys up to this.
    pub(in crate::wide) fn start(&mut self, largest: f32) {
        while self.used != 0 {
            self.stacks[self.used.trailing_zeros() as usize].clear();
            self.used &= self.used - 1;
        }
        self.base = (largest.to_bits() >> SHIFT) as i32 - (BUCKETS as i32 - 1);
    }

    /// Empty, and all that comes goes to one stack: the last first, so that little waits.
    pub(in crate::wide) fn start_depth_first(&mut self, largest: f32) {
        self.start(largest);
        self.base = i32::MAX;
    }

    /// The number of entries that wait.
    pub(in crate::wide) fn waiting(&self) -> usize {
        self.stacks.iter().map(Vec::len).sum()
    }

    /// The lowest key of all that waits.
    pub(in crate::wide) fn least_key(&self) -> f32 {
        self.stacks.iter().flatten().fold(f32::INFINITY, |least, entry| least.min(entry.key))
    }

    #[inline(always)]
    fn number(&self, key: f32) -> usize {
        ((key.to_bits() >> SHIFT) as i32 - self.base).clamp(0, BUCKETS as i32 - 1) as usize
    }

    #[inline(always)]
    pub(in crate::wide) fn push(&mut self, entry: Entry) {
        let number = self.number(entry.key);
        self.stacks[number].push(entry);
        self.used |= 1 << number;
    }

    /// The first stack with something in it that may be within the limit.
    #[inline(always)]
    pub(in crate::wide) fn first(&self, limit: f32) -> Option<usize> {
        let number = self.used.trailing_zeros() as usize;
        (number <= self.number(limit)).then_some(number)
    }

    /// The last stack with something in it.
    #[inline(always)]
    pub(in crate::wide) fn last(&self) -> Option<usize> {
        (self.used != 0).then(|| 63 - self.used.leading_zeros() as usize)
    }

    /// No key in a stack is below this; nothing is known of the first.
    pub(in crate::wide) fn least(&self, number: usize) -> f32 {
        if number == 0 {
            0.0
        } else {
            f32::from_bits(((self.base + number as i32).max(0) as u32) << SHIFT)
        }
    }

    /// No key in a stack is above this; of the last stack only the argument of [`Buckets::start`] is
    /// known.
    pub(in crate::wide) fn most(&self, number: usize) -> f32 {
        if number + 1 == BUCKETS { f32::INFINITY } else { self.least(number + 1) }
    }

    /// Takes something off a stack, unless it is empty.
    #[inline(always)]
    pub(in crate::wide) fn pop(&mut self, number: usize) -> Option<Entry> {
        let popped = self.stacks[number].pop();
        if popped.is_none() {
            self.used &= !(1 << number);
        }
        popped
    }

    pub(in crate::wide) fn bytes(&self) -> usize {
        self.stacks.iter().map(|stack| stack.capacity() * size_of::<Entry>()).sum()
    }
}
