//! Nearest neighbours among points of any dimension, in the Euclidean and in the largest-coordinate
//! norm: exact, or within a factor. (Klosowski 1998, §9.1: searching trees of bounding volumes)
//!
//! The volumes are the boxes of a balanced tree that halves the points along their widest extent; a
//! query carries the distance of its point from the box along, coordinate by coordinate (Arya &
//! Mount 1993, "incremental distances"). Leaves are blocks of points that are measured with SIMD.
//! **Rounding**: distances are compared in f64, and whatever comes within their rounding of the
//! best is kept and compared in integers in the end; so the neighbour that is told is the nearest
//! in exact arithmetic, and of several that are equally near the one with the lowest number.

mod build;
mod exact;
mod search;

pub use search::Neighbours;

use crate::geom::Interval;
use crate::geom::range::{MAX_COORDINATE, MIN_COORDINATE, is_coordinate};

/// How many points a leaf has room for.
const BLOCK: usize = 16;

/// How distances are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Norm {
    /// The root of the sum of squares, L₂.
    #[default]
    Euclidean,
    /// The largest difference of coordinates, L∞.
    Largest,
}

/// A point that is near another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// Its number.
    pub point: u32,
    /// How far it is.
    pub distance: Interval,
}

/// Why points were refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CloudError {
    /// There is nothing to be near to.
    #[error("the cloud has no point")]
    NoPoint,
    /// More points than a 31-bit number can count.
    #[error("the cloud has {count} points, more than the {} that can be numbered", i32::MAX)]
    TooManyPoints {
        /// How many.
        count: usize,
    },
    /// A coordinate outside the range of exact computation.
    #[error(
        "coordinate {axis} of point {point} is {value:e}: it must be 0 or between {MIN_COORDINATE:e} and {MAX_COORDINATE:e} in magnitude"
    )]
    OutOfRange {
        /// The point, 0-based; of a question, 0.
        point: usize,
        /// Which coordinate, 0-based.
        axis: usize,
        /// Its value.
        value: f64,
    },
    /// A factor that is not one.
    #[error("the factor is {epsilon}: it must be a finite number, and not negative")]
    BadFactor {
        /// What was given.
        epsilon: f64,
    },
}

/// Points of dimension `D`, ready to be asked for neighbours.
///
/// ```
/// use closecall::query::{Cloud, Norm};
/// let cloud = Cloud::new(vec![[0.0, 0.0], [3.0, 0.0], [2.0, 2.0]])?;
/// let mut neighbours = cloud.neighbours(Norm::Euclidean);
/// assert_eq!(neighbours.nearest(&[2.5, 0.5])?.point, 1);
/// assert_eq!(neighbours.nearest_few(&[0.0, 0.1], 2)?.iter().map(|n| n.point).collect::<Vec<_>>(), [0, 2]);
/// # Ok::<(), closecall::query::CloudError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cloud<const D: usize> {
    points: Vec<[f64; D]>,
    /// Where and along what each node divides: the root is 1, the halves of node k are 2k and
    /// 2k + 1.
    splits: Vec<Split>,
    /// How many leaves there are, a power of two.
    leaves: usize,
    /// Coordinate k of the points of leaf j is at (j·D + k)·[`BLOCK`]; unused places are infinite.
    blocks: Vec<[f64; BLOCK]>,
    numbers: Vec<[u32; BLOCK]>,
}

/// What is on the lower side has at most this coordinate, what is on the upper side at least this.
#[derive(Clone, Copy, Debug, Default)]
struct Split {
    value: f64,
    axis: u32,
}

impl<const D: usize> Cloud<D> {
    /// Checks the points and builds their tree.
    ///
    /// # Errors
    /// If there are none or too many, or a coordinate is out of range.
    pub fn new(points: Vec<[f64; D]>) -> Result<Self, CloudError> {
        match points.len() {
            0 => return Err(CloudError::NoPoint),
            count if count > i32::MAX as usize => return Err(CloudError::TooManyPoints { count }),
            _ => {}
        }
        points.iter().enumerate().try_for_each(|(number, point)| check(number, point))?;
        Ok(build::cloud(points))
    }

    /// The points, in the order given.
    #[must_use]
    pub fn points(&self) -> &[[f64; D]] {
        &self.points
    }

    /// Asks for neighbours.
    #[must_use]
    pub fn neighbours(&self, norm: Norm) -> Neighbours<'_, D> {
        Neighbours::new(self, norm)
    }
}

fn check<const D: usize>(number: usize, point: &[f64; D]) -> Result<(), CloudError> {
    let bad = point.iter().position(|&x| !is_coordinate(x));
    bad.map_or(Ok(()), |axis| {
        Err(CloudError::OutOfRange { point: number, axis, value: point[axis] })
    })
}
