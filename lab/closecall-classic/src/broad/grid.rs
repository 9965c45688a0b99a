//! A uniform grid, hashed: every body is in all cells that its box reaches, and is compared with
//! those in the same cells. (Pedersen 2006, "Grid-based methods"; Teschner and others, "Optimized
//! Spatial Hashing", 2003)
//!
//! Cells are about twice as wide as the median body. Bodies that reach more than [`MOST_CELLS`]
//! cells are *large* and compared with everybody, so that a world of many scales is slow, and never
//! wrong.

use super::BroadPhase;
use super::slots::Slots;
use closecall::engine::geom::{Aabb, DVec3};
use closecall::lab::broad::{Kdop, Mobility, hand_out, key};

/// A body in more cells than this is large.
const MOST_CELLS: u64 = 64;

/// Cells have numbers of 21 bits along every axis.
const LAST_CELL: f64 = ((1u32 << 21) - 1) as f64;

/// A body in a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    cell: u64,
    id: u32,
}

/// A uniform grid: for worlds of many bodies of one size.
#[derive(Clone, Debug, Default)]
pub struct BodyGrid<const S: usize> {
    bodies: Slots<S>,
    entries: Vec<Entry>,
    /// The entries of a bucket are neighbours in `dealt`; a cell is in one bucket, a bucket may
    /// have several cells.
    buckets: Vec<u32>,
    dealt: Vec<Entry>,
    large: Vec<u32>,
    keys: Vec<u64>,
}

/// The places of the cells. A greater coordinate is never in a lower cell.
#[derive(Clone, Copy)]
struct Cells {
    origin: DVec3,
    per_unit: f64,
}

impl Cells {
    fn over<const S: usize>(bodies: &Slots<S>) -> Self {
        let mut widths: Vec<f64> = Vec::with_capacity(bodies.len());
        let mut origin = DVec3::INFINITY;
        for (_, body) in bodies.iter() {
            let Aabb { low, high } = body.volume.bounds();
            origin = origin.min(low);
            widths.push((high - low).max_element());
        }
        let middle = widths.len() / 2;
        let (_, &mut median, _) = widths.select_nth_unstable_by(middle, f64::total_cmp);
        Self { origin, per_unit: if median > 0.0 { 0.5 / median } else { 0.0 } }
    }

    /// The cell of a point, along every axis.
    #[inline(always)]
    fn at(&self, point: DVec3) -> [u64; 3] {
        let cell =
            ((point - self.origin) * self.per_unit).clamp(DVec3::ZERO, DVec3::splat(LAST_CELL));
        // Casting makes 0 of NaN, which is 0·∞.
        [cell.x as u64, cell.y as u64, cell.z as u64]
    }
}

#[inline(always)]
fn packed([x, y, z]: [u64; 3]) -> u64 {
    x << 42 | y << 21 | z
}

impl<const S: usize> BodyGrid<S> {
    /// Notes the cells of every body.
    fn enter(&mut self, cells: &Cells) {
        self.entries.clear();
        self.large.clear();
        for (id, body) in self.bodies.iter() {
            let Aabb { low, high } = body.volume.bounds();
            let (low, high) = (cells.at(low), cells.at(high));
            let sides: [u64; 3] = std::array::from_fn(|k| high[k] - low[k] + 1);
            if sides.iter().fold(1u64, |product, side| product.saturating_mul(*side)) > MOST_CELLS {
                self.large.push(id);
                continue;
            }
            for x in low[0]..=high[0] {
                for y in low[1]..=high[1] {
                    self.entries
                        .extend((low[2]..=high[2]).map(|z| Entry { cell: packed([x, y, z]), id }));
                }
            }
        }
    }

    /// Sorts the entries by bucket, by counting.
    fn deal(&mut self) {
        let bits = (self.entries.len() * 2).next_power_of_two().trailing_zeros().max(1);
        let bucket = |entry: &Entry| {
            (entry.cell.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize
        };
        self.buckets.clear();
        self.buckets.resize((1 << bits) + 1, 0);
        self.entries.iter().for_each(|entry| self.buckets[bucket(entry) + 1] += 1);
        let mut begin = 0;
        for count in &mut self.buckets {
            begin += *count;
            *count = begin;
        }
        self.dealt.resize(self.entries.len(), Entry::default());
        for entry in &self.entries {
            let place = &mut self.buckets[bucket(entry)];
            self.dealt[*place as usize] = *entry;
            *place += 1;
        }
    }

    /// The pairs in a bucket, which ends where the next begins; two bodies are a pair in the cell
    /// where both their boxes begin.
    fn within(&mut self, bucket: std::ops::Range<usize>, cells: &Cells) {
        let entries = &self.dealt[bucket];
        for (place, a) in entries.iter().enumerate() {
            for b in entries[place + 1..].iter().filter(|b| b.cell == a.cell) {
                if self.bodies.is_pair(a.id, b.id)
                    && packed(cells.at(self.begin(a.id, b.id))) == a.cell
                {
                    self.keys.push(key(a.id, b.id));
                }
            }
        }
    }

    /// The least corner of what two boxes share.
    fn begin(&self, a: u32, b: u32) -> DVec3 {
        let [a, b] = [a, b].map(|id| self.bodies.body(id).volume.bounds().low);
        a.max(b)
    }

    /// Large bodies against all bodies.
    fn against_large(&mut self) {
        for &large in &self.large {
            for (id, _) in self.bodies.iter() {
                let first_of_two = id > large || self.large.binary_search(&id).is_err();
                if id != large && first_of_two && self.bodies.is_pair(large, id) {
                    self.keys.push(key(large, id));
                }
            }
        }
    }
}

impl<const S: usize> BroadPhase<S> for BodyGrid<S> {
    fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>) {
        self.bodies.insert(id, mobility, volume);
    }

    fn remove(&mut self, id: u32) {
        self.bodies.remove(id);
    }

    fn update(&mut self, changes: &[(u32, Kdop<S>)]) {
        self.bodies.update(changes);
    }

    fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        self.keys.clear();
        if self.bodies.len() > 0 {
            let cells = Cells::over(&self.bodies);
            self.enter(&cells);
            self.deal();
            let mut begin = 0;
            for bucket in 0..self.buckets.len() {
                let end = self.buckets[bucket] as usize;
                self.within(begin..end, &cells);
                begin = end;
            }
            self.against_large();
        }
        hand_out(&mut self.keys, found);
    }

    fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32)) {
        self.bodies.search(may_meet, visit);
    }

    fn volume(&self, id: u32) -> &Kdop<S> {
        &self.bodies.body(id).volume
    }

    fn check(&self) {
        self.bodies.check();
    }
}
