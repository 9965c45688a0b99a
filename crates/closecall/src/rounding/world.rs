//! Volumes of bodies in a world.

use super::U;
use super::motion::COMPOSED;

/// The enlargement of a body's volume, in its reach and its translation: 16η, η = 2⁻⁴⁸.
///
/// A relative pose has a rotation that is off by 4η and a translation off by η/2 of |d|; with
/// |RᵀR − I| ≤ 3η a point that two carried triangles share is, in the world, at places that differ
/// by less than 8η·r + 4η·|d|. The points of the outline are carried in f64, under η(r + |t|). 16η
/// covers both and the outward step's own rounding. (`world::outline` has the four steps.)
pub const OUTLINE: f64 = 16.0 * COMPOSED;

/// Ends of a box in f32 lanes: 2⁻²² = 4ε, for the conversion (ε) and the f64 in front of it.
pub const LANE: f64 = 1.0 / (1u32 << 22) as f64;
/// The same below f32's range: 2⁻¹⁴⁰ is more than the 2⁻¹⁵⁰ that a conversion loses there.
pub const LANE_LEAST: f64 = f64::from_bits((1023 - 140) << 52);

/// The error of the place where a ray crosses a plane of a box, relative: 8u.
///
/// (low − o) · (1/d) takes three roundings, and of a segment d itself is one more. All of them are
/// relative: under 5u. A product that underflows is off by less than the least normal number, which
/// is added by the caller. Lengths are at most 2¹⁰¹ and at least 2⁻²⁵³, or 0: nothing overflows.
pub const RAY_BOX: f64 = 8.0 * U;

/// The box around an exact shape, in the sum of its ends and sides, where bodies are looked for that
/// it touches or may touch: 10⁻⁹. Distances of a torus, which alone leaves some open, are off by
/// under 10³u of these.
pub const SHAPE_BOX: f64 = 1e-9;

/// The gap of two balls, in the coordinates of their centres: 128u. Their difference is rounded
/// once, the length 2.5 times, sums twice: under 8u.
pub const BALLS_GAP: f64 = 64.0 * f64::EPSILON;

/// The error of a moving body's place, in all lengths that were added up: 9000u for products with axes, sums
/// and speeds, each off by under 20u.
pub const EXTENTS: f64 = 1e-12;
