//! Questions about two meshes at one relative pose, and the engines that answer them.

pub mod brute;
pub mod building;
pub mod classic;
mod cloud;
pub mod configure;
pub(crate) mod live;
pub mod model;
pub mod names;
mod near;
mod nearest;
pub mod pair;
mod ray;
mod shape;
mod subject;
pub mod volume_kind;
pub mod warm;

pub use classic::Checker;
pub use cloud::{Cloud, CloudError, Neighbour, Neighbours, Norm};
pub use configure::{Options, checker, checker_watched, tree};
pub use model::{Model, ModelError, Scratch};
pub use nearest::{Near, Points, WithinError};
pub use pair::Pair;
pub(crate) use ray::{Cast, Triangles};
pub use ray::{Crossings, Hit, Rays, Winding};
pub use shape::{ShapeDistance, Shapes, Touching};
pub use subject::Subject;
pub use warm::{Remembering, Strategy};
