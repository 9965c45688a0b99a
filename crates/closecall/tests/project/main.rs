//! The files around the code are true: manifests, documents, workflows. They read text only, so that this program is
//! built and run in seconds.

mod documents;
mod manifests;
mod records;
mod workflows;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file, by its path from the root.
fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text in quotes after `key = ` in a manifest, the first time.
fn quoted<'t>(manifest: &'t str, key: &str) -> Option<&'t str> {
    let start = format!("{key} = \"");
    let line = manifest.lines().find(|line| line.starts_with(&start))?;
    line[start.len()..].split('"').next()
}
