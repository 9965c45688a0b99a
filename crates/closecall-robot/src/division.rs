//! The division of a box of joints: all cells of one size, then their halves.
//!
//! Every cell is asked about the pairs of bodies that are left of the cell it is a half of
//! ([`NearPairs`]). A cell that waits was asked already; so whenever the budget ends, something is
//! known of all cells.

use std::time::Instant;

use closecall::Answer;
use closecall::world::Handle;
use closecall::world::sweep::{NearPairs, Sweeps};

use crate::edge::RobotEdge;
use crate::error::RobotError;
use crate::in_world::RobotInWorld;
use crate::position::PositionError;
use crate::range::{Branch, RangeCell, RangeLimits, RangeProgress};

/// No cell is made smaller than this share of the box's sides, whatever is asked for.
const FINEST: f64 = 1.0 / (1u64 << 40) as f64;

/// The number of cells that are halved between two looks at the clock.
const CELLS_AT_ONCE: usize = 64;

/// A division: its range, and how far it goes.
pub(crate) struct Division<'r> {
    pub placed: &'r RobotInWorld,
    pub sweeps: &'r Sweeps<'r>,
    pub places: &'r [usize],
    pub at: &'r [f64],
    pub limits: &'r RangeLimits,
}

/// A cell that is not clear, and will be halved.
struct Waiting {
    branch: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    found: Answer<[Handle; 2], [Handle; 2]>,
    left: NearPairs,
    coordinate: usize,
}

/// The result of a division.
#[derive(Default)]
struct Divided {
    cells: Vec<RangeCell>,
    tree: Vec<Branch>,
}

impl Divided {
    /// A cell that is not divided any more.
    fn add(
        &mut self,
        branch: usize,
        [low, high]: [Vec<f64>; 2],
        found: Answer<[Handle; 2], [Handle; 2]>,
        is_open: bool,
    ) {
        self.tree[branch] = Branch::Cell(self.cells.len());
        self.cells.push(RangeCell { low, high, found, is_reached: false, is_open });
    }
}

