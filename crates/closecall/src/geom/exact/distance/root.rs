//! From integers back to f64: quotients, and square roots with a bound on either side.

use dashu_int::ops::{BitTest, DivRem, SquareRootRem, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// The f64 next to √(over/under)·2^unit on either side; twice the same where it is one. Neither
/// number is 0, and the root is far from the ends of f64's range.
pub(super) fn around_root(over: &UBig, under: &UBig, unit: i32) -> (f64, f64) {
    // √(over/under) = √(over·4^places/under) / 2^places, of which 54 bits are before the point.
    let places = ((110 + under.bit_len() as i32 - over.bit_len() as i32) / 2).max(0);
    let (square, rest) = (over << (2 * places as usize)).div_rem(under);
    let (root, lost) = square.sqrt_rem();
    let (lo, cut) = truncated(&root, unit - places);
    let attained = !cut && rest.is_zero() && lost.is_zero();
    (lo, if attained { lo } else { lo.next_up() })
}

/// over/under·2^unit, within 0.501 ulp; 0 where it is too small for a normal f64. The denominator
/// is positive.
pub(crate) fn quotient(over: &IBig, under: &IBig, unit: i32) -> f64 {
    let (magnitude, under) = (over.unsigned_abs(), under.unsigned_abs());
    if magnitude.is_zero() {
        return 0.0;
    }
    let places = (66 + under.bit_len() as i32 - magnitude.bit_len() as i32).max(0);
    let value = ((magnitude << places as usize) / under).to_f64().value();
    let value = scaled(value, unit - places);
    if over < &IBig::ZERO { -value } else { value }
}

/// The 53 leading bits of n·2^exponent, and whether there were others that are not 0.
fn truncated(n: &UBig, exponent: i32) -> (f64, bool) {
    let dropped = n.bit_len().saturating_sub(53);
    let leading = n >> dropped;
    let cut = (&leading << dropped) != *n;
    (scaled(leading.to_f64().value(), exponent + dropped as i32), cut)
}

/// x·2^exponent, in steps that do not leave the range of f64 on the way; 0 where the result is not
/// normal.
fn scaled(x: f64, exponent: i32) -> f64 {
    let mut result = x;
    let mut left = exponent;
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        result *= f64::from_bits(((1023 + step) as u64) << 52);
        left -= step;
    }
    if result.is_normal() { result } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_enclosed_and_squares_are_met() {
        let big = |n: u64| UBig::from(n);
        assert_eq!(around_root(&big(49), &big(4), 0), (3.5, 3.5));
        assert_eq!(around_root(&(big(9) << 400), &big(1), -200), (3.0, 3.0));
        assert_eq!(
            around_root(&big(9), &(big(1) << 1800), 0),
            (3.0 * 2f64.powi(-900), 3.0 * 2f64.powi(-900))
        );
        let (lo, hi) = around_root(&big(2), &big(1), 0);
        // The f64 next to √2 is above it.
        assert_eq!((lo, hi), (2f64.sqrt().next_down(), 2f64.sqrt()));
        let (lo, hi) = around_root(&big(1), &big(3), 7);
        assert!(lo.next_up() == hi && (lo..=hi).contains(&(128.0 / 3f64.sqrt())), "{lo} {hi}");
    }

    #[test]
    fn quotients_are_rounded() {
        let big = |n: i64| IBig::from(n);
        assert_eq!(quotient(&big(-1), &big(3), 2), -4.0 / 3.0);
        assert_eq!(quotient(&big(0), &big(3), 2), 0.0);
        assert_eq!(quotient(&(big(5) << 3000), &(big(1) << 3000), -100), 5.0 * 2f64.powi(-100));
        assert_eq!(quotient(&big(1), &(big(1) << 3000), 0), 0.0);
    }
}
