//! Scenes and robots, as several commands read, draw and describe them.

mod args;
mod cell;
mod drawn;
mod left_out;
mod pairs_page;
mod touching;
mod values;

pub use args::SceneArgs;
pub use drawn::{bodies, bodies_of, drawn_shapes, unit};
pub use left_out::{LeftOut, NOTHING_CHECKED, hint};
pub use pairs_page::pairs_table;
pub use touching::{TouchingPair, TouchingPairs, Wanted, touching, touching_within};
pub use values::{Package, Padding, PairClearance};
