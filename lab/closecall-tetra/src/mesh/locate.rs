//! The position of a point, by a walk from tetrahedron to tetrahedron. (Klosowski 1998, §2.2.2)

use super::TetraMesh;
use super::complex::NONE;
use crate::cells::Face;
use crate::place::Place;
use closecall::engine::geom::{Aabb, DVec3, GlamMesh as _, exact::meet};

/// The position of a point, seen from the obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// In free space; or anywhere beside the surface, if the obstacles are not closed.
    Free,
    /// On this triangle, and maybe others.
    OnSurface(u32),
    /// Inside: the surface winds about it so often, not 0.
    Inside(i32),
}

impl TetraMesh {
    /// The tetrahedron that has a point of the space inside or on its boundary, by a walk from
    /// another.
    ///
    /// Any face that has the point beyond is crossed; a random one of them, as a walk might else
    /// run in a circle. So long a walk that this may be the case ends in a search of all.
    pub(super) fn walk(&self, from: u32, point: DVec3) -> u32 {
        let p = Place::plain(point);
        let mut cell = if self.cells.is_ghost(from) { self.some_cell() } else { from };
        let mut dice = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 + self.cells.len() {
            dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let first = (dice >> 62) as usize;
            let mut faces = (0..4).map(|i| Face::new(cell, (first + i) & 3));
            match faces.find(|&face| self.is_beyond(face, p)) {
                None => return cell,
                Some(face) => cell = self.cells.twin(face).cell(),
            }
        }
        let mut real = (0..self.cells.len() as u32).filter(|&cell| !self.cells.is_ghost(cell));
        real.find(|&cell| !(0..4).any(|i| self.is_beyond(Face::new(cell, i), p)))
            .expect("the tetrahedra fill the space")
    }

    /// A tetrahedron that is no ghost.
    pub(super) fn some_cell(&self) -> u32 {
        let mut all = 0..self.cells.len() as u32;
        all.find(|&cell| !self.cells.is_ghost(cell)).expect("there are some")
    }

    fn is_beyond(&self, face: Face, p: Place<'_>) -> bool {
        let [a, b, c] = self.cells.face(face).map(|v| self.places.at(v));
        self.places.side_of([a, b, c, p]) < 0.0
    }

    /// The position of a point, exactly. The point must be in the range of
    /// [`closecall::geom::range`].
    #[must_use]
    pub fn locate(&self, point: DVec3) -> Where {
        let at = Aabb { low: point, high: point };
        if !overlap(&at, &self.space) {
            return Where::Free;
        }
        let cell = self.walk(self.some_cell(), point);
        let touches = |t: &u32| meet(&self.obstacles.triangle_at(*t as usize), &[point; 3]).meets;
        let mut seen = vec![cell];
        let mut next = 0;
        // The point is in or on every tetrahedron whose box has it, or beside it.
        while let Some(&cell) = seen.get(next) {
            next += 1;
            for i in 0..4 {
                let label = self.labels[cell as usize][i];
                if label != NONE
                    && let Some(on) = self.triangles_of(label).find(touches)
                {
                    return Where::OnSurface(on);
                }
                let beyond = self.cells.across[cell as usize][i].cell();
                if overlap(&self.boxes[beyond as usize], &at) && !seen.contains(&beyond) {
                    seen.push(beyond);
                }
            }
        }
        if let Some(on) = self.thin.iter().copied().find(touches) {
            return Where::OnSurface(on);
        }
        match self.winding.as_ref().map_or(0, |winding| winding[cell as usize]) {
            0 => Where::Free,
            winding => Where::Inside(winding),
        }
    }
}

/// Do two closed boxes share a point?
#[inline]
pub(super) fn overlap(a: &Aabb, b: &Aabb) -> bool {
    a.low.cmple(b.high).all() && b.low.cmple(a.high).all()
}
