//! A distance that can be compared with an f64 exactly: its square as a quotient of integers.

use super::distance::squared_distance;
use super::number::mantissa_exponent;
use closecall::engine::geom::Triangle;
use dashu::integer::IBig;
use std::cmp::Ordering;

/// A squared distance as a quotient, in units of 2^unit squared.
pub struct Oracle {
    squared: (IBig, IBig),
    unit: i32,
}

impl Oracle {
    /// For small whole coordinates, times 2^unit.
    pub fn of_lattice(a: &[[i32; 3]; 3], b: &[[i32; 3]; 3], unit: i32) -> Self {
        let [a, b] = [a, b].map(|t| t.map(|p| p.map(i128::from)));
        let (over, under) = squared_distance(&a, &b);
        Self { squared: (over.into(), under.into()), unit }
    }

    /// For any coordinates.
    pub fn of(a: &Triangle, b: &Triangle) -> Self {
        let numbers = a.iter().chain(b).flat_map(|p| p.to_array());
        let unit =
            numbers.map(mantissa_exponent).filter(|x| x.0 != 0).map(|x| x.1).min().unwrap_or(0);
        let [a, b] = [a, b].map(|t| t.map(|p| p.to_array().map(|x| scaled(x, unit))));
        Self { squared: squared_distance(&a, &b), unit }
    }

    /// How the distance compares with d.
    pub fn compare(&self, d: f64) -> Ordering {
        let (mantissa, exponent) = mantissa_exponent(d);
        let (over, under) = &self.squared;
        let d_squared = IBig::from(mantissa) * IBig::from(mantissa) * under;
        // over·2^(2·unit) against d_squared·2^(2·exponent)
        let places = 2 * (exponent - self.unit);
        if places >= 0 {
            over.cmp(&(d_squared << places as usize))
        } else {
            (over << -places as usize).cmp(&d_squared)
        }
    }

    /// The distance, rounded somehow.
    pub fn rounded(&self) -> f64 {
        let (over, under) = &self.squared;
        (over.to_f64().value() / under.to_f64().value()).sqrt() * 2f64.powi(self.unit)
    }
}

fn scaled(x: f64, unit: i32) -> IBig {
    let (mantissa, exponent) = mantissa_exponent(x);
    if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - unit) as usize }
}
