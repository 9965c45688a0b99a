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

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

use closecall::Mesh;
use closecall::geom::{Aabb, Triangle};

use self::plane::{LocalProbe, Plane, Side};
use crate::limits::Room;
use crate::search::{Cells, Probe};
use crate::workspace::Workspace;
use crate::{Figures, Limits, SpaceError, Work};

/// So many triangles of a cell are asked for their planes.
const PLANES: usize = 13;

/// So many triangles of a cell are asked on which side of a plane they are, to judge it.
const JUDGES: usize = 256;

/// Deeper cells are not parted.
const DEEPEST: usize = 200;

#[derive(Debug)]
enum Node {
    /// Children `first` (above) and `first + 1` (below); `on` lists what stays here.
    Parted {
        plane: Plane,
        first: u32,
        on: Range<u32>,
    },
    Leaf(Range<u32>),
}

/// A binary space partition.
#[derive(Debug)]
pub(crate) struct BspTree {
    workspace: Workspace,
    nodes: Vec<Node>,
    items: Vec<u32>,
    height: usize,
    cut_short: bool,
}

/// What a triangle is in a cell: a box around its part there.
struct Part {
    id: u32,
    bounds: Aabb,
}

/// A cell that may still be parted.
struct Growing {
    node: usize,
    parts: Vec<Part>,
    without_gain: u32,
    depth: usize,
}

/// A cell, parted.
#[derive(Default)]
struct Parted {
    on: Vec<u32>,
    /// Above and below.
    sides: [Vec<Part>; 2],
}

impl BspTree {
    /// Level by level, so that a tree that becomes too large is cut short evenly.
    pub fn new(obstacles: &Mesh, limits: Limits) -> Result<Self, SpaceError> {
        if limits.tau == 0 {
            return Err(SpaceError::NoTau);
        }
        let workspace = Workspace::around(obstacles);
        let triangles: Vec<Triangle> =
            obstacles.iter().map(|triangle| workspace.local_triangle(&triangle)).collect();
        let mut room = Room::for_triangles(triangles.len());
        let mut tree = Self {
            workspace,
            nodes: vec![Node::Leaf(0..0)],
            items: vec![],
            height: 0,
            cut_short: false,
        };
        let whole = |(id, triangle): (u32, &Triangle)| Part { id, bounds: Aabb::around(*triangle) };
        let parts = (0..).zip(&triangles).map(whole).collect();
        let mut waiting = VecDeque::from([Growing { node: 0, parts, without_gain: 0, depth: 0 }]);
        while let Some(growing) = waiting.pop_front() {
            tree.height = tree.height.max(growing.depth);
            match best(&growing, &triangles, workspace.edge, limits) {
                Some((plane, parted)) if room.grants(growing.parts.len(), parted.stored()) => {
                    waiting.extend(tree.divide(&growing, plane, parted));
                }
                _ => tree.finish(&growing),
            }
        }
        tree.cut_short = room.cut_short;
        Ok(tree)
    }

    fn divide(&mut self, growing: &Growing, plane: Plane, parted: Parted) -> [Growing; 2] {
        let first = self.nodes.len();
        self.nodes.extend([0, 1].map(|_| Node::Leaf(0..0)));
        let on = self.list(parted.on.into_iter());
        self.nodes[growing.node] = Node::Parted { plane, first: first as u32, on };
        let gains = is_gain(growing.parts.len(), &parted.sides);
        let mut side = 0;
        parted.sides.map(|parts| {
            let without_gain = growing.without_gain + u32::from(!gains);
            let part =
                Growing { node: first + side, parts, without_gain, depth: growing.depth + 1 };
            side += 1;
            part
        })
    }

    fn finish(&mut self, growing: &Growing) {
        let list = self.list(growing.parts.iter().map(|part| part.id));
        self.nodes[growing.node] = Node::Leaf(list);
    }

    fn list(&mut self, ids: impl Iterator<Item = u32>) -> Range<u32> {
        let start = self.items.len() as u32;
        self.items.extend(ids);
        start..self.items.len() as u32
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

    fn stored(&self) -> usize {
        self.on.len() + self.fuller() + self.sides[0].len().min(self.sides[1].len())
    }

    fn fuller(&self) -> usize {
        self.sides[0].len().max(self.sides[1].len())
    }
}

/// Does either side have a tenth less than the whole?
fn is_gain(whole: usize, sides: &[Vec<Part>; 2]) -> bool {
    sides.iter().all(|side| 10 * side.len() <= 9 * whole)
}

/// The best of some planes and what it does, if the cell is to be parted at all.
fn best(
    growing: &Growing,
    triangles: &[Triangle],
    edge: f64,
    limits: Limits,
) -> Option<(Plane, Parted)> {
    let Growing { parts, without_gain, depth, .. } = growing;
    if parts.len() <= limits.tau || *depth == DEEPEST {
        return None;
    }
    let judges: Vec<Part> = every(parts, JUDGES).map(|part| Part { ..*part }).collect();
    let burden = |plane: &Plane| {
        let parted = Parted::by(plane, &judges, triangles, edge);
        parted.fuller() + parted.on.len()
    };
    let own = every(parts, PLANES).filter_map(|part| Plane::through(&triangles[part.id as usize]));
    let plane = own.chain(middles(&judges)).min_by_key(burden)?;
    let parted = Parted::by(&plane, parts, triangles, edge);
    let gains = is_gain(parts.len(), &parted.sides);
    (gains || *without_gain < limits.no_gain).then_some((plane, parted))
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

    fn figures(&self) -> Figures {
        Figures {
            stored: self.items.len(),
            cells: self.nodes.len().div_ceil(2),
            height: self.height,
            bytes: size_of_val(&*self.nodes) + size_of_val(&*self.items),
            cut_short: self.cut_short,
        }
    }

    fn search(
        &self,
        probe: &Probe<'_>,
        stack: &mut Vec<u32>,
        work: &mut Work,
        found: &mut impl FnMut(&[u32], &mut Work) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let probe = LocalProbe::new(probe, &self.workspace);
        stack.clear();
        stack.push(0);
        while let Some(node) = stack.pop() {
            work.cells += 1;
            match &self.nodes[node as usize] {
                Node::Parted { plane, first, on } => match plane.side_of_probe(&probe) {
                    Side::Above => stack.push(*first),
                    Side::Below => stack.push(first + 1),
                    Side::On | Side::Across => {
                        stack.extend([first + 1, *first]);
                        found(&self.items[on.start as usize..on.end as usize], work)?;
                    }
                },
                Node::Leaf(list) => {
                    found(&self.items[list.start as usize..list.end as usize], work)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
