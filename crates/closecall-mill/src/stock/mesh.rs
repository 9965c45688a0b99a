//! The surface of all that may be left, as a mesh.
//!
//! It is made of the faces of cells, so that it is closed, and everything that is left lies inside;
//! no point of it is further than one cell from something that may be left.

use super::brick::{Brick, Node, SIDE};
use super::error::StockError;
use super::grid::{Stock, single_cells};
use closecall::Mesh;
use std::collections::HashMap;

/// Faces of a mesh, at most.
const MOST_FACES: usize = 1 << 24;

/// Numbers smaller than this are no coordinates of a mesh.
const NEAR_ZERO: f64 = 1e-50;

impl Stock {
    /// The surface of all that may be left; none if nothing is.
    ///
    /// # Errors
    /// If it has too many faces.
    pub fn mesh(&self) -> Result<Option<Mesh>, StockError> {
        let (mut corners, mut numbers) = (Vec::new(), HashMap::new());
        let mut triangles = Vec::new();
        for (cell, axis, is_upper) in self.faces() {
            if triangles.len() >= 2 * MOST_FACES {
                return Err(StockError::Faces(MOST_FACES));
            }
            let [a, b, c, d] = face(cell, axis, is_upper).map(|corner| {
                *numbers.entry(corner).or_insert_with(|| {
                    corners.push(
                        self.corner(corner).map(|x| if x.abs() < NEAR_ZERO { 0.0 } else { x }),
                    );
                    corners.len() as u32 - 1
                })
            });
            triangles.extend([[a, b, c], [a, c, d]]);
        }
        if triangles.is_empty() {
            return Ok(None);
        }
        Ok(Some(Mesh::new(corners, triangles).expect("corners of cells are coordinates")))
    }

    /// The faces between cells that may be left and others: the cell, the axis across the face, and
    /// whether it is the upper of the two.
    fn faces(&self) -> impl Iterator<Item = ([usize; 3], usize, bool)> {
        let is_whole = |number: usize| matches!(self.bricks[number], Brick::Left);
        let is_rim = |node: &Node| node.at.iter().any(|&i| i == 0 || i == SIDE - 1);
        let cells = (0..self.bricks.len())
            .filter(|&number| !matches!(self.bricks[number], Brick::Cut))
            .flat_map(move |number| {
                let first = self.first_cell(number);
                single_cells()
                    .filter(move |node| !is_whole(number) || is_rim(node))
                    .filter(move |node| !self.bricks[number].is_cut(*node))
                    .map(move |node| std::array::from_fn(|axis| first[axis] + node.at[axis]))
            });
        cells.flat_map(move |cell: [usize; 3]| {
            (0..6).map(|i| (i / 2, i % 2 == 1)).filter_map(move |(axis, is_upper)| {
                (!self.goes_on(cell, axis, is_upper)).then_some((cell, axis, is_upper))
            })
        })
    }

    /// Whether the neighbour of a cell may be left, too.
    fn goes_on(&self, mut cell: [usize; 3], axis: usize, is_upper: bool) -> bool {
        let is_last = cell[axis] + 1 >= self.counts()[axis];
        if (is_upper && is_last) || (!is_upper && cell[axis] == 0) {
            return false;
        }
        cell[axis] = if is_upper { cell[axis] + 1 } else { cell[axis] - 1 };
        let (number, node) = self.place(cell);
        !self.bricks[number].is_cut(node)
    }
}

/// The corners of a face, counterclockwise from outside.
fn face(cell: [usize; 3], axis: usize, is_upper: bool) -> [[usize; 3]; 4] {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let around = [[0, 0], [1, 0], [1, 1], [0, 1]];
    let mut corners = around.map(|[a, b]| {
        let mut corner = cell;
        corner[axis] += usize::from(is_upper);
        corner[u] += a;
        corner[v] += b;
        corner
    });
    if !is_upper {
        corners.reverse();
    }
    corners
}
