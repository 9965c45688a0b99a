//! The classic engine by name: one `match` from what a user says to the types that do it.

pub use super::building::{AnyTree, Builder, Rule};
pub use super::volume_kind::{BoxTest, DopTest, HullLevels, Normals, VolumeKind};
pub use crate::volume::support::{Basis, Recipe, Sampling};

use super::building::build;
use super::classic::{Checker, Classic, ClassicBody};
use crate::tree::build::Role;
use crate::tree::split::{Directions, SplitAt};
use crate::volume::aabb::Tight;
use crate::volume::kdop::{AllDirections, Closed, Ordered, Ranked, Tumbling};
use crate::volume::sphere::Small;
use crate::volume::{Aabb, Centers, Fit, Kdop, Obb, Recall, Sat6, Sat15, Slabs, Sphere, Volume};
use crate::walk::{AnyDescent, BestFirst, BreadthFirst, Restart};
use closecall::geom::Clearance;
use closecall::mesh::Mesh;
use std::sync::Arc;

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
    /// Both, level by level; with memory in lock-step.
    BreadthFirst,
    /// Both, what may overlap most first; with memory in lock-step.
    BestFirst,
}

crate::names::named!(Traversal, "traversal", {
    Traversal::Environment => "env",
    Traversal::Larger => "larger",
    Traversal::LockStep => "lockstep",
    Traversal::Restart => "restart",
    Traversal::BreadthFirst => "breadth",
    Traversal::BestFirst => "best",
});

/// Support planes on the first levels of a tree. A node with them takes some ten thousand bytes. By
/// default there are none: with the trees of this library they save volume tests between two
/// bodies, but hardly time (`lab vogiannou-f10`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SupportPlanes {
    /// The number of levels; 1 is the root alone, 0 asks for none.
    pub levels: usize,
    /// Which planes a node has.
    pub recipe: Recipe,
}

impl SupportPlanes {
    /// The usual planes on this many levels.
    #[must_use]
    pub fn on(levels: usize) -> Self {
        Self { levels, recipe: Recipe::default() }
    }
}

/// How the classic engine builds and walks its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The volumes of the trees.
    pub volume: VolumeKind,
    /// The builder of the trees.
    pub builder: Builder,
    /// The rule that divides the triangles of a node.
    pub rule: Rule,
    /// Which directions the rule chooses from.
    pub directions: Directions,
    /// The place along the chosen direction at which it cuts.
    pub split_at: SplitAt,
    /// How many percent of pieces may be added by cutting long, thin triangles (Klosowski 1998,
    /// §6.3.5).
    pub skinny_percent: u32,
    /// How many percent of pieces are added by cutting the longest triangles, thin or not, so that
    /// small volumes tile them (Quinlan 1994, as Li and Chen 1998 used it).
    pub tile_percent: u32,
    /// The most triangles in a leaf of the first and of the second tree.
    /// ([`crate::tree::build::paper_tau`] has the dissertation's values.)
    pub leaf_size: (usize, usize),
    /// On how many levels of both trees nodes have support planes, and which (Vogiannou et al.
    /// 2010).
    pub support_planes: SupportPlanes,
    /// The rule that says what is opened.
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
            tile_percent: 0,
            leaf_size: (1, 1),
            support_planes: SupportPlanes::default(),
            traversal: Traversal::default(),
            clearance: Clearance::default(),
        }
    }
}

/// Builds both trees as `options` say, and readies them for queries.
#[must_use]
pub fn checker(a: Arc<Mesh>, b: Arc<Mesh>, options: &Options) -> Box<dyn Checker> {
    checker_watched(a, b, options, &mut |_| ())
}

/// As [`checker`], and tells `built` of either tree as soon as it stands, the first body's first:
/// who wants to know what each of them takes looks at the clock then.
#[must_use]
pub fn checker_watched(
    a: Arc<Mesh>,
    b: Arc<Mesh>,
    options: &Options,
    built: &mut dyn FnMut(Role),
) -> Box<dyn Checker> {
    let order = Order { meshes: (a, b), options, built };
    match options.volume {
        VolumeKind::Sphere => with_volume::<Sphere, _>(order, (Small, Small), Centers),
        VolumeKind::Aabb(BoxTest::Sat6) => with_volume::<Aabb, _>(order, (Tight, Tight), Sat6),
        VolumeKind::Aabb(BoxTest::Sat15) => with_volume::<Aabb, _>(order, (Tight, Tight), Sat15),
        VolumeKind::Obb(BoxTest::Sat6, fit) => with_volume::<Obb, _>(order, (fit, fit), Sat6),
        VolumeKind::Obb(BoxTest::Sat15, fit) => with_volume::<Obb, _>(order, (fit, fit), Sat15),
        VolumeKind::Kdop(Normals::N6, test, levels) => with_dop::<3, 0>(order, test, levels),
        VolumeKind::Kdop(Normals::N8, test, levels) => with_dop::<4, 3>(order, test, levels),
        VolumeKind::Kdop(Normals::N12, test, levels) => with_dop::<6, 3>(order, test, levels),
        VolumeKind::Kdop(Normals::N14, test, levels) => with_dop::<7, 6>(order, test, levels),
        VolumeKind::Kdop(Normals::N18, test, levels) => with_dop::<9, 16>(order, test, levels),
        VolumeKind::Kdop(Normals::N20, test, levels) => with_dop::<10, 87>(order, test, levels),
        VolumeKind::Kdop(Normals::N26, test, levels) => with_dop::<13, 84>(order, test, levels),
        VolumeKind::Kdop(Normals::N50, _, levels) => with_more::<12>(order, levels),
        VolumeKind::Kdop(Normals::N74, _, levels) => with_more::<24>(order, levels),
        VolumeKind::Kdop(Normals::N98, _, levels) => with_more::<36>(order, levels),
    }
}

