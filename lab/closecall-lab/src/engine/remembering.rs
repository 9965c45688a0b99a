//! Two bodies that remember what the last query learned, whatever the engine.

use std::fmt;
use std::ops::ControlFlow;

use super::{Asked, Footprint, Remembers};
use closecall::{Cost, Pair, Pose};
use closecall_classic::coherence::{Policy, Updating};
use closecall_classic::query::{self, Strategy};

use super::{EngineBodies, Setup};

/// The memory that a query may have of the one before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Memory {
    /// Li and Chen's separation list, in the classic engine.
    List(Updating),
    /// Klosowski's front of the flying root, in the classic engine.
    Klosowski,
    /// Tropp's front with the paper's parameters, in the classic engine.
    Tropp,
    /// Tropp's front with these parameters, in the classic engine.
    TroppWith(Policy),
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
            Self::Tropp | Self::TroppWith(_) => "tropp",
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

/// Two bodies with a memory.
pub enum RememberingBodies {
    /// Two models, in the wide engine.
    Pair(Box<Pair>),
    /// The classic engine, configured.
    Classic(Box<dyn query::Remembering>),
}

impl EngineBodies {
    /// The same bodies with a memory; `None` if their engine does not have it.
    #[must_use]
    pub fn remembering(&self, setup: &Setup, memory: Memory) -> Option<RememberingBodies> {
        match (self, setup, memory) {
            (Self::Models(models), _, Memory::Pair) => {
                Some(RememberingBodies::Pair(Box::new(models.pair())))
            }
            (Self::Classic(checker), Setup::Classic(options), _) => {
                let strategy = match memory {
                    Memory::List(updating) => Strategy::List(updating),
                    Memory::Klosowski => Strategy::Klosowski,
                    Memory::Tropp => Strategy::tropp(options.volume),
                    Memory::TroppWith(policy) => Strategy::Tropp(policy),
                    Memory::Pair => return None,
                };
                Some(RememberingBodies::Classic(checker.remembering(strategy)))
            }
            _ => None,
        }
    }
}

impl RememberingBodies {
    /// The classic engine, if it is that which remembers.
    #[must_use]
    pub fn classic(&self) -> Option<&dyn query::Remembering> {
        match self {
            Self::Pair(_) => None,
            Self::Classic(checker) => Some(&**checker),
        }
    }
}

impl Remembers for RememberingBodies {
    fn reset(&mut self) {
        match self {
            Self::Pair(pair) => pair.reset(),
            Self::Classic(checker) => checker.reset(),
        }
    }

    fn footprint(&self) -> Footprint {
        match self {
            Self::Pair(pair) => Remembers::footprint(&**pair),
            Self::Classic(checker) => {
                let kept = checker.footprint();
                Footprint { entries: kept.entries, bytes: kept.bytes }
            }
        }
    }
}

impl Asked for RememberingBodies {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        match (self, cost) {
            (Self::Pair(pair), cost) => Asked::collides(&mut **pair, a_from_b, cost),
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
            (Self::Pair(pair), cost) => Asked::visit(&mut **pair, a_from_b, cost, visitor),
            (Self::Classic(checker), None) => checker.visit_contacts(a_from_b, &mut visitor),
            (Self::Classic(checker), Some(cost)) => {
                checker.visit_contacts_counted(a_from_b, cost, &mut visitor)
            }
        }
    }
}
