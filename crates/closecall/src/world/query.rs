//! Questions from `&self`: a view of the world in which some bodies are elsewhere, with memory of
//! its own.

use super::memory::Witnesses;
use super::pair::{Bodies, BodyPair};
use super::poses::Poses;
use super::scene::Scene;
use super::snapshot;
use super::space::{PlacedOutline, depth};
use super::{BodyDistance, BodySigned, Contacts, Handle, Touches, World, WorldError};
use crate::Answer;
use crate::cost::Cost;
use crate::geom::kdop::Kdop;
use crate::geom::{Clearance, Interval, Pose};
use crate::query::two::{ManyPairs, Means};
use crate::query::{Ask, Scratch};

/// A question about a world that stays as it is: bodies are *posed* for the question only. Answers
/// are about pairs that a posed body takes part in; they are what the world would answer for those,
/// if the bodies were there.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::world::{Body, World};
/// use closecall::{Model, Pose};
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
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
    ask: Ask,
    cost: Cost,
}

impl<'w> Query<'w> {
    pub(super) fn new(world: snapshot::Held<'w>) -> Self {
        let slots = world.scene.slots().last().map_or(0, |last| last as usize + 1);
        let (poses, is_posed) = (world.poses.clone(), vec![false; slots]);
        Self {
            ask: world.asks,
            world,
            poses,
            posed: Vec::new(),
            is_posed,
            close: Vec::new(),
            scratch: Scratch::default(),
            cost: Cost::default(),
        }
    }

    /// The same question, asked in this way.
    #[must_use]
    pub fn with(mut self, ask: impl Into<Ask>) -> Self {
        self.set(ask);
        self
    }

