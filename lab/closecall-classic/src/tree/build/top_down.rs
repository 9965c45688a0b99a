//! From the root down: fit a volume, let a rule divide the triangles, go on with both sides.

use super::grow::{Grower, grow};
use crate::tree::split::Split;
use crate::tree::{BinaryTree, Soup};
use crate::volume::{Fit, Volume};

/// Builds a tree whose leaves hold at most `leaf_size` triangles (Klosowski's threshold τ, §4.4).
///
/// Items that the rule cannot divide are halved by number, so that it always ends.
pub fn top_down<V: Volume>(
    soup: &Soup,
    fit: &impl Fit<V>,
    rule: &(impl Split<V> + ?Sized),
    leaf_size: usize,
) -> BinaryTree<V> {
    let items = (0..soup.len() as u32).collect();
    grow(soup, items, leaf_size, &ByRule { soup, fit, rule }, ())
}

struct ByRule<'a, F, R: ?Sized> {
    soup: &'a Soup,
    fit: &'a F,
    rule: &'a R,
}

impl<V: Volume, F: Fit<V>, R: Split<V> + ?Sized> Grower<V> for ByRule<'_, F, R> {
    type Key = ();

    fn volume(&self, (): &(), items: &[u32], depth: usize) -> (V, V::Extra) {
        self.fit.fit(&self.soup.triangles, items, depth)
    }

    fn divide(&self, (): (), volume: &V, items: &mut [u32]) -> (usize, [(); 2]) {
        (self.rule.split(volume, self.soup, items).unwrap_or_else(|| halve(items)), [(), ()])
    }
}

fn halve(items: &mut [u32]) -> usize {
    items.sort_unstable();
    items.len() / 2
}
