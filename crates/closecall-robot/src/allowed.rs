//! The links of a robot that are not looked at together, and the reasons.
//!
//! Fixed joints weld links into *clusters*, which never change their shape. Clusters form a tree, as
//! links do: each is joined to the one above it by a movable joint. The two are neighbours, and so
//! is every link of the one with every link of the other. Nothing is kept by pairs: 3,000 links
//! that are welded together have 4.5 million of those.

use std::collections::BTreeSet;

use crate::joint::{Joint, JointKind};
use crate::neighbours::Neighbours;
use crate::robot::RobotLink;
use crate::srdf::Allowances;
use crate::unchecked::Why;

/// The links of a robot that may touch, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// The cluster of every link with a shape.
    cluster_of: Vec<Option<usize>>,
    /// The links with shapes of every cluster, by rising numbers.
    clusters: Vec<Vec<usize>>,
    /// The cluster above every cluster, where they are neighbours, and why.
    above: Vec<Option<(usize, Why)>>,
    /// The pairs that the SRDF file disables and enables, the lower number first.
    disabled: BTreeSet<(usize, usize)>,
    enabled: BTreeSet<(usize, usize)>,
}

impl Allowed {
    /// The pairs that touch by design according to a rule, and the pairs of an SRDF file, with the
    /// numbers of these links. Links come parents first.
    pub(crate) fn new(
        links: &[RobotLink],
        joints: &[Joint],
        rule: Neighbours,
        srdf: &Allowances,
    ) -> Self {
        let mut allowed =
            Self { disabled: srdf.pairs.clone(), enabled: srdf.enabled.clone(), ..Self::default() };
        // The cluster of every link, frames too; and by which kind of joint it is attached, and to which.
        let mut cluster_of: Vec<usize> = Vec::with_capacity(links.len());
        let mut hangs_on: Vec<Option<(usize, JointKind)>> = Vec::new();
        for (number, link) in links.iter().enumerate() {
            let kind = link.joint.map(|joint| joints[joint].kind);
            let parent = link.parent.map(|parent| cluster_of[parent]);
            let cluster = match (parent, kind) {
                (Some(parent), Some(JointKind::Fixed)) => parent,
                _ => {
                    hangs_on.push(parent.zip(kind));
                    allowed.clusters.push(Vec::new());
                    hangs_on.len() - 1
                }
            };
            cluster_of.push(cluster);
            allowed.cluster_of.push(link.is_body().then_some(cluster));
            if link.is_body() {
                allowed.clusters[cluster].push(number);
            }
        }
        let above = |cluster| allowed.neighbour_above(cluster, &hangs_on, rule);
        allowed.above = (0..hangs_on.len()).map(above).collect();
        allowed
    }

    /// The neighbour above a cluster. A floating joint joins nothing: what it carries may be
    /// anywhere.
    fn neighbour_above(
        &self,
        cluster: usize,
        hangs_on: &[Option<(usize, JointKind)>],
        rule: Neighbours,
    ) -> Option<(usize, Why)> {
        let above = |cluster: usize| {
            hangs_on[cluster]
                .filter(|(_, kind)| *kind != JointKind::Floating)
                .map(|(above, _)| above)
        };
        let next = above(cluster)?;
        let has_shape = |&cluster: &usize| !self.clusters[cluster].is_empty();
        match rule {
            Neighbours::None => None,
            Neighbours::Joint => Some((next, Why::Joint)),
            Neighbours::Mesh if has_shape(&next) => Some((next, Why::Joint)),
            Neighbours::Mesh => {
                let found = std::iter::successors(Some(next), |&next| above(next)).find(has_shape);
                found.map(|found| (found, Why::Mesh))
            }
        }
    }

    /// Why are two links not looked at together, if they are not?
    #[must_use]
    pub fn why(&self, a: usize, b: usize) -> Option<Why> {
        let pair = (a.min(b), a.max(b));
        if a == b || self.enabled.contains(&pair) {
            return None;
        }
        self.by_design(a, b).or_else(|| self.disabled.contains(&pair).then_some(Why::Srdf))
    }

    /// The reason that the tree of links gives.
    fn by_design(&self, a: usize, b: usize) -> Option<Why> {
        let cluster = |link: usize| self.cluster_of.get(link).copied().flatten();
        let (a, b) = (cluster(a)?, cluster(b)?);
        let is_above = |a: usize, b: usize| self.above[b].filter(|(above, _)| *above == a);
        if a == b {
            return Some(Why::Welded);
        }
        is_above(a, b).or_else(|| is_above(b, a)).map(|(_, why)| why)
    }

    /// May two links touch?
    #[must_use]
    pub fn contains(&self, &(a, b): &(usize, usize)) -> bool {
        self.why(a, b).is_some()
    }

    /// The links with shapes that fixed joints weld together, two at least, by rising numbers.
    pub fn welded(&self) -> impl Iterator<Item = &[usize]> {
        self.clusters.iter().filter(|cluster| cluster.len() > 1).map(Vec::as_slice)
    }

    /// Clusters that are neighbours: each link of the one and each of the other.
    pub fn neighbours(&self) -> impl Iterator<Item = [&[usize]; 2]> {
        self.clusters.iter().zip(&self.above).filter_map(|(cluster, above)| {
            let above = &self.clusters[above.as_ref()?.0];
            (!cluster.is_empty() && !above.is_empty()).then_some([&above[..], &cluster[..]])
        })
    }

    /// The pairs that an SRDF file disables, the lower number first.
    #[must_use]
    pub fn disabled(&self) -> &BTreeSet<(usize, usize)> {
        &self.disabled
    }

    /// The pairs that an SRDF file enables: these are looked at, neighbours or not.
    #[must_use]
    pub fn enabled(&self) -> &BTreeSet<(usize, usize)> {
        &self.enabled
    }

    /// All pairs of links that may touch, the lower number first, each once, in no particular
    /// order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let welded = self.welded().flat_map(|cluster| {
            (0..cluster.len())
                .flat_map(move |k| cluster[k + 1..].iter().map(move |&higher| (cluster[k], higher)))
        });
        let joined = self.neighbours().flat_map(|[one, other]| {
            one.iter().flat_map(move |&a| other.iter().map(move |&b| (a.min(b), a.max(b))))
        });
        let disabled =
            self.disabled.iter().copied().filter(|&(a, b)| self.by_design(a, b).is_none());
        welded.chain(joined).chain(disabled).filter(|pair| !self.enabled.contains(pair))
    }
}
