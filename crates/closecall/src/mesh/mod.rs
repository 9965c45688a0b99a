//! Triangle soups, checked once at the door; files they come from, shapes made by rule, and what
//! can be said of them.

mod arrays;
pub(crate) mod closed;
pub(crate) mod inspect;
pub(crate) mod load;
mod loose;
pub mod scale;
pub mod shapes;
mod units;
mod weld;
pub(crate) mod write;

pub use self::closed::{OpenEdge, OpenMesh};
pub use self::inspect::{Inspection, inspect};
pub use self::load::{
    Format, LoadError, LoadOptions, Loaded, Outside, Part, Place, Problem, SystemError, Unit,
    UpAxis, Warning, load, load_bytes, load_with,
};
pub use self::scale::ScaleFactor;
pub use self::units::{FileUnitsError, UnitsDiffer};
pub use self::write::{
    CONTACT_COLOURS, Colour, Painted, WriteError, WriteFormat, Written, write, write_as,
    write_contacts, write_contacts_as, write_painted, write_painted_as,
};

use crate::geom::range::{MAX_COORDINATE, MIN_COORDINATE, is_coordinate};
use crate::geom::vectors::vectors;
use crate::geom::{Aabb, DVec3, Triangle};
use crate::store::Store;

/// Vertices and triangles that index into them. No topology is assumed: cracks, self-intersections,
/// duplicates and zero-area triangles are legal. There is at least one triangle, every index is in
/// bounds and every coordinate is in the range of [`crate::geom::range`]. A mesh from a file that
/// states a unit keeps it ([`Mesh::unit`]).
#[derive(Clone, Debug)]
pub struct Mesh {
    vertices: Store<DVec3>,
    triangles: Store<[u32; 3]>,
    unit: Option<Unit>,
}

/// Two meshes are equal if their vertices and triangles are: numbers are compared, not units.
impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.triangles == other.triangles
    }
}

/// The plain arrays of a mesh, for loops that look up many triangles.
#[derive(Clone, Copy)]
pub(crate) struct Corners<'m> {
    vertices: &'m [DVec3],
    triangles: &'m [[u32; 3]],
}

/// Why a mesh was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There is nothing to collide with.
    #[error("the mesh has no triangle")]
    NoTriangle,
    /// More triangles than a 31-bit number can count.
    #[error("the mesh has {count} triangles, more than the {MAX_TRIANGLES} that can be numbered")]
    TooManyTriangles {
        /// The number of them.
        count: usize,
    },
    /// An index out of bounds.
    #[error("triangle {triangle} refers to vertex {vertex}, but there are {vertices}")]
    NoSuchVertex {
        /// The triangle, 0-based.
        triangle: usize,
        /// The vertex it names, 0-based.
        vertex: u64,
        /// The number of vertices.
        vertices: usize,
    },
    /// A flat array that is not made of threes.
    #[error("there are {count} {what}, which is not a multiple of 3")]
    NotThrees {
        /// Its contents: `coordinates` or `vertex numbers`.
        what: &'static str,
        /// The number of them.
        count: usize,
    },
    /// Other places for other vertices than the mesh has.
    #[error("there are {given} vertices, but the mesh has {expected}")]
    OtherVertices {
        /// The number that was given.
        given: usize,
        /// The number that the mesh has.
        expected: usize,
    },
    /// A coordinate outside the range of exact computation.
    #[error(
        "vertex {vertex} has {axis} = {value:e}: a coordinate must be 0 or between {MIN_COORDINATE:e} and {MAX_COORDINATE:e} in magnitude"
    )]
    BadCoordinate {
        /// The vertex, 0-based.
        vertex: usize,
        /// `x`, `y` or `z`.
        axis: char,
        /// Its value.
        value: f64,
    },
}

/// The most triangles a mesh can have: ids keep a bit free for the trees.
pub const MAX_TRIANGLES: usize = (1 << 31) - 1;

impl Mesh {
    /// Checks and takes a triangle soup.
    pub fn new(
        vertices: Vec<impl Into<[f64; 3]>>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<Self, MeshError> {
        let vertices = vectors(vertices);
        Self::check(&vertices, &triangles)?;
        Ok(Self { vertices: vertices.into(), triangles: triangles.into(), unit: None })
    }

    /// [`Mesh::new`] for arrays that may lie in a file.
    #[cfg(feature = "tree-file")]
    pub(crate) fn stored(
        vertices: Store<DVec3>,
        triangles: Store<[u32; 3]>,
    ) -> Result<Self, MeshError> {
        Self::check(&vertices, &triangles)?;
        Ok(Self { vertices, triangles, unit: None })
    }

    fn check(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Result<(), MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::NoTriangle);
        }
        if triangles.len() > MAX_TRIANGLES {
            return Err(MeshError::TooManyTriangles { count: triangles.len() });
        }
        for (vertex, v) in vertices.iter().enumerate() {
            for (axis, value) in ['x', 'y', 'z'].into_iter().zip(v.to_array()) {
                if !is_coordinate(value) {
                    return Err(MeshError::BadCoordinate { vertex, axis, value });
                }
            }
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertices.len()) {
                let vertex = u64::from(vertex);
                return Err(MeshError::NoSuchVertex { triangle, vertex, vertices: vertices.len() });
            }
        }
        Ok(())
    }

    /// The vertices, in the order given.
    #[must_use]
    pub fn vertices(&self) -> &[[f64; 3]] {
        bytemuck::cast_slice(&self.vertices)
    }

    /// [`Mesh::vertices`] as vectors.
    pub(crate) fn points(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The vertex numbers of every triangle, in the order given.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The number of triangles; at least one.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// The lowest and the highest corner of the box around all triangles. Vertices that no triangle
    /// uses do not count.
    #[must_use]
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        let Aabb { low, high } = self.aabb();
        [low.into(), high.into()]
    }

    /// [`Mesh::bounds`] as vectors.
    pub(crate) fn aabb(&self) -> Aabb {
        Aabb::around(self.iter().flatten())
    }

    /// The corners of triangle `index`.
    ///
    /// # Panics
    /// If there is no such triangle.
    #[inline]
    #[must_use]
    pub fn triangle(&self, index: usize) -> [[f64; 3]; 3] {
        bytemuck::cast(self.triangle_at(index))
    }

    /// The corners of all triangles, in order.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = [[f64; 3]; 3]> + '_ {
        self.iter().map(bytemuck::cast)
    }

    /// [`Mesh::triangle`] as vectors.
    #[inline]
    #[must_use]
    pub(crate) fn triangle_at(&self, index: usize) -> Triangle {
        self.indexed().triangle(index)
    }

    /// [`Mesh::corners`] as vectors.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Triangle> + '_ {
        let corners = self.indexed();
        (0..corners.triangles.len()).map(move |index| corners.triangle(index))
    }

    #[inline(always)]
    pub(crate) fn indexed(&self) -> Corners<'_> {
        Corners { vertices: &self.vertices, triangles: &self.triangles }
    }
}

impl Corners<'_> {
    /// As [`Mesh::triangle`].
    #[inline(always)]
    pub(crate) fn triangle(&self, index: usize) -> Triangle {
        // Spelled out: `map` on arrays is not always inlined, and this is in the innermost loop.
        let [p, q, r] = self.triangles[index];
        [self.vertices[p as usize], self.vertices[q as usize], self.vertices[r as usize]]
    }
}
