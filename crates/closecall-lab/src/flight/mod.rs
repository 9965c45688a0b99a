//! A flight: an environment, an object, and the poses of the object in the environment's frame.
//!
//! On disk it is a folder with `env.obj`, `obj.obj` and `poses.csv`; either mesh may be a tree file.

mod body_file;
pub mod cave;
mod error;
mod folder;
mod path;
pub mod poses;
mod stretches;

pub use body_file::BodyFile;
pub use error::FlightError;
pub use folder::ReadFlight;
pub use path::{Frame, MAX_FRAMES, StepError};
pub use poses::{Waypoint, parse_poses};

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
