//! Bounds on the rounding of grids, octrees and BSP trees.
//!
//! Every bound has its derivation here, as those of the library have theirs in its `rounding`.

use closecall::engine::rounding::U;

/// A carried vertex, in 2S + |t|, with S the reach: 9u(1.01·S + |t|). This is 16u.
pub(crate) const FLYING: f64 = 16.0 * U;

/// The part that a direction that is not seen takes from a product, for 2⁻¹⁰⁰: twice 2S.
pub(crate) const FLYING_UNSEEN: f64 = 4.0;

/// A triangle against a cell along a direction L, in the edge of the workspace times |L|₁: 6u for
/// each of the triangle, the cell's reach and its middle, 2u for the corners' own places.
pub(crate) const CELL: f64 = 32.0 * U;

/// Crossings of a triangle with the borders of a raster, in the edge: two crossings of 16u.
pub(crate) const RASTER: f64 = 64.0 * U;

/// The distance that counts as on a plane of a BSP tree, in the edge: a height is off by 10u, and
/// 32u are more than that; four times the double, so that crossings can be told from ends.
pub(crate) const BSP_THICKNESS: f64 = 256.0 * U;

/// The box of a clipped triangle, in the edge: a quotient, a product and a sum, under 8u.
pub(crate) const BSP_CLIP: f64 = 16.0 * U;

/// A probe against a plane, in its size: the height of its middle and its reach, 32u each.
pub(crate) const BSP_PROBE: f64 = 64.0 * U;
