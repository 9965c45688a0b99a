//! From the leaves up: triangles near each other are merged two by two, until one volume holds all.
//!
//! The slides merge the spheres of a scene graph upwards (Pedersen 2006, "Sphere tree"); Klosowski
//! leaves bottom-up for later (1998, §3.4.3). A soup has no graph, so the pairs are found as in
//! parallel locally-ordered clustering (Meister and Bittner, "PLOC", 2018): clusters lie along a
//! Morton curve, each looks for the best partner among its neighbours on the curve, and those that
//! choose each other are merged.

use super::hierarchy::Hierarchy;
use crate::tree::{BinaryTree, Soup};
use crate::volume::aabb::Tight;
use crate::volume::{Aabb, Fit, Volume};
use closecall::engine::geom::DVec3;

/// The number of neighbours to each side a cluster looks at. Meister and Bittner find little gain
/// beyond 10.
const REACH: usize = 8;

/// A round that merges less than one cluster in this many lets clusters take a partner that prefers
/// another.
const SLOW_ROUND: usize = 16;

/// Builds a tree by merging axis-aligned boxes, and then fits the volumes; leaves hold at most
/// `leaf_size` triangles.
///
/// Boxes find good neighbours for any volume, because they merge without loss. Oriented boxes do
/// not.
pub fn bottom_up<V: Volume>(soup: &Soup, fit: &impl Fit<V>, leaf_size: usize) -> BinaryTree<V> {
    clustered(soup, &Tight).fitted(soup, fit, leaf_size)
}

/// Builds a tree by merging the volumes themselves, and keeps them, as in the slides: each holds
/// its children's volumes, and not just their triangles.
pub fn bottom_up_merged<V: Volume<Extra = ()>>(
    soup: &Soup,
    fit: &impl Fit<V>,
    leaf_size: usize,
) -> BinaryTree<V> {
    clustered(soup, fit).merged(soup, leaf_size)
}

fn clustered<V: Volume>(soup: &Soup, fit: &impl Fit<V>) -> Hierarchy<V> {
    let mut hierarchy = Hierarchy::of_items(soup, fit);
    let mut clusters = along_morton_curve(&soup.centroids);
    while clusters.len() > 1 {
        let partners = pairs(&best_partners(&hierarchy, &clusters));
        clusters = merge_pairs(&mut hierarchy, &clusters, &partners);
    }
    hierarchy.root = clusters[0];
    hierarchy
}

/// The items in the order of their Morton codes, 21 bits an axis; equal codes in the order of their
/// numbers.
fn along_morton_curve(centroids: &[DVec3]) -> Vec<u32> {
    let bounds = Aabb::around(centroids.iter().copied());
    let cells = f64::from(1 << 21) / (bounds.high - bounds.low).max_element();
    let code = |item: &u32| {
        // Where all centroids are equal this is 0 · ∞; NaN becomes 0.
        let cell = ((centroids[*item as usize] - bounds.low) * cells)
            .to_array()
            .map(|x| (x as u64).min((1 << 21) - 1));
        spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2
    };
    let mut items: Vec<u32> = (0..centroids.len() as u32).collect();
    items.sort_by_cached_key(code);
    items
}

/// Puts two zeros between any two of 21 bits.
fn spread(mut x: u64) -> u64 {
    x = (x | x << 32) & 0x001f_0000_0000_ffff;
    x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

/// For every cluster, the place of the neighbour that makes the smallest surface with it.
///
/// Equal surfaces are told apart by i XOR j, which differs for all neighbours of one cluster and is
/// the same seen from both sides. So the best pair of all is always mutual; and among identical
/// triangles 0 takes 1, 2 takes 3, and so on.
fn best_partners<V: Volume>(hierarchy: &Hierarchy<V>, clusters: &[u32]) -> Vec<usize> {
    let mut best = vec![(f64::INFINITY, usize::MAX, 0); clusters.len()];
    for i in 0..clusters.len() {
        for j in i + 1..clusters.len().min(i + 1 + REACH) {
            let [a, b] = [i, j].map(|place| &hierarchy.knot(clusters[place]).volume);
            let area = a.merge(b).area();
            for (own, other) in [(i, j), (j, i)] {
                let (least, tie, _) = best[own];
                if area.total_cmp(&least).then((i ^ j).cmp(&tie)).is_lt() {
                    best[own] = (area, i ^ j, other);
                }
            }
        }
    }
    best.into_iter().map(|(.., partner)| partner).collect()
}

/// The pairs that are merged: clusters that chose each other. In a chain, where each prefers the
/// next, that is a single pair; then anyone takes a partner that is still free, so that the
/// clusters always become fewer by a constant factor.
fn pairs(best: &[usize]) -> Vec<Option<usize>> {
    let mut partners: Vec<Option<usize>> =
        (0..best.len()).map(|i| (best[best[i]] == i).then_some(best[i])).collect();
    if partners.iter().flatten().count() * SLOW_ROUND < best.len() {
        for (i, &partner) in best.iter().enumerate() {
            if partners[i].is_none() && partners[partner].is_none() {
                partners[i] = Some(partner);
                partners[partner] = Some(i);
            }
        }
    }
    partners
}

/// Joins the pairs; what is joined keeps the place of its first part.
fn merge_pairs<V: Volume>(
    hierarchy: &mut Hierarchy<V>,
    clusters: &[u32],
    partners: &[Option<usize>],
) -> Vec<u32> {
    let mut merged = Vec::with_capacity(clusters.len());
    for (i, &cluster) in clusters.iter().enumerate() {
        match partners[i] {
            None => merged.push(cluster),
            Some(j) if i < j => merged.push(hierarchy.join([cluster, clusters[j]])),
            Some(_) => {}
        }
    }
    merged
}
