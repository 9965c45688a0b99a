//! Questions from `&self`: a view of the world in which some bodies are elsewhere, with memory of
//! its own.

use super::pair::{Bodies, BodyPair};
use super::poses::Poses;
use super::snapshot;
use super::{BodyDistance, BodySigned, Contacts, Handle, World, WorldError};
use crate::Answer;
use crate::geom::{Clearance, Interval, Pose};
use crate::query::{Ask, Scratch};

/// A question about a world that stays as it is: bodies are *posed* for the question only. Answers
/// are about pairs that a posed body takes part in; they are what the world would answer for those,
/// if the bodies were there.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::world::{Body, World};
/// use closecall::{Model, Pose, geom::DVec3};
/// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
/// let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]);
/// let mut world = World::new();
/// let wall = world.insert(Body::new("wall", &cube).fixed())?;
/// let tool = world.insert(Body::new("tool", &cube).at(at(9.0)?))?;
/// let mut query = world.query();
/// query.set_pose(tool, at(1.0)?)?;
/// assert!(query.collides());
/// assert_eq!(query.collisions(), [(wall, tool)]);
/// query.set_pose(tool, at(1.1)?)?;
/// assert!(!query.collides());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query<'w> {
    world: snapshot::Held<'w>,
    poses: Poses,
    /// The posed bodies, and marks for them.
    posed: Vec<u32>,
    is_posed: Vec<bool>,
    close: Vec<(u32, u32)>,
    scratch: Scratch,
}

