//! Two models, asked through the library's front door.

use std::ops::ControlFlow;

use closecall::geom::Clearance;
use closecall::{Cost, Model, Pair, Pose, Scratch, Uncounted};

use super::Asked;

/// Two models and the memory that one query leaves for the next to use again.
#[derive(Debug)]
pub struct Models {
    a: Model,
    b: Model,
    clearance: Clearance,
    scratch: Box<Scratch>,
}

impl Models {
    /// The body that stands still, and the one that is posed.
    #[must_use]
    pub fn new(a: Model, b: Model) -> Self {
        Self { a, b, clearance: Clearance::NONE, scratch: Box::default() }
    }

    /// With a clearance: what is no further apart counts as touching.
    #[must_use]
    pub fn within(self, clearance: Clearance) -> Self {
        Self { clearance, ..self }
    }

    /// The same bodies for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self::new(self.a.clone(), self.b.clone()).within(self.clearance)
    }

    /// The same bodies with a memory.
    #[must_use]
    pub fn pair(&self) -> Pair {
        let mut pair = Pair::new(&self.a, &self.b);
        pair.set_clearance(self.clearance);
        pair
    }
}

impl Asked for Models {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        let &mut Self { ref a, ref b, clearance, ref mut scratch } = self;
        match cost {
            None => a.first_contact_within(b, a_from_b, clearance, scratch, &mut Uncounted).is_some(),
            Some(cost) => a.first_contact_within(b, a_from_b, clearance, scratch, cost).is_some(),
        }
    }

    fn visit(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>, visitor: impl FnMut(u32, u32) -> ControlFlow<()>) {
        let &mut Self { ref a, ref b, clearance, ref mut scratch } = self;
        match cost {
            None => a.visit_contacts_within(b, a_from_b, clearance, scratch, &mut Uncounted, visitor),
            Some(cost) => a.visit_contacts_within(b, a_from_b, clearance, scratch, cost, visitor),
        }
    }
}
