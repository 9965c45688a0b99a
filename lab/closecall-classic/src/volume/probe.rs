//! Rays and planes against volumes: may a ray meet the contents, and on which side of a plane are
//! they? (Pedersen 2006, "Tests on bounding volumes")
//!
//! All volumes but the sphere are intersections of slabs, low ≤ n·x ≤ high, and a ray is in each
//! for an interval of its parameter (Kay & Kajiya 1986). Let u = 2⁻⁵³. The products n·o and n·d are
//! off by 4u of the sums of their magnitudes; so the ends of an interval are widened by `PROBE` of
//! the numerator's parts, and relatively by as much over the share that is left of
//! n·d. Where nothing is left of it the slab rules nothing out. So "no" is certain, "yes" is not.

use super::{Aabb, Kdop, Obb, Sphere};
use crate::rounding::{PROBE, PROBE_DOWN, PROBE_SPHERE};
use closecall::engine::{
    geom::{DVec3, GlamRay as _},
    rounding::shape::AXES_UP,
};
use closecall::geom::Ray;
use closecall::lab::kdop::directions::{directions, vector};

/// The side of the contents, seen from a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeSide {
    /// All of them where normal·x < offset.
    Below,
    /// All of them where normal·x > offset.
    Above,
    /// Perhaps on both.
    Across,
}

/// A volume that rays and planes are compared with.
pub trait VolumeProbe {
    /// May the ray meet the contents? "No" is certain.
    fn may_meet(&self, ray: &Ray) -> bool;

    /// On which side of the plane normal·x = offset are the contents?
    fn side_of(&self, normal: DVec3, offset: f64) -> ProbeSide;
}

/// The part of a ray that may be in all slabs so far.
struct Span {
    from: f64,
    to: f64,
}

impl Span {
    fn of(ray: &Ray) -> Self {
        Self { from: 0.0, to: if ray.end().is_some() { 1.0 } else { f64::INFINITY } }
    }

    /// Keeps what may be in a slab; is anything left?
    fn keep(&mut self, ray: &Ray, normal: DVec3, low: f64, high: f64) -> bool {
        let [origin, direction] = ray.line();
        let (place, step) = (normal.dot(origin), normal.dot(direction));
        let off = PROBE * (normal.abs().dot(origin.abs()) + low.abs() + high.abs());
        let relative = PROBE * normal.abs().dot(direction.abs()) / step.abs();
        // Also true for what is not a number.
        if !(relative < 0.5) {
            return true;
        }
        let ends = [(low - place - off) / step, (high - place + off) / step];
        let wider = |t: f64, sign: f64| t + sign * 2.0 * (relative + PROBE) * t.abs();
        self.from = self.from.max(wider(ends[0].min(ends[1]), -1.0));
        self.to = self.to.min(wider(ends[0].max(ends[1]), 1.0));
        self.from <= self.to
    }
}

/// The side, from the least and the greatest of normal·x, each off by `off`.
fn side(least: f64, greatest: f64, offset: f64, off: f64) -> ProbeSide {
    if greatest + off < offset {
        ProbeSide::Below
    } else if least - off > offset {
        ProbeSide::Above
    } else {
        ProbeSide::Across
    }
}

/// A box's middle and reach along a normal.
fn side_of_box(center: DVec3, reach: f64, half: DVec3, normal: DVec3, offset: f64) -> ProbeSide {
    let height = normal.dot(center);
    let off = PROBE
        * (normal.abs().dot(center.abs()) + normal.length() * half.element_sum() + offset.abs());
    side(height - reach, height + reach, offset, off)
}

impl VolumeProbe for Aabb {
    fn may_meet(&self, ray: &Ray) -> bool {
        let mut span = Span::of(ray);
        (0..3).all(|k| span.keep(ray, DVec3::AXES[k], self.low[k], self.high[k]))
    }

    fn side_of(&self, normal: DVec3, offset: f64) -> ProbeSide {
        side_of_box(self.center(), normal.abs().dot(self.half()), self.half(), normal, offset)
    }
}

impl VolumeProbe for Obb {
    fn may_meet(&self, ray: &Ray) -> bool {
        let mut span = Span::of(ray);
        (0..3).all(|k| {
            let axis = self.axes.col(k);
            let place = axis.dot(self.center);
            let off = PROBE * axis.abs().dot(self.center.abs());
            span.keep(ray, axis, place - self.half[k] - off, place + self.half[k] + off)
        })
    }

