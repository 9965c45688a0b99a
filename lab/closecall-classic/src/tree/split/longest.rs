//! Across the longest side of the volume (Klosowski 1998, §3.4.6).

use super::{Cut, Soup, Split};
use crate::volume::Volume;

/// Cuts across the direction in which the contents are longest: the cheapest rule, and the loosest
/// trees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Longest(pub Cut);

impl<V: Volume> Split<V> for Longest {
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize> {
        let sides = self.0.directions.of(volume, soup, items);
        self.0.across_highest(sides, soup, items)
    }
}
