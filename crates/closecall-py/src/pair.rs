//! `closecall.Pair`: two models that are asked again and again.

use crate::arrays;
use crate::distance::Distance;
use crate::model::Model;
use crate::{pose, together};
use numpy::PyArray2;
use pyo3::prelude::*;

/// Two models, and what their last queries learned: the same answers, faster where the bodies
/// have not moved far. Not to be shared by threads; each makes its own.
#[pyclass(module = "closecall")]
pub struct Pair(closecall::Pair);

#[pymethods]
impl Pair {
    #[new]
    fn new(py: Python<'_>, a: &Model, b: &Model) -> PyResult<Self> {
        together::anywhere(py, &a.0, &b.0, std::iter::empty())?;
        Ok(Self(closecall::Pair::new(&a.0, &b.0)))
    }

    /// Do the surfaces touch, B being at `pose` in A's frame?
    #[pyo3(signature = (pose = None))]
    fn collides(&mut self, py: Python<'_>, pose: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let pose = pose::one(pose)?;
        Ok(py.detach(|| self.0.collides(&pose)))
    }

    /// Every touching pair (triangle of A, triangle of B), sorted: an (n, 2) array.
    #[pyo3(signature = (pose = None))]
    fn contacts<'py>(
        &mut self,
        py: Python<'py>,
        pose: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let pose = pose::one(pose)?;
        let found = py.detach(|| self.0.contacts(&pose));
        arrays::pairs(py, &found.pairs)
    }

    /// A touching pair of triangles, any of them, or None.
    #[pyo3(signature = (pose = None))]
    fn first_contact(
        &mut self,
        py: Python<'_>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(u32, u32)>> {
        let pose = pose::one(pose)?;
        Ok(py.detach(|| self.0.first_contact(&pose)))
    }

    /// How far apart are the surfaces? None if it is certainly above `up_to`.
    #[pyo3(signature = (pose = None, *, up_to = f64::INFINITY))]
    fn distance(
        &mut self,
        py: Python<'_>,
        pose: Option<&Bound<'_, PyAny>>,
        up_to: f64,
    ) -> PyResult<Option<Distance>> {
        let pose = pose::one(pose)?;
        self.0.set(self.0.asks().limit(up_to));
        Ok(py.detach(|| self.0.distance(&pose)).map(Distance::from))
    }

    /// Forgets what it learned.
    fn reset(&mut self) {
        self.0.reset();
    }
}
