//! Tetrahedra that are divided by new points, one small cavity at a time.
//!
//! Invariant: neighbours agree, and every tetrahedron that is no ghost has an exactly positive
//! volume. A face that is part of an obstacle is labelled, on both sides, and never divided again.

use crate::cells::{Cells, Face};
use crate::delaunay::Edges;
use crate::place::Places;

/// No obstacle.
pub(super) const NONE: u32 = u32::MAX;

/// Tetrahedra, with places and labels.
#[derive(Default)]
pub(super) struct Complex {
    pub(super) cells: Cells,
    pub(super) places: Places,
    /// Of each face: twice the number of the facet that it is part of, and 1 if the tetrahedron is
    /// above that; or [`NONE`].
    pub(super) labels: Vec<[u32; 4]>,
    /// A tetrahedron of each vertex.
    pub(super) cell_of: Vec<u32>,
    seen: Vec<u32>,
    round: u32,
    edges: Edges,
}

impl Complex {
    pub(super) fn new(cells: Cells, places: Places) -> Self {
        let mut cell_of = vec![0; places.len()];
        for (cell, corners) in (0..).zip(&cells.corners).filter(|(cell, _)| !cells.is_ghost(*cell))
        {
            corners.iter().for_each(|&v| cell_of[v as usize] = cell);
        }
        let labels = vec![[NONE; 4]; cells.len()];
        Self { cells, places, labels, cell_of, ..Self::default() }
    }

    /// Replaces these tetrahedra by the ones that join the vertex, which came last, with the faces
    /// around them. False, and nothing is done, if one of them would have no positive volume.
    pub(super) fn fill(&mut self, cavity: &[u32], vertex: u32) -> bool {
        let mut around = Vec::with_capacity(2 * cavity.len());
        for &cell in cavity {
            for face in (0..4).map(|i| Face::new(cell, i)) {
                let outside = self.cells.twin(face);
                if !cavity.contains(&outside.cell()) {
                    let corners = self.cells.face(face);
                    around.push((corners, outside, self.labels[cell as usize][face.index()]));
                }
            }
        }
        let sees = |&[a, b, c]: &[u32; 3]| self.places.side([a, b, c, vertex]) > 0.0;
        if !around.iter().all(|(corners, ..)| sees(corners)) {
            return false;
        }
        self.edges.clear(around.len());
        let mut free = cavity.iter().copied();
        for ([a, b, c], outside, label) in around {
            let cell = self.put(free.next(), [a, b, c, vertex]);
            self.labels[cell as usize] = [NONE, NONE, NONE, label];
            self.cells.link(Face::new(cell, 3), outside);
            for (i, [p, q]) in [[b, c], [c, a], [a, b]].into_iter().enumerate() {
                let face = Face::new(cell, i);
                if let Some(other) = self.edges.meet(p, q, face) {
                    self.cells.link(face, other);
                }
            }
        }
        true
    }

    /// A tetrahedron, in the place of another or new.
    fn put(&mut self, free: Option<u32>, corners: [u32; 4]) -> u32 {
        let cell = match free {
            Some(cell) => {
                self.cells.corners[cell as usize] = corners;
                cell
            }
            None => {
                self.labels.push([NONE; 4]);
                self.cells.push(corners)
            }
        };
        self.cell_of.resize(self.places.len(), cell);
        corners.iter().for_each(|&v| self.cell_of[v as usize] = cell);
        cell
    }

    /// The tetrahedra around a vertex.
    pub(super) fn star(&mut self, vertex: u32) -> Vec<u32> {
        self.seen.resize(self.cells.len(), 0);
        self.round += 1;
        let first = self.cell_of[vertex as usize];
        self.seen[first as usize] = self.round;
        let mut star = vec![first];
        let mut next = 0;
        while let Some(&cell) = star.get(next) {
            next += 1;
            let corners = self.cells.corners[cell as usize];
            for i in (0..4).filter(|&i| corners[i] != vertex) {
                let beside = self.cells.across[cell as usize][i].cell();
                if self.seen[beside as usize] != self.round {
                    self.seen[beside as usize] = self.round;
                    star.push(beside);
                }
            }
        }
        star
    }

    /// The tetrahedra around the edge between two vertices, given one of them.
    pub(super) fn ring(&self, cell: u32, u: u32, v: u32) -> Vec<u32> {
        let mut ring = vec![cell];
        let others = |cell: u32| {
            let corners = self.cells.corners[cell as usize];
            let mut others = (0..4).filter(move |&i| corners[i] != u && corners[i] != v);
            [0, 1].map(|_| others.next().expect("a tetrahedron has two opposite edges"))
        };
        let [mut exit, _] = others(cell);
        let mut at = cell;
        loop {
            let twin = self.cells.twin(Face::new(at, exit));
            at = twin.cell();
            if at == cell {
                return ring;
            }
            ring.push(at);
            exit = others(at).into_iter().find(|&i| i != twin.index()).expect("another face");
        }
    }

    /// A tetrahedron that has these two vertices, if they are joined by an edge.
    pub(super) fn cell_with(&mut self, u: u32, v: u32) -> Option<u32> {
        let star = self.star(u);
        star.into_iter().find(|&cell| self.cells.corners[cell as usize].contains(&v))
    }
}
