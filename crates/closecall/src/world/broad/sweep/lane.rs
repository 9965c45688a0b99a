//! The bodies of all strips, side by side in f32, for a scan that takes eight at a time.
//!
//! A place x becomes y = (x − middle)·scale in f64, off by at most 2⁻⁵²·|y|, and then f32, off by
//! 2⁻²⁴·|y| more, or by 2⁻¹⁵⁰ where that is below its range. So y ∓ (2⁻²²·|y| + 2⁻¹⁴⁰), rounded to
//! f32, lies below or above the place itself: lows are rounded down, highs up, and no pair that
//! overlaps is lost. Beyond the range of f32 all places become one, which loses none either.

use super::order::SortedBody;
use super::survey::Survey;
use crate::rounding::world::{LANE, LANE_LEAST};

/// After every strip there are this many lanes that begin beyond everything, so that a scan can read
/// past its end.
pub(super) const PADDING: usize = 8;

/// More entries than this for a body, on average, and the strips are too narrow.
const MOST_ENTRIES: usize = 4;

/// Every direction's lows and highs, strip after strip, each strip in order. The first direction is
/// that of the sweep.
#[derive(Clone, Debug)]
pub(super) struct StripLanes<const S: usize> {
    pub low: [Vec<f32>; S],
    pub high: [Vec<f32>; S],
    /// The body's place in the order, and the first strip it is in.
    pub bodies: Vec<u32>,
    pub first: Vec<u32>,
    /// The begins of the strips, and of the next one that would follow.
    pub begins: Vec<usize>,
    spans: Vec<(u32, u32)>,
}

impl<const S: usize> Default for StripLanes<S> {
    fn default() -> Self {
        Self {
            low: std::array::from_fn(|_| Vec::new()),
            high: std::array::from_fn(|_| Vec::new()),
            bodies: Vec::new(),
            first: Vec::new(),
            begins: Vec::new(),
            spans: Vec::new(),
        }
    }
}

impl<const S: usize> StripLanes<S> {
    /// Deals the bodies into strips; false if those are too narrow.
    pub(super) fn deal(&mut self, bodies: &[SortedBody<S>], survey: &Survey<S>) -> bool {
        let entries = self.measure(bodies, survey);
        if entries > MOST_ENTRIES * bodies.len() && survey.strips > 1 && survey.is_old() {
            return false;
        }
        self.make_room();
        self.fill(bodies, survey);
        true
    }

    /// Measures the strips that every body is in, and the number of bodies in each strip; in all.
    fn measure(&mut self, bodies: &[SortedBody<S>], survey: &Survey<S>) -> usize {
        self.begins.clear();
        self.begins.resize(survey.strips + 1, 0);
        self.spans.clear();
        let mut entries = 0;
        for SortedBody { volume, .. } in bodies {
            let (first, last) =
                (survey.strip(volume.low[survey.across]), survey.strip(volume.high[survey.across]));
            self.begins[first..=last].iter_mut().for_each(|count| *count += 1);
            self.spans.push((first as u32, last as u32));
            entries += last + 1 - first;
        }
        entries
    }

    /// Counts become places; every lane begins beyond everything.
    fn make_room(&mut self) {
        let mut begin = 0;
        for count in &mut self.begins {
            let next = begin + *count + PADDING;
            *count = begin;
            begin = next;
        }
        let lanes = begin;
        self.low[0].clear();
        self.low[0].resize(lanes, f32::INFINITY);
        for row in self.low.iter_mut().chain(&mut self.high) {
            row.resize(lanes, 0.0);
        }
        self.bodies.resize(lanes, 0);
        self.first.resize(lanes, 0);
    }

    fn fill(&mut self, bodies: &[SortedBody<S>], survey: &Survey<S>) {
        for ((place_in_order, SortedBody { volume, .. }), &(first, last)) in
            (0..).zip(bodies).zip(&self.spans)
        {
            let (mut low, mut high) = ([0.0; S], [0.0; S]);
            for (row, slab) in survey.slabs().enumerate() {
                low[row] = downward(survey.local(volume.low[slab], slab));
                high[row] = upward(survey.local(volume.high[slab], slab));
            }
            for strip in first..=last {
                let place = self.begins[strip as usize];
                self.begins[strip as usize] += 1;
                for row in 0..S {
                    self.low[row][place] = low[row];
                    self.high[row][place] = high[row];
                }
                (self.bodies[place], self.first[place]) = (place_in_order, first);
            }
        }
    }
}

#[inline(always)]
pub(super) fn downward(y: f64) -> f32 {
    clamped(y - (y.abs() * LANE + LANE_LEAST))
}

#[inline(always)]
fn upward(y: f64) -> f32 {
    clamped(y + (y.abs() * LANE + LANE_LEAST))
}

/// Never infinite: that is where the padding begins.
#[inline(always)]
fn clamped(y: f64) -> f32 {
    y.clamp(f64::from(-f32::MAX), f64::from(f32::MAX)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_outward_and_finite() {
        for y in [0.0, 1.0, -1.0, 1e-45, -1e-300, 3.7e38, 1e300, -1e300, 0.1, 16_777_217.0] {
            let (low, high) = (downward(y), upward(y));
            assert!(low.is_finite() && high.is_finite(), "{y}");
            let inside = y.clamp(f64::from(-f32::MAX), f64::from(f32::MAX));
            assert!(f64::from(low) <= inside && inside <= f64::from(high), "{y}: {low} {high}");
        }
    }
}
