//! An octree: cubes cut into eight. (Pedersen 2006 names it; τ and the bound on division without
//! gain are those of the 3-d tree)
//!
//! Invariant: as of the 3-d tree. Child i of a cube is on the upper side along x, y, z where bit 0,
//! 1, 2 of i is set.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use closecall::Mesh;
use closecall::geom::{Aabb, DVec3, Triangle};

use crate::limits::Room;
use crate::reaches::reaches;
use crate::search::{Cells, Probe};
use crate::workspace::Workspace;
use crate::{Figures, Limits, SpaceError, Work};

#[derive(Debug)]
enum Node {
    /// Children `first..first + 8`.
    Cut {
        first: u32,
        at: DVec3,
    },
    Leaf {
        start: u32,
        end: u32,
    },
}

/// An octree.
#[derive(Debug)]
pub(crate) struct Octree {
    workspace: Workspace,
    nodes: Vec<Node>,
    items: Vec<u32>,
    height: usize,
    cut_short: bool,
}

/// A cube that may still be divided.
struct Growing {
    node: usize,
    cell: Aabb,
    items: Vec<u32>,
    without_gain: u32,
    depth: usize,
}

impl Octree {
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
            nodes: vec![Node::Leaf { start: 0, end: 0 }],
            items: vec![],
            height: 0,
            cut_short: false,
        };
        let items = (0..triangles.len() as u32).collect();
        let root = Growing { node: 0, cell: workspace.cell(), items, without_gain: 0, depth: 0 };
        let mut waiting = VecDeque::from([root]);
        while let Some(growing) = waiting.pop_front() {
            tree.height = tree.height.max(growing.depth);
            match octants(&growing, &triangles, workspace.edge, limits) {
                Some((at, parts)) if room.grants(growing.items.len(), stored(&parts)) => {
                    waiting.extend(tree.divide(&growing, at, parts));
                }
                _ => tree.finish(growing),
            }
        }
        tree.cut_short = room.cut_short;
        Ok(tree)
    }

    fn divide(&mut self, growing: &Growing, at: DVec3, parts: [Vec<u32>; 8]) -> [Growing; 8] {
        let first = self.nodes.len();
        self.nodes.extend([(); 8].map(|()| Node::Leaf { start: 0, end: 0 }));
        self.nodes[growing.node] = Node::Cut { first: first as u32, at };
        let whole = growing.items.len();
        let mut octant = 0;
        parts.map(|items| {
            let without_gain = growing.without_gain + u32::from(items.len() == whole);
            let cell = part(&growing.cell, at, octant);
            let depth = growing.depth + 1;
            let growing = Growing { node: first + octant, cell, items, without_gain, depth };
            octant += 1;
            growing
        })
    }

    fn finish(&mut self, growing: Growing) {
        let start = self.items.len() as u32;
        self.items.extend(growing.items);
        self.nodes[growing.node] = Node::Leaf { start, end: self.items.len() as u32 };
    }
}

fn stored(parts: &[Vec<u32>; 8]) -> usize {
    parts.iter().map(Vec::len).sum()
}

/// The middle of a cube and what reaches into each of its octants, if it is to be divided.
fn octants(
    growing: &Growing,
    triangles: &[Triangle],
    edge: f64,
    limits: Limits,
) -> Option<(DVec3, [Vec<u32>; 8])> {
    let Growing { cell, items, without_gain, .. } = growing;
    let at = cell.low + (cell.high - cell.low) * 0.5;
    if items.len() <= limits.tau || at.cmple(cell.low).any() || at.cmpge(cell.high).any() {
        return None;
    }
    let mut parts = [const { Vec::new() }; 8];
    for &id in items {
        let triangle = &triangles[id as usize];
        let bounds = Aabb::around(*triangle);
        for (octant, part_items) in parts.iter_mut().enumerate() {
            if falls(&bounds, at, octant) && reaches(triangle, &part(cell, at, octant), edge) {
                part_items.push(id);
            }
        }
    }
    let gains = parts.iter().all(|part| part.len() < items.len());
    (gains || *without_gain < limits.no_gain).then_some((at, parts))
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

    fn figures(&self) -> Figures {
        let leaves = self.nodes.iter().filter(|node| matches!(node, Node::Leaf { .. })).count();
        Figures {
            stored: self.items.len(),
            cells: leaves,
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
        let bounds = self.workspace.local_box(&probe.bounds);
        stack.clear();
        stack.push(0);
        while let Some(node) = stack.pop() {
            work.cells += 1;
            match self.nodes[node as usize] {
                Node::Cut { first, at } => {
                    let hit = (0..8).filter(|&octant| falls(&bounds, at, octant));
                    stack.extend(hit.map(|octant| first + octant as u32));
                }
                Node::Leaf { start, end } if start < end => {
                    found(&self.items[start as usize..end as usize], work)?;
                }
                Node::Leaf { .. } => {}
            }
        }
        ControlFlow::Continue(())
    }
}
