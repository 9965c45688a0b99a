//! From the root down: fit a volume, let a rule divide the triangles, go on with both sides.

use crate::tree::split::{Soup, Split};
use crate::tree::{Node, Tree};
use crate::volume::{Fit, Volume};

/// A node whose volume is known and whose items wait to be divided.
struct Pending {
    node: usize,
    first: usize,
    count: usize,
    depth: usize,
}

/// Builds a tree whose leaves hold at most `leaf_size` triangles (Klosowski's threshold τ, §4.4).
///
/// The work list is explicit: a deep tree cannot overflow the stack, and items that the rule cannot divide are halved by
/// number, so that it always ends.
pub fn top_down<V: Volume>(
    soup: &Soup,
    fit: &impl Fit<V>,
    rule: &(impl Split<V> + ?Sized),
    leaf_size: usize,
) -> Tree<V> {
    let count = soup.triangles.len();
    let mut items: Vec<u32> = (0..count as u32).collect();
    let (volume, extra) = fit.fit(&soup.triangles, &items, 0);
    let mut nodes = vec![Node { volume, start: 0, count: count as u32 }];
    let mut extras = vec![extra];
    let mut pending = vec![Pending { node: 0, first: 0, count, depth: 0 }];
    while let Some(Pending { node, first, count, depth }) = pending.pop() {
        if count <= leaf_size.max(1) {
            continue;
        }
        let own = &mut items[first..first + count];
        let left = rule.split(&nodes[node].volume, soup, own).unwrap_or_else(|| halve(own));
        let child = nodes.len();
        for (first, count) in [(first, left), (first + left, count - left)] {
            let (volume, extra) = fit.fit(&soup.triangles, &items[first..first + count], depth + 1);
            pending.push(Pending { node: nodes.len(), first, count, depth: depth + 1 });
            nodes.push(Node { volume, start: first as u32, count: count as u32 });
            extras.push(extra);
        }
        nodes[node].start = child as u32;
        nodes[node].count = 0;
    }
    Tree { nodes, extras, items }
}

fn halve(items: &mut [u32]) -> usize {
    items.sort_unstable();
    items.len() / 2
}
