//! A convex body to search a mesh with: an oriented box, and slabs that cut pieces off it.
//!
//! It only has to hold what it stands for. Every constructor rounds outward: half sides and slabs
//! are larger by [`CONVEX`] of the lengths they were computed from.

use super::range::MAX_COORDINATE;
use super::{DMat3, DVec3, Pose};
use crate::geom::vectors::{vector, vectors};
use crate::rounding::shape::{CARRIED_BACK, CONVEX};

/// Why a convex body was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvexError {
    /// A number is infinite, not a number, or beyond the largest coordinate.
    #[error("{name} is {value:e}: it must be a number of at most {MAX_COORDINATE:e} in magnitude")]
    OutOfRange {
        /// The name of the number.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A length is negative.
    #[error("{name} is {value}, which is negative")]
    Negative {
        /// The name of the length.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A direction is 0.
    #[error("the normal of a slab is 0")]
    NoDirection,
    /// There is nothing to enclose.
    #[error("a hull needs at least one point")]
    NoPoint,
}

/// All points p with `low ≤ normal·p ≤ high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slab {
    /// A unit vector.
    pub normal: DVec3,
    pub low: f64,
    pub high: f64,
}

/// A convex body: an oriented box, less what lies outside its slabs.
///
/// ```
/// use closecall::geom::Convex;
/// let swept_ball = Convex::capsule([0.0; 3], [3.0, 0.0, 1.0], 0.5)?;
/// let half_of_it = swept_ball.between([0.0, 0.0, 1.0], -1.0, 0.0)?;
/// # let _ = half_of_it;
/// # Ok::<(), closecall::geom::ConvexError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Convex {
    pub(crate) center: DVec3,
    /// Orthonormal up to 10⁻⁹.
    pub(crate) axes: DMat3,
    pub(crate) half: DVec3,
    pub(crate) slabs: Vec<Slab>,
}

impl Convex {
    /// The box with these half sides along the axes of a frame, about that frame's origin.
    pub fn oriented(mesh_from_box: &Pose, half: impl Into<[f64; 3]>) -> Result<Self, ConvexError> {
        let half = vector(half);
        for (name, value) in
            ["half side x", "half side y", "half side z"].into_iter().zip(half.to_array())
        {
            length(name, value)?;
        }
        let (center, axes) = (mesh_from_box.shift(), mesh_from_box.matrix());
        Ok(Self { center, axes, half, slabs: Vec::new() })
    }

    /// The box from one corner to the opposite one, along the axes.
    pub fn aligned(
        low: impl Into<[f64; 3]>,
        high: impl Into<[f64; 3]>,
    ) -> Result<Self, ConvexError> {
        let low = vector(low);
        let high = vector(high);
        point("the low corner", low)?;
        point("the high corner", high)?;
        let center = (low + high) * 0.5;
        let half = (high - center).max(center - low);
        for (name, value) in ["extent x", "extent y", "extent z"].into_iter().zip(half.to_array()) {
            length(name, value)?;
        }
        let half = half + CONVEX * (low.abs() + high.abs());
        Ok(Self { center, axes: DMat3::IDENTITY, half, slabs: Vec::new() })
    }

    /// A box of given axes, orthonormal up to 10⁻⁹.
    pub(crate) fn oblong(center: DVec3, axes: DMat3, half: DVec3) -> Self {
        Self { center, axes, half, slabs: Vec::new() }
    }

    /// The same in the frame of a body at a pose, larger by `off` and [`CARRIED_BACK`] of where it is.
    ///
    /// With x = Ry + t: a·(x − c) = (Rᵀa)·(y − R⁻¹(c − t)), and n·x = (Rᵀn)·y + n·t.
    pub(crate) fn carried_back(&self, frame_from_body: &Pose, off: f64) -> Self {
        let (rotation, shift) = (frame_from_body.matrix(), frame_from_body.shift());
        let off = off + CARRIED_BACK * (self.center.abs() + shift.abs()).element_sum();
        let slab = |slab: &Slab| {
            let (normal, place) = (rotation.transpose() * slab.normal, slab.normal.dot(shift));
            let wider =
                |end: f64| off + CARRIED_BACK * if end.is_finite() { end.abs() } else { 0.0 };
            Slab {
                normal,
                low: slab.low - place - wider(slab.low),
                high: slab.high - place + wider(slab.high),
            }
        };
        Self {
            center: rotation.inverse() * (self.center - shift),
            axes: rotation.transpose() * self.axes,
            half: self.half + off,
            slabs: self.slabs.iter().map(slab).collect(),
        }
    }

