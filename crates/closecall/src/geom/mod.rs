//! Vectors, triangles, poses, and the exact predicates on them.

pub mod clearance;
pub mod compose;
pub mod convex;
pub mod exact;
pub mod hull;
pub mod interval;
pub mod motion;
pub mod pose;
pub mod range;
pub mod ray;
pub mod shape;

pub use clearance::{Clearance, ClearanceError};
pub use convex::{Convex, ConvexError};
pub use glam::{DMat3, DMat4, DQuat, DVec3};
pub use interval::Interval;
pub use motion::{Ball, Step};
pub use pose::{Pose, PoseError};
pub use ray::{Ray, RayError};

/// Three corners. Two or three of them may coincide or lie on a line: the triangle is then the segment or point it is.
pub type Triangle = [DVec3; 3];
