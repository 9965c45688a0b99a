//! Long work that Ctrl-C ends.
//!
//! The work is done by a pool of threads. The thread that asked has let go of Python's lock, and
//! takes it now and then to run the handlers of signals. If one of them raises, as that of Ctrl-C
//! does, the work is told to stop, and the exception is passed on.

use crate::threads;
use closecall::Budget;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Tells work that its answer is not wanted any more.
#[derive(Clone, Copy)]
pub struct Stop(&'static AtomicBool);

impl Stop {
    /// Is it to stop?
    #[inline]
    pub fn is_set(self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag that tells it.
    pub fn flag(self) -> &'static AtomicBool {
        self.0
    }

    /// A budget that this ends, too.
    pub fn within(self, budget: Budget) -> Budget {
        budget.until(self.0)
    }
}

/// Flags that nobody uses now. There are as many as there were questions at once.
static FLAGS: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

/// A flag while it is in use.
struct Lent(&'static AtomicBool);

impl Lent {
    fn new() -> Self {
        let mut free = FLAGS.lock().unwrap_or_else(PoisonError::into_inner);
        let flag = free.pop().unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false))));
        flag.store(false, Ordering::Relaxed);
        Self(flag)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        FLAGS.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}

/// Is the work done? Also if it panicked.
#[derive(Default)]
struct Done {
    is_done: Mutex<bool>,
    changed: Condvar,
}

impl Done {
    /// Waits for the end, but not longer than until signals are looked for.
    fn wait(&self) -> bool {
        let is_done = self.is_done.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(is_done, LOOK, |is_done| !*is_done);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

struct SetAtTheEnd<'d>(&'d Done);

impl Drop for SetAtTheEnd<'_> {
    fn drop(&mut self) {
        *self.0.is_done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.changed.notify_all();
    }
}

/// Does work on a number of threads, on all cores if none is given, with Python's lock released.
/// Whatever the work gives after it was told to stop is thrown away.
///
/// # Errors
/// The exception that a handler of a signal raised.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(Stop) -> T + Send,
) -> PyResult<T> {
    let pool = threads::pool(threads)?;
    let (flag, done) = (Lent::new(), Done::default());
    let stop = Stop(flag.0);
    let (mut answer, mut raised) = (None, Ok(()));
    py.detach(|| {
        pool.in_place_scope(|scope| {
            let (answer, done) = (&mut answer, &done);
            scope.spawn(move |_| {
                let _set = SetAtTheEnd(done);
                *answer = Some(work(stop));
            });
            while !done.wait() && raised.is_ok() {
                raised = Python::attach(|py| py.check_signals());
            }
            if raised.is_err() {
                stop.0.store(true, Ordering::Relaxed);
            }
        });
    });
    raised?;
    Ok(answer.expect("the work is done"))
}
