//! The boundary of a k-DOP: the polygon each plane contributes. (Klosowski 1998, §3.4.6, §4.2)
//!
//! Each face is cut out by itself: a rectangle in its plane, clipped by all other half-spaces.
//! Faces that disagree by roundings do no harm then, and a flat k-DOP is just one whose faces
//! coincide.
//!
//! # Why the vertices hold the k-DOP
//!
//! Let m be the largest coordinate of the box around the k-DOP, M = 5m and u = 2⁻⁵³. All points of
//! the work have coordinates up to M. A vertex of the exact k-DOP lies on at least one of its
//! planes, so it suffices that the polygon P worked out for a plane holds the exact face F up to a
//! distance ε. Then the k-DOP, the hull of its vertices, is in the hull of all polygons up to ε.
//!
//! The rectangle's corners are rounded twice, so F ⊂ P + ball(ε₀) with ε₀ = 10uM. Now clip P by
//! n·p ≤ b, which F satisfies. A point of F is at most ε from some q in P, so n·q ≤ b + √3ε: it is
//! enough to keep the part of P below b + √3ε. Let e = 18uM bound the error of a computed level
//! n·p − b − κ. We drop a corner if its computed level is above κ, and cut the edges from kept to
//! dropped corners at the computed level κ: in exact arithmetic that cut is above κ − 5e (three
//! times e from the levels, the rest from the quotient). So all of P below κ − 5e is kept, except
//! that the cut itself is rounded, by at most 11uM. With 25 cuts at most ε grows to 10uM +
//! 25·11uM = 285uM ([`KDOP_FACES`]), and κ = 640uM ≥ √3·285uM + 6e ([`KDOP_RELAXED`]) satisfies
//! every step.

use super::Kdop;
use super::directions::{directions, vector};
use crate::geom::DVec3;
use crate::rounding::exact::{KDOP_FACES, KDOP_RELAXED};

/// Vertices closer than this part of the size are one: every vertex turns up in at least three
/// faces.
const SAME: f64 = 1.0 / (1u64 << 30) as f64;

/// One of the two planes of a slab, and what lies under it: `normal`·p ≤ `level`.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpace {
    /// The slab.
    pub slab: usize,
    /// Points outward.
    pub normal: DVec3,
    /// The reach of the slab along the normal.
    pub level: f64,
}

impl<const S: usize> Kdop<S> {
    fn half_spaces(&self) -> impl Iterator<Item = HalfSpace> + Clone {
        (0..S).flat_map(|slab| {
            let normal = vector(directions::<S>()[slab]);
            let above = HalfSpace { slab, normal, level: self.high[slab] };
            [above, HalfSpace { slab, normal: -normal, level: -self.low[slab] }]
        })
    }

    /// Shows the polygon of every half-space that has one.
    pub fn for_each_face(&self, mut visit: impl FnMut(HalfSpace, &[DVec3])) {
        let bounds = self.bounds();
        let relaxed = KDOP_RELAXED * bounds.low.abs().max(bounds.high.abs()).max_element();
        let (mut polygon, mut clipped) = (Vec::with_capacity(32), Vec::with_capacity(32));
        for face in self.half_spaces() {
            rectangle(&face, bounds.low, bounds.high, &mut polygon);
            for other in self.half_spaces().filter(|other| other.slab != face.slab) {
                if polygon.iter().any(|p| other.normal.dot(*p) - other.level > relaxed) {
                    clip(&polygon, &other, relaxed, &mut clipped);
                    std::mem::swap(&mut polygon, &mut clipped);
                }
            }
            if !polygon.is_empty() {
                visit(face, &polygon);
            }
        }
    }

    /// Points whose hull holds the k-DOP up to a distance, and that distance.
    #[must_use]
    pub fn vertices(&self) -> (Vec<DVec3>, f64) {
        let bounds = self.bounds();
        let m = bounds.low.abs().max(bounds.high.abs()).max_element();
        let same = SAME * (bounds.high - bounds.low).max_element() + 8.0 * KDOP_RELAXED * m;
        let mut vertices: Vec<DVec3> = Vec::with_capacity(4 * S);
        self.for_each_face(|_, polygon| {
            for p in polygon {
                if vertices.iter().all(|q| (*q - *p).abs().max_element() > same) {
                    vertices.push(*p);
                }
            }
        });
        (vertices, 2.0 * same + KDOP_FACES * m)
    }
}

/// The part of a plane over a box, in order around its border.
fn rectangle(face: &HalfSpace, low: DVec3, high: DVec3, polygon: &mut Vec<DVec3>) {
    let n = face.normal;
    let solved = if n.z != 0.0 {
        2
    } else if n.y != 0.0 {
        1
    } else {
        0
    };
    let (i, j) = ((solved + 1) % 3, (solved + 2) % 3);
    polygon.clear();
    for (x, y) in [(low[i], low[j]), (high[i], low[j]), (high[i], high[j]), (low[i], high[j])] {
        let mut corner = DVec3::ZERO;
        (corner[i], corner[j]) = (x, y);
        // The normal's components are −1, 0 and 1: to multiply by one is to divide by it.
        corner[solved] = (face.level - n[i] * x - n[j] * y) * n[solved];
        polygon.push(corner);
    }
}

fn clip(polygon: &[DVec3], by: &HalfSpace, relaxed: f64, clipped: &mut Vec<DVec3>) {
    clipped.clear();
    let level = |p: DVec3| by.normal.dot(p) - by.level - relaxed;
    let mut from = polygon[polygon.len() - 1];
    let mut from_level = level(from);
    for &to in polygon {
        let to_level = level(to);
        if (from_level > 0.0) != (to_level > 0.0) {
            let (kept, kept_level, dropped, dropped_level) = if from_level > 0.0 {
                (to, to_level, from, from_level)
            } else {
                (from, from_level, to, to_level)
            };
            clipped.push(kept + (dropped - kept) * (kept_level / (kept_level - dropped_level)));
        }
        if to_level <= 0.0 {
            clipped.push(to);
        }
        (from, from_level) = (to, to_level);
    }
}
