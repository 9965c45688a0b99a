//! The slab test in the order of the environment's slabs, from the thinnest to the thickest,
//! perhaps not to the end. (Klosowski 1998, §6.4.1, §6.4.2)
//!
//! A thin slab parts more. The paper found fewer comparisons but no gain in time; this is here for
//! its table.

use super::Kdop;
use super::slabs::separation;
use super::tumbling::{Climb, TumbledShape, Tumbling};
use crate::volume::support::ways_to_common_box;
use crate::volume::{Fit, Rigid, Separation, Test, Volume};
use closecall::engine::geom::{DVec3, Triangle};

/// A k-DOP that knows which of its slabs are thin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<const S: usize> {
    /// The k-DOP.
    pub dop: Kdop<S>,
    /// Its slabs, from the thinnest to the thickest.
    order: [u8; S],
}

impl<const S: usize> From<Kdop<S>> for Ranked<S> {
    fn from(dop: Kdop<S>) -> Self {
        let mut widths: Vec<(f64, u8)> = dop.widths().zip(0..).collect();
        widths.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { dop, order: std::array::from_fn(|place| widths[place].1) }
    }
}

impl<const S: usize> Volume for Ranked<S> {
    /// The flying object needs no order: the environment's counts.
    type Moved = Kdop<S>;
    type Extra = TumbledShape;
    type Trail = Climb;

    fn merge(&self, other: &Self) -> Self {
        self.dop.merge(&other.dop).into()
    }

    #[inline]
    fn size(&self) -> f64 {
        self.dop.size()
    }

    fn volume(&self) -> f64 {
        self.dop.volume()
    }

    fn area(&self) -> f64 {
        self.dop.area()
    }

    fn sides(&self) -> impl Iterator<Item = (DVec3, f64)> {
        self.dop.sides()
    }

    fn surface(&self) -> Vec<Triangle> {
        self.dop.surface()
    }

    #[inline]
    fn moved(&self, shape: &TumbledShape, rigid: &Rigid) -> Kdop<S> {
        self.dop.moved(shape, rigid)
    }

    #[inline]
    fn moved_on(&self, shape: &TumbledShape, rigid: &Rigid, trail: &mut Climb) -> Kdop<S> {
        self.dop.moved_on(shape, rigid, trail)
    }

    #[inline]
    fn ways(&self, moved: &Kdop<S>) -> [DVec3; 2] {
        ways_to_common_box(&self.dop.bounds(), &moved.bounds())
    }

    fn extra_bytes(shape: &TumbledShape) -> usize {
        Kdop::<S>::extra_bytes(shape)
    }
}

impl<const S: usize> Fit<Ranked<S>> for Tumbling {
    fn fit(
        &self,
        triangles: &[Triangle],
        items: &[u32],
        depth: usize,
    ) -> (Ranked<S>, TumbledShape) {
        let (dop, shape): (Kdop<S>, TumbledShape) = self.fit(triangles, items, depth);
        (dop.into(), shape)
    }

    fn trial(&self, triangles: &[Triangle], items: &[u32]) -> Ranked<S> {
        Fit::<Kdop<S>>::trial(self, triangles, items).into()
    }
}

/// Compares the intervals along the thinnest slabs of the environment, at most this many.
#[derive(Clone, Copy, Debug)]
pub struct Ordered {
    /// After how many to give up; all if there are fewer.
    pub at_most: usize,
}

impl<const S: usize> Test<Ranked<S>> for Ordered {
    type Axis = u8;

    #[inline]
    fn apart(
        &self,
        a: &Ranked<S>,
        b: &Kdop<S>,
        _rigid: &Rigid,
        hint: Option<u8>,
    ) -> Option<Separation<u8>> {
        if let Some(found) = hint.and_then(|slab| separation(&a.dop, b, slab.into())) {
            return Some(found);
        }
        a.order.iter().take(self.at_most).find_map(|&slab| separation(&a.dop, b, slab.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slabs_are_ranked_by_thickness_as_a_length() {
        // Along (1, 1, 0) the numbers span 3, as along y; but that normal is √2 long, so its slab
        // is thinner.
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 5.0], [0.0, 3.0, 5.0]].map(DVec3::from_array);
        let ranked = Ranked::from(Kdop::<9>::around(corners));
        let place = |slab: u8| ranked.order.iter().position(|&s| s == slab).unwrap();
        assert_eq!(ranked.order[0], 0);
        assert!(place(3) < place(1) && place(1) < place(2));
    }
}
