//! The parts that all answers have.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

/// Counts up when a key of the JSON changes its meaning or goes away.
pub const SCHEMA_VERSION: u32 = 1;

/// A line of `--json`: an answer, and the parts that all answers have.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WholeAnswer<A> {
    /// Counts up when a key changes its meaning or goes away. New keys may come at any time.
    #[schemars(extend("const" = SCHEMA_VERSION))]
    pub schema_version: u32,
    /// The answer of the command.
    #[serde(flatten)]
    pub answer: A,
    /// The files that were written.
    #[serde(flatten)]
    pub written: WrittenAnswer,
    /// Oddities of the input that are no errors, and what was assumed: `assumed: …`.
    pub warnings: Vec<String>,
    /// A file that was asked for and could not be written; the answer holds all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorAnswer>,
}

/// Files that were written.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct WrittenAnswer {
    /// The page of `--report`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// The animation of `--gltf`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gltf: Option<String>,
    /// All files that were written, these two among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
}

/// A line of `--json` without an answer: the input or the command line was refused.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FailedAnswer {
    /// Counts up when a key changes its meaning or goes away.
    #[schemars(extend("const" = SCHEMA_VERSION))]
    pub schema_version: u32,
    /// The error.
    pub error: ErrorAnswer,
}

/// An error, and its place.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErrorAnswer {
    /// The file at fault. Null if it is none.
    pub file: Option<String>,
    /// The place in the file, or the flag. Null if there is none.
    pub place: Option<String>,
    /// The message.
    pub message: String,
}

impl ErrorAnswer {
    /// Of a file, a place and a message.
    #[must_use]
    pub fn new(file: Option<&Path>, place: Option<String>, message: String) -> Self {
        Self { file: file.map(|file| file.to_string_lossy().into_owned()), place, message }
    }
}
