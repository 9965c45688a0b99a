//! The grid of bricks, and the first stock in it.

use super::at_line::Kept;
use super::brick::{Brick, Node, SIDE};
use super::error::StockError;
use crate::gcode::vector;
use closecall::Model;
use closecall::engine::rounding::mill::STOCK_BOX;
use glam::DVec3;
use rayon::prelude::*;

/// Bricks of a grid, at most.
const MOST_BRICKS: usize = 1 << 24;

/// The bytes of all cells, at most, by default.
const MOST_BYTES: usize = 1 << 31;

/// An undecided cell that a tool meets is taken larger by this share of a cell, to see whether the
/// tool covers it: the cell may lie on the surface of the tool but for rounding.
pub(super) const BESIDE: f64 = 0.125;

/// A box with its lowest and its highest corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cuboid {
    pub(super) low: DVec3,
    pub(super) high: DVec3,
}

/// The state of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellState {
    /// It was cut, or was never stock.
    Cut,
    /// It is left.
    Left,
    /// Neither is proved.
    Undecided,
}

/// The stock: see the [module](super).
#[derive(Clone, Debug)]
pub struct Stock {
    low: DVec3,
    high: DVec3,
    /// Cells along every axis.
    counts: [usize; 3],
    /// Bricks along every axis.
    pub(super) bricks_along: [usize; 3],
    pub(super) bricks: Vec<Brick>,
    pub(super) most_bytes: usize,
    pub(super) bytes: usize,
    /// Whether a move that is not known may have cut anything: then nothing is certainly left.
    pub(super) is_doubted: bool,
    pub(super) kept: Option<Kept>,
}

impl Stock {
    /// A box of stock, between two opposite corners, in cells whose sides are at most `cell`.
    pub fn cuboid(
        one: impl Into<[f64; 3]>,
        other: impl Into<[f64; 3]>,
        cell: f64,
    ) -> Result<Self, StockError> {
        let (one, other) = (vector(one), vector(other));
        let mut stock = Self::empty(one.min(other), one.max(other), cell)?;
        for number in 0..stock.bricks.len() {
            let first = stock.first_cell(number);
            let is_whole = (0..3).all(|axis| first[axis] + SIDE <= stock.counts[axis]);
            stock.bricks[number] = Brick::Left;
            if !is_whole {
                let counts = stock.counts;
                let cells = stock.bricks[number].cells();
                for node in single_cells() {
                    if (0..3).any(|axis| first[axis] + node.at[axis] >= counts[axis]) {
                        cells.cut(node);
                    }
                }
            }
        }
        stock.count_bytes()?;
        Ok(stock)
    }

    /// The inside of a closed mesh. Cells that its surface crosses are undecided.
    pub fn of_model(model: &Model, cell: f64) -> Result<Self, StockError> {
        let open = |error: &dyn std::fmt::Display| StockError::Open(error.to_string());
        let (low, high) = model
            .mesh()
            .vertices()
            .iter()
            .map(|&v| DVec3::from_array(v))
            .fold((DVec3::MAX, DVec3::MIN), |(low, high), p| (low.min(p), high.max(p)));
        let mut stock = Self::empty(low, high, cell)?;
        model.points().signed(low.to_array()).map_err(|error| open(&error))?;
        let bricks = (0..stock.bricks.len()).into_par_iter().map_init(
            || model.points(),
            |points, number| {
                let mut distance =
                    |at: DVec3| points.signed(at.to_array()).map(|near| near.distance);
                let mut brick = Brick::Left;
                let mut left = vec![Node::ROOT];
                while let Some(node) = left.pop() {
                    let cuboid = stock.cuboid_of(number, node);
                    let middle = 0.5 * (cuboid.low + cuboid.high);
                    let reach = cuboid.reach();
                    // A middle that cannot be measured leaves its cells undecided.
                    let near = distance(middle).ok();
                    if near.is_some_and(|near| near.lo > reach) || stock.is_beyond(number, node) {
                        brick.cells().cut(node);
                    } else if near.is_some_and(|near| near.hi < -reach) {
                    } else if node.side == 1 {
                        brick.cells().doubt(node);
                    } else {
                        left.extend(node.halves());
                    }
                }
                brick.tidy();
                brick
            },
        );
        stock.bricks = bricks.collect();
        stock.count_bytes()?;
        Ok(stock)
    }

