//! Is a mesh what it says? From its numbers alone, in exact arithmetic.

use super::TetraMesh;
use super::complex::NONE;
use crate::cells::Face;
use crate::exact::{Exact, normal};
use crate::place::{aligned, volume};
use dashu_int::IBig;
use std::collections::HashMap;

/// A fault of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshFault {
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
    /// The volumes do not sum up to the box's.
    #[error("the volumes do not sum up to that of the box")]
    Sum,
    /// A labelled face is not part of the triangle that it is labelled with.
    #[error("face {face} of tetrahedron {cell} is not part of its triangle")]
    Astray {
        /// The tetrahedron.
        cell: u32,
        /// Its face.
        face: usize,
    },
    /// The faces of a triangle are not all of it.
    #[error("triangle {triangle} is not the union of its faces")]
    Uncovered {
        /// The triangle.
        triangle: u32,
    },
}

impl TetraMesh {
    /// Looks at everything: neighbours agree, volumes are positive and sum up to the box's exactly,
    /// and the faces labelled with a triangle lie in it and add up to it exactly.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), MeshFault> {
        if let Some(face) = self.cells.disagreement() {
            return Err(MeshFault::Neighbours { cell: face.cell(), face: face.index() });
        }
        self.check_volumes()?;
        self.check_faces()
    }

    fn check_volumes(&self) -> Result<(), MeshFault> {
        let (mut sum, mut unit) = (IBig::ZERO, 0);
        for cell in (0..self.cells.len() as u32).filter(|&cell| !self.cells.is_ghost(cell)) {
            let corners = self.cells.corners[cell as usize].map(|v| self.places.at(v));
            let (own, own_unit) = volume(corners);
            if own <= IBig::ZERO {
                return Err(MeshFault::Volume { cell });
            }
            let least = unit.min(own_unit);
            sum = (sum << (unit - least) as usize) + (own << (own_unit - least) as usize);
            unit = least;
        }
        let [low, high] =
            aligned([self.space.low, self.space.high].map(crate::place::Place::plain));
        let size = high.minus(&low);
        let [x, y, z] = &size.over;
        let (space, space_unit) = (IBig::from(6) * x * y * z, 3 * size.unit);
        let least = unit.min(space_unit);
        let equal = sum << (unit - least) as usize == space << (space_unit - least) as usize;
        if equal { Ok(()) } else { Err(MeshFault::Sum) }
    }

    /// All faces of a triangle turn as it does, lie in it, and their normals sum up to its own: so
    /// do their areas, and faces of a mesh do not overlap.
    fn check_faces(&self) -> Result<(), MeshFault> {
        let mut sums: HashMap<u32, Vec<Exact>> = HashMap::new();
        for face in (0..self.cells.len() as u32).flat_map(|c| (0..4).map(move |i| Face::new(c, i)))
        {
            let (cell, index) = (face.cell(), face.index());
            let label = self.labels[cell as usize][index];
            if label == NONE {
                continue;
            }
            let twin = self.cells.twin(face);
            let other = self.labels[twin.cell() as usize][twin.index()];
            if label ^ 1 != other || !self.is_part(face, label) {
                return Err(MeshFault::Astray { cell, face: index });
            }
            if label & 1 == 1 {
                let corners = self.cells.face(face).map(|v| self.places.at(v));
                sums.entry(label / 2).or_default().push(normal(&aligned(corners)));
            }
        }
        for (facet, known) in (0..).zip(&self.facets) {
            let own = normal(&aligned(known.corners.map(|v| self.places.at(v))));
            let parts = sums.remove(&facet).unwrap_or_default();
            let unit = parts.iter().map(|p| p.unit).min().unwrap_or(0).min(own.unit);
            let zero = Exact { over: [IBig::ZERO, IBig::ZERO, IBig::ZERO], unit };
            let sum = parts.iter().fold(zero, |sum, part| sum.plus(&part.in_unit(unit)));
            if sum != own.in_unit(unit) {
                return Err(MeshFault::Uncovered { triangle: known.triangles[0].0 });
            }
        }
        Ok(())
    }

    /// Are the corners of a face in the triangle of a label, and is the tetrahedron on the side
    /// that the label says?
    fn is_part(&self, face: Face, label: u32) -> bool {
        let [a, b, c] = self.facets[(label / 2) as usize].corners;
        let height = self.places.side([a, b, c, self.cells.apex(face)]);
        let beside = if label & 1 == 1 { height > 0.0 } else { height < 0.0 };
        let apex = self.cells.apex(face);
        let apex = if height > 0.0 { [a, b, c, apex] } else { [b, a, c, apex] };
        let [a, b, c, apex] = apex;
        beside
            && self.cells.face(face).into_iter().all(|v| {
                let within = [[a, b], [b, c], [c, a]];
                self.places.side([a, b, c, v]) == 0.0
                    && within.into_iter().all(|[p, q]| self.places.side([p, q, v, apex]) >= 0.0)
            })
    }
}