impl<'w> Query<'w> {
    pub(super) fn new(world: snapshot::Held<'w>) -> Self {
        let slots = world.scene.slots().last().map_or(0, |last| last as usize + 1);
        let (poses, is_posed) = (world.poses.clone(), vec![false; slots]);
        Self {
            world,
            poses,
            posed: Vec::new(),
            is_posed,
            close: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Puts a body at another pose in its parent's frame, for this question; what hangs on it moves
    /// along.
    ///
    /// # Errors
    /// If it is not here, something that is fixed would move, or something would be out of range;
    /// then nothing moves.
    pub fn set_pose(&mut self, handle: Handle, parent_from_body: Pose) -> Result<(), WorldError> {
        self.set_poses(&[(handle, parent_from_body)])
    }

    /// Puts many bodies at other poses in their parents' frames, for this question: much faster
    /// than one after the other where they hang on each other.
    ///
    /// # Errors
    /// If one is not here, something that is fixed would move, or something would be out of range;
    /// then nothing moves.
    pub fn set_poses(&mut self, poses: &[(Handle, Pose)]) -> Result<(), WorldError> {
        let scene = &self.world.scene;
        scene.have_all(poses)?;
        self.poses.set(scene, poses.iter().map(|&(handle, pose)| (handle.slot, pose)))?;
        let mut moved = self.poses.take_moved();
        for slot in moved.drain(..) {
            if scene.node(slot).is_body()
                && !std::mem::replace(&mut self.is_posed[slot as usize], true)
            {
                self.posed.push(slot);
            }
        }
        self.poses.give_back(moved);
        Ok(())
    }

    /// Poses a body where it is, and all that hangs on it: answers are about it, too.
    ///
    /// # Errors
    /// If it is not here.
    pub fn pose_here(&mut self, handle: Handle) -> Result<(), WorldError> {
        let slot = self.world.scene.slot(handle)?;
        self.set_pose(handle, *self.poses.parent_from(slot))
    }

    /// Poses every body where it is: answers are about all pairs, as those of the world itself.
    pub fn pose_all(&mut self) {
        for slot in self.world.scene.slots() {
            let is_body = self.world.scene.node(slot).is_body();
            if is_body && !std::mem::replace(&mut self.is_posed[slot as usize], true) {
                self.posed.push(slot);
            }
        }
    }

    /// Where a body is in the world, for this question.
    ///
    /// # Errors
    /// If it is not here.
    pub fn world_from_body(&self, handle: Handle) -> Result<Pose, WorldError> {
        Ok(*self.poses.world_from(self.world.scene.slot(handle)?))
    }

    /// Does a posed body touch anything?
    pub fn collides(&mut self) -> bool {
        self.find_close();
        let Self { world, poses, close, scratch, .. } = self;
        let bodies = bodies(world, poses);
        close.iter().any(|&pair| bodies.pair(pair).touch(None, scratch) != Answer::Clear)
    }

    /// The pairs that touch, the lower handle first, sorted.
    pub fn collisions(&mut self) -> Vec<(Handle, Handle)> {
        self.ask_all(|pair, scratch| pair.collision(None, scratch))
    }

    /// The pairs that touch, sorted, and their touching triangles.
    pub fn contacts(&mut self) -> Vec<Contacts> {
        self.ask_all(|pair, scratch| pair.contacts(None, scratch))
    }

    /// The pairs that the broad phase leaves: a posed body takes part in each, and every pair within its
    /// clearance is among them; the lower handle first, sorted. For callers with rules of their own, who
    /// then ask for [`Query::distance`].
    pub fn close_pairs(&mut self) -> Vec<(Handle, Handle)> {
        self.ask_all(|pair, _| Some(pair.handles()))
    }

    /// How far two bodies are apart where they are for this question, whether they are looked at or not;
    /// none if that is certainly above a limit. Points are in the frame of the one with the lower handle.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Model, Pose, geom::DVec3};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let mut world = World::new();
    /// let wall = world.insert(Body::new("wall", &cube).fixed())?;
    /// let tool = world.insert(Body::new("tool", &cube))?;
    /// let mut query = world.query();
    /// query.set_pose(tool, Pose::from_translation([3.0, 0.0, 0.0])?)?;
    /// let gap = query.distance(tool, wall, f64::INFINITY)?.expect("there is no limit").distance;
    /// assert!(gap.lo <= 2.0 && 2.0 <= gap.hi);
    /// assert_eq!(query.distance(tool, wall, 1.5)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If one is not here.
    pub fn distance(
        &mut self,
        a: Handle,
        b: Handle,
        limit: f64,
    ) -> Result<Option<BodyDistance>, WorldError> {
        let (a, b) = (self.world.scene.slot(a)?, self.world.scene.slot(b)?);
        let Self { world, poses, scratch, .. } = self;
        Ok(bodies(world, poses).pair((a.min(b), a.max(b))).distance(limit, scratch))
    }

    /// How far two bodies are apart where they are for this question, or how deep in each other:
    /// [`World::signed_distances`]; none if they are further apart than [`Ask::limit`].
    ///
    /// # Errors
    /// If one is not here, or has no mesh or an exact shape.
    pub fn signed_distance(
        &mut self,
        a: Handle,
        b: Handle,
        ask: impl Into<Ask>,
    ) -> Result<Option<BodySigned>, WorldError> {
        let (a, b) = (self.world.scene.slot(a)?, self.world.scene.slot(b)?);
        let Self { world, poses, scratch, .. } = self;
        bodies(world, poses).pair((a.min(b), a.max(b))).signed(&ask.into(), scratch)
    }

    /// The pairs that touch as far as anyone can tell: see [`World::undecided`].
    pub fn undecided(&mut self) -> Vec<(Handle, Handle)> {
        if self.world.scene.any_shaped().is_none() {
            return Vec::new();
        }
        self.ask_all(|pair, scratch| {
            (pair.touch(None, scratch) == Answer::Undecided(())).then(|| pair.handles())
        })
    }

    /// Asks every close pair, and keeps the answers that are some, in order.
    fn ask_all<T>(&mut self, ask: impl Fn(&BodyPair, &mut Scratch) -> Option<T>) -> Vec<T> {
        self.find_close();
        let Self { world, poses, close, scratch, .. } = self;
        close.sort_unstable();
        let bodies = bodies(world, poses);
        close.iter().filter_map(|&pair| ask(&bodies.pair(pair), scratch)).collect()
    }

    pub(super) fn world(&self) -> &World {
        &self.world
    }

    pub(super) fn poses(&self) -> &Poses {
        &self.poses
    }

    pub(super) fn is_posed(&self, slot: u32) -> bool {
        self.is_posed[slot as usize]
    }

    /// How far two bodies are apart where they are asked about, of which one has exact shapes: see
    /// [`BodyPair::shapes_distance`].
    pub(super) fn gap(&mut self, pair: (u32, u32), limit: f64) -> Interval {
        bodies(&self.world, &self.poses).pair(pair).shapes_distance(limit, &mut self.scratch)
    }

    /// Do the exact shapes of two bodies come within a clearance?
    pub(super) fn touch_of(&mut self, pair: (u32, u32), clearance: Clearance) -> Answer {
        let pair = BodyPair { clearance, ..bodies(&self.world, &self.poses).pair(pair) };
        pair.shapes_touch(&mut self.scratch)
    }

    /// The pairs of posed bodies with others, and with each other, that are near each other.
    fn find_close(&mut self) {
        let Self { world, poses, posed, is_posed, close, .. } = self;
        let World { scene, filter, space, .. } = &**world;
        close.clear();
        let volume = |&slot: &u32| Some((slot, poses.placed(scene, slot)?.volume()));
        let volumes = posed.iter().filter_map(volume).collect();
        let is_posed = |slot: u32| is_posed[slot as usize];
        space.near_posed(volumes, is_posed, |a, b| {
            let (a, b) = (a.min(b), a.max(b));
            if filter.passes(scene, a, b) {
                close.push((a, b));
            }
        });
    }
}

/// The bodies of a world, some of them posed elsewhere.
fn bodies<'q>(world: &'q World, poses: &'q Poses) -> Bodies<'q> {
    Bodies { poses, ..world.bodies() }
}