    /// A grid of nothing about a box.
    fn empty(low: DVec3, high: DVec3, cell: f64) -> Result<Self, StockError> {
        let size = high - low;
        if !(cell > 0.0 && cell.is_finite()) {
            return Err(StockError::Cell(cell));
        }
        if !(size.min_element() > 0.0 && low.is_finite() && high.is_finite()) {
            return Err(StockError::Flat);
        }
        let wanted = (size / cell).ceil().max(DVec3::ONE);
        let bricks = (wanted / SIDE as f64).ceil();
        if bricks.element_product() > MOST_BRICKS as f64 {
            let least = (size.element_product() / (MOST_BRICKS * SIDE * SIDE * SIDE) as f64).cbrt();
            return Err(StockError::TooFine { cell, size: size.max_element(), least: 1.1 * least });
        }
        let whole = |v: DVec3| v.to_array().map(|x| x as usize);
        let (counts, bricks_along) = (whole(wanted), whole(bricks));
        let bricks = vec![Brick::Cut; bricks_along.iter().product()];
        let (most_bytes, bytes, is_doubted) = (MOST_BYTES, 0, false);
        let kept = None;
        Ok(Self { low, high, counts, bricks_along, bricks, most_bytes, bytes, is_doubted, kept })
    }

    /// The side of a cell that fits most jobs: two hundred and fifty-six along the longest side.
    #[must_use]
    pub fn usual_cell(low: impl Into<[f64; 3]>, high: impl Into<[f64; 3]>) -> f64 {
        (vector(high) - vector(low)).abs().max_element() / 256.0
    }

    /// The same with another bound on the bytes of its cells.
    #[must_use]
    pub fn with_memory(self, most_bytes: usize) -> Self {
        Self { most_bytes, ..self }
    }

