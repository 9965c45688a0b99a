//! Two bodies ready to be asked, whatever the engine.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Asked, Models};
use closecall::{Cost, Pose};
use closecall_classic::query::{Checker, checker};
use closecall_flight::MeshOrModel;

use super::{Setup, SpaceBodies};

/// Two bodies and the memory their queries use.
pub enum EngineBodies {
    /// Two models, asked through the library's front door.
    Models(Models),
    /// The classic engine, configured.
    Classic(Box<dyn Checker>),
    /// An index of space, and a body that flies.
    Space(Box<SpaceBodies>),
}

impl EngineBodies {
    /// Builds what is not there yet, on all cores where the engine can.
    ///
    /// # Panics
    /// If an index of space cannot be built.
    #[must_use]
    pub fn new(setup: &Setup, a: MeshOrModel, b: MeshOrModel) -> Self {
        match setup {
            Setup::Wide => Self::Models(Models::new(a.into_model(), b.into_model()).unwrap()),
            Setup::Classic(options) => {
                Self::Classic(checker(Arc::new(a.into_mesh()), Arc::new(b.into_mesh()), options))
            }
            Setup::Space(kind) => {
                let [a, b] = [a, b].map(|body| Arc::new(body.into_mesh()));
                let bodies = SpaceBodies::new(*kind, a, b).unwrap_or_else(|why| panic!("{why}"));
                Self::Space(Box::new(bodies))
            }
        }
    }

    /// The same bodies for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        match self {
            Self::Models(models) => Self::Models(models.fork()),
            Self::Classic(checker) => Self::Classic(checker.fork()),
            Self::Space(bodies) => Self::Space(Box::new(bodies.fork())),
        }
    }
}

impl Asked for EngineBodies {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        match (self, cost) {
            (Self::Models(models), cost) => models.collides(a_from_b, cost),
            (Self::Classic(checker), None) => checker.first(a_from_b).is_some(),
            (Self::Classic(checker), Some(cost)) => checker.first_counted(a_from_b, cost).is_some(),
            (Self::Space(bodies), cost) => bodies.collides(a_from_b, cost),
        }
    }

    fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        mut visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        match (self, cost) {
            (Self::Models(models), cost) => models.visit(a_from_b, cost, visitor),
            (Self::Classic(checker), None) => checker.visit_contacts(a_from_b, &mut visitor),
            (Self::Classic(checker), Some(cost)) => {
                checker.visit_contacts_counted(a_from_b, cost, &mut visitor)
            }
            (Self::Space(bodies), cost) => bodies.visit(a_from_b, cost, visitor),
        }
    }
}
