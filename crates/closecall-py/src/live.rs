//! The world behind a question about many bodies: one that still changes, or one that does not.
//!
//! A thread that waits for the lock has let go of Python's, and a thread that holds it never waits for
//! Python's: so threads that ask and threads that move bodies cannot block each other for good.
//! Only `collides`, `collisions` and `contacts` are answered under the lock, with the world's
//! memory of close pairs; all else is asked of a snapshot, which is taken when it is first needed
//! after a change.

use crate::robot::{MadeOf, Robot};
use crate::{failure, threads};
use closecall::world::{Handle, Snapshot};
use closecall_robot::RobotInWorld;
use pyo3::PyResult;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// A world that changes, and the robots in it by their prefixes.
#[derive(Default)]
pub struct Live {
    pub world: closecall::World,
    pub robots: HashMap<String, Placed>,
    kept: Option<Arc<Frozen>>,
    /// How many bodies there were when their sizes were last looked at; all that there will be if
    /// they were warned of.
    judged: usize,
}

/// A robot in a world, and what it was made of.
#[derive(Clone)]
pub struct Placed {
    pub robot: RobotInWorld,
    pub made_of: MadeOf,
}

/// A world that does not change any more, and its robots.
pub struct Frozen {
    snapshot: Snapshot,
    robots: HashMap<String, Placed>,
}

/// The world that is asked.
#[derive(Clone)]
pub enum Source {
    Live(Arc<Mutex<Live>>),
    Frozen(Arc<Frozen>),
}

impl Source {
    /// An empty world.
    pub fn new() -> Self {
        Self::Live(Arc::default())
    }

    /// The world as it is now.
    pub fn frozen(&self) -> PyResult<Arc<Frozen>> {
        match self {
            Self::Frozen(frozen) => Ok(Arc::clone(frozen)),
            Self::Live(live) => {
                let Live { world, robots, kept, .. } = &mut *locked(live)?;
                let take = || Frozen { snapshot: world.snapshot(), robots: robots.clone() };
                Ok(Arc::clone(kept.get_or_insert_with(|| Arc::new(take()))))
            }
        }
    }

    /// The warning if bodies are hardly in one unit; once for every world. Their place
    /// does not count: they move.
    pub fn doubt(&self) -> PyResult<Option<String>> {
        let Self::Live(live) = self else { return Ok(None) };
        let Live { world, judged, .. } = &mut *locked(live)?;
        if *judged >= world.len() {
            return Ok(None);
        }
        *judged = world.len();
        let found = world.size_doubt();
        let said = found.map(|found| found.words(|body| name_of(world, body)));
        if said.is_some() {
            *judged = usize::MAX;
        }
        Ok(said)
    }

    /// Reads the world.
    pub fn look<T>(&self, look: impl FnOnce(&closecall::World) -> PyResult<T>) -> PyResult<T> {
        match self {
            Self::Frozen(frozen) => look(frozen.world()),
            Self::Live(live) => look(&locked(live)?.world),
        }
    }

    /// Changes the world.
    pub fn change<T>(&self, change: impl FnOnce(&mut Live) -> PyResult<T>) -> PyResult<T> {
        match self {
            Self::Frozen(_) => Err(failure::value("a snapshot does not change")),
            Self::Live(live) => {
                let mut live = locked(live)?;
                live.kept = None;
                change(&mut live)
            }
        }
    }

    /// Asks about all pairs of bodies: the world itself, or a snapshot.
    pub fn ask<T: Send>(
        &self,
        live: impl FnOnce(&mut closecall::World) -> T + Send,
        frozen: impl FnOnce(&closecall::World, closecall::world::Query) -> T,
    ) -> PyResult<T> {
        match self {
            Self::Live(world) => {
                let world = &mut locked(world)?.world;
                // So few bodies have no pairs for other threads.
                if world.len() < 8 { Ok(live(world)) } else { threads::on(None, || live(world)) }
            }
            Self::Frozen(world) => {
                let mut query = world.snapshot.query();
                query.pose_all();
                Ok(frozen(world.world(), query))
            }
        }
    }
}

fn locked(live: &Mutex<Live>) -> PyResult<MutexGuard<'_, Live>> {
    live.lock().map_err(|_| failure::value("the world is broken: an earlier call of it panicked"))
}

impl Frozen {
    pub fn world(&self) -> &closecall::World {
        self.snapshot.world()
    }

    /// All robots.
    pub fn robots(&self) -> impl Iterator<Item = &RobotInWorld> {
        self.robots.values().map(|placed| &placed.robot)
    }

    /// All robots with their prefixes, as they were before they were put in.
    pub fn made_robots(&self) -> impl Iterator<Item = (String, Robot)> {
        let robot = |Placed { robot, made_of }: &Placed| Robot {
            robot: robot.robot().clone(),
            made_of: made_of.clone(),
        };
        self.robots.iter().map(move |(prefix, placed)| (prefix.clone(), robot(placed)))
    }

    /// The robot that was put in with this prefix.
    pub fn robot(&self, prefix: &str) -> PyResult<&RobotInWorld> {
        robot_of(&self.robots, prefix)
    }
}

/// The robot of this prefix.
pub fn robot_of<'r>(
    robots: &'r HashMap<String, Placed>,
    prefix: &str,
) -> PyResult<&'r RobotInWorld> {
    let missing = || failure::value(format!("there is no robot with the prefix '{prefix}'"));
    robots.get(prefix).map(|placed| &placed.robot).ok_or_else(missing)
}

/// The body of this name.
pub fn named(world: &closecall::World, name: &str) -> PyResult<Handle> {
    world.handle(name).ok_or_else(|| failure::value(format!("there is no body '{name}'")))
}

/// The name of a body.
pub fn name_of(world: &closecall::World, handle: Handle) -> String {
    world.name(handle).unwrap_or_default().to_owned()
}
