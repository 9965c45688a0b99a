//! The front of the tree of pairs, with margins and axes. (Tropp et al. 2006)
//!
//! Every entry that is apart knows until when, as an expiry on the [`Odometer`], and along which
//! axis. A query looks at that first, then tries the axis, and only then tests the volumes (§3,
//! Algorithm 1). A motion that is large for the body is answered from the roots, and the front is
//! made anew on the way (lines 1 to 4). Where that loses, and the policy says so, the ledger lets
//! the front rest for a while.

mod ledger;
mod node;
mod odometer;
mod policy;
mod sprouting;
mod tally;

pub use odometer::{Odometer, Reading};
pub use policy::{Bottom, Losing, Policy};
pub use tally::{Tally, Work};

use super::cut::{Kinship, PairCut};
use super::notes::NoNotes;
use super::{AnswerVisitor, FrontFootprint, Round};
use crate::tree::BinaryTree;
use crate::volume::{Recall, View, Volume};
use crate::walk::{Count, NodePair};
use closecall::engine::geom::Ball;
use ledger::Ledger;
use node::{FrontNode, Now, longest_side};
use sprouting::Sprouting;

/// The front of two bodies.
#[derive(Clone, Debug)]
pub struct Front<K> {
    cut: PairCut<FrontNode<K>>,
    policy: Policy,
    odometer: Odometer,
    /// The longest side of the smaller body's root volume.
    body_size: f64,
    since_prune: f64,
    ledger: Ledger,
    /// Overlapping pairs below which nothing is kept.
    left: Vec<NodePair>,
}

impl<K: Copy + Default> Front<K> {
    /// An empty front of two trees, the second over the contents of a ball; the number of its
    /// entries is limited.
    #[must_use]
    pub fn new<V: Volume>(
        a: &BinaryTree<V>,
        b: &BinaryTree<V>,
        ball: Ball,
        policy: Policy,
        most_entries: usize,
    ) -> Self {
        let size = |tree: &BinaryTree<V>| longest_side(&tree.node(BinaryTree::<V>::ROOT).volume);
        Self {
            cut: PairCut::new(most_entries),
            policy,
            odometer: Odometer::new(ball),
            body_size: size(a).min(size(b)),
            since_prune: 0.0,
            ledger: Ledger::new(policy.coherence),
            left: Vec::new(),
        }
    }

    /// Does it rest in the next query? That is then to be answered without memory.
    #[inline]
    #[must_use]
    pub fn rests(&self) -> bool {
        self.ledger.rests()
    }

    /// A query was answered without memory: its whole part in a query in which it rests.
    #[inline]
    pub fn count_rest(&mut self) {
        self.ledger.rested();
    }

    /// Tells `answer` of every touching pair.
    pub fn query<V: Volume, T: Recall<V, Kept = K> + Copy, C: Count>(
        &mut self,
        round: &mut Round<'_, V, T, Tally<C>>,
        kinship: &Kinship,
        answer: &mut AnswerVisitor<'_>,
    ) {
        let motion = self.odometer.advance(round.pairs.a_from_b).unwrap_or(0.0);
        let share = motion / self.body_size;
        if !self.follows(share) || self.odometer.is_worn(self.body_size) {
            self.cut.clear();
        }
        if self.cut.is_empty() {
            self.odometer.restart();
        }
        let now = self.now(round, motion);
        if self.cut.is_empty() {
            self.start(&now, round, answer);
            return;
        }
        self.follow(&now, round, answer);
        round.settle(&mut self.cut, 0);
        self.since_prune += motion;
        if self.since_prune > self.policy.prune * self.body_size {
            self.prune(&now, round, kinship);
        }
        self.ledger.followed(share, &round.pairs.count.work);
    }

    /// Is a motion small enough, for the paper or for the ledger?
    fn follows(&mut self, share: f64) -> bool {
        match self.policy.losing {
            Losing::GoesOn => share <= self.policy.coherence,
            Losing::Stops => self.ledger.follows(share),
        }
    }

    /// Walks from the roots, and makes a front on the way.
    fn start<V: Volume, T: Recall<V, Kept = K> + Copy, C: Count>(
        &mut self,
        now: &Now<'_, V, T>,
        round: &mut Round<'_, V, T, Tally<C>>,
        answer: &mut AnswerVisitor<'_>,
    ) {
        self.since_prune = 0.0;
        self.follow(now, round, answer);
        round.settle(&mut self.cut, 0);
        if self.policy.losing == Losing::Stops && self.ledger.walked(&round.pairs.count.work) {
            self.forget();
        }
    }

    fn now<'a, V: Volume, T: Copy, C>(
        &self,
        round: &Round<'a, V, T, C>,
        motion: f64,
    ) -> Now<'a, V, T> {
        let pairs = &round.pairs;
        Now {
            trees: (pairs.a, pairs.b),
            test: pairs.test,
            view: View::new(pairs.rigid, self.odometer.ball(), self.odometer.epoch()),
            reading: self.odometer.reading(),
            bottom: self.policy.bottom,
            // Who starts again at A's root notes what is below a pair elsewhere, and must note all
            // of it.
            too_small: if round.restarts() { 0.0 } else { motion / self.policy.sprout },
        }
    }

    /// Goes through the front or, if there is none, makes one from the roots.
    fn follow<V: Volume, T: Recall<V, Kept = K> + Copy, C: Count>(
        &mut self,
        now: &Now<'_, V, T>,
        round: &mut Round<'_, V, T, C>,
        answer: &mut AnswerVisitor<'_>,
    ) {
        let left = &mut self.left;
        left.clear();
        let flow = if self.cut.is_empty() {
            self.cut
                .rebuild(|fresh| round.walk_from_roots(answer, &mut Sprouting { now, fresh, left }))
        } else {
            self.cut
                .revise(|node, fresh| {
                    node.visit(now, round, answer, &mut Sprouting { now, fresh, left })
                })
                .1
        };
        if flow.is_continue() {
            // Who breaks off has heard enough.
            let _ = self.left.iter().try_for_each(|&pair| round.below(pair, answer, &mut NoNotes));
        }
    }

    /// Replaces siblings by their parent where that is apart too. The parent's own test is the
    /// evidence, whatever is known of its children.
    fn prune<V: Volume, T: Recall<V, Kept = K> + Copy, C: Count>(
        &mut self,
        now: &Now<'_, V, T>,
        round: &mut Round<'_, V, T, C>,
        kinship: &Kinship,
    ) {
        self.since_prune = 0.0;
        self.cut.join(usize::MAX, |left, right| {
            let parent = kinship
                .joined(left.pair, right.pair)
                .filter(|_| left.is_apart() && right.is_apart())?;
            round.apart(parent, None).map(|separation| now.apart(parent, &separation))
        });
    }

    /// The pairs of its cut, from left to right.
    #[must_use]
    pub fn pairs(&self) -> Vec<NodePair> {
        self.cut.pairs()
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.forget();
        self.ledger = Ledger::new(self.policy.coherence);
    }

    /// Forgets the last query.
    fn forget(&mut self) {
        self.cut.clear();
        self.odometer.reset();
    }

    /// The memory it holds.
    #[must_use]
    pub fn footprint(&self) -> FrontFootprint {
        let own = self.cut.footprint();
        FrontFootprint { bytes: own.bytes + self.left.capacity() * size_of::<NodePair>(), ..own }
    }
}
