//! `closecall.Pair`: two models that are asked again and again.

use crate::arrays;
use crate::depth::Penetration;
use crate::distance::Distance;
use crate::options::Options;
use crate::source::AnyModel;
use crate::{failure, interrupt, pose, together};
use closecall::{Ask, Model};
use numpy::PyArray2;
use pyo3::prelude::*;

/// Two models, and what their last queries learned: the same answers, faster where the bodies
/// have not moved far. Not to be shared by threads; each makes its own.
#[pyclass(module = "closecall")]
pub struct Pair {
    pair: closecall::Pair,
    models: [Model; 2],
}

#[pymethods]
impl Pair {
    /// With a clearance, what is no further apart counts as touching; with `solid`, what lies inside
    /// counts too, and both meshes must be closed.
    #[new]
    #[pyo3(signature = (a, b, *, clearance = 0.0, solid = false))]
    fn new(
        py: Python<'_>,
        a: AnyModel<'_>,
        b: AnyModel<'_>,
        clearance: f64,
        solid: bool,
    ) -> PyResult<Self> {
        let options = Options::new().clearance(clearance)?.solid(solid);
        let (one, other) = (a.get(), b.get());
        together::anywhere(py, &one.model, &other.model, std::iter::empty())?;
        let pair = one.pair(&b, &options)?.with(options.ask);
        Ok(Self { pair, models: [&one.model, &other.model].map(Clone::clone) })
    }

    /// Do the surfaces touch, B being at `pose` in A's frame?
    #[pyo3(signature = (pose = None))]
    fn collides(&mut self, py: Python<'_>, pose: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let pose = pose::one(pose)?;
        Ok(py.detach(|| self.pair.collides(&pose)))
    }

    /// Every touching pair (triangle of A, triangle of B), sorted: an (n, 2) array.
    #[pyo3(signature = (pose = None))]
    fn contacts<'py>(
        &mut self,
        py: Python<'py>,
        pose: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let pose = pose::one(pose)?;
        let found = py.detach(|| self.pair.contacts(&pose));
        arrays::pairs(py, &found.pairs)
    }

    /// A touching pair of triangles, any of them, or None.
    #[pyo3(signature = (pose = None))]
    fn first_contact(
        &mut self,
        py: Python<'_>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(u32, u32)>> {
        let pose = pose::one(pose)?;
        Ok(py.detach(|| self.pair.first_contact(&pose)))
    }

    /// How far apart are the surfaces? None if it is certainly above `limit`.
    #[pyo3(signature = (pose = None, *, limit = f64::INFINITY))]
    fn distance(
        &mut self,
        py: Python<'_>,
        pose: Option<&Bound<'_, PyAny>>,
        limit: f64,
    ) -> PyResult<Option<Distance>> {
        let pose = pose::one(pose)?;
        self.pair.set(Options { ask: *self.pair.asks(), is_solid: false }.limit(limit)?.ask);
        let found = py.detach(|| self.pair.distance(&pose));
        Ok(found.map(|found| Distance::new(found, self.models.each_ref(), pose)))
    }

    /// How deep are the two solids in each other? As `Model.penetration`; the last way out is tried
    /// first.
    #[pyo3(signature = (pose = None, *, accuracy = None, tolerance = None, budget = None))]
    fn penetration(
        &mut self,
        py: Python<'_>,
        pose: Option<&Bound<'_, PyAny>>,
        accuracy: Option<f64>,
        tolerance: Option<f64>,
        budget: Option<f64>,
    ) -> PyResult<Option<Penetration>> {
        let (pose, own) = (pose::one(pose)?, *self.pair.asks());
        let Ask { accuracy, tolerance, budget, .. } =
            Options::of_depth(accuracy, tolerance, budget)?.ask;
        let asked = own.accuracy(accuracy).tolerance(tolerance);
        let found = interrupt::run(py, Some(1), |stop| {
            self.pair.set(asked.budget(stop.within(budget)));
            self.pair.penetration(&pose)
        });
        self.pair.set(own);
        let found = found?.map_err(failure::value)?;
        Ok(found.map(|found| Penetration::new(found, self.models.each_ref(), pose)))
    }

    /// Forgets what it learned.
    fn reset(&mut self) {
        self.pair.reset();
    }
}
