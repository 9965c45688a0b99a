//! Real roots of polynomials: found apart from each other, compared exactly, and enclosed in f64.
//! (Sturm 1829; Basu, Pollack & Roy 2006, §2.2)

use super::fraction::Fraction;
use super::polynomial::{Dyadic, Polynomial};
use crate::geom::Interval;
use crate::rounding::exact::ULP;
use dashu_int::IBig;
use std::cmp::Ordering;

/// A polynomial without multiple roots, and its signed remainders: between two numbers a < b, the
/// roots in (a, b] are as many as the changes of sign along the chain that are lost from a to b.
#[derive(Clone, Debug)]
pub(crate) struct Sturm(Vec<Polynomial>);

/// The only root of a polynomial in (low, high]; it has no multiple roots.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    of: Polynomial,
    pub(crate) low: Dyadic,
    pub(crate) high: Dyadic,
}

impl Sturm {
    /// Of a polynomial, every root taken once.
    pub(crate) fn new(of: &Polynomial) -> Self {
        let first = of.square_free();
        let mut chain = vec![first.derivative(), first];
        while !chain[0].is_zero() {
            let next = chain[1].opposite_rest(&chain[0]);
            chain.insert(0, next);
        }
        chain.reverse();
        chain.pop();
        Self(chain)
    }

    fn changes(&self, t: &Dyadic) -> usize {
        let signs = self.0.iter().map(|p| p.sign_at(t)).filter(|&sign| sign != 0);
        let mut last = 0;
        signs.filter(|&sign| std::mem::replace(&mut last, sign) == -sign).count()
    }

    /// The number of roots in (low, high].
    pub(crate) fn count(&self, low: &Dyadic, high: &Dyadic) -> usize {
        self.changes(low).saturating_sub(self.changes(high))
    }

    /// The root in (low, high], if there is one and no other.
    pub(crate) fn only_root(&self, low: &Dyadic, high: &Dyadic) -> Option<Root> {
        let of = self.0.first().filter(|_| self.count(low, high) == 1)?;
        Some(Root { of: of.clone(), low: low.clone(), high: high.clone() })
    }

    /// The roots in (0, end], or all that are positive, in order.
    pub(crate) fn positive_roots(&self, end: Option<Dyadic>) -> Vec<Root> {
        let Some(of) = self.0.first().filter(|of| !of.is_constant()) else { return Vec::new() };
        let zero = Dyadic::whole(0);
        let end = end.unwrap_or_else(|| Dyadic::whole(1).times_power(of.bound()));
        let mut waiting =
            vec![(zero.clone(), self.changes(&zero), end.clone(), self.changes(&end))];
        let mut found = Vec::new();
        while let Some((low, at_low, high, at_high)) = waiting.pop() {
            match at_low.saturating_sub(at_high) {
                0 => {}
                1 => found.push(Root { of: of.clone(), low, high }),
                _ => {
                    let middle = low.middle(&high);
                    let changes = self.changes(&middle);
                    waiting.push((middle.clone(), changes, high, at_high));
                    waiting.push((low, at_low, middle, changes));
                }
            }
        }
        found
    }
}

impl Root {
    /// The quotient that a fraction is.
    pub(super) fn of_fraction(value: &Fraction) -> Self {
        let Interval { lo, hi } = value.bounds();
        // Below it, and normal where it is 0.
        let below = lo - (lo.abs() * ULP).max(1e-270);
        Self { of: value.polynomial(), low: Dyadic::new(below), high: Dyadic::new(hi) }
    }

    /// A whole number.
    pub(crate) fn whole(x: i32) -> Self {
        let of = Polynomial::new(vec![IBig::from(-x), IBig::ONE]);
        Self { of, low: Dyadic::whole(x - 1), high: Dyadic::whole(x) }
    }

    /// Is it the upper end itself?
    pub(crate) fn is_high(&self) -> bool {
        self.of.sign_at(&self.high) == 0
    }

    /// Halves the interval that it is in.
    pub(crate) fn halve(&mut self) {
        self.cut(self.low.middle(&self.high));
    }

    /// Cuts the interval at a number in it.
    fn cut(&mut self, at: Dyadic) {
        let (at_cut, at_high) = (self.of.sign_at(&at), self.of.sign_at(&self.high));
        // Of a simple root the sign changes there, and nowhere else between the two.
        if at_cut == 0 || (at_high != 0 && at_cut == at_high) {
            self.high = at;
        } else {
            self.low = at;
        }
    }

    /// Cuts the interval about a guess in f64, which need not be any good.
    fn cut_about_guess(&mut self) {
        let (mut low, mut high) = (self.low.bounds().lo, self.high.bounds().hi);
        let coefficients = self.of.rounded();
        let is_positive =
            |t: f64| coefficients.iter().rev().fold(0.0, |value, c| value * t + c) > 0.0;
        let at_high = is_positive(high);
        for _ in 0..MOST_GUESSES {
            let middle = low + (high - low) * 0.5;
            if is_positive(middle) == at_high { high = middle } else { low = middle }
        }
        for end in [low * (1.0 - GUESSED), high * (1.0 + GUESSED)] {
            let inside = end.is_normal() && {
                let end = Dyadic::new(end);
                end.compare(&self.low) == Ordering::Greater
                    && end.compare(&self.high) == Ordering::Less
            };
            if inside {
                self.cut(Dyadic::new(end));
            }
        }
    }

