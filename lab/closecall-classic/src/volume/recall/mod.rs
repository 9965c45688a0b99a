//! The axis that told two volumes apart, kept to be tried again at the next pose, mostly without moving B's
//! volume. (Tropp et al. 2006, §4.3)

mod aligned;
mod oriented;

pub use oriented::KeptAxis;

use super::kdop::{AllDirections, Closed, Ordered, Ranked};
use super::{Centers, Kdop, Rigid, Separation, Slabs, Sphere, Test, Volume};
use closecall::engine::geom::{Ball, DVec3};

/// One relative pose, as kept axes see it: worked out once per query.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The pose, with the clearance in its slack.
    pub rigid: Rigid,
    /// A point of B in the middle of its contents, in B's frame.
    pub pivot: DVec3,
    /// The same point in A's frame.
    pub pivot_in_a: DVec3,
    /// The way from A's origin to the pivot, along the axes of B's frame: Rᵀ times
    /// [`View::pivot_in_a`].
    pub pivot_along_b: DVec3,
    /// Counts the rotations: two views of one epoch have bitwise the same.
    pub epoch: u32,
}

impl View {
    /// The pose of a body that a ball holds.
    #[must_use]
    pub fn new(rigid: Rigid, ball: &Ball, epoch: u32) -> Self {
        let pivot_in_a = rigid.carry(ball.center);
        let pivot_along_b = rigid.rotation.transpose() * pivot_in_a;
        Self { rigid, pivot: ball.center, pivot_in_a, pivot_along_b, epoch }
    }
}

/// A test that can try again what told two volumes apart.
pub trait Recall<V: Volume>: Test<V> {
    /// The part of a separation that is kept.
    type Kept: Copy + Default + std::fmt::Debug + Send + Sync + 'static;

    /// The part to keep of a separation of `a` and `b` that was found at this pose. `b` is in its
    /// own frame.
    fn keep(&self, a: &V, b: &V, view: &View, separation: &Separation<Self::Axis>) -> Self::Kept;

    /// A lower bound of the distance of the contents along what was kept, if that still tells them
    /// apart. A test that has nothing cheaper than itself does not try.
    #[inline]
    fn still_apart(&self, _a: &V, _b: &V, _view: &View, _kept: &mut Self::Kept) -> Option<f64> {
        None
    }

    /// The axis that the whole test should begin with.
    #[inline]
    fn hint(&self, _kept: &Self::Kept) -> Option<Self::Axis> {
        None
    }
}

/// The whole test is one comparison.
impl Recall<Sphere> for Centers {
    type Kept = ();

    #[inline]
    fn keep(&self, _: &Sphere, _: &Sphere, _: &View, _: &Separation<()>) {}
}

/// A test that needs one interval of a tumbled k-DOP has them all; so the whole test begins with
/// the slab that was kept.
macro_rules! kept_slab {
    ([$($generic:tt)*], $test:ty, $volume:ty) => {
        impl<$($generic)*> Recall<$volume> for $test {
            type Kept = u8;

            #[inline]
            fn keep(&self, _: &$volume, _: &$volume, _: &View, separation: &Separation<u8>) -> u8 {
                separation.axis
            }

            #[inline]
            fn hint(&self, slab: &u8) -> Option<u8> {
                Some(*slab)
            }
        }
    };
}

kept_slab!([const S: usize], Slabs, Kdop<S>);
kept_slab!([const S: usize], Ordered, Ranked<S>);
kept_slab!([const S: usize, const E: usize], AllDirections, Closed<S, E>);
