//! Points, poses, intervals, rays and exact shapes, in plain arrays at the door.
//!
//! Inside, vectors and matrices are glam's, and a triangle is three of its vectors.

pub(crate) mod aabb;
pub(crate) mod clearance;
pub(crate) mod compose;
pub(crate) mod convex;
pub(crate) mod eigen;
pub(crate) mod exact;
pub(crate) mod interval;
pub(crate) mod kdop;
#[cfg(feature = "mint")]
mod mint;
pub(crate) mod motion;
pub(crate) mod nearest_pose;
pub(crate) mod pose;
pub mod predicates;
pub mod range;
pub(crate) mod ray;
mod rows;
pub mod shape;
pub mod straight;
pub(crate) mod vectors;

pub(crate) use aabb::Aabb;
pub use clearance::{Clearance, ClearanceError};
pub use convex::{Convex, ConvexError};
pub(crate) use glam::{DMat3, DQuat, DVec3};
pub use interval::Interval;
pub(crate) use motion::{Ball, Step};
pub use nearest_pose::NearestPose;
pub use pose::{Pose, PoseError};
pub use ray::{Ray, RayError};
pub(crate) use vectors::Triangle;
