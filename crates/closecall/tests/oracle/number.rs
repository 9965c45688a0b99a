//! Coordinates as integers: an f64 is an integer times a power of two, and a common factor changes
//! no answer.

use dashu::integer::IBig;
use std::ops::{Add, Mul, Sub};

/// An integer that does not overflow where it is used.
pub trait Integer: Clone + From<i64> {
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn signum(&self) -> i32;
}

impl Integer for i128 {
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn signum(&self) -> i32 {
        i128::signum(*self) as i32
    }
}

impl Integer for IBig {
    fn plus(&self, other: &Self) -> Self {
        Add::add(self, other)
    }
    fn minus(&self, other: &Self) -> Self {
        Sub::sub(self, other)
    }
    fn times(&self, other: &Self) -> Self {
        Mul::mul(self, other)
    }
    fn signum(&self) -> i32 {
        match (self.is_zero(), self > &IBig::ZERO) {
            (true, _) => 0,
            (_, true) => 1,
            _ => -1,
        }
    }
}

/// Six corners as integers over one common power of two: narrow ones where products of six of them
/// fit an i128.
pub enum Corners {
    Narrow([[i128; 3]; 6]),
    Wide([[IBig; 3]; 6]),
}

/// The largest coordinate, in bits, for which sums of a few products of six differences fit an
/// i128.
const NARROW_BITS: i32 = 19;

impl Corners {
    pub fn of(points: &[[f64; 3]; 6]) -> Self {
        let parts = points.map(|p| p.map(mantissa_exponent));
        let nonzero = || parts.iter().flatten().filter(|(mantissa, _)| *mantissa != 0);
        let low = nonzero().map(|&(_, exponent)| exponent).min().unwrap_or(0);
        let bits = nonzero()
            .map(|&(mantissa, exponent)| {
                exponent - low + 64 - mantissa.abs().leading_zeros() as i32
            })
            .max();
        let shift = |(mantissa, exponent): (i64, i32)| {
            if mantissa == 0 { 0 } else { (exponent - low) as usize }
        };
        if bits.unwrap_or(0) <= NARROW_BITS {
            Self::Narrow(parts.map(|p| p.map(|x| i128::from(x.0) << shift(x))))
        } else {
            Self::Wide(parts.map(|p| p.map(|x| IBig::from(x.0) << shift(x))))
        }
    }
}

/// x = mantissa · 2^exponent, the mantissa odd or 0.
pub fn mantissa_exponent(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    assert!(exponent != 0x7ff, "{x} is not finite");
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    let magnitude = mantissa >> zeros;
    (if x < 0.0 { -magnitude } else { magnitude }, exponent + zeros as i32)
}
