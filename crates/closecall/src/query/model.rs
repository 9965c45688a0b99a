//! The front door: a mesh that is ready to be asked.

use super::ask::Ask;
use super::body_file::BodyFile;
use super::solid::Enclosed;
use crate::geom::Pose;
use crate::geom::vectors::vectors;
use crate::mesh::closed::parts_of;
use crate::mesh::{LoadError, LoadOptions, Mesh, MeshError, OpenMesh, Unit, UnitsDiffer, Warning};
#[cfg(feature = "tree-file")]
use crate::wide::file::TreeFileError;
use crate::wide::{self, BuildOptions, ContactAsked, Tree};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A mesh and its tree: immutable, shared by threads, cheap to clone.
///
/// ```
/// use closecall::{Mesh, Model, Pose};
/// let corner = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], vec![[0, 1, 2], [0, 1, 3]])?;
/// let model = Model::new(corner);
/// assert!(model.collides(&model, &Pose::from_translation([1.0, 0.0, 0.0])?)?);
/// assert_eq!(model.contacts(&model, &Pose::from_translation([0.0, 1.0, 0.0])?)?, [(0, 0), (0, 1)]);
/// assert!(!model.collides(&model, &Pose::from_translation([1.0, 1e-15, 0.0])?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model(Arc<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    mesh: Mesh,
    tree: Tree,
    /// The warnings of the file's reader.
    warnings: Vec<Warning>,
    /// The solid of the mesh, once it was asked for.
    enclosed: OnceLock<Result<Arc<Enclosed>, OpenMesh>>,
    /// A triangle of each connected part of the mesh, once somebody has asked.
    parts: OnceLock<Vec<u32>>,
}

impl Inner {
    fn new(mesh: Mesh, tree: Tree) -> Self {
        Self { mesh, tree, warnings: Vec::new(), enclosed: OnceLock::new(), parts: OnceLock::new() }
    }
}

