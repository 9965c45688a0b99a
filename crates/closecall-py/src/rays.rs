//! `closecall.RayHits` and `closecall.WorldRayHits`: what rays meet first.

use crate::arrays::{self, numbers};
use crate::model::Model;
use crate::{failure, picture};
use closecall::engine::geom::DVec3;
use closecall::geom::Ray;
use closecall::query::RayHit;
use closecall::world::{BodyHit, BodyPart};
use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// The first hit of each of many rays. A ray that meets nothing has the triangle -1.
#[pyclass(module = "closecall", frozen)]
pub struct RayHits {
    hits: Vec<Option<RayHit>>,
    /// The mesh, and the first rays, for a drawing.
    model: closecall::Model,
    drawn: Vec<Ray>,
}

impl RayHits {
    /// The number of rays that are drawn at most.
    const DRAWN: usize = 50;

    /// The answers for a model and some rays.
    pub fn new(hits: Vec<Option<RayHit>>, model: &closecall::Model, rays: &[Ray]) -> Self {
        let drawn = rays[..rays.len().min(Self::DRAWN)].to_vec();
        Self { hits, model: model.clone(), drawn }
    }
}

#[pymethods]
impl RayHits {
    /// The triangles that are met first.
    #[getter]
    fn triangle<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let of = |hit: &Option<RayHit>| hit.map_or(-1, |hit| i64::from(hit.triangle));
        PyArray1::from_vec(py, self.hits.iter().map(of).collect())
    }

    /// The place, in lengths of the direction: not above the true value.
    #[getter]
    fn lo<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let of = |hit: &Option<RayHit>| hit.map_or(f64::INFINITY, |hit| hit.t.lo);
        PyArray1::from_vec(py, self.hits.iter().map(of).collect())
    }

    /// The place, in lengths of the direction: not below the true value.
    #[getter]
    fn hi<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let of = |hit: &Option<RayHit>| hit.map_or(f64::INFINITY, |hit| hit.t.hi);
        PyArray1::from_vec(py, self.hits.iter().map(of).collect())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, Self { model, drawn, .. }) = (slf.py(), slf.get());
        let table = |part: fn(&Ray) -> [f64; 3]| {
            arrays::table(py, drawn.iter().flat_map(part).collect(), 3)
        };
        let [origins, directions] = [table(Ray::origin)?, table(Ray::direction)?];
        picture::drawn(py, "rays", (slf, Model::of(model.clone()), origins, directions))
    }

    fn __len__(&self) -> usize {
        self.hits.len()
    }

    fn __repr__(&self) -> String {
        let hits = self.hits.iter().filter(|hit| hit.is_some()).count();
        format!("<closecall.RayHits: {hits} of {} rays meet something>", self.hits.len())
    }
}

/// The first hit of each of many rays in a world. A ray that meets nothing has the body None and
/// the triangle -1.
#[pyclass(module = "closecall", frozen)]
pub struct WorldRayHits(pub Vec<Option<(String, BodyHit)>>);

impl WorldRayHits {
    fn times<'py>(
        &self,
        py: Python<'py>,
        end: impl Fn(&BodyHit) -> f64,
    ) -> Bound<'py, PyArray1<f64>> {
        let of = |hit: &Option<(String, BodyHit)>| {
            hit.as_ref().map_or(f64::INFINITY, |(_, hit)| end(hit))
        };
        PyArray1::from_vec(py, self.0.iter().map(of).collect())
    }
}

#[pymethods]
impl WorldRayHits {
    /// The names of the bodies that are met first.
    #[getter]
    fn body(&self) -> Vec<Option<String>> {
        self.0.iter().map(|hit| hit.as_ref().map(|(name, _)| name.clone())).collect()
    }

    /// The triangles that are met first; -1 where an exact shape is, or nothing.
    #[getter]
    fn triangle<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let of = |hit: &Option<(String, BodyHit)>| match hit {
            Some((_, BodyHit { part: BodyPart::Triangle(triangle), .. })) => i64::from(*triangle),
            _ => -1,
        };
        PyArray1::from_vec(py, self.0.iter().map(of).collect())
    }

    /// The place, in lengths of the direction: not above the true value.
    #[getter]
    fn lo<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.times(py, |hit| hit.t.lo)
    }

    /// The place, in lengths of the direction: not below the true value.
    #[getter]
    fn hi<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.times(py, |hit| hit.t.hi)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        let hits = self.0.iter().filter(|hit| hit.is_some()).count();
        format!("<closecall.WorldRayHits: {hits} of {} rays meet something>", self.0.len())
    }
}

/// One ray.
pub fn one(origin: DVec3, direction: DVec3) -> PyResult<Ray> {
    Ray::new(origin, direction).map_err(failure::value)
}

/// Rays from two (n, 3) arrays, or two of three numbers.
pub fn rays(origins: &Bound<'_, PyAny>, directions: &Bound<'_, PyAny>) -> PyResult<Vec<Ray>> {
    let [origins, directions] = [vectors(origins, "origins")?, vectors(directions, "directions")?];
    if origins.len() != directions.len() {
        return Err(failure::value(format!(
            "there are {} origins, but {} directions",
            origins.len(),
            directions.len()
        )));
    }
    let rows = origins.into_iter().zip(directions).enumerate();
    rows.map(|(row, (origin, direction))| {
        Ray::new(origin, direction).map_err(|error| failure::value(format!("ray {row}: {error}")))
    })
    .collect()
}

/// Vectors of an (n, 3) array, or one of three numbers.
pub fn vectors(any: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<DVec3>> {
    let array = numbers(any, what)?;
    if !matches!(array.shape(), [3] | [_, 3]) {
        let shape = array.shape();
        return Err(failure::value(format!("{what} have the shape (n, 3), not {shape:?}")));
    }
    let flat = array.as_slice().map_err(failure::value)?;
    Ok(flat.chunks_exact(3).map(DVec3::from_slice).collect())
}
