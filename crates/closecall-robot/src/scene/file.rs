//! A scene file, word for word.

use std::collections::BTreeMap;
use std::path::Path;

use closecall::engine::files::foreign;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::planning;
use crate::error::{FileError, said_by_parser, shown};
use crate::neighbours::Neighbours;
use crate::shape::LinkShape;

/// The version of the form.
const SCHEMA_VERSION: u32 = 1;

/// A scene as its file describes it; no other file has been looked at.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// 1.
    pub schema_version: u32,
    /// The scene's name; by default, the file's.
    pub name: Option<String>,
    /// Bodies and frames.
    #[serde(default)]
    pub bodies: Vec<BodyEntry>,
    /// Robots.
    #[serde(default)]
    pub robots: Vec<RobotEntry>,
    /// Pairs that may touch: bodies, links as `robot/link`, or robots as a whole.
    #[serde(default)]
    pub allow: Vec<[String; 2]>,
    /// Bodies no further apart than this count as touching; 0 unless said.
    pub clearance: Option<f64>,
    /// Pairs with a clearance of their own.
    #[serde(default)]
    pub clearances: Vec<ClearanceEntry>,
    /// The reading of shapes, in this file and in the robots it names.
    #[serde(default)]
    pub shapes: ShapesAs,
    /// The names of the steps in a report; by default, their numbers.
    #[serde(skip)]
    pub steps: Vec<String>,
}

/// The reading of boxes, cylinders, capsules and spheres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShapesAs {
    /// Meshes that contain them.
    #[default]
    Meshes,
    /// Exact shapes.
    Exact,
}

/// A body, or a frame if it has neither mesh nor shape.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyEntry {
    /// Its name, which no other has.
    pub name: String,
    /// A mesh or tree file.
    pub mesh: Option<String>,
    /// A shape, in place of a mesh.
    pub shape: Option<LinkShape>,
    /// The body, frame or link that it is attached to.
    pub on: Option<String>,
    /// Does it stay where it is, in all steps? Two such bodies are never compared with each other.
    #[serde(default)]
    pub fixed: bool,
    /// Does what lies inside its mesh count? It must be closed then.
    #[serde(default)]
    pub solid: bool,
    /// The thickness of the layer around it that belongs to it.
    pub padding: Option<f64>,
    /// The pose.
    pub pose: Option<PoseEntry>,
    /// The pose in every step.
    pub poses: Option<Vec<PoseEntry>>,
    /// The file that says where it is in every step.
    pub poses_file: Option<String>,
    /// The groups it is in; `default` unless said.
    pub groups: Option<Vec<String>>,
    /// The groups it meets; all unless said.
    pub meets: Option<Vec<String>>,
}

/// A robot.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RobotEntry {
    /// Its name, which no other has; its links are `name/link`.
    pub name: String,
    /// Its URDF file.
    pub urdf: String,
    /// Its SRDF file.
    pub srdf: Option<String>,
    /// Its links that are neighbours, and not looked at together.
    #[serde(default)]
    pub neighbours: Neighbours,
    /// The folders of packages.
    #[serde(default)]
    pub packages: BTreeMap<String, String>,
    /// The body, frame or link that its root is attached to.
    pub on: Option<String>,
    /// The pose of its root.
    pub pose: Option<PoseEntry>,
    /// Does what lies inside its links count? They must be closed then.
    #[serde(default)]
    pub solid: bool,
    /// The thickness of the layer around every link that belongs to it.
    pub padding: Option<f64>,
    /// The same for single links, by name.
    #[serde(default)]
    pub paddings: BTreeMap<String, f64>,
    /// Joint positions by name.
    #[serde(default)]
    pub positions: BTreeMap<String, f64>,
    /// The file with the joint positions of every step.
    pub positions_file: Option<String>,
    /// The groups its links are in.
    pub groups: Option<Vec<String>>,
    /// The groups they meet.
    pub meets: Option<Vec<String>>,
}

/// The clearance of two bodies, links or robots.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClearanceEntry {
    /// Bodies, links as `robot/link`, or robots as a whole.
    pub pair: [String; 2],
    /// Bodies no further apart than this count as touching.
    pub clearance: f64,
}

