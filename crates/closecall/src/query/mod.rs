//! Questions about two meshes at one relative pose, and the engines that answer them.

mod ask;
mod body_file;
pub mod brute;
pub mod deform;
pub mod depth;
mod distance;
pub mod kind;
pub(crate) mod live;
mod model;
mod near;
mod nearest;
mod pair;
mod ray;
#[cfg(feature = "tree-file")]
mod saved;
pub(crate) mod scale_doubt;
mod self_intersection;
mod shape;
pub mod solid;
mod subject;
pub mod sweep;
mod timed;
pub(crate) mod two;

#[cfg(feature = "tree-file")]
pub use crate::wide::file::{Section as TreeFileSection, TreeFileError, TreeFileProblem};
pub use crate::wide::{BuildOptions, Distance, Quality, TreeMemory};
pub use ask::Ask;
pub use body_file::BodyFile;
pub use deform::{DeformingMesh, DeformingPair, Meetings, TriangleMeeting as DeformingMeeting};
pub use depth::{AlongError, Parting, Patch, Penetration, SignedDistance};
pub use kind::{Kind, Meaning, Meeting, Side, Witness};
pub use model::{Model, ModelError, Scratch};
pub use nearest::{Near, Points, SignedError, WithinError};
pub use pair::{Pair, Watch};
pub(crate) use ray::{Cast, Triangles};
pub use ray::{Crossings, RayHit, Rays, Winding};
pub use scale_doubt::ScaleDoubt;
pub(crate) use shape::around_shape;
pub use shape::{ShapeDistance, Shapes, Touching};
pub use solid::{Collision, DeepestFound, Depth, Location, Solid};
pub use subject::Subject;
pub use timed::ContactPairs;
