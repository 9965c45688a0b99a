//! Tools: exact solids of revolution about their axis, as unions of convex pieces.

pub mod piece;
pub mod profile;
pub mod shape;
mod spec;
pub mod stack;
pub mod table;

pub use piece::{Piece, Role};
pub use profile::{Part, Profile};
pub use shape::{Shape, ShapeError};
pub use stack::{Stage, Tool, ToolError};
pub use table::TableError;
