//! A tetrahedral mesh of the box around obstacles, in which every obstacle triangle is a union of
//! faces. (Klosowski 1998, §2.2)
//!
//! # What is promised
//!
//! 1. The tetrahedra fill a box that has all obstacles strictly inside. Each has an exactly
//!    positive volume, and neighbours share whole faces.
//! 2. Every obstacle triangle with area is *exactly* a union of faces, and these are labelled with
//!    it. Steiner points make it so. They are placed by parameters that are multiples of a power of
//!    two, on the edge or triangle that they divide, so they lie on it exactly; their coordinates
//!    are integers times powers of two, and only filters see them rounded. Nothing conforms up to a
//!    tolerance. (`steiner`, `edges`, `facets` have the proofs.)
//! 3. So collision answers are exact. If a flying triangle meets an obstacle triangle at a point x,
//!    then x is in the flying body's box and on a labelled face, and the tetrahedra that have the
//!    face meet the box. All tetrahedra that meet the box are reached from any of them across
//!    faces: the box is convex, and around each of its points the tetrahedra are joined by faces.
//!    What is found there are candidates; the pair of original triangles decides, by the library's
//!    exact test.
//! 4. If the obstacles are closed, every tetrahedron has the exact winding number of its inside: 0
//!    at the box's corner, and known changes across labelled faces.
//!
//! The mesh starts as the Delaunay tetrahedralisation of the obstacles' vertices; Steiner points
//! divide tetrahedra where they are, so afterwards spheres need not be empty. Obstacles may share
//! corners and edges, repeat triangles, and have corners or edges on faces of others. Those that
//! intersect are refused, with two triangles named. Triangles without area bound nothing: they are
//! kept in a list that every query looks through.

mod build;
mod check;
mod complex;
mod edges;
mod error;
mod facets;
mod gate;
mod locate;
mod marks;
mod search;
mod shoot;
mod solid;
mod steiner;

use crate::cells::Cells;
use crate::place::Places;
use closecall::Mesh;
use closecall::engine::geom::{Aabb, DVec3};
use std::sync::Arc;

pub use check::MeshFault;
pub use error::TetraError;
pub use locate::Where;
pub use search::TetraSearch;
pub use solid::{FlyingSolid, SolidTouch};

/// A tetrahedral mesh around obstacles. See the module.
///
/// ```
/// use closecall::engine::geom::DVec3;
/// use closecall::{Pose, mesh::shapes};
/// use closecall_space::{Flying, SpaceIndex, SpaceWork};
/// use closecall_tetra::TetraMesh;
/// use std::sync::Arc;
/// let ball = Arc::new(shapes::icosphere(1.0, 2));
/// let mut search = TetraMesh::new(ball)?.search();
/// let mut cube = Flying::new(Arc::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE)));
/// let pose = Pose::from_translation([0.9, 0.0, 0.0])?;
/// assert!(search.first_contact(&mut cube, &pose, &mut SpaceWork::default()).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TetraMesh {
    obstacles: Arc<Mesh>,
    cells: Cells,
    places: Places,
    /// Of each face: see [`complex`].
    labels: Vec<[u32; 4]>,
    facets: Vec<Facet>,
    /// Triangles without area.
    thin: Vec<u32>,
    /// Of each triangle, the first one of the connected part that it belongs to.
    part_of: Vec<u32>,
    /// A box around each tetrahedron.
    boxes: Vec<Aabb>,
    /// Around the obstacles.
    bounds: Aabb,
    /// The box that the tetrahedra fill.
    space: Aabb,
    /// The winding number inside each tetrahedron, if the obstacles are closed.
    winding: Option<Vec<i32>>,
    /// The number of vertices that are not the obstacles' or the box's.
    steiner: usize,
}

/// A place in space that one or more obstacle triangles take up.
#[derive(Clone, Debug)]
struct Facet {
    /// Its corners, as vertices.
    corners: [u32; 3],
    /// The triangles, and whether they turn as the corners do.
    triangles: Vec<(u32, bool)>,
}

impl Facet {
    /// How often the surface passes here, one way more than the other.
    fn net(&self) -> i32 {
        self.triangles.iter().map(|&(_, forward)| if forward { 1 } else { -1 }).sum()
    }
}

impl TetraMesh {
    /// Meshes the space around obstacles.
    ///
    /// # Errors
    /// If obstacles intersect; the error names two triangles.
    pub fn new(obstacles: Arc<Mesh>) -> Result<Self, TetraError> {
        build::build(obstacles)
    }

    /// The obstacles.
    #[must_use]
    pub fn obstacles(&self) -> &Mesh {
        &self.obstacles
    }

    /// The number of tetrahedra.
    #[must_use]
    pub fn tetrahedron_count(&self) -> usize {
        self.tetrahedra().count()
    }

    /// The number of Steiner points.
    #[must_use]
    pub fn steiner_count(&self) -> usize {
        self.steiner
    }

    /// The number of faces the obstacles were divided into.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.labels.iter().flatten().filter(|&&label| label != complex::NONE).count() / 2
    }

    /// The box that the tetrahedra fill.
    #[must_use]
    pub fn space(&self) -> Aabb {
        self.space
    }

    /// The corners of every tetrahedron, Steiner points rounded; and the winding number inside, if
    /// the obstacles are closed.
    pub fn tetrahedra(&self) -> impl Iterator<Item = ([DVec3; 4], Option<i32>)> + '_ {
        let real = (0..self.cells.len() as u32).filter(|&cell| !self.cells.is_ghost(cell));
        real.map(|cell| {
            let corners = self.cells.corners[cell as usize].map(|v| self.places.near(v));
            (corners, self.winding.as_ref().map(|winding| winding[cell as usize]))
        })
    }

    /// The triangles that a label stands for.
    fn triangles_of(&self, label: u32) -> impl Iterator<Item = u32> + '_ {
        self.facets[(label / 2) as usize].triangles.iter().map(|&(triangle, _)| triangle)
    }
}
