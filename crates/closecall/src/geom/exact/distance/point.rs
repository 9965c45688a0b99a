//! The distance of a point from a triangle, with about 106 bits, where these are enough.
//!
//! The point is the origin. A guess says whether a corner, an edge or the face is nearest. The point x
//! of a corner or edge comes with all digits, and the bounds are those of [`super::sharp`]: x is a point
//! of the triangle, and along x the triangle is no nearer than its corners.
//!
//! If the other corners c are beyond x, the distance is that of the corner or edge, whatever the triangle:
//! so its bounds are kept, for many triangles have the same nearest corner or edge. Beyond is x·(c − x) > 0.
//! In f64 that is off by 28u·R|x|, which [`POINT_TO_TRIANGLE`] covers. A corner's x is exact. On an edge from
//! f along a, with the nearest point y: |x − y| is below 65ηR, for f·a is off by 9ηR|a|, the share of a by
//! 37ηR/|a|, and the point by 28ηR. So the bounds |x| ± 128η(R + |x|) hold, also where the share is rounded
//! to the edge from beyond its end. y·(c − y) differs from x·(c − x) by less than 65ηR·3√3R:
//! 4·[`DOUBLE_DISTANCE`]·R² pays for that.
//!
//! Over the face, the distance is that of the plane: |n·c|/|n| for a corner c and the normal n = e×f.
//! With η = [`DOUBLE_U`](crate::rounding::DOUBLE_U), n is off by 3√3η|e||f|: 6η in its direction times
//! κ = |e||f|/|n|, and by twice that as a unit vector. So the quotient is off by 12√3·ηRκ, by 3√3·ηR for
//! the product and 8η of itself: the slack of `sharp` with Rκ in place of R covers that. The foot is over
//! the face if the sides n·(q−p)×(x−p) of its edges are positive. In f64 they are off by less than
//! 40u·R²|n|, with coordinates off by 2uR.

use super::double::{Double, Double3};
use super::{TriangleDistance, distance, sharp};
use crate::geom::exact::near::{Place, closest};
use crate::geom::{DVec3, Interval, Triangle};
use crate::rounding::exact::{DOUBLE_DISTANCE, POINT_TO_TRIANGLE};

/// Squares of shorter normals might lose digits: 2⁻³⁰⁰.
const LEAST_NORMAL: f64 = f64::from_bits((1023 - 300) << 52);

/// A point that is asked about several triangles.
#[derive(Clone, Debug)]
pub(crate) struct FromPoint {
    point: DVec3,
    known: Option<([DVec3; 2], Foot)>,
}

/// The point of a corner or an edge that is nearest to the origin, its length, and bounds of the distance
/// of the corner or edge.
#[derive(Clone, Copy, Debug)]
struct Foot {
    place: Double3,
    square: Double,
    length: Double,
    bounds: [f64; 2],
}

impl FromPoint {
    pub(crate) fn new(point: DVec3) -> Self {
        Self { point, known: None }
    }

    /// The distance of a triangle, as [`distance`] has it.
    pub(crate) fn distance(&mut self, t: &Triangle) -> TriangleDistance {
        self.sharp(t).unwrap_or_else(|| distance(&[self.point; 3], t))
    }

    /// The distance, if these digits are enough for two ulps.
    pub(super) fn sharp(&mut self, t: &Triangle) -> Option<TriangleDistance> {
        let seen = t.map(|corner| corner - self.point);
        let (guess, place) = closest(&seen);
        let reach = seen[0].abs().max(seen[1].abs()).max(seen[2].abs()).max_element();
        let foot = match place {
            Place::Corner(i) => self.on_edge([t[i]; 2])?,
            Place::Edge(i, j) => self.on_edge([t[i], t[j]])?,
            Place::Face => return self.over_face(t, &seen, reach),
        };
        let (axis, off) = (foot.place.nearest(), POINT_TO_TRIANGLE * reach);
        let beyond = off * guess.abs().element_sum() + 4.0 * DOUBLE_DISTANCE * reach * reach;
        let is_beyond = |k: usize| axis.dot(seen[k] - axis) > beyond;
        if (0..3).all(|k| place.has(k) || is_beyond(k)) {
            let [lo, hi] = foot.bounds;
            return self.answer(lo, hi, foot.place);
        }
        let mut gap = foot.square;
        for (k, corner) in t.iter().enumerate() {
            if place != Place::Corner(k) && !is_beyond(k) {
                gap = gap.min(foot.place.dot(&Double3::difference(*corner, self.point)));
            }
        }
        let slack = sharp::slack(reach, foot.length);
        let lo = sharp::least(gap, foot.length, slack);
        self.answer(lo, (foot.length + slack).ceil(), foot.place)
    }

    /// The distance of the plane, if the foot is certainly in the triangle.
    fn over_face(&self, t: &Triangle, seen: &Triangle, reach: f64) -> Option<TriangleDistance> {
        let [e, f] = [t[1], t[2]].map(|corner| Double3::difference(corner, t[0]));
        let normal = e.cross(&f);
        let (square, height) =
            (normal.dot(&normal), normal.dot(&Double3::difference(t[0], self.point)));
        let (place, rounded) = (normal * (height / square), normal.nearest());
        let foot = place.nearest();
        let off = POINT_TO_TRIANGLE * reach * reach * rounded.abs().element_sum();
        let is_over = (0..3).all(|i| {
            let (p, q) = (seen[i], seen[(i + 1) % 3]);
            rounded.dot((q - p).cross(foot - p)) > off
        });
        if !is_over || rounded.abs().max_element() < LEAST_NORMAL {
            return None;
        }
        let narrow = (e.nearest().length() * f.nearest().length() / rounded.length()).max(1.0);
        let length = height.abs() / square.sqrt();
        let slack = sharp::slack(reach * narrow, length);
        self.answer((length - slack).floor(), (length + slack).ceil(), place)
    }

    /// The bounds, if they are two ulps apart at most.
    fn answer(&self, lo: f64, hi: f64, place: Double3) -> Option<TriangleDistance> {
        let origin = Double3(self.point.to_array().map(Double::from));
        (lo > 0.0 && hi <= lo.next_up().next_up()).then(|| TriangleDistance {
            distance: Interval { lo, hi },
            point_a: self.point,
            point_b: (place + origin).nearest(),
        })
    }

    /// The foot on an edge, or on a corner that is given twice. The order of the ends plays no part.
    fn on_edge(&mut self, ends: [DVec3; 2]) -> Option<Foot> {
        let ends = if ends[1].to_array() < ends[0].to_array() { [ends[1], ends[0]] } else { ends };
        if let Some((known, foot)) = &self.known
            && *known == ends
        {
            return Some(*foot);
        }
        let first = Double3::difference(ends[0], self.point);
        let place = if ends[0] == ends[1] {
            first
        } else {
            let along = Double3::difference(ends[1], ends[0]);
            let share = -(first.dot(&along) / along.dot(&along));
            let is_on = share >= Double::from(0.0) && share <= Double::from(1.0);
            is_on.then_some(first + along * share)?
        };
        let seen = ends.map(|end| (end - self.point).abs().max_element());
        let foot = Foot::at(place, seen[0].max(seen[1]));
        self.known = Some((ends, foot));
        Some(foot)
    }
}

impl Foot {
    /// Of a corner or edge whose largest coordinate is `reach`.
    fn at(place: Double3, reach: f64) -> Self {
        let square = place.dot(&place);
        let length = square.sqrt();
        let slack = sharp::slack(reach, length);
        let bounds = [(length - slack).floor(), (length + slack).ceil()];
        Self { place, square, length, bounds }
    }
}
