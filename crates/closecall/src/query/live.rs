//! A model that changes while others ask about it.
//!
//! A query *leases* the model for as long as it runs, and sees one state of it. Between queries
//! only the owner has the model, so it is changed in place, however many pairs watch it. No lock is
//! held while a query runs: its visitor may change the model at once, and ask others. During a
//! change a lock is held. The change never waits for a thread that could wait for the change:
//! `wide::dynamic` builds on threads of its own.

use super::model::Model;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// The time that a copy takes per triangle. A change waits that long for queries that are running,
/// and then copies. So it never takes much more than twice the better of both. And a change that is
/// made by the visitor of such a query, which cannot end before the change does, does not hang.
const COPY_OF_A_TRIANGLE: Duration = Duration::from_nanos(30);

/// The place at which the owner of a changing model shows it to its readers.
#[derive(Debug)]
pub(crate) struct Live(RwLock<State>);

#[derive(Debug)]
struct State {
    /// None during a change, and after one that panicked: a half changed model is not shown.
    model: Option<Arc<Model>>,
    generation: u64,
}

impl Live {
    pub(crate) fn new(model: &Model, generation: u64) -> Self {
        Self(RwLock::new(State { model: Some(Arc::new(model.clone())), generation }))
    }

    /// The model as it is now, for one query, and how often it had changed.
    ///
    /// # Panics
    /// If a change panicked.
    pub(super) fn lease(&self) -> (Arc<Model>, u64) {
        let state = self.0.read().unwrap_or_else(PoisonError::into_inner);
        (Arc::clone(state.model.as_ref().expect(HALF_CHANGED)), state.generation)
    }

    /// Withdraws the model for a change that will succeed; queries wait until it is shown again.
    ///
    /// # Panics
    /// If an earlier change panicked.
    pub(crate) fn withdraw(&self) -> Withdrawn<'_> {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let model = state.model.take().expect(HALF_CHANGED);
        if Arc::strong_count(&model) > 1 {
            let triangles = u32::try_from(model.mesh().triangle_count()).unwrap_or(u32::MAX);
            let until = Instant::now() + COPY_OF_A_TRIANGLE * triangles;
            while Arc::strong_count(&model) > 1 && Instant::now() < until {
                std::thread::yield_now();
            }
        }
        Withdrawn(state)
    }
}

/// The panic of questions about a half changed model.
pub(crate) const HALF_CHANGED: &str = "a change of the model panicked and left it half changed";

/// A model that is withdrawn.
pub(crate) struct Withdrawn<'l>(RwLockWriteGuard<'l, State>);

impl Withdrawn<'_> {
    /// Shows it again.
    pub(crate) fn show(mut self, model: &Model, generation: u64) {
        *self.0 = State { model: Some(Arc::new(model.clone())), generation };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::tetrahedron;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_half_changed_model_is_not_shown() {
        let model = Model::new(tetrahedron(1.0));
        let live = Live::new(&model, 0);
        live.withdraw().show(&model, 1);
        assert_eq!(live.lease().1, 1);
        let change = || {
            let _withdrawn = live.withdraw();
            panic!("in the middle of a change");
        };
        assert!(catch_unwind(AssertUnwindSafe(change)).is_err());
        let messages = [
            catch_unwind(AssertUnwindSafe(|| drop(live.lease()))),
            catch_unwind(|| drop(live.withdraw())),
        ];
        for message in messages {
            assert_eq!(
                message.unwrap_err().downcast_ref::<String>().map(String::as_str),
                Some(HALF_CHANGED)
            );
        }
    }
}
