//! Robots and scenes for closecall, from files.
//!
//! A [`Robot`] is read from a URDF file, with an SRDF file that says which of its links may touch.
//! It is put in a [`closecall::World`], and joint positions become poses there: what touches is
//! then asked of the world, exactly. A [`scene`] file has bodies, robots and their motions
//! together.

mod allowed;
mod clearances;
mod division;
mod edge;
mod error;
mod in_world;
mod joint;
mod link_mesh;
mod mesh_files;
mod neighbours;
mod order;
mod packages;
mod plain;
mod position;
mod range;
mod robot;
pub mod scene;
mod shape;
mod spelling;
mod srdf;
mod unchecked;
mod urdf;
mod xml;

pub use allowed::Allowed;
pub use edge::RobotEdge;
pub use error::FileError;
pub use in_world::RobotInWorld;
pub use joint::{Joint, JointKind, Mimic};
pub use neighbours::Neighbours;
pub use packages::Packages;
#[doc(hidden)]
pub use plain::{PlainJoint, PlainRows};
pub use position::{Coordinate, PositionError};
pub use range::{Range, RangeCell, RangeError, RangeLimits, RangeProgress, RangeShares};
pub use robot::{Robot, RobotFiles, RobotLink};
pub use scene::Scene;
pub use shape::{LinkShape, LinkShapeError, SEGMENTS};
pub use srdf::Allowances;
pub use unchecked::{Unchecked, UncheckedPair, Why, unchecked};
pub use urdf::{CollisionShape, Description, Geometry, Link};
