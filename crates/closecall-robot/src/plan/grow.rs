//! Two trees that grow towards each other. (Kuffner, LaValle 2000: RRT-Connect)

use closecall::engine::geom::Rng;

use super::proof::Proofs;
use super::space::JointSpace;
use super::tree::RowTree;
use crate::error::RobotError;

/// The length of an edge of a tree, at most. Longer ones take fewer proofs in the open, and touch
/// more often among obstacles.
const LONGEST_EDGE: f64 = 1.0;

/// After this many edges from a row that touched, further edges are half as long: a way out of a
/// narrow place is short.
const PATIENCE: i32 = 8;

/// The tree: from the start, whose edges lead away from its root; or from the goal, whose edges
/// lead to it.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Start,
    Goal,
}

/// The two trees.
struct Trees<'t, 'r, 'p, 'q> {
    space: &'t JointSpace<'r>,
    proofs: &'p mut Proofs<'q>,
    from_start: RowTree,
    from_goal: RowTree,
}

/// A way from the start to the goal, every edge of it proved clear; none if the budget ends before.
pub(super) fn connect(
    space: &JointSpace,
    proofs: &mut Proofs,
    [from, to]: [&[f64]; 2],
    seed: u64,
) -> Result<Option<Vec<Vec<f64>>>, RobotError> {
    if !proofs.is_over() && proofs.is_clear(from, to)? {
        proofs.work.nodes = 2;
        return Ok(Some(vec![from.to_vec(), to.to_vec()]));
    }
    let mut rng = Rng::new(seed);
    let (from_start, from_goal) = (RowTree::new(from), RowTree::new(to));
    let mut trees = Trees { space, proofs, from_start, from_goal };
    let mut side = Side::Start;
    while !trees.proofs.is_over() {
        match space.sample(&mut rng) {
            None => trees.proofs.work.edges += 1,
            Some(sample) => {
                if let Some(rows) = trees.grow(side, &sample)? {
                    return Ok(Some(rows));
                }
            }
        }
        side = trees.smaller(side);
    }
    Ok(None)
}

impl Trees<'_, '_, '_, '_> {
    /// Grows one tree towards a sample, and the other towards the new row; the way if they meet.
    fn grow(&mut self, side: Side, sample: &[f64]) -> Result<Option<Vec<Vec<f64>>>, RobotError> {
        let near = self.tree(side).nearest(self.space, sample);
        let Some(new) = self.extend(side, near, sample)? else { return Ok(None) };
        let row = self.tree(side).row(new).to_vec();
        let other = side.other();
        let mut at = self.tree(other).nearest(self.space, &row);
        while !self.proofs.is_over() {
            let Some(next) = self.extend(other, at, &row)? else { break };
            at = next;
            if self.tree(other).row(at) == row {
                return Ok(Some(self.joined(side, [new, at])));
            }
        }
        Ok(None)
    }

    /// Adds a row to a tree, on the way from one of its rows towards another, as far as that
    /// one reaches; its number, if the edge is proved clear.
    fn extend(
        &mut self,
        side: Side,
        near: usize,
        towards: &[f64],
    ) -> Result<Option<usize>, RobotError> {
        let from = self.tree(side).row(near).to_vec();
        let distance = self.space.distance(&from, towards);
        if distance == 0.0 {
            return Ok(None);
        }
        let reach = LONGEST_EDGE * 0.5f64.powi((self.tree(side).misses(near) / PATIENCE).min(4));
        let next = self.space.between(&from, towards, reach / distance);
        let is_clear = match side {
            Side::Start => self.proofs.leads([&from, &next], &next)?,
            Side::Goal => self.proofs.leads([&next, &from], &next)?,
        };
        let tree = self.tree_mut(side);
        tree.count(near, is_clear);
        if !is_clear {
            return Ok(None);
        }
        let new = tree.add(next, near);
        self.proofs.work.nodes = self.from_start.len() + self.from_goal.len();
        Ok(Some(new))
    }

    /// The way through a row that both trees have.
    fn joined(&self, side: Side, [new, met]: [usize; 2]) -> Vec<Vec<f64>> {
        let [start, goal] = if side == Side::Start { [new, met] } else { [met, new] };
        let mut rows = self.from_start.to_root(start);
        rows.reverse();
        rows.extend(self.from_goal.to_root(goal).into_iter().skip(1));
        rows
    }

    /// The tree with fewer rows; the other one than before if they have as many.
    fn smaller(&self, before: Side) -> Side {
        match self.from_start.len().cmp(&self.from_goal.len()) {
            std::cmp::Ordering::Less => Side::Start,
            std::cmp::Ordering::Greater => Side::Goal,
            std::cmp::Ordering::Equal => before.other(),
        }
    }

    fn tree(&self, side: Side) -> &RowTree {
        if side == Side::Start { &self.from_start } else { &self.from_goal }
    }

    fn tree_mut(&mut self, side: Side) -> &mut RowTree {
        if side == Side::Start { &mut self.from_start } else { &mut self.from_goal }
    }
}

impl Side {
    fn other(self) -> Self {
        if self == Self::Start { Self::Goal } else { Self::Start }
    }
}
