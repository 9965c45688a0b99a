//! The triangles of a mesh as a builder sees them.

use closecall::engine::geom::{DVec3, Triangle};

/// Triangles, or pieces of them, and the points by which they are divided.
#[derive(Clone, Debug)]
pub struct Soup {
    /// Their corners.
    pub triangles: Vec<Triangle>,
    /// Their centroids, by which they are divided.
    pub centroids: Vec<DVec3>,
    /// The triangle of the mesh that each is a piece of; none where they are the triangles of the
    /// mesh themselves.
    pub(super) owners: Option<Vec<u32>>,
}

impl Soup {
    /// Prepares triangles for a builder.
    pub fn new(triangles: impl Iterator<Item = Triangle>) -> Self {
        let triangles: Vec<_> = triangles.collect();
        let centroids = triangles.iter().map(|t| (t[0] + t[1] + t[2]) / 3.0).collect();
        Self { triangles, centroids, owners: None }
    }

    /// The number of triangles or pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Is there nothing to build a tree of?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }
}
