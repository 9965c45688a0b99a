//! The depth of two solids in each other: the shortest translation that parts them.
//!
//! The translations of B after which the insides of the two overlap are an open set O, and the depth
//! is the distance from 0 to its complement. Each bound has its own proof.
//!
//! * **Upper.** A translation after which the exact test of solids says *apart* or *touching*
//!   (`slide` finds it). Anybody can repeat the test.
//! * **Lower.** Convex sets of translations that belong to O and together cover a ball around 0. Two
//!   kinds of set are known: a ball inside A and one inside B prove a ball of translations (`ball`);
//!   a triangle of A and one of B that cross prove the inside of their Minkowski difference
//!   (`prism`, `room`). `cell` divides the ball into cones, `prove` covers a cone from 0 outward, and
//!   `search` works on the cone that is covered least.
//!
//! Rounding: `rounding::depth`. The proofs in full: `docs/design/depth.md`.

mod ball;
mod cell;
mod hold;
mod memory;
mod pair;
mod patches;
mod penetration;
mod prism;
mod prove;
mod room;
mod scene;
mod search;
mod signed;
mod slide;

pub(crate) use ball::{Inner, inner_balls};
pub(crate) use memory::DepthMemory;
pub use patches::Patch;
pub use penetration::{ACCURACY, AlongError, Parting, Penetration};
pub(crate) use room::Rooms;
pub use signed::SignedDistance;
