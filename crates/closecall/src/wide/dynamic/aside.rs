//! Large builds, aside from the threads that ask.
//!
//! Questions about a model that is being changed wait until it is whole again. If its tree were
//! built on their threads, all of them could be waiting for a build that none has begun; and a
//! thread that builds could take up a query while it waits for others, and wait for itself. So
//! large builds, which are shared between threads, have their own, and who orders one does nothing
//! else meanwhile.

#[cfg(feature = "parallel")]
use crate::wide::build::SEQUENTIAL;
#[cfg(feature = "parallel")]
use rayon::{ThreadPool, ThreadPoolBuilder};
#[cfg(feature = "parallel")]
use std::sync::LazyLock;

#[cfg(feature = "parallel")]
static BUILDERS: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPoolBuilder::new().build().expect("threads can be started"));

/// Builds something of this many triangles.
#[cfg(feature = "parallel")]
pub(super) fn aside<T: Send>(triangles: usize, build: impl FnOnce() -> T + Send) -> T {
    if triangles < SEQUENTIAL {
        return build();
    }
    let done = std::thread::scope(|scope| scope.spawn(|| BUILDERS.install(build)).join());
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Builds something: there is one thread only.
#[cfg(not(feature = "parallel"))]
pub(super) fn aside<T: Send>(_: usize, build: impl FnOnce() -> T + Send) -> T {
    build()
}
