//! Benchmarks: engines beside each other on flights, growth with the number of triangles, builds on more threads, the
//! distance of a query to the floor that its kernels set, and broad phases. Each gives a [`Page`] that carries machine and commit.

pub mod broad;
mod contender;
pub mod dynamic;
pub mod flights;
pub mod floor;
pub mod growth;
mod page;
#[cfg(feature = "peers")]
mod parry;
pub mod scaling;
pub mod warm;
pub mod worlds;

pub use contender::Contender;
pub use page::{Page, Sheet};

/// Names everything that is generated for a benchmark.
pub const SEED: u64 = 2026;

/// The middle one of some numbers.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
