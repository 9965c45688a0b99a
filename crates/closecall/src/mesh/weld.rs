//! Equal positions, found bit by bit: no tolerance, and the only two bit patterns taken for one are
//! 0.0 and -0.0, which are the same place.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use crate::geom::DVec3;

/// Numbers positions in the order in which they first come.
#[derive(Default)]
pub(super) struct Welder {
    numbers: HashMap<[u64; 3], u32, BuildHasherDefault<Mixer>>,
}

impl Welder {
    pub fn with_capacity(positions: usize) -> Self {
        Self {
            numbers: HashMap::with_capacity_and_hasher(positions, BuildHasherDefault::default()),
        }
    }

    /// The number of this position; `None` if it is new and there are no numbers left.
    #[inline]
    pub fn number(&mut self, position: DVec3) -> Option<u32> {
        let next = u32::try_from(self.numbers.len());
        // -0.0 + 0.0 is 0.0; everything else stays.
        let key = position.to_array().map(|x| (x + 0.0).to_bits());
        match self.numbers.entry(key) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(free) => Some(*free.insert(next.ok()?)),
        }
    }

    /// The number of positions.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }
}

/// A hash by folded multiplication. Coordinates have long runs of zero bits at the end, so that
/// plain multiplication would leave the low bits of the hash empty.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xA076_1D64_78BD_642F;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
