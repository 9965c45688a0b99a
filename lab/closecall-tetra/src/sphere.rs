//! Does a point lie inside the sphere through four others? Exact.
//!
//! # The filter
//!
//! With a, b, c, d taken relative to e, the answer is the sign of the sum of four products of a
//! squared length and a 3×3 minor. Let ε = 2⁻⁵³, and let X, Y, Z bound the magnitudes of the
//! differences along the axes, M the largest of the three. Each term of the sum is a product of
//! five differences, and carries at most
//!
//! * 5 factors 1 + δ, |δ| ≤ ε, from the rounded differences;
//! * 1 + 1 from a 2×2 minor, 1 + 2 from the 3×3 minor made of them: 5;
//! * 1 + 2 from the squared length; 1 + 2 from the product of both and the sum of four: 6.
//!
//! These are 16. There are 4 · 3 · 6 terms, none above M²XYZ, so the error is below
//! ((1+ε)¹⁶ − 1) · 72 · M²XYZ. The bounds X, Y, Z and their product are rounded too, ten times at
//! most; (16 · 72 + 8) ε covers that.
//!
//! # The range
//!
//! All this holds where nothing underflows, and so does the arithmetic of the crate `robust`, which
//! decides where the filter cannot. Where all coordinates are multiples of 2⁻¹⁹⁰, every product of
//! five differences and their tails is a multiple of 2⁻⁹⁵⁰; they are at most 2¹⁰⁴ each, so nothing
//! overflows. Points that are all small are multiplied by a power of two first; where that does not
//! do, integers decide.

use crate::exact::{Exact, common_unit, in_sphere_exactly};
use crate::rounding::IN_SPHERE;
use closecall::engine::geom::DVec3;
use robust::Coord3D;

/// The lowest unit, as an exponent, with which five factors do not underflow.
const LOWEST_UNIT: i32 = -190;

/// How a set of points is computed with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Arithmetic {
    /// As they are.
    Plain,
    /// Multiplied by this power of two.
    Scaled(f64),
    /// In integers: the numbers are too unlike.
    Integers,
}

impl Arithmetic {
    /// The exponents that these points need.
    pub(crate) fn of(points: &[DVec3]) -> Self {
        let unit = common_unit(points.iter().flat_map(|p| p.to_array()));
        if unit >= LOWEST_UNIT {
            return Self::Plain;
        }
        let largest = points.iter().fold(0.0, |largest: f64, p| largest.max(p.abs().max_element()));
        let places = LOWEST_UNIT - unit;
        let factor = f64::from_bits((1023 + places as u64) << 52);
        if largest * factor <= 2f64.powi(100) { Self::Scaled(factor) } else { Self::Integers }
    }

    /// Positive if e lies strictly inside the sphere through a, b, c, d, which are in positive
    /// order; 0 if on it. Inlined, so that five points need not go through memory.
    #[inline(always)]
    pub(crate) fn in_sphere(self, [a, b, c, d]: [DVec3; 4], e: DVec3) -> f64 {
        if self == Self::Plain
            && let Some(value) = filtered([a - e, b - e, c - e, d - e])
        {
            return value;
        }
        self.in_sphere_exactly([a, b, c, d, e])
    }

    /// [`Self::in_sphere`] where the filter does not tell.
    #[cold]
    #[inline(never)]
    fn in_sphere_exactly(self, points: [DVec3; 5]) -> f64 {
        match self {
            Self::Plain => robustly(points),
            Self::Scaled(factor) => robustly(points.map(|p| p * factor)),
            Self::Integers => {
                let unit = common_unit(points.iter().flat_map(|p| p.to_array()));
                in_sphere_exactly(points.map(|p| Exact::of(p, unit)))
            }
        }
    }
}

fn robustly(points: [DVec3; 5]) -> f64 {
    let [a, b, c, d, e] = points.map(|p| Coord3D { x: p.x, y: p.y, z: p.z });
    // `robust` counts the other way round.
    -robust::insphere(a, b, c, d, e)
}

/// By plain f64, if that can tell.
#[inline(always)]
fn filtered([a, b, c, d]: [DVec3; 4]) -> Option<f64> {
    let minor = |p: DVec3, q: DVec3| p.x * q.y - q.x * p.y;
    let (ab, bc, cd, da) = (minor(a, b), minor(b, c), minor(c, d), minor(d, a));
    let (ac, bd) = (minor(a, c), minor(b, d));
    let abc = a.z * bc - b.z * ac + c.z * ab;
    let bcd = b.z * cd - c.z * bd + d.z * bc;
    let cda = c.z * da + d.z * ac + a.z * cd;
    let dab = d.z * ab + a.z * bd + b.z * da;
    let squared = |p: DVec3| p.x * p.x + p.y * p.y + p.z * p.z;
    let value = (squared(c) * dab - squared(d) * abc) + (squared(a) * bcd - squared(b) * cda);
    let most = |k: usize| larger(larger(a[k].abs(), b[k].abs()), larger(c[k].abs(), d[k].abs()));
    let (x, y, z) = (most(0), most(1), most(2));
    let largest = larger(larger(x, y), z);
    let bound = IN_SPHERE * (x * y * z) * (largest * largest);
    (value.abs() > bound).then_some(value)
}

/// The larger of two numbers that are not NaN; one instruction, which `f64::max` is not.
#[inline(always)]
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_arithmetics_agree_on_grids() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let mut counts = [0; 3];
        for i in 0..343 {
            let e =
                DVec3::new((i % 7) as f64, (i / 7 % 7) as f64, (i / 49) as f64) * 0.5 - DVec3::ONE;
            let plain = Arithmetic::Plain.in_sphere(corners, e);
            let inside = (e - DVec3::splat(0.5)).length_squared();
            assert_eq!(plain.partial_cmp(&0.0), 0.75f64.partial_cmp(&inside), "{e}");
            for other in [Arithmetic::Scaled(0.5), Arithmetic::Integers] {
                assert_eq!(other.in_sphere(corners, e).partial_cmp(&0.0), plain.partial_cmp(&0.0));
            }
            counts[(plain.signum() as i32 * (plain != 0.0) as i32 + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
    }

    #[test]
    fn small_points_are_scaled_and_unlike_ones_are_integers() {
        assert_eq!(Arithmetic::of(&[DVec3::ONE, DVec3::splat(1e-30)]), Arithmetic::Plain);
        assert!(matches!(Arithmetic::of(&[DVec3::splat(1e-50)]), Arithmetic::Scaled(_)));
        let unlike = [DVec3::splat(1e25), DVec3::splat(1e-58)];
        assert_eq!(Arithmetic::of(&unlike), Arithmetic::Integers);
    }
}
