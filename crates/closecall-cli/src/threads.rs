//! Threads to work on.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// More threads than any machine has cores would only use up memory.
pub const MAX_THREADS: i64 = 1024;

/// This many threads; 0 for as many as there are cores.
pub fn threads(count: usize) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(count)
        .build()
        .map_err(|error| Failure::of_usage("--threads", error))
}
