//! Oriented boxes.

pub use super::orientation::Orientation;

use super::{Aabb, Rigid, Volume, box_surface};
use crate::rounding::{OBB, OBB_MERGED};
use closecall::engine::geom::{DMat3, DVec3, Triangle};

/// A box with sides along any three perpendicular axes.
///
/// Invariant: `axes` is orthonormal up to 16 roundings an entry (moved boxes: up to the rotation's
/// deviation), and every point p of the contents has |axisᵢ·(p−center)| ≤ halfᵢ in exact arithmetic
/// with the stored numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    /// The directions of its sides, as columns.
    pub axes: DMat3,
    /// Its centre.
    pub center: DVec3,
    /// Half the lengths of its sides.
    pub half: DVec3,
}

impl Obb {
    /// The smallest box with the given axes around some points, of which there must be one.
    pub fn along(axes: DMat3, points: impl Iterator<Item = DVec3> + Clone) -> Self {
        let local_from_body = axes.transpose();
        let Aabb { low, high } = Aabb::around(points.map(|p| local_from_body * p));
        let reach = low.abs().max(high.abs());
        let rounding = DVec3::splat(OBB * reach.max_element());
        Self { axes, center: axes * ((low + high) * 0.5), half: (high - low) * 0.5 + rounding }
    }
}

impl Volume for Obb {
    type Moved = Self;
    type Extra = ();
    type Trail = ();

    fn merge(&self, other: &Self) -> Self {
        let larger = if self.volume() >= other.volume() { self } else { other };
        let mut merged = Self::along(larger.axes, vertices(self).chain(vertices(other)));
        let reach = merged.center.abs() + DVec3::splat(merged.half.element_sum());
        merged.half += DVec3::splat(OBB_MERGED * reach.max_element());
        merged
    }

    #[inline]
    fn size(&self) -> f64 {
        self.half.length_squared()
    }

    fn volume(&self) -> f64 {
        8.0 * self.half.element_product()
    }

    fn area(&self) -> f64 {
        half_area(self.half) * 8.0
    }

    fn sides(&self) -> impl Iterator<Item = (DVec3, f64)> {
        let DMat3 { x_axis, y_axis, z_axis } = self.axes;
        [x_axis, y_axis, z_axis].into_iter().zip((self.half * 2.0).to_array())
    }

    fn surface(&self) -> Vec<Triangle> {
        box_surface(|place| self.center + self.axes * (self.half * (place * 2.0 - 1.0)))
    }

    #[inline]
    fn moved(&self, (): &(), rigid: &Rigid) -> Self {
        Self { axes: rigid.rotation * self.axes, center: rigid.carry(self.center), half: self.half }
    }
}

fn vertices(obb: &Obb) -> impl Iterator<Item = DVec3> + Clone {
    (0..8).map(|corner| {
        let sign = |bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
        obb.center + obb.axes * (obb.half * DVec3::new(sign(0), sign(1), sign(2)))
    })
}

fn half_area(half: DVec3) -> f64 {
    half.x * half.y + half.y * half.z + half.z * half.x
}
