//! The distance of two triangles that do not meet, exactly, in integers.
//!
//! Nearest points lie in faces of the two (corners, edges, the whole) whose directions are
//! independent, so of at most two dimensions together: else both could be moved, at the same
//! distance, until one comes to the border of its face. For such a pair of faces the vector n
//! between their nearest points is known up to length; it belongs to the nearest points of the
//! triangles iff these points lie in the faces and n has all of A behind one of them and all of B
//! beyond the other. So one pair of faces that passes is the answer, whichever it is, and one does.

use super::TriangleDistance;
use super::root::{around_root, quotient};
use crate::geom::Interval;
use crate::geom::exact::integer::{Point, common_unit};
use crate::geom::exact::nearest::{Feature, Nearest, edge};
use crate::geom::{DVec3, Triangle};
use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;

/// The distance, rounded down and up.
pub(super) fn distance(a: &Triangle, b: &Triangle, guess: &Nearest) -> TriangleDistance {
    let unit = common_unit(a.iter().chain(b).flat_map(|p| p.to_array()));
    let [a, b] = [a, b].map(|t| t.map(|p| Point::new(p, unit)));
    let likely = Faces::of(guess);
    let found = std::iter::once(likely).chain(Faces::all()).find_map(|faces| faces.nearest(&a, &b));
    let found =
        found.expect("some faces of two triangles that do not meet hold their nearest points");
    let (over, under) = (found.squared.0.unsigned_abs(), found.squared.1.unsigned_abs());
    let (lo, hi) = around_root(&over, &under, unit);
    TriangleDistance {
        distance: Interval { lo, hi },
        point_a: found.a.rounded(unit),
        point_b: found.b.rounded(unit),
    }
}

/// A face of each triangle. An edge goes from its corner to the next.
#[derive(Clone, Copy)]
enum Faces {
    Corners(usize, usize),
    CornerEdge(usize, usize),
    EdgeCorner(usize, usize),
    Edges(usize, usize),
    CornerWhole(usize),
    WholeCorner(usize),
}

/// A point: numerators over one positive denominator.
struct Foot(Point, IBig);

/// Nearest points, and the square of their distance as numerator and positive denominator.
struct Attained {
    squared: (IBig, IBig),
    a: Foot,
    b: Foot,
}

impl Faces {
    /// The features in which the guessed points lie.
    fn of(guess: &Nearest) -> Self {
        let end = |i: usize, share: f64| {
            (share <= 0.0).then_some(i).or((share >= 1.0).then_some((i + 1) % 3))
        };
        match guess.feature {
            Feature::FirstCorner(i) => Self::CornerWhole(i),
            Feature::SecondCorner(j) => Self::WholeCorner(j),
            Feature::Edges(i, j) => match (end(i, guess.shares[0]), end(j, guess.shares[1])) {
                (Some(i), Some(j)) => Self::Corners(i, j),
                (Some(i), None) => Self::CornerEdge(i, j),
                (None, Some(j)) => Self::EdgeCorner(i, j),
                (None, None) => Self::Edges(i, j),
            },
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        let pairs = || (0..9).map(|i| (i / 3, i % 3));
        let faces = (0..3).flat_map(|i| [Self::CornerWhole(i), Self::WholeCorner(i)]);
        faces
            .chain(pairs().map(|(i, j)| Self::Edges(i, j)))
            .chain(pairs().flat_map(|(i, j)| [Self::CornerEdge(i, j), Self::EdgeCorner(i, j)]))
            .chain(pairs().map(|(i, j)| Self::Corners(i, j)))
    }

    /// The nearest points of the faces, if they are the nearest points of the triangles.
    fn nearest(self, a: &[Point; 3], b: &[Point; 3]) -> Option<Attained> {
        let (found, axis) = match self {
            Self::Corners(i, j) => corners(&a[i], &b[j]),
            Self::CornerEdge(i, j) => corner_edge(&a[i], &edge(b, j))?,
            Self::EdgeCorner(i, j) => turned(corner_edge(&b[j], &edge(a, i))?),
            Self::Edges(i, j) => edges(&edge(a, i), &edge(b, j))?,
            Self::CornerWhole(i) => corner_whole(&a[i], b)?,
            Self::WholeCorner(j) => turned(corner_whole(&b[j], a)?),
        };
        let (p, q) = match self {
            Self::Corners(i, j)
            | Self::CornerEdge(i, j)
            | Self::EdgeCorner(i, j)
            | Self::Edges(i, j) => (&a[i], &b[j]),
            Self::CornerWhole(i) => (&a[i], &b[0]),
            Self::WholeCorner(j) => (&a[0], &b[j]),
        };
        let (behind, beyond) = (axis.dot(p), axis.dot(q));
        let parts = behind < beyond
            && a.iter().all(|p| axis.dot(p) <= behind)
            && b.iter().all(|q| axis.dot(q) >= beyond);
        parts.then_some(found)
    }
}

impl Foot {
    fn corner(p: &Point) -> Self {
        Self(p.clone(), IBig::ONE)
    }

