//! `closecall.JointRange`: how far a joint can go.

use crate::world_sweep::WorldSweeps;
use pyo3::prelude::*;

/// How far a coordinate of a robot can go to either side before something touches. Certified:
/// nothing touches between `lower` and `upper`.
#[pyclass(module = "closecall", frozen, get_all)]
pub struct JointRange {
    /// Nothing touches from here on, up to where it started.
    lower: f64,
    /// Nothing touches up to here, from where it started.
    upper: f64,
    /// The limits of the coordinate.
    limits: (f64, f64),
    /// The stops on either side: the names of two bodies, or None where it reaches its limit or
    /// where that stayed undecided.
    stops: (Option<Bodies>, Option<Bodies>),
    /// "clear", "touching" or "undecided" on either side.
    results: (&'static str, &'static str),
}

type Bodies = (String, String);

impl JointRange {
    /// From where it is to both limits.
    pub fn new(at: f64, limits: [f64; 2], found: &WorldSweeps) -> Self {
        let end = |side: usize| reached(at, limits[side], found.0[side].clear_until);
        let stop = |side: usize| found.0[side].bodies.clone();
        Self {
            lower: end(0),
            upper: end(1),
            limits: limits.into(),
            stops: (stop(0), stop(1)),
            results: (found.0[0].result, found.0[1].result),
        }
    }
}

/// The position at a share of the way, never beyond it: what is computed is off by two roundings of
/// the larger end, and four are taken off.
fn reached(at: f64, limit: f64, share: f64) -> f64 {
    if share >= 1.0 {
        return limit;
    }
    let off = 4.0 * f64::EPSILON * at.abs().max(limit.abs());
    let way = limit - at;
    let position = at + way * share - off.copysign(way);
    position.clamp(at.min(limit), at.max(limit))
}

#[pymethods]
impl JointRange {
    fn __repr__(&self) -> String {
        format!("<closecall.JointRange {:?} to {:?}>", self.lower, self.upper)
    }
}
