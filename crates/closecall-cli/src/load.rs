//! A mesh from a file, with its warnings and failures in the program's words.

use std::path::Path;

use closecall::mesh::{self, Loaded};

use crate::failure::Failure;

/// Reads a mesh file; what was odd about it is added to `warnings`, with the file's name.
pub fn load(file: &Path, warnings: &mut Vec<String>) -> Result<Loaded, Failure> {
    let loaded = mesh::load(file)?;
    warnings.extend(loaded.warnings.iter().map(|warning| format!("{}: {warning}", file.display())));
    Ok(loaded)
}
