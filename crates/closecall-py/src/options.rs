//! The options of a question, in the words of the library's `Ask`, checked.

use crate::failure;
use closecall::{Ask, Budget, Clearance};
use pyo3::prelude::*;
use std::time::Duration;

/// How a question is asked, and whether bodies are more than their surfaces.
#[derive(Clone, Copy, Default)]
pub struct Options {
    pub ask: Ask,
    pub is_solid: bool,
}

impl Options {
    /// No options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Bodies that are no further apart than this count as touching.
    pub fn clearance(self, clearance: f64) -> PyResult<Self> {
        let clearance = Clearance::new(clearance).map_err(failure::value)?;
        Ok(Self { ask: self.ask.clearance(clearance), ..self })
    }

    /// Distances above this are not worth knowing.
    pub fn limit(self, limit: f64) -> PyResult<Self> {
        match limit.is_nan() || limit < 0.0 {
            true => Err(failure::value(format!("the limit must be 0 or more, not {limit}"))),
            false => Ok(Self { ask: self.ask.limit(limit), ..self }),
        }
    }

    /// A distance or a depth may be wrong by this share of itself.
    pub fn accuracy(self, accuracy: Option<f64>) -> PyResult<Self> {
        match accuracy {
            None => Ok(self),
            Some(share) if share > 0.0 && share.is_finite() => {
                Ok(Self { ask: self.ask.accuracy(share), ..self })
            }
            Some(_) => Err(failure::value("the accuracy must be a positive number")),
        }
    }

    /// How closely a depth is found: as a share of it, as a length, and for how many seconds.
    pub fn of_depth(
        accuracy: Option<f64>,
        tolerance: Option<f64>,
        budget: Option<f64>,
    ) -> PyResult<Self> {
        Self::new().accuracy(accuracy)?.tolerance(tolerance)?.budget(budget)
    }

    /// The time of a path is not divided below this motion.
    pub fn tolerance(self, tolerance: Option<f64>) -> PyResult<Self> {
        if tolerance.is_some_and(|tolerance| !(tolerance > 0.0 && tolerance.is_finite())) {
            return Err(failure::value("the tolerance must be a positive number"));
        }
        Ok(Self { ask: self.ask.tolerance(tolerance), ..self })
    }

    /// The question ends after this time, in seconds.
    pub fn budget(self, seconds: Option<f64>) -> PyResult<Self> {
        let Some(seconds) = seconds else { return Ok(self) };
        let wrong = |_| failure::value(format!("the budget is a time in seconds, not {seconds}"));
        let time = Duration::try_from_secs_f64(seconds).map_err(wrong)?;
        Ok(Self { ask: self.ask.budget(Budget::time(time)), ..self })
    }

    /// The inside of a body counts.
    pub fn solid(self, is_solid: bool) -> Self {
        Self { is_solid, ..self }
    }

    /// Refuses to ask about more than surfaces.
    pub fn of_surfaces(&self, why: &str) -> PyResult<()> {
        if self.is_solid { Err(failure::value(why)) } else { Ok(()) }
    }
}
