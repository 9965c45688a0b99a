//! Many bodies: which of them come near each other, and do those touch?
//!
//! A [`World`] keeps bodies by name and handle, each at a pose in its parent's frame. A broad phase
//! finds the pairs whose boxes overlap, and every such pair is asked exactly. **What
//! an answer means**: of two bodies A is the one with the lower handle ([`Handle::number`]), the
//! pose a_from_b is [`Pose::relative`] of their poses in the world, those are composed from parent
//! to child by [`Pose::compose`], and the answer is that of [`crate::query::brute`] at a_from_b. No
//! pair that touches by this contract is lost by the broad phase: `outline` derives how much larger
//! volumes must be for that.

mod answer;
mod body;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports, reason = "some of it is for the crates beside this one")]
mod broad;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod broad;
mod clearance;
mod dynamic_model;
mod error;
mod filter;
mod handle;
mod memory;
mod nearest;
mod outline;
mod poses;
mod query;
mod rays;
mod region;
mod scene;
mod shapes;
mod snapshot;
mod solids;
mod space;
pub mod sweep;

pub use answer::Contacts;
pub use body::{Body, Groups};
pub use dynamic_model::{DynamicError, DynamicModel, Obstacle};
pub use error::WorldError;
pub use handle::Handle;
pub use nearest::BodyDistance;
pub use query::Query;
pub use rays::{BodyHit, WorldRays};
pub use region::Region;
pub use shapes::WorldShapes;
pub use snapshot::Snapshot;

use crate::geom::range::MAX_COORDINATE;
use crate::geom::{Clearance, Pose};
use crate::query::Model;
use clearance::Clearances;
use filter::Filter;
use memory::Memory;
use poses::Poses;
use scene::Scene;
use space::Space;

/// No body is further from the origin than this, along any axis: 2⁹⁸. Then every relative pose is
/// in the range of coordinates.
pub const MAX_TRANSLATION: f64 = MAX_COORDINATE / 4.0;

/// What can be chosen about a world. Nothing of it changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldOptions {
    /// How many bytes close pairs may keep from one question to the next, all together; 0 is no
    /// memory. By default 4 MiB: what does not stay in a processor's cache is slower to look up
    /// than to find out again, unless meshes are large.
    pub memory_bytes: usize,
}

impl Default for WorldOptions {
    fn default() -> Self {
        Self { memory_bytes: 4 << 20 }
    }
}

