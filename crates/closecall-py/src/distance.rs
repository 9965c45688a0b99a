//! `closecall.Distance` and `closecall.Distances`: how far apart two bodies are.

use crate::arrays;
use crate::picture::TwoBodies;
use closecall::{Model, Pose};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

/// How far apart two bodies are: a certified interval, and where they are nearest.
#[pyclass(module = "closecall", frozen)]
pub struct Distance {
    found: closecall::Distance,
    drawn: TwoBodies,
}

impl Distance {
    /// The answer for two models and the second one's pose.
    pub fn new(found: closecall::Distance, models: [&Model; 2], pose: Pose) -> Self {
        Self { found, drawn: TwoBodies::new(models, pose) }
    }
}

#[pymethods]
impl Distance {
    /// Not above the distance; 0 only if they touch.
    #[getter]
    fn lo(&self) -> f64 {
        self.found.distance.lo
    }

    /// Not below the distance; 0 if they touch.
    #[getter]
    fn hi(&self) -> f64 {
        self.found.distance.hi
    }

    /// The nearest triangle of A.
    #[getter]
    fn a(&self) -> u32 {
        self.found.a
    }

    /// The nearest triangle of B.
    #[getter]
    fn b(&self) -> u32 {
        self.found.b
    }

    /// The nearest point of A, in A's frame.
    #[getter]
    fn point_a(&self) -> [f64; 3] {
        self.found.point_a
    }

    /// The nearest point of B, in A's frame.
    #[getter]
    fn point_b(&self) -> [f64; 3] {
        self.found.point_b
    }

    fn __repr__(&self) -> String {
        format!("<closecall.Distance {:?} to {:?}>", self.found.distance.lo, self.found.distance.hi)
    }

    fn __float__(&self) -> f64 {
        self.found.distance.hi
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().drawn.picture(slf.as_any(), "distance")
    }
}

/// How far apart two bodies are at many poses, array by array. Where a limit was given and the
/// distance is above it, `lo` is the limit, `hi` infinite, triangles are -1 and points NaN.
#[pyclass(module = "closecall", frozen)]
pub struct Distances {
    found: Vec<Option<closecall::Distance>>,
    limit: f64,
}

impl Distances {
    pub fn new(found: Vec<Option<closecall::Distance>>, limit: f64) -> Self {
        Self { found, limit }
    }

    fn numbers<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&closecall::Distance) -> f64,
        none: f64,
    ) -> Bound<'py, PyArray1<f64>> {
        let values = self.found.iter().map(|found| found.as_ref().map_or(none, &of)).collect();
        PyArray1::from_vec(py, values)
    }

    fn points<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&closecall::Distance) -> [f64; 3],
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let points = self.found.iter().map(|found| found.as_ref().map_or([f64::NAN; 3], &of));
        arrays::table(py, points.flatten().collect(), 3)
    }
}

#[pymethods]
impl Distances {
    /// Not above the distances.
    #[getter]
    fn lo<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, |found| found.distance.lo, self.limit)
    }

    /// Not below the distances.
    #[getter]
    fn hi<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, |found| found.distance.hi, f64::INFINITY)
    }

    /// The nearest triangles of A and of B: (n, 2).
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let pair = |found: &Option<closecall::Distance>| {
            found.map_or([-1, -1], |found| [i64::from(found.a), i64::from(found.b)])
        };
        let flat: Vec<i64> = self.found.iter().flat_map(pair).collect();
        PyArray1::from_vec(py, flat).reshape([self.found.len(), 2])
    }

    /// The nearest points of A, in A's frame: (n, 3).
    #[getter]
    fn points_a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.points(py, |found| found.point_a)
    }

    /// The nearest points of B, in A's frame: (n, 3).
    #[getter]
    fn points_b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.points(py, |found| found.point_b)
    }

    fn __len__(&self) -> usize {
        self.found.len()
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::picture::picture(slf.as_any(), "distances")
    }

    fn __repr__(&self) -> String {
        format!("<closecall.Distances at {} poses>", self.found.len())
    }
}
