//! `closecall.SignedDistance`, `SignedDistances` and `SignedPoints`: distances that are negative inside.

use crate::arrays;
use closecall::engine::geom::DVec3;
use closecall::query::{self, Near};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// The distance of two solids: positive apart, 0 where they touch, less than 0 by their depth.
#[pyclass(module = "closecall", frozen)]
pub struct SignedDistance(pub query::SignedDistance);

#[pymethods]
impl SignedDistance {
    /// Not above the distance.
    #[getter]
    fn lo(&self) -> f64 {
        self.0.distance.lo
    }

    /// Not below the distance.
    #[getter]
    fn hi(&self) -> f64 {
        self.0.distance.hi
    }

    /// A unit vector from A to B, in A's frame: the distance changes by this times a small translation of
    /// B, but where several places are as near, or several ways out as short. 0 if they only touch.
    #[getter]
    fn gradient<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.gradient)
    }

    /// How the distance changes with a small turn of B about the origin of A's frame: by this times the
    /// turn, a vector along its axis, in radians.
    #[getter]
    fn moment<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.moment)
    }

    /// Are the gradient and the moment only rough? They are where the solids only touch or nearly do, and
    /// where the search ended at a way out that a small change still makes shorter.
    #[getter]
    fn rough(&self) -> bool {
        self.0.is_rough
    }

    /// The nearest point of A, or the one that B leaves last, in A's frame.
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.point_a)
    }

    /// The nearest point of B, or the one that leaves A last, where B is now, in A's frame.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.point_b)
    }

    fn __float__(&self) -> f64 {
        self.0.distance.hi
    }

    fn __repr__(&self) -> String {
        let distance = self.0.distance;
        format!("<closecall.SignedDistance {:?} to {:?}>", distance.lo, distance.hi)
    }
}

/// Signed distances of two solids at many poses, array by array.
#[pyclass(module = "closecall", frozen)]
pub struct SignedDistances(pub Vec<query::SignedDistance>);

impl SignedDistances {
    fn vectors<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&query::SignedDistance) -> [f64; 3],
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::table(py, self.0.iter().flat_map(of).collect(), 3)
    }
}

#[pymethods]
impl SignedDistances {
    /// Not above the distances.
    #[getter]
    fn lo<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.distance.lo).collect())
    }

    /// Not below the distances.
    #[getter]
    fn hi<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.distance.hi).collect())
    }

    /// Unit vectors from A to B: how the distances change with small translations of B. (n, 3)
    #[getter]
    fn gradients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.vectors(py, |found| found.gradient)
    }

    /// How the distances change with small turns of B about the origin of A's frame: (n, 3).
    #[getter]
    fn moments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.vectors(py, |found| found.moment)
    }

    /// At which poses the gradient and the moment are only rough: where the solids only touch or nearly do,
    /// and where the search ended at a way out that a small change still makes shorter.
    #[getter]
    fn rough<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.is_rough).collect())
    }

    /// The nearest points of A, or those that B leaves last, in A's frame: (n, 3).
    #[getter]
    fn points_a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.vectors(py, |found| found.point_a)
    }

    /// The nearest points of B, or those that leave A last, in A's frame: (n, 3).
    #[getter]
    fn points_b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.vectors(py, |found| found.point_b)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<closecall.SignedDistances at {} poses>", self.0.len())
    }
}

/// Signed distances of many points from a closed mesh, array by array: negative inside. The signs are
/// exact.
#[pyclass(module = "closecall", frozen)]
pub struct SignedPoints {
    pub points: Vec<DVec3>,
    pub found: Vec<Near>,
}

#[pymethods]
impl SignedPoints {
    /// Not above the distances.
    #[getter]
    fn lo<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.found.iter().map(|near| near.distance.lo).collect())
    }

    /// Not below the distances.
    #[getter]
    fn hi<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.found.iter().map(|near| near.distance.hi).collect())
    }

    /// The nearest triangles.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.found.iter().map(|near| near.triangle).collect())
    }

    /// The nearest points of the mesh: (n, 3).
    #[getter]
    fn nearest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let flat = self.found.iter().flat_map(|near| near.point).collect();
        arrays::table(py, flat, 3)
    }

    /// The gradients of the distances, unit vectors: (n, 3). 0 on the surface, and any of several where
    /// other points are as near.
    #[getter]
    fn gradients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.found.iter().zip(&self.points).flat_map(|(near, &at)| near.gradient(at));
        arrays::table(py, rows.collect(), 3)
    }

    fn __len__(&self) -> usize {
        self.found.len()
    }

    fn __repr__(&self) -> String {
        format!("<closecall.SignedPoints of {}>", self.found.len())
    }
}
