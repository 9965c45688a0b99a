//! Benchmarks: engines beside each other on flights, growth with the number of triangles, builds on more threads, and the
//! distance of a query to the floor that its kernels set. Each gives a [`Page`] that carries machine and commit.

mod contender;
pub mod flights;
pub mod floor;
pub mod growth;
mod page;
#[cfg(feature = "peers")]
mod parry;
pub mod scaling;
pub mod warm;

pub use contender::Contender;
pub use page::{Page, Sheet};

/// Names everything that is generated for a benchmark.
pub const SEED: u64 = 2026;
