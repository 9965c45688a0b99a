//! Rules for collisions: which bodies are looked at, as what, and how close they may come.

use super::broad::Mobility;
use super::{Groups, Handle, MAX_TRANSLATION, World, WorldError};
use crate::geom::Clearance;

impl World {
    /// Takes a body as a solid from now on, or as its surface again. What lies inside a solid
    /// counts as touching it, be it a solid itself or not; see [`crate::Solid`].
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Model, Pose};
    /// let [large, small] = [9.0, 1.0].map(|side| Model::new(shapes::cuboid([0.0; 3], [side; 3])));
    /// let mut world = World::new();
    /// let room = world.insert(Body::new("room", &large))?;
    /// let thing = world.insert(Body::new("thing", &small).at(Pose::from_translation([4.0, 4.0, 4.0])?))?;
    /// assert!(world.collisions().is_empty());
    /// world.set_solid(room, true)?;
    /// assert_eq!(world.collisions(), [(room, thing)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not here, a frame, or its mesh is not closed.
    pub fn set_solid(&mut self, handle: Handle, solid: bool) -> Result<(), WorldError> {
        let slot = self.scene.slot(handle)?;
        let node = self.scene.node(slot);
        let Some(mesh) = &node.mesh else {
            return Err(WorldError::NoMesh { name: node.name.clone() });
        };
        let solid = if solid { Some(self.scene.solid(slot, &mesh.model)?) } else { None };
        self.scene.node_mut(slot).mesh.as_mut().expect("it has one").solid = solid;
        Ok(())
    }

    /// Is a body taken as a solid?
    ///
    /// # Errors
    /// If it is not here.
    pub fn is_solid(&self, handle: Handle) -> Result<bool, WorldError> {
        let mesh = &self.scene.node(self.scene.slot(handle)?).mesh;
        Ok(mesh.as_ref().is_some_and(|mesh| mesh.solid.is_some()))
    }

    /// Puts a body in other groups.
    ///
    /// # Errors
    /// If it is not here.
    pub fn set_groups(&mut self, handle: Handle, groups: Groups) -> Result<(), WorldError> {
        let slot = self.scene.slot(handle)?;
        self.scene.node_mut(slot).groups = groups;
        Ok(())
    }

    /// Bodies no further apart than this count as touching, for every two bodies that have no
    /// clearance of their own and no larger paddings.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Model, Pose, geom::Clearance};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// let a = world.insert(Body::new("a", &cube).padded(Clearance::new(0.75)?))?;
    /// let b = world.insert(Body::new("b", &cube).at(Pose::from_translation([3.0, 0.0, 0.0])?))?;
    /// assert!(world.collisions().is_empty());
    /// world.set_padding(b, Clearance::new(1.25)?)?;
    /// assert_eq!(world.collisions(), [(a, b)]);
    /// world.set_pair_clearance(a, b, Some(Clearance::new(1.5)?))?;
    /// assert!(world.collisions().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_clearance(&mut self, clearance: Clearance) {
        self.clearances.of_world = clearance;
        self.grow_all();
    }

    /// Enlarges the volumes of all bodies as clearances ask for.
    pub(super) fn grow_all(&mut self) {
        let slots: Vec<u32> = self.scene.slots().collect();
        self.grow(&slots);
    }

    /// By how much a body's volume has to be larger.
    pub(super) fn growth(&self, slot: u32) -> f64 {
        self.clearances.growth(&self.scene, slot, self.asks.clearance)
    }

    /// Gives two bodies a clearance of their own, in place of their paddings and the world's
    /// clearance; none takes it back. Bodies that are not looked at ([`World::looks_at`]) are not
    /// looked at because of it.
    ///
    /// # Errors
    /// If one is not here.
    pub fn set_pair_clearance(
        &mut self,
        a: Handle,
        b: Handle,
        clearance: Option<Clearance>,
    ) -> Result<(), WorldError> {
        let (a, b) = (self.scene.slot(a)?, self.scene.slot(b)?);
        self.clearances.set(a, b, clearance);
        self.grow(&[a, b][..if a == b { 1 } else { 2 }]);
        Ok(())
    }

    /// Puts a layer around a body: two bodies count as touching if they are no further apart than
    /// their layers are thick together, rounded up.
    ///
    /// # Errors
    /// If it is not here, or the layer is thicker than [`MAX_TRANSLATION`].
    pub fn set_padding(&mut self, handle: Handle, padding: Clearance) -> Result<(), WorldError> {
        let slot = self.scene.slot(handle)?;
        check_padding(&self.scene.node(slot).name, padding)?;
        self.scene.node_mut(slot).padding = padding;
        self.grow(&[slot]);
        Ok(())
    }

    /// The distance below which two bodies count as touching.
    ///
    /// # Errors
    /// If one is not here.
    pub fn clearance(&self, a: Handle, b: Handle) -> Result<Clearance, WorldError> {
        Ok(self.bodies().clearance([self.scene.slot(a)?, self.scene.slot(b)?]))
    }

    /// The clearance of every two bodies that have none of their own and no larger paddings.
    #[must_use]
    pub fn default_clearance(&self) -> Clearance {
        self.clearances.of_world
    }

    /// The clearances that pairs of bodies were given ([`World::set_pair_clearance`]), sorted.
    #[must_use]
    pub fn pair_clearances(&self) -> Vec<(Handle, Handle, Clearance)> {
        let handles = |(a, b, clearance)| (self.scene.handle(a), self.scene.handle(b), clearance);
        self.clearances.own().into_iter().map(handles).collect()
    }

    /// The layer around a body.
    ///
    /// # Errors
    /// If it is not here.
    pub fn padding(&self, handle: Handle) -> Result<Clearance, WorldError> {
        Ok(self.scene.node(self.scene.slot(handle)?).padding)
    }

    /// May two bodies touch, because of [`World::allow`] or [`World::allow_among`]?
    ///
    /// # Errors
    /// If one is not here.
    pub fn is_allowed(&self, a: Handle, b: Handle) -> Result<bool, WorldError> {
        let (a, b) = (self.scene.slot(a)?, self.scene.slot(b)?);
        Ok(self.filter.may_touch(a.min(b), a.max(b)))
    }

    /// Enlarges the volumes of bodies as their clearances ask for.
    fn grow(&mut self, slots: &[u32]) {
        for &slot in slots {
            self.scene.node_mut(slot).growth = self.growth(slot);
        }
        let (scene, poses) = (&self.scene, &self.poses);
        let placed = |&slot: &u32| Some((slot, poses.placed(scene, slot)?));
        self.space.update(&mut slots.iter().filter_map(placed));
    }

    /// Two bodies may touch from now on: their pair is left out of all answers.
    ///
    /// # Errors
    /// If one is not here.
    pub fn allow(&mut self, a: Handle, b: Handle) -> Result<(), WorldError> {
        self.filter.allow(self.scene.slot(a)?, self.scene.slot(b)?);
        Ok(())
    }

    /// These bodies may touch each other from now on, each any other: their pairs are left out of
    /// all answers. That is kept for each body, not for each pair.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::Model;
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// let bodies = ["a", "b", "c"].map(|name| world.insert(Body::new(name, &cube)).unwrap());
    /// world.allow_among(&bodies)?;
    /// assert!(world.collisions().is_empty());
    /// world.disallow(bodies[0], bodies[2])?;
    /// assert_eq!(world.collisions(), [(bodies[0], bodies[2])]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If one is not here; then nothing changes.
    pub fn allow_among(&mut self, bodies: &[Handle]) -> Result<(), WorldError> {
        let slots =
            bodies.iter().map(|&body| self.scene.slot(body)).collect::<Result<Vec<u32>, _>>()?;
        self.filter.allow_among(&slots);
        Ok(())
    }

    /// Two bodies may not touch any more.
    ///
    /// # Errors
    /// If one is not here.
    pub fn disallow(&mut self, a: Handle, b: Handle) -> Result<(), WorldError> {
        self.filter.disallow(self.scene.slot(a)?, self.scene.slot(b)?);
        Ok(())
    }

    /// Are two bodies looked at? They are not if they may touch, both are fixed, their groups do not
    /// meet, or one is a frame.
    ///
    /// # Errors
    /// If one is not here.
    pub fn looks_at(&self, a: Handle, b: Handle) -> Result<bool, WorldError> {
        let (a, b) = (self.scene.slot(a)?, self.scene.slot(b)?);
        let bodies = a != b && [a, b].iter().all(|&slot| self.scene.node(slot).is_body());
        Ok(bodies && self.filter.passes(&self.scene, a.min(b), a.max(b)))
    }

    /// Is a body fixed?
    ///
    /// # Errors
    /// If it is not here.
    pub fn is_fixed(&self, handle: Handle) -> Result<bool, WorldError> {
        Ok(self.scene.node(self.scene.slot(handle)?).mobility == Mobility::Fixed)
    }

    /// The groups of a body.
    ///
    /// # Errors
    /// If it is not here.
    pub fn groups(&self, handle: Handle) -> Result<Groups, WorldError> {
        Ok(self.scene.node(self.scene.slot(handle)?).groups)
    }

    /// Is there any pair of bodies that is looked at? If not, a world is free of collisions
    /// whatever it holds: all may touch, are fixed, or are in groups that do not meet.
    #[must_use]
    pub fn looks_at_any_pair(&self) -> bool {
        let slots: Vec<u32> =
            self.scene.slots().filter(|&slot| self.scene.node(slot).is_body()).collect();
        let passes = |(k, &a): (usize, &u32)| {
            slots[k + 1..].iter().any(|&b| self.filter.passes(&self.scene, a.min(b), a.max(b)))
        };
        slots.iter().enumerate().any(passes)
    }
}

/// Is a padding in range?
pub(super) fn check_padding(name: &str, padding: Clearance) -> Result<(), WorldError> {
    let value = padding.distance();
    if value > MAX_TRANSLATION {
        Err(WorldError::TooThick { name: name.to_string(), value })
    } else {
        Ok(())
    }
}
