//! Two bodies ready to be asked, whatever the engine.

use std::ops::ControlFlow;
use std::sync::Arc;

use closecall::query::{Checker, checker};
use closecall::{Cost, Model, Pose, Scratch, Uncounted};

use super::{Body, Setup};

/// Two bodies and the memory their queries use.
pub enum Bodies {
    /// Two models, asked through the library's front door.
    Models {
        /// The body that stands still.
        a: Model,
        /// The body that is posed.
        b: Model,
        /// What one query leaves for the next to use again.
        scratch: Box<Scratch>,
    },
    /// The classic engine, configured.
    Classic(Box<dyn Checker>),
}

impl Bodies {
    /// Builds what is not there yet, on all cores where the engine can.
    #[must_use]
    pub fn new(setup: &Setup, a: Body, b: Body) -> Self {
        match setup {
            Setup::Wide => Self::of_models(a.into_model(), b.into_model()),
            Setup::Classic(options) => {
                Self::Classic(checker(Arc::new(a.into_mesh()), Arc::new(b.into_mesh()), options))
            }
        }
    }

    /// Two models.
    #[must_use]
    pub fn of_models(a: Model, b: Model) -> Self {
        Self::Models { a, b, scratch: Box::default() }
    }

    /// The same bodies for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        match self {
            Self::Models { a, b, .. } => Self::of_models(a.clone(), b.clone()),
            Self::Classic(checker) => Self::Classic(checker.fork()),
        }
    }

    /// Do they touch?
    pub fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        let contact = match (self, cost) {
            (Self::Models { a, b, scratch }, None) => a.first_contact(b, a_from_b, scratch, &mut Uncounted),
            (Self::Models { a, b, scratch }, Some(cost)) => a.first_contact(b, a_from_b, scratch, cost),
            (Self::Classic(checker), None) => checker.first(a_from_b),
            (Self::Classic(checker), Some(cost)) => checker.first_counted(a_from_b, cost),
        };
        contact.is_some()
    }

    /// Tells `visitor` of every touching pair until it breaks off.
    pub fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        mut visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        match (self, cost) {
            (Self::Models { a, b, scratch }, None) => {
                a.visit_contacts(b, a_from_b, scratch, &mut Uncounted, visitor);
            }
            (Self::Models { a, b, scratch }, Some(cost)) => a.visit_contacts(b, a_from_b, scratch, cost, visitor),
            (Self::Classic(checker), None) => checker.visit_contacts(a_from_b, &mut visitor),
            (Self::Classic(checker), Some(cost)) => checker.visit_contacts_counted(a_from_b, cost, &mut visitor),
        }
    }
}
