//! Bad input or usage: what the program says about it, and where the fault lies.

use std::fmt::Display;
use std::path::Path;

use closecall::query::TreeFileError;
use closecall::{Located, Place, WorldError};

use crate::answer::ErrorAnswer;
use crate::escaped::escaped;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A file is at fault.
    File(Located),
    /// No file is: the command line, or the program itself.
    Other {
        /// The flag at fault, if it is one's.
        place: Option<String>,
        /// The fault.
        message: String,
    },
}

impl Failure {
    /// The exit code of all failures.
    pub const CODE: u8 = 2;

    /// A fault of a file as a whole, such as one that cannot be written.
    pub fn of_file(file: &Path, message: &impl Display) -> Self {
        Self::File(Located::whole(file, message.to_string()))
    }

    /// A fault of a file at a place, such as a flag that names it.
    pub fn of_place(file: &Path, place: impl Into<Place>, message: &impl Display) -> Self {
        Self::File(Located::at(file, place, message.to_string()))
    }

    /// A fault of the command line.
    pub fn of_usage(place: &str, message: impl Display) -> Self {
        Self::Other { place: Some(place.to_owned()), message: message.to_string() }
    }

    /// A fault that names its place itself.
    pub fn of_message(message: impl Display) -> Self {
        Self::Other { place: None, message: message.to_string() }
    }

    /// A fault of the program itself.
    pub fn of_fault(message: impl Display) -> Self {
        Self::of_message(format_args!("a fault of closecall: {message}"))
    }

    /// The file, the place and the message.
    fn parts(&self) -> (Option<&Path>, Option<String>, String) {
        match self {
            Self::File(error) => (Some(error.file()), error.place().in_words(), error.message()),
            Self::Other { place, message } => (None, place.clone(), message.clone()),
        }
    }

    /// For programs.
    pub fn answer(&self) -> ErrorAnswer {
        let (file, place, message) = self.parts();
        ErrorAnswer::new(file, place, message)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (file, place, message) = self.parts();
        let file = file.map(|file| file.display().to_string());
        let before: Vec<String> = [file, place].into_iter().flatten().collect();
        if !before.is_empty() {
            write!(f, "{}: ", escaped(&before.join(", ")))?;
        }
        write!(f, "{}", escaped(&message))
    }
}

impl From<Located> for Failure {
    fn from(error: Located) -> Self {
        Self::File(error)
    }
}

impl From<WorldError> for Failure {
    fn from(error: WorldError) -> Self {
        Self::of_fault(error)
    }
}

impl From<TreeFileError> for Failure {
    fn from(error: TreeFileError) -> Self {
        Self::File(error.into())
    }
}
