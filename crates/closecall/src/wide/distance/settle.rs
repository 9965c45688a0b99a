//! Which of a few pairs of triangles is the nearest, for certain.
//!
//! Bounds in f64, four pairs at a time, leave those that may be nearest. A corner that is nearest belongs to six triangles, so that there may be 36 pairs at one distance: the first is
//! worked out with as many digits as it takes, and for the others it is mostly enough that they have the same two corners and lie on the far sides of them.

use super::{Distance, DistanceAsked};
use crate::geom::exact::{self, TriangleDistance};
use crate::geom::{DVec3, Pose, Triangle};
use crate::wide::kernel::BoundsOfFour;
use crate::wide::simd::Hardware;
use crate::wide::step::Side;

/// The bodies.
pub(super) struct Pairs<'q> {
    pub sides: &'q [Side<'q>; 2],
    pub a_from_b: &'q Pose,
}

/// A pair of triangles, and bounds of its distance.
#[derive(Clone, Copy)]
struct Bounded {
    low: f64,
    high: f64,
    ids: (u32, u32),
}

impl Pairs<'_> {
    /// Two triangles; B's is carried.
    fn triangles(&self, (i, j): (u32, u32)) -> (Triangle, Triangle) {
        let b = self.sides[1].mesh.triangle(j as usize);
        (self.sides[0].mesh.triangle(i as usize), self.a_from_b.carry_triangle(&b))
    }

    /// The distance of two triangles.
    pub(super) fn distance(&self, i: u32, j: u32) -> Distance {
        let (a, b) = self.triangles((i, j));
        of_pair((i, j), exact::distance(&a, &b))
    }

    /// Two triangles that are known to touch. Where they cross well, the point is found in f64; to construct it exactly takes ten times as long as all the rest.
    pub(super) fn touching(&self, i: u32, j: u32) -> Distance {
        let (a, b) = self.triangles((i, j));
        match crossing(&a, &b).or_else(|| crossing(&b, &a)) {
            Some(point) => Distance { lo: 0.0, hi: 0.0, a: i, b: j, point_a: point, point_b: point },
            None => of_pair((i, j), exact::distance(&a, &b)),
        }
    }

    /// The answer. With a tolerance, what was ruled out may be nearer than the witness, but not nearer than `ruled_out`.
    #[inline(always)]
    pub(super) fn answer<H: Hardware>(
        &self,
        asked: &DistanceAsked,
        candidates: &[(f32, u32, u32)],
        start: Option<Distance>,
        witness: Option<(u32, u32)>,
        ruled_out: f64,
    ) -> Option<Distance> {
        let roughly = asked.tolerance > 0.0;
        let known = witness.filter(|_| roughly).map(|(i, j)| self.distance(i, j)).or(start);
        let best = self.nearest::<H>(candidates, known)?;
        Some(if roughly { Distance { lo: best.lo.min(ruled_out), ..best } } else { best })
    }

    /// The nearest of the candidates and of one that is known already. `lo` is below the distances of all of them.
    #[inline(always)]
    pub(super) fn nearest<H: Hardware>(
        &self,
        candidates: &[(f32, u32, u32)],
        known: Option<Distance>,
    ) -> Option<Distance> {
        let mut least = known.map_or(f64::INFINITY, |known| known.hi);
        let mut left: Vec<Bounded> = Vec::new();
        for four in candidates.chunks(4) {
            let (mut a, mut b) = ([[DVec3::ZERO; 3]; 4], [[DVec3::ZERO; 3]; 4]);
            for (x, &(_, i, j)) in four.iter().enumerate() {
                a[x] = self.sides[0].mesh.triangle(i as usize);
                b[x] = self.sides[1].mesh.triangle(j as usize);
            }
            let (low, high) = H::run(BoundsOfFour { a: &a, b: &b, a_from_b: self.a_from_b });
            for (x, &(_, i, j)) in four.iter().enumerate() {
                least = least.min(high[x]);
                if low[x] <= least {
                    left.push(Bounded { low: low[x], high: high[x], ids: (i, j) });
                }
            }
        }
        self.decide(&mut left, least, known)
    }

    /// The nearest of those that are left.
    fn decide(&self, left: &mut Vec<Bounded>, least: f64, known: Option<Distance>) -> Option<Distance> {
        left.retain(|pair| pair.low <= least && known.is_none_or(|known| pair.ids != (known.a, known.b)));
        left.sort_unstable_by(|x, y| x.high.total_cmp(&y.high).then(x.ids.cmp(&y.ids)));
        let mut best = known;
        let mut low = known.map_or(f64::INFINITY, |known| known.lo);
        for pair in left.iter() {
            let (a, b) = self.triangles(pair.ids);
            if let Some(best) = &best
                && (pair.low >= low || is_no_nearer(best, &a, &b))
            {
                continue;
            }
            let limit = best.map_or(f64::INFINITY, |best| best.hi);
            let Some(found) = exact::distance_up_to(&a, &b, limit) else { continue };
            low = low.min(found.lo);
            if best.is_none_or(|best| found.hi < best.hi) {
                best = Some(of_pair(pair.ids, found));
            }
        }
        best.map(|best| Distance { lo: low.min(best.lo), ..best })
    }
}

