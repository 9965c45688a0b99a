//! Meshes that bend: which triangles meet while their vertices move along straight lines from one
//! state to the next?
//!
//! **The contract.** A [`DeformingMesh`] has two states, of the same triangles. Between them every
//! vertex moves along a straight line at a constant speed, from time 0 to time 1; this motion is
//! the real one, not its samples. Two triangles *meet* at the first time at which they share a
//! point. A pair that is not reported is proved not to meet; a reported pair has a time before
//! which it does not, and either comes as near as the tolerance at that time, or is undecided from
//! there on ([`Close`]).
//!
//! Of one mesh with itself, two triangles that share a vertex always touch there. So between
//! neighbours only their corners against faces, and edges against edges, count that have no vertex
//! in common. Triangles with the same three vertices meet from the start. Two vertices are the same
//! if they have one number, or are at the same place in both states.

mod neighbours;
mod pair;

pub use pair::{DeformingPair, Meetings, TriangleMeeting};

use crate::Answer;
use crate::geom::straight::{Close, Straight, StraightLimits, first_meeting};
use crate::geom::vectors::vectors;
use crate::geom::{Clearance, DVec3};
use crate::mesh::{Mesh, MeshError};
use crate::parallel;
use crate::wide::{BuildOptions, Deforming, SweptBounds, Tree, swept_candidates};
use neighbours::same_vertices;

/// A mesh that moves from one state to another, and the tree around both.
///
/// ```
/// use closecall::geom::straight::StraightLimits;
/// use closecall::query::{DeformingMesh, DeformingPair};
/// use closecall::mesh::shapes;
/// let floor = shapes::cuboid([-2.0, -2.0, -1.0], [2.0, 2.0, 0.0]);
/// let cube = shapes::cuboid([0.0, 0.0, 1.0], [1.0, 1.0, 2.0]);
/// // The cube's lower face is pulled through the floor; its upper face stays.
/// let pulled = |&[x, y, z]: &[f64; 3]| if z < 1.5 { [x, y, z - 4.0] } else { [x, y, z] };
/// let pulled = cube.vertices().iter().map(pulled).collect::<Vec<_>>();
/// let still = floor.vertices().to_vec();
/// let pair = DeformingPair::new(DeformingMesh::new(floor, still)?, DeformingMesh::new(cube, pulled)?)?;
/// let found = pair.meetings(&StraightLimits::new(1e-9, 1000));
/// assert!((found.clear_until - 0.25).abs() < 1e-6); // from a height of 1 at a speed of 4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DeformingMesh {
    start: Mesh,
    end: Mesh,
    tree: Tree,
    bounds: Vec<SweptBounds>,
    /// The first of all vertices that are the same, for every vertex.
    vertices: Vec<u32>,
}

impl DeformingMesh {
    /// A mesh, and where its vertices go.
    ///
    /// # Errors
    /// If there are not as many vertices as the mesh has, or a coordinate is out of range.
    pub fn new(start: Mesh, end: Vec<impl Into<[f64; 3]>>) -> Result<Self, MeshError> {
        let end = vectors(end);
        let end = start.with_vertices(end)?;
        let tree = Tree::build_swept(&start, &end, &BuildOptions::default());
        let (bounds, vertices) = (SweptBounds::of_all(&start, &end), same_vertices(&start, &end));
        Ok(Self { start, end, tree, bounds, vertices })
    }

    /// The next state: the motion starts where it ended, and the boxes of the tree are fitted anew,
    /// which is several times faster than a build.
    ///
    /// # Errors
    /// If there are not as many vertices as the mesh has, or a coordinate is out of range; then
    /// nothing changes.
    pub fn advance(&mut self, next: Vec<impl Into<[f64; 3]>>) -> Result<(), MeshError> {
        let next = vectors(next);
        let next = self.end.with_vertices(next)?;
        self.start = std::mem::replace(&mut self.end, next);
        self.tree.refit_swept(&self.start, &self.end);
        self.bounds = SweptBounds::of_all(&self.start, &self.end);
        self.vertices = same_vertices(&self.start, &self.end);
        Ok(())
    }

    /// The mesh at time 0.
    #[must_use]
    pub fn start(&self) -> &Mesh {
        &self.start
    }

    /// The mesh at time 1.
    #[must_use]
    pub fn end(&self) -> &Mesh {
        &self.end
    }

    /// The growth of the tree's boxes since it was built, relative to the whole; beyond 2 a new
    /// [`DeformingMesh::new`] pays.
    #[must_use]
    pub fn wear(&self) -> f64 {
        self.tree.wear()
    }

    /// When do a triangle of this and one of another mesh first meet?
    ///
    /// # Panics
    /// If there is no such triangle.
    #[must_use]
    pub fn meeting(
        &self,
        other: &Self,
        (i, j): (u32, u32),
        limits: &StraightLimits,
    ) -> Answer<Close, f64> {
        first_meeting(&self.straight(i), &other.straight(j), limits)
    }

    /// When do two triangles of this mesh first meet, beyond what they share?
    ///
    /// # Panics
    /// If there is no such triangle.
    #[must_use]
    pub fn self_meeting(&self, (i, j): (u32, u32), limits: &StraightLimits) -> Answer<Close, f64> {
        let [first, second] =
            [i, j].map(|t| self.start.triangles()[t as usize].map(|v| self.vertices[v as usize]));
        match neighbours::shared(first, second) {
            0 => self.meeting(self, (i, j), limits),
            _ => neighbours::first_meeting(self, first, second, limits),
        }
    }

    /// Every two triangles of this mesh that meet, or may, beyond what they share.
    #[must_use]
    pub fn self_meetings(&self, limits: &StraightLimits) -> Meetings {
        let mut candidates = self.candidates(self, limits);
        candidates.retain(|&(i, j)| i < j);
        Meetings::of(candidates, |pair| self.self_meeting(pair, limits))
    }

    /// Pairs of triangles whose swept boxes come within the tolerance.
    fn candidates(&self, other: &Self, limits: &StraightLimits) -> Vec<(u32, u32)> {
        let clearance = Clearance::new(limits.tolerance.max(0.0)).unwrap_or(Clearance::NONE);
        swept_candidates([self.parts(), other.parts()], clearance)
    }

    fn parts(&self) -> Deforming<'_> {
        Deforming { tree: &self.tree, mesh: &self.start, bounds: &self.bounds }
    }

    fn straight(&self, triangle: u32) -> Straight {
        let [from, to] = [&self.start, &self.end].map(|mesh| mesh.triangle_at(triangle as usize));
        Straight::triangle(from, to).expect("coordinates of a mesh are in range")
    }

    /// A vertex, on its way.
    fn vertex(&self, vertex: u32) -> [DVec3; 2] {
        [self.start.points()[vertex as usize], self.end.points()[vertex as usize]]
    }
}

impl Meetings {
    /// Judges candidates, on all cores.
    fn of(
        candidates: Vec<(u32, u32)>,
        judge: impl Fn((u32, u32)) -> Answer<Close, f64> + Sync,
    ) -> Self {
        let count = candidates.len();
        let judge = |&(a, b): &(u32, u32)| match judge((a, b)) {
            Answer::Clear => None,
            first => Some(TriangleMeeting { a, b, first }),
        };
        let mut meetings = parallel::filter_map(count, 1, |i| judge(&candidates[i]));
        meetings.sort_unstable_by_key(|meeting| (meeting.a, meeting.b));
        let clear_until = meetings.iter().map(TriangleMeeting::clear_until).fold(1.0, f64::min);
        Self { meetings, candidates: count, clear_until }
    }
}
