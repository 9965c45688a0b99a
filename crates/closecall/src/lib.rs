//! Exact collision detection for moving triangle meshes.
//!
//! Read the modules from top to bottom: each uses only those above it.

#[macro_use]
mod names;
pub mod geom;
pub mod mesh;
pub mod path;
pub mod cost;
pub mod wide;
pub mod query;
pub mod world;
mod store;

/// What the classic engine and the laboratory need of the inside. It may change at any time.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals {
    pub use crate::geom::{eigen, kdop};
}

pub use cost::{Cost, Count, Uncounted};
pub use geom::{Pose, PoseError, Triangle};
pub use mesh::{Mesh, MeshError};
pub use names::UnknownName;
pub use query::{Distance, DistanceAsked, Kind, Model, ModelError, Pair, Scratch, Solid};
pub use world::World;
