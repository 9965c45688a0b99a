//! f64 numbers as integers, in units of a common power of two.

use dashu_int::IBig;

/// The power of two of a number's last bit.
pub(super) fn exponent(x: f64) -> i32 {
    if x == 0.0 { i32::MAX } else { ((x.to_bits() >> 52) & 0x7ff) as i32 - 1075 }
}

/// `x`, a normal number, in units of 2^`unit`, of which it is a multiple.
pub(super) fn scaled(x: f64, unit: i32) -> IBig {
    if x == 0.0 {
        return IBig::ZERO;
    }
    let mantissa = (x.to_bits() & ((1 << 52) - 1)) | (1 << 52);
    let size = IBig::from(mantissa) << (exponent(x) - unit) as usize;
    if x < 0.0 { -size } else { size }
}

/// The scalar product of two vectors of the plane.
pub(super) fn dot(a: &[IBig; 2], b: &[IBig; 2]) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1]
}

/// The area that two vectors of the plane span.
pub(super) fn cross(a: &[IBig; 2], b: &[IBig; 2]) -> IBig {
    &a[0] * &b[1] - &a[1] * &b[0]
}
