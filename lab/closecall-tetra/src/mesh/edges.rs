//! Every edge of the obstacles becomes a chain of edges of tetrahedra.
//!
//! From one end the edge leaves through a vertex, an edge or a face of the tetrahedra around it.
//! Where it crosses an edge or a face, a Steiner point divides what it crosses, and the edge goes
//! on from there. Every crossing is of a face that was there before, so the chain has an end.

use super::TetraError;
use super::complex::Complex;
use super::steiner::{BITS, on_edge};
use crate::cells::Face;

/// The next thing that an edge meets.
enum Next {
    Vertex(u32),
    /// The inside of an edge or a face: the tetrahedra that have it, and the face.
    Cross(Vec<u32>, [u32; 3]),
}

impl Complex {
    /// The vertices along the edge between two, both included.
    pub(super) fn chain(&mut self, ends: [u32; 2], triangle: u32) -> Result<Vec<u32>, TetraError> {
        let mut chain = vec![ends[0]];
        let mut at = ends[0];
        while at != ends[1] {
            at = match self.next(at, ends[1]) {
                Next::Vertex(v) => v,
                Next::Cross(cavity, face) => self.divide_edge(ends, &cavity, face, triangle)?,
            };
            chain.push(at);
        }
        Ok(chain)
    }

    /// The first thing that the way from a vertex to another meets.
    fn next(&mut self, from: u32, to: u32) -> Next {
        let star = self.star(from);
        if star.iter().any(|&cell| self.cells.corners[cell as usize].contains(&to)) {
            return Next::Vertex(to);
        }
        for &cell in &star {
            let corners = self.cells.corners[cell as usize];
            let own = corners.iter().position(|&v| v == from).expect("the star is of this vertex");
            let face = Face::new(cell, own);
            let [x, y, z] = self.cells.face(face);
            let side = |corners: [u32; 4]| self.places.side(corners);
            let shares = [[to, y, z, from], [x, to, z, from], [x, y, to, from]].map(side);
            if shares.iter().any(|&share| share < 0.0) {
                continue;
            }
            let ahead: Vec<u32> =
                [x, y, z].into_iter().zip(shares).filter(|s| s.1 > 0.0).map(|s| s.0).collect();
            return match ahead[..] {
                [v] => Next::Vertex(v),
                [u, v] => Next::Cross(self.ring(cell, u, v), [x, y, z]),
                _ => Next::Cross(vec![cell, self.cells.twin(face).cell()], [x, y, z]),
            };
        }
        unreachable!("the tetrahedra around a vertex fill all directions")
    }

    /// Divides a cavity by the point where an edge passes the plane of a face.
    fn divide_edge(
        &mut self,
        ends: [u32; 2],
        cavity: &[u32],
        face: [u32; 3],
        triangle: u32,
    ) -> Result<u32, TetraError> {
        for bits in BITS {
            let at = |v: u32| self.places.at(v);
            if let Some(exact) = on_edge(ends.map(at), face.map(at), bits) {
                let vertex = self.places.push(exact);
                if self.fill(cavity, vertex) {
                    return Ok(vertex);
                }
                self.places.pop();
            }
        }
        Err(TetraError::TooFine { triangle, bits: BITS[BITS.len() - 1] })
    }
}
