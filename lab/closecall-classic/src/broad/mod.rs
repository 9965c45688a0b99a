//! Broad phases side by side: the ones of the library, along any k/2 directions, and the ones that
//! lost against them. (Klosowski 1998, §9.1; Pedersen 2006, "Broad phase strategies")
//!
//! All of them give the same pairs, and tests hold them to it. A world of the library compares
//! boxes, by [`Mixed`].

mod brute;
mod grid;
mod slots;
mod tree;

pub use brute::Brute;
pub use grid::BodyGrid;
pub use tree::BoxTree;

use closecall::lab::broad::{Kdop, Mixed, Mobility, SweepAndPrune};
use std::fmt;

/// A structure that keeps volumes and knows which of them overlap.
///
/// Bodies are named by small numbers that the caller hands out. To insert a number twice, or to
/// remove or move one that is not there, is a mistake of the caller and panics. Volumes hold no
/// NaN, and no interval is inside out.
///
/// ```
/// use closecall::lab::broad::{Kdop, Mobility};
/// use closecall_classic::broad::Phase;
/// let unit_box = |x: f64| Kdop::<3> { low: [x, 0.0, 0.0], high: [x + 1.0, 1.0, 1.0] };
/// let mut phase = Phase::default().start();
/// for (id, x) in [(0, 0.0), (1, 1.0), (2, 2.5)] {
///     phase.insert(id, Mobility::Moving, unit_box(x));
/// }
/// let mut pairs = Vec::new();
/// phase.pairs(&mut pairs);
/// assert_eq!(pairs, [(0, 1)]);
/// phase.update(&[(2, unit_box(1.75))]);
/// phase.pairs(&mut pairs);
/// assert_eq!(pairs, [(0, 1), (1, 2)]);
/// ```
pub trait BroadPhase<const S: usize>: fmt::Debug + Send + Sync {
    /// Takes a body in.
    fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>);

    /// Lets a body go; its number may be used again.
    fn remove(&mut self, id: u32);

    /// Moves bodies, each named once.
    fn update(&mut self, changes: &[(u32, Kdop<S>)]);

    /// Writes every overlapping pair, the lower number first, to `found`, sorted; but pairs of
    /// bodies that are both [`Mobility::Fixed`].
    fn pairs(&mut self, found: &mut Vec<(u32, u32)>);

    /// Visits every body whose volume may meet something, in no particular order. `may_meet` must
    /// say yes to a volume that holds one it says yes to: it is also asked about volumes around
    /// several bodies.
    fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32));

    /// The volume of a body.
    fn volume(&self, id: u32) -> &Kdop<S>;

    /// Panics, saying where, unless the structure is what it promises to be. For tests.
    fn check(&self);
}

/// The broad phases by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// A [`SweepAndPrune`] over the bodies that move and a tree of those that do not.
    #[default]
    Mixed,
    /// [`SweepAndPrune`].
    Sweep,
    /// [`BoxTree`].
    Tree,
    /// [`BodyGrid`].
    Grid,
    /// [`Brute`].
    Brute,
}

crate::names::named!(Phase, "broad phase", {
    Phase::Mixed => "mixed",
    Phase::Sweep => "sweep",
    Phase::Tree => "tree",
    Phase::Grid => "grid",
    Phase::Brute => "brute",
});

impl Phase {
    /// A structure of this kind without bodies.
    #[must_use]
    pub fn start<const S: usize>(self) -> Box<dyn BroadPhase<S>> {
        match self {
            Self::Mixed => Box::new(Mixed::default()),
            Self::Sweep => Box::new(SweepAndPrune::default()),
            Self::Tree => Box::new(BoxTree::default()),
            Self::Grid => Box::new(BodyGrid::default()),
            Self::Brute => Box::new(Brute::default()),
        }
    }
}

/// The library's own as ones among many.
macro_rules! forwarded {
    ($($kind:ident),*) => {$(
        impl<const S: usize> BroadPhase<S> for $kind<S> {
            fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>) {
                self.insert(id, mobility, volume);
            }

            fn remove(&mut self, id: u32) {
                self.remove(id);
            }

            fn update(&mut self, changes: &[(u32, Kdop<S>)]) {
                self.update(changes);
            }

            fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
                self.pairs(found);
            }

            fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32)) {
                self.search(may_meet, visit);
            }

            fn volume(&self, id: u32) -> &Kdop<S> {
                self.volume(id)
            }

            fn check(&self) {
                self.check();
            }
        }
    )*};
}

forwarded!(Mixed, SweepAndPrune, BoxTree);
