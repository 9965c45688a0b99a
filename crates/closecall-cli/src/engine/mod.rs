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
    /// What the library does when it is not told otherwise.
    Default,
    /// The classic engine, configured.
    Classic(Options),
}

impl Setup {
    /// As the flags would say it: pairs of flag and value.
    pub fn named(&self) -> Vec<(&'static str, Value)> {
        let engine = [("engine", "classic".into())];
        match self {
            Self::Default => engine.to_vec(),
            Self::Classic(options) => engine.into_iter().chain(flags::named(options)).collect(),
        }
    }
}
