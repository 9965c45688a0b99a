//! `closecall.BodyDistance`: how far apart two bodies of a world are.

use crate::live::name_of;
use pyo3::prelude::*;

/// Two bodies of a world, and how far apart they are: a certified interval, and where they are
/// nearest.
#[pyclass(module = "closecall", frozen, get_all)]
pub struct BodyDistance {
    /// The name of the body that came first.
    a: String,
    /// The name of the other.
    b: String,
    /// Not above the distance; 0 only if they touch.
    lo: f64,
    /// Not below the distance; 0 if they touch.
    hi: f64,
    /// The nearest triangles of both; None where an exact shape is nearest.
    triangles: Option<(u32, u32)>,
    /// The nearest point of `a`, in the world; None of tori and of two half-spaces.
    point_a: Option<[f64; 3]>,
    /// The nearest point of `b`, in the world; likewise.
    point_b: Option<[f64; 3]>,
}

impl BodyDistance {
    /// With names in place of handles.
    pub fn of(world: &closecall::World, found: &closecall::world::BodyDistance) -> Self {
        let distance = &found.distance;
        Self {
            a: name_of(world, found.a),
            b: name_of(world, found.b),
            lo: distance.lo,
            hi: distance.hi,
            triangles: found.meshes.map(|meshes| (meshes.a, meshes.b)),
            point_a: found.points.map(|[a, _]| a),
            point_b: found.points.map(|[_, b]| b),
        }
    }
}

#[pymethods]
impl BodyDistance {
    fn __repr__(&self) -> String {
        let Self { a, b, lo, hi, .. } = self;
        format!("<closecall.BodyDistance of '{a}' and '{b}': {lo:?} to {hi:?}>")
    }

    fn __float__(&self) -> f64 {
        self.hi
    }
}