impl Division<'_> {
    /// The cells of the box between two corners, and the tree of halves.
    pub fn divide(
        &self,
        low: Vec<f64>,
        high: Vec<f64>,
        progress: &mut dyn FnMut(RangeProgress),
    ) -> Result<(Vec<RangeCell>, Vec<Branch>), RobotError> {
        let sides: Vec<f64> = low.iter().zip(&high).map(|(low, high)| high - low).collect();
        let mut meter = RangeMeter { start: Instant::now(), limits: self.limits, questions: 0 };
        let mut divided = Divided { tree: vec![Branch::Cell(0)], ..Divided::default() };
        let all = self.sweeps.all_pairs();
        meter.questions += all.len() as u64;
        let (found, left) = self.sweeps.anywhere_among(&self.edge(&low, &high)?, &all)?;
        let mut waiting = Vec::new();
        let first = Waiting { branch: 0, low, high, found, left, coordinate: 0 };
        self.sort_in(first, &sides, &mut divided, &mut waiting);
        let mut seen = 1;
        while !waiting.is_empty() {
            let (mut halves, count) = (Vec::new(), waiting.len() as u64);
            let mut cells = waiting.into_iter().peekable();
            while cells.peek().is_some() && !meter.is_over() {
                let some: Vec<Waiting> = cells.by_ref().take(CELLS_AT_ONCE).collect();
                seen += 2 * some.len() as u64;
                for half in self.halved(some, &mut divided, &mut meter)? {
                    self.sort_in(half, &sides, &mut divided, &mut halves);
                }
                let to_come = self.expected(count, &halves, cells.len() as u64, &sides);
                let expected = seen.saturating_add(to_come);
                progress(RangeProgress { cells: seen, expected });
            }
            for Waiting { branch, low, high, found, .. } in cells {
                divided.add(branch, [low, high], found, true);
            }
            waiting = halves;
        }
        Ok((divided.cells, divided.tree))
    }

    /// Halves some cells, and asks about the halves.
    fn halved(
        &self,
        cells: Vec<Waiting>,
        divided: &mut Divided,
        meter: &mut RangeMeter,
    ) -> Result<Vec<Waiting>, RobotError> {
        let mut halves = Vec::with_capacity(2 * cells.len());
        for Waiting { branch, low, high, found, left, coordinate } in cells {
            let at = low[coordinate] + (high[coordinate] - low[coordinate]) * 0.5;
            let below = divided.tree.len();
            divided.tree[branch] = Branch::Halves { coordinate, at, below };
            divided.tree.extend([Branch::Cell(0); 2]);
            let (mut middle_high, mut middle_low) = (high.clone(), low.clone());
            (middle_high[coordinate], middle_low[coordinate]) = (at, at);
            meter.questions += 2 * left.len() as u64;
            for (branch, low, high) in [(below, low, middle_high), (below + 1, middle_low, high)] {
                halves.push(Waiting { branch, low, high, found, left: left.clone(), coordinate });
            }
        }
        let edge = |half: &Waiting| self.edge(&half.low, &half.high);
        let edges = halves.iter().map(edge).collect::<Result<Vec<_>, _>>()?;
        let asked: Vec<_> = edges.into_iter().zip(halves.iter().map(|half| &half.left)).collect();
        let answers = self.sweeps.anywhere_all(&asked)?;
        for (half, (found, left)) in halves.iter_mut().zip(answers) {
            (half.found, half.left) = (found, left);
        }
        Ok(halves)
    }

    /// Keeps a cell that is clear or small enough, and lets all others wait.
    fn sort_in(
        &self,
        cell: Waiting,
        sides: &[f64],
        divided: &mut Divided,
        waiting: &mut Vec<Waiting>,
    ) {
        let width = |k: usize| (cell.high[k] - cell.low[k]) / sides[k].max(f64::MIN_POSITIVE);
        let widest = (0..sides.len()).max_by(|&x, &y| width(x).total_cmp(&width(y)));
        let is_wide = |&k: &usize| width(k) > self.finest() * (1.0 + 1e-9);
        match widest.filter(is_wide).filter(|_| cell.found != Answer::Clear) {
            Some(coordinate) => waiting.push(Waiting { coordinate, ..cell }),
            None => divided.add(cell.branch, [cell.low, cell.high], cell.found, false),
        }
    }

    /// The number of cells that there will be beside those seen: `count` cells of this size had
    /// this many halves that wait, if those to come have as many; and so on, down to the finest.
    fn expected(&self, count: u64, halves: &[Waiting], to_come: u64, sides: &[f64]) -> u64 {
        let done = (count - to_come).max(1) as f64;
        let growth = halves.len() as f64 / done;
        let (mut waiting, mut all) = (halves.len() as f64 + growth * to_come as f64, 0.0);
        let halvings = halves.first().map_or(0.0, |half| {
            let width = |k: usize| (half.high[k] - half.low[k]) / sides[k].max(f64::MIN_POSITIVE);
            let left = |k| (width(k) / self.finest()).max(1.0).log2().ceil();
            (0..sides.len()).map(left).sum()
        });
        for _ in 0..halvings as u64 {
            all += 2.0 * waiting;
            waiting *= growth;
        }
        // Of a fine division there may be more than can be counted.
        (2 * to_come).saturating_add(all as u64)
    }

    /// The share below which cells are not divided.
    fn finest(&self) -> f64 {
        self.limits.finest.max(FINEST)
    }

    /// The box between two corners.
    fn edge(&self, low: &[f64], high: &[f64]) -> Result<RobotEdge<'_>, PositionError> {
        let corner = |values: &[f64]| {
            let mut positions = self.at.to_vec();
            self.places.iter().zip(values).for_each(|(&place, &value)| positions[place] = value);
            positions
        };
        self.placed.edge(&corner(low), &corner(high))
    }
}

/// The spent part of a budget.
struct RangeMeter<'r> {
    start: Instant,
    limits: &'r RangeLimits,
    questions: u64,
}

impl RangeMeter<'_> {
    fn is_over(&self) -> bool {
        let budget = &self.limits.budget;
        budget.time_allowed().is_some_and(|time| self.start.elapsed() >= time)
            || budget.tests_allowed().is_some_and(|tests| self.questions >= tests)
    }
}
