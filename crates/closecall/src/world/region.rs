//! Parts of space to look for bodies in.

use crate::geom::Aabb;
use crate::geom::DVec3;
use crate::geom::kdop::Kdop;
use crate::rounding::factor::DOWN_8;
use crate::rounding::shape::{RAY_END, REGION_HEIGHT};

/// A part of space. Bodies are found by their volumes: every body that reaches into the region is
/// found, and some that only come near it. A region with a NaN, or a negative radius, has no points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    /// A box along the axes.
    Box(Aabb),
    /// A ball.
    Sphere {
        /// Its centre.
        center: DVec3,
        /// Its radius.
        radius: f64,
    },
    /// The points x with normal · x ≤ offset.
    HalfSpace {
        /// Points out of it; any length.
        normal: DVec3,
        /// How far it reaches along the normal.
        offset: f64,
    },
}

impl Region {
    /// The box around a ray of some length.
    #[must_use]
    pub fn around_ray(origin: DVec3, direction: DVec3, length: f64) -> Self {
        let end = origin + direction * length;
        let slack = RAY_END * (origin.abs() + (direction * length).abs());
        Self::Box(Aabb { low: origin.min(end - slack), high: origin.max(end + slack) })
    }

    /// Yes to a volume that reaches into the region, and to every volume around one it says yes to:
    /// all rounding is outward, and every step grows with the volume.
    pub(super) fn may_meet<const S: usize>(&self, volume: &Kdop<S>) -> bool {
        let Aabb { low, high } = volume.bounds();
        match *self {
            Self::Box(Aabb { low: least, high: most }) => {
                low.cmple(most).all() && least.cmple(high).all()
            }
            Self::Sphere { center, radius } => {
                let outside = (low - center).max(center - high).max(DVec3::ZERO);
                radius >= 0.0 && outside.length_squared() * DOWN_8 <= radius * radius
            }
            Self::HalfSpace { normal, offset } => {
                let (at_low, at_high) = (normal * low, normal * high);
                let slack = REGION_HEIGHT * at_low.abs().max(at_high.abs());
                (at_low.min(at_high) - slack).element_sum() <= offset
            }
        }
    }
}
