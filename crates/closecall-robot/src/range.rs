//! The range of motion in a box of joints: which part of it is clear, certified, and what stops the
//! robot elsewhere.
//!
//! The box is halved, one coordinate at a time, until a cell is proved clear ([`Sweeps::anywhere`]),
//! something touches in the middle of a cell that is small enough, or neither is known of it. Large
//! cells come before small ones, so that a budget that ends leaves a coarse picture of all. Cells
//! that share a face are connected: from a clear one to the next every way within them is clear.

use closecall::Answer;
use closecall::Budget;
use closecall::world::Handle;
use closecall::world::sweep::Sweeps;

use crate::division::Division;
use crate::error::RobotError;
use crate::in_world::RobotInWorld;
use crate::joint::JointKind;
use crate::position::PositionError;

/// Some coordinates, and what is known of the box of their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The coordinates, by name.
    pub names: Vec<String>,
    /// The cells that the box was divided into.
    pub cells: Vec<RangeCell>,
    pub(crate) tree: Vec<Branch>,
}

/// A part of the box.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeCell {
    /// The lowest value of every coordinate.
    pub low: Vec<f64>,
    /// The highest.
    pub high: Vec<f64>,
    /// The answer.
    pub found: Answer<[Handle; 2], [Handle; 2]>,
    /// Is it clear, and a way that is clear leads to it from the start?
    pub is_reached: bool,
    /// Would it have been divided, had the budget not ended? Nothing but its middle is known then.
    pub is_open: bool,
}

/// The tree of halves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Branch {
    Cell(usize),
    Halves { coordinate: usize, at: f64, below: usize },
}

/// The limits of a division of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RangeLimits {
    /// Cells are not made smaller than this share of the box's sides.
    pub finest: f64,
    /// The work that may be done: a time, or a number of questions about two bodies in a cell.
    pub budget: Budget,
}

impl RangeLimits {
    /// Says the finest share and the work that may be done.
    #[must_use]
    pub fn new(finest: f64, budget: Budget) -> Self {
        Self { finest, budget }
    }
}

/// The progress of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeProgress {
    /// The number of cells that were looked at.
    pub cells: u64,
    /// The expected number in all, as far as the last halving tells.
    pub expected: u64,
}

/// The shares of a box: clear, touching and undecided are 1 together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeShares {
    /// Proved clear.
    pub clear: f64,
    /// Of that, what can be reached from the start.
    pub reached: f64,
    /// Cells of the finest size in whose middle something touches.
    pub touching: f64,
    /// All else.
    pub undecided: f64,
    /// Of that, what the budget left undivided though something touches in its middle.
    pub left_touching: f64,
}

impl RobotInWorld {
    /// The range of some coordinates, all others being `at` their positions: from limit to limit, a
    /// turn both ways for those without. Cells are not made smaller than `finest`, a share of the
    /// box's sides. What is connected is counted from `at` on.
    ///
    /// # Errors
    /// If a name is not known or is of a planar or floating joint, or positions are refused.
    pub fn range_of_box(
        &self,
        sweeps: &Sweeps,
        names: &[&str],
        at: &[f64],
        finest: f64,
    ) -> Result<Range, RobotError> {
        let limits = RangeLimits { finest, budget: Budget::ENDLESS };
        self.range_within(sweeps, names, at, &limits, &mut |_| {})
    }

    /// The same within a budget. What is not known when it ends is [`RangeCell::is_open`].
    /// `progress` is called now and then.
    ///
    /// # Errors
    /// As [`RobotInWorld::range_of_box`].
    pub fn range_within(
        &self,
        sweeps: &Sweeps,
        names: &[&str],
        at: &[f64],
        limits: &RangeLimits,
        progress: &mut dyn FnMut(RangeProgress),
    ) -> Result<Range, RobotError> {
        let robot = self.robot();
        robot.of_all_joints(at)?;
        let places = robot.places(names)?;
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for &place in &places {
            let joint = &robot.joints()[robot.coordinates()[place].joint];
            if matches!(joint.kind, JointKind::Planar | JointKind::Floating) {
                let why = "is planar or floating, so it has no box".to_owned();
                return Err(PositionError::NotFree { joint: joint.name.clone(), why }.into());
            }
            let turn = std::f64::consts::PI;
            let [from, to] = joint.limits.unwrap_or([at[place] - turn, at[place] + turn]);
            low.push(from);
            high.push(to);
        }
        let division = Division { placed: self, sweeps, places: &places, at, limits };
        let (cells, tree) = division.divide(low, high, progress)?;
        let mut range =
            Range { names: names.iter().map(|&name| name.to_owned()).collect(), cells, tree };
        range.connect(&places.iter().map(|&place| at[place]).collect::<Vec<_>>());
        Ok(range)
    }
}

