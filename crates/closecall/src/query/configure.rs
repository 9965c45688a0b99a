//! The classic engine by name: one `match` from what a user says to the types that do it.

use super::classic::{Body, Checker, Classic};
pub use super::volume_kind::{BoxTest, DopTest, HullLevels, NoSuchVolume, Normals, VolumeKind};
use crate::mesh::Mesh;
use crate::tree::Tree;
use crate::tree::build::top_down;
use crate::tree::split::{Longest, Sah, Soup, Split, SplitAt};
use crate::volume::aabb::Tight;
use crate::volume::kdop::{AllDirections, Closed, Ordered, Ranked, Tumbling};
use crate::volume::sphere::Small;
use crate::volume::{Aabb, Centers, Fit, Kdop, Obb, Sat6, Sat15, Slabs, Sphere, Test, Volume};
use crate::walk::{Descent, EnvironmentFirst, LargerFirst, LockStep, Restart};
use std::sync::Arc;

/// Which rule divides a node's triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Across the longest side.
    Longest,
    /// By the surface area heuristic.
    #[default]
    Sah,
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
            traversal: Traversal::default(),
        }
    }
}

/// Builds both trees as `options` say, and readies them for queries.
#[must_use]
pub fn checker(a: Arc<Mesh>, b: Arc<Mesh>, options: &Options) -> Box<dyn Checker> {
    let meshes = (a, b);
    match options.volume {
        VolumeKind::Sphere => with_volume::<Sphere, _>(meshes, options, (Small, Small), Centers),
        VolumeKind::Aabb(BoxTest::Sat6) => with_volume::<Aabb, _>(meshes, options, (Tight, Tight), Sat6),
        VolumeKind::Aabb(BoxTest::Sat15) => with_volume::<Aabb, _>(meshes, options, (Tight, Tight), Sat15),
        VolumeKind::Obb(BoxTest::Sat6, fit) => with_volume::<Obb, _>(meshes, options, (fit, fit), Sat6),
        VolumeKind::Obb(BoxTest::Sat15, fit) => with_volume::<Obb, _>(meshes, options, (fit, fit), Sat15),
        VolumeKind::Kdop(Normals::N6, test, levels) => with_dop::<3, 0>(meshes, options, test, levels),
        VolumeKind::Kdop(Normals::N8, test, levels) => with_dop::<4, 3>(meshes, options, test, levels),
        VolumeKind::Kdop(Normals::N12, test, levels) => with_dop::<6, 3>(meshes, options, test, levels),
        VolumeKind::Kdop(Normals::N14, test, levels) => with_dop::<7, 6>(meshes, options, test, levels),
        VolumeKind::Kdop(Normals::N18, test, levels) => with_dop::<9, 16>(meshes, options, test, levels),
        VolumeKind::Kdop(Normals::N20, test, levels) => with_dop::<10, 87>(meshes, options, test, levels),
        VolumeKind::Kdop(Normals::N26, test, levels) => with_dop::<13, 84>(meshes, options, test, levels),
    }
}

/// `S` slabs, and `E` other directions in the closure of their normals.
fn with_dop<const S: usize, const E: usize>(
    meshes: (Arc<Mesh>, Arc<Mesh>),
    options: &Options,
    test: DopTest,
    HullLevels(hull_levels): HullLevels,
) -> Box<dyn Checker> {
    let fits = (Tumbling::Fixed, Tumbling::Flying { hull_levels });
    match test {
        DopTest::Slabs => with_volume::<Kdop<S>, _>(meshes, options, fits, Slabs),
        DopTest::Ordered(at_most) => with_volume::<Ranked<S>, _>(meshes, options, fits, Ordered { at_most }),
        DopTest::Closure => with_volume::<Closed<S, E>, _>(meshes, options, fits, AllDirections),
    }
}

fn with_volume<V: Volume, T: Test<V> + Copy + Send + 'static>(
    (a, b): (Arc<Mesh>, Arc<Mesh>),
    options: &Options,
    (a_fit, b_fit): (impl Fit<V>, impl Fit<V>),
    test: T,
) -> Box<dyn Checker> {
    let bodies = (body(a, options, options.leaf_size.0, &a_fit), body(b, options, options.leaf_size.1, &b_fit));
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
