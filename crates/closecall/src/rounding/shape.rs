//! Exact shapes, convex bodies, and what is carried back into a body's frame.

use super::U;

/// The share of their reach that boxes with orthonormal axes may miss.
///
/// Axes are those of an accepted pose: RᵀR is off by 10⁻⁹ an entry ([`super::ACCEPTED_ROTATION`]),
/// so |RᵀR − I| ≤ 3·10⁻⁹ and |R|, |R⁻¹| ≤ 1 + 1.6·10⁻⁹. Carried by another accepted pose they
/// change by as much again. 10⁻⁸ is above the product of six such, and any rounding is nothing
/// beside it.
pub const AXES_UP: f64 = 1.0 + 1e-8;

/// The growth of a clearance in the frame of a body of a world.
///
/// Poses of a world are orthogonal up to 2⁻⁴⁸ ([`super::motion::COMPOSED`]): |R⁻¹| ≤ 1 + 2·2⁻⁴⁸ =
/// 1 + 7·10⁻¹⁵. 10⁻⁹ is far above that, and above a few roundings; it would not be enough for poses
/// that are merely accepted.
pub const CLEARANCE_BACK_UP: f64 = 1.0 + 1e-9;

/// Half sides and slabs of a convex body, in the lengths they were computed from: 16u.
///
/// Behind each are a sum, a difference and a product or two: under 4 roundings, 8 for a dot
/// product with its factor.
pub const CONVEX: f64 = 8.0 * f64::EPSILON;

/// The error of a point brought from the world into a body's frame, R⁻¹(x − t), in |x| + |t| + |c| + r: 128u.
///
/// The inverse of an accepted rotation is good to 10u, the difference from the carried centre c
/// costs 5u(|c| + |t|) + 2u|x|, carried corners are off by 4u(|c| + r + |t|): under 40u with √3 for
/// coordinates. Distances change by |R⁻¹| ≤ 1 + 2·2⁻⁴⁸ in a world, 64u of them. What is flushed,
/// 2⁻²⁰⁰, is added by the caller.
pub const CARRIED_BACK: f64 = 64.0 * f64::EPSILON;

/// Points of two convex sets and their projections, in the sum R of the reaches: 128u.
///
/// A furthest point is off by 16uR, a combination of such by 8uR more, a projection by 4uR of its
/// own: under 30uR a coordinate, and √3 for the length of it: 52uR.
pub const GJK: f64 = 64.0 * f64::EPSILON;

/// The height of a convex set above a plane, in the reach and the offset: 128u.
///
/// A furthest point is off by 16u of the reach, n·p and the offset by 4u of their terms each, the
/// unit normal by 4u: under 30u.
pub const HALF_SPACE: f64 = 64.0 * f64::EPSILON;

/// The height of the origin over a face of a tetrahedron, in the reach times 1 + |e||f|/|e×f|: 32u.
///
/// The normal e×f is off by 8u·|e||f|/|e×f| of itself: a height by as much of the lengths, and by
/// 4u for its products.
pub const SIMPLEX_DEPTH: f64 = 16.0 * f64::EPSILON;

/// A point of a circle, in its radius and the largest coordinate of its centre: 32u.
///
/// Two axes are off by 4u, sine and cosine by 1u, products and sums by 4u: under 16u.
pub const RING_POINT: f64 = 16.0 * f64::EPSILON;

/// The centre of a ball or box around a shape, in its coordinates: 16u.
///
/// A mean of two points is rounded once or twice; half sides times axes and their sum 6 times.
pub const AROUND_CENTER: f64 = 8.0 * f64::EPSILON;

/// The box around balls, in the coordinates and the radius: 4u.
///
/// The padded ends are rounded once, and the radius once.
pub const AROUND_BALLS: f64 = 2.0 * f64::EPSILON;

/// A corner seen from a cylinder, in |d|₁ + |w|: 90u.
///
/// d is rounded once, |w| and the products cost 8u|d|: along the axis 16u|d|, across it 24u|d|, and
/// the axis' own rounding 2u|w| for its length and 2u for its direction.
pub const CYLINDER_CORNER: f64 = 1e-14;

/// The distance of a line from a centre, in all coordinates: 32u.
///
/// The difference of the centres is off by u of each, the distance from the line by 8u of its
/// length.
pub const LINE_MISS: f64 = 16.0 * f64::EPSILON;

/// The height of a ring out of its plane, at most, in its radius: 90u. Its axes are off by 8u.
pub const TORUS_FLAT: f64 = 1e-14;

/// The end of a ray of a region, in the origin and the way: rounded twice.
pub const RAY_END: f64 = 4.0 * U;

/// A product n·x of a region's half-space, in the magnitudes of its terms.
///
/// A product is rounded once, the slack is taken off with one rounding, two sums add two: 4u.
pub const REGION_HEIGHT: f64 = 8.0 * U;
