//! A body from a file: a mesh in any format, or a tree file. The bytes tell which, not the name.
//! This is the only place where that is decided.

use super::model::{Model, ModelError};
use crate::mesh::{self, LoadOptions, Loaded, Mesh, Unit, Warning};
#[cfg(feature = "tree-file")]
use crate::wide::file::{Care, open_if_tree};
use std::path::{Path, PathBuf};

/// The body that a file holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum BodyFile {
    /// A mesh, whose tree is still to be built.
    Mesh(Box<Loaded>),
    /// A model from a tree file.
    Tree {
        /// The model.
        model: Model,
        /// The version of the file's format.
        version: u32,
        /// The warnings about the file.
        warnings: Vec<Warning>,
    },
}

impl BodyFile {
    /// Reads a mesh, or opens a tree file. Every byte of that is checked, and that every triangle
    /// is where the tree says.
    ///
    /// # Errors
    /// If the file cannot be read or is refused.
    pub fn read(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Self, ModelError> {
        let path = path.as_ref();
        #[cfg(feature = "tree-file")]
        if let Some(opened) = open_if_tree(path, Care::Verified)? {
            return Self::of_tree_file(path, opened.version, opened.into(), options);
        }
        Self::of_mesh_file(path, options)
    }

    /// As [`BodyFile::read`], but of a tree file only the bytes are checked: it is trusted to be
    /// what [`Model::save`] once wrote.
    ///
    /// # Errors
    /// If the file cannot be read or is refused.
    pub fn read_undamaged(
        path: impl AsRef<Path>,
        options: &LoadOptions,
    ) -> Result<Self, ModelError> {
        let path = path.as_ref();
        #[cfg(feature = "tree-file")]
        if let Some(opened) = open_if_tree(path, Care::Undamaged)? {
            return Self::of_tree_file(path, opened.version, opened.into(), options);
        }
        Self::of_mesh_file(path, options)
    }

    fn of_mesh_file(path: &Path, options: &LoadOptions) -> Result<Self, ModelError> {
        Ok(Self::Mesh(Box::new(mesh::load_with(path, options)?)))
    }

    /// In the unit or with the scale that is asked for; then the tree is built anew.
    #[cfg(feature = "tree-file")]
    fn of_tree_file(
        path: &Path,
        version: u32,
        model: Model,
        options: &LoadOptions,
    ) -> Result<Self, ModelError> {
        let scaled = options.scaled(path, model.mesh())?;
        let model = scaled.map_or(model, Model::new);
        let warnings = options.not_scaled(model.unit()).into_iter().collect();
        Ok(Self::Tree { model, version, warnings })
    }

    /// The model. The tree of a mesh is built, on all cores.
    #[must_use]
    pub fn into_model(self) -> Model {
        match self {
            Self::Mesh(loaded) => Model::new(loaded.mesh).with_warnings(loaded.warnings),
            Self::Tree { model, warnings, .. } => model.with_warnings(warnings),
        }
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        match self {
            Self::Mesh(loaded) => &loaded.mesh,
            Self::Tree { model, .. } => model.mesh(),
        }
    }

    /// The mesh alone. That of a tree file stays where it is mapped.
    #[must_use]
    pub fn into_mesh(self) -> Mesh {
        match self {
            Self::Mesh(loaded) => loaded.mesh,
            Self::Tree { model, .. } => model.mesh().clone(),
        }
    }

    /// The files that were read with it.
    #[must_use]
    pub fn companions(&self) -> &[PathBuf] {
        match self {
            Self::Mesh(loaded) => &loaded.companions,
            Self::Tree { .. } => &[],
        }
    }

    /// The unit that the file states, or was converted to.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        self.mesh().unit()
    }

    /// The warnings of the reader: data that the file holds and the mesh does not, or not for
    /// certain.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        match self {
            Self::Mesh(loaded) => &loaded.warnings,
            Self::Tree { warnings, .. } => warnings,
        }
    }
}
