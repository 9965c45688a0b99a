//! Vectors, triangles, poses, and the exact predicates on them.

mod aabb;
pub mod clearance;
pub mod compose;
pub mod convex;
#[doc(hidden)]
pub mod eigen;
pub mod exact;
pub mod hull;
pub mod interval;
#[doc(hidden)]
pub mod kdop;
pub mod motion;
pub mod nearest_pose;
pub mod pose;
pub mod range;
pub mod ray;
pub mod shape;

pub use aabb::Aabb;
pub use clearance::{Clearance, ClearanceError};
pub use convex::{Convex, ConvexError};
pub use glam::{DMat3, DMat4, DQuat, DVec3};
pub use interval::Interval;
pub use motion::{Ball, Step};
pub use nearest_pose::NearestPose;
pub use pose::{Pose, PoseError};
pub use ray::{Ray, RayError};

/// Three corners. Two or three of them may coincide or lie on a line: the triangle is then the segment or point it is.
pub type Triangle = [DVec3; 3];
