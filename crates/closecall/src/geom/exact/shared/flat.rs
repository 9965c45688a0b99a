//! The common part of two figures that lie in one plane, or of which one has no area.

use super::super::construct::{area, volume, zero_between};
use super::super::flat::{common_plane, meet};
use super::super::orient::Along;
use super::super::plane2d::overlap;
use super::super::shape::{Collapsed, greater, lesser};
use super::Shared;
use super::clip::{clip, counterclockwise, edges};
use super::polygon::Polygon;
use crate::geom::{DVec3, Triangle};

pub(super) fn shared(a: &Collapsed, b: &Collapsed) -> Shared {
    if !meet(a, b) {
        return Shared::None;
    }
    match (a, b) {
        (Collapsed::Point(p), _) | (_, Collapsed::Point(p)) => Shared::Point(*p),
        (Collapsed::Segment(s), Collapsed::Segment(r)) => of_segments(*s, *r),
        (Collapsed::Segment(s), Collapsed::Triangle(t, along))
        | (Collapsed::Triangle(t, along), Collapsed::Segment(s)) => {
            of_segment_and_triangle(*s, t, *along)
        }
        (Collapsed::Triangle(a, along), Collapsed::Triangle(b, _)) => of_triangles(a, b, *along),
    }
}

fn of_segments(s: [DVec3; 2], r: [DVec3; 2]) -> Shared {
    match common_plane(s, r) {
        Some(along) => {
            let [at_start, at_end] = s.map(|p| area(along, r[0], r[1], p));
            Shared::Point(zero_between(s, &at_start, &at_end))
        }
        None => between(greater(s[0], r[0]), lesser(s[1], r[1])),
    }
}

fn between(start: DVec3, end: DVec3) -> Shared {
    if start == end { Shared::Point(start) } else { Shared::Segment([start, end]) }
}

fn of_segment_and_triangle(s: [DVec3; 2], t: &Triangle, along: Along) -> Shared {
    let [at_start, at_end] = s.map(|p| volume(t, p));
    if at_start.sign().is_eq() && at_end.sign().is_eq() {
        return clip(along, s, &counterclockwise(along, t));
    }
    Shared::Point(zero_between(s, &at_start, &at_end))
}

fn of_triangles(a: &Triangle, b: &Triangle, along: Along) -> Shared {
    if overlap(along, a, b) {
        return Shared::Polygon(Polygon::common(along, a, b));
    }
    // Without a common area, what they share lies on an edge of A; other edges may touch it in one
    // point.
    let b = counterclockwise(along, b);
    let clipped = edges(a).map(|edge| clip(along, edge, &b));
    let of_kind = |kind: fn(&Shared) -> bool| clipped.into_iter().find(kind);
    of_kind(|set| matches!(set, Shared::Segment(_)))
        .or_else(|| of_kind(|set| matches!(set, Shared::Point(_))))
        .expect("two triangles in one plane that meet without a common area meet on an edge")
}
