//! Questions about two meshes at one relative pose, and the engines that answer them.

pub mod brute;
pub mod building;
pub mod classic;
pub mod configure;
pub(crate) mod live;
pub mod model;
pub mod names;
pub mod pair;
mod subject;
pub mod sweep;
pub mod volume_kind;
pub mod warm;

pub use classic::Checker;
pub use configure::{Options, checker, checker_watched, tree};
pub use model::{Model, ModelError, Scratch};
pub use pair::Pair;
pub use subject::Subject;
pub use warm::{Remembering, Strategy};
