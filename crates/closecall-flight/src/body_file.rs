//! A body from a file, with what the file says of it.

use std::path::{Path, PathBuf};

use closecall::mesh::{LoadOptions, Part, Unit};
use closecall::query::BodyFile as FileBody;

use super::MeshOrModel;
use super::error::{FlightError, of_body};

/// A body, and what its file says of it.
#[derive(Clone, Debug)]
pub struct BodyFile {
    /// The body.
    pub body: MeshOrModel,
    /// The kind of its file, in words.
    pub format: String,
    /// The named pieces of its mesh; a tree file keeps none.
    pub parts: Vec<Part>,
    /// The unit that the file states, or was converted to.
    pub unit: Option<Unit>,
    /// The files that were read with it.
    pub companions: Vec<PathBuf>,
}

impl BodyFile {
    /// Reads a mesh, or opens a tree file, every byte of which must be as it was written. What was
    /// odd about it is added to `warnings`, with the file's name.
    pub fn read(file: &Path, warnings: &mut Vec<String>) -> Result<Self, FlightError> {
        Self::read_with(file, &LoadOptions::default(), warnings)
    }

    /// As [`BodyFile::read`], as the options say.
    pub fn read_with(
        file: &Path,
        options: &LoadOptions,
        warnings: &mut Vec<String>,
    ) -> Result<Self, FlightError> {
        let read = FileBody::read_undamaged(file, options).map_err(of_body)?;
        let said = read.warnings().iter().map(|warning| format!("{}: {warning}", file.display()));
        warnings.extend(said);
        let unit = read.unit();
        Ok(match read {
            FileBody::Mesh(loaded) => Self {
                body: loaded.mesh.into(),
                format: loaded.format.to_string(),
                parts: loaded.parts,
                unit,
                companions: loaded.companions,
            },
            FileBody::Tree { model, version, .. } => Self {
                body: MeshOrModel::Model(model),
                format: format!("tree file, version {version}"),
                parts: Vec::new(),
                unit,
                companions: Vec::new(),
            },
            other => unreachable!("{other:?} is no kind of file that is known here"),
        })
    }
}
