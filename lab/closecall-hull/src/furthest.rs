//! The vertex of a hull that reaches furthest in a direction, by climbing from neighbour to
//! neighbour. (Klosowski 1998, §4.2, method I)
//!
//! Rounded comparisons could stop the climb early: on a hull that is nearly flat around a vertex,
//! all neighbours may look equal while a vertex far off is higher. So they are exact where the
//! filter cannot tell, and the climb ends at a true maximum.

use closecall::engine::{geom::DVec3, rounding::exact::HULL_PRODUCT};

use crate::Hull;

/// One for every sign pattern but 0, 0, 0.
pub(super) const OUTPOSTS: usize = 27;

/// Components of a direction below this are dropped: 2⁻¹⁰⁰.
const NEGLIGIBLE: f64 = 1.0 / (1u128 << 100) as f64;

impl Hull {
    /// A vertex with the greatest product with a direction, in exact arithmetic, but for components
    /// of the direction under 2⁻¹⁰⁰, which are taken as 0; none may be above 2⁸.
    #[must_use]
    pub fn furthest(&self, direction: DVec3) -> DVec3 {
        let direction = cleaned(direction);
        let mut top = self.outposts[outpost(direction)];
        while let Some(&higher) =
            self.neighbours(top).iter().find(|&&other| self.is_higher(direction, other, top))
        {
            top = higher;
        }
        self.vertices[top as usize]
    }

    /// The number of a vertex with the greatest product with a direction, as [`Hull::furthest`]
    /// finds one, by the steepest way up from a vertex: few steps where that was the furthest
    /// for a direction nearby. From nowhere, or from a number that is no vertex of this hull, it
    /// starts at an outpost.
    #[must_use]
    pub fn climbed(&self, from: Option<u32>, direction: DVec3) -> u32 {
        let direction = cleaned(direction);
        let known = from.filter(|vertex| (*vertex as usize) < self.vertices.len());
        let mut top = known.unwrap_or_else(|| self.outposts[outpost(direction)]);
        while let Some(higher) = self.steepest(direction, top) {
            top = higher;
        }
        top
    }

    /// The neighbour that goes up most, by what rounding can tell; where it can tell of none, one
    /// that goes up in exact arithmetic.
    #[inline]
    fn steepest(&self, direction: DVec3, top: u32) -> Option<u32> {
        let (mut best, mut most, mut is_certain) = (None, 0.0, true);
        for &other in self.neighbours(top) {
            let between = self.vertices[other as usize] - self.vertices[top as usize];
            let (rise, uncertain) = estimated(direction, between);
            if rise > uncertain && rise > most {
                (best, most) = (Some(other), rise);
            }
            is_certain &= rise.abs() > uncertain;
        }
        if best.is_some() || is_certain {
            return best;
        }
        self.neighbours(top).iter().copied().find(|&other| self.is_higher(direction, other, top))
    }

    #[inline]
    fn is_higher(&self, direction: DVec3, p: u32, q: u32) -> bool {
        is_higher(direction, self.vertices[p as usize], self.vertices[q as usize])
    }
}

/// A direction without the components that [`Hull::furthest`] takes as 0.
#[inline]
#[must_use]
pub fn cleaned(direction: DVec3) -> DVec3 {
    direction.map(|x| if x.abs() < NEGLIGIBLE { 0.0 } else { x })
}

/// For each of the 26 directions with components −1, 0 and 1 a vertex that reaches far.
pub(super) fn outposts(vertices: &[DVec3]) -> [u32; OUTPOSTS] {
    std::array::from_fn(|i| {
        let sign = |place: usize| (i / place % 3) as f64 - 1.0;
        let direction = DVec3::new(sign(1), sign(3), sign(9));
        let place = |v: u32| direction.dot(vertices[v as usize]);
        (0..vertices.len() as u32)
            .max_by(|&p, &q| place(p).total_cmp(&place(q)))
            .expect("a hull has a vertex")
    })
}