    /// Asks in this way from now on; at first as the world does: [`World::set`].
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Body, Clearance, Model, Pose, World};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// world.insert(Body::new("wall", &cube).fixed())?;
    /// let tool = world.insert(Body::new("tool", &cube))?;
    /// let mut query = world.query();
    /// query.set_pose(tool, Pose::from_translation([3.0, 0.0, 0.0])?)?;
    /// assert!(!query.collides());
    /// query.set(Clearance::new(2.0)?);
    /// assert!(query.collides());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, ask: impl Into<Ask>) {
        self.ask = ask.into();
    }

    /// The options that it asks with.
    #[must_use]
    pub fn asks(&self) -> &Ask {
        &self.ask
    }

    /// The cost of the questions so far, if [`Ask::counts`] says that it is counted; the count
    /// begins anew. Exact shapes are not counted.
    pub fn cost(&mut self) -> Cost {
        std::mem::take(&mut self.cost)
    }

    /// Puts a body at another pose in its parent's frame, for this question; what is attached to it moves
    /// along.
    ///
    /// # Errors
    /// If it is not here, something that is fixed would move, or something would be out of range;
    /// then nothing moves.
    pub fn set_pose(&mut self, handle: Handle, parent_from_body: Pose) -> Result<(), WorldError> {
        self.set_poses(&[(handle, parent_from_body)])
    }

    /// Puts many bodies at other poses in their parents' frames, for this question: much faster
    /// than one after the other where they are attached to each other.
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

    /// Poses a body where it is, and all that is attached to it: answers are about it, too.
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

    /// The pose of a body in the world, for this question.
    ///
    /// # Errors
    /// If it is not here.
    pub fn world_from_body(&self, handle: Handle) -> Result<Pose, WorldError> {
        Ok(*self.poses.world_from(self.world.scene.slot(handle)?))
    }

    /// Does a posed body touch anything?
    pub fn collides(&mut self) -> bool {
        let mut found = false;
        self.ask_all(|pair, means| {
            found = found || pair.touch(means) != Answer::Clear;
            None::<()>
        });
        found
    }

    /// The pairs that touch, the lower handle first, sorted.
    pub fn collisions(&mut self) -> Vec<(Handle, Handle)> {
        self.ask_all(|pair, means| pair.collision(means))
    }

    /// The pairs that touch, sorted, and their touching triangles, as far as the budget goes:
    /// [`World::contacts`].
    pub fn contacts(&mut self) -> Vec<Contacts> {
        self.ask_all(|pair, means| pair.contacts(means))
    }

    /// The pairs that the broad phase leaves: a posed body takes part in each, and every pair within its
    /// clearance is among them; the lower handle first, sorted. For callers with rules of their own, who
    /// then ask for [`Query::distance`].
    pub fn close_pairs(&mut self) -> Vec<(Handle, Handle)> {
        self.ask_all(|pair, _| Some(pair.handles()))
    }

    /// The pairs that touch, as far as the budget goes. See [`World::touch`].
    pub fn touch(&mut self) -> Touches {
        let Some(mut meter) = self.ask.meter() else {
            return Touches::of(self.ask_all(|pair, means| Some(pair.answer(means))));
        };
        self.find_close();
        let Self { world, poses, close, ask, is_posed, .. } = self;
        let scene = &world.scene;
        let volume = |slot: u32| match is_posed[slot as usize] {
            true => grown(scene, poses, slot, ask).map(|(_, volume)| volume),
            false => world.space.volume(slot).copied(),
        };
        let depth = |a, b| depth(volume(a), volume(b));
        bodies(world, poses, ask).touch_in_rounds(
            close,
            depth,
            &mut meter,
            &mut Witnesses::default(),
        )
    }

    /// The distance of two bodies where they are for this question, whether they are looked at or
    /// not, as far as the budget goes; none if that is certainly above the limit. Points are in the
    /// frame of the one with the lower handle.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Ask, Model, Pose};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// let wall = world.insert(Body::new("wall", &cube).fixed())?;
    /// let tool = world.insert(Body::new("tool", &cube))?;
    /// let mut query = world.query();
    /// query.set_pose(tool, Pose::from_translation([3.0, 0.0, 0.0])?)?;
    /// let gap = query.distance(tool, wall)?.expect("there is no limit").distance;
    /// assert!(gap.lo <= 2.0 && 2.0 <= gap.hi);
    /// query.set(Ask::new().limit(1.5));
    /// assert_eq!(query.distance(tool, wall)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If one is not here.
    pub fn distance(&mut self, a: Handle, b: Handle) -> Result<Option<BodyDistance>, WorldError> {
        let (a, b) = (self.world.scene.slot(a)?, self.world.scene.slot(b)?);
        let Self { world, poses, scratch, ask, .. } = self;
        let pair = bodies(world, poses, ask).pair((a.min(b), a.max(b)));
        Ok(ManyPairs::new(ask).ask(None, scratch, |means| pair.distance(ask.limit, means)))
    }

    /// The distance of two bodies where they are for this question, or their depth in each other,
    /// whether they are looked at or not: [`World::signed_distances`]; none if they are further
    /// apart than the limit.
    ///
    /// # Errors
    /// If one is not here, or has no mesh or an exact shape.
    pub fn signed_distance(
        &mut self,
        a: Handle,
        b: Handle,
    ) -> Result<Option<BodySigned>, WorldError> {
        let (a, b) = (self.world.scene.slot(a)?, self.world.scene.slot(b)?);
        let Self { world, poses, scratch, ask, .. } = self;
        let pair = bodies(world, poses, ask).pair((a.min(b), a.max(b)));
        ManyPairs::new(ask).ask(None, scratch, |means| pair.signed(means))
    }

    /// Asks every close pair, and keeps the answers that are some, in order.
    fn ask_all<T>(&mut self, mut ask: impl FnMut(&BodyPair, &mut Means) -> Option<T>) -> Vec<T> {
        self.find_close();
        let Self { world, poses, close, scratch, ask: asks, cost, .. } = self;
        let (bodies, question) = (bodies(world, poses, asks), ManyPairs::new(asks));
        let answer = |&pair: &(u32, u32)| {
            question.ask(None, scratch, |means| ask(&bodies.pair(pair), means))
        };
        let answers = close.iter().filter_map(answer).collect();
        *cost += question.cost();
        answers
    }

    pub(super) fn world(&self) -> &World {
        &self.world
    }

    pub(super) fn bodies(&self) -> Bodies<'_> {
        bodies(&self.world, &self.poses, &self.ask)
    }

    pub(super) fn is_posed(&self, slot: u32) -> bool {
        self.is_posed[slot as usize]
    }

    /// The distance of two bodies where they are asked about, of which one has exact shapes: see
    /// [`BodyPair::shapes_distance`].
    pub(super) fn gap(&mut self, pair: (u32, u32), limit: f64) -> Interval {
        let pair = bodies(&self.world, &self.poses, &self.ask).pair(pair);
        pair.shapes_distance(limit, &mut self.scratch).gap
    }

    /// Do the exact shapes of two bodies come within a clearance?
    pub(super) fn touch_of(&mut self, pair: (u32, u32), clearance: Clearance) -> Answer {
        let pair = bodies(&self.world, &self.poses, &self.ask).pair(pair);
        let pair = BodyPair { clearance, ..pair };
        pair.shapes_touch(&mut self.scratch)
    }

    /// The pairs of posed bodies with others, and with each other, that are near each other, sorted.
    fn find_close(&mut self) {
        let Self { world, poses, posed, is_posed, close, ask, .. } = self;
        let World { scene, filter, space, .. } = &**world;
        close.clear();
        let volumes = posed.iter().filter_map(|&slot| grown(scene, poses, slot, ask)).collect();
        let is_posed = |slot: u32| is_posed[slot as usize];
        space.near_posed(volumes, is_posed, |a, b| {
            let (a, b) = (a.min(b), a.max(b));
            if filter.passes(scene, a, b) {
                close.push((a, b));
            }
        });
        close.sort_unstable();
    }
}

/// The box of a posed body, with room for all of the clearance of the question: the boxes of bodies
/// that stay know of the world's only.
fn grown(scene: &Scene, poses: &Poses, slot: u32, ask: &Ask) -> Option<(u32, Kdop<3>)> {
    let placed = poses.placed(scene, slot)?;
    let growth = placed.growth.max(ask.clearance.distance());
    Some((slot, PlacedOutline { growth, ..placed }.volume()))
}

/// The bodies of a world, some of them posed elsewhere.
fn bodies<'q>(world: &'q World, poses: &'q Poses, ask: &'q Ask) -> Bodies<'q> {
    Bodies { poses, ask, ..world.bodies() }
}
