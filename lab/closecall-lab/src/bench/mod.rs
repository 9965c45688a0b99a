//! Benchmarks: engines beside each other on flights, growth with the number of triangles, builds on
//! more threads, the distance of a query to the floor that its kernels set, broad phases, and what
//! a query learns from the last. Each gives a [`BenchPage`] that carries machine and commit.

pub mod arm;
pub mod broad;
pub mod budget;
pub mod ccd;
mod contender;
pub mod depth;
pub mod distances;
pub mod dynamic;
pub mod flights;
pub mod floor;
pub mod gpu;
pub mod growth;
pub mod haptic;
pub mod levels;
pub mod mill;
pub mod motion;
mod page;
#[cfg(feature = "peers")]
mod parry;
pub mod plans;
mod racer;
pub mod ratios;
pub mod scaling;
pub mod sweeps;
pub mod vamp;
pub mod warm;
pub mod world_budget;
pub mod worlds;

pub use contender::BenchContender;
pub use page::{BenchPage, BenchSheet};

use closecall::Pose;

use crate::scenes::{DataSet, NoRoom};
use closecall_flight::{Flight, StepError};

/// Names everything that is generated for a benchmark.
pub const SEED: u64 = 2026;

/// The data sets whose look-alikes are flown in steps of several sizes where no flight is given.
/// (Swept is never touched.)
pub const MOVING: [DataSet; 4] =
    [DataSet::Pipes, DataSet::Torus, DataSet::Boeing747, DataSet::Interior];

/// A small look-alike of a data set, with its name.
pub fn made(set: DataSet) -> Result<(String, Flight), NoRoom> {
    Ok((set.name().to_owned(), set.fraction(0.08, 1600, SEED)?))
}

/// Three stretches of this many frames from all over a flight, one after the other, in steps of one
/// size; a flight that is too short is flown once.
fn stepped_path(flight: &Flight, frames: usize, step: f64) -> Result<Vec<Pose>, StepError> {
    let mut stretches = flight.stepped_stretches(3, frames, step)?;
    stretches.dedup();
    Ok(stretches.concat())
}

/// The middle one of some numbers.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
