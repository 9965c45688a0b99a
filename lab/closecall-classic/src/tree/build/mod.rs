//! Ways to build a tree.

pub mod bottom_up;
mod grow;
mod hierarchy;
pub mod insertion;
pub mod oscillating;
pub mod skinny;
pub mod tau;
pub mod top_down;

pub use bottom_up::{bottom_up, bottom_up_merged};
pub use insertion::insertion;
pub use oscillating::{Oscillating, Swing};
pub use tau::{Role, early_tau, paper_tau};
pub use top_down::top_down;
