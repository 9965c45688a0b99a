//! The front door: a mesh that is ready to be asked.

use super::classic::{self, Body};
use crate::geom::{Clearance, Pose};
use crate::mesh::Mesh;
use crate::tree::build::top_down;
use crate::tree::split::{Sah, Soup};
use crate::volume::obb::Orientation;
use crate::volume::{Obb, Sat6};
use crate::walk::{All, Count, First, LargerFirst, Sink, Uncounted};
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
pub struct Model(Arc<Body<Obb>>);

/// What a query needs and the next can use again: with one of these, a query allocates nothing once it has warmed up.
#[derive(Clone, Debug, Default)]
pub struct Scratch(classic::Scratch<Obb>);

impl Model {
    /// Builds the tree of a mesh.
    #[must_use]
    pub fn new(mesh: Mesh) -> Self {
        let tree = top_down(&Soup::new(mesh.iter()), &Orientation::Best, &Sah::default(), 1);
        Self(Arc::new(Body::new(Arc::new(mesh), tree)))
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        self.0.mesh()
    }

    /// How many bytes the tree takes, beside the mesh.
    #[must_use]
    pub fn tree_bytes(&self) -> usize {
        self.0.tree().bytes()
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

    /// The first touching pair that turns up; any of them, but always the same.
    pub fn first_contact(
        &self,
        other: &Self,
        a_from_b: &Pose,
        scratch: &mut Scratch,
        count: &mut impl Count,
    ) -> Option<(u32, u32)> {
        let mut first = First::default();
        self.ask(other, a_from_b, scratch, &mut first, count);
        first.0
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
        self.ask(other, a_from_b, scratch, &mut All(visitor), count);
    }

    fn ask(
        &self,
        other: &Self,
        a_from_b: &Pose,
        scratch: &mut Scratch,
        sink: &mut impl Sink<u8>,
        count: &mut impl Count,
    ) {
        let how = (Sat6, &mut LargerFirst);
        classic::query((&self.0, &other.0), a_from_b, how, Clearance::NONE, &mut scratch.0, sink, count);
    }
}
