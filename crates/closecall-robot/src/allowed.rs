//! Which links of a robot may touch: pairs, and clusters of links that never move against each
//! other.
//!
//! A cluster is said by one number for every link, not by its pairs: 3,000 links that are welded
//! together have 4.5 million of those.

use std::collections::BTreeSet;

use crate::joint::{Joint, JointKind};
use crate::robot::RobotLink;

/// The links of a robot that may touch, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// The lower number first; none of two links of one cluster.
    pairs: BTreeSet<(usize, usize)>,
    /// Links with meshes that fixed joints hold together, by rising numbers; two at least.
    clusters: Vec<Vec<usize>>,
    /// The cluster of every link, if it is in one.
    cluster_of: Vec<Option<usize>>,
}

impl Allowed {
    /// What touches by design, and is no collision: a link and the next one above it that
    /// has a mesh; and links that fixed joints hold together, so that they never move against each
    /// other. Links come parents first.
    pub(crate) fn by_design(links: &[RobotLink], joints: &[Joint]) -> Self {
        let mut allowed = Self::welded(links, joints);
        // The next link with a mesh, from a link itself upward.
        let mut next_mesh: Vec<Option<usize>> = Vec::with_capacity(links.len());
        for (number, link) in links.iter().enumerate() {
            let above = link.parent.and_then(|parent| next_mesh[parent]);
            next_mesh.push(if link.is_body() { Some(number) } else { above });
            if let (true, Some(above)) = (link.is_body(), above) {
                allowed.insert(above, number);
            }
        }
        allowed
    }

    fn welded(links: &[RobotLink], joints: &[Joint]) -> Self {
        // The first link of everything that fixed joints hold together.
        let mut first: Vec<usize> = Vec::with_capacity(links.len());
        let mut held = vec![Vec::new(); links.len()];
        for (number, link) in links.iter().enumerate() {
            let is_fixed = link.joint.is_some_and(|joint| joints[joint].kind == JointKind::Fixed);
            first.push(link.parent.filter(|_| is_fixed).map_or(number, |parent| first[parent]));
            if link.is_body() {
                held[first[number]].push(number);
            }
        }
        let clusters: Vec<Vec<usize>> =
            held.into_iter().filter(|cluster| cluster.len() > 1).collect();
        let mut cluster_of = vec![None; links.len()];
        for (cluster, links) in clusters.iter().enumerate() {
            links.iter().for_each(|&link| cluster_of[link] = Some(cluster));
        }
        Self { pairs: BTreeSet::new(), clusters, cluster_of }
    }

    /// Two links may touch.
    pub(crate) fn insert(&mut self, a: usize, b: usize) {
        let pair = (a.min(b), a.max(b));
        if !self.contains(&pair) {
            self.pairs.insert(pair);
        }
    }

    /// May two links touch?
    #[must_use]
    pub fn contains(&self, &(a, b): &(usize, usize)) -> bool {
        let cluster = |link: usize| self.cluster_of.get(link).copied().flatten();
        let welded = a != b && cluster(a).is_some() && cluster(a) == cluster(b);
        welded || self.pairs.contains(&(a.min(b), a.max(b)))
    }

    /// The pairs that are in no cluster together, the lower number first.
    #[must_use]
    pub fn pairs(&self) -> &BTreeSet<(usize, usize)> {
        &self.pairs
    }

    /// The clusters: any two links of one may touch.
    #[must_use]
    pub fn clusters(&self) -> &[Vec<usize>] {
        &self.clusters
    }

    /// All pairs of links that may touch, those of clusters too, the lower number first, in no
    /// particular order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let within = |cluster: &'_ Vec<usize>| {
            let cluster = cluster.clone();
            (0..cluster.len()).flat_map(move |k| {
                let (lower, higher) = (cluster[k], cluster[k + 1..].to_vec());
                higher.into_iter().map(move |higher| (lower, higher))
            })
        };
        self.pairs.iter().copied().chain(self.clusters.iter().flat_map(within))
    }
}
