//! The Python package of closecall: numpy arrays in, numpy arrays and small objects out.
//!
//! Python's lock is released while queries run. Errors of the library become Python exceptions
//! with the same message: `ValueError` for values that are refused, `OSError` for files.

mod arrays;
mod contact;
mod distance;
mod failure;
mod model;
mod pair;
mod pose;
mod rays;
mod robot;
mod robot_sweep;
mod sweep;
mod threads;
mod world;

use pyo3::prelude::*;

/// The part of the package that is written in Rust.
#[pymodule(gil_used = false)]
mod _closecall {
    #[pymodule_export]
    use super::distance::{Distance, Distances};
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::pair::Pair;
    #[pymodule_export]
    use super::pose::relative;
    #[pymodule_export]
    use super::rays::RayHits;
    #[pymodule_export]
    use super::robot::Robot;
    #[pymodule_export]
    use super::robot_sweep::RobotSweeps;
    #[pymodule_export]
    use super::sweep::{Sweep, Sweeps};
    #[pymodule_export]
    use super::world::World;
}
