//! Scenes, flights and benchmarks.
//!
//! * [`flight`]: two meshes and a path of poses, read from and written to a folder, or generated.
//! * [`timing`]: what a query costs in time, measured as the peers are measured.

pub mod flight;
pub mod timing;