    fn side_of(&self, normal: DVec3, offset: f64) -> ProbeSide {
        let along = (self.axes.transpose() * normal).abs();
        // Axes that are not quite orthogonal reach further by 10⁻⁸ at most.
        side_of_box(self.center, along.dot(self.half) * AXES_UP, self.half, normal, offset)
    }
}

impl VolumeProbe for Sphere {
    fn may_meet(&self, ray: &Ray) -> bool {
        let [origin, d] = ray.line();
        let seen = self.center - origin;
        let end = if ray.end().is_some() { 1.0 } else { f64::INFINITY };
        let t = (seen.dot(d) / d.length_squared()).clamp(0.0, end);
        // A t that is off by a few roundings is off by as many of |seen| along the ray, and so is
        // the distance.
        let off = PROBE_SPHERE * (self.center.abs() + origin.abs()).element_sum();
        !((seen - d * t).length() * PROBE_DOWN > self.radius + off)
    }

    fn side_of(&self, normal: DVec3, offset: f64) -> ProbeSide {
        let (height, length) = (normal.dot(self.center), normal.length());
        let off =
            PROBE * (normal.abs().dot(self.center.abs()) + length * self.radius + offset.abs());
        side(height - length * self.radius, height + length * self.radius, offset, off)
    }
}

impl<const S: usize> VolumeProbe for Kdop<S> {
    fn may_meet(&self, ray: &Ray) -> bool {
        let mut span = Span::of(ray);
        let normals = directions::<S>().map(vector);
        (0..S).all(|k| span.keep(ray, normals[k], self.low[k], self.high[k]))
    }

    fn side_of(&self, normal: DVec3, offset: f64) -> ProbeSide {
        self.bounds().side_of(normal, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::DMat3;
    use closecall::engine::geom::Rng;

    fn vector(random: &mut Rng) -> DVec3 {
        DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
    }

    fn volumes(points: &[DVec3], axes: DMat3) -> Vec<Box<dyn VolumeProbe>> {
        let each = || points.iter().copied();
        let center = points.iter().sum::<DVec3>() / points.len() as f64;
        vec![
            Box::new(Aabb::around(each())),
            Box::new(Obb::along(axes, each())),
            Box::new(Sphere::about(center, each())),
            Box::new(Kdop::<9>::around(each())),
            Box::new(Kdop::<13>::around(each())),
        ]
    }

    #[test]
    fn what_meets_a_point_of_the_contents_may_meet_the_volume_and_most_of_the_rest_does_not() {
        let mut random = Rng::new(5);
        let mut refused = 0;
        for round in 0..400 {
            let scale = [1.0, 1e-40, 1e20][round % 3];
            let at = vector(&mut random) * scale * [1.0, 1e6][round % 2];
            let points: Vec<DVec3> = (0..6).map(|_| at + vector(&mut random) * scale).collect();
            let [w, x, y, z] = random.quaternion();
            let axes = DMat3::from_quat(closecall::engine::geom::DQuat::from_xyzw(x, y, z, w));
            for volume in volumes(&points, axes) {
                let target = points[random.below(6)];
                let from = at + vector(&mut random) * scale * 9.0;
                assert!(volume.may_meet(&Ray::new(target, vector(&mut random)).unwrap()));
                assert!(volume.may_meet(&Ray::segment(from, target).unwrap()));
                refused +=
                    usize::from(!volume.may_meet(&Ray::new(from, vector(&mut random)).unwrap()));
                let normal = vector(&mut random);
                let heights = points.iter().map(|p| normal.dot(*p));
                let (least, most) =
                    heights.fold((f64::MAX, f64::MIN), |(a, b), h| (a.min(h), b.max(h)));
                let off = 1e-13 * (least.abs() + most.abs());
                assert_ne!(volume.side_of(normal, most - off), ProbeSide::Below);
                assert_ne!(volume.side_of(normal, least + off), ProbeSide::Above);
                assert_eq!(
                    volume.side_of(normal, most + normal.length() * 20.0 * scale),
                    ProbeSide::Below
                );
            }
        }
        assert!(refused > 500, "{refused}");
    }
}
