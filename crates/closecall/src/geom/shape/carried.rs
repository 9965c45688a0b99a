//! Shapes at a pose, grown by a clearance, and the points that hold them.
//!
//! A carried shape is the shape of its carried numbers: centres and ends by [`Pose::carry`], axes
//! and normals by the rotation alone, each rounded as there; radii stay. The offset of a half-space
//! grows by n·t. That is the only rounding, and nothing at the identity is rounded at all.

use super::error::ShapeError;
use super::touch::{answer, sum};
use super::{Shape, ShapeHalfSpace, ShapeKind};
use crate::Answer;
use crate::geom::Aabb;
use crate::geom::pose::flush;
use crate::geom::vectors::vector;
use crate::geom::{Clearance, DMat3, DVec3, Interval, Pose, Triangle};
use crate::rounding::factor::UP_10;
use crate::rounding::shape::{AROUND_BALLS, AROUND_CENTER, AXES_UP};

impl Shape {
    /// The shape where a pose puts it.
    ///
    /// # Errors
    /// If its numbers would be out of range there, or an axis would have no length any more.
    pub fn carried(&self, a_from_b: &Pose) -> Result<Self, ShapeError> {
        let at = |p: DVec3| a_from_b.carried(p);
        let along = |v: DVec3| Pose::flushed(a_from_b.matrix() * v);
        match self.0 {
            ShapeKind::HalfSpace { normal, offset } => {
                let normal = along(normal);
                Self::half_space(normal, flush(offset + normal.dot(a_from_b.shift())))
            }
            ShapeKind::Ball { center, radius } => Self::ball(at(center), radius),
            ShapeKind::Capsule { ends: [p, q], radius } => Self::capsule(at(p), at(q), radius),
            ShapeKind::Cylinder { ends: [p, q], radius } => Self::cylinder(at(p), at(q), radius),
            ShapeKind::Cone { apex, base, radius } => Self::cone(at(apex), at(base), radius),
            ShapeKind::Cuboid { center, axes, half } => {
                let axes =
                    DMat3::from_cols(along(axes.x_axis), along(axes.y_axis), along(axes.z_axis));
                let center = at(center);
                super::error::spot("the centre", center)?;
                Ok(Self(ShapeKind::Cuboid { center, axes, half }))
            }
            ShapeKind::Torus { center, axis, ring, tube } => {
                Self::torus(at(center), along(axis), ring, tube)
            }
        }
    }

    /// Is it no further than a clearance from a closed triangle? Exact for half-spaces, and for
    /// balls and capsules whose radius and the clearance add up to an f64; else certified. Without a
    /// clearance, exact for all but the torus.
    #[must_use]
    pub fn touches(&self, t: &[impl Into<[f64; 3]> + Copy; 3], clearance: Clearance) -> Answer {
        self.near(&t.map(vector), clearance)
    }

    /// The distance from a closed triangle; from 0 to 0 only if they certainly share a point.
    #[must_use]
    pub fn distance_to(&self, t: &[impl Into<[f64; 3]> + Copy; 3]) -> Interval {
        self.distance_from(&t.map(vector))
    }

    /// [`Shape::touches`] of vectors.
    pub(crate) fn near(&self, t: &Triangle, clearance: Clearance) -> Answer {
        let limit = clearance.distance();
        match (self.0, self.grown(limit)) {
            (_, Some(grown)) => grown.meets(t),
            (ShapeKind::HalfSpace { normal, offset }, None) => {
                Answer::exactly(ShapeHalfSpace { normal, offset }.near_any(t, limit))
            }
            _ => answer(self.distance_from(t), limit),
        }
    }

    /// Is it no further than a clearance from another shape?
    ///
    /// Without a clearance, exact for a half-space and anything, balls and capsules with each other,
    /// a box with any but a torus, and a ball with anything. With one, exact where that is so for a
    /// ball or capsule that is larger by the clearance. Else certified.
    #[must_use]
    pub fn touches_shape(&self, other: &Self, clearance: Clearance) -> Answer {
        let limit = clearance.distance();
        match (self.grown(limit), other.grown(limit)) {
            (Some(grown), _) => grown.joins(other),
            (None, Some(grown)) => self.joins(&grown),
            (None, None) => answer(self.distance_to_shape(other), limit),
        }
    }