    /// All that a mesh can hold.
    pub(crate) fn everything() -> Self {
        Self::oblong(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(2.0 * MAX_COORDINATE))
    }

    /// All points within a radius of the segment from `a` to `b`.
    pub fn capsule(
        a: impl Into<[f64; 3]>,
        b: impl Into<[f64; 3]>,
        radius: f64,
    ) -> Result<Self, ConvexError> {
        let a = vector(a);
        let b = vector(b);
        Self::hull(&[a, b], radius)
    }

    /// All points within a radius of the convex hull of some points: in the box along their longest
    /// extent, and in the box along the axes.
    pub fn hull(
        points: &[impl Into<[f64; 3]> + Copy + Sync],
        radius: f64,
    ) -> Result<Self, ConvexError> {
        let points = &vectors(points.iter().copied());
        length("the radius", radius)?;
        let &first = points.first().ok_or(ConvexError::NoPoint)?;
        points.iter().try_for_each(|&p| point("a point of the hull", p))?;
        let axes = along_longest(points);
        let spread = |axis: DVec3| {
            let along = points.iter().map(|&p| axis.dot(p - first));
            along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                [low.min(x), high.max(x)]
            })
        };
        let reach =
            points.iter().fold(first.abs(), |reach, p| reach.max(p.abs())).element_sum() + radius;
        let spreads = [axes.x_axis, axes.y_axis, axes.z_axis].map(spread);
        let middle = DVec3::from_array(spreads.map(|[low, high]| (low + high) * 0.5));
        let half = DVec3::from_array(
            spreads.map(|[low, high]| (high - low) * 0.5 + radius + CONVEX * reach),
        );
        let mut body = Self { center: first + axes * middle, axes, half, slabs: Vec::new() };
        for normal in DVec3::AXES {
            let [low, high] = spread(normal).map(|x| x + normal.dot(first));
            let pad = radius + CONVEX * reach;
            body.slabs.push(Slab { normal, low: low - pad, high: high + pad });
        }
        Ok(body)
    }

    /// The part of it in which `low ≤ normal·p ≤ high`. The normal may have any length.
    pub fn between(
        mut self,
        normal: impl Into<[f64; 3]>,
        low: f64,
        high: f64,
    ) -> Result<Self, ConvexError> {
        let normal = vector(normal);
        point("the normal of a slab", normal)?;
        for (name, value) in [("the low end of a slab", low), ("the high end of a slab", high)] {
            // A slab may be open to one side.
            if value.is_nan() {
                return Err(ConvexError::OutOfRange { name, value });
            }
        }
        let scale = normal.abs().max_element();
        if scale == 0.0 {
            return Err(ConvexError::NoDirection);
        }
        let length = scale * (normal / scale).length();
        let [low, high] = [low / length, high / length];
        let pad = |x: f64| if x.is_finite() { CONVEX * x.abs() } else { 0.0 };
        self.slabs.push(Slab {
            normal: normal / length,
            low: low - pad(low),
            high: high + pad(high),
        });
        Ok(self)
    }
}

/// Orthonormal axes, the first along the longest way from the first point, the second along the
/// longest way across.
fn along_longest(points: &[DVec3]) -> DMat3 {
    let first = points[0];
    let furthest = |way: &dyn Fn(DVec3) -> DVec3| {
        let ways = points.iter().map(|&p| way(p - first));
        ways.fold(DVec3::ZERO, |best, way| {
            if way.length_squared() > best.length_squared() { way } else { best }
        })
    };
    let Some(x) = furthest(&|way| way).try_normalize() else { return DMat3::IDENTITY };
    let across = furthest(&|way| way - x * x.dot(way));
    let across = (across - x * x.dot(across)).try_normalize().filter(|y| y.dot(x).abs() < 1e-12);
    let y = across.unwrap_or_else(|| x.any_orthonormal_vector());
    DMat3::from_cols(x, y, x.cross(y))
}

fn point(name: &'static str, p: DVec3) -> Result<(), ConvexError> {
    p.to_array().into_iter().try_for_each(|value| in_range(name, value))
}

fn in_range(name: &'static str, value: f64) -> Result<(), ConvexError> {
    // Also refuses NaN.
    if value.abs() <= MAX_COORDINATE {
        Ok(())
    } else {
        Err(ConvexError::OutOfRange { name, value })
    }
}

fn length(name: &'static str, value: f64) -> Result<(), ConvexError> {
    in_range(name, value)?;
    if value < 0.0 { Err(ConvexError::Negative { name, value }) } else { Ok(()) }
}
