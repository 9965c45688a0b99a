//! Exact questions about moving triangle meshes: do they touch, where, when, how far apart are
//! they?
//!
//! Meshes may be any triangle soup. A pose is a rigid motion. Every answer is the one that exact
//! arithmetic gives; no epsilon decides anything, and a tolerance is something you ask for.
//!
//! ```
//! use closecall::{Clearance, Mesh, Model, Pose};
//!
//! // A tetrahedron from plain arrays; `mesh::load` reads STL, OBJ, PLY, glTF, 3MF and
//! // Collada.
//! let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
//! let model = Model::new(Mesh::from_arrays(&points, &faces)?);
//!
//! // Where the second body is, seen from the first: it touches in one point.
//! let pose = Pose::from_translation([1.0, 0.0, 0.0])?;
//! assert!(model.collides(&model, &pose)?);
//! assert_eq!(model.contacts(&model, &pose)?.len(), 9); // three faces of each meet there
//!
//! // A hair further they do not touch any more, but are still close.
//! let pose = Pose::from_translation([1.0f64.next_up(), 0.0, 0.0])?;
//! assert!(!model.collides(&model, &pose)?);
//! assert!(model.ask(&model, Clearance::new(1e-6)?)?.collides(&pose));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which type for which job
//!
//! | job | type |
//! |---|---|
//! | read, make, write or inspect a mesh | [`Mesh`], and the functions of [`mesh`] |
//! | read poses or joint positions from a text file | [`table`] |
//! | say where a body is | [`Pose`] |
//! | one question about two bodies: do they touch, where, how far, when | [`Model`] |
//! | the same with options: a clearance, a limit, a budget, a count of the work | [`Model::ask`], [`Ask`] |
//! | one question after the other along a path: several times faster | [`Pair`] |
//! | many poses or paths on all cores | [`Pair::batch`] |
//! | how far apart, with a certified interval | [`Model::distance`], [`Distance`] |
//! | bodies that are more than their surface, and in what way they meet | [`Solid`], [`Kind`] |
//! | a motion between poses, with nothing missed in between | [`Model::sweep`], [`path`] |
//! | rays, nearest points, simple shapes | [`Model::rays`], [`Model::points`], [`Model::shapes`] |
//! | many bodies that come, move and go, on each other, in groups | [`World`], [`Body`], [`Handle`] |
//! | "what if these bodies were there", from many threads | [`World::query`], [`Query`] |
//! | the same from threads or languages that cannot borrow the world | [`World::snapshot`], [`Snapshot`] |
//! | a body that bends | [`Model::refit`] |
//! | a scene that gains and loses triangles | [`DynamicModel`] |
//! | a model that opens at once the next time | `Model::save` and `Model::open` |
//!
//! A [`Model`] is immutable, `Send + Sync` and cheap to clone. Queries that reuse a [`Scratch`]
//! allocate nothing. Programs to read: `examples/` of this crate.
//!
//! # What exact means
//!
//! Coordinates are f64. B's corners are carried into A's frame once, by [`Pose::carry`]: this is
//! the only rounding. From there on two closed triangles touch if and only if they share a point.
//! So `a.contacts(&b, &pose)` and `b.contacts(&a, &inverse)` are two questions: see
//! [`Pose::inverse`]. Coordinates are 0 or within the range of [`geom::range`]; anything else is an
//! error at the door.
//!
//! # Features
//!
//! | feature | default | what for |
//! |---|---|---|
//! | `gltf` | yes | glTF files, and GLB written |
//! | `3mf` | yes | 3MF files |
//! | `collada` | yes | Collada files |
//! | `tree-file` | yes | `Model::save`, `Model::open` |
//! | `parallel` | yes | builds and batches on all cores, by rayon |
//! | `mint` | | poses to and from the types of other libraries |
//!
//! A glTF, 3MF or Collada file whose feature is off is refused with an error that names the
//! feature; a tree file is then of no known format.
//!
//! # The modules
//!
//! Read them from top to bottom: each uses only those above it.

#![deny(unnameable_types)]

mod names;
mod answer;
mod located;
mod parallel;
mod store;
mod rounding;
pub mod geom;
#[cfg(feature = "collada")]
mod xml;
pub mod mesh;
pub mod table;
pub mod path;
mod cost;
mod wide;
pub mod query;
pub mod world;
#[doc(hidden)]
pub mod engine;
#[cfg(feature = "lab")]
#[doc(hidden)]
pub mod lab;

pub use answer::Answer;
pub use cost::{Budget, BudgetError, Cost};
pub use geom::{Clearance, ClearanceError, Interval, Pose, PoseError};
pub use located::{Located, Place};
pub use mesh::{LoadError, Mesh, MeshError, UnitsDiffer};
pub use names::UnknownName;
pub use query::{Ask, BuildOptions, Distance, Kind, Model, ModelError, Pair, Scratch, Solid};
pub use world::{Body, DynamicError, DynamicModel, Handle, Query, Snapshot, World, WorldError};
