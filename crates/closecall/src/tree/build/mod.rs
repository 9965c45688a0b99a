//! Ways to build a tree.

pub mod top_down;

pub use top_down::top_down;
