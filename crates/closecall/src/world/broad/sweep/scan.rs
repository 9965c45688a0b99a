//! Every body of a strip against its followers, eight at a time.

use super::super::both_fixed;
use super::super::{key, overlap};
use super::lane::{PADDING, StripLanes};
use super::order::SortedBody;
use crate::wide::simd::{F32x8, Hardware, Lanes as _, Task};

/// A scan of all strips: the keys of the pairs that overlap go to `keys`.
pub(super) struct Scan<'s, const S: usize> {
    pub lanes: &'s StripLanes<S>,
    pub bodies: &'s [SortedBody<S>],
    pub keys: &'s mut Vec<u64>,
}

impl<const S: usize> Task for Scan<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(mut self) {
        let mut begin = 0;
        let lanes = self.lanes;
        for (strip, &end) in lanes.begins[..lanes.begins.len() - 1].iter().enumerate() {
            for place in begin..end {
                self.body::<H>(strip as u32, place);
            }
            begin = end + PADDING;
        }
    }
}

/// Eight lanes.
#[inline(always)]
fn eight(row: &[f32], place: usize) -> &[f32; 8] {
    row[place..].first_chunk().expect("every strip is padded")
}

impl<const S: usize> Scan<'_, S> {
    #[inline(always)]
    fn body<H: Hardware>(&mut self, strip: u32, place: usize) {
        let lanes = self.lanes;
        let low: [H::F; S] = std::array::from_fn(|row| H::F::splat(lanes.low[row][place]));
        let high: [H::F; S] = std::array::from_fn(|row| H::F::splat(lanes.high[row][place]));
        let mut next = place + 1;
        loop {
            let reached = H::F::load(eight(&lanes.low[0], next)).at_most(high[0]);
            let mut hits = reached;
            for row in 1..S {
                hits &= H::F::load(eight(&lanes.low[row], next)).at_most(high[row]);
                hits &= low[row].at_most(H::F::load(eight(&lanes.high[row], next)));
            }
            while hits != 0 {
                self.confirm(strip, place, next + hits.trailing_zeros() as usize);
                hits &= hits - 1;
            }
            if reached != 255 {
                return;
            }
            next += 8;
        }
    }

    /// Two bodies are a pair in the first strip that both are in.
    #[inline(always)]
    fn confirm(&mut self, strip: u32, a: usize, b: usize) {
        let StripLanes { bodies, first, .. } = self.lanes;
        if first[a].max(first[b]) != strip {
            return;
        }
        let (a, b) = (&self.bodies[bodies[a] as usize], &self.bodies[bodies[b] as usize]);
        if overlap(&a.volume, &b.volume) && !both_fixed(a.mobility, b.mobility) {
            self.keys.push(key(a.id, b.id));
        }
    }
}
