//! What a world answers, over all close pairs, on all cores; the same for any number of them.

use super::memory::{Asking, ClosePair};
use super::scene::Scene;
use super::shaped::Shaped;
use super::{Handle, Query, World, WorldError};
use crate::geom::Pose;
use crate::geom::shape::Touch;
use crate::parallel;
use crate::query::Scratch;
use std::sync::atomic::{AtomicBool, Ordering};

/// Two bodies that touch, and all their touching triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contacts {
    /// The body with the lower handle.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// Every touching pair (triangle of A, triangle of B), sorted; none only where one lies inside
    /// the other, a solid, or where an exact shape touches.
    pub triangles: Vec<(u32, u32)>,
}

/// Fewer pairs than this are asked on one thread: waking others would take longer.
const SEQUENTIAL: usize = 24;

impl World {
    /// The pairs of bodies that touch, the lower handle first, sorted.
    pub fn collisions(&mut self) -> Vec<(Handle, Handle)> {
        let touch = self.ask_all(|asked, a_from_b| asked.collides(a_from_b).then_some(()));
        let mut pairs: Vec<_> = touch.into_iter().map(|(pair, ())| pair).collect();
        let shaped = self.shaped_collisions();
        if !shaped.is_empty() {
            pairs.extend(shaped);
            pairs.sort_unstable();
            pairs.dedup();
        }
        pairs
    }

    /// The pairs of bodies that touch, sorted, and their touching triangles.
    ///
    /// ```
    /// use closecall::world::{Body, World};
    /// use closecall::{Mesh, Model, Pose, geom::DVec3};
    /// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let mut world = World::new();
    /// let a = world.insert(Body::new("a", &model))?;
    /// let b = world.insert(Body::new("b", &model).at(Pose::from_translation([1.0, 0.0, 0.0])?))?;
    /// let contacts = world.contacts();
    /// assert_eq!((contacts[0].a, contacts[0].b, &contacts[0].triangles[..]), (a, b, &[(0, 0)][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contacts(&mut self) -> Vec<Contacts> {
        let found = self.ask_all(|asked, a_from_b| asked.contacts(a_from_b));
        let mut all: Vec<_> =
            found.into_iter().map(|((a, b), triangles)| Contacts { a, b, triangles }).collect();
        with_shaped(&mut all, self.shaped_collisions());
        all
    }

    /// Does any pair of bodies touch?
    pub fn collides(&mut self) -> bool {
        let Self { scene, poses, filter, space, memory, clearances } = self;
        space.pairs(&mut memory.found);
        add_unbounded(scene, &mut memory.found);
        let close = memory.renew(|a, b| scene.both_have_meshes(a, b) && filter.passes(scene, a, b));
        let touches = |scratch: &mut Scratch, close: &mut ClosePair| {
            let a_from_b = relative(poses.world_from(close.a), poses.world_from(close.b));
            close.asked((scene, clearances), scratch).collides(&a_from_b)
        };
        let answer = if close.len() < SEQUENTIAL {
            let mut scratch = Scratch::default();
            close.iter_mut().any(|close| touches(&mut scratch, close))
        } else {
            let found = AtomicBool::new(false);
            parallel::map_mut(close, SEQUENTIAL / 4, Scratch::default, |scratch, close| {
                if !found.load(Ordering::Relaxed) && touches(scratch, close) {
                    found.store(true, Ordering::Relaxed);
                }
            });
            found.into_inner()
        };
        memory.trim();
        answer || !self.shaped_collisions().is_empty()
    }

    /// The close pairs that touch, or may, with an exact shape on one side; sorted.
    fn shaped_collisions(&self) -> Vec<(Handle, Handle)> {
        let Self { scene, poses, filter, memory, clearances, .. } = self;
        if scene.any_shaped().is_none() {
            return Vec::new();
        }
        let asked = memory
            .found
            .iter()
            .filter(|&&(a, b)| scene.one_is_shaped(a, b) && filter.passes(scene, a, b));
        let asked: Vec<(u32, u32)> = asked.copied().collect();
        let ask = |scratch: &mut Scratch, &(a, b): &(u32, u32)| {
            let shaped = Shaped { scene, poses, clearance: clearances.of(scene, a, b) };
            let touches = shaped.touch(a, b, scratch) != Touch::Apart;
            touches.then(|| (scene.handle(a), scene.handle(b)))
        };
        let touching = parallel::map(&asked, SEQUENTIAL / 4, Scratch::default, ask);
        touching.into_iter().flatten().collect()
    }

    /// The pairs that touch as far as anyone can tell, the lower handle first, sorted: exact shapes
    /// for which there is no exact predicate, and whose distance is the clearance up to rounding.
    /// They are among [`World::collisions`], so that what is not there is certainly apart.
    #[must_use]
    pub fn undecided(&self) -> Vec<(Handle, Handle)> {
        let mut query = self.query();
        query.pose_all();
        query.undecided()
    }

    /// Asks every close pair, and keeps the answers that are some, in order.
    fn ask_all<T: Send>(
        &mut self,
        ask: impl Fn(Asking, &Pose) -> Option<T> + Sync,
    ) -> Vec<((Handle, Handle), T)> {
        let Self { scene, poses, filter, space, memory, clearances } = self;
        space.pairs(&mut memory.found);
        add_unbounded(scene, &mut memory.found);
        let close = memory.renew(|a, b| scene.both_have_meshes(a, b) && filter.passes(scene, a, b));
        let answer = |scratch: &mut Scratch, close: &mut ClosePair| {
            let a_from_b = relative(poses.world_from(close.a), poses.world_from(close.b));
            let (a, b) = (scene.handle(close.a), scene.handle(close.b));
            Some(((a, b), ask(close.asked((scene, clearances), scratch), &a_from_b)?))
        };
        let answers = if close.len() < SEQUENTIAL {
            let mut scratch = Scratch::default();
            close.iter_mut().filter_map(|close| answer(&mut scratch, close)).collect()
        } else {
            let answers = parallel::map_mut(close, SEQUENTIAL / 4, Scratch::default, answer);
            answers.into_iter().flatten().collect()
        };
        memory.trim();
        answers
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

/// Bodies without bounds are close to all others.
pub(super) fn add_unbounded(scene: &Scene, found: &mut Vec<(u32, u32)>) {
    if !scene.unbounded().is_empty() {
        found.extend(scene.unbounded_pairs());
        found.sort_unstable();
    }
}

/// Pairs whose exact shapes touch, beside those whose triangles do.
fn with_shaped(all: &mut Vec<Contacts>, shaped: Vec<(Handle, Handle)>) {
    if shaped.is_empty() {
        return;
    }
    all.extend(shaped.into_iter().map(|(a, b)| Contacts { a, b, triangles: Vec::new() }));
    // Stable: of two entries the one with triangles, if there are any, comes first and stays.
    all.sort_by_key(|contacts| (contacts.a, contacts.b));
    all.dedup_by_key(|contacts| (contacts.a, contacts.b));
}

/// The relative pose of the contract.
pub(super) fn relative(world_from_a: &Pose, world_from_b: &Pose) -> Pose {
    world_from_a.relative(world_from_b).expect("no body is so far away that this is out of range")
}
