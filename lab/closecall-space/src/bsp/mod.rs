//! A tree of cells parted by planes of any direction: a binary space partition. (Pedersen 2006
//! names it; Fuchs, Kedem and Naylor 1980)
//!
//! A cell is parted along the plane of one of its triangles or across an axis, whichever of some
//! leaves the least on its fuller side. Triangles on the plane stay at the node; what crosses goes
//! to both sides, with a box around the part there.
//!
//! Invariant: let p be a point of a triangle. At a plane that the triangle crosses, p goes with its
//! part above if p lies above the plane, else with that below, and is in the box around that part;
//! else p goes with the whole triangle. A probe goes one way only where all of it is further from
//! the plane than what counts as on it, with a slack for all roundings (`plane` derives it); else
//! both ways, and it looks at what stays at the node. So a probe that has the point p too goes
//! where p goes.

mod plane;

use std::ops::{ControlFlow, Range};

use closecall::Mesh;
use closecall::engine::geom::{Aabb, Triangle};

use self::plane::{LocalProbe, Plane, Side};
use crate::grow::{Division, Grown, Node, Obstacles, Rule, Way};
use crate::search::{Cells, Probe};
use crate::{IndexFigures, Limits, SpaceError, SpaceWork};

/// The number of triangles of a cell that are asked for their planes.
const PLANES: usize = 13;

/// The number of triangles of a cell that are asked on which side of a plane they are, to judge it.
const JUDGES: usize = 256;

/// Deeper cells are not parted.
const DEEPEST: usize = 200;

/// How a cell was parted; children are above and below.
#[derive(Debug)]
struct Parting {
    plane: Plane,
    /// The list of what stays here.
    on: Range<u32>,
}

/// A binary space partition.
#[derive(Debug)]
pub(crate) struct BspTree(Grown<Parting>);

/// Cells are parted by the best of some planes.
struct ByPlanes;

/// The part of a triangle in a cell: a box around it.
struct Part {
    id: u32,
    bounds: Aabb,
}

/// A cell, parted.
#[derive(Default)]
struct Parted {
    on: Vec<u32>,
    /// Above and below.
    sides: [Vec<Part>; 2],
}

impl BspTree {
    pub fn new(obstacles: &Mesh, limits: Limits) -> Result<Self, SpaceError> {
        Ok(Self(Grown::new(obstacles, &ByPlanes, limits)?))
    }
}

impl Rule for ByPlanes {
    type Cell = Vec<Part>;
    type Cut = Parting;

    fn whole(&self, obstacles: &Obstacles) -> Vec<Part> {
        let whole = |(id, triangle): (u32, &Triangle)| Part { id, bounds: Aabb::around(*triangle) };
        (0..).zip(&obstacles.triangles).map(whole).collect()
    }

    fn items(cell: &Vec<Part>) -> impl ExactSizeIterator<Item = u32> {
        cell.iter().map(|part| part.id)
    }

    /// The best of some planes and what it does.
    fn divide(&self, obstacles: &Obstacles, parts: &Vec<Part>, way: Way) -> Option<Division<Self>> {
        let Obstacles { workspace, triangles, limits } = obstacles;
        if way.depth == DEEPEST {
            return None;
        }
        let plane = best(parts, triangles, workspace.edge)?;
        let Parted { on, sides } = Parted::by(&plane, parts, triangles, workspace.edge);
        let gains = is_gain(parts.len(), &sides);
        (gains || way.without_gain < limits.no_gain).then(|| Division {
            cut: Parting { plane, on: 0..0 },
            stays: on,
            parts: sides.into_iter().map(|side| (side, gains)).collect(),
        })
    }

    fn with_list(cut: Parting, on: Range<u32>) -> Parting {
        Parting { on, ..cut }
    }
}

impl Parted {
    fn by(plane: &Plane, parts: &[Part], triangles: &[Triangle], edge: f64) -> Self {
        let mut parted = Self::default();
        for part in parts {
            let triangle = &triangles[part.id as usize];
            match plane.side(triangle, edge) {
                Side::On => parted.on.push(part.id),
                Side::Above => parted.sides[0].push(Part { ..*part }),
                Side::Below => parted.sides[1].push(Part { ..*part }),
                Side::Across => {
                    for (side, sign) in parted.sides.iter_mut().zip([1.0, -1.0]) {
                        let Aabb { low, high } = plane.clip(triangle, sign, edge);
                        let (low, high) = (low.max(part.bounds.low), high.min(part.bounds.high));
                        let bounds = Aabb { low, high };
                        if low.cmple(high).all() && plane.is_reached(&bounds, sign, edge) {
                            side.push(Part { id: part.id, bounds });
                        }
                    }
                }
            }
        }
        parted
    }

    fn fuller(&self) -> usize {
        self.sides[0].len().max(self.sides[1].len())
    }
}

/// Does either side have a tenth less than the whole?
fn is_gain(whole: usize, sides: &[Vec<Part>; 2]) -> bool {
    sides.iter().all(|side| 10 * side.len() <= 9 * whole)
}

/// The plane that leaves the least on its fuller side and on itself.
fn best(parts: &[Part], triangles: &[Triangle], edge: f64) -> Option<Plane> {
    let judges: Vec<Part> = every(parts, JUDGES).map(|part| Part { ..*part }).collect();
    let burden = |plane: &Plane| {
        let parted = Parted::by(plane, &judges, triangles, edge);
        parted.fuller() + parted.on.len()
    };
    let own = every(parts, PLANES).filter_map(|part| Plane::through(&triangles[part.id as usize]));
    own.chain(middles(&judges)).min_by_key(burden)
}

/// Some of them, evenly.
fn every(parts: &[Part], most: usize) -> impl Iterator<Item = &Part> {
    parts.iter().step_by(parts.len().div_ceil(most).max(1))
}

/// Planes across the axes through the medians of the boxes' middles.
fn middles(parts: &[Part]) -> impl Iterator<Item = Plane> {
    (0..3).map(|axis| {
        let mut middles: Vec<f64> = parts.iter().map(|part| part.bounds.center()[axis]).collect();
        let half = middles.len() / 2;
        let (_, median, _) = middles.select_nth_unstable_by(half, f64::total_cmp);
        Plane::across(axis, *median)
    })
}

impl Cells for BspTree {
    const NAME: &'static str = "bsp";

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
        let probe = LocalProbe::new(probe, &self.0.workspace);
        stack.clear();
        stack.push(0);
        while let Some(node) = stack.pop() {
            work.cells += 1;
            match &self.0.nodes[node as usize] {
                Node::Divided { cut: Parting { plane, on }, first } => {
                    match plane.side_of_probe(&probe) {
                        Side::Above => stack.push(*first),
                        Side::Below => stack.push(first + 1),
                        Side::On | Side::Across => {
                            stack.extend([first + 1, *first]);
                            found(self.0.items(on.start, on.end), work)?;
                        }
                    }
                }
                Node::Leaf { start, end } => {
                    found(self.0.items(*start, *end), work)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
