//! `closecall.Shape`: exact half-spaces, balls, capsules, cylinders, cones, boxes and tori.

use crate::model::Model;
use crate::source::AnyModel;
use crate::{failure, pose, rays};
use closecall::geom::Interval;
use closecall::geom::shape::{Shape as Exact, ShapeError};
use closecall::mesh::shapes;
use closecall::{Answer, Clearance};
use pyo3::prelude::*;

/// An exact shape: closed and filled, its numbers taken as they are. Made by `Shape.ball`,
/// `Shape.half_space` and so on; a body of a world may have some, and a model can be asked about
/// one.
#[pyclass(module = "closecall", frozen, from_py_object)]
#[derive(Clone)]
pub struct Shape {
    pub exact: Exact,
    words: String,
}

type Vector = [f64; 3];

/// A function, and the arguments with which it makes a shape again.
type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, Vec<f64>));

impl Shape {
    /// A shape of a body.
    pub fn of(exact: &Exact) -> Self {
        Self { exact: *exact, words: format!("{exact:?}") }
    }
}

fn made(words: String, shape: Result<Exact, ShapeError>) -> PyResult<Shape> {
    Ok(Shape { exact: shape.map_err(failure::value)?, words })
}

/// Touching, apart, or None where there is no exact predicate and rounding leaves it open.
fn told(touch: Answer) -> Option<bool> {
    match touch {
        Answer::Touching(()) => Some(true),
        Answer::Clear => Some(false),
        Answer::Undecided(()) => None,
    }
}

#[pymethods]
impl Shape {
    /// All x with normal·x ≤ offset.
    #[staticmethod]
    #[pyo3(signature = (normal, offset = 0.0))]
    fn half_space(normal: Vector, offset: f64) -> PyResult<Self> {
        made(format!("half_space({normal:?}, {offset:?})"), Exact::half_space(normal, offset))
    }

    /// All within a radius of a point.
    #[staticmethod]
    fn ball(center: Vector, radius: f64) -> PyResult<Self> {
        made(format!("ball({center:?}, {radius:?})"), Exact::ball(center, radius))
    }

    /// All within a radius of a segment.
    #[staticmethod]
    fn capsule(start: Vector, end: Vector, radius: f64) -> PyResult<Self> {
        let words = format!("capsule({start:?}, {end:?}, {radius:?})");
        made(words, Exact::capsule(start, end, radius))
    }

    /// A cylinder with flat ends between the centres of these.
    #[staticmethod]
    fn cylinder(start: Vector, end: Vector, radius: f64) -> PyResult<Self> {
        let words = format!("cylinder({start:?}, {end:?}, {radius:?})");
        made(words, Exact::cylinder(start, end, radius))
    }

    /// A cone with its apex and the disc around the centre of its base.
    #[staticmethod]
    fn cone(apex: Vector, base: Vector, radius: f64) -> PyResult<Self> {
        let words = format!("cone({apex:?}, {base:?}, {radius:?})");
        made(words, Exact::cone(apex, base, radius))
    }

    /// A box with these half sides about the origin of a pose.
    #[staticmethod]
    #[pyo3(signature = (half, pose = None))]
    fn cuboid(half: Vector, pose: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let at = pose::one(pose)?;
        made(format!("cuboid({half:?}, …)"), Exact::cuboid(&at, half))
    }

    /// All within `tube` of the circle with the radius `ring` about an axis.
    #[staticmethod]
    fn torus(center: Vector, axis: Vector, ring: f64, tube: f64) -> PyResult<Self> {
        let words = format!("torus({center:?}, {axis:?}, {ring:?}, {tube:?})");
        made(words, Exact::torus(center, axis, ring, tube))
    }

    /// The shape where a pose puts it.
    fn at(&self, pose: &Bound<'_, PyAny>) -> PyResult<Self> {
        let exact = self.exact.carried(&pose::one(Some(pose))?).map_err(failure::value)?;
        Ok(Self { exact, words: format!("{}.at(…)", self.words) })
    }

    /// Does it touch another shape, or a triangle of a model? None where there is no exact
    /// predicate and rounding leaves it open.
    fn touches(&self, py: Python<'_>, other: Asked<'_>) -> Option<bool> {
        told(match other {
            Asked::Shape(other) => self.exact.touches_shape(&other.exact, Clearance::NONE),
            Asked::Model(other) => {
                let model = &other.get().model;
                py.detach(|| model.shapes().touches(&self.exact))
            }
        })
    }

    /// How far it is from another shape, or from the nearest triangle of a model: a certified
    /// interval (lo, hi).
    fn distance(&self, py: Python<'_>, other: Asked<'_>) -> (f64, f64) {
        let Interval { lo, hi } = match other {
            Asked::Shape(other) => self.exact.distance_to_shape(&other.exact),
            Asked::Model(other) => {
                let model = &other.get().model;
                py.detach(|| model.shapes().distance(&self.exact).distance)
            }
        };
        (lo, hi)
    }

    /// The triangles of a model that touch it: those that do, and those that may, as lists of
    /// numbers.
    fn touching(&self, py: Python<'_>, model: AnyModel<'_>) -> (Vec<u32>, Vec<u32>) {
        let model = &model.get().model;
        let found = py.detach(|| model.shapes().touching(&self.exact));
        (found.certain, found.undecided)
    }

    /// The first place of a ray in the shape, in lengths of its direction: a certified interval (lo,
    /// hi), or None if it never is. Exact for all shapes.
    fn ray(&self, origin: Vector, direction: Vector) -> PyResult<Option<(f64, f64)>> {
        let ray = rays::one(origin.into(), direction.into())?;
        Ok(self.exact.pierced(&ray).map(|Interval { lo, hi }| (lo, hi)))
    }

    /// A mesh that looks like it, for pictures; of a half-space, a square of its surface with this
    /// half side, about what is nearest to `middle`.
    #[pyo3(signature = (middle = [0.0; 3], half = 1.0))]
    fn drawn(&self, middle: Vector, half: f64) -> PyResult<Model> {
        let mesh = shapes::drawn(&self.exact, middle, half).map_err(failure::value)?;
        Ok(Model::of(closecall::Model::new(mesh)))
    }

    /// The shape of a name and numbers, for pickle.
    #[staticmethod]
    fn _of_numbers(name: &str, numbers: Vec<f64>) -> PyResult<Self> {
        Ok(Self::of(&Exact::from_numbers(name, &numbers).map_err(failure::value)?))
    }

    /// For pickle: the same shape, bit for bit.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((py.get_type::<Self>().getattr("_of_numbers")?, self.exact.to_numbers()))
    }

    fn __repr__(&self) -> String {
        format!("closecall.Shape.{}", self.words)
    }
}

/// The other side of a question about a shape.
#[derive(FromPyObject)]
enum Asked<'py> {
    Shape(Shape),
    Model(AnyModel<'py>),
}
