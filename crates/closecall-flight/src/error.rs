//! Why a file of a flight was refused, and where.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use closecall::ModelError;
use closecall::mesh::{LoadError, Place, Problem};
use closecall::wide::file::{TreeFileError, TreeFileProblem};

/// Why a flight could not be read or written: the file, the place in it, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {message}", file.display(), Comma(place))]
pub struct FlightError {
    /// The file.
    pub file: PathBuf,
    /// The line, row or byte, where the fault has one.
    pub place: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl FlightError {
    /// A fault of a file as a whole.
    pub(super) fn whole(file: &Path, message: &impl Display) -> Self {
        Self { file: file.to_path_buf(), place: None, message: message.to_string() }
    }
}

impl From<ModelError> for FlightError {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Mesh(error) => error.into(),
            ModelError::TreeFile(error) => error.into(),
            other => Self { file: PathBuf::new(), place: None, message: other.to_string() },
        }
    }
}

impl From<LoadError> for FlightError {
    fn from(error: LoadError) -> Self {
        let place = match error.place() {
            Place::File => None,
            place => Some(place.to_string()),
        };
        let message = match error.problem() {
            Problem::UnknownFormat => {
                "this is neither STL, OBJ, PLY, glTF, 3MF, Collada nor a tree file".to_owned()
            }
            problem => problem.to_string(),
        };
        Self { file: error.file().into(), place, message }
    }
}

impl From<TreeFileError> for FlightError {
    fn from(error: TreeFileError) -> Self {
        let problem = error.problem();
        let (place, message) = match problem {
            TreeFileProblem::NotATreeFile => (Some("byte 0".to_owned()), problem.to_string()),
            TreeFileProblem::ForeignByteOrder(_) | TreeFileProblem::OtherVersion { .. } => {
                (Some("header".to_owned()), problem.to_string())
            }
            TreeFileProblem::DamagedHeader(reason) => {
                (Some("header".to_owned()), format!("damaged: {reason}"))
            }
            TreeFileProblem::Truncated { found, .. } => {
                (Some(format!("byte {found}")), problem.to_string())
            }
            TreeFileProblem::TooLong { expected, .. } => {
                (Some(format!("byte {expected}")), problem.to_string())
            }
            TreeFileProblem::Damaged { section, reason } => {
                (Some(format!("section '{section}'")), format!("damaged: {reason}"))
            }
            TreeFileProblem::Unsound(reason) => (Some("tree".to_owned()), reason.clone()),
            _ => (None, problem.to_string()),
        };
        Self { file: error.file().into(), place, message }
    }
}

/// A place in a message: `, line 3`, or nothing.
struct Comma<'a>(&'a Option<String>);

impl Display for Comma<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |place| write!(f, ", {place}"))
    }
}
