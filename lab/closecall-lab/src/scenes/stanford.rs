//! Scanned models of Stanford's, where they are at hand.

use std::path::PathBuf;

use closecall::Mesh;
use closecall::mesh::{self, LoadError};

use super::parts::fitted;

/// The bunny at the size that a paper has it at.
pub const BUNNY: &str = "bunny_17490.obj";

/// A model by its file in `data/stanford` of the folder that `CLOSECALL_SHARED` names, `../shared`
/// if none; centred, the longest edge of its box 1. Nothing if the file is not there.
#[must_use]
pub fn stanford(file: &str) -> Option<Result<Mesh, LoadError>> {
    let path = folder().join(file);
    path.is_file().then(|| Ok(fitted(&mesh::load(&path)?.mesh, 1.0)))
}

/// The files of all models that are at hand.
#[must_use]
pub fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

fn folder() -> PathBuf {
    let shared = std::env::var_os("CLOSECALL_SHARED")
        .map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    shared.join("data/stanford")
}
