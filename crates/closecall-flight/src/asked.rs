//! Two bodies that can be asked about poses, whatever the engine, with and without memory.

use std::ops::ControlFlow;

use closecall::{Cost, Pair, Pose, Uncounted};

/// Two bodies that can be asked about poses.
pub trait Asked {
    /// Do the bodies touch?
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool;

    /// Tells `visitor` of every touching pair until it breaks off.
    fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    );
}

/// Two bodies that remember what the last query learned.
pub trait Remembers: Asked {
    /// Forgets it.
    fn reset(&mut self);

    /// How much it is.
    fn footprint(&self) -> Footprint;
}

/// What is kept between queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// How many entries.
    pub entries: usize,
    /// How many bytes of memory they hold, those in reserve included.
    pub bytes: usize,
}

impl Asked for Pair {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        match cost {
            None => self.first_contact(a_from_b, &mut Uncounted).is_some(),
            Some(cost) => self.first_contact(a_from_b, cost).is_some(),
        }
    }

    fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        match cost {
            None => self.visit_contacts(a_from_b, &mut Uncounted, visitor),
            Some(cost) => self.visit_contacts(a_from_b, cost, visitor),
        }
    }
}

impl Remembers for Pair {
    fn reset(&mut self) {
        self.reset();
    }

    fn footprint(&self) -> Footprint {
        Footprint { entries: self.entries(), bytes: self.bytes() }
    }
}
