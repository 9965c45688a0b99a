//! `closecall.Penetration`, `Penetrations` and `Parting`: how deep two bodies are in each other, and
//! which way B gets out.

use crate::picture::TwoBodies;
use crate::{arrays, pose};
use closecall::query;
use closecall::{Model, Pose};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// A translation of B after which two solids are apart or only touch, by the exact test.
#[pyclass(module = "closecall", frozen)]
pub struct Parting(pub query::Parting);

#[pymethods]
impl Parting {
    /// The translation of B, in A's frame: (3,).
    #[getter]
    fn translation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.translation)
    }

    /// The direction of the translation, from A to B; 0 if B need not move.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.normal)
    }

    /// The length of the translation, rounded up.
    #[getter]
    fn length(&self) -> f64 {
        self.0.length
    }

    /// The pose of B after the translation: (4, 4).
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        pose::matrix(py, &self.0.pose)
    }

    /// The triangles of A and of B that are the last to let go: (n, 2).
    #[getter]
    fn held_by<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        arrays::pairs(py, &self.0.held_by)
    }

    fn __repr__(&self) -> String {
        format!("<closecall.Parting by {:?}>", self.0.translation)
    }
}

/// How deep two solids are in each other: no translation of B shorter than `lo` parts them, and
/// `parting`, of length `hi`, does.
#[pyclass(module = "closecall", frozen)]
pub struct Penetration {
    found: query::Penetration,
    drawn: TwoBodies,
}

impl Penetration {
    /// The answer for two models and the second one's pose.
    pub fn new(found: query::Penetration, models: [&Model; 2], pose: Pose) -> Self {
        Self { found, drawn: TwoBodies::new(models, pose) }
    }
}

#[pymethods]
impl Penetration {
    /// Not above the depth.
    #[getter]
    fn lo(&self) -> f64 {
        self.found.depth.lo
    }

    /// Not below the depth: the length of `parting`.
    #[getter]
    fn hi(&self) -> f64 {
        self.found.depth.hi
    }

    /// A translation that parts the two.
    #[getter]
    fn parting(&self) -> Parting {
        Parting(self.found.parting.clone())
    }

    fn __float__(&self) -> f64 {
        self.found.depth.hi
    }

    fn __repr__(&self) -> String {
        format!("<closecall.Penetration {:?} to {:?}>", self.found.depth.lo, self.found.depth.hi)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().drawn.picture(slf.as_any(), "penetration")
    }
}

/// How deep two solids are in each other at many poses, array by array. Where they share no point,
/// all is 0, and `overlaps` is false.
#[pyclass(module = "closecall", frozen)]
pub struct Penetrations(pub Vec<Option<query::Penetration>>);

impl Penetrations {
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&query::Penetration) -> f64,
    ) -> Bound<'py, PyArray1<f64>> {
        let values = self.0.iter().map(|found| found.as_ref().map_or(0.0, &of)).collect();
        PyArray1::from_vec(py, values)
    }

    fn vectors<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&query::Parting) -> [f64; 3],
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.0.iter().map(|found| found.as_ref().map_or([0.0; 3], |f| of(&f.parting)));
        arrays::table(py, rows.flatten().collect(), 3)
    }
}

#[pymethods]
impl Penetrations {
    /// Do the insides overlap? False where they share no point, or only touch.
    #[getter]
    fn overlaps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let overlap = |found: &query::Penetration| found.depth.hi > 0.0;
        PyArray1::from_vec(py, self.0.iter().map(|f| f.as_ref().is_some_and(overlap)).collect())
    }

    /// Not above the depths.
    #[getter]
    fn lo<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, |found| found.depth.lo)
    }

    /// Not below the depths: the lengths of `translations`.
    #[getter]
    fn hi<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, |found| found.depth.hi)
    }

    /// Translations of B that part the two, in A's frame: (n, 3).
    #[getter]
    fn translations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.vectors(py, |parting| parting.translation)
    }

    /// The directions of the translations: (n, 3).
    #[getter]
    fn normals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.vectors(py, |parting| parting.normal)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<closecall.Penetrations at {} poses>", self.0.len())
    }
}
