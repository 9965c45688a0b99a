//! Tools: exact solids of revolution about their axis, as unions of convex pieces.

mod dead;
pub mod facets;
mod fusion;
mod once;
pub mod piece;
pub mod profile;
pub mod shape;
mod spec;
pub mod stack;
pub mod table;
mod undersides;

pub use dead::DeadCentre;
pub use facets::{Facets, Hulls};
pub use piece::{Piece, PieceRole};
pub use profile::{Profile, ProfilePart};
pub use shape::{ToolShape, ToolShapeError};
pub use stack::{Stage, Tool, ToolError};
pub use table::TableError;
pub use undersides::Undersides;
