//! Broad phases: which pairs of many volumes overlap. (Klosowski 1998, §9.1; Pedersen 2006, "Broad
//! phase strategies")
//!
//! A volume is a k-DOP in the world's frame; with three slabs it is a box. Two overlap if their
//! closed intervals do along every one of the k/2 directions, compared in f64 as they are given:
//! whatever a structure rounds inside, it rounds outward and confirms. So all of them give the same
//! pairs, and tests hold them to it.

mod brute;
mod grid;
mod mixed;
mod slots;
mod sweep;
mod tree;

pub use brute::Brute;
pub use grid::Grid;
pub use mixed::Mixed;
pub use sweep::Sweep;
pub use tree::Tree;

pub use crate::geom::kdop::Kdop;

use std::fmt;

/// Does a body move?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mobility {
    /// It stays where it is, as a rule; two such bodies are never a pair.
    Fixed,
    /// It moves.
    #[default]
    Moving,
}

/// A structure that keeps volumes and knows which of them overlap.
///
/// Bodies are named by small numbers that the caller hands out. To insert a number twice, or to
/// remove or move one that is not there, is a mistake of the caller and panics. Volumes hold no
/// NaN, and no interval is inside out.
///
/// ```
/// use closecall::world::broad::Kdop;
/// use closecall::world::broad::{Mobility, Phase};
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

    /// A copy of its own.
    fn boxed(&self) -> Box<dyn BroadPhase<S>>;
}

/// The broad phases by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// A [`Sweep`] over the bodies that move and a [`Tree`] of those that do not.
    #[default]
    Mixed,
    /// [`Sweep`].
    Sweep,
    /// [`Tree`].
    Tree,
    /// [`Grid`].
    Grid,
    /// [`Brute`].
    Brute,
}

crate::named!(Phase, "broad phase", {
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
            Self::Sweep => Box::new(Sweep::default()),
            Self::Tree => Box::new(Tree::default()),
            Self::Grid => Box::new(Grid::default()),
            Self::Brute => Box::new(Brute::default()),
        }
    }
}

/// Do the closed intervals of two volumes overlap along every direction?
#[inline(always)]
#[must_use]
pub fn overlap<const S: usize>(a: &Kdop<S>, b: &Kdop<S>) -> bool {
    // Without branches: the outcome of one slab says little about the next.
    (0..S).fold(true, |overlap, slab| overlap & (a.low[slab] <= b.high[slab]) & (b.low[slab] <= a.high[slab]))
}

/// A pair as one number, so that sorting numbers sorts pairs.
#[inline(always)]
fn key(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}
