//! Questions about two meshes at one relative pose, and the engines that answer them.

pub mod brute;
pub(crate) mod live;
pub mod model;
pub mod pair;
mod subject;

pub use model::{Model, ModelError, Scratch};
pub use pair::Pair;
pub use subject::Subject;
