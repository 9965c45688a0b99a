//! A body from a file: a mesh in any format, or a tree file. The bytes tell which, not the name.

use std::path::{Path, PathBuf};

use closecall::Model;
use closecall::mesh::{self, LoadOptions, Part, Unit};
use closecall::wide::file::{Contents, is_tree_file};

use super::MeshOrModel;
use super::error::{FlightError, of_body};

/// A body, and what its file says of it.
#[derive(Clone, Debug)]
pub struct BodyFile {
    /// The body.
    pub body: MeshOrModel,
    /// What kind of file it was in, in words.
    pub format: String,
    /// The named pieces of its mesh; a tree file keeps none.
    pub parts: Vec<Part>,
    /// The unit that the file states, or was converted to; a tree file keeps none.
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

    /// As [`BodyFile::read`], as the options say. Of a tree file that is scaled, only the mesh is
    /// of use.
    pub fn read_with(
        file: &Path,
        options: &LoadOptions,
        warnings: &mut Vec<String>,
    ) -> Result<Self, FlightError> {
        if is_tree_file(file) {
            let contents = Contents::read_undamaged(file)?;
            let mut opened = Self::opened(Model::open_trusted(file)?, &contents);
            if let Some(factor) =
                options.factor(None).map_err(|problem| FlightError::whole(file, problem))?
            {
                let scaled = opened
                    .body
                    .mesh()
                    .scaled(factor)
                    .map_err(|error| FlightError::whole(file, error))?;
                opened.body = scaled.into();
            }
            return Ok(opened);
        }
        let loaded = mesh::load_with(file, options).map_err(of_body)?;
        warnings
            .extend(loaded.warnings.iter().map(|warning| format!("{}: {warning}", file.display())));
        let format = loaded.format.to_string();
        Ok(Self {
            body: loaded.mesh.into(),
            format,
            parts: loaded.parts,
            unit: loaded.unit,
            companions: loaded.companions,
        })
    }

    fn opened(model: Model, contents: &Contents) -> Self {
        let format = format!("tree file, version {}", contents.version);
        Self {
            body: MeshOrModel::Model(model),
            format,
            parts: Vec::new(),
            unit: None,
            companions: Vec::new(),
        }
    }
}
