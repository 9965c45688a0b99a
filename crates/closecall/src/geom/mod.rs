//! Vectors, triangles, poses, and the exact predicates on them.

mod aabb;
pub mod clearance;
pub mod compose;
#[doc(hidden)]
pub mod eigen;
pub mod exact;
pub mod hull;
#[doc(hidden)]
pub mod kdop;
pub mod motion;
pub mod pose;
pub mod range;

pub use aabb::Aabb;
pub use clearance::{Clearance, ClearanceError};
pub use glam::{DMat3, DMat4, DQuat, DVec3};
pub use motion::{Ball, Step};
pub use pose::{Pose, PoseError};

/// Three corners. Two or three of them may coincide or lie on a line: the triangle is then the segment or point it is.
pub type Triangle = [DVec3; 3];
