//! The distances of the bodies of a world, or their depths in each other, with gradients.
//!
//! A body counts as the solid that its mesh encloses. A mesh that is not closed has no inside: a
//! pair of it has the distance of surfaces, which is never below 0. Exact shapes have no depth here,
//! and asking about them is an error.

use super::nearest::pairs_within;
use super::pair::{Bodies, BodyPair};
use super::{Handle, Query, World, WorldError};
use crate::parallel;
use crate::query::two::{ManyPairs, Means};
use crate::query::{Meaning, Scratch, SignedDistance};
#[cfg(doc)]
use crate::{Ask, Solid};

/// Two bodies and their signed distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySigned {
    /// The body with the lower handle.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// The reading of the bodies: solids or surfaces. Of surfaces, the distance is 0 where they
    /// touch, and never less.
    pub meaning: Meaning,
    /// The distance, in the frame of the one with the lower handle.
    pub signed: SignedDistance,
}

impl World {
    /// The signed distances of all pairs of bodies that are looked at and are no further apart than
    /// the limit ([`Ask::limit`]), sorted by handles: [`Solid::signed_distance`]. A budget is that of
    /// each pair. On all cores.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Ask, Model, Pose};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let at = |x: f64| Pose::from_translation([x, 0.25, 0.0]);
    /// let mut world = World::new();
    /// world.insert(Body::new("a", &cube))?;
    /// world.insert(Body::new("b", &cube).at(at(0.75)?))?;
    /// world.insert(Body::new("c", &cube).at(at(3.0)?))?;
    /// world.set(Ask::new().limit(1.5));
    /// let found = world.signed_distances()?;
    /// assert_eq!(found.len(), 2);
    /// assert!(found[0].signed.distance.contains(-0.25) && found[1].signed.distance.contains(1.25));
    /// assert_eq!(found[0].signed.gradient, [1.0, 0.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a body has an exact shape.
    pub fn signed_distances(&self) -> Result<Vec<BodySigned>, WorldError> {
        signed_distances(self.pairs_within(self.bodies().ask.limit), self.bodies())
    }
}

impl Query<'_> {
    /// The signed distances of all pairs that a posed body takes part in:
    /// [`World::signed_distances`].
    ///
    /// # Errors
    /// If a body has an exact shape.
    pub fn signed_distances(&self) -> Result<Vec<BodySigned>, WorldError> {
        let (limit, bodies) = (self.bodies().ask.limit, self.bodies());
        let pairs = pairs_within(limit, self.world(), bodies, |slot| self.is_posed(slot));
        signed_distances(pairs, self.bodies())
    }
}

fn signed_distances(pairs: Vec<(u32, u32)>, bodies: Bodies) -> Result<Vec<BodySigned>, WorldError> {
    let question = ManyPairs::new(bodies.ask);
    let ask = |scratch: &mut Scratch, &pair: &(u32, u32)| {
        question.ask(None, scratch, |means| bodies.pair(pair).signed(means))
    };
    let found = parallel::map(&pairs, 1, Scratch::default, ask);
    found.into_iter().filter_map(Result::transpose).collect()
}

impl BodyPair<'_> {
    /// Their signed distance, unless they are further apart than the limit.
    pub(super) fn signed(&self, means: &mut Means) -> Result<Option<BodySigned>, WorldError> {
        let (a, b) = self.handles();
        for slot in self.slots {
            self.check_mesh_alone(slot)?;
        }
        let Some(meshes) = self.meshes() else { return Ok(None) };
        let [one, other] = meshes.two().bodies.map(|(model, _)| model.solid());
        let (meaning, signed) = if let (Ok(one), Ok(other)) = (one, other) {
            let signed = one.signed_within(&other, &meshes.a_from_b, self.ask, means.scratch);
            (Meaning::Solids, signed)
        } else {
            let found = meshes.two().distance(self.ask.limit, means);
            let models = meshes.two().bodies.map(|(model, _)| model);
            let signed = |found| SignedDistance::of_distance(models, &meshes.a_from_b, found);
            (Meaning::Surfaces, found.as_ref().map(signed))
        };
        Ok(signed.map(|signed| BodySigned { a, b, meaning, signed }))
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
