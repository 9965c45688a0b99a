//! Operations that round up or down, and only where they round at all.
//!
//! How much an operation lost comes from error-free transformations: the error of a sum is a sum of
//! differences (Knuth 1998, 4.2.2, theorem B), that of a product comes from one fused multiply-add.
//! A fused multiply-add may itself underflow; results under [`SMALL`] are therefore always taken as
//! inexact.

use super::F32_U;

/// 2⁻⁸⁰⁰. A product above it has an error that is 0 or at least 2⁻⁸⁵³·2⁻⁵³, far above the smallest
/// normal number, so that the fused multiply-add that computes the error is right.
pub const SMALL: f64 = f64::from_bits((1023 - 800) << 52);

/// The direction in which a result is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// Not above the exact result.
    Lower,
    /// Not below the exact result.
    Upper,
}

/// `a + b`: the f64 next to the exact sum on one side, or the sum itself.
#[inline]
#[must_use]
pub fn sum(a: f64, b: f64, toward: Toward) -> f64 {
    let s = a + b;
    let part = s - a;
    let lost = (a - (s - part)) + (b - part);
    outward(s, lost, false, toward)
}

/// `a · b`: the f64 next to the exact product on one side, or the product itself.
#[inline]
#[must_use]
pub fn product(a: f64, b: f64, toward: Toward) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    let p = a * b;
    outward(p, f64::mul_add(a, b, -p), p.abs() < SMALL, toward)
}

/// √x; what is below 0 counts as 0.
#[inline]
#[must_use]
pub fn root(x: f64, toward: Toward) -> f64 {
    let r = x.max(0.0).sqrt();
    if x <= 0.0 { 0.0 } else { outward(r, f64::mul_add(-r, r, x), x < SMALL, toward) }
}

/// `value` if nothing was lost or what was lost lies on the other side, else its neighbour.
#[inline]
fn outward(value: f64, lost: f64, unsure: bool, toward: Toward) -> f64 {
    match toward {
        // A NaN in `lost` (after an overflow) is taken as a loss, too.
        Toward::Upper if unsure || lost > 0.0 || lost.is_nan() => value.next_up(),
        Toward::Lower if unsure || lost < 0.0 || lost.is_nan() => value.next_down(),
        _ => value,
    }
}

/// Makes a positive f64 survive its conversion to f32, and one more rounding of f32.
///
/// The conversion is off by ε, and so is a sum with another f32: (1 + 4ε)(1 − ε)² > 1 + ε.
pub const TO_F32_UP: f64 = 1.0 + 4.0 * F32_U;
/// The same downward: (1 − 4ε)(1 + ε)² < 1 − ε.
pub const TO_F32_DOWN: f64 = 1.0 - 4.0 * F32_U;

/// Makes a positive f64 survive its conversion to f32, with room for 14 roundings more: 10⁻⁶ is
/// more than 16ε.
pub const TO_F32_AMPLE_UP: f64 = 1.0 + 1e-6;

/// To f32, and above, for numbers that are not negative: by two roundings, so that a sum with
/// another f32 is above as well. Below f32's range it may be too small by [`super::F32_TINY`].
#[inline]
#[must_use]
pub fn to_f32_up(x: f64) -> f32 {
    (x * TO_F32_UP) as f32
}

/// To f32, and below, for numbers that are not negative.
#[inline]
#[must_use]
pub fn to_f32_down(x: f64) -> f32 {
    (x * TO_F32_DOWN) as f32
}

/// The least f32 that is not below a number.
#[inline]
#[must_use]
pub fn to_f32_above(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) < x { rounded.next_up() } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_results_are_kept_and_others_are_enclosed() {
        let both = [Toward::Lower, Toward::Upper];
        assert_eq!(both.map(|toward| sum(1.5, -0.25, toward)), [1.25; 2]);
        assert_eq!(both.map(|toward| product(1.5, -0.25, toward)), [-0.375; 2]);
        assert_eq!(both.map(|toward| root(6.25, toward)), [2.5; 2]);
        for [lo, hi] in [
            both.map(|toward| sum(0.1, 0.2, toward)),
            both.map(|toward| product(0.1, 0.1, toward)),
            both.map(|toward| root(2.0, toward)),
            both.map(|toward| sum(1.0, f64::from_bits(1), toward)),
        ] {
            assert_eq!(lo.next_up(), hi);
        }
    }

    #[test]
    fn conversions_to_f32_are_outward() {
        for x in [1.0, 1.0 + 1e-9, 1.0 - 1e-9, 0.1, 1e30, 3.0000001e-20] {
            assert!(f64::from(to_f32_up(x)) > x && f64::from(to_f32_down(x)) < x, "{x}");
            let above = to_f32_above(x);
            assert!(f64::from(above) >= x && f64::from(above.next_down()) < x, "{x}");
        }
    }
}
