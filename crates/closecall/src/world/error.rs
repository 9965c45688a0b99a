//! Why a world refuses something.

use super::{Handle, MAX_TRANSLATION};
use crate::geom::PoseError;
use crate::geom::shape::ShapeError;
use crate::mesh::{OpenMesh, Unit};

/// Why a world refuses something.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// Two bodies of one name.
    #[error("there is a body `{name}` already")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// A handle of a body that was removed, or of another world.
    #[error("{handle} is not in the world, or not any more")]
    NoSuchBody {
        /// The handle.
        handle: Handle,
    },
    /// A pose that would leave the range of coordinates.
    #[error("the pose of `{name}` is out of range: {error}")]
    Pose {
        /// The body.
        name: String,
        /// The fault.
        #[source]
        error: PoseError,
    },
    /// A body so far from the origin that its pose relative to another may be out of range.
    #[error("`{name}` would be {value:e} from the origin; a world ends at {MAX_TRANSLATION:e}")]
    TooFar {
        /// The body.
        name: String,
        /// The largest component of its translation.
        value: f64,
    },
    /// A padding that is out of range.
    #[error("the padding of `{name}` is {value:e}; it may be {MAX_TRANSLATION:e} at most")]
    TooThick {
        /// The body.
        name: String,
        /// Its padding.
        value: f64,
    },
    /// A mesh that is not closed, where a solid is needed.
    #[error("`{name}` is no solid: {error}")]
    Open {
        /// The body.
        name: String,
        /// The fault.
        error: OpenMesh,
    },
    /// A shape whose numbers would be out of range where its body is.
    #[error("a shape of `{name}` is out of range where it is: {error}")]
    Shape {
        /// The body.
        name: String,
        /// The fault.
        #[source]
        error: ShapeError,
    },
    /// A body with an exact shape, where only meshes can be asked about.
    #[error("`{name}` has an exact shape, and {question} only about meshes")]
    ExactShape {
        /// The body.
        name: String,
        /// The question: `sweeps are`.
        question: &'static str,
    },
    /// A body that is fixed, and would be moved.
    #[error(
        "`{name}` is fixed and would be moved, itself or with the body it is attached to: two fixed bodies are \
         never compared with each other, so insert it without `fixed`"
    )]
    Fixed {
        /// The body.
        name: String,
    },
    /// A body that would be attached to itself, or to what is attached to it.
    #[error("`{name}` cannot be attached to `{parent}`, which is attached to it")]
    Circle {
        /// The body.
        name: String,
        /// The body that it would be attached to.
        parent: String,
    },
    /// A set of poses for more or fewer bodies than there are.
    #[error("set {set} has {found} poses for {expected} bodies")]
    PoseCount {
        /// Its number, from 0.
        set: usize,
        /// The number of bodies.
        expected: usize,
        /// The number of poses it has.
        found: usize,
    },
    /// A body that states another unit than one that is here.
    #[error(
        "`{name}` is in {} and `{other}` in {}: read both in one unit",
        unit.plural(),
        other_unit.plural()
    )]
    Units {
        /// The body.
        name: String,
        /// Its unit.
        unit: Unit,
        /// A body that is here.
        other: String,
        /// The unit of that one.
        other_unit: Unit,
    },
    /// A frame without a mesh, where a mesh is needed.
    #[error("`{name}` is a frame and has no mesh")]
    NoMesh {
        /// The frame.
        name: String,
    },
}
