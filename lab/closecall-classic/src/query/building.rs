//! How the trees of the classic engine are built, by name.

use super::configure::Options;
use super::volume_kind::VolumeKind;
use crate::tree::build::{Oscillating, Role, Swing, bottom_up, insertion, paper_tau, top_down};
use crate::tree::split::{Cut, Directions, Longest, MinMax, MinSum, Sah, Splatter, Split, SplitAt};
use crate::tree::{BinaryTree, BinaryTreeReport, SiblingReport, Soup};
use crate::volume::obb::Orientation;
use crate::volume::support::Basis;
use crate::volume::{Fit, Volume};
use closecall::engine::geom::{GlamMesh as _, Triangle};
use closecall::mesh::Mesh;

/// Which rule divides a node's triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Across the longest side.
    Longest,
    /// The place at which the two children's volumes have the least sum.
    MinSum,
    /// The place at which the larger child is smallest.
    MinMax,
    /// The direction in which the centroids scatter most.
    Splatter,
    /// By the surface area heuristic, which chooses its own place to split at.
    #[default]
    Sah,
}

crate::names::named!(Rule, "rule", {
    Rule::Longest => "longest",
    Rule::MinSum => "minsum",
    Rule::MinMax => "minmax",
    Rule::Splatter => "splatter",
    Rule::Sah => "sah",
});

crate::names::named!(SplitAt, "split", { SplitAt::Mean => "mean", SplitAt::Median => "median" });

crate::names::named!(Basis, "basis", { Basis::Vertices => "vertices", Basis::Faces => "faces" });

crate::names::named!(Orientation, "fit", {
    Orientation::Vertices => "vertices",
    Orientation::HullVertices => "hull-vertices",
    Orientation::HullSurface => "hull-surface",
    Orientation::Surface => "surface",
    Orientation::Best => "best",
});

crate::names::named!(Directions, "set of directions", { Directions::Axes => "axes", Directions::Own => "own" });

/// The method that makes the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Builder {
    /// A rule divides, from the root down.
    #[default]
    TopDown,
    /// Neighbours are merged, from the leaves up; needs no rule.
    BottomUp,
    /// One triangle is put in after the other; needs no rule.
    Insertion,
    /// A rule divides for a try, two levels down, and the parts are grouped anew.
    Oscillating,
}

crate::names::named!(Builder, "builder", {
    Builder::TopDown => "topdown",
    Builder::BottomUp => "bottomup",
    Builder::Insertion => "insertion",
    Builder::Oscillating => "oscillating",
});

/// A tree of any volume, to look at.
pub trait AnyTree: Send + Sync {
    /// Its measures.
    fn report(&self) -> BinaryTreeReport;

    /// How siblings share what is below them, of the tree of this mesh.
    fn siblings(&self, mesh: &Mesh) -> SiblingReport;

    /// The surfaces of the volumes of a level, to draw them: one for each volume.
    fn level_surfaces(&self, depth: usize) -> Vec<Vec<Triangle>>;

    /// Is it a tree over the triangles 0..`triangles`? Says what is wrong where it is not.
    fn check(&self, triangles: usize) -> Result<(), String>;
}

impl<V: Volume> AnyTree for BinaryTree<V> {
    fn report(&self) -> BinaryTreeReport {
        self.report()
    }

    fn siblings(&self, mesh: &Mesh) -> SiblingReport {
        self.siblings(mesh)
    }

    fn level_surfaces(&self, depth: usize) -> Vec<Vec<Triangle>> {
        self.level_surfaces(depth)
    }

    fn check(&self, triangles: usize) -> Result<(), String> {
        self.check(triangles)
    }
}

/// Builds the tree of a mesh, with leaves of at most `leaf_size` triangles.
pub fn build<V: Volume>(
    mesh: &Mesh,
    fit: &impl Fit<V>,
    leaf_size: usize,
    options: &Options,
) -> BinaryTree<V> {
    let soup = match options.tile_percent {
        0 => Soup::subdivided(mesh.iter(), options.skinny_percent),
        percent => Soup::tiled(mesh.iter(), percent),
    };
    let rule = rule(fit, options);
    match options.builder {
        Builder::TopDown => top_down(&soup, fit, &*rule, leaf_size),
        Builder::BottomUp => bottom_up(&soup, fit, leaf_size),
        Builder::Insertion => insertion(&soup, fit, leaf_size),
        Builder::Oscillating => top_down(
            &soup,
            fit,
            &Oscillating { rule: &*rule, fit, swing: Swing::Grandchildren },
            leaf_size,
        ),
    }
}

fn rule<'a, V: Volume>(fit: &'a impl Fit<V>, options: &Options) -> Box<dyn Split<V> + 'a> {
    let cut = Cut { directions: options.directions, at: options.split_at };
    match options.rule {
        Rule::Longest => Box::new(Longest(cut)),
        Rule::MinSum => Box::new(MinSum { cut, fit }),
        Rule::MinMax => Box::new(MinMax { cut, fit }),
        Rule::Splatter => Box::new(Splatter(cut)),
        Rule::Sah => Box::new(Sah(cut.directions)),
    }
}

/// The leaf sizes that the dissertation recommends for two bodies and a volume (Klosowski 1998,
/// §6.3.3). What is not a k-DOP counts as one with k = 6.
#[must_use]
pub fn paper_leaf_sizes(environment: &Mesh, flying: &Mesh, volume: VolumeKind) -> (usize, usize) {
    let k = match volume {
        VolumeKind::Kdop(normals, ..) => normals.k(),
        VolumeKind::Sphere | VolumeKind::Aabb(_) | VolumeKind::Obb(..) => 6,
    };
    let of = |role, mesh: &Mesh| paper_tau(role, mesh.triangle_count(), k);
    (of(Role::Environment, environment), of(Role::Flying, flying))
}
