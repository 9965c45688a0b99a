//! Asks two models how deep they are in each other: one pose, or a batch.

use crate::depth::{Penetration, Penetrations};
use crate::interrupt;
use crate::model::Model;
use crate::options::Options;
use crate::pose::Poses;
use crate::signed::{SignedDistance, SignedDistances, SignedPoints};
use crate::{arrays, failure, rays};
use closecall::engine::geom::DVec3;
use closecall::query;
use closecall::{Ask, Pose, Solid};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use rayon::prelude::*;

/// The number of points that are asked before signals are looked for.
const POINTS_AT_ONCE: usize = 1 << 14;

/// An answer, or one for every pose.
pub enum Asked<T> {
    One(Pose, T),
    Many(Vec<T>),
}

impl Model {
    /// Asks about two solids at one pose, or at many on all cores. Ctrl-C ends the budget of each.
    pub fn ask_solids<T: Send>(
        &self,
        other: &Bound<'_, Self>,
        pose: Option<&Bound<'_, PyAny>>,
        options: &Options,
        threads: Option<usize>,
        ask: impl Fn(&Solid, &Solid, &Pose, Ask) -> Result<T, String> + Sync,
    ) -> PyResult<Asked<T>> {
        let py = other.py();
        let (_, poses) = self.beside(other, pose, &options.solid(true))?;
        let (a, b) = (self.solid()?, other.get().solid()?);
        let within = |stop: interrupt::Stop| options.ask.budget(stop.within(options.ask.budget));
        match poses {
            Poses::One(pose) => {
                let found = interrupt::run(py, Some(1), |stop| ask(a, b, &pose, within(stop)))?;
                Ok(Asked::One(pose, found.map_err(failure::value)?))
            }
            Poses::Many(batch) => {
                let poses = batch.poses()?;
                let all = |stop: interrupt::Stop| -> Result<Vec<T>, String> {
                    poses.par_iter().map(|pose| ask(a, b, pose, within(stop))).collect()
                };
                interrupt::run(py, threads, all)?.map(Asked::Many).map_err(failure::value)
            }
        }
    }

    /// The depth as an object: of one pose, or of many.
    pub fn depth_object<'py>(
        &self,
        other: &Bound<'py, Self>,
        found: Asked<Option<query::Penetration>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match found {
            Asked::One(pose, found) => {
                let models = [&self.model, &other.get().model];
                let found = found.map(|found| Penetration::new(found, models, pose));
                Ok(found.into_pyobject(py)?)
            }
            Asked::Many(found) => Ok(Bound::new(py, Penetrations(found))?.into_any()),
        }
    }

    /// The signed distances of points.
    pub fn ask_points(
        &self,
        points: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<SignedPoints> {
        let (py, points) = (points.py(), rays::vectors(points, "points")?);
        let all = |stop: interrupt::Stop| {
            let lots = points.chunks(POINTS_AT_ONCE).take_while(|_| !stop.is_set());
            lots.map(|lot| self.model.points().signed_batch(lot)).collect::<Result<Vec<_>, _>>()
        };
        let found = interrupt::run(py, threads, all)?.map_err(|why| {
            let is_wrong = |point: &DVec3| self.model.points().nearest(*point).is_err();
            let named = points.iter().position(is_wrong).map(|row| format!("point {row}: {why}"));
            failure::value(named.unwrap_or_else(|| why.to_string()))
        })?;
        Ok(SignedPoints { points, found: found.into_iter().flatten().collect() })
    }
}

/// The signed distance as an object: of one pose, or of many.
pub fn signed_object(
    py: Python<'_>,
    found: Asked<query::SignedDistance>,
) -> PyResult<Bound<'_, PyAny>> {
    match found {
        Asked::One(_, found) => Ok(Bound::new(py, SignedDistance(found))?.into_any()),
        Asked::Many(found) => Ok(Bound::new(py, SignedDistances(found))?.into_any()),
    }
}

/// A direction: three numbers.
pub fn direction(direction: &Bound<'_, PyAny>) -> PyResult<[f64; 3]> {
    let array = arrays::numbers(direction, "a direction")?;
    let values = array.as_slice().map_err(failure::value)?;
    values.try_into().map_err(|_| {
        failure::value(format!("a direction has three numbers, not the shape {:?}", array.shape()))
    })
}
