//! A look at all bodies from afar: which direction tells most of them apart, which comes second,
//! and how wide strips should be.
//!
//! Nothing here can make an answer wrong, only slow; so it is renewed now and then, not in every
//! step.

use super::order::SortedBody;

/// Looked at again after this many steps.
const STEPS: u32 = 32;

/// Strips are this many times wider than bodies are on average: a third of the bodies then lie in
/// two.
const STRIP: f64 = 3.0;

/// Another order must be so much better to be worth sorting for.
const BETTER: f64 = 1.25;

/// The result of the survey.
#[derive(Clone, Debug)]
pub(super) struct Survey<const S: usize> {
    /// The direction to sweep along, and the one to lay strips across.
    pub sweep: usize,
    pub across: usize,
    /// The mean of the bodies along every direction, and a power of two that makes their spread
    /// about 1.
    pub middle: [f64; S],
    pub scale: f64,
    /// The begin of the first strip, the number of strips to a unit, and their number.
    pub strips_from: f64,
    pub strips_per_unit: f64,
    pub strips: usize,
    /// The number of bodies, and the number of steps since.
    bodies: usize,
    age: u32,
}

impl<const S: usize> Default for Survey<S> {
    fn default() -> Self {
        Self {
            sweep: 0,
            across: 1,
            middle: [0.0; S],
            scale: 1.0,
            strips_from: 0.0,
            strips_per_unit: 0.0,
            strips: 1,
            bodies: 0,
            age: 0,
        }
    }
}

impl<const S: usize> Survey<S> {
    pub(super) fn renew_if_due(&mut self, bodies: &[SortedBody<S>]) {
        self.age += 1;
        let (before, now) = (self.bodies, bodies.len());
        if self.age >= STEPS || now > before + before / 4 || now < before - before / 4 {
            self.renew(bodies);
        }
    }

    pub(super) fn renew(&mut self, bodies: &[SortedBody<S>]) {
        (self.bodies, self.age) = (bodies.len(), 0);
        let (middle, width) = means(bodies);
        let spread = spread(bodies, &middle);
        self.middle = middle;
        self.scale = power_of_two_below(spread.into_iter().fold(0.0, f64::max)).recip();
        let crowding: [f64; S] = std::array::from_fn(|slab| {
            // How much of the others a body meets along this direction, on average.
            if spread[slab] > 0.0 { width[slab] / spread[slab] } else { f64::INFINITY }
        });
        let best =
            (0..S).min_by(|&a, &b| crowding[a].total_cmp(&crowding[b])).expect("there are slabs");
        if crowding[best] * BETTER < crowding[self.sweep] {
            self.sweep = best;
        }
        let others = (0..S).filter(|&slab| slab != self.sweep);
        self.across = others
            .min_by(|&a, &b| crowding[a].total_cmp(&crowding[b]))
            .expect("there are three slabs or more");
        self.lay_strips(middle[self.across], width[self.across], spread[self.across]);
    }

    /// Strips over where nearly all bodies are; what lies outside belongs to the first and the
    /// last.
    fn lay_strips(&mut self, middle: f64, width: f64, spread: f64) {
        // A uniform distribution reaches two mean deviations to either side.
        let reach = 2.0 * spread;
        let wanted = (2.0 * reach / (STRIP * width)).min(self.bodies as f64 / 16.0);
        self.strips = if wanted.is_finite() { (wanted as usize).max(1) } else { 1 };
        self.strips_from = middle - reach;
        self.strips_per_unit = if reach > 0.0 { self.strips as f64 / (2.0 * reach) } else { 0.0 };
    }

    /// All directions, that of the sweep first.
    #[inline(always)]
    pub(super) fn slabs(&self) -> impl Iterator<Item = usize> {
        let sweep = self.sweep;
        (0..S).map(move |row| {
            if row == 0 {
                sweep
            } else if row == sweep {
                0
            } else {
                row
            }
        })
    }

    /// Was it made in an earlier step?
    pub(super) fn is_old(&self) -> bool {
        self.age > 0
    }

    /// A place along a direction, for f32: seen from the middle, and of the order of 1.
    #[inline(always)]
    pub(super) fn local(&self, place: f64, slab: usize) -> f64 {
        (place - self.middle[slab]) * self.scale
    }

    /// The strip that a place along [`Self::across`] lies in. A higher place is never in a lower
    /// strip.
    #[inline(always)]
    pub(super) fn strip(&self, place: f64) -> usize {
        let strip = (place - self.strips_from) * self.strips_per_unit;
        // Casting saturates: NaN, from 0·∞, and what is below become 0.
        (strip as usize).min(self.strips - 1)
    }
}

/// The mean of the bodies, and their width.
fn means<const S: usize>(bodies: &[SortedBody<S>]) -> ([f64; S], [f64; S]) {
    let (mut middle, mut width) = ([0.0; S], [0.0; S]);
    for SortedBody { volume, .. } in bodies {
        for slab in 0..S {
            middle[slab] += volume.low[slab] + volume.high[slab];
            width[slab] += volume.high[slab] - volume.low[slab];
        }
    }
    let count = bodies.len().max(1) as f64;
    (middle.map(|sum| sum / (2.0 * count)), width.map(|sum| sum / count))
}

/// The distance of bodies from the middle on average.
fn spread<const S: usize>(bodies: &[SortedBody<S>], middle: &[f64; S]) -> [f64; S] {
    let mut spread = [0.0; S];
    for SortedBody { volume, .. } in bodies {
        for slab in 0..S {
            spread[slab] += ((volume.low[slab] - middle[slab]) * 0.5
                + (volume.high[slab] - middle[slab]) * 0.5)
                .abs();
        }
    }
    spread.map(|sum| sum / bodies.len().max(1) as f64)
}

/// A power of two not above `x`; 1 for 0 and for what is no number.
fn power_of_two_below(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() {
        f64::from_bits(x.to_bits() & 0x7FF << 52).max(f64::MIN_POSITIVE)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two() {
        for (x, below) in [(1.0, 1.0), (1.9, 1.0), (0.3, 0.25), (0.0, 1.0), (f64::INFINITY, 1.0)] {
            assert_eq!(power_of_two_below(x), below);
        }
    }
}
