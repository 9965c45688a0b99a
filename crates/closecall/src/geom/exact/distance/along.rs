//! The distance of two sets of triangles along one direction, with about 106 bits.
//!
//! The direction is that of the nearest points of one pair of triangles, as `sharp` finds them, or a
//! normal of them. So copies of that pair, and all that lies behind it, have the gap that proves its distance, to the
//! last bit. The bound is that of `sharp`, with R the largest coordinate of all triangles, seen
//! from the first corner of that pair.

use super::Guess;
use super::double::{Double, Double3};
use super::sharp;
use crate::geom::{DVec3, Triangle};
use crate::rounding::factor::DOWN_MANY;

/// Below this share of the largest coordinate no bound is given: 2⁻⁹⁰, where what underflows is far
/// less than the slack.
const SHORTEST: f64 = f64::from_bits((1023 - 90) << 52);

/// A direction, and where two sets of triangles end along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapAlong {
    origin: DVec3,
    axis: Double3,
    length: Double,
    a_end: Double,
    b_start: Double,
    reach: f64,
}

impl GapAlong {
    /// Along the line between the nearest points of two triangles, with these two in the sets; none
    /// if no such line is found.
    pub(crate) fn of(a: &Triangle, b: &Triangle) -> Option<Self> {
        let origin = a[0];
        let [local_a, local_b] = [a, b].map(|t| t.map(|p| Double3::difference(p, origin)));
        let [p, q] = sharp::points(&local_a, &local_b, &Guess::of(a, b).nearest)?;
        Self::along_axis(a, b, q - p)
    }

    /// Along the normal of a face of the two, from the first triangle toward the second: where faces lie side by
    /// side far away, the nearest points may be any that are not far off this line.
    pub(crate) fn of_normal(a: &Triangle, b: &Triangle, face: &Triangle) -> Option<Self> {
        let normal = (face[1] - face[0]).cross(face[2] - face[0]);
        let normal = normal / normal.abs().max_element().copysign(normal.dot(b[0] - a[0]));
        if !normal.is_finite() {
            return None;
        }
        Self::along_axis(a, b, Double3(normal.to_array().map(Double::from)))
    }

    fn along_axis(a: &Triangle, b: &Triangle, axis: Double3) -> Option<Self> {
        let (origin, length) = (a[0], axis.dot(&axis).sqrt());
        let ends = [f64::NEG_INFINITY, f64::INFINITY].map(Double::from);
        let [a_end, b_start] = ends;
        let mut gap = Self { origin, axis, length, a_end, b_start, reach: 0.0 };
        gap.add_a(a);
        gap.add_b(b);
        (length.high > 0.0).then_some(gap)
    }

    /// Adds a triangle to the first set.
    pub(crate) fn add_a(&mut self, triangle: &Triangle) {
        for corner in triangle {
            self.a_end = self.a_end.max(self.along(*corner));
        }
    }

    /// Adds a triangle to the second.
    pub(crate) fn add_b(&mut self, triangle: &Triangle) {
        for corner in triangle {
            self.b_start = self.b_start.min(self.along(*corner));
        }
    }

    fn along(&mut self, point: DVec3) -> Double {
        let local = Double3::difference(point, self.origin);
        self.reach = self.reach.max(local.nearest().abs().max_element());
        self.axis.dot(&local)
    }

    /// May the bound still be this large?
    pub(crate) fn may_be(&self, least: f64) -> bool {
        self.b_start.high - self.a_end.high >= least * self.length.high * DOWN_MANY
    }

    /// No triangle of the one set is nearer than this to one of the other.
    pub(crate) fn least(&self) -> f64 {
        let slack = sharp::slack(self.reach, self.length);
        let least = sharp::least(self.b_start - self.a_end, self.length, slack);
        if least > SHORTEST * self.reach { least } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::exact::distance;

    #[test]
    fn a_pair_and_what_lies_behind_it_are_as_far_apart_as_the_pair() {
        let a = [DVec3::ZERO, DVec3::X, DVec3::new(0.0, 1.0, 0.3)];
        let b = a.map(|p| p + DVec3::new(0.1, 0.2, 0.7));
        let known = distance(&a, &b);
        let mut gap = GapAlong::of(&a, &b).expect("they are apart");
        assert_eq!(gap.least(), known.distance.lo);
        gap.add_a(&a.map(|p| p - DVec3::Z));
        gap.add_b(&b.map(|p| p + DVec3::Z));
        assert!(gap.may_be(known.distance.lo) && gap.least() >= known.distance.lo.next_down());
        gap.add_b(&a.map(|p| p + DVec3::Z * 0.5));
        assert!(!gap.may_be(known.distance.lo) && gap.least() <= 0.5);
    }

    #[test]
    fn triangles_that_cross_have_no_gap() {
        let a = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let b = [DVec3::new(0.25, 0.25, -1.0), DVec3::new(0.25, 0.25, 1.0), DVec3::ONE];
        assert!(GapAlong::of(&a, &b).is_none_or(|gap| gap.least() == 0.0));
    }
}
