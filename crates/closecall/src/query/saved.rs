//! Models in tree files. (Feature `tree-file`.)

use super::model::Model;
use crate::wide::file::{self, Care, Opened, TreeFileError};
use std::path::Path;

impl Model {
    /// Writes the mesh, its unit and its tree to a tree file, which [`Model::open`] makes this
    /// model of again, bit for bit.
    ///
    /// The new file replaces the old one when it is whole. Models that have the old one open keep
    /// it.
    ///
    /// ```
    /// use closecall::{Mesh, Model, Pose};
    /// let model = Model::new(Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?);
    /// let path = std::env::temp_dir().join("closecall-documentation.tree");
    /// model.save(&path)?;
    /// let again = Model::open(&path)?;
    /// assert_eq!(again.mesh(), model.mesh());
    /// assert_eq!(again.contacts(&model, &Pose::IDENTITY)?, [(0, 0)]);
    /// # drop(again);
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TreeFileError> {
        file::save(path.as_ref(), self.tree(), self.mesh())
    }

    /// Opens a tree file: it is mapped into memory, and shared with all others who have it open.
    ///
    /// Every byte is checked, and every triangle is compared with its place in the tree: all
    /// answers are right, no matter what wrote the file. The file must not be written to while it
    /// is open; replacing it, as [`Model::save`] does, is safe.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TreeFileError> {
        Ok(file::open(path.as_ref(), Care::Verified)?.into())
    }

    /// [`Model::open`] of a file that is trusted to be as [`Model::save`] wrote it: much faster.
    /// Only what queries need to end and not to fail is checked. If the file was damaged since,
    /// answers may be wrong.
    pub fn open_trusted(path: impl AsRef<Path>) -> Result<Self, TreeFileError> {
        Ok(file::open(path.as_ref(), Care::Safe)?.into())
    }
}

impl From<Opened> for Model {
    fn from(Opened { mesh, tree, .. }: Opened) -> Self {
        Self::of_parts(mesh, tree)
    }
}
