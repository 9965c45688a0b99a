//! Parts of the inside that the other crates of closecall are built on: milling, robots, the GPU
//! and the program.
//!
//! **Not for others.** Any name here may change or go in any release, also in one that only mends.
//! The crates that use it ask for exactly this version of the library. Nine modules, one for each
//! kind of use.

/// Vectors, triangles of vectors, and exact predicates on them.
pub mod geom {
    pub use crate::geom::aabb::Aabb;
    pub use crate::geom::exact::integer::{common_unit, integer};
    pub use crate::geom::motion::{Ball, Step};
    pub use crate::geom::nearest_pose::ROUNDING_TOLERANCE;
    pub use crate::geom::pose::{QUATERNION_TOLERANCE, ROTATION_TOLERANCE};
    pub use crate::geom::vectors::Triangle;
    pub use crate::mesh::shapes::rng::Rng;
    pub use glam::{DMat3, DMat4, DQuat, DVec3};

    use crate::geom::{Pose, Ray};
    use crate::mesh::Mesh;

    /// Predicates on triangles of vectors.
    pub mod exact {
        pub use crate::geom::exact::*;
    }

    /// A mesh in vectors; the mesh itself shows plain arrays.
    pub trait GlamMesh {
        /// Returns the vertices, in the order given.
        fn points(&self) -> &[DVec3];

        /// Returns the corners of triangle `index`, which must be there.
        fn triangle_at(&self, index: usize) -> Triangle;

        /// Returns the corners of all triangles, in order.
        fn iter(&self) -> impl ExactSizeIterator<Item = Triangle>;

        /// Returns the box around all triangles.
        fn aabb(&self) -> Aabb;
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

        fn aabb(&self) -> Aabb {
            self.aabb()
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

    /// A ray in vectors; the ray itself shows plain arrays.
    pub trait GlamRay {
        /// Returns its beginning and its direction.
        fn line(&self) -> [DVec3; 2];
    }

    impl GlamRay for Ray {
        #[inline]
        fn line(&self) -> [DVec3; 2] {
            [self.origin, self.direction]
        }
    }
}

/// Bounds on rounding, by name, each with its derivation: for proofs in other crates.
pub mod rounding {
    pub use crate::rounding::*;
}

/// XML files as trees of elements with their lines: for the files of robots.
#[cfg(feature = "collada")]
pub mod xml {
    pub use crate::xml::*;
}

/// Sizes and places that make it unlikely that bodies are in one unit.
pub mod scale {
    pub use crate::query::scale_doubt::{pair_doubt, scale_doubt, size_doubt};

    use crate::geom::Ball;
    use crate::query::Model;

    /// A ball around a model, in its own frame: its centre is that of its box.
    #[must_use]
    pub fn ball(model: &Model) -> Ball {
        model.ball()
    }
}

/// Files of meshes and of trees: for the program.
pub mod files {
    pub use crate::mesh::load::{bytes_of, foreign};
    #[cfg(feature = "tree-file")]
    pub use crate::wide::file::{Contents, Listed, is_tree_file};
}

/// Motions whose bounds proofs rest on: for robots.
pub mod motion {
    pub use crate::path::motion::{Motion, Travel, TurnAxis};
    pub use crate::world::sweep::trusted::Trusted;
}

/// The tree of a model as plain numbers, and its measures.
pub mod tree {
    pub use crate::wide::{BoxContent, PlainBox, PlainTree, TreeLevel, TreeReport};

    use crate::query::Model;

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
}

/// A world as plain numbers: for the GPU.
pub mod world {
    pub use crate::world::plain::{PlainNode, PlainPair, PlainWorld};

    use crate::world::{Handle, World, WorldError};

    /// Lists the frames of a world and the pairs that are looked at when these bodies, and what is
    /// attached to them, move. `None` if a solid or an exact shape takes part.
    ///
    /// # Errors
    /// If a body is not in the world.
    pub fn plain_world(world: &World, moving: &[Handle]) -> Result<Option<PlainWorld>, WorldError> {
        world.plain(moving)
    }
}

/// Tools on their way: for milling.
pub mod milling {
    pub use crate::wide::{Revolved, RevolvedSweep};

    use crate::geom::Triangle;
    use crate::query::{Model, Scratch};

    /// Calls `visit` with the triangles that a tool may meet on its way, the highest first, until it
    /// has been lifted above all that are left.
    pub fn triangles_met(
        model: &Model,
        sweep: &RevolvedSweep,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(u32, &Triangle) -> f64,
    ) {
        crate::wide::triangles_met((model.tree(), model.mesh()), sweep, scratch, visit);
    }
}
