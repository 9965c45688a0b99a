//! New entries of the front, as a walk below an old one makes them. (Tropp et al. 2006, §2
//! "Sprouting")

use super::node::{FrontNode, Now, Stand};
use crate::coherence::cut::Fresh;
use crate::coherence::notes::Notes;
use crate::volume::{Recall, Volume};
use crate::walk::{Below, Evidence, FoundEvidence, NodePair};

/// Notes the ends of a walk, and pairs that are too small to note what is below them.
pub struct Sprouting<'n, 'a, V: Volume, T: Recall<V>> {
    pub now: &'n Now<'a, V, T>,
    pub fresh: &'n mut Fresh<FrontNode<T::Kept>>,
    /// Pairs that were too small; what is below them is still to be looked at.
    pub left: &'n mut Vec<NodePair>,
}

impl<V: Volume, T: Recall<V>> Notes<Evidence<T::Axis>> for Sprouting<'_, '_, V, T> {
    #[inline]
    fn apart(&mut self, pair: NodePair, separation: FoundEvidence<V, T>) {
        self.fresh.push(self.now.apart(pair, &separation));
    }

    #[inline]
    fn overlapping(&mut self, pair: NodePair, leaves: bool) -> Below {
        if leaves {
            self.fresh.push(FrontNode::standing(pair, Stand::Overlapping));
        } else if self.now.is_too_small(pair) {
            self.fresh.push(FrontNode::standing(pair, Stand::Overlapping));
            self.left.push(pair);
            return Below::Leave;
        }
        Below::Open
    }

    #[inline]
    fn untested(&mut self, pair: NodePair) {
        self.fresh.push(FrontNode::standing(pair, Stand::Unknown));
    }
}
