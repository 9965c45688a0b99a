//! Two bodies ready to be asked, whatever the engine.

use std::ops::ControlFlow;
use std::sync::Arc;

use closecall::{Cost, Pose};
use closecall_classic::query::{Checker, checker};
use closecall_flight::{Asked, MeshOrModel, Models};

use super::Setup;

/// Two bodies and the memory their queries use.
pub enum Bodies {
    /// Two models, asked through the library's front door.
    Models(Models),
    /// The classic engine, configured.
    Classic(Box<dyn Checker>),
}

impl Bodies {
    /// Builds what is not there yet, on all cores where the engine can.
    #[must_use]
    pub fn new(setup: &Setup, a: MeshOrModel, b: MeshOrModel) -> Self {
        match setup {
            Setup::Wide => Self::Models(Models::new(a.into_model(), b.into_model())),
            Setup::Classic(options) => {
                Self::Classic(checker(Arc::new(a.into_mesh()), Arc::new(b.into_mesh()), options))
            }
        }
    }

    /// The same bodies for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        match self {
            Self::Models(models) => Self::Models(models.fork()),
            Self::Classic(checker) => Self::Classic(checker.fork()),
        }
    }
}

impl Asked for Bodies {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        match (self, cost) {
            (Self::Models(models), cost) => models.collides(a_from_b, cost),
            (Self::Classic(checker), None) => checker.first(a_from_b).is_some(),
            (Self::Classic(checker), Some(cost)) => checker.first_counted(a_from_b, cost).is_some(),
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
        }
    }
}
