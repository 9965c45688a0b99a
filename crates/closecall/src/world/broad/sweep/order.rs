//! The order along the sweep: kept from step to step, mended by insertion sort, and made anew by
//! radix sort where too much has changed.
//!
//! Places are compared as f32, rounded down like those of the scan: 32 bits that sort like the
//! number, and the body's present place below them.

use super::super::Mobility;
use super::lane::downward;
use super::survey::Survey;
use crate::geom::kdop::Kdop;

/// Insertion sort gives up after this many exchanges a body.
const PATIENCE: usize = 8;

const NONE: u32 = u32::MAX;

/// A body.
#[derive(Clone, Copy, Debug)]
pub(super) struct SortedBody<const S: usize> {
    pub volume: Kdop<S>,
    pub id: u32,
    pub mobility: Mobility,
}

/// The bodies, in order as of the last time.
#[derive(Clone, Debug, Default)]
pub(super) struct SortedBodies<const S: usize> {
    bodies: Vec<SortedBody<S>>,
    /// The places of the bodies, by number.
    places: Vec<u32>,
    keys: Vec<u64>,
    spare_keys: Vec<u64>,
    spare: Vec<SortedBody<S>>,
}

impl<const S: usize> SortedBodies<S> {
    pub(super) fn insert(&mut self, body: SortedBody<S>) {
        let id = body.id as usize;
        if id >= self.places.len() {
            self.places.resize(id + 1, NONE);
        }
        assert!(self.places[id] == NONE, "body {id} is here already");
        self.places[id] = self.bodies.len() as u32;
        self.bodies.push(body);
    }

    /// The last body takes the place of the one removed: one body out of order, for the next
    /// mending.
    pub(super) fn remove(&mut self, id: u32) {
        let place = self.place(id);
        self.bodies.swap_remove(place);
        self.places[id as usize] = NONE;
        if let Some(moved) = self.bodies.get(place) {
            self.places[moved.id as usize] = place as u32;
        }
    }

    #[inline(always)]
    pub(super) fn contains(&self, id: u32) -> bool {
        self.places.get(id as usize).is_some_and(|&place| place != NONE)
    }

    pub(super) fn end(&self) -> u32 {
        self.places.len() as u32
    }

    #[inline(always)]
    fn place(&self, id: u32) -> usize {
        assert!(self.contains(id), "there is no body {id}");
        self.places[id as usize] as usize
    }

    pub(super) fn body(&self, id: u32) -> &SortedBody<S> {
        &self.bodies[self.place(id)]
    }

    #[inline(always)]
    pub(super) fn set(&mut self, id: u32, volume: &Kdop<S>) {
        let place = self.place(id);
        self.bodies[place].volume = *volume;
    }

    /// The bodies; in order after mending, and until something changes.
    #[inline(always)]
    pub(super) fn bodies(&self) -> &[SortedBody<S>] {
        &self.bodies
    }

    /// Puts the bodies in order.
    pub(super) fn mend(&mut self, survey: &Survey<S>) {
        let low = |body: &SortedBody<S>| survey.local(body.volume.low[survey.sweep], survey.sweep);
        self.keys.clear();
        self.keys.extend(
            self.bodies
                .iter()
                .zip(0u64..)
                .map(|(body, place)| sortable(downward(low(body))) << 32 | place),
        );
        if !insertion_sort(&mut self.keys) {
            radix_sort(&mut self.keys, &mut self.spare_keys);
        }
        self.spare.clear();
        self.spare.extend(self.keys.iter().map(|&key| self.bodies[key as u32 as usize]));
        std::mem::swap(&mut self.bodies, &mut self.spare);
        for (place, body) in (0..).zip(&self.bodies) {
            self.places[body.id as usize] = place;
        }
    }

    #[cfg(feature = "lab")]
    pub(super) fn check(&self) {
        assert_eq!(self.places.iter().filter(|&&place| place != NONE).count(), self.bodies.len());
        for (place, body) in self.bodies.iter().enumerate() {
            assert_eq!(self.place(body.id), place, "body {} is elsewhere", body.id);
        }
    }
}

/// Bits that sort like the number.
#[inline(always)]
fn sortable(x: f32) -> u64 {
    let bits = x.to_bits();
    // Negative numbers sort backwards, and below the positive ones.
    u64::from(bits ^ ((bits as i32 >> 31) as u32 | 1 << 31))
}

/// Sorts what is nearly sorted; false if it was not.
fn insertion_sort(keys: &mut [u64]) -> bool {
    let mut patience = PATIENCE * keys.len();
    for next in 1..keys.len() {
        let key = keys[next];
        let mut place = next;
        while place > 0 && keys[place - 1] > key {
            keys[place] = keys[place - 1];
            place -= 1;
        }
        keys[place] = key;
        if next - place > patience {
            return false;
        }
        patience -= next - place;
    }
    true
}

const DIGIT: u32 = 11;

/// Sorts by the upper 32 bits, eleven at a time.
fn radix_sort(keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    spare.resize(keys.len(), 0);
    for shift in [32, 32 + DIGIT, 32 + 2 * DIGIT] {
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT) - 1);
        let mut begins = [0u32; 1 << DIGIT];
        keys.iter().for_each(|&key| begins[digit(key)] += 1);
        let mut begin = 0;
        for count in &mut begins {
            (*count, begin) = (begin, begin + *count);
        }
        for &key in keys.iter() {
            let place = &mut begins[digit(key)];
            spare[*place as usize] = key;
            *place += 1;
        }
        std::mem::swap(keys, spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_sort_like_numbers() {
        let numbers = [-f32::MAX, -1.5, -1.0, -1e-45, 0.0, 1e-45, 1.0, 1.5, f32::MAX];
        assert!(numbers.windows(2).all(|two| sortable(two[0]) < sortable(two[1])));
    }

    #[test]
    fn both_ways_to_sort_agree() {
        let mut keys: Vec<u64> =
            (0..5000u64).map(|i| (i * 2_654_435_761 % (1 << 32)) << 32 | i).collect();
        let mut expected = keys.clone();
        expected.sort_unstable();
        assert!(!insertion_sort(&mut keys));
        radix_sort(&mut keys, &mut Vec::new());
        assert_eq!(keys, expected);
        keys.swap(17, 18);
        assert!(insertion_sort(&mut keys));
        assert_eq!(keys, expected);
    }
}
