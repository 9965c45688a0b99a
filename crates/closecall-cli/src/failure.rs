//! Bad input or usage: what the program says about it, and where the fault lies.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use closecall::wide::file::TreeFileError;
use closecall_flight::FlightError;
use serde_json::{Value, json};

use crate::escaped::escaped;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The file at fault, if it is a file's.
    pub file: Option<PathBuf>,
    /// The line, row, byte or flag at fault, if it has one.
    pub place: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl Failure {
    /// The exit code of all failures.
    pub const CODE: u8 = 2;

    /// A fault of a file as a whole, such as one that cannot be written.
    pub fn of_file(file: &Path, message: &impl Display) -> Self {
        Self { file: Some(file.to_path_buf()), place: None, message: message.to_string() }
    }

    /// A fault of the command line.
    pub fn of_usage(place: &str, message: impl Display) -> Self {
        Self { file: None, place: Some(place.to_owned()), message: message.to_string() }
    }

    /// A fault of the program itself.
    pub fn of_fault(message: impl Display) -> Self {
        Self { file: None, place: None, message: format!("a fault of closecall: {message}") }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let file = self.file.as_ref().map(|file| file.to_string_lossy());
        json!({ "file": file, "place": self.place, "message": self.message })
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        let before: Vec<String> = [file, self.place.clone()].into_iter().flatten().collect();
        if !before.is_empty() {
            write!(f, "{}: ", escaped(&before.join(", ")))?;
        }
        write!(f, "{}", escaped(&self.message))
    }
}

impl From<TreeFileError> for Failure {
    fn from(error: TreeFileError) -> Self {
        FlightError::from(error).into()
    }
}

impl From<FlightError> for Failure {
    fn from(FlightError { file, place, message }: FlightError) -> Self {
        Self { file: Some(file), place, message }
    }
}
