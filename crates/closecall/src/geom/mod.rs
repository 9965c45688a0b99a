//! Vectors, triangles, poses, and the exact predicates on them.

mod aabb;
pub(crate) mod clearance;
pub(crate) mod compose;
pub(crate) mod convex;
pub(crate) mod eigen;
pub mod exact;
pub(crate) mod interval;
pub(crate) mod kdop;
#[cfg(feature = "mint")]
mod mint;
pub(crate) mod motion;
pub(crate) mod nearest_pose;
pub(crate) mod pose;
pub mod range;
pub(crate) mod ray;
mod rows;
pub mod shape;
pub mod straight;
pub(crate) mod vectors;

pub use aabb::Aabb;
pub use clearance::{Clearance, ClearanceError};
pub use convex::{Convex, ConvexError};
pub use glam::{DMat3, DMat4, DQuat, DVec3};
pub use interval::Interval;
pub use motion::{Ball, Step};
pub use nearest_pose::NearestPose;
pub use pose::{Pose, PoseError};
pub use ray::{Ray, RayError};

/// Three corners. Two or three of them may coincide or lie on a line: the triangle is then the
/// segment or point it is.
pub type Triangle = [DVec3; 3];
