//! Exact sums, differences and products of f64, and their quotients rounded once. (Shewchuk 1997,
//! §2)
//!
//! A number is a sum of f64 that do not overlap, smallest first, compressed: so that the last one
//! is off the sum by less than its own ulp (his Theorem 23). Used for polynomials of degree at most
//! 4 in coordinates: in our range their terms are multiples of 2⁻¹⁰⁰⁸ and below 2⁴²⁰, so that
//! nothing overflows or underflows and every operation is exact. Not for hot loops.

use crate::geom::range::MIN_COORDINATE;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// An exact number. No part is 0; 0 itself has no parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Expansion(Vec<f64>);

impl Expansion {
    /// `a − b`.
    pub(super) fn difference(a: f64, b: f64) -> Self {
        let mut sum = Self::from(a);
        sum.grow(-b);
        sum.compressed()
    }

    /// Is it less than, equal to or greater than 0?
    pub(super) fn sign(&self) -> Ordering {
        self.estimate().partial_cmp(&0.0).expect("no part is NaN")
    }

    /// Within a relative error of 2ε/(1 − 2ε), ε = 2⁻⁵³: an ulp is at most 2ε of its number.
    pub(super) fn estimate(&self) -> f64 {
        self.0.last().copied().unwrap_or(0.0)
    }

    /// Adds an f64, by Shewchuk's Grow-Expansion: the parts keep from overlapping.
    fn grow(&mut self, x: f64) {
        let mut sum = x;
        let mut parts = Vec::with_capacity(self.0.len() + 1);
        for &part in &self.0 {
            let (high, low) = two_sum(sum, part);
            sum = high;
            parts.extend((low != 0.0).then_some(low));
        }
        parts.extend((sum != 0.0).then_some(sum));
        self.0 = parts;
    }

    /// The same number in as few parts as Shewchuk's Compress finds.
    fn compressed(self) -> Self {
        let Some((&last, rest)) = self.0.split_last() else { return self };
        let mut sum = last;
        let mut downward = Vec::with_capacity(self.0.len());
        for &part in rest.iter().rev() {
            let (high, low) = fast_two_sum(sum, part);
            if low == 0.0 {
                sum = high;
            } else {
                downward.push(high);
                sum = low;
            }
        }
        let mut upward = Vec::with_capacity(downward.len() + 1);
        for &part in downward.iter().rev() {
            let (high, low) = fast_two_sum(part, sum);
            upward.extend((low != 0.0).then_some(low));
            sum = high;
        }
        upward.push(sum);
        Self(upward)
    }
}

/// The quotient of two exact numbers as a coordinate: within 0.51 ulp, and 0 where it is below
/// about 2⁻²⁰⁰ (as [`crate::Pose::carry`] has it). So a quotient that *is* a coordinate comes out
/// as that coordinate.
///
/// With Q = n/d the exact quotient and ε = 2⁻⁵³: both estimates are good to about 2ε, so the first
/// quotient is off by less than 6ε|Q|, and the residual r = n − first·d, which is exact, is less
/// than 6ε|n|. Its quotient is off by less than 6ε of itself, 36ε²|Q|. Before the last rounding (½
/// ulp) the sum is therefore off by less than 36ε ulp.
pub(super) fn quotient(numerator: &Expansion, denominator: &Expansion) -> f64 {
    let first = numerator.estimate() / denominator.estimate();
    if first.abs() < MIN_COORDINATE {
        return 0.0;
    }
    let residual = numerator - &(&Expansion::from(first) * denominator);
    first + residual.estimate() / denominator.estimate()
}

impl From<f64> for Expansion {
    fn from(x: f64) -> Self {
        Self((x != 0.0).then_some(x).into_iter().collect())
    }
}

impl Add for &Expansion {
    type Output = Expansion;

    fn add(self, other: &Expansion) -> Expansion {
        let mut sum = self.clone();
        other.0.iter().for_each(|&part| sum.grow(part));
        sum.compressed()
    }
}

impl Sub for &Expansion {
    type Output = Expansion;

    fn sub(self, other: &Expansion) -> Expansion {
        self + &-other
    }
}

impl Neg for &Expansion {
    type Output = Expansion;

    fn neg(self) -> Expansion {
        Expansion(self.0.iter().map(|part| -part).collect())
    }
}

impl Mul for &Expansion {
    type Output = Expansion;

    fn mul(self, other: &Expansion) -> Expansion {
        let mut sum = Expansion::default();
        for &a in &self.0 {
            for &b in &other.0 {
                let (high, low) = two_product(a, b);
                sum.grow(low);
                sum.grow(high);
            }
        }
        sum.compressed()
    }
}

/// a + b as a rounded sum and what it lost (Knuth).
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// The same where |a| ≥ |b| (Dekker).
pub(super) fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// a·b as a rounded product and what it lost (Veltkamp, Dekker).
pub(super) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    let lost = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, lost)
}

/// The upper and the lower half of a mantissa.
fn split(x: f64) -> (f64, f64) {
    let shifted = 134_217_729.0 * x;
    let high = shifted - (shifted - x);
    (high, x - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(parts: &[f64]) -> Expansion {
        parts.iter().fold(Expansion::default(), |sum, &x| &sum + &Expansion::from(x))
    }

    #[test]
    fn what_rounding_would_lose_is_kept() {
        let wide = sum(&[1e100, 1.0, -1e100, 1e-100]);
        assert_eq!((&wide - &Expansion::from(1.0)).estimate(), 1e-100);
        let tail = &(&Expansion::from(0.1) * &Expansion::from(0.1)) - &Expansion::from(0.1 * 0.1);
        assert_eq!(tail.estimate(), -8.326672684688674e-19);
    }

    #[test]
    fn a_difference_of_squares_vanishes() {
        let (a, b) = (Expansion::difference(1e20, 0.3), sum(&[1e-30, 0.7]));
        let squares = &(&a * &a) - &(&b * &b);
        let factors = &(&a + &b) * &(&a - &b);
        assert_eq!(squares.sign(), Ordering::Greater);
        assert_eq!((&squares - &factors).sign(), Ordering::Equal);
    }

    #[test]
    fn a_quotient_that_is_a_coordinate_comes_out_as_it() {
        for x in [0.1, -3.0, 1e-60, 2f64.powi(-200), -2f64.powi(103), 0.0] {
            let denominator = sum(&[1e40, -0.7, 3e-50]);
            assert_eq!(quotient(&(&Expansion::from(x) * &denominator), &denominator), x);
        }
    }
}
