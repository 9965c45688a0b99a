//! The answers of commands about the program itself.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `closecall version`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VersionAnswer {
    /// `version`.
    #[schemars(extend("const" = "version"))]
    pub command: &'static str,
    /// The version.
    pub version: &'static str,
}

/// The answer of `closecall man`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ManAnswer {
    /// `man`.
    #[schemars(extend("const" = "man"))]
    pub command: &'static str,
    /// The manual page, for `man`.
    pub page: String,
}

/// The answer of `closecall completions`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CompletionsAnswer {
    /// `completions`.
    #[schemars(extend("const" = "completions"))]
    pub command: &'static str,
    /// The shell.
    pub shell: String,
    /// The script.
    pub script: String,
}
