//! Scenes and robots, as several commands read, draw and describe them.

mod args;
mod cell;
mod drawn;
mod left_out;
mod values;

pub use args::SceneArgs;
pub use drawn::{bodies, bodies_of, drawn_shapes};
pub use left_out::{LeftOut, NOTHING_CHECKED, hint};
pub use values::{Package, Padding, PairClearance};
