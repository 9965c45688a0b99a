//! Temporal coherence: what the last query learned makes the next one cheap.
//!
//! A warm query is the cold walk from another start, which takes notes. What is kept
//! between queries is a [`PairCut`] through the tree of pairs: every pair of leaves lies under
//! exactly one of its entries, so that a walk which starts at the entries finds what a walk from
//! the roots finds, whatever has moved in between. The strategies differ in which cut they keep,
//! and in what they know of its entries:
//!
//! | strategy | its cut | moves up |
//! |---|---|---|
//! | [`SeparationList`] (Li and Chen 1998) | where the last walk ended | by testing parents, or never, until it is built anew |
//! | [`RootFront`] (Klosowski 1998, §6.4.3) | where B's root parted from A's nodes | one level, where an overlap ended |
//! | [`Front`] (Tropp et al. 2006) | where the last walk ended, with margins and axes | by testing parents, after some motion |

mod cut;
pub mod front;
mod notes;
mod root_front;
mod round;
mod separation_list;

pub use cut::{Kinship, PairCut};
pub use front::{Bottom, Front, Losing, Policy, Tally};
pub use root_front::RootFront;
pub use round::{AnswerVisitor, Round};
pub use separation_list::{ListMoves, SeparationList, Updating};

/// The memory that is kept between queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrontFootprint {
    /// The number of pairs of nodes.
    pub entries: usize,
    /// The number of bytes of memory they hold, those in reserve included.
    pub bytes: usize,
}
