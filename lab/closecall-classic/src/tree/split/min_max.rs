//! Across the direction whose larger child is smallest (Klosowski 1998, §3.4.6).

use super::{Cut, Soup, Split};
use crate::volume::{Fit, Volume};

/// Fits the children of every candidate cut and takes the one whose larger child has the least
/// volume.
#[derive(Clone, Copy, Debug)]
pub struct MinMax<'a, F> {
    /// The cuts to choose from.
    pub cut: Cut,
    /// The fit of the children.
    pub fit: &'a F,
}

impl<V: Volume, F: Fit<V>> Split<V> for MinMax<'_, F> {
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize> {
        self.cut.with_least_children(volume, soup, items, self.fit, f64::max)
    }
}
