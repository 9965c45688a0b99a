//! Any engine in any configuration: a name for it, two bodies ready to be asked, and what they took
//! to build.

mod asked;
mod bodies;
mod build;
mod models;
mod price;
mod remembering;
mod space;

pub use asked::{Asked, Footprint, Remembers};
pub use bodies::EngineBodies;
pub use build::{BuiltEngine, build, build_here};
pub use models::Models;
pub use price::{Built, HeapWatch, Lap, Price, build_models};
pub use remembering::{Memory, RememberingBodies};
pub use space::{IndexError, IndexKind, SpaceBodies};

use std::fmt;

use closecall::geom::Clearance;
use closecall_classic::query::Options;
use closecall_classic::query::configure::Rule;

/// An engine and how it builds its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The fast engine behind `Model`, as the library builds it when it is not told otherwise.
    Wide,
    /// The classic engine, configured.
    Classic(Options),
    /// An index of space around the environment; the object has no tree.
    Space(IndexKind),
}

impl Setup {
    /// The engine's name.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Classic(_) => "classic",
            Self::Space(kind) => kind.name(),
        }
    }

    /// How close counts as touching.
    #[must_use]
    pub fn clearance(&self) -> Clearance {
        match self {
            Self::Wide | Self::Space(_) => Clearance::NONE,
            Self::Classic(options) => options.clearance,
        }
    }

    /// The names of volume, rule and split, as far as the engine has the choice; a rule that finds
    /// its own place has no split.
    #[must_use]
    pub fn tree_names(&self) -> [Option<String>; 3] {
        match self {
            Self::Wide | Self::Space(_) => [const { None }; 3],
            Self::Classic(Options { volume, rule, split_at, .. }) => {
                let split = (*rule != Rule::Sah).then(|| split_at.to_string());
                [Some(volume.to_string()), Some(rule.to_string()), split]
            }
        }
    }
}

impl fmt::Display for Setup {
    /// The engine and the names of its trees.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.engine())?;
        self.tree_names().iter().flatten().try_for_each(|name| write!(f, " {name}"))
    }
}
