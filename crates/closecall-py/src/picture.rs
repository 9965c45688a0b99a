//! The drawings that a notebook shows. They are made by the part of the package that is written in
//! Python.

use crate::model::Model;
use crate::pose::matrix;
use closecall::Pose;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// Calls a function of `closecall._picture`.
pub fn drawn<'py>(
    py: Python<'py>,
    kind: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("closecall._picture")?.getattr(kind)?.call1(arguments)
}

/// The drawing of an object that has all it needs.
pub fn picture<'py>(object: &Bound<'py, PyAny>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
    drawn(object.py(), kind, (object,))
}

/// Two bodies that an answer is about, as they were asked. Models are cheap to keep.
pub struct TwoBodies {
    models: [closecall::Model; 2],
    a_from_b: Pose,
}

impl TwoBodies {
    /// Keeps two bodies.
    pub fn new(models: [&closecall::Model; 2], a_from_b: Pose) -> Self {
        Self { models: models.map(Clone::clone), a_from_b }
    }

    /// The drawing of an answer with its bodies.
    pub fn picture<'py>(
        &self,
        answer: &Bound<'py, PyAny>,
        kind: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = answer.py();
        let [a, b] = self.models.clone().map(|model| Bound::new(py, Model::of(model)));
        drawn(py, kind, (answer, a?, b?, matrix(py, &self.a_from_b)?))
    }
}
