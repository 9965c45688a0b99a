//! The fast engine: trees with eight oriented boxes a node and blocks of eight triangles, walked
//! with SIMD kernels.
//!
//! Every level of hardware, thread count and build option gives the same set of triangle pairs as
//! brute force: boxes only rule out what a derived slack proves apart (`relation`), and pairs of
//! triangles are decided in f64 where rounding cannot matter (`kernel`), else by
//! [`crate::geom::exact`].

mod build;
#[cfg(any(feature = "lab", feature = "tree-file"))]
mod check;
mod contact;
mod costs;
mod distance;
pub(crate) mod dynamic;
#[cfg(feature = "tree-file")]
pub mod file;
mod frame;
mod front;
mod habit;
mod kernel;
mod packs;
mod plain;
#[cfg(feature = "lab")]
pub mod probe;
mod relation;
mod report;
pub(crate) mod simd;
mod single;
#[cfg(test)]
mod slack_tests;
mod stack;
mod step;
pub(crate) mod sweep;
mod swept;
mod timed;
mod tree;
mod walk;
mod warm;

pub use build::{BuildOptions, Quality, TreeMemory};
pub use distance::{Distance, DistanceAsked, Recent, distance, distance_timed};
pub(crate) use frame::ball_around;
pub use plain::{BoxContent, PlainBox, PlainTree};
pub use report::{TreeLevel, TreeReport};
pub use simd::Level;
pub(crate) use single::{PointWalk, RayWalk, Visitor, triangles_near};
pub use single::{Revolved, RevolvedSweep, triangles_met};
pub(crate) use swept::{Deforming, WayBox as SweptBounds, swept_candidates};
pub use timed::contacts_timed;
pub use tree::Tree;
pub use walk::Scratch;
pub use warm::Warm;

use crate::cost::{Cost, Count, Uncounted};
use crate::geom::{Clearance, Pose};
use crate::mesh::Mesh;
use contact::{Contact, Visit};
use relation::Relation;
use std::ops::ControlFlow;
use step::TreeSide;
use walk::{Goal, Walk};

/// A mesh and the tree that was built over it.
pub type TreeAndMesh<'b> = (&'b Tree, &'b Mesh);

/// Do two bodies touch at this pose?
///
/// ```
/// use closecall::lab::wide;
/// use closecall::{Mesh, Pose};
/// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], vec![[0, 1, 2], [1, 2, 3]])?;
/// let tree = wide::Tree::build(&mesh, &wide::BuildOptions::default());
/// let mut scratch = wide::Scratch::default();
/// let body = (&tree, &mesh);
/// assert!(wide::collides(body, body, &Pose::from_translation([1.0, 0.0, 0.0])?, &mut scratch));
/// assert!(!wide::collides(body, body, &Pose::from_translation([1.0, 1.0, 0.0])?, &mut scratch));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
#[must_use]
#[cfg(feature = "lab")]
pub fn collides(a: TreeAndMesh, b: TreeAndMesh, a_from_b: &Pose, scratch: &mut Scratch) -> bool {
    first(a, b, a_from_b, scratch).is_some()
}

/// How a query is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactAsked {
    /// The level of hardware.
    pub level: Level,
    /// Bodies no further apart than this count as touching.
    pub clearance: Clearance,
}

/// At the best level, and only what touches counts.
impl Default for ContactAsked {
    #[inline]
    fn default() -> Self {
        Self { level: Level::best(), clearance: Clearance::NONE }
    }
}

/// A touching pair of triangles, if there is one.
#[must_use]
#[cfg(feature = "lab")]
pub fn first(
    a: TreeAndMesh,
    b: TreeAndMesh,
    a_from_b: &Pose,
    scratch: &mut Scratch,
) -> Option<(u32, u32)> {
    first_asked(a, b, a_from_b, &ContactAsked::default(), scratch, &mut Uncounted)
}

/// [`first`], as it is asked, telling `count` what it costs.
pub fn first_asked(
    a: TreeAndMesh,
    b: TreeAndMesh,
    a_from_b: &Pose,
    asked: &ContactAsked,
    scratch: &mut Scratch,
    count: &mut impl Count,
) -> Option<(u32, u32)> {
    let mut found = None;
    let mut visit = |i, j| {
        found = Some((i, j));
        ControlFlow::Break(())
    };
    walk([a, b], a_from_b, asked, scratch, Goal::First, (count, &mut visit));
    found
}

/// Tells `visit` of every touching pair of triangles, once each, in no particular order, until it
/// breaks off.
#[cfg(feature = "lab")]
pub fn contacts(
    a: TreeAndMesh,
    b: TreeAndMesh,
    a_from_b: &Pose,
    scratch: &mut Scratch,
    visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) {
    contacts_asked(a, b, a_from_b, &ContactAsked::default(), scratch, &mut Uncounted, visit);
}

/// [`contacts`], as it is asked, telling `count` what it costs.
pub fn contacts_asked(
    a: TreeAndMesh,
    b: TreeAndMesh,
    a_from_b: &Pose,
    asked: &ContactAsked,
    scratch: &mut Scratch,
    count: &mut impl Count,
    visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) {
    walk([a, b], a_from_b, asked, scratch, Goal::All, (count, visit));
}

/// The walk, compiled with counting and without, and in this crate alone: see [`Count::cost`].
#[inline]
fn walk<'v>(
    bodies: [TreeAndMesh; 2],
    a_from_b: &Pose,
    asked: &ContactAsked,
    scratch: &mut Scratch,
    goal: Goal,
    (count, visit): (&mut impl Count, &'v mut Visit<'v>),
) {
    match count.cost() {
        None => walk_uncounted(bodies, a_from_b, asked, scratch, goal, visit),
        Some(cost) => walk_counted(bodies, a_from_b, asked, scratch, goal, (cost, visit)),
    }
}

fn walk_uncounted<'v>(
    bodies: [TreeAndMesh; 2],
    a_from_b: &Pose,
    asked: &ContactAsked,
    scratch: &mut Scratch,
    goal: Goal,
    visit: &'v mut Visit<'v>,
) {
    walk_with(bodies, a_from_b, asked, scratch, goal, (&mut Uncounted, visit));
}

fn walk_counted<'v>(
    bodies: [TreeAndMesh; 2],
    a_from_b: &Pose,
    asked: &ContactAsked,
    scratch: &mut Scratch,
    goal: Goal,
    (cost, visit): (&mut Cost, &'v mut Visit<'v>),
) {
    walk_with(bodies, a_from_b, asked, scratch, goal, (cost, visit));
}

#[inline]
fn walk_with<'v>(
    [a, b]: [TreeAndMesh; 2],
    a_from_b: &Pose,
    asked: &ContactAsked,
    scratch: &mut Scratch,
    goal: Goal,
    (count, visit): (&mut impl Count, &'v mut Visit<'v>),
) {
    let clearance = asked.clearance;
    let Some(relation) = Relation::new(a.0, b.0, a_from_b, clearance) else { return };
    let sides = TreeSide::both([a, b], &relation);
    let question = Contact { clearance, visit };
    asked.level.run(Walk { sides: &sides, a_from_b, scratch, goal, count, question });
}
