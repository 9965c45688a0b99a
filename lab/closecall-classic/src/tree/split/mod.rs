//! Rules that divide a node's triangles between its two children. One rule per file.
//!
//! The rules of the dissertation choose a direction, and cut across it at the mean or median of the
//! triangles' centroids (Klosowski 1998, §3.4.6).

pub mod cut;
pub mod longest;
pub mod min_max;
pub mod min_sum;
pub mod sah;
pub mod splatter;

pub use cut::{Cut, Directions, SplitAt};
pub use longest::Longest;
pub use min_max::MinMax;
pub use min_sum::MinSum;
pub use sah::Sah;
pub use splatter::Splatter;

pub use super::Soup;

use crate::volume::{Fit, Volume};

/// A rule that divides the triangles of a node.
pub trait Split<V>: Sync {
    /// Reorders `items` and says how many come first; neither side is empty. `None` where the rule
    /// sees no difference between them (all centroids equal).
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize>;
}

/// The volume of a node that is only tried, or not laid out yet: as if it were deep in the tree,
/// where a fit that keeps something for moving a volume keeps least.
pub(super) fn volume_of<V: Volume>(fit: &impl Fit<V>, soup: &Soup, items: &[u32]) -> V {
    fit.trial(&soup.triangles, items)
}
