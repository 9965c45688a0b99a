//! Products of vectors of the plane in integers.

use dashu_int::IBig;

/// The scalar product of two vectors of the plane.
pub(super) fn dot(a: &[IBig; 2], b: &[IBig; 2]) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1]
}

/// The area that two vectors of the plane span.
pub(super) fn cross(a: &[IBig; 2], b: &[IBig; 2]) -> IBig {
    &a[0] * &b[1] - &a[1] * &b[0]
}
