//! A world as it was at one moment, owned: for other threads, and for languages without borrowing.

use super::memory::Memory;
use super::{Query, World};
use std::ops::Deref;
use std::sync::Arc;

/// A world as it was when [`World::snapshot`] was called. It never changes, whatever happens to the
/// world. A clone shares it and costs nothing; it is `Send + Sync` and borrows nothing.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::{Body, Model, Pose, World};
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
/// let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
/// let mut world = World::new();
/// let wall = world.insert(Body::new("wall", &cube))?;
/// let tool = world.insert(Body::new("tool", &cube).at(at(9.0)))?;
/// let snapshot = world.snapshot();
/// let planner = std::thread::spawn(move || {
///     let mut query = snapshot.query();
///     query.set_pose(tool, at(1.0))?;
///     Ok::<_, closecall::WorldError>(query.collides())
/// });
/// world.remove(wall)?;
/// assert!(planner.join().unwrap()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot(Arc<World>);

impl Snapshot {
    /// The world as it was, for everything that can be asked of a `&World`.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.0
    }

    /// A question of its own, as by [`World::query`]; it shares the snapshot and borrows nothing.
    #[must_use]
    pub fn query(&self) -> Query<'static> {
        Query::new(Held::Shared(Arc::clone(&self.0)))
    }
}

impl World {
    /// The world as it is now, to keep: bodies, poses, clearances and what may touch. Models are
    /// shared; the rest is copied once, about 1 KB a body.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(Arc::new(Self {
            scene: self.scene.clone(),
            poses: self.poses.clone(),
            filter: self.filter.clone(),
            space: self.space.clone(),
            memory: Memory::new(0),
            clearances: self.clearances.clone(),
            asks: self.asks,
        }))
    }
}

/// The world that a question is about.
#[derive(Clone, Debug)]
pub(super) enum Held<'w> {
    Borrowed(&'w World),
    Shared(Arc<World>),
}

impl Deref for Held<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        match self {
            Self::Borrowed(world) => world,
            Self::Shared(world) => world,
        }
    }
}
