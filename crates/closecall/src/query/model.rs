//! The front door: a mesh that is ready to be asked.

use crate::cost::{Count, Uncounted};
use crate::geom::{Clearance, Pose};
use crate::mesh::{self, LoadError, Mesh};
use crate::wide::file::{self, Care, TreeFileError};
use crate::wide::{self, Asked, BuildOptions, Tree, Watch};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// A mesh and its tree: immutable, shared by threads, cheap to clone.
///
/// ```
/// use closecall::{Mesh, Model, Pose, geom::DVec3};
/// let corner = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2], [0, 1, 3]])?;
/// let model = Model::new(corner);
/// assert!(model.collides(&model, &Pose::from_translation([1.0, 0.0, 0.0])?));
/// assert_eq!(model.contacts(&model, &Pose::from_translation([0.0, 1.0, 0.0])?), [(0, 0), (0, 1)]);
/// assert!(!model.collides(&model, &Pose::from_translation([1.0, 1e-15, 0.0])?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model(Arc<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    mesh: Mesh,
    tree: Tree,
}

/// Why a file gives no model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It is not a mesh.
    #[error(transparent)]
    Mesh(#[from] LoadError),
    /// It is a tree file that is refused.
    #[error(transparent)]
    TreeFile(#[from] TreeFileError),
}

pub use crate::wide::Scratch;

/// A watch that never breaks off.
pub(super) const GO_ON: fn(usize) -> ControlFlow<()> = |_| ControlFlow::Continue(());

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
        Self(Arc::new(Inner { mesh, tree }))
    }

    /// From a file: a tree file is opened as by [`Model::open`]; of a mesh in any other format, the tree is built.
    ///
    /// What such a file holds beside the mesh, and what had to be left out, tells [`mesh::load()`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ModelError> {
        let path = path.as_ref();
        if file::is_tree_file(path) { Ok(Self::open(path)?) } else { Ok(Self::new(mesh::load(path)?.mesh)) }
    }

    /// Writes the mesh and its tree to a tree file, which [`Model::open`] makes this model of again, bit for bit.
    ///
    /// The file takes its place when it is whole; whoever has the one open that was there keeps that.
    ///
    /// ```
    /// use closecall::{Mesh, Model, Pose, geom::DVec3};
    /// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let path = std::env::temp_dir().join("closecall-documentation.tree");
    /// model.save(&path)?;
    /// let again = Model::open(&path)?;
    /// assert_eq!(again.mesh(), model.mesh());
    /// assert_eq!(again.contacts(&model, &Pose::IDENTITY), [(0, 0)]);
    /// # drop(again);
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TreeFileError> {
        file::save(path.as_ref(), &self.0.tree, &self.0.mesh)
    }

    /// Opens a tree file: it is mapped into memory, and shared with all others who have it open.
    ///
    /// Checked is all that queries need to end and not to fail, in a small part of the time it takes to build the tree. Of a file that was
    /// damaged since it was saved, answers may still be wrong: [`Model::open_verified`] finds that out. The file must not be written
    /// to while it is open; replacing it, as [`Model::save`] does, is safe.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TreeFileError> {
        let (tree, mesh) = file::open(path.as_ref(), Care::Safe)?;
        Ok(Self(Arc::new(Inner { mesh, tree })))
    }

    /// [`Model::open`] of a file that nobody vouches for: every byte is checked, and that every triangle is where the tree says, so that
    /// all answers are right.
    pub fn open_verified(path: impl AsRef<Path>) -> Result<Self, TreeFileError> {
        let (tree, mesh) = file::open(path.as_ref(), Care::Verified)?;
        Ok(Self(Arc::new(Inner { mesh, tree })))
    }

    /// A model of a mesh and a tree over it.
    pub(crate) fn of_parts(mesh: Mesh, tree: Tree) -> Self {
        Self(Arc::new(Inner { mesh, tree }))
    }

    /// Its mesh and its tree, to be changed together; copied before, if somebody else has this model too.
    pub(crate) fn parts_mut(&mut self) -> (&mut Mesh, &mut Tree) {
        let Inner { mesh, tree } = Arc::make_mut(&mut self.0);
        (mesh, tree)
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.0.mesh
    }

    /// Its tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.0.tree
    }

    /// How many bytes the tree takes, beside the mesh.
    #[must_use]
    pub fn tree_bytes(&self) -> usize {
        self.0.tree.bytes()
    }

    /// Do the two touch, `other` being at the pose `a_from_b` in this model's frame?
    #[must_use]
    pub fn collides(&self, other: &Self, a_from_b: &Pose) -> bool {
        self.collides_within(other, a_from_b, Clearance::NONE)
    }

    /// Are the two no further apart than a clearance? Decided exactly.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Model, Pose, geom::{Clearance, DVec3}};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let pose = Pose::from_translation([3.0, 0.0, 0.0])?;
    /// assert!(cube.collides_within(&cube, &pose, Clearance::new(2.0)?));
    /// assert!(!cube.collides_within(&cube, &pose, Clearance::new(2.0f64.next_down())?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn collides_within(&self, other: &Self, a_from_b: &Pose, clearance: Clearance) -> bool {
        self.first_contact_within(other, a_from_b, clearance, &mut Scratch::default(), &mut Uncounted).is_some()
    }

    /// Every touching pair (triangle of this, triangle of `other`), sorted.
    #[must_use]
    pub fn contacts(&self, other: &Self, a_from_b: &Pose) -> Vec<(u32, u32)> {
        self.contacts_within(other, a_from_b, Clearance::NONE)
    }

    /// Every pair of triangles that is no further apart than a clearance, sorted.
    #[must_use]
    pub fn contacts_within(&self, other: &Self, a_from_b: &Pose, clearance: Clearance) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        let scratch = &mut Scratch::default();
        self.visit_contacts_within(other, a_from_b, clearance, scratch, &mut Uncounted, |a, b| {
            found.push((a, b));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// The first touching pair that turns up; any of them.
    pub fn first_contact(
        &self,
        other: &Self,
        a_from_b: &Pose,
        scratch: &mut Scratch,
        count: &mut impl Count,
    ) -> Option<(u32, u32)> {
        self.first_contact_within(other, a_from_b, Clearance::NONE, scratch, count)
    }

    /// The first pair within a clearance that turns up; any of them.
    pub fn first_contact_within(
        &self,
        other: &Self,
        a_from_b: &Pose,
        clearance: Clearance,
        scratch: &mut Scratch,
        count: &mut impl Count,
    ) -> Option<(u32, u32)> {
        let asked = Asked { clearance, ..Asked::default() };
        wide::first_asked(self.body(), other.body(), a_from_b, &asked, scratch, count)
    }

    /// Tells `visitor` of every touching pair, once each, in no particular order, until it breaks off.
    pub fn visit_contacts(
        &self,
        other: &Self,
        a_from_b: &Pose,
        scratch: &mut Scratch,
        count: &mut impl Count,
        visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        self.visit_contacts_within(other, a_from_b, Clearance::NONE, scratch, count, visitor);
    }

    /// Tells `visitor` of every pair within a clearance, once each, in no particular order, until it breaks off.
    pub fn visit_contacts_within(
        &self,
        other: &Self,
        a_from_b: &Pose,
        clearance: Clearance,
        scratch: &mut Scratch,
        count: &mut impl Count,
        mut visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        let asked = Asked { clearance, ..Asked::default() };
        wide::contacts_asked(self.body(), other.body(), a_from_b, &asked, scratch, count, &mut visitor);
    }

    /// [`Model::collides`] at many poses, on all cores.
    #[must_use]
    pub fn collides_batch(&self, other: &Self, poses: &[Pose]) -> Vec<bool> {
        self.collides_batch_within(other, poses, Clearance::NONE, &GO_ON).unwrap_or_default()
    }

    /// [`Model::collides_within`] at many poses, on all cores. `watch` hears how many are done; None if it breaks off.
    #[must_use]
    pub fn collides_batch_within(
        &self,
        other: &Self,
        poses: &[Pose],
        clearance: Clearance,
        watch: &Watch,
    ) -> Option<Vec<bool>> {
        wide::collides_batch(self.body(), other.body(), poses, clearance, watch)
    }

    /// [`Model::contacts`] at many poses, on all cores.
    #[must_use]
    pub fn contacts_batch(&self, other: &Self, poses: &[Pose]) -> Vec<Vec<(u32, u32)>> {
        self.contacts_batch_within(other, poses, Clearance::NONE, &GO_ON).unwrap_or_default()
    }

    /// [`Model::contacts_within`] at many poses, on all cores. `watch` hears how many are done; None if it breaks off.
    #[must_use]
    pub fn contacts_batch_within(
        &self,
        other: &Self,
        poses: &[Pose],
        clearance: Clearance,
        watch: &Watch,
    ) -> Option<Vec<Vec<(u32, u32)>>> {
        wide::contacts_batch(self.body(), other.body(), poses, clearance, watch)
    }

    pub(super) fn body(&self) -> wide::Body<'_> {
        (&self.0.tree, &self.0.mesh)
    }
}
