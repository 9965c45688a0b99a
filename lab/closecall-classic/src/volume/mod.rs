//! Bounding volumes: how to fit one around triangles, how to move it, and how to prove two of them
//! apart.
//!
//! A volume may be loose, never wrong: what it bounds lies inside it in exact arithmetic, and a
//! [`Separation`] is only reported beyond the [`Rigid`] slack, which covers every rounding between
//! the stored numbers and the carried vertices.

pub mod aabb;
mod extremal;
pub mod kdop;
mod moments;
pub mod obb;
mod orientation;
pub mod probe;
pub mod recall;
mod rectangle;
pub mod rigid;
pub mod sat;
mod smallest_ball;
pub mod sphere;
pub mod support;

pub use aabb::Aabb;
pub use kdop::{Kdop, Slabs};
pub use obb::Obb;
pub use probe::{ProbeSide, VolumeProbe};
pub use recall::{Recall, View};
pub use rigid::{Extent, Rigid};
pub use sat::{Sat6, Sat15};
pub use sphere::{Centers, Sphere};

use closecall::engine::geom::{DVec3, Triangle};
use support::SupportRegion;

/// Evidence that two volumes are apart: a lower bound of their contents' distance, along a unit
/// axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation<A> {
    /// The axis that told them apart, to be tried first next time.
    pub axis: A,
    /// A lower bound of the distance between the contents; not negative.
    pub gap: f64,
}

/// A bounding volume.
pub trait Volume: SupportRegion + Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The volume seen from another frame. It may be looser than the volume, never tighter.
    type Moved: SupportRegion + Clone + std::fmt::Debug + Send;

    /// The data that a node keeps beside its volume so that it can be moved; mostly nothing.
    type Extra: Clone + std::fmt::Debug + Send + Sync;

    /// The trail that moving a node leaves for the next query, to move it faster; mostly nothing.
    type Trail: Clone + std::fmt::Debug + Default + Send;

    /// The smallest volume that holds both.
    fn merge(&self, other: &Self) -> Self;

    /// A length to compare volumes by when choosing which of two to open.
    fn size(&self) -> f64;

    /// The volume of the volume.
    fn volume(&self) -> f64;

    /// Its surface area.
    fn area(&self) -> f64;

    /// The directions along which a set of triangles in this volume can be split, and how long it
    /// is along each.
    fn sides(&self) -> impl Iterator<Item = (DVec3, f64)>;

    /// Triangles that cover its surface, to draw it.
    fn surface(&self) -> Vec<Triangle>;

    /// The volume in the other body's frame.
    fn moved(&self, extra: &Self::Extra, rigid: &Rigid) -> Self::Moved;

    /// As [`Volume::moved`], with what the last query left for a node of this number, perhaps of
    /// another body: it makes the answer cheaper, not another.
    #[inline]
    fn moved_on(&self, extra: &Self::Extra, rigid: &Rigid, _: &mut Self::Trail) -> Self::Moved {
        self.moved(extra, rigid)
    }

    /// The directions in which this volume and a moved one look for [`support`] planes that tell
    /// their contents apart: towards each other.
    #[inline]
    fn ways(&self, moved: &Self::Moved) -> [DVec3; 2] {
        let way = moved.center() - self.center();
        [way, -way]
    }

    /// The number of bytes an extra keeps elsewhere.
    fn extra_bytes(_extra: &Self::Extra) -> usize {
        0
    }
}

/// A way to fit volumes around triangles.
pub trait Fit<V: Volume>: Sync {
    /// A volume around the triangles `items` of `triangles`, which are never none, for a node
    /// `depth` levels under the root; and what a node keeps to move it.
    fn fit(&self, triangles: &[Triangle], items: &[u32], depth: usize) -> (V, V::Extra);

    /// The volume alone, for a rule that tries it and throws it away.
    fn trial(&self, triangles: &[Triangle], items: &[u32]) -> V {
        self.fit(triangles, items, usize::MAX).0
    }
}

/// A way to prove volumes apart.
pub trait Test<V: Volume> {
    /// How this test names its axes.
    type Axis: Copy;

    /// Are `a` and the moved `b` apart? The axis `hint` is tried first.
    fn apart(
        &self,
        a: &V,
        b: &V::Moved,
        rigid: &Rigid,
        hint: Option<Self::Axis>,
    ) -> Option<Separation<Self::Axis>>;
}

/// The corners of the triangles `items`.
pub(crate) fn corners<'a>(
    triangles: &'a [Triangle],
    items: &'a [u32],
) -> impl Iterator<Item = DVec3> + Clone + 'a {
    items.iter().flat_map(|&item| triangles[item as usize])
}

/// The surface of the image of the cube [0, 1]³ under `at`, twelve triangles with their normals
/// outwards.
pub(crate) fn box_surface(at: impl Fn(DVec3) -> DVec3) -> Vec<Triangle> {
    let faces = [
        (DVec3::X, DVec3::Y, DVec3::Z),
        (DVec3::Y, DVec3::Z, DVec3::X),
        (DVec3::Z, DVec3::X, DVec3::Y),
    ];
    let fanned = |[p, q, r, s]: [DVec3; 4]| [[p, q, r], [p, r, s]];
    let both = faces.into_iter().flat_map(|(u, v, w)| {
        [[w, w + u, w + u + v, w + v], [DVec3::ZERO, v, u + v, u]].map(|corners| corners.map(&at))
    });
    both.flat_map(fanned).collect()
}
