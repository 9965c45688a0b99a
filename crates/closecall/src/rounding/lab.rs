//! Bounding volumes, grids and tetrahedra of the laboratory (`closecall-classic`, `-space` and
//! `-tetra`).

use super::U;

/// A comparison of two bounding volumes at a pose, in S = reach(A) + reach(B) + |t|.
///
/// Carry 14u and 35u, differences of centres 40u, radii 80u, stored axes that are orthonormal up to
/// 16u an entry 192u, skinny triangles 32u: under 440u for any kind of volume. (`volume::rigid` of
/// the classic engine lists all ten terms.)
pub const RIGID: f64 = 1024.0 * U;
/// The same, in δ times the diameter of B, with δ = max|RᵀR − I|: 3·3δ, twice for products of axes.
pub const RIGID_DEVIATION: f64 = 18.0;
/// How far the computed δ is off: products and sums of entries up to 1, under 8u.
pub const DEVIATION: f64 = 8.0 * U;
/// Stored axes that are not quite unit vectors: |Rx|² differs from |x|² by 3δ|x|², and 32u.
pub const RIGID_STRETCH: f64 = 32.0 * U;

/// Half sides of an oriented box, in the largest coordinate.
///
/// A projection is off by 4u·√3·√3 = 12u, the centre's likewise, halving and carrying back add as
/// much again: 48u.
pub const OBB: f64 = 64.0 * U;
/// Half sides of a box around two boxes: a vertex is off by 6u of its reach and by 3·16u for axes
/// that are not quite orthonormal: under 100u.
pub const OBB_MERGED: f64 = 128.0 * U;

/// Places along the directions of a closed k-DOP, in the reach: products and sums of numbers up to
/// √3 reach, under 16u.
pub const CLOSURE: f64 = 32.0 * U;

/// Products of a ray or plane with a volume's normals, in their sums of magnitudes: 4u. This is 16u.
pub const PROBE: f64 = 8.0 * f64::EPSILON;
/// The distance of a ray from a sphere's centre, in all coordinates: eight times [`PROBE`], for a
/// parameter that is off by a few roundings.
pub const PROBE_SPHERE: f64 = 8.0 * PROBE;
/// What a factor takes off that distance.
pub const PROBE_DOWN: f64 = 1.0 - PROBE;

/// A round body against a k-DOP or a box, in its coordinates: 90u. Products and sums are off by 8u,
/// a unit axis by 4u.
pub const ROUND: f64 = 1e-14;

/// A carried vertex, in 2S + |t|, with S the reach: 9u(1.01·S + |t|). This is 16u.
pub const FLYING: f64 = 16.0 * U;
/// What a direction that is not seen takes from a product, for 2⁻¹⁰⁰: twice 2S.
pub const FLYING_UNSEEN: f64 = 4.0;

/// A triangle against a cell along a direction L, in the edge of the workspace times |L|₁: 6u for
/// each of the triangle, the cell's reach and its middle, 2u for the corners' own places.
pub const CELL: f64 = 32.0 * U;
/// Crossings of a triangle with the borders of a raster, in the edge: two crossings of 16u.
pub const RASTER: f64 = 64.0 * U;
/// What counts as on a plane of a BSP tree, in the edge: a height is off by 10u, and 32u are more
/// than that; four times the double, so that crossings can be told from ends.
pub const BSP_THICKNESS: f64 = 256.0 * U;
/// The box of a clipped triangle, in the edge: a quotient, a product and a sum, under 8u.
pub const BSP_CLIP: f64 = 16.0 * U;
/// A probe against a plane, in its size: the height of its middle and its reach, 32u each.
pub const BSP_PROBE: f64 = 64.0 * U;

/// (b−a)×(c−a)·(d−a), in the product of the largest differences along the axes: 50u.
///
/// A term has 8 roundings, and there are 6 terms, none above the product: 48u. The product of the
/// bound is rounded three times.
pub const ORIENT: f64 = 25.0 * f64::EPSILON;
/// The test of a point in a sphere, in M²XYZ: (16·72 + 8)u.
///
/// A term is a product of five differences with 16 roundings: 5 for those, 5 for the 3×3 minor, 6
/// for the squared length, the product and the sum. There are 4·3·6 terms. The bound is rounded ten
/// times.
pub const IN_SPHERE: f64 = 580.0 * f64::EPSILON;
/// A rounded coordinate of a Steiner point, twice, in the largest: u each, and twice that.
pub const STEINER: f64 = 2.0 * f64::EPSILON;
/// Products with a ray's direction that rule out a tetrahedron, in their sums of magnitudes: a
/// millionth, far more than 8u.
pub const SHOOT: f64 = 1e-6;
/// The same, as a factor.
pub const SHOOT_UP: f64 = 1.0 + 1e-6;
