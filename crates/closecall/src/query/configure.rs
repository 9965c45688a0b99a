//! The classic engine by name: one `match` from what a user says to the types that do it.

use super::classic::{Body, Checker, Classic};
use crate::mesh::Mesh;
use crate::tree::Tree;
use crate::tree::build::top_down;
use crate::tree::split::{Longest, Sah, Soup, Split, SplitAt};
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

/// Which rule divides a node's triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Across the longest side.
    Longest,
    /// By the surface area heuristic.
    #[default]
    Sah,
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

/// How the classic engine builds and walks its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the trees are made of.
    pub volume: VolumeKind,
    /// What divides the triangles of a node.
    pub rule: Rule,
    /// Where along the chosen axis.
    pub split_at: SplitAt,
    /// The most triangles in a leaf of the first and of the second tree.
    pub leaf_size: (usize, usize),
    /// What tells boxes apart.
    pub test: BoxTest,
    /// What is opened.
    pub traversal: Traversal,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            volume: VolumeKind::default(),
            rule: Rule::default(),
            split_at: SplitAt::default(),
            leaf_size: (1, 1),
            test: BoxTest::default(),
            traversal: Traversal::default(),
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

fn with_volume<V: Volume, T: Test<V> + Copy + Send + 'static>(
    a: Arc<Mesh>,
    b: Arc<Mesh>,
    options: &Options,
    fit: &impl Fit<V>,
    test: T,
) -> Box<dyn Checker> {
    let bodies = (body(a, options, options.leaf_size.0, fit), body(b, options, options.leaf_size.1, fit));
    match options.traversal {
        Traversal::Environment => with_descent(bodies, test, EnvironmentFirst),
        Traversal::Larger => with_descent(bodies, test, LargerFirst),
        Traversal::LockStep => with_descent(bodies, test, LockStep),
        Traversal::Restart => with_descent(bodies, test, Restart::default()),
    }
}

fn with_descent<V: Volume, T: Test<V> + Copy + Send + 'static>(
    (a, b): (Body<V>, Body<V>),
    test: T,
    descent: impl Descent<V> + Clone + Send + 'static,
) -> Box<dyn Checker> {
    Box::new(Classic::new(a, b, test, descent))
}

fn body<V: Volume>(mesh: Arc<Mesh>, options: &Options, leaf_size: usize, fit: &impl Fit<V>) -> Body<V> {
    let soup = Soup::new(mesh.iter());
    let build = |rule: &dyn Split<V>| -> Tree<V> { top_down(&soup, fit, rule, leaf_size) };
    let tree = match options.rule {
        Rule::Longest => build(&Longest(options.split_at)),
        Rule::Sah => build(&Sah),
    };
    Body::new(mesh, tree)
}
