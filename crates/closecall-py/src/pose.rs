//! Poses from numpy: a 4×4 matrix, or seven numbers tx, ty, tz, qw, qx, qy, qz; one or many.

use crate::arrays::numbers;
use crate::batch::Rows;
use crate::failure;
use closecall::engine::geom::{DQuat, DVec3, GlamPose as _};
use closecall::{Pose, PoseError};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// The argument that stands for a pose: one, or a batch.
pub enum Poses<'py> {
    /// A single pose: the answer is a single one too.
    One(Pose),
    /// A batch: an answer each.
    Many(Batch<'py>),
}

/// An array of poses.
pub struct Batch<'py> {
    array: PyReadonlyArrayDyn<'py, f64>,
    form: Form,
}

/// How a pose is written.
#[derive(Clone, Copy)]
pub enum Form {
    Seven,
    Matrix,
}

/// The rows of an array of poses.
#[derive(Clone, Copy)]
pub struct PoseRows<'a> {
    rows: Rows<'a>,
    form: Form,
}

impl<'py> Poses<'py> {
    /// Reads a pose, or takes a batch; nothing is the identity.
    pub fn of(pose: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let Some(pose) = pose.filter(|pose| !pose.is_none()) else {
            return Ok(Self::One(Pose::IDENTITY));
        };
        let array = numbers(pose, "a pose")?;
        let one = |form: Form| -> PyResult<Self> {
            let values = array.as_slice().map_err(failure::value)?;
            form.read(values).map(Self::One).map_err(failure::value)
        };
        match *array.shape() {
            [7] => one(Form::Seven),
            [4, 4] => one(Form::Matrix),
            [_, 7] => Ok(Self::Many(Batch { array, form: Form::Seven })),
            [_, 4, 4] => Ok(Self::Many(Batch { array, form: Form::Matrix })),
            ref shape => Err(failure::value(format!(
                "a pose has the shape (7,) or (4, 4), a batch (n, 7) or (n, 4, 4), not {shape:?}"
            ))),
        }
    }
}

impl Batch<'_> {
    /// Its rows.
    pub fn rows(&self) -> PyResult<PoseRows<'_>> {
        let values = self.array.as_slice().map_err(failure::value)?;
        Ok(PoseRows { rows: Rows::new(values, self.form.width(), "pose"), form: self.form })
    }

    /// The place of a point of the second body in every row, about: the rows are not checked.
    pub fn places(&self, point: DVec3) -> PyResult<impl Iterator<Item = DVec3>> {
        let values = self.array.as_slice().map_err(failure::value)?;
        let form = self.form;
        Ok(values.chunks_exact(form.width()).map(move |row| form.place(row, point)))
    }

    /// Its rows, if they are of seven numbers.
    pub fn quaternions(&self) -> PyResult<Option<&[[f64; 7]]>> {
        let values = self.array.as_slice().map_err(failure::value)?;
        Ok(matches!(self.form, Form::Seven).then(|| values.as_chunks().0))
    }

    /// All poses, read.
    pub fn poses(&self) -> PyResult<Vec<Pose>> {
        let values = self.array.as_slice().map_err(failure::value)?;
        let rows = values.chunks_exact(self.form.width()).enumerate();
        let refused = |row: usize, why: PoseError| failure::value(format!("pose {row}: {why}"));
        rows.map(|(row, values)| self.form.read(values).map_err(|why| refused(row, why))).collect()
    }
}

impl PoseRows<'_> {
    /// Asks about every pose, on all cores; each thread has a state of its own.
    pub fn ask<S, T: Clone + Default + Send>(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        start: impl Fn() -> S + Sync,
        ask: impl Fn(&mut S, &Pose) -> Result<T, String> + Sync,
    ) -> PyResult<Vec<T>> {
        match self.form {
            Form::Seven => self.rows.ask(py, threads, start, |row| named(of_seven(row)), ask),
            Form::Matrix => self.rows.ask(py, threads, start, |row| named(of_matrix(row)), ask),
        }
    }
}

fn named(pose: Result<Pose, PoseError>) -> Result<Pose, String> {
    pose.map_err(|why| why.to_string())
}

impl Form {
    fn width(self) -> usize {
        match self {
            Self::Seven => 7,
            Self::Matrix => 16,
        }
    }

