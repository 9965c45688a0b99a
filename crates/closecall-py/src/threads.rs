//! How many threads a batch may use.

use crate::failure;
use pyo3::PyResult;
use rayon::ThreadPoolBuilder;

/// Runs `work` on so many threads; on all cores if none are named.
pub fn on<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    match threads {
        None => Ok(work()),
        Some(0) => Err(failure::value("threads must be at least 1")),
        Some(threads) => {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            Ok(pool.map_err(failure::value)?.install(work))
        }
    }
}