    /// All within a distance of it, if that is a shape and its radius an f64.
    fn grown(&self, by: f64) -> Option<Self> {
        if by == 0.0 {
            return Some(*self);
        }
        Some(Self(match self.0 {
            ShapeKind::Ball { center, radius } => {
                ShapeKind::Ball { center, radius: sum(radius, by)? }
            }
            ShapeKind::Capsule { ends, radius } => {
                ShapeKind::Capsule { ends, radius: sum(radius, by)? }
            }
            ShapeKind::Torus { center, axis, ring, tube } => {
                ShapeKind::Torus { center, axis, ring, tube: sum(tube, by)? }
            }
            _ => return None,
        }))
    }

    /// A box along the axes that holds it, by its lowest and highest corner; none of a half-space.
    #[must_use]
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let Aabb { low, high } = Aabb::around(self.corners_around()?);
        Some([low.into(), high.into()])
    }

    /// Points whose hull holds it; none of a half-space.
    pub(crate) fn corners_around(&self) -> Option<[DVec3; 8]> {
        let (low, high) = match self.0 {
            ShapeKind::HalfSpace { .. } => return None,
            ShapeKind::Ball { center, radius } => around(&[center], radius),
            ShapeKind::Capsule { ends, radius } | ShapeKind::Cylinder { ends, radius } => {
                around(&ends, radius)
            }
            ShapeKind::Cone { apex, base, radius } => {
                let ((low, high), point) = (around(&[base], radius), around(&[apex], 0.0));
                (low.min(point.0), high.max(point.1))
            }
            ShapeKind::Torus { center, ring, tube, .. } => around(&[center], ring + tube),
            ShapeKind::Cuboid { center, axes, half } => {
                // A few roundings of all lengths, and what the axes may miss of unit length.
                let half = half * AXES_UP + AROUND_CENTER * center.abs().element_sum();
                return Some(SIGNS.map(|sign| center + axes * (half * sign)));
            }
        };
        Some(SIGNS.map(|sign| DVec3::select(sign.cmpgt(DVec3::ZERO), high, low)))
    }

    /// A point of it. Of a torus it is off by a few roundings of the ring.
    pub(crate) fn some_point(&self) -> DVec3 {
        match self.0 {
            ShapeKind::HalfSpace { normal, offset } => normal * (offset / normal.length_squared()),
            ShapeKind::Ball { center, .. } | ShapeKind::Cuboid { center, .. } => center,
            ShapeKind::Capsule { ends: [p, _], .. } | ShapeKind::Cylinder { ends: [p, _], .. } => p,
            ShapeKind::Cone { apex, .. } => apex,
            ShapeKind::Torus { center, axis, ring, .. } => {
                let unit = (axis / axis.abs().max_element()).normalize();
                Pose::flushed(center + unit.any_orthonormal_vector() * ring)
            }
        }
    }
}

const SIGNS: [DVec3; 8] = {
    let mut signs = [DVec3::ONE; 8];
    let mut corner = 0;
    while corner < 8 {
        signs[corner] = DVec3::new(
            if corner & 1 == 0 { -1.0 } else { 1.0 },
            if corner & 2 == 0 { -1.0 } else { 1.0 },
            if corner & 4 == 0 { -1.0 } else { 1.0 },
        );
        corner += 1;
    }
    signs
};

/// The box around balls, larger by a few roundings.
fn around(centers: &[DVec3], radius: f64) -> (DVec3, DVec3) {
    let low = centers.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = centers.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    let pad = DVec3::splat(radius * UP_10) + AROUND_BALLS * (low.abs().max(high.abs()) + radius);
    (low - pad, high + pad)
}
