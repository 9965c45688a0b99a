//! A model that changes while others ask about it.
//!
//! A query *leases* the model for as long as it runs, and sees one state of it. Between queries nobody but the owner has it, so that it is changed in
//! place, however many watch. No lock is held while a query runs: whoever is told of a contact may change the model at once, and ask others. During a change one is, and
//! the change waits for nobody who could wait for it: `wide::dynamic` builds aside.

use super::model::Model;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// What a copy takes, for a triangle: so long a change waits for queries under way, and then makes one. So it never takes much more than twice the better
/// of both, and one that is made by the visitor of such a query, for whose end it would wait for ever, does not hang.
const COPY_OF_A_TRIANGLE: Duration = Duration::from_nanos(30);

/// Where the owner of a model that changes shows it to those who watch.
#[derive(Debug)]
pub(crate) struct Live(RwLock<State>);

#[derive(Debug)]
struct State {
    /// Nothing during a change, and after one that panicked: half a model is shown to nobody.
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

    /// Takes the model out of sight for a change that will succeed; who asks meanwhile waits until it is shown again.
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

/// What those are told who ask about half a model.
pub(crate) const HALF_CHANGED: &str = "a change of the model panicked and left it half changed";

/// A model out of sight.
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
    fn half_a_model_is_shown_to_nobody() {
        let model = Model::new(tetrahedron(1.0));
        let live = Live::new(&model, 0);
        live.withdraw().show(&model, 1);
        assert_eq!(live.lease().1, 1);
        let change = || {
            let _withdrawn = live.withdraw();
            panic!("in the middle of a change");
        };
        assert!(catch_unwind(AssertUnwindSafe(change)).is_err());
        let messages = [catch_unwind(AssertUnwindSafe(|| drop(live.lease()))), catch_unwind(|| drop(live.withdraw()))];
        for message in messages {
            assert_eq!(message.unwrap_err().downcast_ref::<String>().map(String::as_str), Some(HALF_CHANGED));
        }
    }
}