/// Why a file gives no model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// It is not a mesh.
    #[error(transparent)]
    Mesh(#[from] LoadError),
    /// It is a tree file that is refused.
    #[cfg(feature = "tree-file")]
    #[error(transparent)]
    TreeFile(#[from] TreeFileError),
}

pub use crate::wide::Scratch;

impl Model {
    /// Builds the tree of a mesh, on all cores.
    #[must_use]
    pub fn new(mesh: Mesh) -> Self {
        Self::with_options(mesh, &BuildOptions::default())
    }

    /// Builds the tree of a mesh as the options say.
    #[must_use]
    pub fn with_options(mesh: Mesh, options: &BuildOptions) -> Self {
        let tree = Tree::build(&mesh, options);
        Self(Arc::new(Inner::new(mesh, tree)))
    }

    /// From a file: a tree file is opened and verified, as by `Model::open`; of a mesh in any other
    /// format, the tree is built.
    ///
    /// Coordinates are as written. The unit that the file states is kept ([`Model::unit`]), and so
    /// is what had to be left out ([`Model::warnings`]).
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ModelError> {
        Self::load_with(path, &LoadOptions::default())
    }

    /// [`Model::load`] as the options say: in another unit, or with a scale.
    ///
    /// ```no_run
    /// use closecall::{Model, mesh::{LoadOptions, Unit}};
    /// let mut options = LoadOptions::default();
    /// options.unit = Some(Unit::Millimeter);
    /// let (part, clamp) = (Model::load_with("part.3mf", &options)?, Model::load_with("clamp.glb", &options)?);
    /// # Ok::<(), closecall::ModelError>(())
    /// ```
    pub fn load_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Self, ModelError> {
        Ok(BodyFile::read(path, options)?.into_model())
    }

    /// The unit of its coordinates, if its file stated one: [`Mesh::unit`].
    ///
    /// Every question about two models that state different units is refused ([`UnitsDiffer`]): read
    /// both in one unit ([`Model::load_with`]), or say that a unit is not known
    /// ([`Model::with_unit`]). A [`crate::World`] refuses the second of them.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        self.0.mesh.unit()
    }

    /// The same model, said to be in this unit, or in none that is known. Its coordinates stay.
    #[must_use]
    pub fn with_unit(mut self, unit: Option<Unit>) -> Self {
        if self.unit() != unit {
            let inner = Arc::make_mut(&mut self.0);
            inner.mesh = inner.mesh.clone().with_unit(unit);
        }
        self
    }

    /// The warnings of the file's reader: data that the file holds and the mesh does not, or not
    /// for certain. A tree file keeps none of it.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.0.warnings
    }

    /// Can it be asked about another model?
    ///
    /// # Errors
    /// If both state a unit, and not the same.
    pub fn check_units(&self, other: &Self) -> Result<(), UnitsDiffer> {
        Unit::agree(self.unit(), other.unit())
    }

    /// With what is to be said of its file.
    pub(super) fn with_warnings(mut self, warnings: Vec<Warning>) -> Self {
        if !warnings.is_empty() {
            Arc::make_mut(&mut self.0).warnings = warnings;
        }
        self
    }

    /// The model of the same triangles with their vertices in other places: a body that bends. The
    /// boxes of the tree are fitted anew, which is several times faster than a build. Answers are
    /// as exact as ever; [`Model::wear`] tells when a new build pays.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Model, Pose};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let tall = cube.mesh().vertices().iter().map(|&[x, y, z]| [x, y, 3.0 * z]);
    /// let tall = cube.refit(tall.collect())?;
    /// let above = Pose::from_translation([0.0, 0.0, 2.5])?;
    /// assert!(!cube.collides(&cube, &above)? && tall.collides(&cube, &above)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there are not as many vertices as the mesh has, or a coordinate is out of range.
    pub fn refit(&self, vertices: Vec<impl Into<[f64; 3]>>) -> Result<Self, MeshError> {
        let vertices = vectors(vertices);
        let mesh = self.0.mesh.with_vertices(vertices)?;
        let mut tree = self.0.tree.clone();
        tree.refit(&mesh);
        Ok(Self(Arc::new(Inner::new(mesh, tree))))
    }

    /// The growth of the tree's boxes by [`Model::refit`] since it was built, relative to the
    /// whole. Queries slow down about as much; beyond 2 a new build pays.
    #[must_use]
    pub fn wear(&self) -> f64 {
        self.0.tree.wear()
    }

    /// A model of a mesh and a tree over it.
    pub(crate) fn of_parts(mesh: Mesh, tree: Tree) -> Self {
        Self(Arc::new(Inner::new(mesh, tree)))
    }

    /// Its mesh and its tree, to be changed together; copied before, if the model is shared.
    pub(crate) fn parts_mut(&mut self) -> (&mut Mesh, &mut Tree) {
        let Inner { mesh, tree, enclosed, parts, .. } = Arc::make_mut(&mut self.0);
        (*enclosed, *parts) = (OnceLock::new(), OnceLock::new());
        (mesh, tree)
    }

    /// The solid that the mesh encloses; it is worked out once.
    pub(super) fn enclosed(&self) -> Result<Arc<Enclosed>, OpenMesh> {
        self.0.enclosed.get_or_init(|| Enclosed::of(self.mesh()).map(Arc::new)).clone()
    }

    /// A triangle of each connected part of the mesh; they are found once.
    pub(super) fn parts(&self) -> &[u32] {
        self.0.parts.get_or_init(|| parts_of(self.mesh()))
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.0.mesh
    }

    /// Is its mesh closed? [`Mesh::check_closed`], found out once for all clones of the model.
    ///
    /// # Errors
    /// Names edges if it is not.
    pub fn check_closed(&self) -> Result<(), OpenMesh> {
        self.enclosed().map(drop)
    }

    /// Its tree.
    #[must_use]
    pub(crate) fn tree(&self) -> &Tree {
        &self.0.tree
    }

    /// The number of bytes the tree takes, beside the mesh.
    #[must_use]
    pub fn tree_bytes(&self) -> usize {
        self.0.tree.bytes()
    }

    /// Do the two touch, `other` being at the pose `a_from_b` in this model's frame?
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn collides(&self, other: &Self, a_from_b: &Pose) -> Result<bool, UnitsDiffer> {
        self.check_units(other)?;
        let (asked, scratch) = (ContactAsked::default(), &mut Scratch::default());
        let (a, b) = (self.body(), other.body());
        Ok(wide::first_asked(a, b, a_from_b, &asked, scratch, &mut None).is_some())
    }

    /// Every touching pair (triangle of this, triangle of `other`), sorted.
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn contacts(&self, other: &Self, a_from_b: &Pose) -> Result<Vec<(u32, u32)>, UnitsDiffer> {
        Ok(self.ask(other, Ask::new())?.contacts(a_from_b).pairs)
    }

    pub(crate) fn body(&self) -> wide::TreeAndMesh<'_> {
        (&self.0.tree, &self.0.mesh)
    }
}
