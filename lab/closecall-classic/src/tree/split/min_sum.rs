//! Across the direction whose two children have the least total volume (Klosowski 1998, §3.4.6).

use super::{Cut, Soup, Split};
use crate::volume::{Fit, Volume};

/// Fits the children of every candidate cut and takes the one with the least sum of volumes: the
/// tightest trees of the dissertation (Table 9), and the longest builds.
#[derive(Clone, Copy, Debug)]
pub struct MinSum<'a, F> {
    /// The cuts to choose from.
    pub cut: Cut,
    /// The fit of the children.
    pub fit: &'a F,
}

impl<V: Volume, F: Fit<V>> Split<V> for MinSum<'_, F> {
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize> {
        self.cut.with_least_children(volume, soup, items, self.fit, |left, right| left + right)
    }
}
