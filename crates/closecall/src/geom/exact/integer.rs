//! Points in integers. An f64 is an integer times a power of two; with one power for all numbers of
//! a question, sums and products are exact, whatever their degree. Slow: for what expansions of f64
//! cannot hold, and for last resorts. This is the one conversion from f64 to integers, for all
//! crates.

use crate::geom::DVec3;
use dashu_int::IBig;

/// The largest power of two, as an exponent, of which all these numbers are multiples.
#[inline]
pub fn common_unit(numbers: impl Iterator<Item = f64>) -> i32 {
    numbers.filter_map(exponent).min().unwrap_or(0)
}

/// A point or vector in units of a power of two.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point(pub(crate) [IBig; 3]);

impl Point {
    pub(crate) fn new(p: DVec3, unit: i32) -> Self {
        Self(p.to_array().map(|x| integer(x, unit)))
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| &self.0[i] - &other.0[i]))
    }

    pub(crate) fn dot(&self, other: &Self) -> IBig {
        &self.0[0] * &other.0[0] + &self.0[1] * &other.0[1] + &self.0[2] * &other.0[2]
    }

    pub(crate) fn cross(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.cross_component(other, i)))
    }

    /// Component i of the cross product.
    pub(crate) fn cross_component(&self, other: &Self, i: usize) -> IBig {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &self.0[j] * &other.0[k] - &self.0[k] * &other.0[j]
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| &self.0[i] + &other.0[i]))
    }

    pub(crate) fn times(&self, factor: &IBig) -> Self {
        Self(std::array::from_fn(|i| &self.0[i] * factor))
    }

    pub(crate) fn squared(&self) -> IBig {
        self.dot(self)
    }
}

/// The exponent e of x = m·2^e, the integer m being odd; none for 0.
#[inline]
fn exponent(x: f64) -> Option<i32> {
    let (mantissa, exponent) = parts(x);
    (mantissa != 0).then(|| exponent + mantissa.trailing_zeros() as i32)
}

/// x in units of 2^unit, which must divide it.
#[inline]
#[must_use]
pub fn integer(x: f64, unit: i32) -> IBig {
    let (mantissa, exponent) = parts(x);
    match exponent - unit {
        _ if mantissa == 0 => IBig::ZERO,
        places @ ..0 => IBig::from(mantissa >> -places),
        places => IBig::from(mantissa) << places as usize,
    }
}

/// x = mantissa · 2^exponent, for numbers that are 0 or normal.
#[inline]
#[must_use]
pub fn parts(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    if x == 0.0 {
        return (0, 0);
    }
    let magnitude = (bits & ((1 << 52) - 1) | 1 << 52) as i64;
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    (if x < 0.0 { -magnitude } else { magnitude }, exponent)
}
