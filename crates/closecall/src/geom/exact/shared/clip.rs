//! The part of a segment that lies in a triangle of the same plane, seen along an axis.

use super::super::construct::{area, zero_between};
use super::super::expansion::Expansion;
use super::super::orient::Along;
use super::Shared;
use crate::geom::{DVec3, Triangle};
use std::cmp::Ordering;

/// A place on the segment: a fraction of the way, its denominator positive.
struct SegmentPlace {
    numerator: Expansion,
    denominator: Expansion,
    point: DVec3,
}

impl SegmentPlace {
    fn compare(&self, other: &Self) -> Ordering {
        (&(&self.numerator * &other.denominator) - &(&other.numerator * &self.denominator)).sign()
    }
}

/// The common part of a segment and a counterclockwise triangle: nothing, a point or a segment in the
/// same direction.
pub(super) fn clip(along: Along, segment: [DVec3; 2], triangle: &Triangle) -> Shared {
    let [p, q] = segment;
    let one = || Expansion::from(1.0);
    let mut start = SegmentPlace { numerator: Expansion::default(), denominator: one(), point: p };
    let mut end = SegmentPlace { numerator: one(), denominator: one(), point: q };
    for [u, v] in edges(triangle) {
        let [at_p, at_q] = segment.map(|r| area(along, u, v, r));
        let outside = [&at_p, &at_q].map(|side| side.sign().is_lt());
        if outside == [false, false] {
            continue;
        }
        if outside == [true, true] {
            return Shared::None;
        }
        let cut = cut(segment, &at_p, &at_q);
        if outside[0] && cut.compare(&start).is_gt() {
            start = cut;
        } else if outside[1] && cut.compare(&end).is_lt() {
            end = cut;
        }
    }
    match start.compare(&end) {
        Ordering::Less => Shared::Segment([start.point, end.point]),
        Ordering::Equal => Shared::Point(start.point),
        Ordering::Greater => Shared::None,
    }
}

/// The zero of a linear function whose values at the ends are of opposite sign, or one of them 0.
fn cut(segment: [DVec3; 2], at_p: &Expansion, at_q: &Expansion) -> SegmentPlace {
    let point = zero_between(segment, at_p, at_q);
    let difference = at_p - at_q;
    match difference.sign() {
        Ordering::Less => SegmentPlace { numerator: -at_p, denominator: -&difference, point },
        _ => SegmentPlace { numerator: at_p.clone(), denominator: difference, point },
    }
}

/// The triangle, turned round if it runs clockwise.
pub(super) fn counterclockwise(along: Along, t: &Triangle) -> Triangle {
    if along.orient(t[0], t[1], t[2]) < 0.0 { [t[0], t[2], t[1]] } else { *t }
}

/// The edges, each from one corner to the next.
pub(super) fn edges(t: &Triangle) -> [[DVec3; 2]; 3] {
    [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]
}
