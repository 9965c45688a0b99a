//! Robots and scenes for closecall, from files.
//!
//! A [`Robot`] is read from a URDF file, with an SRDF file that says which of its links may touch.
//! It is put in a [`closecall::World`], and joint positions become poses there: what touches is
//! then asked of the world, exactly. A [`scene`] file has bodies, robots and their motions
//! together.
//!
//! ```
//! use closecall::{Answer, Body, Model, World};
//! use closecall_robot::{Robot, RobotFiles};
//! # let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
//! let robot = Robot::load(folder.join("arm.urdf"), &RobotFiles::with_srdf(folder.join("arm.srdf")))?;
//! let mut world = World::new();
//! world.insert(Body::new("table", &Model::load(folder.join("table.stl"))?).fixed())?;
//! let arm = robot.insert(&mut world, "", None)?;
//!
//! let up = robot.rest();
//! let down = robot.positions([("shoulder", 0.9), ("elbow", 1.4), ("wrist", 0.8)])?;
//! assert!(arm.collisions(&world, &up)?.is_empty());
//! for (a, b) in arm.collisions(&world, &down)? {
//!     println!("{} touches {}", world.name(a)?, world.name(b)?);
//! }
//! if let Answer::Touching(first) = arm.sweep(&world, &up, &down)? {
//!     println!("on the way there, contact begins at {:?}", arm.between(&up, &down, first.hit.time.hi)?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`RobotInWorld`] has the questions about one robot; for many positions, keep a
//! [`closecall::world::Query`] and set [`RobotInWorld::poses`] in it.

#![deny(unnameable_types)]

mod allowed;
mod clearances;
mod cover;
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
mod pairs;
mod plain;
mod plan;
mod position;
mod range;
mod robot;
pub mod scene;
mod shape;
mod signed;
mod spelling;
mod srdf;
mod srdf_state;
mod twist;
mod unchecked;
mod urdf;
mod xml;
mod yaml;

pub use allowed::Allowed;
pub use cover::{LinkCover, LinkPart, LinkParts};
pub use edge::RobotEdge;
pub use error::{FileError, RobotError};
pub use in_world::RobotInWorld;
pub use joint::{Joint, JointKind, Mimic};
pub use neighbours::Neighbours;
pub use packages::Packages;
pub use pairs::{AtRest, LinkPair, LinkPairs, LinksDo, PairLimits};
pub use plan::{Plan, PlanEnd, PlanLimits, PlanWork, Planned};
pub use position::{Coordinate, PositionError};
pub use range::{Range, RangeCell, RangeLimits, RangeProgress, RangeShares};
pub use robot::{Robot, RobotFiles, RobotLink};
pub use scene::Scene;
pub use shape::{LinkShape, LinkShapeError, SEGMENTS};
pub use signed::{SignedLinks, SignedPairs};
pub use srdf::Allowances;
pub use srdf_state::srdf_state;
pub use unchecked::{Unchecked, UncheckedPair, Why, unchecked};
pub use urdf::{CollisionShape, Description, Geometry, Link};

/// Robots as plain lists: for closecall's crate of the GPU. It may change in any release.
#[doc(hidden)]
pub mod engine {
    pub use crate::plain::{PlainJoint, PlainRows};
}