impl Range {
    /// The shares of the box that are clear, touching and undecided.
    #[must_use]
    pub fn shares(&self) -> RangeShares {
        let size = |cell: &RangeCell| {
            cell.low.iter().zip(&cell.high).map(|(low, high)| high - low).product::<f64>()
        };
        // A sum of nothing would be −0.
        let all = self.cells.iter().map(size).fold(0.0, |sum, size| sum + size);
        let of = |is: &dyn Fn(&RangeCell) -> bool| {
            self.cells.iter().filter(|cell| is(cell)).map(size).fold(0.0, |sum, size| sum + size)
                / all.max(f64::MIN_POSITIVE)
        };
        let touches = |cell: &RangeCell| !cell.is_open && matches!(cell.found, Answer::Touching(_));
        RangeShares {
            clear: of(&|cell| cell.found == Answer::Clear),
            reached: of(&|cell| cell.is_reached),
            touching: of(&touches),
            undecided: of(&|cell| cell.found != Answer::Clear && !touches(cell)),
            left_touching: of(&|cell| cell.is_open && matches!(cell.found, Answer::Touching(_))),
        }
    }

    /// Did the budget end before all cells were divided?
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.cells.iter().any(|cell| cell.is_open)
    }

    /// The pairs that touch in the middle of cells that are not divided further, each pair once,
    /// sorted.
    #[must_use]
    pub fn stops(&self) -> Vec<[Handle; 2]> {
        let pair = |cell: &RangeCell| match cell.found {
            Answer::Touching(pair) => Some(pair),
            _ => None,
        };
        let mut pairs: Vec<[Handle; 2]> = self.cells.iter().filter_map(pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The cell that holds these values.
    #[must_use]
    pub fn cell(&self, values: &[f64]) -> Option<&RangeCell> {
        let mut found = Vec::new();
        self.within(0, values, values, &mut found);
        found.into_iter().map(|cell| &self.cells[cell]).find(|cell| {
            let inside = |(value, (low, high)): (&f64, (&f64, &f64))| low <= value && value <= high;
            values.iter().zip(cell.low.iter().zip(&cell.high)).all(inside)
        })
    }

    /// All cells that a box meets.
    fn within(&self, branch: usize, low: &[f64], high: &[f64], found: &mut Vec<usize>) {
        match self.tree[branch] {
            Branch::Cell(cell) => found.push(cell),
            Branch::Halves { coordinate, at, below } => {
                if low[coordinate] <= at {
                    self.within(below, low, high, found);
                }
                if high[coordinate] >= at {
                    self.within(below + 1, low, high, found);
                }
            }
        }
    }

    /// Marks what is connected with the cells that hold these values.
    fn connect(&mut self, start: &[f64]) {
        let mut waiting = Vec::new();
        self.within(0, start, start, &mut waiting);
        while let Some(cell) = waiting.pop() {
            let RangeCell { low, high, found, is_reached, .. } = &mut self.cells[cell];
            if *found != Answer::Clear || std::mem::replace(is_reached, true) {
                continue;
            }
            let (low, high) = (low.clone(), high.clone());
            for k in 0..low.len() {
                // The other sides are drawn in a little: cells that share an edge only are no way.
                let side = |towards: f64| {
                    let (mut from, mut to) = (low.clone(), high.clone());
                    for (j, (from, to)) in from.iter_mut().zip(&mut to).enumerate() {
                        let inside = (*to - *from) * 1e-6;
                        (*from, *to) = if j == k {
                            (towards, towards)
                        } else {
                            (*from + inside, *to - inside)
                        };
                    }
                    (from, to)
                };
                for (from, to) in [side(low[k]), side(high[k])] {
                    self.within(0, &from, &to, &mut waiting);
                }
            }
        }
    }
}
