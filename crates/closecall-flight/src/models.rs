//! Two models, asked through the library's front door.

use std::ops::ControlFlow;

use closecall::{Cost, Model, Pair, Pose, Scratch, Uncounted};

use super::Asked;

/// Two models and the memory that one query leaves for the next to use again.
#[derive(Debug)]
pub struct Models {
    a: Model,
    b: Model,
    scratch: Box<Scratch>,
}

impl Models {
    /// The body that stands still, and the one that is posed.
    #[must_use]
    pub fn new(a: Model, b: Model) -> Self {
        Self { a, b, scratch: Box::default() }
    }

    /// The same bodies for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self::new(self.a.clone(), self.b.clone())
    }

    /// The same bodies with a memory.
    #[must_use]
    pub fn pair(&self) -> Pair {
        Pair::new(&self.a, &self.b)
    }
}

impl Asked for Models {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        let Self { a, b, scratch } = self;
        match cost {
            None => a.first_contact(b, a_from_b, scratch, &mut Uncounted).is_some(),
            Some(cost) => a.first_contact(b, a_from_b, scratch, cost).is_some(),
        }
    }

    fn visit(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>, visitor: impl FnMut(u32, u32) -> ControlFlow<()>) {
        let Self { a, b, scratch } = self;
        match cost {
            None => a.visit_contacts(b, a_from_b, scratch, &mut Uncounted, visitor),
            Some(cost) => a.visit_contacts(b, a_from_b, scratch, cost, visitor),
        }
    }
}
