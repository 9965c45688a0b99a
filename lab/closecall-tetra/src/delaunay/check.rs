//! Is a tetrahedralisation what it says? From its numbers alone, with exact predicates.

use super::Delaunay;
use crate::cells::{Face, GHOST};
use crate::sphere::Arithmetic;
use closecall::engine::geom::{DVec3, exact::orient3d};

/// A fault of a tetrahedralisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DelaunayFault {
    /// Neighbours do not agree.
    #[error("face {face} of tetrahedron {cell} is not its neighbour's")]
    Neighbours {
        /// The tetrahedron.
        cell: u32,
        /// Its face.
        face: usize,
    },
    /// A tetrahedron is flat or turned inside out.
    #[error("tetrahedron {cell} has no positive volume")]
    Volume {
        /// The tetrahedron.
        cell: u32,
    },
    /// The hull is not convex at a facet.
    #[error("the hull is not convex at the ghost {cell}")]
    Hull {
        /// The ghost beyond the facet.
        cell: u32,
    },
    /// A vertex lies inside a sphere.
    #[error("vertex {vertex} lies inside the sphere of tetrahedron {cell}")]
    Sphere {
        /// The tetrahedron.
        cell: u32,
        /// The vertex.
        vertex: u32,
    },
}

impl Delaunay {
    /// Looks at every face: neighbours agree, every volume is positive, the hull is convex, and the
    /// corner across no face is inside the sphere. Then the tetrahedra fill the hull once, and no
    /// vertex is inside any sphere (Delaunay's lemma).
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), DelaunayFault> {
        if let Some(face) = self.cells.disagreement() {
            return Err(DelaunayFault::Neighbours { cell: face.cell(), face: face.index() });
        }
        let arithmetic = Arithmetic::of(&self.vertices);
        (0..self.cells.len() as u32).try_for_each(|cell| {
            if self.cells.is_ghost(cell) {
                self.check_ghost(cell)
            } else {
                self.check_cell(cell, arithmetic)
            }
        })
    }

    fn at(&self, v: u32) -> DVec3 {
        self.vertices[v as usize]
    }

    fn check_cell(&self, cell: u32, arithmetic: Arithmetic) -> Result<(), DelaunayFault> {
        let [a, b, c, d] = self.cells.corners[cell as usize].map(|v| self.at(v));
        if orient3d(a, b, c, d) <= 0.0 {
            return Err(DelaunayFault::Volume { cell });
        }
        for i in 0..4 {
            let vertex = self.cells.apex(self.cells.twin(Face::new(cell, i)));
            if vertex != GHOST && arithmetic.in_sphere([a, b, c, d], self.at(vertex)) > 0.0 {
                return Err(DelaunayFault::Sphere { cell, vertex });
            }
        }
        Ok(())
    }

    /// The next facets' far corners are not beyond this facet.
    fn check_ghost(&self, cell: u32) -> Result<(), DelaunayFault> {
        let corners = self.cells.corners[cell as usize];
        let infinite = corners.iter().position(|&v| v == GHOST).expect("a ghost has one");
        let [a, b, c] = self.cells.face(Face::new(cell, infinite)).map(|v| self.at(v));
        let beyond = (0..4).filter(|&i| i != infinite).any(|i| {
            let next = self.cells.apex(self.cells.twin(Face::new(cell, i)));
            orient3d(a, b, c, self.at(next)) > 0.0
        });
        if beyond { Err(DelaunayFault::Hull { cell }) } else { Ok(()) }
    }
}
