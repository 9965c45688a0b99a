//! Answers of a world, over all close pairs, on all cores; the same for any number of cores.

use super::memory::ClosePair;
use super::pair::{Bodies, BodyPair, Part, Row};
use super::{Handle, Query, World, WorldError};
use crate::Answer;
use crate::geom::Pose;
use crate::parallel;
use crate::query::Scratch;
use crate::query::two::{ManyPairs, Means};
use std::sync::atomic::{AtomicBool, Ordering};

/// Two bodies that touch, and all their touching triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Contacts {
    /// The body with the lower handle.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// Every touching pair (triangle of A, triangle of B), sorted; none only where one lies inside
    /// the other, a solid, or where an exact shape touches.
    pub triangles: Vec<(u32, u32)>,
    /// If there may be more, because of a budget or [`Ask::most`](crate::Ask::most): none of the
    /// rest is deeper than this; ∞ if nothing is known of it. Then the bodies may be apart, if no
    /// triangles are named.
    pub rest: Option<f64>,
}

/// Fewer pairs than this are asked on one thread: waking others would take longer.
const SEQUENTIAL: usize = 24;

impl World {
    /// The pairs of bodies that touch, the lower handle first, sorted.
    pub fn collisions(&mut self) -> Vec<(Handle, Handle)> {
        self.ask_all(|| false, |pair, means| pair.collision(means))
    }

    /// The pairs of bodies that touch, sorted, and their touching triangles, as far as the budget
    /// goes. A number of tests is that of every two bodies; a time is that of all.
    ///
    /// ```
    /// use closecall::world::{Body, World};
    /// use closecall::{Mesh, Model, Pose};
    /// let model = Model::new(Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?);
    /// let mut world = World::new();
    /// let a = world.insert(Body::new("a", &model))?;
    /// let b = world.insert(Body::new("b", &model).at(Pose::from_translation([1.0, 0.0, 0.0])?))?;
    /// let contacts = world.contacts();
    /// assert_eq!((contacts[0].a, contacts[0].b, &contacts[0].triangles[..]), (a, b, &[(0, 0)][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contacts(&mut self) -> Vec<Contacts> {
        self.ask_all(|| false, |pair, means| pair.contacts(means))
    }

    /// Does any pair of bodies touch?
    pub fn collides(&mut self) -> bool {
        let found = AtomicBool::new(false);
        let ask = |pair: &BodyPair, means: &mut Means| {
            if pair.touch(means) != Answer::Clear {
                found.store(true, Ordering::Relaxed);
            }
            None::<()>
        };
        self.ask_all(|| found.load(Ordering::Relaxed), ask);
        found.into_inner()
    }

    /// Asks every close pair until all is known, and keeps the answers that are some, in order.
    pub(super) fn ask_all<T: Send>(
        &mut self,
        is_known: impl Fn() -> bool + Sync,
        ask: impl Fn(&BodyPair, &mut Means) -> Option<T> + Sync,
    ) -> Vec<T> {
        let Self { scene, poses, filter, space, memory, clearances, asks } = self;
        let bodies = Bodies { scene, poses, clearances, ask: asks };
        let question = ManyPairs::new(asks);
        space.near_pairs(&mut memory.found);
        let close = memory
            .renew(|(a, b)| filter.passes(scene, a, b).then(|| Row::Meshes.is_of(scene, [a, b])));
        let answer = |scratch: &mut Scratch, close: &mut ClosePair| {
            if is_known() {
                return None;
            }
            let pair = bodies.pair((close.a, close.b));
            let warm = if asks.remembers { close.warm(pair.clearance) } else { None };
            question.ask(warm, scratch, |means| ask(&pair, means))
        };
        let answers = if close.len() < SEQUENTIAL {
            let mut scratch = Scratch::default();
            close.iter_mut().filter_map(|close| answer(&mut scratch, close)).collect()
        } else {
            let answers = parallel::map_mut(close, SEQUENTIAL / 4, Scratch::default, answer);
            answers.into_iter().flatten().collect()
        };
        memory.trim();
        memory.cost += question.cost();
        answers
    }

    /// All bodies where they are.
    pub(super) fn bodies(&self) -> Bodies<'_> {
        let Self { scene, poses, clearances, asks, .. } = self;
        Bodies { scene, poses, clearances, ask: asks }
    }

    /// The parts of a body where it is.
    pub(super) fn parts(&self, slot: u32) -> impl Iterator<Item = Part<'_>> {
        Part::of(self.scene.node(slot), self.poses.world_from(slot))
    }

    /// A question of its own, from `&self`: for planners, one for every thread.
    #[must_use]
    pub fn query(&self) -> Query<'_> {
        Query::new(super::snapshot::Held::Borrowed(self))
    }

    /// Would these bodies touch anything, or each other, at each of these sets of poses in their
    /// parents' frames? On all cores.
    ///
    /// # Errors
    /// If a body is not here, a pose is out of range, or a set has not as many poses as there are
    /// bodies.
    pub fn collides_at(
        &self,
        bodies: &[Handle],
        sets: &[Vec<Pose>],
    ) -> Result<Vec<bool>, WorldError> {
        let expected = bodies.len();
        let short = |set: &&Vec<Pose>| set.len() != expected;
        if let Some((set, poses)) = sets.iter().enumerate().find(|(_, set)| short(set)) {
            return Err(WorldError::PoseCount { set, expected, found: poses.len() });
        }
        let ask = |query: &mut Query, poses: &Vec<Pose>| {
            let posed: Vec<(Handle, Pose)> =
                bodies.iter().copied().zip(poses.iter().copied()).collect();
            query.set_poses(&posed)?;
            Ok(query.collides())
        };
        parallel::map(sets, 1, || self.query(), ask).into_iter().collect()
    }
}
