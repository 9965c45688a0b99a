//! Cuts across a direction: which directions there are, and where along one to cut.

use super::{Soup, volume_of};
use crate::volume::{Aabb, Fit, Volume, corners};
use closecall::engine::geom::DVec3;

/// The choices of a rule when it cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Along what.
    pub directions: Directions,
    /// The place.
    pub at: SplitAt,
}

/// The directions that a rule chooses from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Directions {
    /// The three coordinate axes: faster to build, and mostly better (Klosowski 1998, Table 26).
    #[default]
    Axes,
    /// The volume's own: the axes of an oriented box, the k/2 normals of a k-DOP (§6.3.2).
    Own,
}

impl Directions {
    /// The directions, as unit vectors, and how long the contents of a node are along each.
    pub fn of<V: Volume>(self, volume: &V, soup: &Soup, items: &[u32]) -> Vec<(DVec3, f64)> {
        match self {
            Self::Axes => Aabb::around(corners(&soup.triangles, items)).sides().collect(),
            Self::Own => volume.sides().map(|(axis, length)| (axis.normalize(), length)).collect(),
        }
    }
}

/// The place along the chosen direction at which to cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitAt {
    /// At the mean of the centroids: tighter children (Klosowski 1998, Table 9).
    #[default]
    Mean,
    /// At their median: a balanced tree.
    Median,
}

impl SplitAt {
    /// Divides the items by their centroids' place along `axis`.
    pub fn divide(self, axis: DVec3, centroids: &[DVec3], items: &mut [u32]) -> Option<usize> {
        let place = |item: u32| axis.dot(centroids[item as usize]);
        match self {
            Self::Mean => {
                let first = place(items[0]);
                // Relative to the first, so that a far offset does not swallow the differences.
                let mean = first
                    + items.iter().map(|&i| place(i) - first).sum::<f64>() / items.len() as f64;
                partition(items, |item| place(item) < mean)
            }
            Self::Median => {
                let middle = items.len() / 2;
                let same = items.iter().all(|&item| place(item) == place(items[0]));
                // Ties are broken by number, so that the tree is the same on every machine.
                items.select_nth_unstable_by(middle, |&i, &j| {
                    place(i).total_cmp(&place(j)).then(i.cmp(&j))
                });
                (!same).then_some(middle)
            }
        }
    }
}

impl Cut {
    /// Cuts across the direction of the highest score; across the next where all centroids agree in
    /// that one.
    pub(super) fn across_highest(
        self,
        mut scored: Vec<(DVec3, f64)>,
        soup: &Soup,
        items: &mut [u32],
    ) -> Option<usize> {
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored.into_iter().find_map(|(axis, _)| self.at.divide(axis, &soup.centroids, items))
    }

    /// Cuts across the direction whose two children have the least `cost` in volume; where there is
    /// no volume, as in a plane, the least cost in surface.
    pub(super) fn with_least_children<V: Volume>(
        self,
        volume: &V,
        soup: &Soup,
        items: &mut [u32],
        fit: &impl Fit<V>,
        cost: fn(f64, f64) -> f64,
    ) -> Option<usize> {
        let directions = self.directions.of(volume, soup, items);
        if items.len() == 2 {
            // There is only one way.
            return directions
                .into_iter()
                .find_map(|(axis, _)| self.at.divide(axis, &soup.centroids, items));
        }
        let in_volume = |[left, right]: &[V; 2]| cost(left.volume(), right.volume());
        let in_surface = |[left, right]: &[V; 2]| cost(left.area(), right.area());
        let mut best: Option<(f64, [V; 2], Vec<u32>, usize)> = None;
        for (axis, _) in directions {
            let Some(count) = self.at.divide(axis, &soup.centroids, items) else { continue };
            let children =
                [&items[..count], &items[count..]].map(|child| volume_of(fit, soup, child));
            let cost = in_volume(&children);
            let is_better = best.as_ref().is_none_or(|(least, others, ..)| {
                cost < *least || cost == *least && in_surface(&children) < in_surface(others)
            });
            if is_better {
                best = Some((cost, children, items.to_vec(), count));
            }
        }
        let (.., order, count) = best?;
        items.copy_from_slice(&order);
        Some(count)
    }
}

/// Moves the items that satisfy `first` to the front, the others keeping no order; `None` if all or
/// none do.
pub(crate) fn partition(items: &mut [u32], first: impl Fn(u32) -> bool) -> Option<usize> {
    let mut count = 0;
    for i in 0..items.len() {
        if first(items[i]) {
            items.swap(count, i);
            count += 1;
        }
    }
    (count > 0 && count < items.len()).then_some(count)
}