    /// The corners of the box around the first stock.
    #[must_use]
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        self.corners().map(|corner| corner.to_array())
    }

    /// The same as vectors.
    pub(crate) fn corners(&self) -> [DVec3; 2] {
        [self.low, self.high]
    }

    /// The sides of a cell.
    #[must_use]
    pub fn cell(&self) -> [f64; 3] {
        self.sides().to_array()
    }

    /// The same as a vector.
    pub(super) fn sides(&self) -> DVec3 {
        (self.high - self.low) / DVec3::from_array(self.counts.map(|count| count as f64))
    }

    /// The thickness of the band in which nothing is decided.
    ///
    /// A tool that is said to stay within the band goes no deeper than this into what is left: that
    /// is proved. Undecided points lie within this of the surface of some sweep or of the first
    /// stock: that is how cells are chosen, and tests look for points further off; it is not proved.
    #[must_use]
    pub fn band(&self) -> f64 {
        (self.sides() * (1.0 + BESIDE)).length() * (1.0 + STOCK_BOX)
    }

    /// Says that anything may have been cut: from here on nothing is certainly left.
    pub(crate) fn doubt(&mut self) {
        self.is_doubted = true;
    }

    /// The bytes that its cells need.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes + self.bricks.len() * size_of::<Brick>()
    }

    /// The volume that is certainly left, and that is perhaps.
    #[must_use]
    pub fn volume(&self) -> [f64; 2] {
        let of_brick = |brick: &Brick| match brick {
            Brick::Cut => [0; 2],
            Brick::Left => [(SIDE * SIDE * SIDE) as u64; 2],
            Brick::Cells(cells) => cells.counts(),
        };
        let cells =
            self.bricks.iter().map(of_brick).fold([0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        let [certain, perhaps] = cells.map(|count| count as f64 * self.sides().element_product());
        [if self.is_doubted { 0.0 } else { certain }, perhaps]
    }

    /// The state of a point. On the border of cells that differ it is undecided.
    #[must_use]
    pub fn at(&self, point: impl Into<[f64; 3]>) -> CellState {
        let share = (vector(point) - self.low) / self.sides();
        let near = [share - 1e-6, share + 1e-6];
        let mut states = (0..8).map(|i: usize| {
            let at: [f64; 3] = std::array::from_fn(|axis| near[i >> axis & 1][axis].floor());
            self.state(at)
        });
        let first = states.next().unwrap_or(CellState::Undecided);
        if states.all(|state| state == first) { first } else { CellState::Undecided }
    }

    fn state(&self, cell: [f64; 3]) -> CellState {
        let is_in = |axis: usize| cell[axis] >= 0.0 && cell[axis] < self.counts[axis] as f64;
        if !(0..3).all(is_in) {
            return CellState::Cut;
        }
        let (number, node) = self.place(cell.map(|x| x as usize));
        match &self.bricks[number] {
            brick if brick.is_cut(node) => CellState::Cut,
            brick if brick.is_left(node) && !self.is_doubted => CellState::Left,
            _ => CellState::Undecided,
        }
    }

    /// The brick of a cell, and its place there.
    pub(super) fn place(&self, cell: [usize; 3]) -> (usize, Node) {
        let [x, y, z] = cell.map(|i| i / SIDE);
        let [along_x, along_y, _] = self.bricks_along;
        (x + along_x * (y + along_y * z), Node { at: cell.map(|i| i % SIDE), side: 1 })
    }

    /// The lowest cell of a brick.
    pub(super) fn first_cell(&self, number: usize) -> [usize; 3] {
        let [along_x, along_y, _] = self.bricks_along;
        [number % along_x, number / along_x % along_y, number / along_x / along_y].map(|i| i * SIDE)
    }

    /// A corner of cells. Cells that share it have the same.
    pub(super) fn corner(&self, cell: [usize; 3]) -> DVec3 {
        let share = |axis: usize| cell[axis] as f64 / self.counts[axis] as f64;
        self.low + (self.high - self.low) * DVec3::from_array(std::array::from_fn(share))
    }

    /// The box of a node of a brick.
    pub(super) fn cuboid_of(&self, number: usize, node: Node) -> Cuboid {
        let first = self.first_cell(number);
        let low: [usize; 3] = std::array::from_fn(|axis| first[axis] + node.at[axis]);
        Cuboid { low: self.corner(low), high: self.corner(low.map(|i| i + node.side)) }
    }

    /// Whether a node lies beyond the last cells.
    fn is_beyond(&self, number: usize, node: Node) -> bool {
        let first = self.first_cell(number);
        (0..3).any(|axis| first[axis] + node.at[axis] >= self.counts[axis])
    }

    /// The number of cells along every axis.
    pub(super) fn counts(&self) -> [usize; 3] {
        self.counts
    }

    pub(super) fn count_bytes(&mut self) -> Result<(), StockError> {
        self.bytes = self.bricks.iter().map(Brick::bytes).sum();
        self.check_bytes()
    }

    pub(super) fn check_bytes(&self) -> Result<(), StockError> {
        match self.bytes <= self.most_bytes {
            true => Ok(()),
            false => Err(StockError::Memory(self.most_bytes >> 20)),
        }
    }
}

impl Cuboid {
    /// The distance of a corner from the middle, at most.
    pub(super) fn reach(&self) -> f64 {
        let size = self.low.abs().max(self.high.abs()).length();
        0.5 * (self.high - self.low).length() + STOCK_BOX * size
    }
}

/// Every cell of a brick.
pub(super) fn single_cells() -> impl Iterator<Item = Node> {
    (0..SIDE * SIDE * SIDE)
        .map(|i| Node { at: [i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE], side: 1 })
}
