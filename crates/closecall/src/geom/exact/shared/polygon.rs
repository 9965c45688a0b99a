//! The polygon that two overlapping triangles of one plane share.
//!
//! Each of its sides is the part of an edge of one triangle that lies in the other. All run
//! counterclockwise, so the order of their directions is the order of the sides, and the corners
//! are where the sides start.

use super::super::construct::turn;
use super::super::orient::Along;
use super::Shared;
use super::clip::{clip, counterclockwise, edges};
use crate::geom::{DVec3, Triangle};
use std::cmp::Ordering;

/// A convex polygon of three to six corners.
#[derive(Clone, Copy, PartialEq)]
pub struct Polygon {
    corners: [DVec3; 6],
    count: usize,
}

impl Polygon {
    /// Its corners in order; they run around as the corners of triangle A do.
    #[must_use]
    pub fn corners(&self) -> &[DVec3] {
        &self.corners[..self.count]
    }

    /// The common part of two triangles that overlap in a plane, seen along an axis.
    pub(super) fn common(along: Along, a: &Triangle, b: &Triangle) -> Self {
        let [a_turned, b_turned] = [a, b].map(|t| counterclockwise(along, t));
        let mut sides = sides(along, &a_turned, &b_turned);
        // Where edges of both lie on one line, they share one side.
        let is_new = |[p, q]: [DVec3; 2]| {
            !edges(a)
                .iter()
                .any(|&[u, v]| along.orient(u, v, p) == 0.0 && along.orient(u, v, q) == 0.0)
        };
        sides.extend(
            self::sides(along, &b_turned, &a_turned).into_iter().filter(|side| is_new(side.edge)),
        );
        sides.sort_by(|s, t| by_direction(along, s.edge, t.edge));
        if a_turned != *a {
            sides.reverse();
        }
        let mut corners = [DVec3::ZERO; 6];
        for (corner, side) in corners.iter_mut().zip(&sides) {
            *corner = side.start;
        }
        Self { corners, count: sides.len() }
    }
}

impl std::fmt::Debug for Polygon {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_list().entries(self.corners()).finish()
    }
}

/// A side of the polygon: the edge on which it lies, and where on it it starts.
struct PolygonSide {
    edge: [DVec3; 2],
    start: DVec3,
}

/// The parts of positive length of the edges of `of` that lie in `within`.
fn sides(along: Along, of: &Triangle, within: &Triangle) -> Vec<PolygonSide> {
    let side = |edge| match clip(along, edge, within) {
        Shared::Segment([start, _]) => Some(PolygonSide { edge, start }),
        _ => None,
    };
    edges(of).into_iter().filter_map(side).collect()
}

/// Counterclockwise, beginning with the direction of the first projected axis.
fn by_direction(along: Along, s: [DVec3; 2], t: [DVec3; 2]) -> Ordering {
    let in_lower_half = |edge: [DVec3; 2]| {
        let [p, q] = edge.map(|p| along.project(p));
        q[1] < p[1] || q[1] == p[1] && q[0] < p[0]
    };
    in_lower_half(s).cmp(&in_lower_half(t)).then_with(|| turn(along, s, t).sign().reverse())
}
