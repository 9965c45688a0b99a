//! A 3-d tree: boxes cut in half, across an axis, time and again. (Klosowski 1998, §2.3.2)
//!
//! Invariant: a coordinate w falls to the lower side of a cut at m if w ≤ m, else to the upper, so
//! cells do not share points. A triangle stands in every leaf that one of its points falls into:
//! along the axes this is compared, otherwise [`crate::reaches`] decides on the safe side.

use std::ops::ControlFlow;

use closecall::Mesh;
use closecall::engine::geom::Aabb;

use crate::grow::{BoxCell, Division, Grown, Node, Obstacles, Rule, Way};
use crate::reaches::reaches;
use crate::search::{Cells, Probe};
use crate::{IndexFigures, Limits, SpaceError, SpaceWork};

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

/// A cut in half.
#[derive(Debug)]
struct At {
    axis: u32,
    at: f64,
}

/// A 3-d tree. Children are the lower side and the upper.
#[derive(Debug)]
pub(crate) struct KdTree(Grown<At>);

/// Cells are cut in the middle.
struct InHalf(AxisChoice);

/// A cell cut in half.
struct Cut {
    axis: usize,
    at: f64,
    /// The side of the cell that is cut.
    length: f64,
    sides: [Vec<u32>; 2],
}

impl KdTree {
    pub fn new(obstacles: &Mesh, choice: AxisChoice, limits: Limits) -> Result<Self, SpaceError> {
        Ok(Self(Grown::new(obstacles, &InHalf(choice), limits)?))
    }
}

impl Rule for InHalf {
    type Cell = BoxCell;
    type Cut = At;

    fn whole(&self, obstacles: &Obstacles) -> BoxCell {
        BoxCell::whole(obstacles)
    }

    fn items(cell: &BoxCell) -> impl ExactSizeIterator<Item = u32> {
        cell.items.iter().copied()
    }

    /// The cut in half that the choice likes best.
    fn divide(&self, obstacles: &Obstacles, cell: &BoxCell, way: Way) -> Option<Division<Self>> {
        let may_gain_nothing = way.without_gain < obstacles.limits.no_gain;
        let gains = |cut: &Cut| cut.sides.iter().all(|side| side.len() < cell.items.len());
        let cuts = (0..3).filter_map(|axis| cut(cell, obstacles, axis));
        let allowed = cuts.filter(|cut| may_gain_nothing || gains(cut));
        let Cut { axis, at, sides, .. } =
            allowed.min_by(|a, b| self.0.score(a).total_cmp(&self.0.score(b)))?;
        let halves = halves(&cell.bounds, axis, at).into_iter().zip(sides);
        let parts = halves.map(|(bounds, items)| cell.part(bounds, items)).collect();
        Some(Division { cut: At { axis: axis as u32, at }, stays: vec![], parts })
    }
}

/// The cell cut in half across an axis; nothing if f64 has no number between its ends.
fn cut(cell: &BoxCell, obstacles: &Obstacles, axis: usize) -> Option<Cut> {
    let (low, high) = (cell.bounds.low[axis], cell.bounds.high[axis]);
    let at = low + (high - low) * 0.5;
    if at <= low || at >= high {
        return None;
    }
    let cells = halves(&cell.bounds, axis, at);
    let mut sides = [vec![], vec![]];
    for &id in &cell.items {
        let triangle = &obstacles.triangles[id as usize];
        let along = triangle.map(|corner| corner[axis]);
        let is_in = [along.iter().any(|&w| w <= at), along.iter().any(|&w| w > at)];
        for side in 0..2 {
            if is_in[side] && reaches(triangle, &cells[side], obstacles.workspace.edge) {
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
                Node::Divided { cut: At { axis, at }, first } => {
                    if bounds.high[axis as usize] > at {
                        stack.push(first + 1);
                    }
                    if bounds.low[axis as usize] <= at {
                        stack.push(first);
                    }
                }
                Node::Leaf { start, end } => {
                    found(self.0.items(start, end), work)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
