//! Numbers as intervals that surely hold them. Every operation rounds outward, and only where it
//! rounds at all: a sum or product that f64 represents keeps both its bounds, so that a tool that
//! touches exactly is seen to do so.
//!
//! How much an operation lost comes from error-free transformations: the error of a sum is a sum of
//! differences (Knuth), those of a product, a quotient and a root come from one fused multiply-add
//! each. A fused multiply-add may itself underflow; results under `SMALL` are therefore always
//! taken as inexact.

/// All numbers from `lo` to `hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosure {
    /// None is smaller.
    pub lo: f64,
    /// None is larger.
    pub hi: f64,
}

/// 2⁻⁸⁰⁰. A product above it has an error of at least 2⁻⁸⁵³·2⁻⁵³, far above the smallest normal
/// number, so that the fused multiply-add that computes the error is right.
const SMALL: f64 = f64::from_bits((1023 - 800) << 52);

impl Enclosure {
    /// Just this number.
    #[must_use]
    pub const fn exact(x: f64) -> Self {
        Self { lo: x, hi: x }
    }

    /// All numbers at most `slack` away from `x`.
    #[must_use]
    pub fn about(x: f64, slack: f64) -> Self {
        if slack == 0.0 {
            return Self::exact(x);
        }
        Self { lo: (x - slack).next_down(), hi: (x + slack).next_up() }
    }

    /// The root of a number that is not negative; what is below 0 counts as 0.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let root = |x: f64, up: bool| {
            let r = x.max(0.0).sqrt();
            if x <= 0.0 { 0.0 } else { outward(r, f64::mul_add(-r, r, x), x < SMALL, up) }
        };
        Self { lo: root(self.lo, false), hi: root(self.hi, true) }
    }

    /// The square.
    #[must_use]
    pub fn square(self) -> Self {
        let (a, b) = (self.lo.abs(), self.hi.abs());
        let least = if self.lo <= 0.0 && self.hi >= 0.0 { 0.0 } else { a.min(b) };
        Self { lo: product(least, least, false), hi: product(a.max(b), a.max(b), true) }
    }

    /// The quotient by positive numbers, at most two units in the last place wider than need be.
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
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }
}

impl std::ops::Neg for Enclosure {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl std::ops::Add for Enclosure {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { lo: sum(self.lo, other.lo, false), hi: sum(self.hi, other.hi, true) }
    }
}

impl std::ops::Sub for Enclosure {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl std::ops::Mul for Enclosure {
    type Output = Self;
    /// By the signs, so that two products are enough unless both hold 0.
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self, other);
        let between = |(p, q): (f64, f64), (r, s): (f64, f64)| Self {
            lo: product(p, q, false),
            hi: product(r, s, true),
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
            let lows = [product(a.lo, b.hi, false), product(a.hi, b.lo, false)];
            let highs = [product(a.lo, b.lo, true), product(a.hi, b.hi, true)];
            Self { lo: lows[0].min(lows[1]), hi: highs[0].max(highs[1]) }
        }
    }
}

/// `a + b`, rounded up or down.
#[must_use]
pub fn sum(a: f64, b: f64, up: bool) -> f64 {
    let s = a + b;
    let part = s - a;
    let lost = (a - (s - part)) + (b - part);
    outward(s, lost, false, up)
}

/// `a · b`, rounded up or down.
#[must_use]
pub fn product(a: f64, b: f64, up: bool) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    let p = a * b;
    outward(p, f64::mul_add(a, b, -p), p.abs() < SMALL, up)
}

/// `value` if nothing was lost or what was lost lies on the other side, else its neighbour.
fn outward(value: f64, lost: f64, unsure: bool, up: bool) -> f64 {
    match up {
        // A NaN in `lost` (after an overflow) is taken as a loss, too.
        true if unsure || lost > 0.0 || lost.is_nan() => value.next_up(),
        false if unsure || lost < 0.0 || lost.is_nan() => value.next_down(),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exact_stays_exact() {
        let (a, b) = (Enclosure::exact(1.5), Enclosure::exact(-0.25));
        assert_eq!(a + b, Enclosure::exact(1.25));
        assert_eq!(a * b, Enclosure::exact(-0.375));
        assert_eq!(Enclosure::exact(6.25).sqrt(), Enclosure::exact(2.5));
        assert_eq!(b.square(), Enclosure::exact(0.0625));
    }

    #[test]
    fn products_have_the_signs_of_their_ends() {
        let ends = [(-3.0, -1.0), (-2.0, 0.0), (-2.0, 5.0), (0.0, 0.0), (0.0, 4.0), (0.5, 7.0)];
        for (a, b) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
            let all = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            let found = Enclosure { lo: a.0, hi: a.1 } * Enclosure { lo: b.0, hi: b.1 };
            let [lo, hi] = [f64::min, f64::max].map(|pick| all.into_iter().reduce(pick).unwrap());
            assert_eq!((found.lo, found.hi), (lo, hi), "{a:?} times {b:?}");
        }
    }

    #[test]
    fn what_is_rounded_is_enclosed() {
        let third = Enclosure::exact(0.1) + Enclosure::exact(0.2);
        assert!(third.lo < third.hi && third.hi == third.lo.next_up());
        let root = Enclosure::exact(2.0).sqrt();
        assert!(root.lo < root.hi && root.lo * root.lo <= 2.0 && root.hi * root.hi >= 2.0);
        let p = Enclosure::exact(0.1) * Enclosure::exact(0.1);
        assert!(p.lo < p.hi);
    }
}
