//! The tetrahedra that a new point takes the place of, and the ones that come instead.

use super::build::Builder;
use super::edges::Edges;
use crate::cells::{Cells, Face};

/// The work space of an insertion; kept, so that it need not be made anew.
#[derive(Default)]
pub(super) struct Cavity {
    /// Of every tetrahedron, in which insertion it was looked at last, and whether it conflicted.
    seen: Vec<u32>,
    round: u32,
    inside: Vec<u32>,
    around: Vec<Around>,
    edges: Edges,
    free: Vec<u32>,
}

/// A face around the cavity.
struct Around {
    /// Its corners; the cavity is on their positive side.
    corners: [u32; 3],
    /// The face, as what is outside has it.
    outside: Face,
}

impl Cavity {
    /// Takes the tetrahedra away that conflict with a vertex, of which one is known, and joins it
    /// with the faces around them. One of the new tetrahedra.
    pub(super) fn fill(&mut self, builder: &mut Builder, place: u32, vertex: u32) -> u32 {
        self.find(builder, place, vertex);
        self.edges.clear(self.around.len());
        self.free.append(&mut self.inside);
        let cells = &mut builder.cells;
        let mut last = place;
        for Around { corners: [a, b, c], outside } in self.around.drain(..) {
            let corners = [a, b, c, vertex];
            last = match self.free.pop() {
                Some(cell) => {
                    cells.corners[cell as usize] = corners;
                    cell
                }
                None => cells.push(corners),
            };
            cells.link(Face::new(last, 3), outside);
            for (i, [p, q]) in [[b, c], [c, a], [a, b]].into_iter().enumerate() {
                let face = Face::new(last, i);
                if let Some(other) = self.edges.meet(p, q, face) {
                    cells.link(face, other);
                }
            }
        }
        last
    }

    /// The cavity and the faces around it, by a flood from a tetrahedron that conflicts.
    fn find(&mut self, builder: &Builder, place: u32, vertex: u32) {
        let p = builder.vertices[vertex as usize];
        self.seen.resize(builder.cells.len(), 0);
        self.round += 2;
        let (clear, conflicting) = (self.round, self.round + 1);
        self.seen[place as usize] = conflicting;
        self.inside.push(place);
        let mut next = 0;
        while let Some(&cell) = self.inside.get(next) {
            next += 1;
            for i in 0..4 {
                let outside = builder.cells.across[cell as usize][i];
                let seen = &mut self.seen[outside.cell() as usize];
                if *seen == conflicting {
                    continue;
                }
                if *seen != clear {
                    if builder.conflicts(outside.cell(), p) {
                        *seen = conflicting;
                        self.inside.push(outside.cell());
                        continue;
                    }
                    *seen = clear;
                }
                let corners = builder.cells.face(Face::new(cell, i));
                self.around.push(Around { corners, outside });
            }
        }
    }

    /// Removes what is no longer used.
    pub(super) fn sweep(&self, cells: &mut Cells) {
        let mut is_free = vec![false; cells.len()];
        self.free.iter().for_each(|&cell| is_free[cell as usize] = true);
        cells.retain(|cell| !is_free[cell as usize]);
    }
}
