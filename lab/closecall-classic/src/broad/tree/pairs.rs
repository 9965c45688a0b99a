//! Overlapping pairs: those of bodies that moved are looked for, the others kept; where much moved,
//! the tree is compared with itself.

use super::{BoxTree, Leaf, NONE, overlap};
use closecall::lab::broad::both_fixed;

/// If more than one body in this many moved, all pairs are looked for anew.
const FEW: usize = 6;

impl<const S: usize> BoxTree<S> {
    pub(super) fn renew_pairs(&mut self) {
        let mut pairs = std::mem::take(&mut self.pairs);
        if self.moved.len() * FEW > self.count {
            pairs.clear();
            self.against_itself(&mut pairs);
        } else if !self.moved.is_empty() {
            let stays = |id: u32| self.leaves[id as usize].is_some_and(|leaf| !leaf.moved);
            pairs.retain(|&(a, b)| stays(a) && stays(b));
            for &id in &self.moved {
                self.partners(id, &mut pairs);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for id in self.moved.drain(..) {
            if let Some(leaf) = &mut self.leaves[id as usize] {
                leaf.moved = false;
            }
        }
        self.pairs = pairs;
    }

    /// The pairs of a body that moved. Those with another that moved are found twice.
    fn partners(&self, id: u32, pairs: &mut Vec<(u32, u32)>) {
        let Some(Leaf { node, mobility, .. }) = self.leaves[id as usize] else { return };
        let volume = self.node(node).volume;
        self.visit(
            |other| overlap(&volume, other),
            |other| {
                if other != id && !both_fixed(mobility, self.leaf(other).mobility) {
                    pairs.push((id.min(other), id.max(other)));
                }
            },
        );
    }

    /// All pairs: the tree against itself.
    fn against_itself(&self, pairs: &mut Vec<(u32, u32)>) {
        if self.root == NONE {
            return;
        }
        let (mut inner, mut cross) = (vec![self.root], Vec::new());
        while let Some(index) = inner.pop() {
            if self.node(index).height == 0 {
                continue;
            }
            let [left, right] = self.node(index).children;
            inner.extend([left, right]);
            cross.push((left, right));
            while let Some((a, b)) = cross.pop() {
                self.across(a, b, &mut cross, pairs);
            }
        }
    }

    /// Two nodes apart from each other: the higher opens.
    #[inline(always)]
    fn across(&self, a: u32, b: u32, cross: &mut Vec<(u32, u32)>, pairs: &mut Vec<(u32, u32)>) {
        let (x, y) = (self.node(a), self.node(b));
        if !overlap(&x.volume, &y.volume) {
            return;
        }
        if x.height == 0 && y.height == 0 {
            let (i, j) = (x.children[0], y.children[0]);
            if !both_fixed(self.leaf(i).mobility, self.leaf(j).mobility) {
                pairs.push((i.min(j), i.max(j)));
            }
        } else if x.height >= y.height {
            cross.extend([(x.children[0], b), (x.children[1], b)]);
        } else {
            cross.extend([(a, y.children[0]), (a, y.children[1])]);
        }
    }
}
