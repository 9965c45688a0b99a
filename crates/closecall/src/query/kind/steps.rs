//! The progress of a question about solids, and whether it goes on.

use crate::query::Watch;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Counts steps on all threads, and tells the watch of each: a step is a triangle that was looked
/// for others, a pair of triangles that touch, or a point whose place was found.
pub(crate) struct Steps<'w> {
    watch: &'w Watch<'w>,
    done: AtomicUsize,
    is_over: AtomicBool,
}

impl<'w> Steps<'w> {
    pub(crate) fn new(watch: &'w Watch<'w>) -> Self {
        Self { watch, done: AtomicUsize::new(0), is_over: AtomicBool::new(false) }
    }

    /// One more step; none if the question is broken off.
    pub(crate) fn step(&self) -> Option<()> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.is_over() || (self.watch)(done).is_break() {
            self.is_over.store(true, Ordering::Relaxed);
            return None;
        }
        Some(())
    }

    /// Was it broken off?
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}
