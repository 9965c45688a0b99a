//! Broad phases: which pairs of many volumes overlap. (Klosowski 1998, §9.1; Pedersen 2006, "Broad
//! phase strategies")
//!
//! A volume is a k-DOP in the world's frame; with three slabs it is a box. Two overlap if their
//! closed intervals do along every one of the k/2 directions, compared in f64 as they are given:
//! whatever a structure rounds inside, it rounds outward and confirms. So all of them give the same
//! pairs, and tests hold them to it.

mod fixed;
mod mixed;
mod pair_walk;
mod sweep;
mod tree;

pub use mixed::Mixed;
pub(super) use pair_walk::{PairWalk, WalkedBody};
#[cfg(feature = "lab")]
pub use sweep::{SweepAndPrune, hand_out};
pub(super) use tree::merged;

pub use crate::geom::kdop::Kdop;

/// Does a body move?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mobility {
    /// It stays where it is; two such bodies are never a pair.
    Fixed,
    /// It moves.
    #[default]
    Moving,
}

/// Do the closed intervals of two volumes overlap along every direction?
#[inline(always)]
#[must_use]
pub fn overlap<const S: usize>(a: &Kdop<S>, b: &Kdop<S>) -> bool {
    // Without branches: the outcome of one slab says little about the next.
    (0..S).fold(true, |overlap, slab| {
        overlap & (a.low[slab] <= b.high[slab]) & (b.low[slab] <= a.high[slab])
    })
}

/// Two fixed bodies are never a pair.
#[inline(always)]
#[must_use]
pub fn both_fixed(a: Mobility, b: Mobility) -> bool {
    a == Mobility::Fixed && b == Mobility::Fixed
}

/// A pair as one number, so that sorting numbers sorts pairs.
#[inline(always)]
#[must_use]
pub fn key(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}
