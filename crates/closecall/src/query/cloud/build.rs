//! The tree of a cloud: halved along the widest extent until the parts fit a leaf.

use super::{BLOCK, Cloud, Split};
use crate::parallel;

/// Parts smaller than this are built on one thread.
const SEQUENTIAL: usize = 8192;

pub(super) fn cloud<const D: usize>(points: Vec<[f64; D]>) -> Cloud<D> {
    let leaves = points.len().div_ceil(BLOCK).next_power_of_two();
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    let mut found = Vec::with_capacity(leaves);
    found.extend(divide(&points, &mut order, 1, leaves));
    let mut splits = vec![Split::default(); leaves];
    found.into_iter().for_each(|(node, split)| splits[node] = split);
    let mut blocks = vec![[f64::INFINITY; BLOCK]; leaves * D];
    let mut numbers = vec![[u32::MAX; BLOCK]; leaves];
    for leaf in 0..leaves {
        for (place, &number) in order[range(points.len(), leaves, leaf)].iter().enumerate() {
            numbers[leaf][place] = number;
            (0..D).for_each(|k| blocks[leaf * D + k][place] = points[number as usize][k]);
        }
    }
    Cloud { points, splits, leaves, blocks, numbers }
}

/// The points of a part, of so many equal parts. None is larger than a leaf: there are at least
/// count/BLOCK leaves.
fn range(count: usize, parts: usize, part: usize) -> std::ops::Range<usize> {
    let at = |part: usize| (count as u128 * part as u128 / parts as u128) as usize;
    at(part)..at(part + 1)
}

/// Orders the points under a node that has so many leaves; the splits of all nodes under it.
fn divide<const D: usize>(
    points: &[[f64; D]],
    order: &mut [u32],
    node: usize,
    leaves: usize,
) -> Vec<(usize, Split)> {
    if leaves == 1 {
        return Vec::new();
    }
    let axis = widest(points, order);
    let coordinate = |&number: &u32| points[number as usize][axis];
    let middle = middle_of(points.len(), node);
    // Leaves have at least BLOCK/2 points, so that both halves have some.
    let (_, at, _) =
        order.select_nth_unstable_by(middle, |a, b| coordinate(a).total_cmp(&coordinate(b)));
    let value = coordinate(at);
    let parallel = order.len() > SEQUENTIAL;
    let (low, high) = order.split_at_mut(middle);
    let work = |(part, node): (&mut [u32], usize)| divide(points, part, node, leaves / 2);
    let parts = [(low, 2 * node), (high, 2 * node + 1)];
    let below: Vec<Vec<_>> = if parallel {
        parallel::each(parts.into(), work)
    } else {
        parts.into_iter().map(work).collect()
    };
    let mut splits = vec![(node, Split { value, axis: axis as u32 })];
    splits.extend(below.into_iter().flatten());
    splits
}

/// Where the upper half of a node's points begins, so that leaves have the ranges of [`range`].
fn middle_of(count: usize, node: usize) -> usize {
    // The node is number `index` of `parts` on its level.
    let parts = 1usize << node.ilog2();
    let index = node - parts;
    range(count, parts * 2, 2 * index).end - range(count, parts, index).start
}

/// The coordinate in which the points are furthest apart.
fn widest<const D: usize>(points: &[[f64; D]], order: &[u32]) -> usize {
    let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for &number in order {
        for (k, &x) in points[number as usize].iter().enumerate() {
            (low[k], high[k]) = (low[k].min(x), high[k].max(x));
        }
    }
    let width = |k: &usize| high[*k] - low[*k];
    (0..D).max_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or(0)
}
