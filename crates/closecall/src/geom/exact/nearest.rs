//! Two points, one of each triangle, that are nearly as near as any: a guess in plain floating
//! point.
//!
//! Triangles that do not meet are nearest where an edge of one passes an edge of the other, or
//! where a corner of one stands over the face of the other; corners beside edges are ends of the
//! former.

use crate::geom::{DVec3, Triangle};

/// The parts of two triangles that are nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// Edge i of the first (from corner i to the next) and edge j of the second.
    Edges(usize, usize),
    /// A corner of the first and the face of the second.
    FirstCorner(usize),
    /// A corner of the second and the face of the first.
    SecondCorner(usize),
}

impl Feature {
    /// All fifteen.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let edges = (0..9).map(|i| Self::Edges(i / 3, i % 3));
        edges.chain((0..3).map(Self::FirstCorner)).chain((0..3).map(Self::SecondCorner))
    }
}

/// A point of each triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// A point of the first triangle, up to 16 roundings of its corners' largest coordinate.
    pub a: DVec3,
    /// A point of the second, likewise.
    pub b: DVec3,
    /// Their places.
    pub feature: Feature,
    /// The shares along the feature: of two edges, the share of each; over a face, the shares of
    /// its edges from corner 0 to 1 and to 2.
    pub shares: [f64; 2],
}

/// The nearest points, as far as floating point can tell.
///
/// However wrong the guess may be, each point is a convex combination of its triangle's corners up
/// to rounding.
pub(crate) fn nearest(a: &Triangle, b: &Triangle) -> Nearest {
    let mut best = Nearest { a: a[0], b: b[0], feature: Feature::Edges(0, 0), shares: [0.0; 2] };
    let mut least = a[0].distance_squared(b[0]);
    for feature in Feature::all() {
        let points = match feature {
            Feature::Edges(i, j) => Some(between_segments(edge(a, i), edge(b, j))),
            Feature::FirstCorner(i) => foot(a[i], b).map(|(foot, shares)| ([a[i], foot], shares)),
            Feature::SecondCorner(j) => foot(b[j], a).map(|(foot, shares)| ([foot, b[j]], shares)),
        };
        let Some(([p, q], shares)) = points else { continue };
        let squared = p.distance_squared(q);
        // Also false for a NaN.
        if squared < least {
            least = squared;
            best = Nearest { a: p, b: q, feature, shares };
        }
    }
    best
}

/// The edge from corner `i` to the next.
pub(super) fn edge<P: Clone>(t: &[P; 3], i: usize) -> [P; 2] {
    [t[i].clone(), t[(i + 1) % 3].clone()]
}

/// The nearest points of two segments: of their lines where these do not run past an end; else an
/// end is moved on.
#[inline(always)]
fn between_segments([p, p_end]: [DVec3; 2], [q, q_end]: [DVec3; 2]) -> ([DVec3; 2], [f64; 2]) {
    let (u, v, w) = (p_end - p, q_end - q, p - q);
    let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
    let (uw, vw) = (u.dot(w), v.dot(w));
    let s = share(uv * vw - vv * uw, uu * vv - uv * uv);
    let t = share(uv * s + vw, vv);
    let s = share(uv * t - uw, uu);
    ([p + u * s, q + v * t], [s, t])
}

/// A quotient, kept between 0 and 1; 0 where there is none.
#[inline(always)]
fn share(over: f64, under: f64) -> f64 {
    if under > 0.0 { (over / under).clamp(0.0, 1.0) } else { 0.0 }
}

/// The point of a triangle straight under `p`, if there is one.
#[inline(always)]
fn foot(p: DVec3, t: &Triangle) -> Option<(DVec3, [f64; 2])> {
    let (u, v, w) = (t[1] - t[0], t[2] - t[0], p - t[0]);
    let normal = u.cross(v);
    let squared = normal.dot(normal);
    let (along_u, along_v) = (w.cross(v).dot(normal) / squared, u.cross(w).dot(normal) / squared);
    let inside = along_u >= 0.0 && along_v >= 0.0 && along_u + along_v <= 1.0;
    inside.then(|| (t[0] + u * along_u + v * along_v, [along_u, along_v]))
}
