//! Across the longest side of the volume (Klosowski 1998, §3.4.6).

use super::{Soup, Split, SplitAt};
use crate::volume::Volume;

/// Divides along the direction in which the volume is longest; along the next where all centroids agree in that one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Longest(pub SplitAt);

impl<V: Volume> Split<V> for Longest {
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize> {
        let mut sides: Vec<_> = volume.sides().collect();
        sides.sort_by(|a, b| b.1.total_cmp(&a.1));
        sides.into_iter().find_map(|(axis, _)| self.0.divide(axis, &soup.centroids, items))
    }
}
