//! Exact collision detection for moving triangle meshes.
//!
//! Read the modules from top to bottom: each uses only those above it.

pub mod geom;
pub mod mesh;
pub mod path;
pub mod volume;
pub mod tree;
pub mod walk;
pub mod coherence;
pub mod wide;
pub mod query;
pub mod world;
mod store;

pub use geom::{Pose, PoseError, Triangle};
pub use mesh::{Mesh, MeshError};
pub use query::{Model, ModelError, Pair, Scratch};
pub use walk::{Cost, Uncounted};
pub use world::World;
