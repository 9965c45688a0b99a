//! Across the direction in which the centroids scatter most (Klosowski 1998, §3.4.6).

use super::{Cut, Soup, Split};
use crate::volume::Volume;
use closecall::engine::geom::DVec3;

/// Cuts across the direction of the largest variance of the centroids: the dissertation's default,
/// nearly as cheap as the longest side, and nearly as tight as [`super::MinSum`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Splatter(pub Cut);

impl<V: Volume> Split<V> for Splatter {
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize> {
        let mean = mean(soup, items);
        let variance = |axis: DVec3| {
            let squares =
                items.iter().map(|&item| axis.dot(soup.centroids[item as usize] - mean).powi(2));
            squares.sum::<f64>() / items.len() as f64
        };
        let sides = self.0.directions.of(volume, soup, items);
        let scored = sides.into_iter().map(|(axis, _)| (axis, variance(axis))).collect();
        self.0.across_highest(scored, soup, items)
    }
}

/// The mean of the centroids, taken from the first of them, so that a far offset does not swallow
/// the differences.
fn mean(soup: &Soup, items: &[u32]) -> DVec3 {
    let first = soup.centroids[items[0] as usize];
    let sum: DVec3 = items.iter().map(|&item| soup.centroids[item as usize] - first).sum();
    first + sum / items.len() as f64
}
