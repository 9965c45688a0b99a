//! Rules that divide a node's triangles between its two children. One rule per file.

pub mod longest;
pub mod sah;

pub use longest::Longest;
pub use sah::Sah;

use crate::geom::{DVec3, Triangle};

/// The triangles of a mesh as a builder sees them.
#[derive(Clone, Debug)]
pub struct Soup {
    /// Their corners.
    pub triangles: Vec<Triangle>,
    /// Their centroids, by which they are divided.
    pub centroids: Vec<DVec3>,
}

impl Soup {
    /// Prepares triangles for a builder.
    pub fn new(triangles: impl Iterator<Item = Triangle>) -> Self {
        let triangles: Vec<_> = triangles.collect();
        let centroids = triangles.iter().map(|t| (t[0] + t[1] + t[2]) / 3.0).collect();
        Self { triangles, centroids }
    }
}

/// A rule that divides the triangles of a node.
pub trait Split<V>: Sync {
    /// Reorders `items` and says how many come first; neither side is empty. `None` where the rule sees no difference
    /// between them (all centroids equal).
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize>;
}

/// Where along the chosen axis to divide.
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
                let mean = first + items.iter().map(|&i| place(i) - first).sum::<f64>() / items.len() as f64;
                partition(items, |item| place(item) < mean)
            }
            Self::Median => {
                let middle = items.len() / 2;
                let same = items.iter().all(|&item| place(item) == place(items[0]));
                // Ties are broken by number, so that the tree is the same on every machine.
                items.select_nth_unstable_by(middle, |&i, &j| place(i).total_cmp(&place(j)).then(i.cmp(&j)));
                (!same).then_some(middle)
            }
        }
    }
}

/// Moves the items that satisfy `first` to the front, the others keeping no order; `None` if all or none do.
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
