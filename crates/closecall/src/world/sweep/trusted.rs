//! The mark of types that proofs may rest on.

/// A type that proofs may rest on: only crates of closecall say so of theirs, by `engine`.
pub trait Trusted {}