/// Bodies that come, move and go.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::world::{Body, World};
/// use closecall::{Model, Pose, geom::DVec3};
/// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
/// let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]);
/// let mut world = World::new();
/// let wall = world.insert(Body::new("wall", &cube).fixed())?;
/// let cart = world.insert(Body::frame("cart").at(at(5.0)?))?;
/// let load = world.insert(Body::new("load", &cube).on(cart).at(at(-0.5)?))?;
/// assert!(world.collisions().is_empty());
/// world.set_pose(cart, at(1.5)?)?;
/// assert_eq!(world.collisions(), [(wall, load)]);
/// world.allow(wall, load)?;
/// assert!(world.collisions().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct World {
    scene: Scene,
    poses: Poses,
    filter: Filter,
    space: Space,
    memory: Memory,
    clearances: Clearances,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// An empty world.
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(&WorldOptions::default())
    }

    /// An empty world, as the options say.
    #[must_use]
    pub fn with_options(options: &WorldOptions) -> Self {
        Self {
            scene: Scene::default(),
            poses: Poses::default(),
            filter: Filter::default(),
            space: Space::default(),
            memory: Memory::new(options.memory_bytes),
            clearances: Clearances::default(),
        }
    }

    /// Takes a body or a frame in.
    ///
    /// # Errors
    /// If its name is taken, its parent is not here, or it would be out of range.
    pub fn insert(&mut self, body: Body) -> Result<Handle, WorldError> {
        self.scene.accepts(&body)?;
        check_padding(&body.name, body.padding)?;
        let Body { mobility, parent_from_body, .. } = body;
        let slot = self.scene.insert(body);
        if let Err(error) = self.poses.insert(&self.scene, slot, parent_from_body) {
            self.scene.remove(slot);
            return Err(error);
        }
        self.scene.node_mut(slot).growth = self.clearances.growth(&self.scene, slot);
        if let Some(placed) = self.poses.placed(&self.scene, slot) {
            self.space.insert(slot, mobility, placed);
        }
        Ok(self.scene.handle(slot))
    }

    /// Lets a body go, and all that hangs on it.
    ///
    /// # Errors
    /// If it is not here.
    pub fn remove(&mut self, handle: Handle) -> Result<(), WorldError> {
        let top = self.scene.slot(handle)?;
        for slot in self.scene.below(top).into_iter().rev() {
            if self.scene.node(slot).mesh.is_some() {
                self.space.remove(slot);
                self.memory.forget(slot);
            }
            self.filter.forget(slot);
            self.clearances.forget(slot);
            self.scene.remove(slot);
        }
        Ok(())
    }

    /// Puts a body at another pose in its parent's frame; what hangs on it moves along.
    ///
    /// # Errors
    /// If it is not here, or something would be out of range; then nothing moves.
    pub fn set_pose(&mut self, handle: Handle, parent_from_body: Pose) -> Result<(), WorldError> {
        self.set_poses(&[(handle, parent_from_body)])
    }

    /// Puts many bodies at other poses in their parents' frames: much faster than one after the
    /// other.
    ///
    /// # Errors
    /// If one is not here, or something would be out of range; then nothing moves.
    pub fn set_poses(&mut self, poses: &[(Handle, Pose)]) -> Result<(), WorldError> {
        self.scene.have_all(poses)?;
        self.poses.set(&self.scene, poses.iter().map(|&(handle, pose)| (handle.slot, pose)))?;
        let (scene, mut moved) = (&self.scene, self.poses.take_moved());
        let placed = |&slot: &u32| Some((slot, self.poses.placed(scene, slot)?));
        self.space.update(&mut moved.iter().filter_map(placed));
        moved.clear();
        self.poses.give_back(moved);
        Ok(())
    }

    /// Gives a body another model: its pairs start anew. With the model it has, nothing happens.
    ///
    /// # Errors
    /// If it is not here, or a frame.
    pub fn set_model(&mut self, handle: Handle, model: &Model) -> Result<(), WorldError> {
        let slot = self.scene.slot(handle)?;
        if self.scene.node(slot).mesh.as_ref().is_some_and(|mesh| std::ptr::eq(mesh.model.mesh(), model.mesh())) {
            return Ok(());
        }
        self.scene.set_model(slot, model)?;
        self.memory.forget(slot);
        let placed = self.poses.placed(&self.scene, slot);
        self.space.update(&mut placed.into_iter().map(|placed| (slot, placed)));
        Ok(())
    }

    /// Takes a body as a solid from now on, or as its surface again. What lies inside a solid
    /// counts as touching it, be it a solid itself or not; see [`crate::Solid`].
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Model, Pose, geom::DVec3};
    /// let [large, small] = [9.0, 1.0].map(|side| Model::new(shapes::cuboid(DVec3::ZERO, DVec3::splat(side))));
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
        let Some(mesh) = &node.mesh else { return Err(WorldError::NoMesh { name: node.name.clone() }) };
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

    /// What is no further apart than this counts as touching, for every two bodies that have no
    /// clearance of their own and no larger paddings.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Model, Pose, geom::{Clearance, DVec3}};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
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
        let slots: Vec<u32> = self.scene.slots().collect();
        self.grow(&slots);
    }

    /// Gives two bodies a clearance of their own, in place of their paddings and the world's
    /// clearance; none takes it back.
    ///
    /// # Errors
    /// If one is not here.
    pub fn set_pair_clearance(&mut self, a: Handle, b: Handle, clearance: Option<Clearance>) -> Result<(), WorldError> {
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

    /// How close two bodies may come before they count as touching.
    ///
    /// # Errors
    /// If one is not here.
    pub fn clearance(&self, a: Handle, b: Handle) -> Result<Clearance, WorldError> {
        Ok(self.clearances.of(&self.scene, self.scene.slot(a)?, self.scene.slot(b)?))
    }

    /// Enlarges the volumes of bodies as their clearances ask for.
    fn grow(&mut self, slots: &[u32]) {
        for &slot in slots {
            self.scene.node_mut(slot).growth = self.clearances.growth(&self.scene, slot);
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
    /// use closecall::{Model, geom::DVec3};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
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
        let slots = bodies.iter().map(|&body| self.scene.slot(body)).collect::<Result<Vec<u32>, _>>()?;
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

    /// Is there any pair of bodies that is looked at? If not, a world is free of collisions
    /// whatever it holds: all may touch, are fixed, or are in groups that do not meet.
    #[must_use]
    pub fn looks_at_any_pair(&self) -> bool {
        let slots: Vec<u32> = self.scene.slots().filter(|&slot| self.scene.node(slot).mesh.is_some()).collect();
        let passes = |(k, &a): (usize, &u32)| {
            slots[k + 1..].iter().any(|&b| self.filter.passes(&self.scene, a.min(b), a.max(b)))
        };
        slots.iter().enumerate().any(passes)
    }

    /// The body or frame of this name.
    #[must_use]
    pub fn handle(&self, name: &str) -> Option<Handle> {
        self.scene.named(name)
    }

    /// The name of a body or frame.
    ///
    /// # Errors
    /// If it is not here.
    pub fn name(&self, handle: Handle) -> Result<&str, WorldError> {
        Ok(&self.scene.node(self.scene.slot(handle)?).name)
    }

    /// The model of a body; none of a frame.
    ///
    /// # Errors
    /// If it is not here.
    pub fn model(&self, handle: Handle) -> Result<Option<&Model>, WorldError> {
        Ok(self.scene.node(self.scene.slot(handle)?).mesh.as_ref().map(|mesh| &mesh.model))
    }

    /// What a body hangs on, if it does.
    ///
    /// # Errors
    /// If it is not here.
    pub fn parent(&self, handle: Handle) -> Result<Option<Handle>, WorldError> {
        Ok(self.scene.node(self.scene.slot(handle)?).parent.map(|parent| self.scene.handle(parent)))
    }

    /// Where a body is in the world.
    ///
    /// # Errors
    /// If it is not here.
    pub fn world_from_body(&self, handle: Handle) -> Result<Pose, WorldError> {
        Ok(*self.poses.world_from(self.scene.slot(handle)?))
    }

    /// All bodies and frames, by rising numbers.
    pub fn handles(&self) -> impl Iterator<Item = Handle> {
        self.scene.slots().map(|slot| self.scene.handle(slot))
    }

    /// How many bodies and frames there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scene.slots().count()
    }

    /// Are there no bodies and frames?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bodies whose volumes reach into a region, by rising numbers; see [`Region`].
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, Region, World};
    /// use closecall::{Model, geom::DVec3};
    /// let mut world = World::new();
    /// let cube = world.insert(Body::new("cube", &Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE))))?;
    /// assert_eq!(world.bodies_in(&Region::Sphere { center: DVec3::splat(2.0), radius: 1.8 }), [cube]);
    /// assert_eq!(world.bodies_in(&Region::HalfSpace { normal: DVec3::X, offset: -0.1 }), []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bodies_in(&self, region: &Region) -> Vec<Handle> {
        let mut found = Vec::new();
        self.space.search(region, &mut |slot| found.push(self.scene.handle(slot)));
        found.sort_unstable();
        found
    }

    /// How many bytes its pairs remember by.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Panics, saying where, unless everything is in order. For tests.
    pub fn check(&self) {
        self.scene.check();
        self.space.check();
    }
}

/// Is a padding in range?
fn check_padding(name: &str, padding: Clearance) -> Result<(), WorldError> {
    let value = padding.distance();
    if value > MAX_TRANSLATION { Err(WorldError::TooThick { name: name.to_string(), value }) } else { Ok(()) }
}
