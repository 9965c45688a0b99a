//! Point by point: find where it is, then put it in.

use super::cavity::Cavity;
use super::order::order;
use super::start::{first_cells, first_four};
use super::{Delaunay, DelaunayError};
use crate::cells::{Cells, Face, GHOST};
use crate::sphere::Arithmetic;
use crate::walk::find;
use closecall::engine::geom::DVec3;

/// The state of the build.
pub(super) struct Builder {
    pub(super) vertices: Vec<DVec3>,
    pub(super) cells: Cells,
    pub(super) arithmetic: Arithmetic,
}

pub(super) fn build(points: &[DVec3]) -> Result<Delaunay, DelaunayError> {
    let order = order(points);
    let first = first_four(points, &order)?;
    let mut vertices = Vec::with_capacity(points.len());
    let mut vertex_of_point = vec![u32::MAX; points.len()];
    for i in first {
        vertex_of_point[order[i] as usize] = vertices.len() as u32;
        vertices.push(points[order[i] as usize]);
    }
    let arithmetic = Arithmetic::of(points);
    let mut builder = Builder { vertices, cells: first_cells(), arithmetic };
    let mut cavity = Cavity::default();
    let mut last = 0;
    for &point in &order {
        if vertex_of_point[point as usize] == u32::MAX {
            let p = points[point as usize];
            let place = find(&builder.cells, &builder.vertices, last, p);
            (vertex_of_point[point as usize], last) = builder.insert(&mut cavity, place, p);
        }
    }
    cavity.sweep(&mut builder.cells);
    Ok(Delaunay { vertices: builder.vertices, vertex_of_point, cells: builder.cells })
}

impl Builder {
    /// Puts a point into the tetrahedron or ghost that has it. Its vertex, and a tetrahedron there.
    fn insert(&mut self, cavity: &mut Cavity, place: u32, p: DVec3) -> (u32, u32) {
        let corners = self.cells.corners[place as usize];
        let same = |v: &u32| self.vertices.get(*v as usize) == Some(&p);
        if let Some(vertex) = corners.into_iter().find(|v| same(v)) {
            return (vertex, place);
        }
        let vertex = self.vertices.len() as u32;
        self.vertices.push(p);
        (vertex, cavity.fill(self, place, vertex))
    }

    /// Is the point inside the sphere of a tetrahedron, or beyond the hull at a ghost?
    #[inline]
    pub(super) fn conflicts(&self, cell: u32, p: DVec3) -> bool {
        let corners = self.cells.corners[cell as usize];
        if corners.contains(&GHOST) {
            return self.beyond(cell, corners, p);
        }
        self.arithmetic.in_sphere(corners.map(|v| self.vertices[v as usize]), p) > 0.0
    }

    /// Is the point beyond the facet of a ghost? In its plane, the circle of the facet decides, and
    /// any sphere through that has the same answer.
    #[cold]
    fn beyond(&self, cell: u32, corners: [u32; 4], p: DVec3) -> bool {
        let at = |v: u32| if v == GHOST { p } else { self.vertices[v as usize] };
        let [a, b, c, d] = corners.map(at);
        let side = crate::walk::side(a, b, c, d);
        let infinite = corners.iter().position(|&v| v == GHOST).expect("a ghost has one");
        let inner = self.cells.twin(Face::new(cell, infinite)).cell();
        side > 0.0 || side == 0.0 && self.conflicts(inner, p)
    }
}
