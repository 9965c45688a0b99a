//! The Delaunay tetrahedralisation of points in space: no point lies strictly inside the sphere
//! through the corners of any tetrahedron.
//!
//! Points are inserted one by one (Bowyer 1981, Watson 1981): a walk finds where the new point is,
//! the tetrahedra whose spheres have it inside are the *cavity*, and the point is joined with every
//! face around that. The order is a *biased randomised* one (Amenta, Choi & Rote 2003): random
//! rounds, each several times as large as the one before, along a space-filling curve. Outside of
//! the hull there are *ghosts*, tetrahedra with a corner at infinity.
//!
//! # Points on one sphere
//!
//! A point on a sphere counts as outside of it. This is the Delaunay tetrahedralisation after the
//! points have been lifted, in four dimensions, by amounts next to nothing, the later inserted ones
//! by far more than the earlier ones (Devillers & Teillaud 2011): of five points on a sphere the
//! newest is the one that leaves it, outwards. A lift moves no point in space, so no tetrahedron is
//! flat: with a newest point p in the plane of a face abc, the tests of both tetrahedra beside the
//! face are that of the circle abc, and agree. So every face around the cavity is seen from p, and
//! the walk, which goes from sphere to sphere along an order of depth, ends.

mod build;
mod cavity;
mod check;
mod curve;
mod edges;
mod order;
mod start;

use crate::cells::{Cells, GHOST};
use closecall::engine::geom::DVec3;
use closecall::geom::range::PointError;

pub use check::DelaunayFault;
pub(crate) use edges::Edges;

/// The Delaunay tetrahedralisation of points.
///
/// ```
/// use closecall::engine::geom::DVec3;
/// use closecall_tetra::Delaunay;
/// let cube: Vec<DVec3> = (0..8).map(|i| DVec3::from([0, 1, 2].map(|k| f64::from(i >> k & 1)))).collect();
/// let delaunay = Delaunay::new(&cube)?;
/// assert!((5..=6).contains(&delaunay.tetrahedra().count()));
/// assert_eq!(delaunay.check(), Ok(()));
/// # Ok::<(), closecall_tetra::DelaunayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Delaunay {
    vertices: Vec<DVec3>,
    vertex_of_point: Vec<u32>,
    cells: Cells,
}

/// Why points have no tetrahedralisation.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DelaunayError {
    /// A point outside the range of exact computation.
    #[error("point {point}: {cause}")]
    OutOfRange {
        /// Which point, counted from 0.
        point: usize,
        /// Which coordinate.
        cause: PointError,
    },
    /// The points enclose no volume.
    #[error("the {points} points enclose no volume: they {}", flat_words(*dimensions))]
    NoVolume {
        /// The number of points.
        points: usize,
        /// Of what they span: none for no points, 0 for a point, 1 for a line, 2 for a plane.
        dimensions: Option<u8>,
    },
    /// More points than numbers for them.
    #[error("there are {points} points, and at most {MOST_POINTS} are possible")]
    TooMany {
        /// The number of points.
        points: usize,
    },
}

/// A vertex has fewer than 32 tetrahedra on average in all but contrived cases, and faces have
/// numbers of 32 bits.
const MOST_POINTS: usize = 1 << 25;

fn flat_words(dimensions: Option<u8>) -> &'static str {
    match dimensions {
        None => "are none",
        Some(0) => "are all at one place",
        Some(1) => "lie on one line",
        Some(_) => "lie in one plane",
    }
}

impl Delaunay {
    /// The tetrahedralisation of these points. Points at one place become one vertex.
    ///
    /// # Errors
    /// If a coordinate is out of range, or all points lie in one plane.
    pub fn new(points: &[DVec3]) -> Result<Self, DelaunayError> {
        for (point, p) in points.iter().enumerate() {
            closecall::geom::range::check_point(*p)
                .map_err(|cause| DelaunayError::OutOfRange { point, cause })?;
        }
        Self::of_carried(points)
    }

    /// The places of its vertices: every point once, neighbours near each other.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// Which vertex a point became.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn vertex_of_point(&self, point: usize) -> u32 {
        self.vertex_of_point[point]
    }

    /// Its tetrahedra, by vertices in positive order; without the ghosts.
    pub fn tetrahedra(&self) -> impl Iterator<Item = [u32; 4]> + '_ {
        self.cells.corners.iter().copied().filter(|corners| !corners.contains(&GHOST))
    }

    /// Its tetrahedra and their neighbours, and the ghosts beyond the hull.
    #[must_use]
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The tetrahedralisation of points that are known to be in the range of carried points.
    pub(crate) fn of_carried(points: &[DVec3]) -> Result<Self, DelaunayError> {
        if points.len() > MOST_POINTS {
            return Err(DelaunayError::TooMany { points: points.len() });
        }
        build::build(points)
    }

    pub(crate) fn into_parts(self) -> (Vec<DVec3>, Vec<u32>, Cells) {
        (self.vertices, self.vertex_of_point, self.cells)
    }
}
