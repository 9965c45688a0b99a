//! `closecall.Sweep` and `closecall.Sweeps`: when bodies meet on the way.

use crate::picture::TwoBodies;
use closecall::path::{Path, Rows};
use closecall::query::sweep::{Doubt, Hit};
use closecall::{Answer, Model};
use numpy::PyArray1;
use pyo3::prelude::*;

/// Do two bodies meet on the way? Certified, between the poses too.
#[pyclass(module = "closecall", frozen)]
pub struct Sweep {
    found: Found,
    /// The bodies where they touch, or at the last moment that is known to be clear.
    drawn: TwoBodies,
}

/// The answer of a sweep in Python's words.
struct Found {
    result: &'static str,
    clear_until: f64,
    contact_at: Option<f64>,
    triangles: Option<(u32, u32)>,
}

#[pymethods]
impl Sweep {
    /// "clear": a proof that they never meet; "touching"; or "undecided": neither was proved.
    #[getter]
    fn result(&self) -> &'static str {
        self.found.result
    }

    /// They are apart before this: the row of the path plus the fraction towards the next.
    #[getter]
    fn clear_until(&self) -> f64 {
        self.found.clear_until
    }

    /// They touch here, by the exact test; None unless that is proved.
    #[getter]
    fn contact_at(&self) -> Option<f64> {
        self.found.contact_at
    }

    /// A triangle of A and one of B that this is about, if there are such.
    #[getter]
    fn triangles(&self) -> Option<(u32, u32)> {
        self.found.triangles
    }

    fn __repr__(&self) -> String {
        let Found { result, clear_until, contact_at, .. } = &self.found;
        match contact_at {
            Some(at) => format!("<closecall.Sweep: {result} at {at}>"),
            None => format!("<closecall.Sweep: {result} until {clear_until}>"),
        }
    }

    /// True only if it was proved that they never meet.
    fn __bool__(&self) -> bool {
        self.found.result == "clear"
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().drawn.picture(slf.as_any(), "sweep")
    }
}

impl Sweep {
    /// The answer for two models and a path.
    pub fn new(answer: &Answer<Hit, Doubt>, legs: f64, models: [&Model; 2], path: &Rows) -> Self {
        let found = Found::of(answer, legs);
        let pose = path.pose(found.contact_at.unwrap_or(found.clear_until));
        Self { found, drawn: TwoBodies::new(models, pose) }
    }
}

impl Found {
    /// The answer for a path of `legs` legs.
    fn of(answer: &Answer<Hit, Doubt>, legs: f64) -> Self {
        match *answer {
            Answer::Clear => {
                Self { result: "clear", clear_until: legs, contact_at: None, triangles: None }
            }
            Answer::Touching(hit) => Self {
                result: "touching",
                clear_until: hit.time.lo,
                contact_at: Some(hit.time.hi),
                triangles: hit.triangles,
            },
            Answer::Undecided(doubt) => Self {
                result: "undecided",
                clear_until: doubt.time.lo,
                contact_at: None,
                triangles: doubt.triangles,
            },
        }
    }
}

/// The answers for many edges, array by array.
#[pyclass(module = "closecall", frozen)]
pub struct Sweeps(pub Vec<Answer<Hit, Doubt>>);

#[pymethods]
impl Sweeps {
    /// True for every edge that was proved clear.
    #[getter]
    fn clear<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.0.iter().map(|answer| *answer == Answer::Clear).collect())
    }

    /// True for every edge on which bodies touch, by the exact test.
    #[getter]
    fn touching<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let touching = self.0.iter().map(|answer| matches!(answer, Answer::Touching(_)));
        PyArray1::from_vec(py, touching.collect())
    }

    /// Apart before this share of the edge; 1 where it is clear.
    #[getter]
    fn clear_until<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let until = self.0.iter().map(|answer| Found::of(answer, 1.0).clear_until);
        PyArray1::from_vec(py, until.collect())
    }

    /// The share of the edge at which bodies touch; NaN where no contact was found.
    #[getter]
    fn contact_at<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let at = self.0.iter().map(|answer| Found::of(answer, 1.0).contact_at.unwrap_or(f64::NAN));
        PyArray1::from_vec(py, at.collect())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::picture::picture(slf.as_any(), "sweeps")
    }

    fn __repr__(&self) -> String {
        let clear = self.0.iter().filter(|answer| **answer == Answer::Clear).count();
        format!("<closecall.Sweeps: {clear} of {} edges are clear>", self.0.len())
    }
}
