//! Why a file was refused: which file, where in it, and what is wrong.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// Why a file was refused: `arm.urdf, line 12, link 'gripper': 'radius' is '-1', not above 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// The line, row, link, joint or entry, where the fault has one.
    pub place: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl FileError {
    /// A fault of a file as a whole.
    pub(crate) fn whole(file: &Path, message: impl Display) -> Self {
        Self { file: file.to_owned(), place: None, message: message.to_string() }
    }

    /// A fault at a place of a file.
    pub(crate) fn at(file: &Path, place: impl Display, message: impl Display) -> Self {
        Self { file: file.to_owned(), place: Some(place.to_string()), message: message.to_string() }
    }
}

impl Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, message } = self;
        match place {
            None => write!(f, "{}: {message}", file.display()),
            Some(place) => write!(f, "{}, {place}: {message}", file.display()),
        }
    }
}

impl std::error::Error for FileError {}

/// The beginning of a text that a file holds, for a message.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// What a parser said, which may quote half of a file.
pub(crate) fn said_by_parser(text: &str) -> String {
    const MOST: usize = 250;
    text.chars().take(MOST).map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
