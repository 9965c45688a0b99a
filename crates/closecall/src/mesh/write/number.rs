//! Numbers as text.

use std::fmt;

use crate::geom::DVec3;

/// The shortest text that reads back as the same f64, with an exponent where it would otherwise be
/// long.
pub(super) struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(x) = self;
        if *x == 0.0 || (1e-5..1e16).contains(&x.abs()) {
            write!(f, "{x}")
        } else {
            write!(f, "{x:e}")
        }
    }
}

/// Three of them.
pub(super) struct ThreeNumbers(pub DVec3);

impl fmt::Display for ThreeNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.to_array().map(Number);
        write!(f, "{x} {y} {z}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::range::{MAX_COORDINATE, MIN_COORDINATE};

    #[test]
    fn what_is_written_reads_back_bit_for_bit() {
        let third = 1.0 / 3.0;
        for x in [
            0.0,
            1.0,
            0.1,
            third,
            5e-324,
            1e-5,
            9.999e-6,
            1e16,
            1e15 + 0.5,
            MIN_COORDINATE,
            MAX_COORDINATE,
        ] {
            for x in [x, -x, x * third, x + x * f64::EPSILON] {
                let text = Number(x).to_string();
                assert_eq!(text.parse::<f64>().unwrap().to_bits(), x.to_bits(), "{text}");
                assert!(text.len() < 25, "{text}");
            }
        }
    }
}
