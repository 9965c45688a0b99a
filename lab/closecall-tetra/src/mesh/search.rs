//! Which obstacles does a flying body touch? (Klosowski 1998, §2.2.2)
//!
//! A corner of the body's box is tracked from pose to pose by a walk. From its tetrahedron, all
//! whose boxes overlap the body's are found across faces (phase I). The obstacles on their faces
//! are tested against every flying triangle (phase II).

use super::TetraMesh;
use super::complex::NONE;
use super::locate::overlap;
use closecall::Mesh;
use closecall::engine::geom::{Aabb, GlamMesh as _, Triangle, exact::meet};
use closecall_space::{Flying, IndexFigures, SpaceIndex, SpaceWork, Visitor};
use std::sync::Arc;

/// A mesh, and the tetrahedron in which the last query began.
#[derive(Debug)]
pub struct TetraSearch {
    mesh: Arc<TetraMesh>,
    at: u32,
    /// Of each tetrahedron and of each facet, the query in which it was found last.
    cell_seen: Vec<u32>,
    facet_seen: Vec<u32>,
    query: u32,
    cells: Vec<u32>,
    found: Vec<(u32, Triangle, Aabb)>,
}

impl TetraMesh {
    /// Ready to be flown through.
    #[must_use]
    pub fn search(self) -> TetraSearch {
        TetraSearch::new(Arc::new(self))
    }
}

impl TetraSearch {
    /// A search that begins somewhere.
    #[must_use]
    pub fn new(mesh: Arc<TetraMesh>) -> Self {
        let (cell_seen, facet_seen) = (vec![0; mesh.cells.len()], vec![0; mesh.facets.len()]);
        let (at, query) = (mesh.some_cell(), 0);
        Self { mesh, at, cell_seen, facet_seen, query, cells: Vec::new(), found: Vec::new() }
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &TetraMesh {
        &self.mesh
    }

    /// Phase I: the obstacles whose boxes overlap a box, among those on faces of tetrahedra there.
    pub(super) fn candidates(&mut self, bounds: &Aabb, work: &mut SpaceWork) {
        self.found.clear();
        let mesh = self.mesh.clone();
        if !overlap(bounds, &mesh.bounds) {
            return;
        }
        let corner = bounds.low.clamp(mesh.space.low, mesh.space.high);
        self.at = mesh.walk(self.at, corner);
        self.start();
        self.cell_seen[self.at as usize] = self.query;
        self.cells.push(self.at);
        while let Some(cell) = self.cells.pop() {
            work.cells += 1;
            for i in 0..4 {
                let label = mesh.labels[cell as usize][i];
                if label != NONE {
                    self.offer(&mesh, label / 2, bounds, work);
                }
                let beyond = mesh.cells.across[cell as usize][i].cell() as usize;
                if self.cell_seen[beyond] != self.query {
                    self.cell_seen[beyond] = self.query;
                    if overlap(&mesh.boxes[beyond], bounds) {
                        self.cells.push(beyond as u32);
                    }
                }
            }
        }
        for &triangle in &mesh.thin {
            self.keep(&mesh, triangle, bounds, work);
        }
    }

    /// Nothing has been seen.
    fn start(&mut self) {
        if self.query == u32::MAX {
            self.cell_seen.fill(0);
            self.facet_seen.fill(0);
            self.query = 0;
        }
        self.query += 1;
    }

    fn offer(&mut self, mesh: &TetraMesh, facet: u32, bounds: &Aabb, work: &mut SpaceWork) {
        if std::mem::replace(&mut self.facet_seen[facet as usize], self.query) != self.query {
            for &(triangle, _) in &mesh.facets[facet as usize].triangles {
                self.keep(mesh, triangle, bounds, work);
            }
        }
    }

    fn keep(&mut self, mesh: &TetraMesh, triangle: u32, bounds: &Aabb, work: &mut SpaceWork) {
        work.box_tests += 1;
        let corners = mesh.obstacles.triangle_at(triangle as usize);
        let around = Aabb::around(corners);
        if overlap(&around, bounds) {
            self.found.push((triangle, corners, around));
        }
    }

    /// The triangles that the last call of [`Self::candidates`] found.
    pub(super) fn found(&self) -> impl Iterator<Item = u32> + '_ {
        self.found.iter().map(|&(triangle, ..)| triangle)
    }

    /// The tetrahedron that has a point, found from the last one.
    pub(super) fn cell_at(&self, point: closecall::engine::geom::DVec3) -> u32 {
        self.mesh.walk(self.at, point)
    }
}

impl SpaceIndex for TetraSearch {
    fn name(&self) -> &'static str {
        "tetra-mesh"
    }

    fn obstacles(&self) -> &Mesh {
        &self.mesh.obstacles
    }

    fn figures(&self) -> IndexFigures {
        let mesh = &self.mesh;
        let cells = mesh.cells.len();
        let bytes = cells * (size_of::<[u32; 12]>() + size_of::<Aabb>())
            + mesh.places.len() * 32
            + mesh.facets.len() * (size_of::<super::Facet>() + 8);
        let stored = mesh.face_count();
        IndexFigures { stored, cells: mesh.tetrahedron_count(), height: 0, bytes, cut_short: false }
    }

    fn visit_placed(
        &mut self,
        flying: &mut Flying,
        work: &mut SpaceWork,
        visitor: &mut Visitor<'_>,
    ) {
        self.candidates(&flying.bounds(), work);
        if self.found.is_empty() {
            return;
        }
        work.full_checks += 1;
        flying.carry();
        for number in 0..flying.mesh().triangle_count() {
            let triangle = flying.triangle(number);
            let around = Aabb::around(triangle);
            for (obstacle, corners, bounds) in &self.found {
                work.box_tests += 1;
                if !overlap(bounds, &around) {
                    continue;
                }
                let verdict = meet(corners, &triangle);
                work.triangle_tests += 1;
                work.exact_tests += u64::from(verdict.exact);
                if verdict.meets && visitor(*obstacle, number as u32).is_break() {
                    return;
                }
            }
        }
    }

    fn fork(&self) -> Box<dyn SpaceIndex> {
        Box::new(Self::new(self.mesh.clone()))
    }
}
