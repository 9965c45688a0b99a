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
use crate::Answer;
use crate::geom::DVec3;
use crate::geom::straight::{Close, Straight, StraightLimits, first_meeting as first};
use crate::mesh::Mesh;
use std::collections::HashMap;

/// For every vertex the first that is at the same place in both states.
pub(super) fn same_vertices(start: &Mesh, end: &Mesh) -> Vec<u32> {
    let mut known = HashMap::with_capacity(start.points().len());
    let both = start.points().iter().zip(end.points());
    let number = |(vertex, (from, to)): (usize, (&DVec3, &DVec3))| {
        // -0.0 + 0.0 is 0.0; everything else stays.
        let key = [from, to].map(|place| place.to_array().map(|x| (x + 0.0).to_bits()));
        *known.entry(key).or_insert(vertex as u32)
    };
    both.enumerate().map(number).collect()
}

/// The number of vertices that two triangles have in common.
pub(super) fn shared(first: [u32; 3], second: [u32; 3]) -> usize {
    first.iter().filter(|vertex| second.contains(vertex)).count()
}

/// When two triangles that share vertices first meet beyond them.
pub(super) fn first_meeting(
    mesh: &DeformingMesh,
    one: [u32; 3],
    other: [u32; 3],
    limits: &StraightLimits,
) -> Answer<Close, f64> {
    let is_within =
        |one: [u32; 3], other: [u32; 3]| one.iter().all(|vertex| other.contains(vertex));
    if is_within(one, other) && is_within(other, one) {
        return Answer::Touching(Close { time: 0.0, distance: 0.0 });
    }
    let [one, other] = [corners(mesh, one), corners(mesh, other)];
    let mut answer = Answer::Clear;
    let mut ask = |one: &[MovingVertex], other: &[MovingVertex]| {
        if come_near(around(one), around(other), limits.tolerance) {
            let met = first(&straight(mesh, one), &straight(mesh, other), limits);
            answer = sooner(answer, met);
        }
    };
    for (triangle, face) in [(&one, &other), (&other, &one)] {
        for corner in triangle {
            if face.iter().all(|other| other.vertex != corner.vertex) {
                ask(std::slice::from_ref(corner), face);
            }
        }
    }
    for [a, b] in edges(&one) {
        for [c, d] in edges(&other) {
            let shared = [a.vertex, b.vertex].iter().any(|v| *v == c.vertex || *v == d.vertex);
            if !shared {
                ask(&[a, b], &[c, d]);
            }
        }
    }
    answer
}

/// A vertex, and the box around its way: it goes straight, and a box is convex.
#[derive(Clone, Copy)]
struct MovingVertex {
    vertex: u32,
    low: DVec3,
    high: DVec3,
}

fn corners(mesh: &DeformingMesh, [a, b, c]: [u32; 3]) -> [MovingVertex; 3] {
    let corner = |vertex: u32| {
        let [from, to] = mesh.vertex(vertex);
        MovingVertex { vertex, low: from.min(to), high: from.max(to) }
    };
    [corner(a), corner(b), corner(c)]
}

/// The box around all of them.
fn around(corners: &[MovingVertex]) -> (DVec3, DVec3) {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    corners.iter().fold(start, |(low, high), corner| (low.min(corner.low), high.max(corner.high)))
}

/// May what is in two boxes come as near as the tolerance? Differences of coordinates are rounded,
/// but not to the other side of a number: "no" is certain.
fn come_near(one: (DVec3, DVec3), other: (DVec3, DVec3), tolerance: f64) -> bool {
    let apart = (other.0 - one.1).max(one.0 - other.1).max_element();
    !(apart > tolerance)
}

fn edges(&[a, b, c]: &[MovingVertex; 3]) -> [[MovingVertex; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// One to three vertices, on their way.
fn straight(mesh: &DeformingMesh, corners: &[MovingVertex]) -> Straight {
    let way = |k: usize| mesh.vertex(corners[k.min(corners.len() - 1)].vertex);
    let [p, q, r] = [way(0), way(1), way(2)];
    Straight::triangle([p[0], q[0], r[0]], [p[1], q[1], r[1]]).expect("coordinates are in range")
}

/// The answer of two parts together: nothing meets before the sooner of the two.
fn sooner(one: Answer<Close, f64>, other: Answer<Close, f64>) -> Answer<Close, f64> {
    let time = |answer: &Answer<Close, f64>| match *answer {
        Answer::Clear => f64::INFINITY,
        Answer::Touching(Close { time, .. }) => time,
        Answer::Undecided(clear_until) => clear_until,
    };
    if time(&other) < time(&one) { other } else { one }
}
