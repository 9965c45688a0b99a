//! `closecall.cover`: does a simple model of a robot hold the real one?

use crate::options::Options;
use crate::{failure, interrupt, together};
use closecall::Answer;
use closecall_robot::{Description, LinkParts, Packages};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How far a link of a robot sticks out of its simple model: at least `lo`, at most `hi`. `result` is
/// "held", "sticks_out" or "undecided"; `point` is a point of the link that is `lo` out or more, in the
/// link's frame, and `nearest` says which part of the simple model is nearest to it.
#[pyclass(module = "closecall", frozen, get_all)]
pub struct LinkCover {
    /// The link.
    link: String,
    /// "held", "sticks_out" or "undecided".
    result: &'static str,
    /// It sticks out by no less.
    lo: f64,
    /// It sticks out by no more.
    hi: f64,
    /// A point of it that is furthest out; None if it is held.
    point: Option<[f64; 3]>,
    /// How many parts stand in for it.
    parts: usize,
    /// The file, line and link of the part that is nearest to the point.
    nearest: Option<String>,
}

#[pymethods]
impl LinkCover {
    fn __repr__(&self) -> String {
        let Self { link, result, lo, hi, .. } = self;
        format!("<closecall.LinkCover '{link}': {result}, {lo:?} to {hi:?}>")
    }
}

/// How far do the links of a robot (URDF) stick out of a simple model: another URDF file, or a list of
/// spheres as cuRobo has them? `allow` is what they may stick out by, `accuracy` how much of itself a
/// distance may be wrong by, `budget` a time for each link in seconds. One answer for every link with
/// a shape. On all cores.
#[pyfunction]
#[pyo3(signature = (urdf, simple, *, packages = None, allow = 0.0, accuracy = 1e-3, budget = 10.0,
                    threads = None))]
#[allow(clippy::too_many_arguments)]
pub fn cover(
    py: Python<'_>,
    urdf: PathBuf,
    simple: PathBuf,
    packages: Option<HashMap<String, PathBuf>>,
    allow: f64,
    accuracy: f64,
    budget: f64,
    threads: Option<usize>,
) -> PyResult<Vec<LinkCover>> {
    let options =
        Options::new().clearance(allow)?.accuracy(Some(accuracy))?.budget(Some(budget))?;
    let mut known = Packages::default();
    for (name, folder) in packages.unwrap_or_default() {
        known = known.with(name, folder);
    }
    let read = |path: &Path| std::fs::read(path).map_err(|error| failure::of_path(path, error));
    let parse = || -> PyResult<(Description, LinkParts, LinkParts)> {
        let description = Description::parse(&urdf, &read(&urdf)?).map_err(failure::file)?;
        let real = LinkParts::of(&description, &known).map_err(failure::file)?;
        let simple = LinkParts::load(&simple, &known);
        Ok((description, real, simple.map_err(failure::file)?))
    };
    let (description, real, simple) = py.detach(parse)?;
    simple.warnings(&real).iter().try_for_each(|said| together::warn(py, said))?;
    let all = |stop: interrupt::Stop| {
        let options = options.ask.budget(stop.within(options.ask.budget));
        let ask = |link: &closecall_robot::Link| {
            let found = (!stop.is_set()).then(|| real.sticks_out(&link.name, &simple, &options));
            found.flatten().map(|found| told(found, &simple))
        };
        description.links.par_iter().filter_map(ask).collect::<Vec<_>>()
    };
    interrupt::run(py, threads, all)
}

fn told(found: closecall_robot::LinkCover, simple: &LinkParts) -> LinkCover {
    let covered = found.covered;
    let part = covered.part.and_then(|part| simple.of_link(&found.link).get(part as usize));
    LinkCover {
        result: match covered.answer() {
            Answer::Clear => "held",
            Answer::Touching(()) => "sticks_out",
            Answer::Undecided(()) => "undecided",
        },
        lo: covered.distance.lo,
        hi: covered.distance.hi,
        point: covered.point,
        parts: found.parts,
        nearest: part.map(|part| part.place().to_owned()),
        link: found.link,
    }
}
