//! Contenders in the experiments of chapter 2, and how each is asked.
//!
//! The paper's time of a step includes that all vertices of the flying body are carried, whether
//! the query needs them or not: so do ours of indexes of space. The trees of later chapters and the
//! wide engine need no carried vertices; they are asked as always.

use std::sync::Arc;
use std::time::Instant;

use crate::engine::Asked;
use closecall::{Mesh, Pose};
use closecall_classic::query::Options;
use closecall_classic::query::configure::{BoxTest, Rule, Traversal, VolumeKind};
use closecall_classic::tree::split::SplitAt;
use closecall_flight::MeshOrModel;
use closecall_space::{Flying, IndexFigures, SpaceIndex, SpaceKind, SpaceWork};

use super::super::setup::paper;
use crate::engine::{EngineBodies, IndexError, IndexKind, Setup};
use crate::experiment::Fault;

/// The tetrahedral mesh: the paper's name for it. Of obstacles that intersect there is none.
pub const MESH: &str = "mesh";

/// The other methods of the paper, and some that it did not have.
pub const INDEXES: [(&str, SpaceKind); 5] = [
    ("grid", SpaceKind::GRID),
    ("r-tree", SpaceKind::R_TREE),
    ("kd-tree", SpaceKind::KD_TREE),
    ("octree", SpaceKind::OCTREE),
    ("bsp", SpaceKind::BSP),
];

/// Engines with a tree for both bodies.
#[must_use]
pub fn engines() -> [(&'static str, Setup); 3] {
    let boxes = Options {
        volume: VolumeKind::Aabb(BoxTest::Sat6),
        rule: Rule::MinMax,
        split_at: SplitAt::Median,
        leaf_size: (1, 1),
        traversal: Traversal::Environment,
        ..Options::default()
    };
    [
        ("two box trees", Setup::Classic(boxes)),
        ("two 18-dop trees", Setup::Classic(paper())),
        ("wide engine", Setup::Wide),
    ]
}

/// The names of all contenders, in the order of [`Grounds::contenders`].
#[must_use]
pub fn names() -> Vec<&'static str> {
    let indexes = INDEXES.iter().map(|(name, _)| *name).chain([MESH]);
    indexes.chain(engines().map(|(name, _)| name)).collect()
}

/// An environment with all indexes of it.
pub struct Grounds {
    mesh: Arc<Mesh>,
    indexes: Vec<Indexed>,
    tetra: Result<Indexed, IndexError>,
}

/// An index and what it took.
pub struct Indexed {
    /// The name.
    pub name: &'static str,
    /// How large it became.
    pub figures: IndexFigures,
    /// How long it took to build, in milliseconds.
    pub build_ms: f64,
    index: Box<dyn SpaceIndex>,
}

impl Grounds {
    /// Builds all indexes of an environment.
    ///
    /// # Errors
    /// If one cannot be built.
    pub fn new(mesh: Mesh) -> Result<Self, Fault> {
        let mesh = Arc::new(mesh);
        let indexes = INDEXES.iter().map(|&(name, kind)| Indexed::build(name, kind, &mesh));
        let indexes = indexes.collect::<Result<_, _>>()?;
        let tetra = Indexed::of(MESH, IndexKind::TetraMesh, &mesh);
        Ok(Self { mesh, indexes, tetra })
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The tetrahedral mesh, or why there is none.
    ///
    /// # Errors
    /// If obstacles intersect.
    pub fn tetra(&self) -> Result<&Indexed, IndexError> {
        self.tetra.as_ref().map_err(|why| *why)
    }

    /// The indexes.
    #[must_use]
    pub fn indexes(&self) -> &[Indexed] {
        &self.indexes
    }

    /// All contenders that are there, with a body that flies.
    #[must_use]
    pub fn contenders(&self, obj: &Arc<Mesh>) -> Vec<Option<SpaceContender>> {
        let flying = Flying::new(obj.clone());
        let ready = |indexed: &Indexed| {
            SpaceContender::Index(indexed.index.fork(), Box::new(flying.clone()))
        };
        let mut all: Vec<Option<SpaceContender>> =
            self.indexes.iter().map(ready).map(Some).collect();
        all.push(self.tetra.as_ref().ok().map(ready));
        all.extend(engines().map(|(_, setup)| {
            let body = |mesh: &Mesh| MeshOrModel::Mesh(mesh.clone());
            Some(SpaceContender::Engine(EngineBodies::new(&setup, body(&self.mesh), body(obj))))
        }));
        all
    }
}

impl Indexed {
    /// Builds an index, and looks at the clock.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn build(name: &'static str, kind: SpaceKind, mesh: &Arc<Mesh>) -> Result<Self, Fault> {
        Ok(Self::of(name, IndexKind::Cells(kind), mesh)?)
    }

    fn of(name: &'static str, kind: IndexKind, mesh: &Arc<Mesh>) -> Result<Self, IndexError> {
        let start = Instant::now();
        let index = kind.build(mesh.clone())?;
        let build_ms = start.elapsed().as_secs_f64() * 1e3;
        Ok(Self { name, figures: index.figures(), build_ms, index })
    }

    /// The index with a body that flies.
    #[must_use]
    pub fn contender(&self, obj: &Arc<Mesh>) -> SpaceContender {
        SpaceContender::Index(self.index.fork(), Box::new(Flying::new(obj.clone())))
    }
}

/// Somebody who is asked whether the bodies touch.
pub enum SpaceContender {
    /// An index of space and the body that flies.
    Index(Box<dyn SpaceIndex>, Box<Flying>),
    /// An engine with a tree for both bodies.
    Engine(EngineBodies),
}

impl SpaceContender {
    /// Do the bodies touch? Work is counted for indexes alone.
    pub fn ask(&mut self, pose: &Pose, work: &mut SpaceWork) -> bool {
        match self {
            Self::Index(index, flying) => {
                let found = index.first_contact(flying, pose, work);
                flying.carry();
                found.is_some()
            }
            Self::Engine(bodies) => bodies.collides(pose, None),
        }
    }
}
