//! Pairs of bodies that an answer leaves out.

use schemars::JsonSchema;
use serde::Serialize;

/// The pairs of bodies that were looked at, and those that were not.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NotLookedAtAnswer {
    /// The number of pairs that were looked at.
    pub pairs_looked_at: u64,
    /// The number of pairs that were not.
    pub pairs_not_looked_at: u64,
    /// The pairs that were not looked at, with the reason.
    pub not_looked_at: Vec<LeftOutAnswer>,
}

/// Two bodies that are not looked at together.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LeftOutAnswer {
    /// The first body.
    pub a: String,
    /// The second.
    pub b: String,
    /// Why.
    pub why: &'static str,
}
