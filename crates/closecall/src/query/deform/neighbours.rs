//! Triangles of one mesh that share vertices: corners against faces, and edges against edges, that
//! have none in common.
//!
//! Two neighbours that begin to meet beyond what they share do so in such a pair. Let them share
//! the corner v. A point where they meet first, away from v, is on the border of both or in a
//! corner of one: else it would be inside an edge and a face, or inside both, and they would have
//! met before. A corner is not v. Of two edges, if both end in v, they meet away from v only where
//! one lies along the other: then the end of the shorter is on the longer, a corner on a face. If
//! they share an edge, likewise.

use super::DeformingMesh;
use crate::geom::DVec3;
use crate::geom::straight::{FirstMeeting, Straight, StraightLimits, first_meeting as first};
use crate::mesh::Mesh;
use std::collections::HashMap;

/// For every vertex the first that is at the same place in both states.
pub(super) fn same_vertices(start: &Mesh, end: &Mesh) -> Vec<u32> {
    let mut known = HashMap::with_capacity(start.vertices().len());
    let both = start.vertices().iter().zip(end.vertices());
    let number = |(vertex, (from, to)): (usize, (&DVec3, &DVec3))| {
        // -0.0 + 0.0 is 0.0; everything else stays.
        let key = [from, to].map(|place| place.to_array().map(|x| (x + 0.0).to_bits()));
        *known.entry(key).or_insert(vertex as u32)
    };
    both.enumerate().map(number).collect()
}

/// How many vertices two triangles have in common.
pub(super) fn shared(first: [u32; 3], second: [u32; 3]) -> usize {
    first.iter().filter(|vertex| second.contains(vertex)).count()
}

/// When two triangles that share vertices first meet beyond them.
pub(super) fn first_meeting(
    mesh: &DeformingMesh,
    one: [u32; 3],
    other: [u32; 3],
    limits: &StraightLimits,
) -> FirstMeeting {
    let is_within =
        |one: [u32; 3], other: [u32; 3]| one.iter().all(|vertex| other.contains(vertex));
    if is_within(one, other) && is_within(other, one) {
        return FirstMeeting::Close { time: 0.0, distance: 0.0 };
    }
    let mut answer = FirstMeeting::Free;
    let mut ask = |one: [u32; 3], other: [u32; 3]| {
        let boxes = [one, other].map(|vertices| swept_box(mesh, vertices));
        if come_near(&boxes, limits.tolerance) {
            let met = first(&straight(mesh, one), &straight(mesh, other), limits);
            answer = sooner(answer, met);
        }
    };
    for (triangle, face) in [(one, other), (other, one)] {
        for corner in triangle.into_iter().filter(|corner| !face.contains(corner)) {
            ask([corner; 3], face);
        }
    }
    for (a, b) in edges(one) {
        for (c, d) in edges(other) {
            if a != c && a != d && b != c && b != d {
                ask([a, b, b], [c, d, d]);
            }
        }
    }
    answer
}

/// The box around vertices on their way. They go straight, and a box is convex.
fn swept_box(mesh: &DeformingMesh, vertices: [u32; 3]) -> [DVec3; 2] {
    let [p, q, r] = vertices.map(|vertex| mesh.vertex(vertex));
    let ends = [p[0], p[1], q[0], q[1], r[0], r[1]];
    ends.into_iter().fold([p[0]; 2], |[low, high], end| [low.min(end), high.max(end)])
}

/// May what is in two boxes come as near as the tolerance? Differences of coordinates are rounded,
/// but not to the other side of a number: "no" is certain.
fn come_near([one, other]: &[[DVec3; 2]; 2], tolerance: f64) -> bool {
    let apart = (other[0] - one[1]).max(one[0] - other[1]).max_element();
    !(apart > tolerance)
}

fn edges([a, b, c]: [u32; 3]) -> [(u32, u32); 3] {
    [(a, b), (b, c), (c, a)]
}

/// Up to three vertices, on their way.
fn straight(mesh: &DeformingMesh, vertices: [u32; 3]) -> Straight {
    let ways = vertices.map(|vertex| mesh.vertex(vertex));
    Straight::triangle(ways.map(|[from, _]| from), ways.map(|[_, to]| to))
        .expect("coordinates are in range")
}

/// What two answers say together: nothing meets before the sooner of the two.
fn sooner(one: FirstMeeting, other: FirstMeeting) -> FirstMeeting {
    let time = |answer: &FirstMeeting| match *answer {
        FirstMeeting::Free => f64::INFINITY,
        FirstMeeting::Close { time, .. } => time,
        FirstMeeting::Undecided { free_until } => free_until,
    };
    if time(&other) < time(&one) { other } else { one }
}
