//! An octree: cubes cut into eight. (Pedersen 2006 names it; τ and the bound on division without
//! gain are those of the 3-d tree)
//!
//! Invariant: as of the 3-d tree. Child i of a cube is on the upper side along x, y, z where bit 0,
//! 1, 2 of i is set.

use std::ops::ControlFlow;

use closecall::Mesh;
use closecall::engine::geom::{Aabb, DVec3};

use crate::grow::{BoxCell, Division, Grown, Node, Obstacles, Rule, Way};
use crate::reaches::reaches;
use crate::search::{Cells, Probe};
use crate::{IndexFigures, Limits, SpaceError, SpaceWork};

/// An octree. Nodes keep the middles of their cubes.
#[derive(Debug)]
pub(crate) struct Octree(Grown<DVec3>);

/// Cubes are cut into eight.
struct InEight;

impl Octree {
    pub fn new(obstacles: &Mesh, limits: Limits) -> Result<Self, SpaceError> {
        Ok(Self(Grown::new(obstacles, &InEight, limits)?))
    }
}

impl Rule for InEight {
    type Cell = BoxCell;
    type Cut = DVec3;

    fn whole(&self, obstacles: &Obstacles) -> BoxCell {
        BoxCell::whole(obstacles)
    }

    fn items(cell: &BoxCell) -> impl ExactSizeIterator<Item = u32> {
        cell.items.iter().copied()
    }

    /// The middle of a cube and what reaches into each of its octants.
    fn divide(&self, obstacles: &Obstacles, cell: &BoxCell, way: Way) -> Option<Division<Self>> {
        let BoxCell { bounds, items } = cell;
        let at = bounds.low + (bounds.high - bounds.low) * 0.5;
        if at.cmple(bounds.low).any() || at.cmpge(bounds.high).any() {
            return None;
        }
        let octants: [Aabb; 8] = std::array::from_fn(|octant| part(bounds, at, octant));
        let mut lists = [const { Vec::new() }; 8];
        for &id in items {
            let triangle = &obstacles.triangles[id as usize];
            let bounds = Aabb::around(*triangle);
            for (octant, list) in lists.iter_mut().enumerate() {
                let is_in = falls(&bounds, at, octant)
                    && reaches(triangle, &octants[octant], obstacles.workspace.edge);
                list.extend(is_in.then_some(id));
            }
        }
        let gains = lists.iter().all(|list| list.len() < items.len());
        if !gains && way.without_gain >= obstacles.limits.no_gain {
            return None;
        }
        let parts = octants.into_iter().zip(lists).map(|(bounds, items)| cell.part(bounds, items));
        Some(Division { cut: at, stays: vec![], parts: parts.collect() })
    }
}

/// Does a box fall into an octant, as far as the axes tell?
#[inline]
fn falls(bounds: &Aabb, at: DVec3, octant: usize) -> bool {
    (0..3).all(|axis| match octant >> axis & 1 {
        0 => bounds.low[axis] <= at[axis],
        _ => bounds.high[axis] > at[axis],
    })
}

fn part(cell: &Aabb, at: DVec3, octant: usize) -> Aabb {
    let mut part = *cell;
    for axis in 0..3 {
        match octant >> axis & 1 {
            0 => part.high[axis] = at[axis],
            _ => part.low[axis] = at[axis],
        }
    }
    part
}

impl Cells for Octree {
    const NAME: &'static str = "octree";

    fn figures(&self) -> IndexFigures {
        self.0.figures()
    }

    fn search(
        &self,
        probe: &Probe<'_>,
        stack: &mut Vec<u32>,
        work: &mut SpaceWork,
        found: &mut impl FnMut(&[u32], &mut SpaceWork) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let bounds = self.0.workspace.local_box(&probe.bounds);
        stack.clear();
        stack.push(0);
        while let Some(node) = stack.pop() {
            work.cells += 1;
            match self.0.nodes[node as usize] {
                Node::Divided { cut: at, first } => {
                    let hit = (0..8).filter(|&octant| falls(&bounds, at, octant));
                    stack.extend(hit.map(|octant| first + octant as u32));
                }
                Node::Leaf { start, end } if start < end => {
                    found(self.0.items(start, end), work)?;
                }
                Node::Leaf { .. } => {}
            }
        }
        ControlFlow::Continue(())
    }
}
