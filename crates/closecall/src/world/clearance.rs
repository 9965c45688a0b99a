//! The distances below which two bodies count as touching.
//!
//! A pair's clearance is its own value, if it was given one; else the larger of the world's and of
//! the sum of both paddings, rounded up. Volumes in the broad phase are enlarged so that no pair
//! within its clearance is lost: by *growths* that are together at least the clearance, for every
//! two bodies.

use super::scene::Scene;
use crate::geom::Clearance;
use crate::rounding::outward::{self, Toward};
use std::collections::HashMap;

/// All clearances but the paddings, which bodies have themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Clearances {
    pub of_world: Clearance,
    /// The lower slot first.
    of_pairs: HashMap<(u32, u32), Clearance>,
}

impl Clearances {
    /// Of two bodies.
    pub(super) fn of(&self, scene: &Scene, a: u32, b: u32) -> Clearance {
        let own =
            if self.of_pairs.is_empty() { None } else { self.of_pairs.get(&(a.min(b), a.max(b))) };
        own.copied().unwrap_or_else(|| {
            larger(self.of_world, sum(scene.node(a).padding, scene.node(b).padding))
        })
    }

    /// Gives two bodies a clearance of their own, or takes it back.
    pub(super) fn set(&mut self, a: u32, b: u32, clearance: Option<Clearance>) {
        let pair = (a.min(b), a.max(b));
        match clearance {
            Some(clearance) => self.of_pairs.insert(pair, clearance),
            None => self.of_pairs.remove(&pair),
        };
    }

    /// All clearances of pairs, sorted.
    pub(super) fn own(&self) -> Vec<(u32, u32, Clearance)> {
        let pairs = self.of_pairs.iter();
        let mut own: Vec<_> = pairs.map(|(&(a, b), &clearance)| (a, b, clearance)).collect();
        own.sort_unstable_by_key(|&(a, b, _)| (a, b));
        own
    }

    /// The slot is free.
    pub(super) fn forget(&mut self, slot: u32) {
        self.of_pairs.retain(|&(a, b), _| a != slot && b != slot);
    }

    /// By how much a body's volume has to be larger: by its padding, and by half of every other
    /// clearance that it may be asked with, `asked` among them. Halves are exact.
    pub(super) fn growth(&self, scene: &Scene, slot: u32, asked: Clearance) -> f64 {
        let node = scene.node(slot);
        let pairs = self.of_pairs.iter().filter(|((a, b), _)| *a == slot || *b == slot);
        let half = pairs
            .map(|(_, clearance)| clearance.distance() * 0.5)
            .fold(larger(self.of_world, asked).distance() * 0.5, f64::max);
        node.padding.distance().max(half)
    }
}

/// The larger of two.
pub(super) fn larger(x: Clearance, y: Clearance) -> Clearance {
    if x.distance() < y.distance() { y } else { x }
}

/// The sum, rounded up. Paddings are at most half of the largest clearance, and not below the
/// smallest unless 0.
fn sum(x: Clearance, y: Clearance) -> Clearance {
    Clearance::new(outward::sum(x.distance(), y.distance(), Toward::Upper))
        .expect("paddings are checked at the door")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_never_below_what_it_should_be() {
        let tiny = 2f64.powi(-60);
        let padding = |x| Clearance::new(x).unwrap();
        assert_eq!(sum(padding(1.0), padding(tiny)).distance(), 1.0f64.next_up());
        assert_eq!(sum(padding(tiny), padding(1.0)).distance(), 1.0f64.next_up());
        assert_eq!(sum(padding(0.5), padding(0.25)).distance(), 0.75);
        assert_eq!(sum(padding(0.0), padding(0.1)).distance(), 0.1);
    }
}
