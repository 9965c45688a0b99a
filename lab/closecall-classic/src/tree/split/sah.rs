//! The surface area heuristic over bins of centroids.

use super::cut::{Directions, partition};
use super::{Soup, Split};
use crate::volume::{Aabb, Volume, corners};
use closecall::engine::geom::DVec3;

/// Bins per axis. More do not pay: the best plane is known to a 16th of the node.
const BINS: usize = 16;

/// Divides where the expected cost of the children is least, taken as the sum of count × surface
/// area of their axis-aligned boxes, whatever the volume: for choosing a plane they are near
/// enough.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sah(pub Directions);

#[derive(Clone, Copy)]
struct Bin {
    count: usize,
    bounds: Aabb,
}

impl Bin {
    const EMPTY: Self =
        Self { count: 0, bounds: Aabb { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY } };

    fn merge(self, other: Self) -> Self {
        Self { count: self.count + other.count, bounds: self.bounds.merge(&other.bounds) }
    }

    fn cost(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.count as f64 * self.bounds.area() }
    }
}

/// One direction cut into bins.
#[derive(Clone, Copy)]
struct Ruler {
    axis: DVec3,
    low: f64,
    bins_per_length: f64,
}

impl Ruler {
    /// The bins from the first to the last of the centroids; none where they all agree, or nearly.
    fn along(axis: DVec3, soup: &Soup, items: &[u32]) -> Option<Self> {
        let places = items.iter().map(|&item| axis.dot(soup.centroids[item as usize]));
        let (low, high) = places
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        let bins_per_length = BINS as f64 / (high - low);
        (high > low && bins_per_length.is_finite()).then_some(Self { axis, low, bins_per_length })
    }

    fn bin(&self, centroid: DVec3) -> usize {
        (((self.axis.dot(centroid) - self.low) * self.bins_per_length) as usize).min(BINS - 1)
    }
}

impl<V: Volume> Split<V> for Sah {
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize> {
        let mut best: Option<(f64, Ruler, usize)> = None;
        for (axis, _) in self.0.of(volume, soup, items) {
            let Some(ruler) = Ruler::along(axis, soup, items) else { continue };
            for (cost, cut) in cuts(&fill(&ruler, soup, items)) {
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, ruler, cut));
                }
            }
        }
        let (_, ruler, cut) = best?;
        partition(items, |item| ruler.bin(soup.centroids[item as usize]) < cut)
    }
}

fn fill(ruler: &Ruler, soup: &Soup, items: &[u32]) -> [Bin; BINS] {
    let mut bins = [Bin::EMPTY; BINS];
    for &item in items {
        let bounds = Aabb::around(corners(&soup.triangles, &[item]));
        let bin = &mut bins[ruler.bin(soup.centroids[item as usize])];
        *bin = bin.merge(Bin { count: 1, bounds });
    }
    bins
}

/// The cost of cutting before each bin, where both sides have something.
fn cuts(bins: &[Bin; BINS]) -> impl Iterator<Item = (f64, usize)> {
    let mut above = [Bin::EMPTY; BINS + 1];
    for i in (0..BINS).rev() {
        above[i] = above[i + 1].merge(bins[i]);
    }
    let mut below = Bin::EMPTY;
    (1..BINS).filter_map(move |cut| {
        below = below.merge(bins[cut - 1]);
        let both = below.count > 0 && above[cut].count > 0;
        both.then(|| (below.cost() + above[cut].cost(), cut))
    })
}
