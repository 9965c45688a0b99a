//! Which engine answers: the flags that choose it, and two bodies ready to be asked.

mod bodies;
mod flags;

pub use bodies::Bodies;
pub use flags::{EngineArgs, Warm};

use closecall::query::Options;
use serde_json::Value;

/// An engine and how it builds its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The fast engine behind `Model`, as the library builds it when it is not told otherwise.
    Wide,
    /// The classic engine, configured.
    Classic(Options),
}

impl Setup {
    /// As the flags would say it: pairs of flag and value.
    pub fn named(&self) -> Vec<(&'static str, Value)> {
        match self {
            Self::Wide => vec![("engine", "wide".into())],
            Self::Classic(options) => {
                std::iter::once(("engine", "classic".into())).chain(flags::named(options)).collect()
            }
        }
    }
}
