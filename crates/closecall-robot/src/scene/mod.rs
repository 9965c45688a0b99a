//! Scene files: bodies, robots and how they move, as JSON. `docs/scene-file.md` describes the form.
//!
//! A file is read into a [`SceneFile`], which names other files but opens none; [`Scene::load`] opens them, and makes a world with poses for every step.

mod build;
mod builder;
mod file;
mod names;
mod planning;
mod table;

pub use build::{Scene, Step};
pub use file::{BodyEntry, ClearanceEntry, PoseEntry, RobotEntry, SceneFile};
pub use table::Table;
