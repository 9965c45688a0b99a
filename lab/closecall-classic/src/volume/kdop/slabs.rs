//! The k-DOP test of the paper: k/2 pairs of intervals. (Klosowski 1998, §4.5)
//!
//! Conservative: two k-DOPs that no slab tells apart may still be apart, along a direction of
//! [`super::closure`].

use super::Kdop;
use super::directions::norms;
use crate::volume::{Rigid, Separation, Test};

/// Compares the intervals along every direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slabs;

/// The separation along a slab that tells two k-DOPs apart, as a length.
#[inline(always)]
pub(super) fn separation<const S: usize>(
    a: &Kdop<S>,
    b: &Kdop<S>,
    slab: usize,
) -> Option<Separation<u8>> {
    // How far apart the two are along a direction; negative where they overlap.
    let distance = (a.low[slab] - b.high[slab]).max(b.low[slab] - a.high[slab]);
    (distance > 0.0)
        .then(|| Separation { axis: slab as u8, gap: distance / const { norms::<S>() }[slab] })
}

impl<const S: usize> Test<Kdop<S>> for Slabs {
    type Axis = u8;

    #[inline]
    fn apart(
        &self,
        a: &Kdop<S>,
        b: &Kdop<S>,
        _rigid: &Rigid,
        hint: Option<u8>,
    ) -> Option<Separation<u8>> {
        if let Some(found) = hint.and_then(|slab| separation(a, b, slab.into())) {
            return Some(found);
        }
        (0..S).find_map(|slab| separation(a, b, slab))
    }
}
