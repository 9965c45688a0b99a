//! Parts of the inside that the other crates of closecall are built on: milling, robots, the GPU
//! and the program.
//!
//! **Not for others.** Any name here may change or go in any release, also in one that only mends.
//! The crates that use it ask for exactly this version of the library.

pub use crate::geom::exact::integer::{common_unit, integer};
pub use crate::geom::nearest_pose::ROUNDING_TOLERANCE;
pub use crate::geom::pose::{QUATERNION_TOLERANCE, ROTATION_TOLERANCE};
pub use crate::geom::{DMat3, DMat4, DQuat, DVec3};
pub use crate::mesh::load::{bytes_of, foreign};
pub use crate::path::motion::{Motion, Travel, TurnAxis};
#[cfg(feature = "tree-file")]
pub use crate::wide::file::{Contents, Listed, is_tree_file};
pub use crate::wide::{BoxContent, PlainBox, PlainTree, TreeLevel, TreeReport};
pub use crate::wide::{Revolved, RevolvedSweep};
pub use crate::world::plain::{PlainNode, PlainPair, PlainWorld};
pub use crate::world::sweep::trusted::Trusted;

use crate::geom::{Pose, Triangle};
use crate::mesh::Mesh;
use crate::query::{Model, Scratch};
use crate::world::{Handle, World, WorldError};

/// Bounds on rounding, by name, each with its derivation: for proofs in other crates.
pub mod rounding {
    pub use crate::rounding::*;
}

/// XML files as trees of elements with their lines: for the files of robots.
#[cfg(feature = "collada")]
pub mod xml {
    pub use crate::xml::*;
}

/// Measures the tree of a model: for `closecall tree`.
#[must_use]
pub fn tree_report(model: &Model) -> TreeReport {
    model.tree().report()
}

/// Shows the tree of a model as plain numbers: for the GPU, which has a layout of its own.
#[must_use]
pub fn plain_tree(model: &Model) -> PlainTree<'_> {
    model.tree().plain()
}

/// Lists the frames of a world and the pairs that are looked at when these bodies, and what is
/// attached to them, move: for the GPU. `None` if a solid or an exact shape takes part.
///
/// # Errors
/// If a body is not in the world.
pub fn plain_world(world: &World, moving: &[Handle]) -> Result<Option<PlainWorld>, WorldError> {
    world.plain(moving)
}

/// Calls `visit` with the triangles that a tool may meet on its way, the highest first, until it
/// has been lifted above all that are left: for milling.
pub fn triangles_met(
    model: &Model,
    sweep: &RevolvedSweep,
    scratch: &mut Scratch,
    visit: &mut dyn FnMut(u32, &Triangle) -> f64,
) {
    crate::wide::triangles_met((model.tree(), model.mesh()), sweep, scratch, visit);
}

/// A mesh in vectors; the mesh itself shows plain arrays.
pub trait GlamMesh {
    /// Returns the vertices, in the order given.
    fn points(&self) -> &[DVec3];

    /// Returns the corners of triangle `index`, which must be there.
    fn triangle_at(&self, index: usize) -> Triangle;

    /// Returns the corners of all triangles, in order.
    fn iter(&self) -> impl ExactSizeIterator<Item = Triangle>;
}

impl GlamMesh for Mesh {
    fn points(&self) -> &[DVec3] {
        self.points()
    }

    #[inline]
    fn triangle_at(&self, index: usize) -> Triangle {
        self.triangle_at(index)
    }

    fn iter(&self) -> impl ExactSizeIterator<Item = Triangle> {
        self.iter()
    }
}

/// A pose in vectors; the pose itself shows plain arrays.
pub trait GlamPose {
    /// Returns the rotation.
    fn matrix(&self) -> DMat3;

    /// Returns the translation.
    fn shift(&self) -> DVec3;

    /// Carries a point of B into A's frame.
    fn carried(&self, v: DVec3) -> DVec3;

    /// Carries the corners of a triangle.
    fn carried_triangle(&self, triangle: &Triangle) -> Triangle;
}

impl GlamPose for Pose {
    #[inline]
    fn matrix(&self) -> DMat3 {
        self.matrix()
    }

    #[inline]
    fn shift(&self) -> DVec3 {
        self.shift()
    }

    #[inline]
    fn carried(&self, v: DVec3) -> DVec3 {
        self.carried(v)
    }

    #[inline]
    fn carried_triangle(&self, triangle: &Triangle) -> Triangle {
        self.carried_triangle(triangle)
    }
}
