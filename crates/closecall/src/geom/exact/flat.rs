//! Pairs that lie in one plane, or of which one has no area.

use super::classify::Class;
use super::orient::{Along, collinear, orient3d};
use super::plane2d;
use super::shape::{Collapsed, greater, is_before, lesser};
use crate::geom::{DVec3, Triangle};

/// Do the two share a point? Two triangles with area must lie in one plane.
pub(super) fn meet(a: &Collapsed, b: &Collapsed) -> bool {
    match (*a, *b) {
        (Collapsed::Point(p), Collapsed::Point(q)) => p == q,
        (Collapsed::Point(p), Collapsed::Segment(s))
        | (Collapsed::Segment(s), Collapsed::Point(p)) => on_segment(p, s),
        (Collapsed::Point(p), Collapsed::Triangle(t, along))
        | (Collapsed::Triangle(t, along), Collapsed::Point(p)) => {
            orient3d(t[0], t[1], t[2], p) == 0.0 && in_triangle(p, &t, along)
        }
        (Collapsed::Segment(s), Collapsed::Segment(r)) => segments_meet(s, r),
        (Collapsed::Segment(s), Collapsed::Triangle(t, along))
        | (Collapsed::Triangle(t, along), Collapsed::Segment(s)) => {
            segment_meets_triangle(s, &t, along)
        }
        (Collapsed::Triangle(a, along), Collapsed::Triangle(b, _)) => plane2d::meet(along, &a, &b),
    }
}

/// In what way do they meet? Two triangles with area must lie in one plane.
pub(super) fn classify(a: &Collapsed, b: &Collapsed) -> Option<Class> {
    if !meet(a, b) {
        return None;
    }
    Some(match (a, b) {
        (Collapsed::Triangle(a, along), Collapsed::Triangle(b, _))
            if plane2d::overlap(*along, a, b) =>
        {
            Class::CoplanarOverlap
        }
        (Collapsed::Segment(s), Collapsed::Triangle(t, _))
        | (Collapsed::Triangle(t, _), Collapsed::Segment(s))
            if segment_pierces_triangle(*s, t) =>
        {
            Class::Crossing
        }
        _ => Class::Touching,
    })
}

fn on_segment(p: DVec3, [low, high]: [DVec3; 2]) -> bool {
    !is_before(p, low) && !is_before(high, p) && collinear(low, high, p)
}

/// Is the point, in the triangle's plane, in the triangle?
fn in_triangle(p: DVec3, t: &Triangle, along: Along) -> bool {
    one_sign(edges(t).map(|(q, r)| along.orient(q, r, p)))
}

fn segments_meet(s: [DVec3; 2], r: [DVec3; 2]) -> bool {
    if orient3d(s[0], s[1], r[0], r[1]) != 0.0 {
        return false;
    }
    match common_plane(s, r) {
        Some(along) => plane2d::meet(along, &s, &r),
        None => !is_before(lesser(s[1], r[1]), greater(s[0], r[0])),
    }
}

/// An axis along which two coplanar segments do not fall on one line; none if they lie on one.
pub(super) fn common_plane(s: [DVec3; 2], r: [DVec3; 2]) -> Option<Along> {
    Along::ALL.into_iter().find(|along| r.iter().any(|&p| along.orient(s[0], s[1], p) != 0.0))
}

/// The way in which a segment passes the plane of a triangle.
enum PlanePassage {
    /// It does not reach it.
    Beside,
    /// It lies in it.
    Within,
    /// It meets it in one point, seen from which the edges are on these sides; `proper` if that is
    /// not one of its ends.
    Through { sides: [f64; 3], proper: bool },
}

impl PlanePassage {
    fn of(s: [DVec3; 2], t: &Triangle) -> Self {
        match s.map(|p| orient3d(t[0], t[1], t[2], p)) {
            [0.0, 0.0] => Self::Within,
            [x, y] if x > 0.0 && y > 0.0 || x < 0.0 && y < 0.0 => Self::Beside,
            [x, y] => {
                let sides = edges(t).map(|(p, q)| orient3d(s[0], s[1], p, q));
                Self::Through { sides, proper: x != 0.0 && y != 0.0 }
            }
        }
    }
}

fn segment_meets_triangle(s: [DVec3; 2], t: &Triangle, along: Along) -> bool {
    match PlanePassage::of(s, t) {
        PlanePassage::Beside => false,
        PlanePassage::Within => plane2d::meet(along, &s, t),
        PlanePassage::Through { sides, .. } => one_sign(sides),
    }
}

/// Do the inside of a segment and that of a triangle share just one point?
fn segment_pierces_triangle(s: [DVec3; 2], t: &Triangle) -> bool {
    matches!(PlanePassage::of(s, t), PlanePassage::Through { sides, proper: true } if one_sign(sides) && !sides.contains(&0.0))
}

fn edges(t: &Triangle) -> [(DVec3, DVec3); 3] {
    [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]
}

fn one_sign(sides: [f64; 3]) -> bool {
    sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0)
}