    /// start + along · over/under.
    fn on_edge(start: &Point, along: &Point, over: &IBig, under: &IBig) -> Self {
        Self(start.times(under).plus(&along.times(over)), under.clone())
    }

    fn rounded(&self, unit: i32) -> DVec3 {
        let [x, y, z] = [0, 1, 2].map(|i| quotient(&self.0.0[i], &self.1, unit));
        DVec3::new(x, y, z)
    }
}

/// The same with the roles of A and B exchanged.
fn turned((found, axis): (Attained, Point)) -> (Attained, Point) {
    (Attained { squared: found.squared, a: found.b, b: found.a }, axis.times(&IBig::NEG_ONE))
}

fn corners(p: &Point, q: &Point) -> (Attained, Point) {
    let axis = q.minus(p);
    (
        Attained { squared: (axis.squared(), IBig::ONE), a: Foot::corner(p), b: Foot::corner(q) },
        axis,
    )
}

fn corner_edge(p: &Point, [start, end]: &[Point; 2]) -> Option<(Attained, Point)> {
    let (along, to_p) = (end.minus(start), p.minus(start));
    let (place, length) = (along.dot(&to_p), along.squared());
    if place <= IBig::ZERO || place >= length {
        return None;
    }
    let axis = along.times(&place).minus(&to_p.times(&length));
    let b = Foot::on_edge(start, &along, &place, &length);
    Some((
        Attained { squared: (along.cross(&to_p).squared(), length), a: Foot::corner(p), b },
        axis,
    ))
}

/// With w from p to q: p + s·u and q + t·v are nearest where s|n|² = (w×v)·n and t|n|² = (w×u)·n, n
/// = u×v, and there they are
/// |w·n| / |n| apart.
fn edges([p, p_end]: &[Point; 2], [q, q_end]: &[Point; 2]) -> Option<(Attained, Point)> {
    let (u, v, w) = (p_end.minus(p), q_end.minus(q), q.minus(p));
    let normal = u.cross(&v);
    let squared = normal.squared();
    if squared.is_zero() {
        return None;
    }
    let (s, t) = (w.cross(&v).dot(&normal), w.cross(&u).dot(&normal));
    if [&s, &t].iter().any(|share| **share < IBig::ZERO || **share > squared) {
        return None;
    }
    let height = w.dot(&normal);
    let (a, b) = (Foot::on_edge(p, &u, &s, &squared), Foot::on_edge(q, &v, &t, &squared));
    let axis = upward(normal, &height);
    Some((Attained { squared: (&height * &height, squared), a, b }, axis))
}

fn corner_whole(p: &Point, t: &[Point; 3]) -> Option<(Attained, Point)> {
    let normal = t[1].minus(&t[0]).cross(&t[2].minus(&t[0]));
    let squared = normal.squared();
    let inside = |i: usize| {
        let [start, end] = edge(t, i);
        end.minus(&start).cross(&p.minus(&start)).dot(&normal) >= IBig::ZERO
    };
    if squared.is_zero() || !(0..3).all(inside) {
        return None;
    }
    let height = t[0].minus(p).dot(&normal);
    let b = Foot::on_edge(p, &normal, &height, &squared);
    let axis = upward(normal, &height);
    Some((Attained { squared: (&height * &height, squared), a: Foot::corner(p), b }, axis))
}

/// The normal, turned so that the height along it is not negative.
fn upward(normal: Point, height: &IBig) -> Point {
    if *height < IBig::ZERO { normal.times(&IBig::NEG_ONE) } else { normal }
}
