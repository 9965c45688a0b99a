//! Which pairs are looked at.

use super::broad::Mobility;
use super::scene::Scene;
use std::collections::HashSet;

/// Pairs that may touch, the lower slot first.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    allowed: HashSet<(u32, u32)>,
}

impl Filter {
    pub(super) fn allow(&mut self, a: u32, b: u32) {
        self.allowed.insert((a.min(b), a.max(b)));
    }

    pub(super) fn disallow(&mut self, a: u32, b: u32) {
        self.allowed.remove(&(a.min(b), a.max(b)));
    }

    /// The slot is free: whoever comes next has no privileges.
    pub(super) fn forget(&mut self, slot: u32) {
        self.allowed.retain(|&(a, b)| a != slot && b != slot);
    }

    /// Is a pair of bodies, the lower slot first, looked at?
    pub(super) fn passes(&self, scene: &Scene, a: u32, b: u32) -> bool {
        let (x, y) = (scene.node(a), scene.node(b));
        let both_fixed = x.mobility == Mobility::Fixed && y.mobility == Mobility::Fixed;
        !both_fixed && x.groups.meet(y.groups) && (self.allowed.is_empty() || !self.allowed.contains(&(a, b)))
    }
}
