//! Points in integers: a coordinate is an integer times a power of two, so sums and products are
//! exact. Slow; for what floating point cannot decide.

use closecall::engine::geom::DVec3;
pub(crate) use closecall::engine::geom::{common_unit, integer};
use dashu_int::IBig;

/// A point or vector in units of a power of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exact {
    pub(crate) over: [IBig; 3],
    /// The exponent of the unit.
    pub(crate) unit: i32,
}

impl Exact {
    /// A point in units of 2^unit, which must divide its coordinates.
    pub(crate) fn of(p: DVec3, unit: i32) -> Self {
        Self { over: p.to_array().map(|x| integer(x, unit)), unit }
    }

    /// The nearest f64 place, or next to it.
    pub(crate) fn rounded(&self) -> DVec3 {
        DVec3::from(self.over.each_ref().map(|x| rounded(x, self.unit)))
    }

    /// The same in a smaller unit.
    pub(crate) fn in_unit(&self, unit: i32) -> Self {
        let places = (self.unit - unit) as usize;
        Self { over: self.over.each_ref().map(|x| x << places), unit }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self { over: std::array::from_fn(|i| &self.over[i] - &other.over[i]), unit: self.unit }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { over: std::array::from_fn(|i| &self.over[i] + &other.over[i]), unit: self.unit }
    }

    fn dot(&self, other: &Self) -> IBig {
        let [a, b] = [self, other].map(|p| &p.over);
        &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
    }

    fn cross(&self, other: &Self) -> Self {
        let over = std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            &self.over[j] * &other.over[k] - &self.over[k] * &other.over[j]
        });
        Self { over, unit: 2 * self.unit }
    }
}

/// (b−a)×(c−a)·(d−a), of points in one unit, in units of that power thrice.
pub(crate) fn determinant([a, b, c, d]: [&Exact; 4]) -> IBig {
    b.minus(a).cross(&c.minus(a)).dot(&d.minus(a))
}

/// (b−a)×(c−a), of points in one unit.
pub(crate) fn normal([a, b, c]: &[Exact; 3]) -> Exact {
    b.minus(a).cross(&c.minus(a))
}

/// The sign of the test of [`crate::sphere`], of points in one unit.
pub(crate) fn in_sphere_exactly([a, b, c, d, e]: [Exact; 5]) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|p| p.minus(&e));
    let minor = |p: &Exact, q: &Exact, r: &Exact| p.cross(q).dot(r);
    let value = (c.dot(&c) * minor(&d, &a, &b) - d.dot(&d) * minor(&a, &b, &c))
        + (a.dot(&a) * minor(&b, &c, &d) - b.dot(&b) * minor(&c, &d, &a));
    sign(&value)
}

/// x·2^unit in f64, next to it at most. At most 60 bits are kept, so nothing overflows on the way.
fn rounded(x: &IBig, unit: i32) -> f64 {
    use dashu_int::ops::BitTest;
    let dropped = x.bit_len().saturating_sub(60);
    let kept = i64::try_from(x >> dropped).expect("at most 61 bits") as f64;
    let places = unit + dropped as i32;
    if places < -900 {
        // Far below anything that a coordinate is off by.
        return 0.0;
    }
    // Two factors, as one may be outside the range although the product is not.
    kept * power(places / 2) * power(places - places / 2)
}

/// 2^places, for places of about ±500.
fn power(places: i32) -> f64 {
    f64::from_bits(((1023 + places) as u64) << 52)
}

/// −1, 0 or 1.
pub(crate) fn sign(x: &IBig) -> f64 {
    match x.cmp(&IBig::ZERO) {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    }
}
