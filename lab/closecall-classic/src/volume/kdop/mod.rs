//! Discrete orientation polytopes: what lies between k/2 pairs of parallel planes with fixed
//! normals. (Klosowski 1998, §3.3)

pub mod closure;
mod faces;
mod measure;
pub mod ordered;
pub mod slabs;
pub mod tumbling;

pub use closure::{AllDirections, Closed};
pub use ordered::{Ordered, Ranked};
pub use slabs::Slabs;
pub use tumbling::{Climb, TumbledShape, Tumbling};

use super::support::ways_to_common_box;
use super::{Rigid, Volume};
use closecall::engine::geom::{DVec3, Triangle};
use directions::{directions, vector};

pub use closecall::lab::kdop::{Kdop, directions};

impl<const S: usize> Volume for Kdop<S> {
    type Moved = Self;
    type Extra = TumbledShape;
    type Trail = Climb;

    fn merge(&self, other: &Self) -> Self {
        let mut merged = *self;
        merged.include(&other.low);
        merged.include(&other.high);
        merged
    }

    #[inline]
    fn size(&self) -> f64 {
        self.widths().map(|width| width * width).sum()
    }

    fn volume(&self) -> f64 {
        measure::measure(self).0
    }

    fn area(&self) -> f64 {
        measure::measure(self).1
    }

    fn sides(&self) -> impl Iterator<Item = (DVec3, f64)> {
        directions::<S>().map(vector).into_iter().zip(self.widths())
    }

    fn surface(&self) -> Vec<Triangle> {
        faces::fanned(self)
    }

    /// Tumbling (§4.2). The result holds the carried contents in exact arithmetic: it is larger by
    /// the slack, so that a test has nothing left to do but compare.
    #[inline]
    fn moved(&self, shape: &TumbledShape, rigid: &Rigid) -> Self {
        self.moved_on(shape, rigid, &mut Climb::default())
    }

    #[inline]
    fn moved_on(&self, shape: &TumbledShape, rigid: &Rigid, trail: &mut Climb) -> Self {
        let slack = rigid.slack + shape.blur() * rigid.stretch;
        shape.tumble(self, rigid, trail).inflated(|norm| slack * norm)
    }

    #[inline]
    fn ways(&self, moved: &Self) -> [DVec3; 2] {
        ways_to_common_box(&self.bounds(), &moved.bounds())
    }

    fn extra_bytes(shape: &TumbledShape) -> usize {
        shape.heap_bytes()
    }
}
