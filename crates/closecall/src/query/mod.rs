//! Questions about two meshes at one relative pose, and the engines that answer them.

pub mod brute;
pub mod kind;
pub(crate) mod live;
pub mod model;
pub mod pair;
mod self_intersection;
pub mod solid;
mod subject;

pub use kind::{Kind, Meaning, Meeting, Side, Witness};
pub use model::{Model, ModelError, Scratch};
pub use pair::Pair;
pub use solid::{Collision, Depth, Location, Solid};
pub use subject::Subject;
