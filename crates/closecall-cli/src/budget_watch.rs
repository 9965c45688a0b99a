//! Long work: how far it is, and whether its budget allows more.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use closecall::Budget;
use closecall_flight::numbers::counted;

use crate::console;
use crate::progress::ProgressBar;

/// Work in steps, with a bar, that ends with a budget.
#[derive(Debug)]
pub struct BudgetWatch {
    bar: ProgressBar,
    budget: Budget,
    start: Instant,
}

impl BudgetWatch {
    /// Begins to count, for about this many steps.
    pub fn new(what: &str, steps: usize, budget: Budget) -> Self {
        Self { bar: console::progress(what, steps), budget, start: Instant::now() }
    }

    /// Counts steps that are done, and breaks off when the budget is spent.
    pub fn at(&self, steps: usize) -> ControlFlow<()> {
        self.bar.set_position(steps as u64);
        self.allows(steps)
    }

    /// Does the budget allow more than this many steps?
    pub fn allows(&self, steps: usize) -> ControlFlow<()> {
        let in_time = self.budget.time_allowed().is_none_or(|time| self.start.elapsed() < time);
        let in_tests = self.budget.tests_allowed().is_none_or(|tests| (steps as u64) < tests);
        if in_time && in_tests { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The time that is left.
    pub fn left(&self) -> Budget {
        self.budget.less(self.start.elapsed())
    }

    /// Adds steps that are done.
    pub fn inc(&self, steps: u64) {
        self.bar.inc(steps);
    }
}

/// Work that does not say how far it is: its line says what is done and for how long. The line goes
/// when this is dropped.
#[derive(Debug)]
pub struct Working {
    is_over: Arc<AtomicBool>,
    clock: Option<JoinHandle<()>>,
}

/// So often the line is drawn anew.
const TICK: Duration = Duration::from_millis(100);

impl Working {
    /// Begins; about this many seconds are expected, if that is known.
    pub fn new(what: &str, seconds: Option<f64>) -> Self {
        let bar = console::clock(what, seconds);
        let is_over = Arc::new(AtomicBool::new(false));
        let clock = bar.map(|bar| {
            let is_over = Arc::clone(&is_over);
            std::thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    std::thread::park_timeout(TICK);
                    bar.tick();
                }
            })
        });
        Self { is_over, clock }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(clock) = self.clock.take() {
            clock.thread().unpark();
            // A line that cannot be cleared is no loss.
            _ = clock.join();
        }
    }
}

/// The time to build the tree of a triangle on one thread, in seconds, on a machine of 2024.
const BUILDING: f64 = 1.2e-6;

/// Says on a terminal that trees are being built, of this many triangles in all.
pub fn building(triangles: usize) -> Working {
    let what = format!("building trees of {}", counted(triangles as u64, "triangle"));
    let seconds = BUILDING * triangles as f64 / rayon::current_num_threads() as f64;
    Working::new(&what, Some(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_by_steps_or_by_the_clock() {
        let watch = |budget| BudgetWatch::new("checking", 10, budget);
        assert!(watch(Budget::ENDLESS).at(1 << 40).is_continue());
        let tests = watch(Budget::tests(5));
        assert!(tests.at(4).is_continue() && tests.at(5).is_break());
        assert!(watch(Budget::time(Duration::ZERO)).at(0).is_break());
        assert!(watch(Budget::time(Duration::from_secs(3600))).at(99).is_continue());
        drop(Working::new("building", None));
    }
}
