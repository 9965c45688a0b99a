//! The walk through the tree of pairs of two trees: the one traversal behind every question to the
//! classic engine.
//!
//! Two trees at one relative pose are seen as one tree of pairs of nodes (the bounding-volume test
//! tree). The walk takes a pair from the agenda; evidence that it is apart goes to the sink, a pair
//! of leaves is tested triangle by triangle, any other pair is replaced by the pairs the descent
//! chooses. (Klosowski 1998, §4.3)

pub mod descent;
pub mod evidence;
pub mod order;
pub mod pairs;
pub mod sink;

pub use closecall::Cost;
pub use closecall::lab::{Count, Uncounted};
pub use descent::{AnyDescent, Descent, EnvironmentFirst, LargerFirst, LockStep, Restart};
pub use evidence::{Evidence, FoundEvidence, PlanesOfBoth};
pub use order::{BestFirst, BreadthFirst};
pub use pairs::{Moved, Pairs};
pub use sink::{All, Below, First, Once, Reported, Sink};

use crate::volume::{Test, Volume};
use std::ops::ControlFlow;

/// A node of the first tree and a node of the second.
pub type NodePair = (u32, u32);

/// The pairs that are still to be looked at.
pub type Agenda = Vec<NodePair>;

/// Works off the agenda, until it is empty or the sink has heard enough.
pub fn walk<V: Volume, T: Test<V>, C: Count>(
    pairs: &mut Pairs<'_, V, T, C>,
    descent: &mut impl Descent<V>,
    agenda: &mut Agenda,
    sink: &mut impl Sink<Evidence<T::Axis>>,
) -> ControlFlow<()> {
    while let Some(pair) = descent.next((pairs.a, pairs.b), agenda) {
        if descent.is_done_with(pair) {
            continue;
        }
        if let Some(separation) = pairs.apart(pair) {
            sink.apart(pair, separation);
        } else {
            expand(pairs, descent, pair, agenda, sink)?;
        }
    }
    ControlFlow::Continue(())
}

/// Goes on below a pair that was not proved apart: with the triangles of two leaves, or else with
/// other pairs.
#[inline]
pub fn expand<V: Volume, T: Test<V>, C: Count>(
    pairs: &mut Pairs<'_, V, T, C>,
    descent: &mut impl Descent<V>,
    pair: NodePair,
    agenda: &mut Agenda,
    sink: &mut impl Sink<Evidence<T::Axis>>,
) -> ControlFlow<()> {
    let leaves = pairs.are_leaves(pair);
    if sink.overlapping(pair, leaves) == Below::Leave {
        return ControlFlow::Continue(());
    }
    if leaves {
        return pairs.test_triangles(pair, sink);
    }
    descent.open(pairs.a, pairs.b, pair, agenda);
    ControlFlow::Continue(())
}
