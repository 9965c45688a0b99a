//! Threads to work on.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// So many threads.
pub fn threads(count: usize) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new().num_threads(count).build().map_err(|error| Failure::of_usage("--threads", error))
}
