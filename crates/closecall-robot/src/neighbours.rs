//! Links that touch by design, which nobody wants to hear of.

use std::collections::BTreeSet;

use crate::joint::{Joint, JointKind};
use crate::robot::{RobotLink, sorted};

/// The pairs of links that may touch unless somebody says otherwise: a link and the next one above it that has a mesh; and links that fixed joints
/// hold together, so that they never move against each other.
pub(crate) fn neighbours(links: &[RobotLink], joints: &[Joint]) -> BTreeSet<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    // The first link of everything that fixed joints hold together.
    let mut welded_to: Vec<usize> = Vec::with_capacity(links.len());
    for (number, link) in links.iter().enumerate() {
        let is_fixed = link.joint.is_some_and(|joint| joints[joint].kind == JointKind::Fixed);
        welded_to.push(link.parent.filter(|_| is_fixed).map_or(number, |parent| welded_to[parent]));
        if link.model.is_none() {
            continue;
        }
        let mut above = std::iter::successors(link.parent, |&link| links[link].parent);
        pairs.extend(above.find(|&above| links[above].model.is_some()).map(|above| sorted(above, number)));
        let welded = (0..number).filter(|&other| welded_to[other] == welded_to[number] && links[other].model.is_some());
        pairs.extend(welded.map(|other| (other, number)));
    }
    pairs
}
