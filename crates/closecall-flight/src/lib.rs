//! Flights, and what it takes to fly them: what the program and the laboratory share.
//!
//! A flight is an environment, an object, and the poses of the object in the environment's frame.
//! On disk it is a folder with `env.obj`, `obj.obj` and `poses.csv`; either mesh may be a tree
//! file.
//!
//! * [`BodyFile`]: a mesh or a tree file; [`MeshOrModel`]: what it gives.
//! * [`timing`]: what a query costs in time, measured as the peers are measured.
//! * [`stamp`]: where and when a figure was measured; [`numbers`]: how it is written.

#![deny(unnameable_types)]

mod body_file;
pub mod cave;
mod error;
mod folder;
mod mesh_or_model;
pub mod numbers;
mod path;
pub mod poses;
pub mod stamp;
mod stretches;
pub mod timing;

pub use body_file::BodyFile;
pub use error::FlightError;
pub use folder::{FlightFiles, FlightOptions, ReadFlight};
pub use mesh_or_model::MeshOrModel;
pub use path::{FlightFrame, MAX_FRAMES, StepError};
pub use poses::{STANDARD_INPUT, Waypoint, parse_poses};

use closecall::Mesh;

/// Two meshes and the way one takes past the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// The body that stands still: body A of every query.
    pub env: Mesh,
    /// The body that moves: body B of every query.
    pub obj: Mesh,
    /// The poses of `obj` in `env`'s frame, in the order of the rows; at least one.
    pub waypoints: Vec<Waypoint>,
}
