//! `closecall.WorldSweeps`: when something touches while bodies of a world move.

use crate::live::name_of;
use crate::{failure, interrupt};
use closecall::Answer;
use closecall::Ask;
use closecall::Pose;
use closecall::WorldError;
use closecall::path::Chain;
use closecall::world::Handle;
use closecall::world::sweep::{Edge, EdgeDoubt, EdgeHit, Moves, Sweeps};
use closecall_robot::{RobotEdge, RobotInWorld};
use numpy::PyArray1;
use pyo3::prelude::*;

/// The number of edges that are asked before signals are looked for. A sweep that is under way ends, too.
const EDGES_AT_ONCE: usize = 1 << 12;

/// The answer for one edge.
pub struct EdgeFound {
    pub result: &'static str,
    pub clear_until: f64,
    pub contact_at: Option<f64>,
    pub bodies: Option<(String, String)>,
}

impl EdgeFound {
    /// With the names of the bodies that it is about.
    fn of(world: &closecall::World, answer: &Answer<EdgeHit, EdgeDoubt>) -> Self {
        let names = |[a, b]: [Handle; 2]| (name_of(world, a), name_of(world, b));
        match answer {
            Answer::Clear => {
                Self { result: "clear", clear_until: 1.0, contact_at: None, bodies: None }
            }
            Answer::Touching(EdgeHit { hit, bodies }) => Self {
                result: "touching",
                clear_until: hit.time.lo,
                contact_at: Some(hit.time.hi),
                bodies: Some(names(*bodies)),
            },
            Answer::Undecided(EdgeDoubt { doubt, bodies }) => Self {
                result: "undecided",
                clear_until: doubt.time.lo,
                contact_at: None,
                bodies: bodies.map(names),
            },
        }
    }
}

/// The answers for many edges in a world, array by array.
#[pyclass(module = "closecall", frozen)]
pub struct WorldSweeps(pub Vec<EdgeFound>);

impl WorldSweeps {
    /// Asks about edges in a world.
    pub fn ask<E: Edge>(
        py: Python<'_>,
        world: &closecall::World,
        options: &Ask,
        edges: &[E],
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let all = |stop: interrupt::Stop| {
            let options = options.budget(stop.within(options.budget));
            let sweeps = Sweeps::new(world, &options);
            let mut answers = Vec::with_capacity(edges.len());
            for lot in edges.chunks(EDGES_AT_ONCE).take_while(|_| !stop.is_set()) {
                answers.extend(sweeps.ask_all(lot)?);
            }
            Ok::<_, WorldError>(answers)
        };
        let answers = interrupt::run(py, threads, all)?.map_err(failure::value)?;
        Ok(Self(answers.iter().map(|answer| EdgeFound::of(world, answer)).collect()))
    }
}

#[pymethods]
impl WorldSweeps {
    /// True for every edge that was proved clear.
    #[getter]
    fn clear<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.result == "clear").collect())
    }

    /// True for every edge on which something touches, by the exact test.
    #[getter]
    fn touching<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.result == "touching").collect())
    }

    /// Nothing touches before this share of the edge; 1 where it is clear.
    #[getter]
    fn clear_until<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.0.iter().map(|found| found.clear_until).collect())
    }

    /// The share of the edge at which something touches; NaN where no contact was found.
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
        let clear = self.0.iter().filter(|found| found.result == "clear").count();
        format!("<closecall.WorldSweeps: {clear} of {} edges are clear>", self.0.len())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::picture::picture(slf.as_any(), "sweeps")
    }
}

/// The edges of a robot from rows to rows of joint positions. Where every link goes is worked out
/// for each, which takes a while for many.
pub fn edges_of<'r>(
    py: Python<'_>,
    placed: &'r RobotInWorld,
    starts: &[f64],
    ends: &[f64],
) -> PyResult<Vec<RobotEdge<'r>>> {
    let width = placed.robot().coordinates().len();
    as_many(starts.len() / width, ends.len() / width)?;
    interrupt::run(py, None, |stop| {
        let rows = starts.chunks_exact(width).zip(ends.chunks_exact(width)).enumerate();
        let rows = rows.take_while(|_| !stop.is_set());
        rows.map(|(edge, (from, to))| placed.edge(from, to).map_err(|why| refused(edge, why)))
            .collect()
    })?
}

/// The edges of a body from pose to pose in its parent's frame.
pub fn chains(body: Handle, starts: &[Pose], ends: &[Pose]) -> PyResult<Vec<Moves>> {
    as_many(starts.len(), ends.len())?;
    let edges = starts.iter().zip(ends).enumerate();
    edges
        .map(|(edge, (from, to))| {
            let chain = Chain::between(from, to).map_err(|why| refused(edge, why))?;
            Ok(Moves(vec![(body, chain)]))
        })
        .collect()
}

fn as_many(starts: usize, ends: usize) -> PyResult<()> {
    match starts == ends {
        true => Ok(()),
        false => Err(failure::value(format!("there are {starts} starts, but {ends} ends"))),
    }
}

fn refused(edge: usize, why: impl std::fmt::Display) -> PyErr {
    failure::value(format!("edge {edge}: {why}"))
}
