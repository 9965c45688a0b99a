//! Many bodies: the pairs that come near each other, and whether they touch.
//!
//! A [`World`] keeps bodies by name and handle, each at a pose in its parent's frame. A broad phase
//! finds the pairs whose boxes overlap, and every such pair is asked exactly. **What
//! an answer means**: of two bodies A is the one with the lower handle ([`Handle::number`]), the
//! pose a_from_b is [`Pose::relative`] of their poses in the world, those are composed from parent
//! to child by [`Pose::compose`], and the answer is that of [`crate::query::brute`] at a_from_b. No
//! pair that touches by this contract is lost by the broad phase: `outline` derives how much larger
//! volumes must be for that. Bodies may also have exact shapes. `pair` says what is
//! asked of which two bodies, and `space` which bodies are near.

mod answer;
mod attach;
mod body;
pub(crate) mod broad;
mod clearance;
mod dynamic_model;
mod error;
mod filter;
mod handle;
mod lookup;
mod margins;
mod memory;
mod least;
mod nearest;
mod outline;
mod pair;
pub(crate) mod plain;
mod poses;
mod query;
mod rays;
mod region;
mod rules;
mod scale_doubt;
mod scene;
mod shapes;
mod signed;
mod snapshot;
mod space;
pub mod sweep;
mod timed;

pub use answer::Contacts;
pub use body::{Body, Groups};
pub use dynamic_model::{DynamicError, DynamicModel, Obstacle};
pub use error::WorldError;
pub use handle::Handle;
pub use least::LeastDistance;
pub use nearest::BodyDistance;

pub use query::Query;
pub use rays::{BodyHit, BodyPart, WorldRays};
pub use region::Region;
pub use shapes::{TouchingBody, WorldShapes};
pub use signed::BodySigned;
pub use snapshot::Snapshot;
pub use timed::{Touches, UndecidedPair};

use crate::cost::Cost;
use crate::geom::Pose;
use crate::geom::range::MAX_COORDINATE;
use crate::query::{Ask, Model};
use clearance::Clearances;
use filter::Filter;
use memory::Memory;
use poses::Poses;
use scene::Scene;
use space::Space;

/// No body is further from the origin than this, along any axis: 2⁹⁸. Then every relative pose is
/// in the range of coordinates.
pub const MAX_TRANSLATION: f64 = MAX_COORDINATE / 4.0;

/// The options of a world. None of them changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorldOptions {
    /// The number of bytes that close pairs may keep from one question to the next, all together; 0
    /// is no memory. By default 4 MiB: what does not stay in a processor's cache is slower to look
    /// up than to find out again, unless meshes are large.
    pub memory_bytes: usize,
}

impl WorldOptions {
    /// Says how many bytes close pairs may keep.
    #[must_use]
    pub fn memory_bytes(self, memory_bytes: usize) -> Self {
        Self { memory_bytes, ..self }
    }
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
/// use closecall::{Model, Pose};
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
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
    asks: Ask,
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
            asks: Ask::new(),
        }
    }

    /// The same world, asked in this way.
    #[must_use]
    pub fn with(mut self, ask: impl Into<Ask>) -> Self {
        self.set(ask);
        self
    }

    /// Asks in this way from now on: every question of the world, and of each [`Query`] that is
    /// made from now on. The clearance counts where it is larger than that of two bodies by the
    /// rules of the world ([`World::set_clearance`], [`World::set_padding`]).
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Ask, Body, Clearance, Model, Pose, World};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// let a = world.insert(Body::new("a", &cube))?;
    /// let b = world.insert(Body::new("b", &cube).at(Pose::from_translation([3.0, 0.0, 0.0])?))?;
    /// assert!(!world.collides() && world.distances().len() == 1);
    /// world.set(Ask::new().clearance(Clearance::new(2.5)?).limit(1.5));
    /// assert!(world.collides() && world.distances().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, ask: impl Into<Ask>) {
        let before = std::mem::replace(&mut self.asks, ask.into());
        if before.clearance != self.asks.clearance {
            self.grow_all();
        }
    }

    /// The options that it asks with.
    #[must_use]
    pub fn asks(&self) -> &Ask {
        &self.asks
    }

    /// The cost of the questions so far, if [`Ask::counts`] says that it is counted; the count
    /// begins anew. Exact shapes, rays and paths are not counted.
    pub fn cost(&mut self) -> Cost {
        std::mem::take(&mut self.memory.cost)
    }

    /// Takes a body or a frame in.
    ///
    /// # Errors
    /// If its name is taken, its parent is not here, it would be out of range, or it states another
    /// unit ([`Model::unit`]) than a body that is here.
    pub fn insert(&mut self, body: Body) -> Result<Handle, WorldError> {
        self.scene.accepts(&body)?;
        if let Some(model) = &body.model {
            self.scene.check_unit(&body.name, model, None)?;
        }
        rules::check_padding(&body.name, body.padding)?;
        let Body { mobility, parent_from_body, .. } = body;
        let slot = self.scene.insert(body);
        if let Err(error) = self.poses.insert(&self.scene, slot, parent_from_body) {
            self.scene.remove(slot);
            return Err(error);
        }
        self.scene.node_mut(slot).growth = self.growth(slot);
        if self.scene.node(slot).is_body() {
            self.space.insert(slot, mobility, self.poses.placed(&self.scene, slot));
        }
        Ok(self.scene.handle(slot))
    }

    /// Lets a body go, and all that is attached to it.
    ///
    /// # Errors
    /// If it is not here.
    pub fn remove(&mut self, handle: Handle) -> Result<(), WorldError> {
        let top = self.scene.slot(handle)?;
        for slot in self.scene.below(top).into_iter().rev() {
            if self.scene.node(slot).is_body() {
                self.space.remove(slot);
                self.memory.forget(slot);
            }
            self.filter.forget(slot);
            self.clearances.forget(slot);
            self.scene.remove(slot);
        }
        Ok(())
    }

    /// Puts a body at another pose in its parent's frame; what is attached to it moves along.
    ///
    /// # Errors
    /// If it is not here, something that is fixed would move, or something would be out of range;
    /// then nothing moves.
    pub fn set_pose(&mut self, handle: Handle, parent_from_body: Pose) -> Result<(), WorldError> {
        self.set_poses(&[(handle, parent_from_body)])
    }

    /// Puts many bodies at other poses in their parents' frames: much faster than one after the
    /// other.
    ///
    /// # Errors
    /// If one is not here, something that is fixed would move, or something would be out of range;
    /// then nothing moves.
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
    /// If it is not here, or a frame, or the model states another unit than another body's.
    pub fn set_model(&mut self, handle: Handle, model: &Model) -> Result<(), WorldError> {
        let slot = self.scene.slot(handle)?;
        if self
            .scene
            .node(slot)
            .mesh
            .as_ref()
            .is_some_and(|mesh| std::ptr::eq(mesh.model.mesh(), model.mesh()))
        {
            return Ok(());
        }
        self.scene.check_unit(&self.scene.node(slot).name, model, Some(slot))?;
        self.scene.set_model(slot, model)?;
        self.memory.forget(slot);
        let placed = self.poses.placed(&self.scene, slot);
        self.space.update(&mut placed.into_iter().map(|placed| (slot, placed)));
        Ok(())
    }

    /// The number of bytes its pairs remember by.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Panics, saying where, unless everything is in order.
    #[cfg(feature = "lab")]
    pub(crate) fn check(&self) {
        self.scene.check();
        self.space.check();
    }
}
