//! A 3-d tree: boxes cut in half, across an axis, time and again. (Klosowski 1998, §2.3.2)
//!
//! Invariant: a coordinate w falls to the lower side of a cut at m if w ≤ m, else to the upper, so
//! cells do not share points. A triangle stands in every leaf that one of its points falls into:
//! along the axes this is compared, otherwise [`crate::reaches`] decides on the safe side.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use closecall::Mesh;
use closecall::geom::{Aabb, Triangle};

use crate::limits::Room;
use crate::reaches::reaches;
use crate::search::{Cells, Probe};
use crate::workspace::Workspace;
use crate::{Figures, Limits, SpaceError, Work};

/// How the axis of a cut is chosen. n₁ and n₂ are the numbers of triangles on its two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisChoice {
    /// (a) The least max{n₁, n₂}.
    LeastMax,
    /// (b) The least |n₁ − n₂|.
    LeastDifference,
    /// (c) The least n₁·n₂: the paper's choice.
    #[default]
    LeastProduct,
    /// (d) The longest side of the box.
    Longest,
}

impl AxisChoice {
    /// All four, in the paper's order.
    pub const ALL: [Self; 4] =
        [Self::LeastMax, Self::LeastDifference, Self::LeastProduct, Self::Longest];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LeastMax => "least max",
            Self::LeastDifference => "least difference",
            Self::LeastProduct => "least product",
            Self::Longest => "longest side",
        }
    }

    /// The less, the better.
    fn score(self, cut: &Cut) -> f64 {
        let [low, high] = cut.sides.each_ref().map(|side| side.len() as f64);
        match self {
            Self::LeastMax => low.max(high),
            Self::LeastDifference => (low - high).abs(),
            Self::LeastProduct => low * high,
            Self::Longest => -cut.length,
        }
    }
}

#[derive(Debug)]
enum Node {
    /// Children `first` (lower) and `first + 1` (upper).
    Cut {
        axis: u32,
        first: u32,
        at: f64,
    },
    Leaf {
        start: u32,
        end: u32,
    },
}

/// A 3-d tree.
#[derive(Debug)]
pub(crate) struct KdTree {
    workspace: Workspace,
    nodes: Vec<Node>,
    items: Vec<u32>,
    height: usize,
    cut_short: bool,
}

/// A cell that may still be divided.
struct Growing {
    node: usize,
    cell: Aabb,
    items: Vec<u32>,
    without_gain: u32,
    depth: usize,
}

/// A cell cut in half.
struct Cut {
    axis: usize,
    at: f64,
    /// The side of the cell that is cut.
    length: f64,
    sides: [Vec<u32>; 2],
}

impl KdTree {
    /// Level by level, so that a tree that becomes too large is cut short evenly.
    pub fn new(obstacles: &Mesh, choice: AxisChoice, limits: Limits) -> Result<Self, SpaceError> {
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
            match best_cut(&growing, &triangles, workspace.edge, choice, limits) {
                Some(cut) if room.grants(growing.items.len(), cut.stored()) => {
                    waiting.extend(tree.divide(&growing, cut));
                }
                _ => tree.finish(growing),
            }
        }
        tree.cut_short = room.cut_short;
        Ok(tree)
    }

    fn divide(&mut self, growing: &Growing, cut: Cut) -> [Growing; 2] {
        let first = self.nodes.len();
        self.nodes.extend([0, 1].map(|_| Node::Leaf { start: 0, end: 0 }));
        self.nodes[growing.node] =
            Node::Cut { axis: cut.axis as u32, first: first as u32, at: cut.at };
        let whole = growing.items.len();
        let cells = halves(&growing.cell, cut.axis, cut.at);
        let mut side = 0;
        cut.sides.map(|items| {
            let without_gain = growing.without_gain + u32::from(items.len() == whole);
            let depth = growing.depth + 1;
            let part =
                Growing { node: first + side, cell: cells[side], items, without_gain, depth };
            side += 1;
            part
        })
    }

    fn finish(&mut self, growing: Growing) {
        let start = self.items.len() as u32;
        self.items.extend(growing.items);
        self.nodes[growing.node] = Node::Leaf { start, end: self.items.len() as u32 };
    }
}

impl Cut {
    fn stored(&self) -> usize {
        self.sides[0].len() + self.sides[1].len()
    }
}

/// The cut in half that the rule likes best, if the cell is to be divided at all.
fn best_cut(
    growing: &Growing,
    triangles: &[Triangle],
    edge: f64,
    choice: AxisChoice,
    limits: Limits,
) -> Option<Cut> {
    let whole = growing.items.len();
    if whole <= limits.tau {
        return None;
    }
    let may_gain_nothing = growing.without_gain < limits.no_gain;
    let gains = |cut: &Cut| cut.sides.iter().all(|side| side.len() < whole);
    let cuts = (0..3).filter_map(|axis| cut(growing, triangles, edge, axis));
    let allowed = cuts.filter(|cut| may_gain_nothing || gains(cut));
    allowed.min_by(|a, b| choice.score(a).total_cmp(&choice.score(b)))
}

/// The cell cut in half across an axis; nothing if f64 has no number between its ends.
fn cut(growing: &Growing, triangles: &[Triangle], edge: f64, axis: usize) -> Option<Cut> {
    let Growing { cell, items, .. } = growing;
    let (low, high) = (cell.low[axis], cell.high[axis]);
    let at = low + (high - low) * 0.5;
    if at <= low || at >= high {
        return None;
    }
    let cells = halves(cell, axis, at);
    let mut sides = [vec![], vec![]];
    for &id in items {
        let triangle = &triangles[id as usize];
        let along = triangle.map(|corner| corner[axis]);
        let is_in = [along.iter().any(|&w| w <= at), along.iter().any(|&w| w > at)];
        for side in 0..2 {
            if is_in[side] && reaches(triangle, &cells[side], edge) {
                sides[side].push(id);
            }
        }
    }
    Some(Cut { axis, at, length: high - low, sides })
}

fn halves(cell: &Aabb, axis: usize, at: f64) -> [Aabb; 2] {
    let [mut low, mut high] = [*cell; 2];
    low.high[axis] = at;
    high.low[axis] = at;
    [low, high]
}

impl Cells for KdTree {
    const NAME: &'static str = "kd-tree";

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
        let bounds = self.workspace.local_box(&probe.bounds);
        stack.clear();
        stack.push(0);
        while let Some(node) = stack.pop() {
            work.cells += 1;
            match self.nodes[node as usize] {
                Node::Cut { axis, first, at } => {
                    if bounds.high[axis as usize] > at {
                        stack.push(first + 1);
                    }
                    if bounds.low[axis as usize] <= at {
                        stack.push(first);
                    }
                }
                Node::Leaf { start, end } => {
                    found(&self.items[start as usize..end as usize], work)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
