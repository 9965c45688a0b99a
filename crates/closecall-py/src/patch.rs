//! `closecall.Patch`: a connected patch of contact.

use crate::arrays;
use closecall::query;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// A connected patch in which the surfaces of two solids touch. Its numbers are rounded.
#[pyclass(module = "closecall", frozen)]
pub struct Patch(pub query::Patch);

#[pymethods]
impl Patch {
    /// The touching triangles of A and of B: (n, 2).
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        arrays::pairs(py, &self.0.pairs)
    }

    /// The middle of the contact, in A's frame.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.point)
    }

    /// Up to four points that span it: (n, 3).
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::table(py, self.0.points.iter().flatten().copied().collect(), 3)
    }

    /// A unit vector from A to B: the mean of the normals along the contact; 0 where they cancel.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.normal)
    }

    /// How far B has to go along the normal until nothing touches there any more, about.
    #[getter]
    fn depth(&self) -> f64 {
        self.0.depth
    }

    fn __repr__(&self) -> String {
        let (pairs, depth) = (self.0.pairs.len(), self.0.depth);
        format!("<closecall.Patch of {pairs} pairs of triangles, {depth:?} deep>")
    }
}
