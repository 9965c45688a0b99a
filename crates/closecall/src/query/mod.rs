//! Questions about two meshes at one relative pose, and the engines that answer them.

pub mod brute;
pub mod building;
pub mod classic;
pub mod configure;
pub mod kind;
pub(crate) mod live;
pub mod model;
pub mod names;
pub mod pair;
pub mod solid;
mod subject;
pub mod volume_kind;
pub mod warm;

pub use classic::Checker;
pub use configure::{Options, checker, checker_watched, tree};
pub use kind::{Kind, Meaning, Meeting, Witness};
pub use model::{Model, ModelError, Scratch};
pub use pair::Pair;
pub use solid::{Collision, Location, Solid};
pub use subject::Subject;
pub use warm::{Remembering, Strategy};
