//! The engine of the papers: binary trees of any bounding volume, built by any rule, walked pair by
//! pair.
//!
//! It is the reference and the subject of the laboratory. The library `closecall` does not use it;
//! it answers the same, and tests hold it to that. Read the modules from top to bottom: each uses
//! only those above it.

#[cfg(feature = "engines")]
mod names;
mod rounding;
pub mod volume;
pub mod tree;
pub mod walk;
pub mod coherence;
#[cfg(feature = "engines")]
pub mod query;
#[cfg(feature = "engines")]
pub mod broad;
