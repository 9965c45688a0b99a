//! Parts of space to look for bodies in.

use crate::geom::kdop::Kdop;
use crate::geom::shape::{Shape, ShapeKind};
use crate::geom::vectors::vector;
use crate::geom::{Aabb, DVec3, Ray};
use crate::rounding::factor::DOWN_8;
use crate::rounding::shape::{RAY_END, REGION_HEIGHT};
use crate::rounding::world::{RAY_BOX, SHAPE_BOX};

/// A part of space. Bodies are found by their volumes: every body that reaches into the region is
/// found, and some that only come near it. A region with a NaN, or a negative radius, has no points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    /// A box along the axes.
    Box {
        /// The least coordinates.
        low: [f64; 3],
        /// The greatest coordinates.
        high: [f64; 3],
    },
    /// A ball.
    Sphere {
        /// Its centre.
        center: [f64; 3],
        /// Its radius.
        radius: f64,
    },
    /// The points x with normal · x ≤ offset.
    HalfSpace {
        /// Points out of it; any length.
        normal: [f64; 3],
        /// The reach along the normal.
        offset: f64,
    },
}

impl Region {
    /// The box around a ray of some length.
    #[must_use]
    pub fn around_ray(
        origin: impl Into<[f64; 3]>,
        direction: impl Into<[f64; 3]>,
        length: f64,
    ) -> Self {
        let origin = vector(origin);
        let direction = vector(direction);
        let end = origin + direction * length;
        let slack = RAY_END * (origin.abs() + (direction * length).abs());
        Self::between(origin.min(end - slack), origin.max(end + slack))
    }

    /// Around a shape, with room for triangles beside it that are undecided.
    pub(super) fn around_shape(shape: &Shape) -> Self {
        let Some(corners) = shape.corners_around() else {
            let ShapeKind::HalfSpace { normal, offset } = shape.0 else {
                unreachable!("all others are bounded")
            };
            return Self::HalfSpace { normal: normal.into(), offset };
        };
        let Aabb { low, high } = Aabb::around(corners);
        let off = SHAPE_BOX * (low.abs() + high.abs() + (high - low)).element_sum();
        Self::between(low - off, high + off)
    }

    fn between(low: DVec3, high: DVec3) -> Self {
        Self::Box { low: low.into(), high: high.into() }
    }

    /// Yes to a volume that reaches into the region, and to every volume around one it says yes to:
    /// all rounding is outward, and every step grows with the volume.
    pub(super) fn may_meet(&self, volume: &Kdop<3>) -> bool {
        let Aabb { low, high } = volume.bounds();
        match *self {
            Self::Box { low: least, high: most } => {
                let [least, most] = [least, most].map(vector);
                low.cmple(most).all() && least.cmple(high).all()
            }
            Self::Sphere { center, radius } => {
                let center = vector(center);
                let outside = (low - center).max(center - high).max(DVec3::ZERO);
                radius >= 0.0 && outside.length_squared() * DOWN_8 <= radius * radius
            }
            Self::HalfSpace { normal, offset } => {
                let normal = vector(normal);
                let (at_low, at_high) = (normal * low, normal * high);
                let slack = REGION_HEIGHT * at_low.abs().max(at_high.abs());
                (at_low.min(at_high) - slack).element_sum() <= offset
            }
        }
    }
}

/// A ray on its way through boxes. Where it crosses a plane of a box is off by [`RAY_BOX`], which is
/// added outward.
pub(super) struct RayRegion {
    origin: DVec3,
    direction: DVec3,
    per_direction: DVec3,
    end: f64,
}

impl RayRegion {
    pub(super) fn new(ray: &Ray) -> Self {
        let (origin, direction) = (ray.origin, ray.direction);
        let end = if ray.end.is_some() { 1.0 } else { f64::INFINITY };
        Self { origin, direction, per_direction: direction.recip(), end }
    }

    /// A parameter before which the ray is not in the box; none if it misses the box.
    pub(super) fn enters(&self, volume: &Kdop<3>) -> Option<f64> {
        let (mut from, mut to) = (0.0f64, self.end);
        for axis in 0..3 {
            let (low, high) =
                (volume.low[axis] - self.origin[axis], volume.high[axis] - self.origin[axis]);
            if self.direction[axis] == 0.0 {
                // Differences have the right sign.
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let (x, y) = (low * self.per_direction[axis], high * self.per_direction[axis]);
            let (enter, leave) = if x < y { (x, y) } else { (y, x) };
            from = from.max(enter - RAY_BOX * enter.abs() - f64::MIN_POSITIVE);
            to = to.min(leave + RAY_BOX * leave.abs() + f64::MIN_POSITIVE);
        }
        (from <= to).then_some(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Rng;

    #[test]
    fn a_segment_enters_every_box_that_it_ends_in() {
        let mut rng = Rng::new(5);
        for round in 0..4000 {
            let reach = [1.0, 1e9, 1e-9][round % 3];
            let mut point = |offset: f64| {
                DVec3::from_array([(); 3].map(|()| offset + rng.between(-reach, reach)))
            };
            let (p, q, mut from) = (point(1e3), point(1e3), point(0.0));
            let (low, high) = (p.min(q), p.max(q));
            // A corner, along an axis now and then.
            let corner = DVec3::new(low.x, high.y, low.z);
            if round % 5 == 0 {
                from.y = corner.y;
            }
            let volume = Kdop { low: low.to_array(), high: high.to_array() };
            let region = RayRegion::new(&Ray::segment(from, corner).unwrap());
            let entered = region.enters(&volume);
            assert!(entered.is_some_and(|t| t <= 1.0), "{from} {corner} {entered:?}");
            let away = Ray::segment(from, from - (corner - from) * 1e-3).unwrap();
            let is_out = from.cmplt(low).any() || from.cmpgt(high).any();
            assert!(!is_out || RayRegion::new(&away).enters(&volume).is_none());
        }
    }
}
