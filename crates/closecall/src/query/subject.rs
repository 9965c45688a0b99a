//! What a pair asks about: a model that stays as it is, or one that changes.

use super::live::Live;
use super::model::Model;
use std::ops::Deref;
use std::sync::Arc;

/// One side of a [`super::Pair`]: made of a `&Model`, which stays as it is, or of a `&world::DynamicModel`, every change of which the
/// next query sees.
#[derive(Clone, Debug)]
pub struct Subject(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Still(Model),
    Live { live: Arc<Live>, seen: u64 },
}

impl From<&Model> for Subject {
    fn from(model: &Model) -> Self {
        Self(Kind::Still(model.clone()))
    }
}

impl Subject {
    pub(crate) fn watching(live: &Arc<Live>) -> Self {
        let (_, seen) = live.lease();
        Self(Kind::Live { live: Arc::clone(live), seen })
    }

    /// The model for one query; `forget` is called if it has changed since the last.
    pub(super) fn now(&mut self, forget: impl FnOnce()) -> Now<'_> {
        match &mut self.0 {
            Kind::Still(model) => Now::Still(model),
            Kind::Live { live, seen } => {
                let (model, generation) = live.lease();
                if std::mem::replace(seen, generation) != generation {
                    forget();
                }
                Now::Leased(model)
            }
        }
    }
}

/// A model as it is now.
pub(super) enum Now<'s> {
    Still(&'s Model),
    Leased(Arc<Model>),
}

impl Deref for Now<'_> {
    type Target = Model;

    fn deref(&self) -> &Model {
        match self {
            Self::Still(model) => model,
            Self::Leased(model) => model,
        }
    }
}
