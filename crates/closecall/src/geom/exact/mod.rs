//! Do two triangles share a point? Decided exactly: filtered floating point first, exact arithmetic
//! where it cannot tell.
//!
//! The triangles are closed sets, so touching counts, and a triangle without area is the segment or
//! point it is. Corners must lie in the range of [`crate::geom::range`]; then nothing here
//! overflows, underflows or rounds unseen.
//!
//! Read in this order: [`orient3d`] (the exact sign everything rests on), `filter` (the same sign,
//! fast, with a bound on its error), `across` (two planes that cross), `flat` (what lies in one
//! plane, or has no area), and the questions: [`meet()`], [`classify()`], [`shared()`]. With a
//! tolerance: `nearest` (a good guess, in floating point), `features` (the exact answer), and
//! [`within()`]. How far: [`distance()`]. With a ray: `line` (on which side it passes),
//! [`pierce()`] and [`cross()`]. Numbers that are roots of polynomials: `polynomial` and `root`.

mod across;
mod arrangement;
mod beyond;
mod classify;
mod construct;
mod crossing;
pub(crate) mod distance;
mod expansion;
pub(crate) mod features;
mod filter;
mod flat;
mod fraction;
pub(crate) mod germ;
pub(crate) mod integer;
mod line;
mod meet;
mod near;
pub(crate) mod nearest;
mod orient;
mod pierce;
mod plane2d;
pub(crate) mod polynomial;
pub(crate) mod root;
mod shape;
mod shared;
mod within;

pub use beyond::meet_beyond;
pub use classify::{Class, classify};
pub use construct::unit_normal;
pub use crossing::{Crossing, cross};
pub use distance::{TriangleDistance, distance, distance_up_to};
pub use meet::{MeetVerdict, meet};
pub use near::near;
pub use orient::{collinear, orient3d};
pub use pierce::{Sooner, pierce};
pub use shared::{Polygon, Shared, shared};
pub use within::within;
