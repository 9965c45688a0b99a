//! The material that a program cuts: what is left of the stock at every line.
//!
//! The stock is a grid of cells. Every cell has one of three states, and each is a proof:
//!
//! - *cut*: every point of the cell was inside the cutter on some move, or was never stock;
//! - *left*: no point of the cell was;
//! - *undecided*: neither is proved. Such a cell lies at the surface of some move's sweep or of the
//!   first stock. So the undecided cells are a band about these surfaces, one or two cells thick.
//!
//! After a move that is not known nothing is certainly left any more.
//!
//! A move is tested against whole bricks of cells first, then against their eighths and so on
//! (`sweep`): a straight move of a convex piece of the tool sweeps a convex solid, so that few
//! numbers say of a box that it lies inside or outside. Arcs are chords, with what they leave out
//! added to the box.

mod at_line;
mod brick;
mod chords;
mod cut;
mod error;
mod excess;
mod grid;
mod meet;
mod mesh;
mod play;
mod sweep;

pub(crate) use chords::{StockMove, StockTool};
pub use error::StockError;
pub use excess::Excess;
pub use grid::{CellState, Stock};
pub(crate) use play::{BlockTouches, StockFault};
