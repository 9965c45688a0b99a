//! Snapshots: a world as it was at one moment, and questions about it, one for each thread.

use super::answer::{closecall_collision, collisions, touch_at_all};
use super::posed::posed;
use super::{Bodies, Scene, closecall_contact, closecall_world, refused};
use crate::ask::{ask, closecall_ask};
use crate::contact::closecall_answer;
use crate::error::{Failure, closecall_status, guard};
use crate::handle::{self, Kept};
use crate::input;
use crate::pose::give_pose;
use ::closecall_robot::RobotInWorld;
use closecall::world::{Query, Snapshot, Touches};
use closecall::{Ask, Handle, Pose};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A world as it was at one moment. It never changes, and many threads may ask for questions at once.
pub struct closecall_snapshot(());

/// A question about a snapshot, for one thread: bodies are elsewhere for this question only.
pub struct closecall_query(());

/// The data that snapshots of one moment share.
pub(crate) struct Moment {
    pub snapshot: Snapshot,
    pub bodies: Bodies,
    pub robots: Vec<RobotInWorld>,
}

impl Kept for Arc<Moment> {
    type Handle = closecall_snapshot;
    const NAME: &'static str = "snapshot";
}

/// A question of the library, and what callers said.
#[derive(Clone)]
pub(crate) struct Asked {
    pub moment: Arc<Moment>,
    pub query: Query<'static>,
    /// The bodies that answers are about; all, if none were named.
    pub active: Option<BTreeSet<u32>>,
    /// The poses that were given, in the frames of the parents.
    pub given: BTreeMap<Handle, Pose>,
    /// The result of the last test.
    pub found: Vec<closecall_contact>,
}

impl Kept for Asked {
    type Handle = closecall_query;
    const NAME: &'static str = "query";
}

impl Asked {
    fn new(moment: Arc<Moment>) -> Self {
        let mut query = moment.snapshot.query();
        query.pose_all();
        Self { moment, query, active: None, given: BTreeMap::new(), found: Vec::new() }
    }

    /// Puts nodes elsewhere for this question.
    pub(crate) fn place(&mut self, poses: &[(Handle, Pose)]) -> Result<(), Failure> {
        self.query.set_poses(poses).map_err(refused)?;
        self.given.extend(poses.iter().copied());
        Ok(())
    }

    /// Makes answers be about these bodies, or about all.
    fn set_active(&mut self, active: Option<BTreeSet<u32>>) -> Result<(), Failure> {
        let mut query = self.moment.snapshot.query();
        match &active {
            None => query.pose_all(),
            Some(active) => {
                for &body in active {
                    query.pose_here(self.moment.bodies.get(body)?.frame).map_err(refused)?;
                }
            }
        }
        let given: Vec<(Handle, Pose)> =
            self.given.iter().map(|(&node, &pose)| (node, pose)).collect();
        query.set_poses(&given).map_err(refused)?;
        (self.query, self.active) = (query, active);
        Ok(())
    }

    /// Is an answer about a pair of nodes wanted? A body that was moved but is not active is not asked about.
    pub(crate) fn is_wanted(&self, (a, b): (Handle, Handle)) -> bool {
        let bodies = &self.moment.bodies;
        let is_active =
            |node| self.active.as_ref().is_none_or(|active| active.contains(&bodies.of(node).0));
        is_active(a) || is_active(b)
    }

    /// Does an active body touch anything, as far as the budget goes?
    pub(crate) fn touches(&mut self, options: Ask) -> closecall_answer {
        self.query.set(options);
        if self.active.is_none() && options.budget.is_endless() && !self.query.collides() {
            return closecall_answer::Clear;
        }
        touch_at_all(&self.collisions(options))
    }

    /// The pairs that touch, or may, and are asked about.
    fn collisions(&mut self, options: Ask) -> Touches {
        self.query.set(options);
        let mut found = self.query.touch();
        found.touching.retain(|&pair| self.is_wanted(pair));
        found.undecided.retain(|pair| self.is_wanted((pair.a, pair.b)));
        found
    }

    /// The pairs of nodes that the broad phase leaves and that are asked about.
    pub(crate) fn close_pairs(&mut self) -> Vec<(Handle, Handle)> {
        self.query.set(Ask::new());
        let mut pairs = self.query.close_pairs();
        pairs.retain(|&pair| self.is_wanted(pair));
        pairs
    }
}