    fn place(self, row: &[f64], point: DVec3) -> DVec3 {
        match self {
            Self::Seven => {
                place(&([row[0], row[1], row[2]], [row[3], row[4], row[5], row[6]]), point)
            }
            Self::Matrix => {
                let line = |k: usize| DVec3::from_slice(&row[4 * k..]).dot(point) + row[4 * k + 3];
                DVec3::new(line(0), line(1), line(2))
            }
        }
    }

    fn read(self, values: &[f64]) -> Result<Pose, PoseError> {
        match self {
            Self::Seven => of_seven(values),
            Self::Matrix => of_matrix(values),
        }
    }
}

/// Reads a single pose.
pub fn one(pose: Option<&Bound<'_, PyAny>>) -> PyResult<Pose> {
    match Poses::of(pose)? {
        Poses::One(pose) => Ok(pose),
        Poses::Many(_) => Err(failure::value("a single pose is wanted here, not a batch")),
    }
}

/// A translation and a quaternion (w, x, y, z).
pub type Row = ([f64; 3], [f64; 4]);

/// The place to which a row carries a point, about: the row is not checked.
pub fn place((translation, [w, x, y, z]): &Row, point: DVec3) -> DVec3 {
    let axis = DVec3::new(*x, *y, *z);
    let across = axis.cross(point);
    point + 2.0 * (*w * across + axis.cross(across)) + DVec3::from_array(*translation)
}

/// Reads a path. (n, 7) rows of translations and quaternions are taken as they are; (n, 4, 4)
/// matrices are checked, and their rotations become quaternions, rounded.
pub fn rows_of(rows: &Bound<'_, PyAny>) -> PyResult<Vec<Row>> {
    let array = numbers(rows, "a path")?;
    let values = array.as_slice().map_err(failure::value)?;
    let seven = |v: &[f64]| ([v[0], v[1], v[2]], [v[3], v[4], v[5], v[6]]);
    match *array.shape() {
        [_, 7] => Ok(values.chunks_exact(7).map(seven).collect()),
        [_, 4, 4] => values.chunks_exact(16).enumerate().map(row_of_matrix).collect(),
        ref shape => {
            let expected = "a path has the shape (n, 7) or (n, 4, 4)";
            Err(failure::value(format!("{expected}, not {shape:?}")))
        }
    }
}

fn row_of_matrix((row, values): (usize, &[f64])) -> PyResult<Row> {
    let pose = of_matrix(values).map_err(|why| failure::value(format!("row {row}: {why}")))?;
    let turn = DQuat::from_mat3(&pose.matrix()).normalize();
    Ok((pose.shift().to_array(), [turn.w, turn.x, turn.y, turn.z]))
}

/// Reads a batch; a single pose is a batch of one.
pub fn many(poses: &Bound<'_, PyAny>) -> PyResult<Vec<Pose>> {
    match Poses::of(Some(poses))? {
        Poses::One(pose) => Ok(vec![pose]),
        Poses::Many(batch) => batch.poses(),
    }
}

#[inline]
fn of_seven(v: &[f64]) -> Result<Pose, PoseError> {
    Pose::from_quaternion([v[0], v[1], v[2]], [v[3], v[4], v[5], v[6]])
}

fn of_matrix(v: &[f64]) -> Result<Pose, PoseError> {
    Pose::from_matrix(std::array::from_fn(|row| std::array::from_fn(|column| v[row * 4 + column])))
}

/// The pose as a (4, 4) array.
pub fn matrix<'py>(py: Python<'py>, pose: &Pose) -> PyResult<Bound<'py, PyArray2<f64>>> {
    PyArray1::from_slice(py, &to_rows(pose)).reshape([4, 4])
}

/// The pose as 16 numbers, row by row.
pub fn to_rows(pose: &Pose) -> [f64; 16] {
    let rows = pose.to_matrix();
    std::array::from_fn(|x| rows[x / 4][x % 4])
}

/// The pose of B in A's frame, from the poses of both in the world: (4, 4), and exactly the one
/// that a world uses for them.
#[pyfunction]
pub fn relative<'py>(
    world_from_a: &Bound<'py, PyAny>,
    world_from_b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (a, b) = (one(Some(world_from_a))?, one(Some(world_from_b))?);
    let pose = a.relative(&b).map_err(failure::value)?;
    matrix(world_from_a.py(), &pose)
}
