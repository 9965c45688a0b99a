//! Poses, paths, sweeps, and what bodies may have moved.
//!
//! u = 2⁻⁵³, η = 2⁻⁴⁸ = 32u.

use super::{F32_U, U};

/// The distance of an entry of RᵀR from the identity's in a composed rotation: η = 2⁻⁴⁸.
///
/// A product of two rotations that is further off is made orthogonal by one step of Newton's
/// method: what was off by δ ≤ 10⁻⁸ is then off by 7·δ² and the roundings, under 10⁻¹⁵ < η.
pub const COMPOSED: f64 = 1.0 / (1u64 << 48) as f64;

/// The stretch of a matrix that is a rotation only up to 10⁻⁹ an entry, in radii.
///
/// Each of two poses lies within 3·10⁻⁹ of a rotation in the 2-norm, their difference D within
/// 6·10⁻⁹, and 6·10⁻⁹·√3 in the Frobenius norm: ‖D‖₂ ≤ ‖D‖_F/√2 + 6·10⁻⁹(1 + √1.5) = … + 1.4·10⁻⁸.
pub const TURN_OFF: f64 = 2e-8;

/// A point as `Pose::carry` carries it, in |c|₁ + r + |t|₁.
///
/// A coordinate has three products and three sums: 4u(1 + 4u) of Σ|Rₖⱼ||pⱼ| + |tₖ|. Times √3 for
/// three coordinates and 1 + 2·10⁻⁹ for R: 7u. What is flushed, 2⁻²⁰⁰, is added by the caller.
pub const CARRY: f64 = 8.0 * U;

/// The shift |Dc + Δt| of a ball's centre, in ‖D‖_F·|c|₁ + |Δt|₁.
///
/// An entry of D is rounded once, a coordinate of Dc + Δt four times more: 5u a coordinate, √3·5u
/// in length. This is almost twice that.
pub const STEP: f64 = 16.0 * U;

/// The pose of a chain, in the reach, for every factor: 16η.
///
/// A product by `Pose::compose` moves a point by 8η of its reach ([`super::world::OUTLINE`] has the
/// derivation); sines, cosines and the axis cost 32u = η, and sums of lengths and speeds under 30u,
/// for which the other 7η pay, in a chain of n factors n times.
pub const CHAIN_FACTOR: f64 = 16.0 * COMPOSED;

/// An angle a + (b−a)·t, in |a| + |b|: a difference, a product and a sum are 4u. Twice that.
pub const ANGLE: f64 = 8.0 * U;

/// A point in the middle of a chain's motion, in the bound of its place: 6 roundings of the carry.
pub const CHAIN_MIDDLE: f64 = 8.0 * U;

/// The rotation between two rows, in the 2-norm.
///
/// A quaternion is off by 54u a coordinate (`path::slerp`), 108u in length, and a rotation by twice
/// that, and 24u for the roundings of its entries: 240u.
pub const SLERP: f64 = 640.0 * U;

/// A place between two rows, in its translation: rounded once itself, and once by the last sum of
/// the carry.
pub const ROW_PLACE: f64 = 3.0 * U;
/// The same, in the shift: a coordinate t is off by 2u|b − a|.
pub const ROW_SHIFT: f64 = 8.0 * U;
/// The same, in the reach: the carry of a point rounds it by 5u a coordinate.
pub const ROW_REACH: f64 = 16.0 * U;

/// Way and turn between two rows, in |turn|·reach, the way and, absolutely, the reach.
///
/// A coordinate of the axis is off by 12u, absolutely, and the turn by √3·π times that: 66u. Beside
/// it the turn is off by 14u for its angle, and by 240u for the rotation that it is seen with
/// ([`SLERP`]); so is the arm that it is multiplied with. With the products, 510u.
pub const ROW_MOTION: f64 = 640.0 * U;

/// The axis between two rows, in radians: it is off as a turn is ([`ROW_MOTION`]), and the motion
/// bends about it as seen with a rotation that is off by 240u.
pub const ROW_AXIS: f64 = 1024.0 * U;

/// Ways of corners in f64, in |shift| + |turn|·(all lengths): under 32u.
///
/// A corner and a centre are carried (4u each, √3), their difference rounded, the cross product and
/// the sum cost 4u: 2·7 + 2 + 7 = 23u.
pub const SWAY: f64 = 64.0 * U;

/// Projections of moving triangles, in the largest coordinate R and the longest way M.
///
/// A corner is off by uR a coordinate, a projection on n by 8u(R + M)|n|, two of them and their
/// difference by 17u. 128 leaves room for |n| and the comparison.
pub const SWEPT_GAP: f64 = 128.0 * U;

/// A way in f32, in |shift|₁ + |turn|₁·L, with L above every arm.
///
/// It is worked out from a shift, a turn and an arm: 16ε. The kernels cost 32ε of how far contents
/// move. 64ε pays for both.
pub const WAY: f64 = 64.0 * F32_U;
/// The allowance for the conversion of a motion to f32: 2⁻¹⁴ = 1024ε.
pub const WAY_UP: f64 = 1.0 + 1.0 / (1u64 << 14) as f64;

/// Heights of the points of a body over a plane, and their ways, in all lengths that go into them.
///
/// A height has two products of a vector with a matrix, one with a vector, and sums: under 24u of
/// the lengths, √3 for coordinates. A way has a cross product more. A stored coordinate is off by u,
/// the normal's length by 4u.
pub const PLANE: f64 = 128.0 * U;

/// Balls that pass each other, in the coordinates of their centres and the way: 90u.
///
/// The distance of a point from a segment has a quotient, a product, two differences and a length:
/// under 12u of all that goes in, √3 for coordinates. (The carried centre's own error is in
/// `Travel::off`.)
pub const BALLS_PASS: f64 = 1e-14;

/// Distances from the plane of a triangle that is not thinner than 10⁻⁶, in all lengths.
///
/// e×f is off by 4u a term, √2·4u·|e||f| in length, over |e×f| ≥ 10⁻⁶|e||f|: 6.3·10⁻¹⁰. The caller
/// takes four times this off.
pub const GRIP_PLANE: f64 = 1e-9;
/// The same, in the coordinates: differences of corners are exact to u. 10⁻¹⁴ = 90u.
pub const GRIP_CORNERS: f64 = 1e-14;

/// The reach of a triangle along a known axis, in |n|₁ times the largest coordinate: n·x is off by
/// under 4u.
pub const AXIS_END: f64 = 8.0 * U;

/// A shift's rounding beside a safe pose, in ‖D‖_F·|c|₁.
///
/// A step is off by [`STEP`] of ‖D‖_F|c|₁ + |Δt|₁ with |Δt|₁ ≤ √3(s + ‖D‖_F|c|₁), and the carry by
/// 8u|Δt|₁: (16 + 24√3)u = 58u. Twice that. (The part in s is in the factor `DOWN_MANY`.)
pub const SAFE_TURN: f64 = 128.0 * U;
/// The excess of an angle over ‖D‖₂ ≤ 1/4: θ ≤ x(1 + x²/16).
pub const SAFE_ANGLE_UP: f64 = 257.0 / 256.0;
