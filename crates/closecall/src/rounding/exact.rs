//! Filters of exact predicates, and nearest points of triangles.
//!
//! Each bound is a share of what its comment names: of a sum of magnitudes, or of R or M, the
//! largest coordinate of the corners as they are seen from one of them.

use super::{DOUBLE_U, U};

/// A triple product (u×v)·w of rounded differences, as a share of its sum of magnitudes P: 9u.
///
/// A term has 3 factors from the differences, 1 from the product, 1 from the difference of the two
/// products, 1 from the product with w, 2 from the sum of three: 8. P is computed in the same way,
/// hence not below (1−u)⁸·P, and the product with the constant rounds once:
/// ((1+u)⁸ − 1)/(1−u)⁹ = 8u + 100u² + … < 9u.
pub const TRIPLE_PRODUCT: f64 = 4.5 * f64::EPSILON;

/// The same at a point of a box instead of the point itself: [`TRIPLE_PRODUCT`] twice over.
pub const TRIPLE_PRODUCT_TWICE: f64 = 9.0 * f64::EPSILON;

/// A difference of two products of differences, as a share of the sum of their magnitudes: 8u.
///
/// A term has 2 factors from the differences, 1 from the product, 1 from the last difference: 4.
pub const CROSS_IN_PLANE: f64 = 4.0 * f64::EPSILON;

/// A quotient that was computed by way of an inverse, as a share of itself: 8u.
///
/// 1/b and its product with a round twice; the bound that is added to it is rounded four times.
pub const QUOTIENT: f64 = 4.0 * f64::EPSILON;
/// The allowance for the five roundings of the error of a quotient, (A + |a/b|·B)/|b|: one percent.
pub const QUOTIENT_UP: f64 = 1.01;

/// Below a certified f64 bound by at least an ulp, as a share of it.
pub const ULP: f64 = f64::EPSILON;

/// A guessed point of a triangle and the origin, in R: their distance, either way.
///
/// However wrong the guess is, it is a convex combination of the corners, off by 16uR a coordinate
/// ([`NEAREST_POINTS`]), and a corner is off by uR: 17√3·uR < 30uR. Along the line to it, the
/// projection of a corner is off by 8uR. 64uR is twice as much.
pub const POINT_TO_TRIANGLE: f64 = 64.0 * U;

/// Guessed points of two triangles, in R: their distance, and the gap along the line between them.
///
/// A corner is off by uR a coordinate. A point t₀ + v·(t₁−t₀) + w·(t₂−t₀), 0 ≤ v, w, v + w ≤ 1 + u,
/// is off by 2 roundings in each difference and product of up to 2R, one in each sum of up to 3R,
/// and 2uR for the excess: under 16uR. Two of them: 2·17·√3·uR < 64uR. A projection is off by 8uR,
/// a gap of two sets by 17uR and a rounding of its own. 128uR is twice 64uR; what is in proportion
/// to a distance is paid by [`super::factor::UP_16`].
pub const NEAREST_POINTS: f64 = 128.0 * U;

/// n·(x − p) along the line of the two nearest corners, as a share of Σ|nᵢ(xᵢ − pᵢ)|: 8u.
///
/// A difference, a product and two sums are 4 roundings, and the share itself has as many.
pub const BEYOND_CORNER: f64 = 4.0 * f64::EPSILON;

/// Rounded nearest points, as a share of R: 2⁻⁴⁰.
///
/// Nearest points are off by 2⁻⁴⁴R, so that n·(x − p) is off by (2⁻⁴³R + u|n|)(|x − p|₁ + 3·2⁻⁴⁴R)
/// + 2⁻⁴⁴R|n|₁, and by 6 roundings of products, under 2⁻⁴⁷R|x − p|₁. This pays eight times for it.
pub const BEHIND_NEAREST: f64 = f64::from_bits((1023 - 40) << 52);
/// The least R for the share above: 2⁻¹⁵⁰, of which 2⁻⁴⁴ is more than what is flushed, 2⁻²⁰⁰.
pub const BEHIND_NEAREST_LEAST: f64 = f64::from_bits((1023 - 150) << 52);

