//! A number that is known to lie between two others, and arithmetic with such numbers.
//!
//! Every operation rounds outward, and only where it rounds at all: a sum or product that f64
//! represents keeps both its ends, so that what touches exactly is seen to do so.

use crate::rounding::outward::{Toward, product, root, sum};

/// A certified interval: the exact number is not below `lo` and not above `hi`.
///
/// ```
/// use closecall::geom::Interval;
/// let tenth = Interval::exactly(0.1) + Interval::exactly(0.2);
/// assert!(tenth.lo < tenth.hi && tenth.contains(0.3));
/// assert_eq!(Interval::exactly(1.5) * Interval::exactly(2.0), Interval::exactly(3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Not above the number.
    pub lo: f64,
    /// Not below the number.
    pub hi: f64,
}

impl Interval {
    /// A number that is known exactly.
    #[inline]
    #[must_use]
    pub const fn exactly(x: f64) -> Self {
        Self { lo: x, hi: x }
    }

    /// All numbers at most `slack` away from `x`.
    #[inline]
    #[must_use]
    pub fn about(x: f64, slack: f64) -> Self {
        if slack == 0.0 {
            return Self::exactly(x);
        }
        Self { lo: (x - slack).next_down(), hi: (x + slack).next_up() }
    }

    /// The number between the two ends.
    #[inline]
    #[must_use]
    pub fn middle(&self) -> f64 {
        self.lo + (self.hi - self.lo) * 0.5
    }

    /// The distance between the ends.
    #[inline]
    #[must_use]
    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }

    /// Does it hold this number?
    #[inline]
    #[must_use]
    pub fn contains(&self, x: f64) -> bool {
        self.lo <= x && x <= self.hi
    }

    /// The root of a number that is not negative; what is below 0 counts as 0.
    #[inline]
    #[must_use]
    pub fn sqrt(self) -> Self {
        Self { lo: root(self.lo, Toward::Lower), hi: root(self.hi, Toward::Upper) }
    }

    /// The square.
    #[inline]
    #[must_use]
    pub fn square(self) -> Self {
        let (a, b) = (self.lo.abs(), self.hi.abs());
        let least = if self.lo <= 0.0 && self.hi >= 0.0 { 0.0 } else { a.min(b) };
        let most = a.max(b);
        Self { lo: product(least, least, Toward::Lower), hi: product(most, most, Toward::Upper) }
    }

    /// The quotient by positive numbers, at most two units in the last place wider than need be.
    #[inline]
    #[must_use]
    pub fn over(self, positive: Self) -> Self {
        let ends = [
            self.lo / positive.lo,
            self.lo / positive.hi,
            self.hi / positive.lo,
            self.hi / positive.hi,
        ];
        let lo = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let hi = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self { lo: lo.next_down(), hi: hi.next_up() }
    }

    /// The larger of two numbers.
    #[inline]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }
}

impl std::ops::Neg for Interval {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl std::ops::Add for Interval {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            lo: sum(self.lo, other.lo, Toward::Lower),
            hi: sum(self.hi, other.hi, Toward::Upper),
        }
    }
}

impl std::ops::Sub for Interval {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl std::ops::Mul for Interval {
    type Output = Self;
    /// By the signs, so that two products are enough unless both hold 0.
    #[inline]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self, other);
        let between = |(p, q): (f64, f64), (r, s): (f64, f64)| Self {
            lo: product(p, q, Toward::Lower),
            hi: product(r, s, Toward::Upper),
        };
        if a.lo >= 0.0 && b.lo >= 0.0 {
            between((a.lo, b.lo), (a.hi, b.hi))
        } else if a.lo >= 0.0 && b.hi <= 0.0 {
            between((a.hi, b.lo), (a.lo, b.hi))
        } else if a.lo >= 0.0 {
            between((a.hi, b.lo), (a.hi, b.hi))
        } else if a.hi <= 0.0 {
            -(-a * b)
        } else if b.lo >= 0.0 {
            between((a.lo, b.hi), (a.hi, b.hi))
        } else if b.hi <= 0.0 {
            between((a.hi, b.lo), (a.lo, b.lo))
        } else {
            let lows = [(a.lo, b.hi), (a.hi, b.lo)].map(|(p, q)| product(p, q, Toward::Lower));
            let highs = [(a.lo, b.lo), (a.hi, b.hi)].map(|(p, q)| product(p, q, Toward::Upper));
            Self { lo: lows[0].min(lows[1]), hi: highs[0].max(highs[1]) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exact_stays_exact() {
        let (a, b) = (Interval::exactly(1.5), Interval::exactly(-0.25));
        assert_eq!(a + b, Interval::exactly(1.25));
        assert_eq!(a * b, Interval::exactly(-0.375));
        assert_eq!(Interval::exactly(6.25).sqrt(), Interval::exactly(2.5));
        assert_eq!(b.square(), Interval::exactly(0.0625));
    }

    #[test]
    fn products_have_the_signs_of_their_ends() {
        let ends = [(-3.0, -1.0), (-2.0, 0.0), (-2.0, 5.0), (0.0, 0.0), (0.0, 4.0), (0.5, 7.0)];
        for (a, b) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
            let all = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            let found = Interval { lo: a.0, hi: a.1 } * Interval { lo: b.0, hi: b.1 };
            let [lo, hi] = [f64::min, f64::max].map(|pick| all.into_iter().reduce(pick).unwrap());
            assert_eq!((found.lo, found.hi), (lo, hi), "{a:?} times {b:?}");
        }
    }

    #[test]
    fn what_is_rounded_is_enclosed() {
        let third = Interval::exactly(0.1) + Interval::exactly(0.2);
        assert!(third.lo < third.hi && third.hi == third.lo.next_up());
        let root = Interval::exactly(2.0).sqrt();
        assert!(root.lo < root.hi && root.lo * root.lo <= 2.0 && root.hi * root.hi >= 2.0);
        let p = Interval::exactly(0.1) * Interval::exactly(0.1);
        assert!(p.lo < p.hi);
    }
}
