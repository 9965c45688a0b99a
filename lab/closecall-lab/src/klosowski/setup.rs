//! How the dissertation builds and walks its trees, and how RAPID does.

use closecall_classic::query::Options;
use closecall_classic::query::configure::{
    BoxTest, DopTest, HullLevels, Normals, Rule, Traversal, VolumeKind,
};
use closecall_classic::tree::build::{Role, early_tau};
use closecall_classic::tree::split::{Directions, SplitAt};
use closecall_classic::volume::obb::Orientation;

/// A k-DOP tested slab by slab, whose root alone is tumbled exactly (§4.2, §4.5).
#[must_use]
pub fn dop(normals: Normals) -> VolumeKind {
    VolumeKind::Kdop(normals, DopTest::Slabs, HullLevels(1))
}

/// The options of chapter 5 unless it says otherwise: 18-DOPs, splatter, mean, one triangle in the
/// leaves of the environment and 40 in those of the flying body, the environment opened first.
#[must_use]
pub fn paper() -> Options {
    Options {
        volume: dop(Normals::N18),
        rule: Rule::Splatter,
        split_at: SplitAt::Mean,
        leaf_size: (early_tau(Role::Environment), early_tau(Role::Flying)),
        traversal: Traversal::Environment,
        ..Options::default()
    }
}

/// The OBB tree as RAPID has it: boxes along the principal axes of the triangles' surface, split
/// across the longest side at the mean, one triangle in a leaf, all fifteen axes tried, the larger
/// node opened (Gottschalk, Lin and Manocha 1996).
#[must_use]
pub fn rapid() -> Options {
    Options {
        volume: VolumeKind::Obb(BoxTest::Sat15, Orientation::Surface),
        rule: Rule::Longest,
        directions: Directions::Own,
        split_at: SplitAt::Mean,
        leaf_size: (1, 1),
        traversal: Traversal::Larger,
        ..Options::default()
    }
}
