//! The classic engine by name: two meshes, an engine configured for them, and what it remembers.

pub mod building;
pub mod classic;
pub mod configure;
pub mod round;
pub mod volume_kind;
pub mod warm;

pub use classic::Checker;
pub use configure::{Options, checker, checker_watched, tree};
pub use warm::{Remembering, Strategy};
