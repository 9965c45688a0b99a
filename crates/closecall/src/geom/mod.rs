//! Vectors, triangles, poses, and the exact predicates on them.

mod aabb;
#[doc(hidden)]
pub mod clearance;
#[doc(hidden)]
pub mod compose;
#[doc(hidden)]
pub mod convex;
#[doc(hidden)]
pub mod eigen;
pub mod exact;
#[doc(hidden)]
pub mod interval;
#[doc(hidden)]
pub mod kdop;
#[cfg(feature = "mint")]
mod mint;
#[doc(hidden)]
pub mod motion;
#[doc(hidden)]
pub mod nearest_pose;
#[doc(hidden)]
pub mod pose;
pub mod range;
#[doc(hidden)]
pub mod ray;
mod rows;
pub mod shape;
pub mod straight;

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
