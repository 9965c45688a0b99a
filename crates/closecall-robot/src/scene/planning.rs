//! Planning problems of one rigid body: a robot that moves in an environment from a start to a
//! goal, perhaps along a path.
//!
//! This is the form that the problems of OMPL.app are often passed on in: an object with the files
//! `env` and `robot`, and the poses `start`, `goal` and `path`, world = R(q)·v + t. What else is
//! said in it is passed over.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::file::{BodyEntry, PoseEntry, SceneFile, from_json};
use crate::error::FileError;

#[derive(Deserialize)]
struct Problem {
    name: Option<String>,
    env: String,
    robot: String,
    start: Waypoint,
    goal: Waypoint,
    #[serde(default)]
    path: Vec<Waypoint>,
}

/// A pose, and what others know of it.
#[derive(Deserialize)]
struct Waypoint {
    t: [f64; 3],
    q: [f64; 4],
}

impl From<Waypoint> for PoseEntry {
    fn from(Waypoint { t, q }: Waypoint) -> Self {
        Self { t, q }
    }
}

/// Are these bytes an object with the entries that only a planning problem has?
pub(super) fn is_planning_problem(bytes: &[u8]) -> bool {
    let entries: Result<HashMap<String, IgnoredAny>, _> = serde_json::from_slice(bytes);
    entries.is_ok_and(|entries| {
        ["env", "robot", "start", "goal"].iter().all(|&key| entries.contains_key(key))
    })
}

/// The problem as a scene of two bodies, `env` and `robot`; its steps are the start, the path and
/// the goal.
pub(super) fn parse(file: &Path, bytes: &[u8]) -> Result<SceneFile, FileError> {
    let Problem { name, env, robot, start, goal, path } = from_json(file, bytes)?;
    let on_the_way = (0..path.len()).map(|number| format!("path {number}"));
    let steps =
        std::iter::once("start".to_owned()).chain(on_the_way).chain(["goal".to_owned()]).collect();
    let poses = std::iter::once(start).chain(path).chain([goal]).map(PoseEntry::from).collect();
    let body = |name: &str, mesh| BodyEntry {
        name: name.to_owned(),
        mesh: Some(mesh),
        ..BodyEntry::default()
    };
    let bodies = vec![
        BodyEntry { fixed: true, ..body("env", env) },
        BodyEntry { poses: Some(poses), ..body("robot", robot) },
    ];
    Ok(SceneFile { schema_version: 1, name, bodies, steps, ..SceneFile::default() })
}
