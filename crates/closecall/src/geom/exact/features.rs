//! Are parts of two triangles no further apart than a distance? Exactly, in integers.
//!
//! An f64 is an integer times a power of two. With one power for all coordinates and the distance,
//! squared distances are quotients of integers, and comparing them takes products of up to eight
//! coordinates: 8·356 bits at the very most, too many for expansions of f64 but not for big
//! integers.

use super::integer::{Point, common_unit, integer};
use super::nearest::{Feature, edge};
use crate::geom::Triangle;
use dashu_int::IBig;

/// Is one of the parts of two triangles that do not meet within the distance? `likely` is looked at
/// first.
pub(super) fn within(a: &Triangle, b: &Triangle, distance: f64, likely: Feature) -> bool {
    let unit = common_unit(a.iter().chain(b).flat_map(|p| p.to_array()).chain([distance]));
    let [a, b] = [a, b].map(|t| t.map(|p| Point::new(p, unit)));
    let limit = integer(distance, unit);
    let limit = Limit(&limit * &limit);
    let close = |feature| match feature {
        Feature::Edges(i, j) => limit.edges(&edge(&a, i), &edge(&b, j)),
        Feature::FirstCorner(i) => limit.corner_over_face(&a[i], &b),
        Feature::SecondCorner(j) => limit.corner_over_face(&b[j], &a),
    };
    close(likely) || Feature::all().any(close)
}

/// The square of the distance to compare with.
pub(crate) struct Limit(pub(crate) IBig);

impl Limit {
    /// Are two edges this close? Either may be a point.
    pub(crate) fn edges(&self, p: &[Point; 2], q: &[Point; 2]) -> bool {
        p.iter().any(|p| q.iter().any(|q| p.minus(q).squared() <= self.0))
            || p.iter().any(|p| self.beside_edge(p, q))
            || q.iter().any(|q| self.beside_edge(q, p))
            || self.crossing_edges(p, q)
    }

    /// Is a point this close to an edge, and beside it rather than beyond an end?
    fn beside_edge(&self, p: &Point, [start, end]: &[Point; 2]) -> bool {
        let (along, to_p) = (end.minus(start), p.minus(start));
        let (place, length) = (along.dot(&to_p), along.squared());
        place > IBig::ZERO && place < length && along.cross(&to_p).squared() <= &self.0 * length
    }

    /// Are two edges this close where each passes the other between its ends?
    ///
    /// With w from p to q: p + s·u and q + t·v are nearest where s|n|² = (w×v)·n and t|n|² =
    /// (w×u)·n, n = u×v, and there they are |w·n| / |n| apart.
    fn crossing_edges(&self, [p, p_end]: &[Point; 2], [q, q_end]: &[Point; 2]) -> bool {
        let (u, v, w) = (p_end.minus(p), q_end.minus(q), q.minus(p));
        let normal = u.cross(&v);
        let squared = normal.squared();
        let inside = |place: IBig| place >= IBig::ZERO && place <= squared;
        let height = w.dot(&normal);
        squared > IBig::ZERO
            && &height * &height <= &self.0 * &squared
            && inside(w.cross(&v).dot(&normal))
            && inside(w.cross(&u).dot(&normal))
    }

    /// Is a point this close to the plane of a triangle, and over its face?
    pub(crate) fn corner_over_face(&self, p: &Point, t: &[Point; 3]) -> bool {
        let normal = t[1].minus(&t[0]).cross(&t[2].minus(&t[0]));
        let squared = normal.squared();
        let height = p.minus(&t[0]).dot(&normal);
        let inside = |i: usize| {
            let [start, end] = edge(t, i);
            end.minus(&start).cross(&p.minus(&start)).dot(&normal) >= IBig::ZERO
        };
        squared > IBig::ZERO && &height * &height <= &self.0 * squared && (0..3).all(inside)
    }
}
