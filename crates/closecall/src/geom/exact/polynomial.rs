//! Polynomials with whole coefficients, at dyadic numbers: signs, remainders, common factors. All
//! exact.

use dashu_int::ops::{BitTest, Gcd};
use dashu_int::{IBig, Sign};
use std::cmp::Ordering;

/// Σ cᵢ·tⁱ, the constant first; the last coefficient is not 0, and of 0 there is none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polynomial(Vec<IBig>);

/// over / 2^places.
#[derive(Clone, Debug)]
pub(crate) struct Dyadic {
    pub(super) over: IBig,
    pub(super) places: usize,
}

impl Dyadic {
    pub(crate) fn whole(x: i32) -> Self {
        Self { over: x.into(), places: 0 }
    }

    /// An f64 that is 0 or normal.
    pub(super) fn new(x: f64) -> Self {
        let (mantissa, exponent) = super::integer::parts(x);
        Self { over: mantissa.into(), places: 0 }.times_power(exponent.into())
    }

    pub(crate) fn times_power(&self, power: i64) -> Self {
        let places = self.places as i64 - power;
        match usize::try_from(places) {
            Ok(places) => Self { over: self.over.clone(), places },
            Err(_) => Self { over: &self.over << places.unsigned_abs() as usize, places: 0 },
        }
    }

    /// The number between two others.
    pub(crate) fn middle(&self, other: &Self) -> Self {
        let (one, two, places) = self.alike(other);
        Self { over: one + two, places: places + 1 }
    }

    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let (one, two, _) = self.alike(other);
        one.cmp(&two)
    }

    /// Both over the same power of two.
    fn alike(&self, other: &Self) -> (IBig, IBig, usize) {
        let places = self.places.max(other.places);
        (&self.over << (places - self.places), &other.over << (places - other.places), places)
    }
}

impl Polynomial {
    /// With these coefficients, the constant first.
    pub(crate) fn new(mut coefficients: Vec<IBig>) -> Self {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    pub(crate) fn constant(x: IBig) -> Self {
        Self::new(vec![x])
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Is it a number other than 0, or 0?
    pub(crate) fn is_constant(&self) -> bool {
        self.0.len() < 2
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let coefficient = |p: &Self, i: usize| p.0.get(i).cloned().unwrap_or(IBig::ZERO);
        let count = self.0.len().max(other.0.len());
        Self::new((0..count).map(|i| coefficient(self, i) - coefficient(other, i)).collect())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        self.minus(&other.scaled(&IBig::NEG_ONE))
    }

    pub(crate) fn scaled(&self, factor: &IBig) -> Self {
        Self::new(self.0.iter().map(|c| c * factor).collect())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self(Vec::new());
        }
        let mut product = vec![IBig::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Self::new(product)
    }

    /// Its sign there: 1, 0 or −1.
    pub(crate) fn sign_at(&self, t: &Dyadic) -> i32 {
        let mut value = IBig::ZERO;
        // Horner's rule, everything times a power of 2^places.
        for (step, coefficient) in self.0.iter().rev().enumerate() {
            value = value * &t.over + (coefficient << (t.places * step));
        }
        sign(&value)
    }

    /// About its coefficients, all times the same positive number.
    pub(super) fn rounded(&self) -> Vec<f64> {
        let bits = |c: &IBig| c.clone().into_parts().1.bit_len();
        let excess = self.0.iter().map(bits).max().unwrap_or(0).saturating_sub(100);
        self.0.iter().map(|c| i128::try_from(c >> excess).map_or(0.0, |c| c as f64)).collect()
    }

    pub(super) fn derivative(&self) -> Self {
        Self::new((1u32..).zip(self.0.iter().skip(1)).map(|(i, c)| c * IBig::from(i)).collect())
    }

    /// Without the factor that all coefficients have in common.
    pub(super) fn primitive(self) -> Self {
        let common =
            self.0.iter().fold(IBig::ZERO, |common, c| match (common.is_zero(), c.is_zero()) {
                (true, _) => c.clone(),
                (false, true) => common,
                (false, false) => IBig::from((&common).gcd(c)),
            });
        if common.is_zero() || self.is_zero() {
            return self;
        }
        let (_, magnitude) = common.into_parts();
        let common = IBig::from_parts(Sign::Positive, magnitude);
        Self(self.0.iter().map(|c| c / &common).collect())
    }

    /// Quotient and remainder of a positive multiple of it by another.
    fn divided(&self, by: &Self) -> (Self, Self) {
        let lead = by.0.last().expect("nothing is divided by 0");
        let positive = if sign(lead) < 0 { -lead } else { lead.clone() };
        let mut quotient = vec![IBig::ZERO; self.0.len().saturating_sub(by.0.len()) + 1];
        let mut rest = self.clone();
        while rest.0.len() >= by.0.len() {
            let places = rest.0.len() - by.0.len();
            let top = rest.0.last().expect("it is not 0") * IBig::from(sign(lead));
            quotient.iter_mut().for_each(|q| *q *= &positive);
            quotient[places] += &top;
            rest.0.iter_mut().for_each(|r| *r *= &positive);
            for (i, b) in by.0.iter().enumerate() {
                rest.0[places + i] -= &top * b;
            }
            rest = Self::new(rest.0);
        }
        (Self::new(quotient), rest)
    }

    /// The opposite of what is left of a positive multiple of it, divided by another.
    pub(super) fn opposite_rest(&self, by: &Self) -> Self {
        self.divided(by).1.scaled(&IBig::NEG_ONE).primitive()
    }

    /// The greatest common factor.
    pub(super) fn common(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            (a, b) = (b.clone(), a.divided(&b).1.primitive());
        }
        a.primitive()
    }

    /// Every root once.
    pub(crate) fn square_free(&self) -> Self {
        if self.is_constant() {
            return self.clone();
        }
        self.divided(&self.common(&self.derivative())).0.primitive()
    }

    /// The exponent of a power of two that no root exceeds in magnitude. (Fujiwara 1916)
    pub(super) fn bound(&self) -> i64 {
        let bits = |c: &IBig| c.clone().into_parts().1.bit_len() as i64;
        let Some((lead, others)) = self.0.split_last() else { return 0 };
        let power = |(i, c): (i64, &IBig)| (bits(c) - bits(lead) + 1).div_euclid(i) + 1;
        let named = (1..).zip(others.iter().rev()).filter(|(_, c)| !c.is_zero());
        1 + named.map(power).max().unwrap_or(0)
    }
}

/// 1, 0 or −1.
pub(super) fn sign(x: &IBig) -> i32 {
    match x.cmp(&IBig::ZERO) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}
