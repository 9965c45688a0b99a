//! Numbers of about 106 bits: unevaluated sums of two f64, the second at most half an ulp of the
//! first.
//!
//! The algorithms and their bounds are those of Joldes, Muller and Popescu, "Tight and Rigorous
//! Error Bounds for Basic Building Blocks of Double-Word Arithmetic" (2017): with u = 2⁻⁵³, a sum
//! is within 3u² + 13u³ of itself (Algorithm 6), a product 7u² (10, without a fused multiply-add),
//! a quotient 15u² + 56u³ (17); a square root within 25/8 u² (Lefèvre et al. 2023). All are below
//! [`DOUBLE_U`](crate::rounding::DOUBLE_U). A difference of two f64 is exact.

use crate::geom::DVec3;
use crate::geom::exact::expansion::{fast_two_sum, two_product, two_sum};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// high + low.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Double {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl Double {
    /// `a − b`, exactly.
    #[inline(always)]
    pub(super) fn difference(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, -b);
        Self { high, low }
    }

    /// Of a number that is not negative.
    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        let root = self.high.sqrt();
        if root == 0.0 {
            return Self::from(0.0);
        }
        let (square, lost) = two_product(root, root);
        let (high, low) = fast_two_sum(root, (self.high - square - lost + self.low) / (2.0 * root));
        Self { high, low }
    }

    #[inline(always)]
    pub(super) fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }

    /// The largest f64 that is not above it, or the one below that.
    #[inline(always)]
    pub(super) fn floor(self) -> f64 {
        if self.low < 0.0 { self.high.next_down() } else { self.high }
    }

    /// The smallest f64 that is not below it, or the one above that.
    #[inline(always)]
    pub(super) fn ceil(self) -> f64 {
        if self.low > 0.0 { self.high.next_up() } else { self.high }
    }

    #[inline(always)]
    pub(super) fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

impl From<f64> for Double {
    #[inline(always)]
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl PartialOrd for Double {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.high.partial_cmp(&other.high) {
            Some(Ordering::Equal) => self.low.partial_cmp(&other.low),
            order => order,
        }
    }
}

impl Neg for Double {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Add for Double {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (sum, sum_low) = two_sum(self.high, other.high);
        let (tail, tail_low) = two_sum(self.low, other.low);
        let (high, low) = fast_two_sum(sum, sum_low + tail);
        let (high, low) = fast_two_sum(high, tail_low + low);
        Self { high, low }
    }
}

impl Sub for Double {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (product, lost) = two_product(self.high, other.high);
        let (high, low) =
            fast_two_sum(product, lost + (self.high * other.low + self.low * other.high));
        Self { high, low }
    }
}

impl Div for Double {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * Self::from(first);
        let (high, low) = fast_two_sum(first, rest.high / other.high);
        Self { high, low }
    }
}

/// A point or vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Double3(pub(super) [Double; 3]);

impl Double3 {
    /// `p − q`, exactly.
    #[inline(always)]
    pub(super) fn difference(p: DVec3, q: DVec3) -> Self {
        let (p, q) = (p.to_array(), q.to_array());
        Self(std::array::from_fn(|i| Double::difference(p[i], q[i])))
    }

    #[inline(always)]
    pub(super) fn dot(&self, other: &Self) -> Double {
        let [x, y, z] = std::array::from_fn(|i| self.0[i] * other.0[i]);
        x + y + z
    }

    #[inline(always)]
    pub(super) fn cross(&self, other: &Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    /// Rounded.
    #[inline(always)]
    pub(super) fn nearest(&self) -> DVec3 {
        DVec3::from(self.0.map(|x| x.high))
    }
}

impl Add for Double3 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Sub for Double3 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

impl Mul<Double> for Double3 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: Double) -> Self {
        Self(self.0.map(|x| x * factor))
    }
}
