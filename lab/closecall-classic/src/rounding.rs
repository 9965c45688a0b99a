//! Bounds on the rounding of bounding volumes.
//!
//! Every bound has its derivation here, as those of the library have theirs in its `rounding`.

use closecall::engine::rounding::U;

/// A comparison of two bounding volumes at a pose, in S = reach(A) + reach(B) + |t|.
///
/// Carry 14u and 35u, differences of centres 40u, radii 80u, stored axes that are orthonormal up to
/// 16u an entry 192u, skinny triangles 32u: under 440u for any kind of volume. (`volume::rigid` of
/// the classic engine lists all ten terms.)
pub(crate) const RIGID: f64 = 1024.0 * U;

/// The same, in δ times the diameter of B, with δ = max|RᵀR − I|: 3·3δ, twice for products of axes.
pub(crate) const RIGID_DEVIATION: f64 = 18.0;

/// How far the computed δ is off: products and sums of entries up to 1, under 8u.
pub(crate) const DEVIATION: f64 = 8.0 * U;

/// Stored axes that are not quite unit vectors: |Rx|² differs from |x|² by 3δ|x|², and 32u.
pub(crate) const RIGID_STRETCH: f64 = 32.0 * U;

/// Half sides of an oriented box, in the largest coordinate.
///
/// A projection is off by 3u·√3, the centre by 9u carried back, halves by 2u; axes that are orthonormal
/// up to 16u an entry see it 48u elsewhere: 65u.
pub(crate) const OBB: f64 = 96.0 * U;

/// Half sides of a box around two boxes: a vertex is off by 6u of its reach and by 3·16u for axes
/// that are not quite orthonormal: under 100u.
pub(crate) const OBB_MERGED: f64 = 128.0 * U;

/// Places along the directions of a closed k-DOP, in the reach: products and sums of numbers up to
/// √3 reach, under 16u.
pub(crate) const CLOSURE: f64 = 32.0 * U;

/// Products of a ray or plane with a volume's normals, in their sums of magnitudes: 4u. This is 16u.
pub(crate) const PROBE: f64 = 8.0 * f64::EPSILON;

/// The distance of a ray from a sphere's centre, in all coordinates: eight times [`PROBE`], for a
/// parameter that is off by a few roundings.
pub(crate) const PROBE_SPHERE: f64 = 8.0 * PROBE;

/// The share of that distance that a factor takes off.
pub(crate) const PROBE_DOWN: f64 = 1.0 - PROBE;

/// A round body against a k-DOP or a box, in its coordinates: 90u. Products and sums are off by 8u,
/// a unit axis by 4u.
#[cfg(feature = "engines")]
pub(crate) const ROUND: f64 = 1e-14;
