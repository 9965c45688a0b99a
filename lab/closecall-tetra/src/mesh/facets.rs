//! Every triangle of the obstacles becomes a union of faces of tetrahedra, once its edges are
//! chains.
//!
//! A front runs over the triangle from its boundary inwards. Left of a front edge there is either a
//! face in the triangle's plane, which is taken, or a tetrahedron that the plane cuts: then the
//! edge opposite crosses the plane inside the triangle, and a Steiner point divides it there.
//!
//! Why inside: the boundary of the triangle consists of edges of tetrahedra, so it passes through
//! the inside of no tetrahedron and no face. What the plane cuts off inside a tetrahedron is
//! therefore in the triangle wholly or not at all, and so are the places where its edges cross the
//! plane.
//!
//! Why it ends: a point on the plane adds no edge that crosses it, and what lies in the plane is
//! not touched again, by this triangle or by others, as others do not cross it.

use super::TetraError;
use super::complex::Complex;
use super::steiner::{BITS, on_triangle};
use crate::cells::{FACES, Face};
use std::collections::HashSet;

/// A triangle on the way to its facets.
pub(super) struct Facet {
    /// Its corners.
    pub(super) corners: [u32; 3],
    /// A vertex above it: its corners run counterclockwise from there.
    pub(super) above: u32,
    /// The label of its faces.
    pub(super) label: u32,
    /// A triangle of the mesh, for errors.
    pub(super) triangle: u32,
}

/// The rest of a front edge.
enum Left {
    /// A face with this corner.
    Face(u32),
    /// A tetrahedron, by the ends of the edge that crosses the plane.
    Cut(u32, [u32; 2]),
}

impl Complex {
    /// Divides tetrahedra until a triangle is a union of faces, and labels them. The boundary is
    /// given by chains that follow each other counterclockwise.
    pub(super) fn cover(&mut self, facet: &Facet, boundary: &[u32]) -> Result<(), TetraError> {
        let mut flat: HashSet<u32> = boundary.iter().copied().collect();
        let next = boundary.iter().cycle().skip(1);
        let mut stack: Vec<[u32; 2]> = boundary.iter().zip(next).map(|(&u, &v)| [u, v]).collect();
        let mut front: HashSet<[u32; 2]> = stack.iter().copied().collect();
        while let Some([u, v]) = stack.pop() {
            if !front.contains(&[u, v]) {
                continue;
            }
            let w = match self.left(facet, &flat, [u, v]) {
                Left::Face(w) => w,
                Left::Cut(cell, ends) => self.divide_triangle(facet, cell, ends)?,
            };
            flat.insert(w);
            self.label(facet, [u, v, w]);
            for [p, q] in [[u, v], [v, w], [w, u]] {
                if !front.remove(&[p, q]) {
                    front.insert([q, p]);
                    stack.push([q, p]);
                }
            }
        }
        Ok(())
    }

    fn height(&self, facet: &Facet, flat: &HashSet<u32>, v: u32) -> f64 {
        let [a, b, c] = facet.corners;
        if flat.contains(&v) { 0.0 } else { self.places.side([a, b, c, v]) }
    }

    /// The thing in the plane to the left of an edge.
    fn left(&mut self, facet: &Facet, flat: &HashSet<u32>, [u, v]: [u32; 2]) -> Left {
        let cell = self.cell_with(u, v).expect("the front consists of edges");
        for cell in self.ring(cell, u, v) {
            let corners = self.cells.corners[cell as usize];
            let mut others = corners.into_iter().filter(|&w| w != u && w != v);
            let [x, y] = [0, 1].map(|_| others.next().expect("two opposite corners"));
            let [h, k] = [x, y].map(|w| self.height(facet, flat, w));
            for (w, height) in [(x, h), (y, k)] {
                if height == 0.0 && self.places.side([u, v, w, facet.above]) > 0.0 {
                    return Left::Face(w);
                }
            }
            if h.min(k) < 0.0 && h.max(k) > 0.0 {
                let [x, y] = if h > 0.0 { [x, y] } else { [y, x] };
                // With x above and y below, the wedge from x to y turns to the left of uv.
                if self.places.side([u, v, x, y]) < 0.0 {
                    return Left::Cut(cell, [x, y]);
                }
            }
        }
        unreachable!("the tetrahedra around an edge fill all directions")
    }

    fn divide_triangle(
        &mut self,
        facet: &Facet,
        cell: u32,
        ends: [u32; 2],
    ) -> Result<u32, TetraError> {
        let cavity = self.ring(cell, ends[0], ends[1]);
        for bits in BITS {
            let at = |v: u32| self.places.at(v);
            if let Some(exact) = on_triangle(facet.corners.map(at), ends.map(at), bits) {
                let vertex = self.places.push(exact);
                if self.fill(&cavity, vertex) {
                    return Ok(vertex);
                }
                self.places.pop();
            }
        }
        Err(TetraError::TooFine { triangle: facet.triangle, bits: BITS[BITS.len() - 1] })
    }

    /// Labels a face on both sides.
    fn label(&mut self, facet: &Facet, [u, v, w]: [u32; 3]) {
        let cell = self.cell_with(u, v).expect("a face has edges");
        let ring = self.ring(cell, u, v);
        for cell in ring {
            let corners = self.cells.corners[cell as usize];
            if !corners.contains(&w) {
                continue;
            }
            let apex = (0..4).find(|&i| ![u, v, w].contains(&corners[i])).expect("a fourth");
            let face = FACES[apex].map(|i| corners[i]);
            // The corners of the face, seen from its apex, run counterclockwise.
            let is_above = [[u, v, w], [v, w, u], [w, u, v]].contains(&face);
            self.labels[cell as usize][apex] = 2 * facet.label + u32::from(is_above);
            debug_assert!(self.cells.twin(Face::new(cell, apex)).cell() != cell);
        }
    }
}