fn of_pair((a, b): (u32, u32), found: TriangleDistance) -> Distance {
    let TriangleDistance { lo, hi, point_a, point_b } = found;
    Distance { lo, hi, a, b, point_a, point_b }
}

/// A point in which an edge of the second triangle goes through the first, if one does at no small angle and not near the border: then the point is off by less than 2⁻⁴⁴ of the
/// largest coordinate. (Heights over the plane are off by under 16u|n|R and differ by |n||e|/8 at least, so that the share is off by under 256uR/|e|.)
fn crossing(face: &Triangle, other: &Triangle) -> Option<DVec3> {
    let (e, f) = (face[1] - face[0], face[2] - face[0]);
    let normal = e.cross(f);
    let square = normal.length_squared();
    (0..3).find_map(|i| {
        let (p, q) = (other[i], other[(i + 1) % 3]);
        let (from, to) = (normal.dot(p - face[0]), normal.dot(q - face[0]));
        let steep = 64.0 * (to - from) * (to - from) >= square * p.distance_squared(q);
        if !(steep && from * to < 0.0) {
            return None;
        }
        let point = p + (q - p) * (from / (from - to));
        let w = point - face[0];
        let (y, z) = (w.cross(f).dot(normal) / square, e.cross(w).dot(normal) / square);
        (y > 1e-6 && z > 1e-6 && y + z < 1.0 - 1e-6).then_some(point)
    })
}

/// Do two triangles have the two points that are nearest so far as corners, and lie on the far sides of them? Then they are no nearer.
///
/// With p and q for the corners and n for q − p, rounded, p is then the furthest of A's triangle along n and q the first of B's, so that they are at least n·(q − p)/|n| apart: that is
/// |q − p| up to the square of a rounding, less than the half ulp that `lo` is below it. A product n·(x − p) is off by under 6 roundings of Σ|nᵢ(xᵢ − pᵢ)|.
fn is_no_nearer(best: &Distance, a: &Triangle, b: &Triangle) -> bool {
    let (p, q) = (best.point_a, best.point_b);
    let axis = q - p;
    let is_beyond = |along: DVec3, corner: &DVec3, x: &DVec3| {
        let products = along * (*x - *corner);
        let slack = products.abs().element_sum() * (4.0 * f64::EPSILON);
        x == corner || products.element_sum() >= slack
    };
    let has_corner = |t: &Triangle, corner: &DVec3| t.contains(corner);
    has_corner(a, &p)
        && has_corner(b, &q)
        && a.iter().all(|x| is_beyond(-axis, &p, x))
        && b.iter().all(|y| is_beyond(axis, &q, y))
}