/// The outpost nearest to a direction: components under 0.4 of the largest count as none.
fn outpost(direction: DVec3) -> usize {
    let least = 0.4 * direction.abs().max_element();
    let digit = |x: f64| {
        if x > least {
            2
        } else if x < -least {
            0
        } else {
            1
        }
    };
    digit(direction.x) + 3 * digit(direction.y) + 9 * digit(direction.z)
}

/// Is direction·(p − q) > 0, exactly?
fn is_higher(direction: DVec3, p: DVec3, q: DVec3) -> bool {
    let (estimate, uncertain) = estimated(direction, p - q);
    if estimate.abs() > uncertain { estimate > 0.0 } else { exact_sign(direction, p, q) > 0.0 }
}

/// direction·(p − q) from the rounded difference, and by how much it may be off.
#[inline]
fn estimated(direction: DVec3, between: DVec3) -> (f64, f64) {
    // A difference, a product and two sums round three factors of each term at most four times.
    (direction.dot(between), HULL_PRODUCT * direction.abs().dot(between.abs()))
}

/// A number with the sign of direction·(p − q): the exact sum of six products, each as two parts.
///
/// Components of the direction are 0 or from 2⁻¹⁰⁰ to 2⁸, coordinates multiples of 2⁻²⁵² up to
/// 2¹⁰³: no product or roundoff underflows or overflows.
fn exact_sign(direction: DVec3, p: DVec3, q: DVec3) -> f64 {
    let mut sum = ShortExpansion { parts: [0.0; 12], used: 0 };
    for axis in 0..3 {
        for factor in [p[axis], -q[axis]] {
            let (product, roundoff) = two_product(direction[axis], factor);
            sum.add(roundoff);
            sum.add(product);
        }
    }
    sum.largest()
}

/// An exact sum of up to 12 numbers as parts that do not overlap, in ascending order. (Shewchuk
/// 1997, Theorem 10)
struct ShortExpansion {
    parts: [f64; 12],
    used: usize,
}

impl ShortExpansion {
    fn add(&mut self, x: f64) {
        let mut carried = x;
        for part in &mut self.parts[..self.used] {
            (carried, *part) = two_sum(carried, *part);
        }
        self.parts[self.used] = carried;
        self.used += 1;
    }

    /// The last part that is not 0 outweighs all before it.
    fn largest(&self) -> f64 {
        self.parts[..self.used].iter().rev().copied().find(|&part| part != 0.0).unwrap_or(0.0)
    }
}

/// The rounded sum and its roundoff.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let from_b = sum - a;
    (sum, (a - (sum - from_b)) + (b - from_b))
}

/// The rounded product and its roundoff (Dekker 1971; no fused operation is needed).
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        let shifted = x * 134_217_729.0;
        let high = shifted - (shifted - x);
        (high, x - high)
    };
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    (product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_are_exact_where_rounding_cannot_tell() {
        let direction = DVec3::new(1.0, 1.0, 1.0);
        let (p, q) = (DVec3::new(1e16, 1.0, -1e16), DVec3::new(1e16, 0.0, -1e16));
        assert!(
            is_higher(direction, p, q)
                && !is_higher(direction, q, p)
                && !is_higher(direction, p, p)
        );
        let third = DVec3::new(1.0 / 3.0, -0.1, 0.7);
        for scale in [1.0, 2f64.powi(-190), 2f64.powi(90)] {
            // The two differ along the direction by the last bit of one coordinate only.
            let p = DVec3::new(0.3, 0.9, 0.1) * scale;
            let q = DVec3::new(0.3f64.next_down(), 0.9, 0.1) * scale;
            assert!(is_higher(third, p, q) && !is_higher(third, q, p));
            assert_eq!(exact_sign(third, p, p), 0.0);
            assert!(exact_sign(third, p, q) > 0.0 && exact_sign(third, q, p) < 0.0);
        }
    }
}