/// Heights and sides of two triangles, in m³ for the largest difference m of their corners.
///
/// A difference of differences is at most 2m and off by 4um. n = e×f is off by 48um² a coordinate:
/// a product of two by 2·2m·4um + 4um² = 20um², their difference by 8um² more. n·s is off by
/// 3(48um²·2m + 8m²·4um) + 3u·48m³ = 528um³; sides e·(q×f) + (p×e)·f by 2·240um³ + 48um³ = 528um³.
/// 544 leaves room for computing m³.
pub const TRIANGLE_SIGN: f64 = 544.0 * U;

/// The addition to |x| + |y| + |z| for a normal's length, in m².
///
/// A coordinate is off by 48um² ([`TRIANGLE_SIGN`]): 144um² for three. The sum is at most √3·√3·8m²
/// and rounded twice, and so is this: under 80um² more.
pub const NORMAL_LENGTH: f64 = 256.0 * U;

/// Taken off a margin, as a share of the distance it is the rest of: two roundings.
pub const MARGIN_DIFFERENCE: f64 = f64::EPSILON;

/// The distance with numbers of two f64, in R plus the distance.
///
/// With η = [`DOUBLE_U`] a point is off by 16ηR a coordinate, 28ηR in length; two of them and their
/// difference by 60ηR, the computed length by 8η of itself. A gap along any line is off by 18ηR
/// and 10η of itself. 128η pays for either, with the roundings of its own sum.
pub const DOUBLE_DISTANCE: f64 = 128.0 * DOUBLE_U;

/// Nearest points of two triangles whose corners move, in M.
///
/// A corner at a time is off by 6uM a coordinate, the guessed point by 16uM as in
/// [`NEAREST_POINTS`]: 2·22·√3·uM < 77uM for two. The distance, at most 2√3·M, is off by 3.5u more
/// than its factor pays for: 13uM. 128uM pays for both.
pub const STRAIGHT_POINTS: f64 = 128.0 * U;

/// Heights along a direction n that stays, in M·|n|₁.
///
/// A corner is off by uM a coordinate, a height by 3uMN, a difference of two by 10uMN. The moment
/// where it reaches a level is off by 4u of itself, and the heights, at most 4MN apart, by 16uMN
/// there. 64 is more than twice the sum.
pub const STRAIGHT_HEIGHT: f64 = 64.0 * U;

/// Heights along a normal e×f that turns, in M³.
///
/// Edges and differences are at most 2M a coordinate, off by 14uM. A coordinate of e×f is at most
/// 8M², off by 2(2·2M·14uM + 4uM²) + 8uM² = 128uM². n·d is off by 3(128uM²·2M + 8M²·14uM) +
/// 3u·48M³ = 1248uM³, and a mean of such by a few u·48M³ more.
pub const STRAIGHT_TURNING: f64 = 2048.0 * U;

/// direction·(p − q), as a share of its sum of magnitudes.
///
/// A difference, a product and two sums are four roundings; 8u pay for those of the bound too.
pub const HULL_PRODUCT: f64 = 8.0 * U;

/// The place of a point along a direction of a k-DOP, in the largest coordinate m.
///
/// (x+y)+z is off by u·2m and then u·3m, the step outward is rounded by u·4m: 9um.
pub const KDOP_PLACE: f64 = 16.0 * U;

/// √1, rounded up as the roots of 2 and 3 are for k-DOPs: a gap divided by it is never too long.
/// A difference and a division are 2 roundings.
pub const KDOP_AXIS: f64 = super::factor::UP_16;

/// By how much half-spaces of a k-DOP are relaxed when its faces are cut out, in m.
///
/// With M = 5m a rectangle's corner is off by 10uM and each of 25 cuts by 11uM: 285uM in all
/// ([`KDOP_FACES`]). A computed level is off by e = 18uM, and a cut by 5e. 640uM is more than
/// √3·285uM + 6e = 602uM. (`geom::kdop::faces` has the induction.)
pub const KDOP_RELAXED: f64 = 640.0 * 5.0 * U;
/// The distance of a point of the k-DOP from the hull of its computed faces, at most, in m: see
/// above.
pub const KDOP_FACES: f64 = 285.0 * 5.0 * U;
