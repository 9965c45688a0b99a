//! Do two triangles share a point? Decided exactly: filtered floating point first, exact arithmetic where it cannot tell.
//!
//! The triangles are closed sets, so touching counts, and a triangle without area is the segment or point it is.
//! Corners must lie in the range of [`crate::geom::range`]; then nothing here overflows, underflows or rounds unseen.
//!
//! Read in this order: [`orient3d`] (the exact sign everything rests on), `filter` (the same sign, fast, with a bound on its
//! error), `across` (two planes that cross), `flat` (what lies in one plane, or has no area), and the questions: [`meet()`],
//! [`classify()`], [`shared()`]. With a tolerance: `nearest` (a good guess, in floating point), `features` (the exact
//! answer), and [`within()`]. How far: [`distance()`].

mod across;
mod arrangement;
mod classify;
mod construct;
mod distance;
mod expansion;
mod features;
mod filter;
mod flat;
pub(crate) mod integer;
mod meet;
mod nearest;
mod orient;
mod plane2d;
mod shape;
mod shared;
mod within;

pub use classify::{Class, classify};
pub use construct::unit_normal;
pub use distance::{TriangleDistance, distance, distance_up_to};
pub use meet::{Verdict, meet};
pub use orient::{collinear, orient3d};
pub use shared::{Polygon, Shared, shared};
pub use within::within;
