//! Scenes, flights and benchmarks.
//!
//! * [`flight`]: two meshes and a path of poses, read from and written to a folder, or generated.
//! * [`scenes`]: meshes and flights made by rule, the look-alikes of the papers' data sets among them.
//! * [`timing`]: what a query costs in time, measured as the peers are measured.

pub mod flight;
pub mod scenes;
pub mod timing;
