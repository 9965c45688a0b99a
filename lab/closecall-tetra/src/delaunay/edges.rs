//! Which two faces share an edge: the first of the two waits in a table for the second.

use crate::cells::Face;

/// A hash table that is emptied by counting a number up.
#[derive(Default)]
pub(crate) struct Edges {
    slots: Vec<Slot>,
    mask: usize,
    generation: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    ends: u64,
    face: Face,
    generation: u32,
}

impl Edges {
    /// Empties the table, and makes room for the edges of this many faces.
    pub(crate) fn clear(&mut self, faces: usize) {
        let size = (4 * faces).next_power_of_two().max(256);
        self.generation = self.generation.wrapping_add(1);
        if size > self.slots.len() || self.generation == 0 {
            let empty = Slot { ends: 0, face: Face::new(0, 0), generation: 0 };
            self.slots = vec![empty; size.max(self.slots.len())];
            self.mask = self.slots.len() - 1;
            self.generation = 1;
        }
    }

    /// The face that has come with this edge before; if none has, this one waits.
    #[inline]
    pub(crate) fn meet(&mut self, a: u32, b: u32, face: Face) -> Option<Face> {
        let ends = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
        let mut place = (ends.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & self.mask;
        loop {
            let slot = &mut self.slots[place];
            if slot.generation != self.generation {
                *slot = Slot { ends, face, generation: self.generation };
                return None;
            }
            if slot.ends == ends {
                return Some(slot.face);
            }
            place = (place + 1) & self.mask;
        }
    }
}
