//! The pairs that are looked at.

use super::broad::Mobility;
use super::scene::Scene;
use std::collections::HashSet;

/// Pairs that may touch, the lower slot first; and *classes*, of which every two bodies may.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    allowed: HashSet<(u32, u32)>,
    /// The classes of every slot, by rising numbers. Few bodies are in more than one.
    classes: Vec<Vec<u64>>,
    next_class: u64,
    /// Pairs that may not touch, though they share a class.
    disallowed: HashSet<(u32, u32)>,
}

impl Filter {
    pub(super) fn allow(&mut self, a: u32, b: u32) {
        let pair = (a.min(b), a.max(b));
        self.disallowed.remove(&pair);
        self.allowed.insert(pair);
    }

    /// A new class of these slots.
    pub(super) fn allow_among(&mut self, slots: &[u32]) {
        let class = self.next_class;
        self.next_class += 1;
        for &slot in slots {
            let slot = slot as usize;
            self.classes.resize_with(self.classes.len().max(slot + 1), Vec::new);
            if self.classes[slot].last() != Some(&class) {
                self.classes[slot].push(class);
            }
        }
        // What was disallowed before within the class is allowed now.
        let is_in = |slot: u32| self.classes[slot as usize].last() == Some(&class);
        self.disallowed.retain(|&(a, b)| !(is_in(a) && is_in(b)));
    }

    pub(super) fn disallow(&mut self, a: u32, b: u32) {
        let pair = (a.min(b), a.max(b));
        self.allowed.remove(&pair);
        if self.share_a_class(pair.0, pair.1) {
            self.disallowed.insert(pair);
        }
    }

    /// The slot is free: the next body in it starts without allowed pairs and classes.
    pub(super) fn forget(&mut self, slot: u32) {
        self.allowed.retain(|&(a, b)| a != slot && b != slot);
        self.disallowed.retain(|&(a, b)| a != slot && b != slot);
        if let Some(classes) = self.classes.get_mut(slot as usize) {
            classes.clear();
        }
    }

    /// Is a pair of bodies, the lower slot first, looked at?
    pub(super) fn passes(&self, scene: &Scene, a: u32, b: u32) -> bool {
        let (x, y) = (scene.node(a), scene.node(b));
        let both_fixed = x.mobility == Mobility::Fixed && y.mobility == Mobility::Fixed;
        !both_fixed && x.groups.meet(y.groups) && !self.may_touch(a, b)
    }

    /// May a pair of bodies, the lower slot first, touch?
    pub(super) fn may_touch(&self, a: u32, b: u32) -> bool {
        let by_pair = !self.allowed.is_empty() && self.allowed.contains(&(a, b));
        by_pair || (self.share_a_class(a, b) && !self.disallowed.contains(&(a, b)))
    }

    fn share_a_class(&self, a: u32, b: u32) -> bool {
        let of = |slot: u32| self.classes.get(slot as usize).map_or(&[][..], Vec::as_slice);
        let (of_a, of_b) = (of(a), of(b));
        !of_a.is_empty() && of_b.iter().any(|class| of_a.binary_search(class).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_pairs_are_told_apart() {
        let mut filter = Filter::default();
        filter.allow_among(&[1, 2, 3, 3]);
        filter.allow_among(&[3, 4]);
        filter.allow(1, 5);
        let free = |filter: &Filter| {
            let pairs = (0..6).flat_map(|b| (0..b).map(move |a| (a, b)));
            pairs.filter(|&(a, b)| filter.may_touch(a, b)).collect::<Vec<_>>()
        };
        assert_eq!(free(&filter), [(1, 2), (1, 3), (2, 3), (3, 4), (1, 5)]);
        filter.disallow(3, 1);
        filter.disallow(5, 1);
        assert_eq!(free(&filter), [(1, 2), (2, 3), (3, 4)]);
        filter.allow(1, 3);
        filter.forget(2);
        assert_eq!(free(&filter), [(1, 3), (3, 4)]);
        filter.disallow(1, 3);
        filter.allow_among(&[1, 2, 3]);
        assert_eq!(free(&filter), [(1, 2), (1, 3), (2, 3), (3, 4)]);
    }
}
