//! `closecall.Sweep` and `closecall.Sweeps`: when bodies meet on the way.

use crate::failure;
use closecall::Ask;
use closecall::geom::Clearance;
use closecall::query::sweep::Answer;
use numpy::PyArray1;
use pyo3::prelude::*;

/// Do two bodies meet on the way? Certified, between the poses too.
#[pyclass(module = "closecall", frozen, get_all)]
pub struct Sweep {
    /// "free": a proof that they never meet; "hits"; or "undecided": neither was proved.
    result: &'static str,
    /// They are apart before this: the row of the path plus the fraction towards the next.
    free_until: f64,
    /// They touch here, by the exact test; None unless they hit.
    contact_at: Option<f64>,
    /// A triangle of A and one of B that this is about, if there are such.
    triangles: Option<(u32, u32)>,
}

#[pymethods]
impl Sweep {
    fn __repr__(&self) -> String {
        match self.contact_at {
            Some(at) => format!("<closecall.Sweep: hits at {at}>"),
            None => format!("<closecall.Sweep: {} until {}>", self.result, self.free_until),
        }
    }

    /// True only if it was proved that they never meet.
    fn __bool__(&self) -> bool {
        self.result == "free"
    }
}

impl Sweep {
    /// Of a path of so many legs.
    pub fn of(answer: &Answer, legs: f64) -> Self {
        match *answer {
            Answer::Free => {
                Self { result: "free", free_until: legs, contact_at: None, triangles: None }
            }
            Answer::Hits(hit) => Self {
                result: "hits",
                free_until: hit.from,
                contact_at: Some(hit.to),
                triangles: hit.triangles,
            },
            Answer::Undecided(doubt) => Self {
                result: "undecided",
                free_until: doubt.free_until,
                contact_at: None,
                triangles: doubt.triangles,
            },
        }
    }
}

/// The answers for many edges, array by array.
#[pyclass(module = "closecall", frozen)]
pub struct Sweeps(pub Vec<Answer>);

#[pymethods]
impl Sweeps {
    /// True for every edge that was proved free.
    #[getter]
    fn free<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.0.iter().map(|answer| *answer == Answer::Free).collect())
    }

    /// True for every edge on which bodies touch, by the exact test.
    #[getter]
    fn hits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let hits = self.0.iter().map(|answer| matches!(answer, Answer::Hits(_)));
        PyArray1::from_vec(py, hits.collect())
    }

    /// Apart before this share of the edge; 1 where it is free.
    #[getter]
    fn free_until<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let until = self.0.iter().map(|answer| Sweep::of(answer, 1.0).free_until);
        PyArray1::from_vec(py, until.collect())
    }

    /// Where bodies touch, as a share of the edge; NaN where they were not found to.
    #[getter]
    fn contact_at<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let at = self.0.iter().map(|answer| Sweep::of(answer, 1.0).contact_at.unwrap_or(f64::NAN));
        PyArray1::from_vec(py, at.collect())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::picture(slf.as_any(), "sweeps")
    }

    fn __repr__(&self) -> String {
        let free = self.0.iter().filter(|answer| **answer == Answer::Free).count();
        format!("<closecall.Sweeps: {free} of {} edges are free>", self.0.len())
    }
}

/// The options of a sweep, checked.
pub fn sweep_options(tolerance: Option<f64>, clearance: f64) -> PyResult<Ask> {
    if tolerance.is_some_and(|tolerance| !(tolerance > 0.0 && tolerance.is_finite())) {
        return Err(failure::value("the tolerance must be a positive number"));
    }
    let clearance = Clearance::new(clearance).map_err(failure::value)?;
    Ok(Ask::new().tolerance(tolerance).clearance(clearance))
}
