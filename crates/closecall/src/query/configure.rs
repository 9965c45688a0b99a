//! The classic engine by name: one `match` from what a user says to the types that do it.

pub use super::building::{AnyTree, Builder, Rule};

use super::building::build;
use super::classic::{Body, Checker, Classic};
use super::names::named;
use crate::geom::Clearance;
use crate::mesh::Mesh;
use crate::tree::split::{Directions, SplitAt};
use crate::volume::aabb::Tight;
use crate::volume::obb::Orientation;
use crate::volume::{Aabb, Fit, Obb, Sat6, Sat15, Test, Volume};
use crate::walk::{Descent, EnvironmentFirst, LargerFirst, LockStep, Restart};
use std::sync::Arc;

/// Which volume the trees are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VolumeKind {
    /// Axis-aligned boxes.
    Aabb,
    /// Oriented boxes.
    #[default]
    Obb,
}

/// Which axes a test of two boxes tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoxTest {
    /// The six face directions: some more pairs, but each at half the price.
    #[default]
    Sat6,
    /// All fifteen.
    Sat15,
}

/// Which node of an overlapping pair is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Traversal {
    /// The environment's, down to its leaves.
    Environment,
    /// The larger.
    #[default]
    Larger,
    /// Both.
    LockStep,
    /// The environment's, starting again for every flying node.
    Restart,
}

named!(Traversal, "traversal", {
    Traversal::Environment => "env",
    Traversal::Larger => "larger",
    Traversal::LockStep => "lockstep",
    Traversal::Restart => "restart",
});

/// How the classic engine builds and walks its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the trees are made of.
    pub volume: VolumeKind,
    /// Who makes the trees.
    pub builder: Builder,
    /// What divides the triangles of a node.
    pub rule: Rule,
    /// Which directions the rule chooses from.
    pub directions: Directions,
    /// Where along the chosen one it cuts.
    pub split_at: SplitAt,
    /// How many percent of pieces may be added by cutting long, thin triangles (Klosowski 1998, §6.3.5).
    pub skinny_percent: u32,
    /// The most triangles in a leaf of the first and of the second tree.
    /// ([`crate::tree::build::paper_tau`] has the dissertation's values.)
    pub leaf_size: (usize, usize),
    /// What tells boxes apart.
    pub test: BoxTest,
    /// What is opened.
    pub traversal: Traversal,
    /// Triangles that are no further apart than this count as touching.
    pub clearance: Clearance,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            volume: VolumeKind::default(),
            builder: Builder::default(),
            rule: Rule::default(),
            directions: Directions::default(),
            split_at: SplitAt::default(),
            skinny_percent: 0,
            leaf_size: (1, 1),
            test: BoxTest::default(),
            traversal: Traversal::default(),
            clearance: Clearance::default(),
        }
    }
}

/// Builds both trees as `options` say, and readies them for queries.
#[must_use]
pub fn checker(a: Arc<Mesh>, b: Arc<Mesh>, options: &Options) -> Box<dyn Checker> {
    match (options.volume, options.test) {
        (VolumeKind::Aabb, BoxTest::Sat6) => with_volume::<Aabb, _>(a, b, options, &Tight, Sat6),
        (VolumeKind::Aabb, BoxTest::Sat15) => with_volume::<Aabb, _>(a, b, options, &Tight, Sat15),
        (VolumeKind::Obb, BoxTest::Sat6) => with_volume::<Obb, _>(a, b, options, &Orientation::Best, Sat6),
        (VolumeKind::Obb, BoxTest::Sat15) => with_volume::<Obb, _>(a, b, options, &Orientation::Best, Sat15),
    }
}

/// Builds one tree as `options` say, to look at.
#[must_use]
pub fn tree(mesh: &Mesh, leaf_size: usize, options: &Options) -> Box<dyn AnyTree> {
    match options.volume {
        VolumeKind::Aabb => Box::new(build::<Aabb>(mesh, &Tight, leaf_size, options)),
        VolumeKind::Obb => Box::new(build::<Obb>(mesh, &Orientation::Best, leaf_size, options)),
    }
}

fn with_volume<V: Volume, T: Test<V> + Copy + Send + 'static>(
    a: Arc<Mesh>,
    b: Arc<Mesh>,
    options: &Options,
    fit: &impl Fit<V>,
    test: T,
) -> Box<dyn Checker> {
    let bodies = (body(a, options, options.leaf_size.0, fit), body(b, options, options.leaf_size.1, fit));
    match options.traversal {
        Traversal::Environment => with_descent(bodies, options, test, EnvironmentFirst),
        Traversal::Larger => with_descent(bodies, options, test, LargerFirst),
        Traversal::LockStep => with_descent(bodies, options, test, LockStep),
        Traversal::Restart => with_descent(bodies, options, test, Restart::default()),
    }
}

fn with_descent<V: Volume, T: Test<V> + Copy + Send + 'static>(
    (a, b): (Body<V>, Body<V>),
    options: &Options,
    test: T,
    descent: impl Descent<V> + Clone + Send + 'static,
) -> Box<dyn Checker> {
    Box::new(Classic::new(a, b, (test, descent), options.clearance))
}

fn body<V: Volume>(mesh: Arc<Mesh>, options: &Options, leaf_size: usize, fit: &impl Fit<V>) -> Body<V> {
    let tree = build(&mesh, fit, leaf_size, options);
    Body::new(mesh, tree)
}
