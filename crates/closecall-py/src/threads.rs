//! How many threads a question may use.
//!
//! Pools are kept for later questions, and belong to a process: one that was forked has none of its
//! parent's threads, and makes pools of its own.

use crate::failure;
use pyo3::PyResult;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of pools that are kept, the last that were asked for.
const KEPT: usize = 4;

struct Pools {
    process: u32,
    /// By the number of threads, 0 for all cores; the last one first.
    pools: Vec<(usize, Arc<ThreadPool>)>,
}

static POOLS: Mutex<Pools> = Mutex::new(Pools { process: 0, pools: Vec::new() });

/// Runs `work` on a number of threads; on all cores if none is given.
pub fn on<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    Ok(pool(threads)?.install(work))
}

/// More threads than any machine has cores: they would only use up memory, and starting them takes
/// minutes.
const MOST: usize = 1024;

/// A question needs a thread, and not more of them than a machine can start.
pub fn check(threads: Option<usize>) -> PyResult<()> {
    match threads {
        Some(0) => Err(failure::value("threads must be at least 1")),
        Some(count) if count > MOST => {
            Err(failure::value(format!("threads must be at most {MOST}, not {count}")))
        }
        _ => Ok(()),
    }
}

/// A pool of a number of threads, or of one for each core.
pub fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    check(threads)?;
    let threads = threads.unwrap_or(0);
    let mut kept = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if kept.process != process {
        // The threads of these are the parent's: waiting for their end would never end.
        kept.pools.drain(..).for_each(std::mem::forget);
        kept.process = process;
    }
    let found = kept.pools.iter().position(|(size, _)| *size == threads);
    let pool = match found {
        Some(place) => kept.pools.remove(place).1,
        None => {
            Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().map_err(failure::value)?)
        }
    };
    kept.pools.insert(0, (threads, Arc::clone(&pool)));
    kept.pools.truncate(KEPT);
    Ok(pool)
}
