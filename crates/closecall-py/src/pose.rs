//! Poses from numpy: a 4×4 matrix, or seven numbers tx, ty, tz, qw, qx, qy, qz; one or many.

use crate::arrays::numbers;
use crate::failure;
use closecall::Pose;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// What a caller handed in as a pose: one, or a batch.
pub enum Poses {
    /// A single pose: the answer is a single one too.
    One(Pose),
    /// A batch: an answer each.
    Many(Vec<Pose>),
}

impl Poses {
    /// Reads a pose or a batch; nothing is the identity.
    pub fn of(pose: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(pose) = pose.filter(|pose| !pose.is_none()) else {
            return Ok(Self::One(Pose::IDENTITY));
        };
        let array = numbers(pose, "a pose")?;
        let values = array.as_slice().map_err(failure::value)?;
        match array.shape() {
            [7] => Ok(Self::One(of_seven(values).map_err(failure::value)?)),
            [4, 4] => Ok(Self::One(of_matrix(values).map_err(failure::value)?)),
            [_, 7] => Ok(Self::Many(rows(values, 7, of_seven)?)),
            [_, 4, 4] => Ok(Self::Many(rows(values, 16, of_matrix)?)),
            shape => Err(failure::value(format!(
                "a pose has the shape (7,) or (4, 4), a batch (n, 7) or (n, 4, 4), not {shape:?}"
            ))),
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

/// Reads (n, 7) rows of translations and quaternions, as they are.
pub fn rows_of(rows: &Bound<'_, PyAny>) -> PyResult<Vec<Row>> {
    let array = numbers(rows, "a path")?;
    if !matches!(array.shape(), [_, 7]) {
        let shape = array.shape();
        return Err(failure::value(format!("a path has the shape (n, 7), not {shape:?}")));
    }
    let values = array.as_slice().map_err(failure::value)?.chunks_exact(7);
    Ok(values.map(|v| ([v[0], v[1], v[2]], [v[3], v[4], v[5], v[6]])).collect())
}

/// Reads a batch; a single pose is a batch of one.
pub fn many(poses: &Bound<'_, PyAny>) -> PyResult<Vec<Pose>> {
    Ok(match Poses::of(Some(poses))? {
        Poses::One(pose) => vec![pose],
        Poses::Many(poses) => poses,
    })
}

fn rows(
    values: &[f64],
    width: usize,
    read: impl Fn(&[f64]) -> Result<Pose, closecall::PoseError>,
) -> PyResult<Vec<Pose>> {
    let rows = values.chunks_exact(width).enumerate();
    rows.map(|(row, values)| {
        read(values).map_err(|error| failure::value(format!("pose {row}: {error}")))
    })
    .collect()
}

fn of_seven(v: &[f64]) -> Result<Pose, closecall::PoseError> {
    Pose::from_quaternion([v[0], v[1], v[2]], [v[3], v[4], v[5], v[6]])
}

fn of_matrix(v: &[f64]) -> Result<Pose, closecall::PoseError> {
    Pose::from_matrix(std::array::from_fn(|row| std::array::from_fn(|column| v[row * 4 + column])))
}

/// The pose as 16 numbers, row by row.
pub fn to_rows(pose: &Pose) -> [f64; 16] {
    let columns = pose.to_matrix().to_cols_array_2d();
    std::array::from_fn(|x| columns[x % 4][x / 4])
}

/// The pose of B in A's frame, from the poses of both in the world: (4, 4), and exactly the one that
/// a world uses for them.
#[pyfunction]
pub fn relative<'py>(
    world_from_a: &Bound<'py, PyAny>,
    world_from_b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (a, b) = (one(Some(world_from_a))?, one(Some(world_from_b))?);
    let pose = a.relative(&b).map_err(failure::value)?;
    PyArray1::from_slice(world_from_a.py(), &to_rows(&pose)).reshape([4, 4])
}
