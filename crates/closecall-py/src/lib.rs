//! The Python package of closecall: numpy arrays in, numpy arrays and small objects out.
//!
//! Python's lock is released while queries run. Errors of the library become Python exceptions with
//! the same message: `ValueError` for values that are refused, `OSError` for files,
//! `FileNotFoundError` for missing files. Ctrl-C ends a batch.

mod arrays;
mod asked;
mod batch;
mod bodies;
mod body_distance;
mod contact;
mod cover;
mod deep;
mod depth;
mod distance;
mod failure;
mod gpu;
mod interrupt;
mod joint_range;
mod live;
mod mill;
mod milled;
mod model;
mod options;
mod pair;
mod patch;
mod pickled;
mod picture;
mod pose;
mod rays;
mod robot;
mod shape;
mod signed;
mod source;
mod sweep;
mod tensor;
mod threads;
mod together;
mod world;
mod world_signed;
mod world_sweep;

use pyo3::prelude::*;

/// The part of the package that is written in Rust.
#[pymodule(gil_used = false)]
mod _closecall {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::bodies::Bodies;
    #[pymodule_export]
    use super::body_distance::BodyDistance;
    #[pymodule_export]
    use super::cover::{LinkCover, cover};
    #[pymodule_export]
    use super::depth::{Parting, Penetration, Penetrations};
    #[pymodule_export]
    use super::distance::{Distance, Distances};
    #[pymodule_export]
    use super::joint_range::JointRange;
    #[pymodule_export]
    use super::mill::mill;
    #[pymodule_export]
    use super::milled::{MillEvent, Milled};
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::pair::Pair;
    #[pymodule_export]
    use super::patch::Patch;
    #[pymodule_export]
    use super::pose::relative;
    #[pymodule_export]
    use super::rays::{RayHits, WorldRayHits};
    #[pymodule_export]
    use super::robot::Robot;
    #[pymodule_export]
    use super::shape::Shape;
    #[pymodule_export]
    use super::signed::{SignedDistance, SignedDistances, SignedPoints};
    #[pymodule_export]
    use super::sweep::{Sweep, Sweeps};
    #[pymodule_export]
    use super::world::{Snapshot, World};
    #[pymodule_export]
    use super::world_signed::{BodySigned, SignedRows};
    #[pymodule_export]
    use super::world_sweep::WorldSweeps;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
