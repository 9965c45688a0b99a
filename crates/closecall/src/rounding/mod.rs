//! The allowances for rounding: the one place of all unit roundoffs, outward operations and bounds.
//!
//! # The model
//!
//! f64 and f32 round to nearest, ties to even. An operation with the exact result x gives
//! x(1 + δ) with |δ| ≤ u, where u is [`U`] = 2⁻⁵³ for f64 and ε = [`F32_U`] = 2⁻²⁴ for f32. This
//! holds for sums, differences, products, quotients and square roots.
//!
//! * **No overflow, no underflow in f64.** A coordinate is 0 or between 2⁻²⁰⁰ and 2¹⁰⁰ in magnitude
//!   (`geom::range`), so products of up to four coordinates stay normal numbers. A bound
//!   that meets longer products says what it does about them.
//! * **Underflow in f32** is possible: lengths are in units of a tree, and small products vanish.
//!   They are worth less than [`F32_TINY`], which is added where it matters.
//! * **No fused multiply-add in f64**, except where an error is computed with one ([`outward`]). In
//!   the f32 kernels a product and a sum may be fused: that rounds once instead of twice, so every
//!   bound that allows for two roundings holds for it too.
//! * **Counting.** Every rounding multiplies by some 1 + δ. A number that went through n of them is
//!   x(1 + θ) with |θ| ≤ nu/(1 − nu), written "off by nu". A sum of products is off by nu of the sum
//!   of magnitudes, where n counts the roundings on the longest way. Second-order terms, n²u², are
//!   below 10⁻²⁵ and are swallowed by rounding the constants up.
//!
//! # How a bound is used
//!
//! A filter may answer only if its answer holds for every number within the bound. So a bound is
//! always added on the side where it costs an answer and never an error: to a reach, to a box, to
//! the distance that still counts. Too large a bound costs time. **Too small a bound is a wrong
//! answer**: no bound may be made smaller without a new derivation.
//!
//! # Where to look
//!
//! | file | what it holds |
//! |---|---|
//! | [`factor`] | relative factors, 1 ± n roundings, and why each is enough for n − 2 |
//! | [`outward`] | sums, products and conversions that round up or down |
//! | [`exact`] | filters of exact predicates, and nearest points of triangles |
//! | [`shape`] | exact shapes, convex bodies, and what is carried back into a body's frame |
//! | [`tree`] | trees in f32: boxes, triangles and pairs, on the CPU and on the device |
//! | [`walk`] | one ray, point, body or tool against a tree |
//! | [`motion`] | poses, paths, sweeps and what bodies may have moved |
//! | [`depth`] | bodies that are moved to part them |
//! | [`world`] | volumes of bodies in a world |
//! | [`mill`] | tools on their way over a part |
//!
//! Constants that only decide when a search ends, or which of two safe ways is quicker, are not
//! bounds and stay where they are used.

pub mod depth;
pub mod exact;
pub mod factor;
pub mod mill;
pub mod motion;
pub mod outward;
pub mod shape;
pub mod tree;
pub mod walk;
pub mod world;

/// The unit roundoff of f64, u = v = 2⁻⁵³: half the distance from 1 to the next number.
pub const U: f64 = f64::EPSILON / 2.0;

/// The unit roundoff of f32, ε = 2⁻²⁴, as an f64.
pub const F32_U: f64 = 1.0 / (1u32 << 24) as f64;

/// The greatest loss of an operation on numbers of two f64 (`geom::exact::distance`): 2⁻¹⁰².
///
/// With u = 2⁻⁵³ a sum is off by 3u² + 13u³, a product by 7u², a quotient by 15u² + 56u³ (Joldes,
/// Muller and Popescu 2017, algorithms 6, 10 and 17) and a root by 25/8 u² (Lefèvre et al. 2023).
/// All are below 16u² = 2⁻¹⁰².
pub const DOUBLE_U: f64 = f64::from_bits((1023 - 102) << 52);

/// More than any sum of products below f32's range can be off by: 2⁻¹²⁶.
///
/// A product that underflows is off by 2⁻¹⁵⁰ at most, and no sum here has 2²⁴ terms.
pub const F32_TINY: f32 = f32::MIN_POSITIVE;

/// The distance of an entry of RᵀR from the identity's in a pose that is accepted.
///
/// It is a promise of the door (`geom::pose`), not a rounding; [`tree::STRETCH`],
/// [`shape::AXES_UP`] and [`motion::TURN_OFF`] are derived from it.
pub const ACCEPTED_ROTATION: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roundoffs_are_half_of_the_gap_above_one() {
        assert_eq!(1.0 + 2.0 * U, 1.0f64.next_up());
        assert_eq!(1.0 + U, 1.0);
        assert_eq!(F32_U, f64::from(f32::EPSILON) / 2.0);
        assert_eq!(1.0f32 + F32_U as f32, 1.0);
        assert_eq!(DOUBLE_U, 16.0 * U * U);
    }
}