    /// The f64 around it, a few ulps apart.
    pub(crate) fn bounds(&self) -> Interval {
        let mut root = self.clone();
        root.cut_about_guess();
        for _ in 0..MOST_HALVES {
            if root.is_high() {
                return root.high.bounds();
            }
            let (lo, hi) = (root.low.bounds().lo, root.high.bounds().hi);
            if hi - lo <= hi * FINE {
                let plain = plainest(lo, hi);
                let is_root = root.of.sign_at(&Dyadic::new(plain)) == 0;
                return if is_root { Interval::exactly(plain) } else { Interval { lo, hi } };
            }
            root.halve();
        }
        Interval { lo: root.low.bounds().lo, hi: root.high.bounds().hi }
    }

    /// Compares two roots exactly.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let (mut one, mut two) = (self.clone(), other.clone());
        let mut differ = false;
        loop {
            if one.high.compare(&two.low) != Ordering::Greater {
                return Ordering::Less;
            }
            if two.high.compare(&one.low) != Ordering::Greater {
                return Ordering::Greater;
            }
            if !differ {
                // A common root in both intervals is the only one of each.
                let low =
                    if one.low.compare(&two.low) == Ordering::Less { &two.low } else { &one.low };
                let high = if one.high.compare(&two.high) == Ordering::Less {
                    &one.high
                } else {
                    &two.high
                };
                if Sturm::new(&one.of.common(&two.of)).count(low, high) > 0 {
                    return Ordering::Equal;
                }
                differ = true;
            }
            one.halve();
            two.halve();
        }
    }
}

/// The number with the fewest digits, of positive ones from `low` to `high`: roots are often such.
fn plainest(low: f64, high: f64) -> f64 {
    let mut step = high;
    while low > 0.0 && step > low * f64::EPSILON {
        // Powers of two from above: products with them and quotients are exact.
        step = power_below(step) * 0.5;
        let multiple = (low / step).ceil() * step;
        if multiple <= high {
            return multiple;
        }
    }
    high
}

/// The largest power of two that is not above a normal positive number.
fn power_below(x: f64) -> f64 {
    f64::from_bits(x.to_bits() >> 52 << 52)
}

/// Relatively: an interval of a few ulps.
const FINE: f64 = 8.0 * f64::EPSILON;

/// Steps of a search in f64, and how near the root it ends, relatively: mostly.
const MOST_GUESSES: usize = 120;
const GUESSED: f64 = 16.0 * f64::EPSILON;

/// Numbers in range have roots that need far less.
const MOST_HALVES: usize = 4000;

impl Dyadic {
    pub(super) fn bounds(&self) -> Interval {
        Fraction::new(self.over.clone(), IBig::ONE << self.places).bounds()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| c.into()).collect())
    }

    /// The product of t − r.
    fn with_roots(roots: &[i64]) -> Polynomial {
        roots.iter().fold(polynomial(&[1]), |p, &r| p.times(&polynomial(&[-r, 1])))
    }

    #[test]
    fn roots_are_found_once_each_and_in_order() {
        for (roots, positive) in [
            (&[1, 2, 3][..], &[1.0, 2.0, 3.0][..]),
            (&[2, 2, 2, 7], &[2.0, 7.0]),
            (&[-4, 0, 5, 5], &[5.0]),
            (&[1, 1_000_000_007, 1_000_000_007], &[1.0, 1_000_000_007.0]),
            (&[], &[]),
        ] {
            let found = Sturm::new(&with_roots(roots)).positive_roots(None);
            assert_eq!(found.len(), positive.len(), "{roots:?}");
            for (root, &x) in found.iter().zip(positive) {
                let Interval { lo: low, hi: high } = root.bounds();
                assert!(
                    low <= x && x <= high && high - low <= high * FINE,
                    "{roots:?}: {low} {high}"
                );
            }
        }
        let end = Some(Dyadic::whole(2));
        assert_eq!(Sturm::new(&with_roots(&[0, 1, 2, 3])).positive_roots(end).len(), 2);
    }

    #[test]
    fn irrational_roots_are_enclosed() {
        // t² − 2, and (t² − 2)(t² − 3)².
        let (two, three) = (polynomial(&[-2, 0, 1]), polynomial(&[-3, 0, 1]));
        let product = two.times(&three).times(&three);
        let found = Sturm::new(&product).positive_roots(None);
        assert_eq!(found.len(), 2);
        for (root, value) in found.iter().zip([2f64.sqrt(), 3f64.sqrt()]) {
            let Interval { lo: low, hi: high } = root.bounds();
            assert!(
                low <= value.next_up() && value.next_down() <= high && high - low < 4e-15,
                "{low} {high}"
            );
        }
        let alone = &Sturm::new(&two).positive_roots(None)[0];
        assert_eq!(alone.compare(&found[0]), Ordering::Equal);
        assert_eq!(alone.compare(&found[1]), Ordering::Less);
        assert_eq!(found[1].compare(alone), Ordering::Greater);
        assert_eq!(Root::whole(1).compare(alone), Ordering::Less);
        assert_eq!(Root::whole(0).compare(&Root::whole(0)), Ordering::Equal);
    }

    #[test]
    fn no_real_roots_none_found() {
        assert!(Sturm::new(&polynomial(&[1, 0, 1])).positive_roots(None).is_empty());
        assert!(Sturm::new(&polynomial(&[5])).positive_roots(None).is_empty());
        assert!(Sturm::new(&polynomial(&[])).positive_roots(None).is_empty());
    }
}
