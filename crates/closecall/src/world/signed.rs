//! How far apart the bodies of a world are, or how deep in each other, with gradients.
//!
//! A body counts as the solid that its mesh encloses. A mesh that is not closed has no inside: a
//! pair of it has the distance of surfaces, which is never below 0. Exact shapes have no depth here,
//! and asking about them is an error.

use super::pair::BodyPair;
use super::{Handle, World, WorldError};
use crate::geom::Clearance;
use crate::parallel;
use crate::query::{Ask, Meaning, Scratch, SignedDistance};

/// Two bodies and their signed distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySigned {
    /// The body with the lower handle.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// What they were taken for. Of surfaces, the distance is 0 where they touch, and never less.
    pub meaning: Meaning,
    /// The distance, in the frame of the one with the lower handle.
    pub signed: SignedDistance,
}

impl World {
    /// The signed distances of all pairs of bodies that are looked at and are no further apart than
    /// [`Ask::limit`], sorted by handles: [`crate::Solid::signed_distance`]. On all cores.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Ask, Model, Pose, geom::DVec3};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let at = |x: f64| Pose::from_translation([x, 0.25, 0.0]);
    /// let mut world = World::new();
    /// world.insert(Body::new("a", &cube))?;
    /// world.insert(Body::new("b", &cube).at(at(0.75)?))?;
    /// world.insert(Body::new("c", &cube).at(at(3.0)?))?;
    /// let found = world.signed_distances(Ask::new().limit(1.5))?;
    /// assert_eq!(found.len(), 2);
    /// assert!(found[0].signed.distance.contains(-0.25) && found[1].signed.distance.contains(1.25));
    /// assert_eq!(found[0].signed.gradient, [1.0, 0.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a body has an exact shape.
    pub fn signed_distances(&self, ask: impl Into<Ask>) -> Result<Vec<BodySigned>, WorldError> {
        let ask = ask.into();
        let mut pairs = self.pairs_within(ask.limit);
        pairs.sort_unstable();
        let signed = |scratch: &mut Scratch, &(a, b): &(u32, u32)| {
            let (scene, poses) = (&self.scene, &self.poses);
            let clearance = Clearance::NONE;
            BodyPair { scene, poses, slots: [a, b], clearance }.signed(&ask, scratch)
        };
        let found = parallel::map(&pairs, 1, Scratch::default, signed);
        found.into_iter().filter_map(Result::transpose).collect()
    }
}

impl BodyPair<'_> {
    /// Their signed distance, unless they are further apart than the limit.
    pub(super) fn signed(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
    ) -> Result<Option<BodySigned>, WorldError> {
        let (a, b) = self.handles();
        for slot in self.slots {
            self.check_mesh_alone(slot)?;
        }
        let Some(meshes) = self.meshes() else { return Ok(None) };
        let solids = meshes.bodies.map(|body| body.model.solid());
        Ok(if let [Ok(one), Ok(other)] = &solids {
            let signed = one.signed_within(other, &meshes.a_from_b, ask, scratch);
            signed.map(|signed| BodySigned { a, b, meaning: Meaning::Solids, signed })
        } else {
            let found = self.distance(ask.limit, scratch).and_then(|found| found.meshes);
            let signed = found.map(|found| SignedDistance::of_distance(&found));
            signed.map(|signed| BodySigned { a, b, meaning: Meaning::Surfaces, signed })
        })
    }

    /// Is a mesh all that a body has?
    fn check_mesh_alone(&self, slot: u32) -> Result<(), WorldError> {
        let node = self.scene.node(slot);
        let name = || node.name.clone();
        if node.shapes.is_some() {
            let question = "signed distances are";
            return Err(WorldError::ExactShape { name: name(), question });
        }
        node.mesh.as_ref().map(|_| ()).ok_or_else(|| WorldError::NoMesh { name: name() })
    }
}
