//! The separation list: where the last walk ended, every entry tested anew. (Li and Chen 1998)

use super::cut::{Entry, Fate, Fresh, Kinship, PairCut};
use super::notes::{NoNotes, Notes};
use super::{AnswerVisitor, FrontFootprint, Round};
use crate::volume::{Separation, Test, Volume};
use crate::walk::{Below, Count, NodePair};
use std::ops::ControlFlow;

/// How the list follows the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Updating {
    /// Down where nodes overlap, and up where parents do not, at every query (§4.2).
    Plain,
    /// Down only, and when the list has stopped growing it is built anew at the next query (§4.3).
    Predicted,
    /// Down only, and when it has not grown this many times and once more it is built anew (§4.4);
    /// the paper defers once.
    Deferred(u8),
}

impl Default for Updating {
    fn default() -> Self {
        Self::DEFERRED
    }
}

/// The next query's work on the list: the states of the paper's Figure 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Update,
    /// Update once more: the list has not grown this many times, but may still.
    Defer(u8),
    Rebuild,
}

impl Updating {
    /// The paper's: the decision is deferred by one query.
    pub const DEFERRED: Self = Self::Deferred(1);

    fn after(self, now: Next, grew: bool) -> Next {
        match (self, now) {
            (Self::Plain, _) | (_, Next::Rebuild) => Next::Update,
            _ if grew => Next::Update,
            (Self::Deferred(most), Next::Update) if most > 0 => Next::Defer(1),
            (Self::Deferred(most), Next::Defer(times)) if times < most => Next::Defer(times + 1),
            _ => Next::Rebuild,
        }
    }
}

/// A pair, whether its last test proved it apart, and whether it took the place of its children
/// since then.
#[derive(Clone, Copy, Debug)]
struct Node {
    pair: NodePair,
    apart: bool,
    risen: bool,
}

/// The numbers of nodes of a list that moved down, stayed, and moved up when it was last followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListMoves {
    /// Their volumes overlap.
    pub down: usize,
    /// They are where the list is.
    pub still: usize,
    /// An ancestor is apart, too.
    pub up: usize,
}

impl Entry for Node {
    fn pair(&self) -> NodePair {
        self.pair
    }
}

/// The list of pairs at which the last walk ended.
#[derive(Clone, Debug)]
pub struct SeparationList {
    cut: PairCut<Node>,
    updating: Updating,
    next: Next,
    moves: ListMoves,
}

impl SeparationList {
    /// An empty list, which will have at most this many entries.
    #[must_use]
    pub fn new(updating: Updating, most_entries: usize) -> Self {
        Self {
            cut: PairCut::new(most_entries),
            updating,
            next: Next::Rebuild,
            moves: ListMoves::default(),
        }
    }

    /// Tells `answer` of every touching pair.
    pub fn query<V: Volume, T: Test<V>, C: Count>(
        &mut self,
        round: &mut Round<'_, V, T, C>,
        kinship: &Kinship,
        answer: &mut AnswerVisitor<'_>,
    ) {
        let now = if self.cut.is_empty() { Next::Rebuild } else { self.next };
        let before = self.cut.len();
        self.moves = ListMoves::default();
        if now == Next::Rebuild {
            let _ = self.cut.rebuild(|fresh| round.walk_from_roots(answer, &mut Ends(fresh)));
            round.settle(&mut self.cut, 0);
        } else {
            let (reached, _) = self.cut.revise(|node, fresh| visit(node, fresh, round, answer));
            let down = self.cut.gave_way();
            let reached = round.settle(&mut self.cut, reached);
            let up = if self.updating == Updating::Plain {
                self.rise(round, kinship, reached)
            } else {
                0
            };
            self.moves = ListMoves { down, still: before.saturating_sub(down + up), up };
        }
        self.next = self.updating.after(now, self.cut.len() > before);
    }

    /// Replaces siblings by their parent where that is apart too, on as many levels as it takes.
    /// Returns how many there were.
    fn rise<V: Volume, T: Test<V>, C: Count>(
        &mut self,
        round: &mut Round<'_, V, T, C>,
        kinship: &Kinship,
        reached: usize,
    ) -> usize {
        let mut up = 0;
        self.cut.join(reached, |left, right| {
            let parent =
                kinship.joined(left.pair, right.pair).filter(|_| left.apart && right.apart)?;
            round.apart(parent, None)?;
            up += usize::from(!left.risen) + usize::from(!right.risen);
            Some(Node { pair: parent, apart: true, risen: true })
        });
        up
    }

    /// The moves of the list's nodes when it was last followed; none where it was built anew.
    #[must_use]
    pub fn moves(&self) -> ListMoves {
        self.moves
    }

    /// The pairs of its cut, from left to right.
    #[must_use]
    pub fn pairs(&self) -> Vec<NodePair> {
        self.cut.pairs()
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.cut.clear();
    }

    /// The memory it holds.
    #[must_use]
    pub fn footprint(&self) -> FrontFootprint {
        self.cut.footprint()
    }
}

fn visit<V: Volume, T: Test<V>, C: Count>(
    node: &mut Node,
    fresh: &mut Fresh<Node>,
    round: &mut Round<'_, V, T, C>,
    answer: &mut AnswerVisitor<'_>,
) -> (Fate, ControlFlow<()>) {
    if round.is_covered(node.pair) {
        return (Fate::GivesWay, ControlFlow::Continue(()));
    }
    node.apart = round.apart(node.pair, None).is_some();
    node.risen = false;
    if node.apart {
        return (Fate::Stays, ControlFlow::Continue(()));
    }
    if round.pairs.are_leaves(node.pair) {
        return (Fate::Stays, round.below(node.pair, answer, &mut NoNotes));
    }
    (Fate::GivesWay, round.below(node.pair, answer, &mut Ends(fresh)))
}

/// Notes where a walk ends: at pairs that are apart, and at pairs of leaves.
struct Ends<'a>(&'a mut Fresh<Node>);

impl<A> Notes<A> for Ends<'_> {
    #[inline]
    fn apart(&mut self, pair: NodePair, _: Separation<A>) {
        self.0.push(Node { pair, apart: true, risen: false });
    }

    #[inline]
    fn overlapping(&mut self, pair: NodePair, leaves: bool) -> Below {
        if leaves {
            self.0.push(Node { pair, apart: false, risen: false });
        }
        Below::Open
    }

    #[inline]
    fn untested(&mut self, pair: NodePair) {
        self.0.push(Node { pair, apart: false, risen: false });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the list is built anew at each of the following queries, given whether it grew.
    fn rebuilds(updating: Updating, grew: &[bool]) -> Vec<bool> {
        let mut next = Next::Update;
        let mut step = |&grew: &bool| {
            next = updating.after(next, grew);
            next == Next::Rebuild
        };
        grew.iter().map(&mut step).collect()
    }

    #[test]
    fn the_states_are_those_of_figure_4() {
        let (o, x) = (false, true);
        let grew = [x, o, o, o, o, x, o, x, o, o];
        assert_eq!(rebuilds(Updating::Plain, &grew), [o; 10]);
        assert_eq!(rebuilds(Updating::Predicted, &grew), [o, x, o, x, o, o, x, o, x, o]);
        assert_eq!(rebuilds(Updating::DEFERRED, &grew), [o, o, x, o, o, o, o, o, o, x]);
        assert_eq!(rebuilds(Updating::Deferred(0), &grew), rebuilds(Updating::Predicted, &grew));
        assert_eq!(rebuilds(Updating::Deferred(2), &grew), [o, o, o, x, o, o, o, o, o, o]);
    }
}
