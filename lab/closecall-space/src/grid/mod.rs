//! A grid of N × N × N equal cells over the workspace, each with the list of the triangles that
//! reach into it. (Klosowski 1998, §2.3.1)
//!
//! Invariant: along an axis, the cell of a coordinate is a monotone function, [`Raster::cell`]. A
//! triangle stands in the list of every cell that one of its points falls into; `scan` derives why.
//! Triangles outside the workspace fall into the cells at its border.

mod scan;

use closecall::engine::geom::GlamMesh as _;
use std::ops::ControlFlow;

use closecall::Mesh;

use self::scan::{Raster, scan};
use crate::search::{Cells, Probe};
use crate::workspace::Workspace;
use crate::{IndexFigures, SpaceError, SpaceWork};

/// A grid of cells, and which triangles reach into each.
#[derive(Debug)]
pub(crate) struct Grid {
    workspace: Workspace,
    raster: Raster,
    /// The list of cell i is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    items: Vec<u32>,
}

/// The paper's N.
pub(crate) const CELLS: usize = 40;

/// More cells along an axis are refused.
const MOST_CELLS: usize = 400;

/// More entries of all lists are refused.
const MOST_STORED: usize = 1 << 29;

impl Grid {
    /// With `cells` cells along each axis. Triangles are scanned twice: to count, and to fill.
    pub fn new(obstacles: &Mesh, cells: usize) -> Result<Self, SpaceError> {
        if !(1..=MOST_CELLS).contains(&cells) {
            return Err(SpaceError::BadGrid { cells, most: MOST_CELLS });
        }
        let workspace = Workspace::around(obstacles);
        let raster = Raster::new(cells, workspace.edge);
        let mut counts = vec![0usize; raster.cell_count() + 1];
        let mut stored = 0;
        for triangle in obstacles.iter() {
            scan(&raster, &workspace.local_triangle(&triangle), |cell| counts[cell + 1] += 1);
        }
        for count in &mut counts {
            stored += *count;
            *count = stored;
        }
        if stored > MOST_STORED {
            return Err(SpaceError::TooManyStored { cells, stored, most: MOST_STORED });
        }
        let starts: Vec<u32> = counts.iter().map(|&start| start as u32).collect();
        let mut items = vec![0; stored];
        for (id, triangle) in (0..).zip(obstacles.iter()) {
            scan(&raster, &workspace.local_triangle(&triangle), |cell| {
                items[counts[cell]] = id;
                counts[cell] += 1;
            });
        }
        Ok(Self { workspace, raster, starts, items })
    }
}

impl Cells for Grid {
    const NAME: &'static str = "grid";

    fn figures(&self) -> IndexFigures {
        IndexFigures {
            stored: self.items.len(),
            cells: self.raster.cell_count(),
            height: 0,
            bytes: size_of_val(&*self.starts) + size_of_val(&*self.items),
            cut_short: false,
        }
    }

    fn search(
        &self,
        probe: &Probe<'_>,
        _: &mut Vec<u32>,
        work: &mut SpaceWork,
        found: &mut impl FnMut(&[u32], &mut SpaceWork) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [xs, ys, zs] = self.raster.ranges(&self.workspace.local_box(&probe.bounds));
        for x in xs {
            for y in ys.clone() {
                for z in zs.clone() {
                    work.cells += 1;
                    let cell = self.raster.number([x, y, z]);
                    let list = self.starts[cell] as usize..self.starts[cell + 1] as usize;
                    if !list.is_empty() {
                        found(&self.items[list], work)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
