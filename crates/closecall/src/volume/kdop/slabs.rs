//! The k-DOP test of the paper: k/2 pairs of intervals. (Klosowski 1998, §4.5)
//!
//! Conservative: two k-DOPs that no slab tells apart may still be apart, along a direction of [`super::closure`].

use super::Kdop;
use super::directions::norms;
use crate::volume::{Rigid, Separation, Test};

/// Compares the intervals along every direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slabs;

impl<const S: usize> Kdop<S> {
    /// How far apart the two are along a direction; negative where they overlap.
    #[inline(always)]
    pub(super) fn distance_along(&self, other: &Self, slab: usize) -> f64 {
        (self.low[slab] - other.high[slab]).max(other.low[slab] - self.high[slab])
    }

    /// The separation along a slab that tells them apart, as a length.
    #[inline(always)]
    pub(super) fn separation(&self, other: &Self, slab: usize) -> Option<Separation<u8>> {
        let distance = self.distance_along(other, slab);
        (distance > 0.0).then(|| Separation { axis: slab as u8, gap: distance / const { norms::<S>() }[slab] })
    }
}

impl<const S: usize> Test<Kdop<S>> for Slabs {
    type Axis = u8;

    #[inline]
    fn apart(&self, a: &Kdop<S>, b: &Kdop<S>, _rigid: &Rigid, hint: Option<u8>) -> Option<Separation<u8>> {
        if let Some(found) = hint.and_then(|slab| a.separation(b, slab.into())) {
            return Some(found);
        }
        (0..S).find_map(|slab| a.separation(b, slab))
    }
}
