//! Exact shapes: half-spaces, balls, capsules, cylinders, cones, boxes and solid tori, all closed
//! and filled.
//!
//! Their numbers are taken as they are. Against a triangle, [`Shape::touches`] is exact for all but
//! the torus; against each other [`Shape::touches_shape`] says for which it is. Where there is no
//! exact predicate here (two that are round about axes, other than balls and capsules), an interval
//! of the distance decides ([`Shape::distance_to`]), and where that cannot, the answer is
//! `Answer::Undecided`. Rays are exact for all shapes ([`Shape::pierced`]).
//!
//! Read in this order: `core` (convex sets, and how far they are apart), `quadric` (cylinders and
//! cones against triangles, in integers), `slanted` (boxes), `round` (balls), `half_space`, `ring`
//! (tori), `touch` (who asks whom), `witness` (nearest points), `line` (rays).

mod along;
mod carried;
mod core;
mod error;
mod gjk;
mod half_space;
mod line;
mod numbers;
mod quadric;
mod quick;
mod ring;
mod round;
mod simplex;
mod slanted;
mod touch;
mod witness;

pub use error::ShapeError;
pub(crate) use line::Passage;

use super::{DMat3, DVec3, Pose};
use crate::geom::vectors::vector;
use error::{direction, positive, spot};
use half_space::ShapeHalfSpace;

/// A closed, filled shape.
///
/// ```
/// use closecall::{Answer, Clearance};
/// use closecall::geom::shape::Shape;
/// let ball = Shape::ball([0.0; 3], 1.0)?;
/// let post = Shape::cylinder([3.0, 0.0, -1.0], [3.0, 0.0, 1.0], 1.5)?;
/// assert_eq!(ball.touches_shape(&post, Clearance::NONE), Answer::Clear);
/// assert!(ball.distance_to_shape(&post).contains(0.5));
/// let floor = Shape::half_space([0.0, 0.0, 1.0], -1.0)?;
/// assert_eq!(ball.touches_shape(&floor, Clearance::NONE), Answer::Touching(()));
/// # Ok::<(), closecall::geom::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape(pub(crate) ShapeKind);

/// The kind of a shape, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ShapeKind {
    /// All x with normal·x ≤ offset.
    HalfSpace {
        normal: DVec3,
        offset: f64,
    },
    Ball {
        center: DVec3,
        radius: f64,
    },
    /// All within the radius of the segment.
    Capsule {
        ends: [DVec3; 2],
        radius: f64,
    },
    /// All within the radius of the segment's line and between its ends.
    Cylinder {
        ends: [DVec3; 2],
        radius: f64,
    },
    /// Its apex, and the disc around the centre of its base.
    Cone {
        apex: DVec3,
        base: DVec3,
        radius: f64,
    },
    /// All center + Σ sᵢ·halfᵢ·axisᵢ with |sᵢ| ≤ 1.
    Cuboid {
        center: DVec3,
        axes: DMat3,
        half: DVec3,
    },
    /// All within `tube` of the circle.
    Torus {
        center: DVec3,
        axis: DVec3,
        ring: f64,
        tube: f64,
    },
}

impl Shape {
    /// All x with normal·x ≤ offset. The normal, which points out of it, may have any length.
    ///
    /// # Errors
    /// If a number is out of range, or the normal 0; likewise below.
    pub fn half_space(normal: impl Into<[f64; 3]>, offset: f64) -> Result<Self, ShapeError> {
        let normal = vector(normal);
        direction("the normal", normal)?;
        spot("the offset", DVec3::new(offset, 0.0, 0.0))?;
        Ok(Self(ShapeKind::HalfSpace { normal, offset }))
    }

    /// A ball.
    pub fn ball(center: impl Into<[f64; 3]>, radius: f64) -> Result<Self, ShapeError> {
        let center = vector(center);
        spot("the centre", center)?;
        positive("the radius", radius)?;
        Ok(Self(ShapeKind::Ball { center, radius }))
    }

    /// All points within a radius of a segment, whose ends may be the same.
    pub fn capsule(
        from: impl Into<[f64; 3]>,
        to: impl Into<[f64; 3]>,
        radius: f64,
    ) -> Result<Self, ShapeError> {
        let from = vector(from);
        let to = vector(to);
        spot("an end", from)?;
        spot("an end", to)?;
        positive("the radius", radius)?;
        Ok(Self(ShapeKind::Capsule { ends: [from, to], radius }))
    }

    /// A cylinder with flat ends, between the centres of these.
    pub fn cylinder(
        from: impl Into<[f64; 3]>,
        to: impl Into<[f64; 3]>,
        radius: f64,
    ) -> Result<Self, ShapeError> {
        let from = vector(from);
        let to = vector(to);
        axis(from, to)?;
        positive("the radius", radius)?;
        Ok(Self(ShapeKind::Cylinder { ends: [from, to], radius }))
    }

    /// A cone with its apex and the disc around the centre of its base.
    pub fn cone(
        apex: impl Into<[f64; 3]>,
        base: impl Into<[f64; 3]>,
        radius: f64,
    ) -> Result<Self, ShapeError> {
        let apex = vector(apex);
        let base = vector(base);
        axis(apex, base)?;
        positive("the radius", radius)?;
        Ok(Self(ShapeKind::Cone { apex, base, radius }))
    }

    /// The box with these half sides, all positive, along the axes of a frame and about its origin.
    /// Where the pose's matrix is a rotation only up to rounding, so is the box.
    pub fn cuboid(at: &Pose, half: impl Into<[f64; 3]>) -> Result<Self, ShapeError> {
        let half = vector(half);
        for side in half.to_array() {
            positive("a half side", side)?;
        }
        Ok(Self(ShapeKind::Cuboid { center: at.shift(), axes: at.matrix(), half }))
    }

    /// All points within `tube` of the circle with radius `ring` about an axis, which may have any
    /// length.
    pub fn torus(
        center: impl Into<[f64; 3]>,
        axis: impl Into<[f64; 3]>,
        ring: f64,
        tube: f64,
    ) -> Result<Self, ShapeError> {
        let center = vector(center);
        let axis = vector(axis);
        spot("the centre", center)?;
        direction("the axis", axis)?;
        positive("the ring's radius", ring)?;
        positive("the tube's radius", tube)?;
        Ok(Self(ShapeKind::Torus { center, axis, ring, tube }))
    }
}

fn axis(from: DVec3, to: DVec3) -> Result<(), ShapeError> {
    spot("an end of the axis", from)?;
    spot("an end of the axis", to)?;
    if from == to { Err(ShapeError::NoDirection { name: "the axis" }) } else { Ok(()) }
}
