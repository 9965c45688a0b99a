//! One side of a pair: a model that stays as it is, a solid, or a model that changes.

use super::live::Live;
use super::model::Model;
use super::solid::{self, Filled, Solid};
use crate::geom::Pose;
use crate::mesh::OpenMesh;
use std::ops::Deref;
use std::sync::Arc;

/// One side of a [`super::Pair`]: made of a `&Model`, which stays as it is; of a `&Solid`, of which
/// what lies inside counts; or of a `&world::DynamicModel`, every change of which the next query
/// sees.
#[derive(Clone, Debug)]
pub struct Subject(SubjectKind);

#[derive(Clone, Debug)]
enum SubjectKind {
    Still(Model),
    Solid(Solid),
    Live { live: Arc<Live>, seen: u64 },
}

impl From<&Model> for Subject {
    fn from(model: &Model) -> Self {
        Self(SubjectKind::Still(model.clone()))
    }
}

impl From<&Solid> for Subject {
    fn from(solid: &Solid) -> Self {
        Self(SubjectKind::Solid(solid.clone()))
    }
}

impl Subject {
    pub(crate) fn watching(live: &Arc<Live>) -> Self {
        let (_, seen) = live.lease();
        Self(SubjectKind::Live { live: Arc::clone(live), seen })
    }

    /// Two models for one query; `forget` is called if one of them has changed since the last.
    ///
    /// A model that is both sides is leased once: the query sees one state of it.
    pub(super) fn now<'s>(
        a: &'s mut Self,
        b: &'s mut Self,
        mut forget: impl FnMut(),
    ) -> (ModelNow<'s>, ModelNow<'s>) {
        match (&mut a.0, &mut b.0) {
            (
                SubjectKind::Live { live, seen },
                SubjectKind::Live { live: other, seen: other_seen },
            ) if Arc::ptr_eq(live, other) => {
                let (model, generation) = live.lease();
                if [seen, other_seen].map(|seen| std::mem::replace(seen, generation))
                    != [generation; 2]
                {
                    forget();
                }
                (ModelNow::Leased(Arc::clone(&model)), ModelNow::Leased(model))
            }
            (a, b) => (a.now(&mut forget), b.now(&mut forget)),
        }
    }
}

impl SubjectKind {
    fn now(&mut self, forget: &mut impl FnMut()) -> ModelNow<'_> {
        match self {
            Self::Still(model) => ModelNow::Still(model),
            Self::Solid(solid) => ModelNow::Solid(solid),
            Self::Live { live, seen } => {
                let (model, generation) = live.lease();
                if std::mem::replace(seen, generation) != generation {
                    forget();
                }
                ModelNow::Leased(model)
            }
        }
    }
}

/// A model as it is now.
pub(super) enum ModelNow<'s> {
    Still(&'s Model),
    Solid(&'s Solid),
    Leased(Arc<Model>),
}

impl Deref for ModelNow<'_> {
    type Target = Model;

    fn deref(&self) -> &Model {
        match self {
            Self::Still(model) => model,
            Self::Solid(solid) => solid.model(),
            Self::Leased(model) => model,
        }
    }
}

impl ModelNow<'_> {
    /// The solid that it is, or that its mesh encloses.
    pub(super) fn to_solid(&self) -> Result<Solid, OpenMesh> {
        self.filled().1.map_or_else(|| Model::solid(self), |solid| Ok(solid.clone()))
    }

    /// Its surface, and the solid if it is one.
    #[inline]
    pub(super) fn filled(&self) -> Filled<'_> {
        match self {
            Self::Solid(solid) => (solid.model(), Some(solid)),
            Self::Still(_) | Self::Leased(_) => (self, None),
        }
    }
}

/// Of bodies whose surfaces share no point: does one lie inside the other, a solid?
pub(super) fn one_is_inside(a: &ModelNow, b: &ModelNow, a_from_b: &Pose) -> bool {
    solid::one_is_inside([a.filled(), b.filled()], a_from_b)
}