/// The trees to be built, the way, and the receiver.
struct Order<'a> {
    meshes: (Arc<Mesh>, Arc<Mesh>),
    options: &'a Options,
    built: &'a mut dyn FnMut(Role),
}

/// `S` slabs, and `E` other directions in the closure of their normals.
fn with_dop<const S: usize, const E: usize>(
    order: Order,
    test: DopTest,
    HullLevels(hull_levels): HullLevels,
) -> Box<dyn Checker> {
    let fits = (Tumbling::Fixed, Tumbling::Flying { hull_levels });
    match test {
        DopTest::Slabs => with_volume::<Kdop<S>, _>(order, fits, Slabs),
        DopTest::Ordered(at_most) => with_volume::<Ranked<S>, _>(order, fits, Ordered { at_most }),
        DopTest::Closure => with_volume::<Closed<S, E>, _>(order, fits, AllDirections),
    }
}

/// The 26-DOP with `E` more slabs.
fn with_more<const E: usize>(
    order: Order,
    HullLevels(hull_levels): HullLevels,
) -> Box<dyn Checker> {
    let fits = (Tumbling::Fixed, Tumbling::Flying { hull_levels });
    with_volume::<Closed<13, E>, _>(order, fits, AllDirections)
}

/// Builds one tree as `options` say, to look at; k-DOPs without what they would need to tumble.
#[must_use]
pub fn tree(mesh: &Mesh, leaf_size: usize, options: &Options) -> Box<dyn AnyTree> {
    fn of<V: Volume>(
        mesh: &Mesh,
        leaf_size: usize,
        options: &Options,
        fit: &impl Fit<V>,
    ) -> Box<dyn AnyTree> {
        Box::new(build::<V>(mesh, fit, leaf_size, options))
    }
    let fixed = &Tumbling::Fixed;
    match options.volume {
        VolumeKind::Sphere => of::<Sphere>(mesh, leaf_size, options, &Small),
        VolumeKind::Aabb(_) => of::<Aabb>(mesh, leaf_size, options, &Tight),
        VolumeKind::Obb(_, orientation) => of::<Obb>(mesh, leaf_size, options, &orientation),
        VolumeKind::Kdop(Normals::N6, ..) => of::<Kdop<3>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N8, ..) => of::<Kdop<4>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N12, ..) => of::<Kdop<6>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N14, ..) => of::<Kdop<7>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N18, ..) => of::<Kdop<9>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N20, ..) => of::<Kdop<10>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N26, ..) => of::<Kdop<13>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N50, ..) => of::<Closed<13, 12>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N74, ..) => of::<Closed<13, 24>>(mesh, leaf_size, options, fixed),
        VolumeKind::Kdop(Normals::N98, ..) => of::<Closed<13, 36>>(mesh, leaf_size, options, fixed),
    }
}

fn with_volume<V: Volume, T: Recall<V> + Copy + Send + 'static>(
    Order { meshes: (a, b), options, built }: Order,
    (a_fit, b_fit): (impl Fit<V>, impl Fit<V>),
    test: T,
) -> Box<dyn Checker> {
    let a = body(a, options, options.leaf_size.0, &a_fit);
    built(Role::Environment);
    let b = body(b, options, options.leaf_size.1, &b_fit);
    built(Role::Flying);
    Box::new(Classic::new(
        a.into(),
        b.into(),
        (test, descent(options.traversal)),
        options.clearance,
    ))
}

fn descent(traversal: Traversal) -> AnyDescent {
    match traversal {
        Traversal::Environment => AnyDescent::EnvironmentFirst,
        Traversal::Larger => AnyDescent::LargerFirst,
        Traversal::LockStep => AnyDescent::LockStep,
        Traversal::Restart => AnyDescent::Restart(Restart::default()),
        Traversal::BreadthFirst => AnyDescent::BreadthFirst(BreadthFirst::default()),
        Traversal::BestFirst => AnyDescent::BestFirst(BestFirst::default()),
    }
}

fn body<V: Volume>(
    mesh: Arc<Mesh>,
    options: &Options,
    leaf_size: usize,
    fit: &impl Fit<V>,
) -> ClassicBody<V> {
    let tree = build(&mesh, fit, leaf_size, options);
    ClassicBody::new(mesh, tree)
        .with_planes(options.support_planes.levels, options.support_planes.recipe)
}
