//! `closecall.RobotSweeps`: when a robot touches something on its way.

use crate::failure;
use crate::robot::Rows;
use closecall::world::Handle;
use closecall::world::sweep::EdgeAnswer;
use closecall_robot::{RobotEdge, RobotInWorld};
use numpy::PyArray1;
use pyo3::prelude::*;

/// What was found of one edge.
pub struct EdgeFound {
    result: &'static str,
    free_until: f64,
    contact_at: Option<f64>,
    bodies: Option<(String, String)>,
}

impl EdgeFound {
    /// With the names of the bodies that it is about.
    pub fn of(world: &closecall::World, answer: &EdgeAnswer) -> Self {
        let name = |handle: Handle| world.name(handle).unwrap_or_default().to_owned();
        let names = |[a, b]: [Handle; 2]| (name(a), name(b));
        match answer {
            EdgeAnswer::Free => {
                Self { result: "free", free_until: 1.0, contact_at: None, bodies: None }
            }
            EdgeAnswer::Hits(hit, bodies) => Self {
                result: "hits",
                free_until: hit.from,
                contact_at: Some(hit.to),
                bodies: Some(names(*bodies)),
            },
            EdgeAnswer::Undecided(doubt, bodies) => Self {
                result: "undecided",
                free_until: doubt.free_until,
                contact_at: None,
                bodies: bodies.map(names),
            },
        }
    }
}

/// The answers for many edges of a robot, array by array.
#[pyclass(module = "closecall", frozen)]
pub struct RobotSweeps(pub Vec<EdgeFound>);

#[pymethods]
impl RobotSweeps {
    /// True for every edge that was proved free.
    #[getter]
    fn free<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.result == "free").collect())
    }

    /// True for every edge on which something touches, by the exact test.
    #[getter]
    fn hits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.result == "hits").collect())
    }

    /// Nothing touches before this share of the edge; 1 where it is free.
    #[getter]
    fn free_until<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.free_until).collect())
    }

    /// Where something touches, as a share of the edge; NaN where nothing was found to.
    #[getter]
    fn contact_at<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let at = self.0.iter().map(|found| found.contact_at.unwrap_or(f64::NAN));
        PyArray1::from_vec(py, at.collect())
    }

    /// The names of the two bodies that each answer is about, or None.
    #[getter]
    fn bodies(&self) -> Vec<Option<(String, String)>> {
        self.0.iter().map(|found| found.bodies.clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        let free = self.0.iter().filter(|found| found.result == "free").count();
        format!("<closecall.RobotSweeps: {free} of {} edges are free>", self.0.len())
    }
}

/// The edges from rows to rows of joint positions.
pub fn edges_of<'r>(
    placed: &'r RobotInWorld,
    starts: &Rows,
    ends: &Rows,
) -> PyResult<Vec<RobotEdge<'r>>> {
    if starts.values.len() != ends.values.len() {
        let rows = [starts, ends].map(|rows| rows.values.len() / rows.width);
        let message = format!("there are {} starts, but {} ends", rows[0], rows[1]);
        return Err(failure::value(message));
    }
    let rows = starts.values.chunks_exact(starts.width).zip(ends.values.chunks_exact(ends.width));
    rows.enumerate()
        .map(|(edge, (from, to))| {
            let at = |error| failure::value(format!("edge {edge}: {error}"));
            placed.edge(from, to).map_err(at)
        })
        .collect()
}
