//! Two bodies that can be asked about poses, whatever the engine, with and without memory.

use std::ops::ControlFlow;

use closecall::{Cost, Pair, Pose};

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

/// The memory that is kept between queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The number of entries.
    pub entries: usize,
    /// The number of bytes of memory they hold, those in reserve included.
    pub bytes: usize,
}

impl Asked for Pair {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        counting(self, cost, |pair| pair.collides(a_from_b))
    }

    fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        counting(self, cost, |pair| pair.visit_contacts(a_from_b, visitor));
    }
}

/// Asks, and adds what it cost.
fn counting<T>(pair: &mut Pair, cost: Option<&mut Cost>, ask: impl FnOnce(&mut Pair) -> T) -> T {
    let counts = cost.is_some();
    if pair.asks().counts != counts {
        let mut asks = *pair.asks();
        asks.counts = counts;
        pair.set(asks);
    }
    let answer = ask(pair);
    cost.into_iter().for_each(|cost| *cost += pair.cost());
    answer
}

impl Remembers for Pair {
    fn reset(&mut self) {
        self.reset();
    }

    fn footprint(&self) -> Footprint {
        Footprint { entries: self.entries(), bytes: self.bytes() }
    }
}
