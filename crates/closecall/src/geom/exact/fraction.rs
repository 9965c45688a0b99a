//! Exact quotients of integers, and certified intervals of them in f64.

use super::polynomial::Polynomial;
use crate::geom::Interval;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign};
use std::cmp::Ordering;

/// A quotient; what it is divided by is positive.
#[derive(Clone, Debug)]
pub(super) struct Fraction {
    over: IBig,
    under: IBig,
}

impl Fraction {
    /// # Panics
    /// If `under` is 0.
    pub(super) fn new(over: IBig, under: IBig) -> Self {
        assert!(!under.is_zero(), "a quotient by 0");
        if under < IBig::ZERO { Self { over: -over, under: -under } } else { Self { over, under } }
    }

    /// The polynomial whose only root it is.
    pub(super) fn polynomial(&self) -> Polynomial {
        Polynomial::new(vec![-&self.over, self.under.clone()])
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }

    pub(super) fn compare_with(&self, number: i32) -> Ordering {
        self.over.cmp(&(&self.under * IBig::from(number)))
    }

    /// The f64 around it; one, if it is one. It must be 0 or between 2⁻⁹⁰⁰ and 2⁹⁰⁰ in magnitude.
    ///
    /// The quotient is taken with 64 bits or more, and rounds to f64 by half an ulp; with what the
    /// integer division cut off, the number is within an ulp of that.
    pub(super) fn bounds(&self) -> Interval {
        let (sign, over) = self.over.clone().into_parts();
        if over.is_zero() {
            return Interval::exactly(0.0);
        }
        let under = self.under.clone().into_parts().1;
        let shift = 65 + under.bit_len() as i64 - over.bit_len() as i64;
        let (over, under) = match usize::try_from(shift) {
            Ok(places) => (over << places, under),
            Err(_) => (over, under << shift.unsigned_abs() as usize),
        };
        let (quotient, rest) = (&over / &under, &over % &under);
        let quotient = u128::try_from(quotient).expect("a quotient of at most 66 bits");
        let near = quotient as f64;
        let exact = rest.is_zero() && near as u128 == quotient;
        let power = f64::from_bits(((1023 - shift) as u64) << 52);
        let (low, high) = if exact { (near, near) } else { (near.next_down(), near.next_up()) };
        match sign {
            Sign::Positive => Interval { lo: low * power, hi: high * power },
            Sign::Negative => Interval { lo: -high * power, hi: -low * power },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(over: i64, under: i64) -> Fraction {
        Fraction::new(over.into(), under.into())
    }

    #[test]
    fn bounds_hold_the_quotient_and_are_as_near_as_f64_can_be() {
        for (over, under) in
            [(1, 3), (-1, 3), (2, -7), (i64::MAX, 3), (1, i64::MAX), (9_007_199_254_740_993, 1)]
        {
            let Interval { lo: low, hi: high } = of(over, under).bounds();
            assert!(low < high && low.next_up().next_up() >= high, "{over}/{under}: {low} {high}");
            let (over, under) = (i128::from(over), i128::from(under));
            // Times 2⁵⁰ or so these are integers where the quotient is of moderate size.
            if (over / under).abs() < 1 << 10 {
                let unit = (1u64 << 40) as f64;
                let exact = over * (1 << 40) / under;
                assert!(
                    (low * unit).floor() as i128 <= exact + 1
                        && (high * unit).ceil() as i128 >= exact - 1
                );
            }
        }
    }

    #[test]
    fn what_is_an_f64_comes_out_as_it() {
        for (over, under, value) in
            [(0, 5, 0.0), (-3, 4, -0.75), (6, 2, 3.0), (1 << 60, 1 << 62, 0.25)]
        {
            assert_eq!(of(over, under).bounds(), Interval::exactly(value));
        }
    }

    #[test]
    fn quotients_compare_exactly() {
        assert_eq!(of(1, 3).compare(&of(-2, -6)), Ordering::Equal);
        assert_eq!(
            of(i64::MAX, i64::MAX - 1).compare(&of(i64::MAX - 1, i64::MAX - 2)),
            Ordering::Less
        );
        assert_eq!(of(7, 7).compare_with(1), Ordering::Equal);
        assert_eq!(of(-1, 7).compare_with(0), Ordering::Less);
    }
}