/// A pose: `parent_from_body`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoseEntry {
    /// The translation.
    #[serde(default)]
    pub t: [f64; 3],
    /// The unit quaternion (w, x, y, z).
    #[serde(default = "no_rotation")]
    pub q: [f64; 4],
}

fn no_rotation() -> [f64; 4] {
    [1.0, 0.0, 0.0, 0.0]
}

impl SceneFile {
    /// Reads the bytes of a scene file, or of a planning problem (see `docs/scene-file.md`). Any
    /// bytes give a scene or an error that names the line, never a panic.
    ///
    /// # Errors
    /// If it is not JSON, something is missing, or a word is not known.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        check_object(file, bytes)?;
        if planning::is_planning_problem(bytes) {
            return planning::parse(file, bytes);
        }
        let scene: Self = from_json(file, bytes)?;
        if scene.schema_version != SCHEMA_VERSION {
            let message =
                format!("it is {}, and this program reads {SCHEMA_VERSION}", scene.schema_version);
            return Err(FileError::at(file, "schema_version", message));
        }
        if scene.bodies.is_empty() && scene.robots.is_empty() {
            return Err(FileError::whole(file, "there is neither a body nor a robot"));
        }
        Ok(scene)
    }
}

/// A scene is a JSON object; what is none is named.
fn check_object(file: &Path, bytes: &[u8]) -> Result<(), FileError> {
    if let Some(kind) = foreign::kind(bytes) {
        return Err(FileError::whole(file, kind.instead_of("a scene, a JSON object")));
    }
    let what = match bytes.trim_ascii_start().first() {
        Some(b'{') => return Ok(()),
        None => "it is empty",
        Some(_) => match serde_json::from_slice::<serde_json::Value>(bytes) {
            Ok(serde_json::Value::Null) => "it is null",
            Ok(serde_json::Value::Array(_)) => "it is a list",
            Ok(_) => "it is a single value",
            Err(_) => "it is not JSON",
        },
    };
    Err(FileError::whole(
        file,
        format!("{what}: expected a scene, a JSON object, or a robot, a URDF file"),
    ))
}

/// The forms of entries, by a word of their path.
const FORMS: [(&str, &str); 4] = [
    (".pose", r#"{"t": [x, y, z], "q": [w, x, y, z]}, or only one of the two"#),
    (".shape", r#"one such as {"box": {"size": [x, y, z]}} or {"sphere": {"radius": r}}"#),
    ("allow[", r#"two names, as in ["table", "arm/base"]"#),
    ("clearances[", r#"{"pair": ["table", "arm"], "clearance": 0.01}"#),
];

/// The form that an entry should have, where a message of the parser does not tell it.
fn form_of(path: &str, message: &str) -> Option<&'static str> {
    if message == "missing field `schema_version`" {
        return Some(r#""schema_version": 1"#);
    }
    let is_told = message.starts_with("invalid type") || message.starts_with("invalid length");
    let found = FORMS.iter().find(|(word, _)| is_told && path.contains(word));
    found.map(|(_, form)| *form)
}

/// A value from JSON; an error has the path of the entry, the line and the column.
pub(super) fn from_json<T: DeserializeOwned>(file: &Path, bytes: &[u8]) -> Result<T, FileError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let refuse = |path: String, error: &serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        let said = error.to_string();
        let message =
            said.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&said);
        let form =
            form_of(&path, message).map_or_else(String::new, |form| format!(": write {form}"));
        let path =
            if matches!(&*path, "." | "?") { String::new() } else { format!("{}, ", shown(&path)) };
        FileError::at(
            file,
            format_args!("{path}line {line} column {column}"),
            said_by_parser(message) + &form,
        )
    };
    let value = serde_path_to_error::deserialize(&mut reader);
    let value = value.map_err(|error| refuse(error.path().to_string(), error.inner()))?;
    reader.end().map_err(|error| refuse(".".to_owned(), &error))?;
    Ok(value)
}
