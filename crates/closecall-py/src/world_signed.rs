//! `closecall.BodySigned` and `SignedRows`: signed distances of the bodies of a world, and of a robot's
//! pairs at rows of joint positions, with derivatives by joint.

use crate::live::name_of;
use crate::options::Options;
use closecall::engine::geom::{DVec3, GlamPose as _};
use closecall::query::Meaning;
use closecall_robot::{SignedLinks, SignedPairs};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

/// Two bodies of a world, and how far apart they are, or, below 0, how deep in each other.
#[pyclass(module = "closecall", frozen, get_all)]
pub struct BodySigned {
    /// The name of the body that came first.
    a: String,
    /// The name of the other.
    b: String,
    /// Not above the distance.
    lo: f64,
    /// Not below the distance.
    hi: f64,
    /// Were both taken as solids? If not, one mesh is not closed, and the distance is never below 0.
    solid: bool,
    /// A unit vector from `a` to `b` in the world: how the distance changes with a small translation of
    /// `b`; 0 where they only touch.
    gradient: [f64; 3],
    /// Is the gradient only rough? It is where the two only touch or nearly do, and where the search ended at
    /// a way out that a small change still makes shorter.
    rough: bool,
    /// The nearest point of `a`, or the one that `b` leaves last, in the world.
    point_a: [f64; 3],
    /// The nearest point of `b`, or the one that leaves `a` last, in the world.
    point_b: [f64; 3],
}

impl BodySigned {
    /// With names in place of handles, and points in the world.
    pub fn of(world: &closecall::World, found: &closecall::world::BodySigned) -> Self {
        let place = world.world_from_body(found.a).unwrap_or(closecall::Pose::IDENTITY);
        let (signed, point) = (&found.signed, |p: [f64; 3]| place.carried(p.into()).to_array());
        Self {
            a: name_of(world, found.a),
            b: name_of(world, found.b),
            lo: signed.distance.lo,
            hi: signed.distance.hi,
            solid: found.meaning == Meaning::Solids,
            gradient: (place.matrix() * DVec3::from_array(signed.gradient)).to_array(),
            rough: signed.is_rough,
            point_a: point(signed.point_a),
            point_b: point(signed.point_b),
        }
    }
}

#[pymethods]
impl BodySigned {
    fn __repr__(&self) -> String {
        let Self { a, b, lo, hi, .. } = self;
        format!("<closecall.BodySigned of '{a}' and '{b}': {lo:?} to {hi:?}>")
    }

    fn __float__(&self) -> f64 {
        self.hi
    }
}

/// The signed distances of a robot's pairs of bodies at rows of joint positions, array by array. Pairs that
/// are further apart than the limit have it as `lo`, an infinite `hi`, and the derivatives 0.
#[pyclass(module = "closecall", frozen)]
pub struct SignedRows {
    names: Vec<(String, String)>,
    rows: Vec<Vec<Option<SignedLinks>>>,
    limit: f64,
    coordinates: usize,
}

impl SignedRows {
    /// The answers for these pairs, a list for each row.
    pub fn new(
        world: &closecall::World,
        pairs: &SignedPairs,
        rows: Vec<Vec<Option<SignedLinks>>>,
        options: &Options,
        coordinates: usize,
    ) -> Self {
        let names = pairs.pairs().iter().map(|&(a, b)| (name_of(world, a), name_of(world, b)));
        Self { names: names.collect(), rows, limit: options.ask.limit, coordinates }
    }

    fn numbers<'py>(
        &self,
        py: Python<'py>,
        beyond: f64,
        of: impl Fn(&SignedLinks) -> f64,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let all = self.rows.iter().flatten();
        let flat = all.map(|found| found.as_ref().map_or(beyond, &of)).collect();
        PyArray1::from_vec(py, flat).reshape([self.rows.len(), self.names.len()])
    }
}

#[pymethods]
impl SignedRows {
    /// The names of the bodies of each pair: the columns.
    #[getter]
    fn pairs(&self) -> Vec<(String, String)> {
        self.names.clone()
    }

    /// Not above the distances: (n, pairs).
    #[getter]
    fn lo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.numbers(py, self.limit, |found| found.between.signed.distance.lo)
    }

    /// Not below the distances: (n, pairs).
    #[getter]
    fn hi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.numbers(py, f64::INFINITY, |found| found.between.signed.distance.hi)
    }

    /// How the distances change with every coordinate of the robot: (n, pairs, coordinates).
    #[getter]
    fn gradients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let far = vec![0.0; self.coordinates];
        let all = self.rows.iter().flatten();
        let flat = all.flat_map(|found| found.as_ref().map_or(&far, |found| &found.gradient));
        let flat: Vec<f64> = flat.copied().collect();
        let shape = [self.rows.len(), self.names.len(), self.coordinates];
        PyArray1::from_vec(py, flat).reshape(shape)
    }

    /// Where the derivatives are only rough, as of a pair that only touches: (n, pairs).
    #[getter]
    fn rough<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let is_rough = |found: &SignedLinks| found.between.signed.is_rough;
        let all = self.rows.iter().flatten();
        let flat = all.map(|found| found.as_ref().is_some_and(is_rough)).collect();
        PyArray1::from_vec(py, flat).reshape([self.rows.len(), self.names.len()])
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        let (rows, pairs) = (self.rows.len(), self.names.len());
        format!("<closecall.SignedRows of {rows} rows and {pairs} pairs>")
    }
}
