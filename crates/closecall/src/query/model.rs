//! The front door: a mesh that is ready to be asked.

use crate::geom::Pose;
use crate::mesh::Mesh;
use crate::walk::{Count, Uncounted};
use crate::wide::{self, BuildOptions, Tree};
use std::ops::ControlFlow;
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

#[derive(Debug)]
struct Inner {
    mesh: Mesh,
    tree: Tree,
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
        Self(Arc::new(Inner { mesh, tree }))
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.0.mesh
    }

    /// How many bytes the tree takes, beside the mesh.
    #[must_use]
    pub fn tree_bytes(&self) -> usize {
        self.0.tree.bytes()
    }

    /// Do the two touch, `other` being at the pose `a_from_b` in this model's frame?
    #[must_use]
    pub fn collides(&self, other: &Self, a_from_b: &Pose) -> bool {
        self.first_contact(other, a_from_b, &mut Scratch::default(), &mut Uncounted).is_some()
    }

    /// Every touching pair (triangle of this, triangle of `other`), sorted.
    #[must_use]
    pub fn contacts(&self, other: &Self, a_from_b: &Pose) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.visit_contacts(other, a_from_b, &mut Scratch::default(), &mut Uncounted, |a, b| {
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
        wide::first_counted(self.body(), other.body(), a_from_b, scratch, count)
    }

    /// Tells `visitor` of every touching pair, once each, in no particular order, until it breaks off.
    pub fn visit_contacts(
        &self,
        other: &Self,
        a_from_b: &Pose,
        scratch: &mut Scratch,
        count: &mut impl Count,
        mut visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        wide::contacts_counted(self.body(), other.body(), a_from_b, scratch, count, &mut visitor);
    }

    fn body(&self) -> wide::Body<'_> {
        (&self.0.tree, &self.0.mesh)
    }
}
