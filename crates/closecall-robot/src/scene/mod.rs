//! Scene files: bodies, robots and how they move, as JSON. `docs/scene-file.md` describes the form.
//!
//! A file is read into a [`SceneFile`], which names other files but opens none; [`Scene::load`]
//! opens them, and makes a world with poses for every step.

mod build;
mod builder;
mod consistent;
mod edge;
mod file;
mod looked_at;
mod names;
mod narrow;
mod planning;
mod robots;
mod rounding;
mod rules;
mod table;
mod trajectory;

pub use build::{Scene, SceneOptions, SceneStep};
pub use edge::{RobotWay, SceneEdge};
pub use file::{BodyEntry, ClearanceEntry, PoseEntry, RobotEntry, SceneFile, ShapesAs};
pub use narrow::Narrowness;
pub use table::SceneTable;
