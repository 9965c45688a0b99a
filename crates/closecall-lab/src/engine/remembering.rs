//! Two bodies that remember what the last query learned, whatever the engine.

use std::fmt;
use std::ops::ControlFlow;

use closecall::coherence::{Footprint, Updating};
use closecall::query::{self, Strategy};
use closecall::{Cost, Pair, Pose, Uncounted};

use super::{Bodies, Setup};

/// What a query may remember of the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Li and Chen's separation list, in the classic engine.
    List(Updating),
    /// Klosowski's front of the flying root, in the classic engine.
    Klosowski,
    /// Tropp's front with the paper's parameters, in the classic engine.
    Tropp,
    /// The library's `Pair`, in the wide engine.
    Pair,
}

impl Memory {
    /// The engine it belongs to.
    #[must_use]
    pub fn engine(self) -> &'static str {
        if self == Self::Pair { "wide" } else { "classic" }
    }

    /// Its name, without what it is told.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::List(_) => "list",
            Self::Klosowski => "klosowski",
            Self::Tropp => "tropp",
            Self::Pair => "pair",
        }
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(updating) => write!(f, "list {updating}"),
            other => f.write_str(other.name()),
        }
    }
}

/// Whoever can be asked about poses.
pub trait Asked {
    /// Do the bodies touch?
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool;

    /// Tells `visitor` of every touching pair until it breaks off.
    fn visit(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>, visitor: impl FnMut(u32, u32) -> ControlFlow<()>);
}

impl Asked for Bodies {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        self.collides(a_from_b, cost)
    }

    fn visit(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>, visitor: impl FnMut(u32, u32) -> ControlFlow<()>) {
        self.visit(a_from_b, cost, visitor);
    }
}

/// Two bodies with a memory.
pub enum Remembering {
    /// Two models, in the wide engine.
    Pair(Box<Pair>),
    /// The classic engine, configured.
    Classic(Box<dyn query::Remembering>),
}

impl Bodies {
    /// The same bodies with a memory; `None` if their engine does not have it.
    #[must_use]
    pub fn remembering(&self, setup: &Setup, memory: Memory) -> Option<Remembering> {
        match (self, setup, memory) {
            (Self::Models { a, b, .. }, _, Memory::Pair) => Some(Remembering::Pair(Box::new(Pair::new(a, b)))),
            (Self::Classic(checker), Setup::Classic(options), _) => {
                let strategy = match memory {
                    Memory::List(updating) => Strategy::List(updating),
                    Memory::Klosowski => Strategy::Klosowski,
                    Memory::Tropp => Strategy::tropp(options.volume),
                    Memory::Pair => return None,
                };
                Some(Remembering::Classic(checker.remembering(strategy)))
            }
            _ => None,
        }
    }
}

impl Remembering {
    /// Forgets what it learned.
    pub fn reset(&mut self) {
        match self {
            Self::Pair(pair) => pair.reset(),
            Self::Classic(checker) => checker.reset(),
        }
    }

    /// The classic engine, if it is that which remembers.
    #[must_use]
    pub fn classic(&self) -> Option<&dyn query::Remembering> {
        match self {
            Self::Pair(_) => None,
            Self::Classic(checker) => Some(&**checker),
        }
    }

    /// What it remembers takes.
    #[must_use]
    pub fn footprint(&self) -> Footprint {
        match self {
            Self::Pair(pair) => Footprint { entries: pair.entries(), bytes: pair.bytes() },
            Self::Classic(checker) => checker.footprint(),
        }
    }
}

impl Asked for Remembering {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        let contact = match (self, cost) {
            (Self::Pair(pair), None) => pair.first_contact(a_from_b, &mut Uncounted),
            (Self::Pair(pair), Some(cost)) => pair.first_contact(a_from_b, cost),
            (Self::Classic(checker), None) => checker.first(a_from_b),
            (Self::Classic(checker), Some(cost)) => checker.first_counted(a_from_b, cost),
        };
        contact.is_some()
    }

    fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        mut visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        match (self, cost) {
            (Self::Pair(pair), None) => pair.visit_contacts(a_from_b, &mut Uncounted, visitor),
            (Self::Pair(pair), Some(cost)) => pair.visit_contacts(a_from_b, cost, visitor),
            (Self::Classic(checker), None) => checker.visit_contacts(a_from_b, &mut visitor),
            (Self::Classic(checker), Some(cost)) => checker.visit_contacts_counted(a_from_b, cost, &mut visitor),
        }
    }
}
