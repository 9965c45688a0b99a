//! Oriented boxes, and how to choose their orientation.

use super::eigen::principal_axes;
use super::{Aabb, Fit, Rigid, Volume, box_surface, corners};
use crate::geom::{DMat3, DVec3, Triangle};

/// A box with sides along any three perpendicular axes.
///
/// Invariant: `axes` is orthonormal up to 16 roundings an entry (moved boxes: up to the rotation's deviation), and every
/// point p of the contents has |axisᵢ·(p−center)| ≤ halfᵢ in exact arithmetic with the stored numbers.
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
        // A projection has three products and two sums, wrong by at most 4u·√3·|p| ≤ 4u·√3·√3·max(reach)(1+16u);
        // the centre's projection likewise, and the halving and carrying back add as much again: 64u is plenty.
        let rounding = DVec3::splat(64.0 * f64::EPSILON / 2.0 * reach.max_element());
        Self { axes, center: axes * ((low + high) * 0.5), half: (high - low) * 0.5 + rounding }
    }
}

impl Volume for Obb {
    type Moved = Self;
    type Extra = ();

    fn merge(&self, other: &Self) -> Self {
        let larger = if self.volume() >= other.volume() { self } else { other };
        Self::along(larger.axes, vertices(self).chain(vertices(other)))
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

/// How to choose the orientation of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// The principal axes of the triangles' surface.
    Covariance,
    /// The axes of the frame or the principal axes, whichever gives the smaller surface.
    #[default]
    Best,
}

impl Fit<Obb> for Orientation {
    fn fit(&self, triangles: &[Triangle], items: &[u32], _depth: usize) -> (Obb, ()) {
        let oriented = Obb::along(principal_axes(&surface_covariance(triangles, items)), corners(triangles, items));
        let fitted = match self {
            Self::Covariance => oriented,
            Self::Best => {
                let aligned = Obb::along(DMat3::IDENTITY, corners(triangles, items));
                if aligned.area() <= oriented.area() { aligned } else { oriented }
            }
        };
        (fitted, ())
    }
}

/// The covariance of the points of the triangles' surface, each triangle weighted by its area, so that dense clusters
/// of small triangles do not turn the box. Where there is no area at all, the covariance of the corners.
fn surface_covariance(triangles: &[Triangle], items: &[u32]) -> DMat3 {
    let origin = triangles[items[0] as usize][0];
    let doubled_area = |t: &Triangle| (t[1] - t[0]).cross(t[2] - t[0]).length();
    let total: f64 = items.iter().map(|&i| doubled_area(&triangles[i as usize])).sum();
    let (mut weights, mut mean, mut moment) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for &item in items {
        let corners = triangles[item as usize].map(|corner| corner - origin);
        let weight = if total > 0.0 { doubled_area(&corners) / total } else { 1.0 };
        let sum = corners[0] + corners[1] + corners[2];
        weights += weight;
        mean += sum * (weight / 3.0);
        // ∫xxᵀ over a triangle of area w is w/12 (ssᵀ + Σ ccᵀ) with s the sum of its corners.
        moment += outer(sum, weight / 12.0);
        for corner in corners {
            moment += outer(corner, weight / 12.0);
        }
    }
    mean /= weights;
    moment * (1.0 / weights) - outer(mean, 1.0)
}

fn outer(v: DVec3, weight: f64) -> DMat3 {
    let w = v * weight;
    DMat3::from_cols(w * v.x, w * v.y, w * v.z)
}
