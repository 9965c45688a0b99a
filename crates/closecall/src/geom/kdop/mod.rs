//! Discrete orientation polytopes: what lies between k/2 pairs of parallel planes with fixed
//! normals. (Klosowski 1998, §3.3)

pub mod directions;
mod faces;

#[cfg(feature = "lab")]
pub use faces::HalfSpace;

use super::{Aabb, DVec3};
use crate::rounding::exact::KDOP_PLACE;
use directions::{Families, families, norms, project};

/// The k-DOP with `S` = k/2 slabs: 3, 4, 6, 7, 9, 10 or 13 of them, see [`mod@directions`].
///
/// Invariant: every point p of the contents has lowᵢ ≤ dᵢ·p ≤ highᵢ in exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop<const S: usize> {
    /// The least place along each direction.
    pub low: [f64; S],
    /// The greatest.
    pub high: [f64; S],
}

impl<const S: usize> Kdop<S> {
    /// Around nothing: inside out.
    pub const EMPTY: Self = Self { low: [f64::INFINITY; S], high: [f64::NEG_INFINITY; S] };

    /// The smallest k-DOP around some points, of which there must be one.
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Self {
        let (mut dop, mut reach) = (Self::EMPTY, DVec3::ZERO);
        for p in points {
            reach = reach.max(p.abs());
            dop.include(&project(p));
        }
        // Along an axis nothing is rounded.
        let rounding = KDOP_PLACE * reach.max_element();
        dop.inflated(|norm| if norm < 1.1 { 0.0 } else { rounding })
    }

    /// Grows until it reaches these places along its directions.
    #[inline(always)]
    pub fn include(&mut self, places: &[f64; S]) {
        for ((low, high), &place) in self.low.iter_mut().zip(&mut self.high).zip(places) {
            *low = low.min(place);
            *high = high.max(place);
        }
    }

    /// Every plane pushed outward by a distance that depends on the length of its normal.
    #[inline(always)]
    #[must_use]
    pub fn inflated(mut self, by: impl Fn(f64) -> f64) -> Self {
        for (slab, norm) in const { norms::<S>() }.into_iter().enumerate() {
            self.low[slab] -= by(norm);
            self.high[slab] += by(norm);
        }
        self
    }

    /// The widths of the slabs, as lengths.
    #[cfg(feature = "lab")]
    pub fn widths(&self) -> impl Iterator<Item = f64> {
        let both = self.low.into_iter().zip(self.high);
        both.zip(const { norms::<S>() }).map(|((low, high), norm)| (high - low) / norm)
    }

    /// An axis-aligned box around the k-DOP.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        let Families { axes, corners, .. } = const { families(S) };
        let (low, high) = (&self.low, &self.high);
        if axes {
            return Aabb { low: DVec3::from_slice(&low[..3]), high: DVec3::from_slice(&high[..3]) };
        }
        if S == 4 {
            // 2x = (x+y+z) + (x−y−z), 2y = (x+y+z) − (x−y+z), 2z = (x+y+z) − (x+y−z)
            return halved(
                [low[0] + low[3], low[0] - high[2], low[0] - high[1]],
                [high[0] + high[3], high[0] - low[2], high[0] - low[1]],
            );
        }
        // 2x = (x+y) + (x−y), 2y = (x+y) − (x−y), 2z = (x+z) − (x−z)
        let at = if corners { 4 } else { 0 };
        halved(
            [low[at] + low[at + 1], low[at] - high[at + 1], low[at + 2] - high[at + 3]],
            [high[at] + high[at + 1], high[at] - low[at + 1], high[at + 2] - low[at + 3]],
        )
    }
}

/// Half of sums that were rounded once, outward.
fn halved(low: [f64; 3], high: [f64; 3]) -> Aabb {
    Aabb {
        low: DVec3::from_array(low.map(|x| x.next_down() * 0.5)),
        high: DVec3::from_array(high.map(|x| x.next_up() * 0.5)),
    }
}
