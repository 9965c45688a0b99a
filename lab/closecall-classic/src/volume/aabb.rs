//! Axis-aligned boxes as bounding volumes.

use super::support::ways_to_common_box;
use super::{Fit, Obb, Rigid, Volume, box_surface, corners};
pub use closecall::engine::geom::Aabb;
use closecall::engine::geom::{DMat3, DVec3, Triangle};

impl Volume for Aabb {
    type Moved = Obb;
    type Extra = ();
    type Trail = ();

    fn merge(&self, other: &Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    #[inline]
    fn size(&self) -> f64 {
        self.half().length_squared()
    }

    fn volume(&self) -> f64 {
        (self.high - self.low).element_product()
    }

    fn area(&self) -> f64 {
        let d = self.high - self.low;
        2.0 * (d.x * d.y + d.y * d.z + d.z * d.x)
    }

    fn sides(&self) -> impl Iterator<Item = (DVec3, f64)> {
        DVec3::AXES.into_iter().zip((self.high - self.low).to_array())
    }

    fn surface(&self) -> Vec<Triangle> {
        box_surface(|place| self.low + place * (self.high - self.low))
    }

    #[inline]
    fn moved(&self, (): &(), rigid: &Rigid) -> Obb {
        Obb { axes: rigid.rotation, center: rigid.carry(self.center()), half: self.half() }
    }

    #[inline]
    fn ways(&self, moved: &Obb) -> [DVec3; 2] {
        let half = moved.axes.abs() * moved.half;
        ways_to_common_box(self, &Self { low: moved.center - half, high: moved.center + half })
    }
}

/// The smallest axis-aligned box.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tight;

impl Fit<Aabb> for Tight {
    fn fit(&self, triangles: &[Triangle], items: &[u32], _depth: usize) -> (Aabb, ()) {
        (Aabb::around(corners(triangles, items)), ())
    }
}

impl From<Aabb> for Obb {
    fn from(aabb: Aabb) -> Self {
        Self { axes: DMat3::IDENTITY, center: aabb.center(), half: aabb.half() }
    }
}
