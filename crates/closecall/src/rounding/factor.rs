//! Relative factors: a computed length, times one of these, is certainly not too short, or not too
//! long.
//!
//! # Why `UP_n` pays for n − 2 roundings
//!
//! Let x̂ ≥ x(1 − u)ᵏ be computed with k roundings of positive terms. The product with 1 + nu rounds
//! once more, so it is at least x(1 − u)ᵏ⁺¹(1 + nu) ≥ x(1 − (k+1)u)(1 + nu), which is not below x
//! if (n − k − 1) ≥ n(k + 1)u. For n = k + 2 that is 1 ≥ n²u: true up to n = 9·10⁷. In the same
//! way, `DOWN_n` takes a number that is too large by n − 2 roundings below x. 1 ± nu are f64
//! themselves for even n, so that the factor adds no error of its own.
//!
//! A length √(x² + y² + z²) of rounded differences has k = 3.5: 1 for a difference and so 2 for its
//! square, 1 for the product, 2 for the sums, half of these by the root, and 1 for the root.
//!
//! # Why `UP_2` and `DOWN_2` pay for one
//!
//! They are the exception. For 2ᵉ ≤ x < 2ᵉ⁺¹ an ulp is 2u·2ᵉ, and 2u·x is one ulp or more. So x̂
//! times 1 + 2u is not below the next number above x̂, and x̂ times 1 − 2u not above the one below:
//! that pays for the last rounding, half an ulp.

use super::U;

/// The last rounding of a sum.
pub const UP_2: f64 = 1.0 + 2.0 * U;
/// The last rounding of a difference.
pub const DOWN_2: f64 = 1.0 - 2.0 * U;

/// 2 roundings: a sum and a product.
pub const UP_4: f64 = 1.0 + 4.0 * U;
/// 2 roundings.
pub const DOWN_4: f64 = 1.0 - 4.0 * U;

/// 6 roundings: a length.
pub const UP_8: f64 = 1.0 + 8.0 * U;
/// 6 roundings.
pub const DOWN_8: f64 = 1.0 - 8.0 * U;

/// 8 roundings: a length and a few sums. This is 1 + 10u: five ulps are next to 10⁻¹⁵.
pub const UP_10: f64 = 1.0 + 1e-15;
/// 7 roundings. This is 1 − 9u, since numbers below 1 are u apart.
pub const DOWN_9: f64 = 1.0 - 1e-15;

/// 14 roundings: a few lengths, sums and products.
pub const UP_16: f64 = 1.0 + 16.0 * U;
/// 14 roundings.
pub const DOWN_16: f64 = 1.0 - 16.0 * U;

/// 30 roundings: products of such lengths.
pub const UP_32: f64 = 1.0 + 32.0 * U;

/// 88 roundings: 1 + 90u.
pub const UP_90: f64 = 1.0 + 1e-14;
/// 88 roundings: 1 − 90u.
pub const DOWN_90: f64 = 1.0 - 1e-14;

/// 9006 roundings: for sums over all factors of a chain, or where nothing is gained by counting.
pub const UP_MANY: f64 = 1.0 + 1e-12;
/// 9005 roundings.
pub const DOWN_MANY: f64 = 1.0 - 1e-12;

/// 6 roundings of f32: a length and a sum.
pub const F32_UP_8: f32 = 1.0 + 8.0 * super::F32_U as f32;
/// 14 roundings of f32: 1 + 16ε.
pub const F32_UP_16: f32 = 1.0 + 1e-6;
/// 166 roundings of f32: 1 + 168ε. For lengths whose terms were themselves rounded.
pub const F32_UP_168: f32 = 1.0 + 1e-5;
/// The last rounding of an f32: 1 − 2ε, as [`DOWN_2`] is for f64.
pub const F32_DOWN_2: f32 = 1.0 - f32::EPSILON;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounding::F32_U;

    #[test]
    fn factors_are_what_their_names_say() {
        for (factor, roundings) in [
            (UP_2, 2.0),
            (UP_4, 4.0),
            (UP_8, 8.0),
            (UP_10, 10.0),
            (UP_16, 16.0),
            (UP_32, 32.0),
            (UP_90, 90.0),
            (UP_MANY, 9008.0),
            (DOWN_2, -2.0),
            (DOWN_4, -4.0),
            (DOWN_8, -8.0),
            (DOWN_9, -9.0),
            (DOWN_16, -16.0),
            (DOWN_90, -90.0),
            (DOWN_MANY, -9007.0),
        ] {
            assert_eq!((factor - 1.0) / U, roundings, "{factor:?}");
        }
        for (factor, roundings) in
            [(F32_UP_8, 8.0), (F32_UP_16, 16.0), (F32_UP_168, 168.0), (F32_DOWN_2, -2.0)]
        {
            assert_eq!(f64::from(factor - 1.0) / F32_U, roundings, "{factor:?}");
        }
    }

    #[test]
    fn two_roundings_reach_the_next_number() {
        for x in [1.0f64, 1.0f64.next_up(), 1.5, 2.0f64.next_down(), 2.0, 1e-300, 3e200] {
            assert!(x * UP_2 >= x.next_up(), "{x}");
            assert!(x * DOWN_2 <= x.next_down(), "{x}");
        }
    }
}