/// Keeps a world as it is now, for other threads. Models are shared. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_snapshot(
    world: *const closecall_world,
    snapshot: *mut *mut closecall_snapshot,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        input::check_place(snapshot, "place for the snapshot")?;
        let moment = Moment {
            snapshot: scene.world.snapshot(),
            bodies: scene.bodies.clone(),
            robots: scene.robots.clone(),
        };
        // SAFETY: the caller's place has room for a handle.
        unsafe { input::give(snapshot, handle::keep(Arc::new(moment)), "place for the snapshot") }
    })
}

/// Frees a snapshot. Questions about it live on. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_snapshot_free(
    snapshot: *mut closecall_snapshot,
) -> closecall_status {
    guard(|| handle::free::<Arc<Moment>>(snapshot))
}

/// Makes a question about a snapshot. All bodies are active. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_new(
    snapshot: *const closecall_snapshot,
    query: *mut *mut closecall_query,
) -> closecall_status {
    guard(|| {
        let moment = Arc::clone(&*handle::read::<Arc<Moment>>(snapshot)?);
        input::check_place(query, "place for the query")?;
        // SAFETY: the caller's place has room for a handle.
        unsafe { input::give(query, handle::keep(Asked::new(moment)), "place for the query") }
    })
}

/// Copies a question, with its poses and active bodies, for another thread. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_clone(
    query: *const closecall_query,
    clone: *mut *mut closecall_query,
) -> closecall_status {
    guard(|| {
        let made = Asked::clone(&*handle::read::<Asked>(query)?);
        input::check_place(clone, "place for the clone")?;
        // SAFETY: the caller's place has room for a handle.
        unsafe { input::give(clone, handle::keep(made), "place for the clone") }
    })
}

/// Puts bodies at other poses in their parents' frames, for this question; what is attached to them moves
/// along. If one is refused, nothing moves. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_set_poses(
    query: *mut closecall_query,
    bodies: *const u32,
    parents_from_bodies: *const f64,
    count: usize,
) -> closecall_status {
    guard(|| {
        let mut asked = handle::using::<Asked>(query)?;
        // SAFETY: the caller's arrays are as long as stated.
        let poses = unsafe { posed(&asked.moment.bodies, bodies, parents_from_bodies, count) }?;
        asked.place(&poses)
    })
}

/// Tells where a body is in the world, for this question. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_pose(
    query: *const closecall_query,
    body: u32,
    world_from_body: *mut f64,
) -> closecall_status {
    guard(|| {
        let asked = handle::read::<Asked>(query)?;
        let frame = asked.moment.bodies.get(body)?.frame;
        // SAFETY: the caller's place has room for 7 numbers.
        unsafe { give_pose(&asked.query.world_from_body(frame).map_err(refused)?, world_from_body) }
    })
}

/// Names the active bodies: answers are about pairs of which one is active. With NULL for `bodies` and 0 for
/// `count` all are active. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_set_active(
    query: *mut closecall_query,
    bodies: *const u32,
    count: usize,
) -> closecall_status {
    guard(|| {
        let mut asked = handle::using::<Asked>(query)?;
        if bodies.is_null() && count == 0 {
            return asked.set_active(None);
        }
        // SAFETY: the caller's array is as long as stated.
        let named = unsafe { input::array(bodies, count, "bodies") }?;
        asked.set_active(Some(named.iter().copied().collect()))
    })
}

/// Asks whether an active body touches anything. If the budget ends first, or what may touch is too close to
/// call, that is CLOSECALL_STATUS_UNDECIDED; closecall_query_collisions says more. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_collides(
    query: *mut closecall_query,
    ask_with: *const closecall_ask,
    collides: *mut bool,
) -> closecall_status {
    guard(|| {
        let mut asked = handle::using::<Asked>(query)?;
        // SAFETY: the caller's options are NULL or filled in, and the place has room for an answer.
        unsafe {
            let found = asked.touches(ask(ask_with)?);
            input::give(collides, found.yes_or_no().ok_or_else(Failure::undecided)?, "collides")
        }
    })
}

/// Lists the pairs of shapes that touch, of which one is of an active body, and then the undecided
/// ones, as closecall_world_collisions. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_collisions(
    query: *mut closecall_query,
    ask_with: *const closecall_ask,
    pairs: *mut closecall_collision,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let mut asked = handle::using::<Asked>(query)?;
        // SAFETY: the caller's options are NULL or filled in, and the list has as much room as stated.
        unsafe {
            let found = asked.collisions(ask(ask_with)?);
            input::give_list(&collisions(&asked.moment.bodies, &found), pairs, capacity, count)
        }
    })
}

/// Frees a question. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_free(query: *mut closecall_query) -> closecall_status {
    guard(|| handle::free::<Asked>(query))
}
