//! The decision which of a few pairs of triangles is the nearest, for certain.
//!
//! The likeliest pair is worked out with as many digits as it takes. A nearest corner belongs to
//! six triangles, so that there may be 36 pairs at one distance: for most of the others it is
//! enough that they lie behind the planes that touch the nearest points. What is left is bounded in
//! f64, four pairs at a time, and worked out likewise if need be.

use super::{Distance, DistanceAsked};
use crate::geom::exact::distance::roughly;
use crate::geom::exact::{self, TriangleDistance};
use crate::geom::vectors::vector;
use crate::geom::{DVec3, Interval, Pose, Triangle};
use crate::mesh::Corners;
use crate::rounding::exact::{BEHIND_NEAREST, BEHIND_NEAREST_LEAST, BEYOND_CORNER};
use crate::wide::kernel::BoundsOfFour;
use crate::wide::simd::Hardware;

/// The triangles of both bodies.
pub(super) struct BothMeshes<'q> {
    pub meshes: [Corners<'q>; 2],
    pub a_from_b: &'q Pose,
}

/// A pair of triangles, and bounds of its distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounded {
    low: f64,
    high: f64,
    ids: (u32, u32),
}

impl Bounded {
    /// Of which nothing is known yet.
    pub(super) fn unknown(ids: (u32, u32)) -> Self {
        Self { low: 0.0, high: f64::INFINITY, ids }
    }
}

/// The pairs that are to be decided.
pub(super) struct CandidatePairs<'c> {
    /// Pairs with lower bounds of their distances, times `scale`.
    pub pairs: &'c [(f32, u32, u32)],
    pub scale: f64,
    /// A pair that is likely to be the nearest.
    pub likely: Option<(u32, u32)>,
    /// One that is known already, as good as a candidate.
    pub known: Option<Distance>,
}

/// The nearest pair so far, and its triangles, B's carried.
pub(super) struct BestPair {
    pub distance: Distance,
    a: Triangle,
    b: Triangle,
    /// The largest of their coordinates.
    reach: f64,
}

impl BothMeshes<'_> {
    /// Two triangles; B's is carried.
    pub(super) fn triangles(&self, (i, j): (u32, u32)) -> (Triangle, Triangle) {
        let b = self.meshes[1].triangle(j as usize);
        (self.meshes[0].triangle(i as usize), self.a_from_b.carried_triangle(&b))
    }

    /// The distance of two triangles.
    pub(super) fn distance(&self, i: u32, j: u32) -> Distance {
        let (a, b) = self.triangles((i, j));
        if exact::meet(&a, &b).meets {
            self.touching(i, j)
        } else {
            of_pair((i, j), exact::distance(&a, &b))
        }
    }

    /// Two triangles, as well as floating point can tell.
    pub(super) fn roughly(&self, ids: (u32, u32)) -> Distance {
        let (a, b) = self.triangles(ids);
        of_pair(ids, roughly(&a, &b))
    }

    /// A pair whose distance is known.
    pub(super) fn best(&self, distance: Distance) -> BestPair {
        let (a, b) = self.triangles((distance.a, distance.b));
        let reach =
            a.iter().chain(&b).fold(DVec3::ZERO, |reach, p| reach.max(p.abs())).max_element();
        BestPair { distance, a, b, reach: reach + BEHIND_NEAREST_LEAST }
    }

    /// Two triangles that are known to touch. Where they cross well, the point is found in f64; to
    /// construct it exactly takes ten times as long as all the rest.
    pub(super) fn touching(&self, i: u32, j: u32) -> Distance {
        self.crossing(i, j).unwrap_or_else(|| {
            let (a, b) = self.triangles((i, j));
            of_pair((i, j), exact::distance(&a, &b))
        })
    }

    /// Two triangles that cross well.
    pub(super) fn crossing(&self, i: u32, j: u32) -> Option<Distance> {
        let (a, b) = self.triangles((i, j));
        let point = crossing(&a, &b).or_else(|| crossing(&b, &a))?;
        let [point_a, point_b] = [point.into(); 2];
        Some(Distance {
            distance: Interval::exactly(0.0),
            a: i,
            b: j,
            point_a,
            point_b,
            is_final: true,
        })
    }

    /// The answer. With a tolerance, what was ruled out may be nearer than the witness, but not
    /// nearer than `ruled_out`.
    #[inline(always)]
    pub(super) fn answer<H: Hardware>(
        &self,
        asked: &DistanceAsked,
        candidates: &CandidatePairs,
        left: &mut Vec<Bounded>,
        ruled_out: f64,
    ) -> Option<Distance> {
        let best = self.nearest::<H>(candidates, left)?;
        Some(if asked.tolerance > 0.0 {
            best.with_lo(best.distance.lo.min(ruled_out))
        } else {
            best
        })
    }

    /// The nearest of the candidates. `lo` is below the distances of all of them.
    #[inline(always)]
    pub(super) fn nearest<H: Hardware>(
        &self,
        candidates: &CandidatePairs,
        left: &mut Vec<Bounded>,
    ) -> Option<Distance> {
        let least =
            || candidates.pairs.iter().min_by(|x, y| x.0.total_cmp(&y.0)).map(|&(_, i, j)| (i, j));
        let likely =
            candidates.likely.or_else(|| if candidates.known.is_none() { least() } else { None });
        let found = match (likely.map(|(i, j)| self.distance(i, j)), candidates.known) {
            (Some(found), Some(known)) => nearer(found, known),
            (found, known) => found.or(known)?,
        };
        if found.distance.hi == 0.0 {
            return Some(found);
        }
        let best = self.best(found);
        left.clear();
        let within = found.distance.hi * candidates.scale;
        for &(low, i, j) in candidates.pairs {
            if f64::from(low) <= within
                && (i, j) != (found.a, found.b)
                && !self.is_no_nearer(&best, (i, j))
            {
                left.push(Bounded::unknown((i, j)));
            }
        }
        if left.is_empty() { Some(found) } else { Some(self.nearest_left::<H>(left, best)) }
    }

    /// Is a pair no nearer than the nearest so far?
    pub(super) fn is_no_nearer(&self, best: &BestPair, ids: (u32, u32)) -> bool {
        let (a, b) = self.triangles(ids);
        best.is_before(&a, &b) || best.has_corners_before(&a, &b)
    }

    /// The nearest of the remaining candidates and of the best pair.
    #[inline(never)]
    pub(super) fn nearest_left<H: Hardware>(
        &self,
        left: &mut Vec<Bounded>,
        best: BestPair,
    ) -> Distance {
        let mut least = best.distance.distance.hi;
        for four in left.chunks_mut(4) {
            let (mut a, mut b) = ([[DVec3::ZERO; 3]; 4], [[DVec3::ZERO; 3]; 4]);
            for (x, Bounded { ids: (i, j), .. }) in four.iter().enumerate() {
                a[x] = self.meshes[0].triangle(*i as usize);
                b[x] = self.meshes[1].triangle(*j as usize);
            }
            let (low, high) = H::run(BoundsOfFour { a: &a, b: &b, a_from_b: self.a_from_b });
            for (x, pair) in four.iter_mut().enumerate() {
                (pair.low, pair.high) = (low[x], high[x]);
                least = least.min(high[x]);
            }
        }
        left.retain(|pair| pair.low <= least);
        left.sort_unstable_by(|x, y| x.high.total_cmp(&y.high).then(x.ids.cmp(&y.ids)));
        self.decide(left, best)
    }

    /// Works them out, the likeliest first.
    fn decide(&self, left: &[Bounded], mut best: BestPair) -> Distance {
        let mut low = best.distance.distance.lo;
        for pair in left {
            if pair.low >= low || self.is_no_nearer(&best, pair.ids) {
                continue;
            }
            let (a, b) = self.triangles(pair.ids);
            let Some(found) = exact::distance_up_to(&a, &b, best.distance.distance.hi) else {
                continue;
            };
            low = low.min(found.distance.lo);
            if found.distance.hi < best.distance.distance.hi {
                best = self.best(of_pair(pair.ids, found));
            }
        }
        best.distance.with_lo(low)
    }
}

/// The nearer of two, and a lower bound of both.
pub(super) fn nearer(one: Distance, two: Distance) -> Distance {
    let best = if one.distance.hi < two.distance.hi { one } else { two };
    best.with_lo(one.distance.lo.min(two.distance.lo))
}

fn of_pair((a, b): (u32, u32), found: TriangleDistance) -> Distance {
    let TriangleDistance { distance, point_a, point_b } = found;
    Distance { distance, a, b, point_a: point_a.into(), point_b: point_b.into(), is_final: true }
}

/// A point in which an edge of the second triangle goes through the first, if one does at no small
/// angle and not near the border: then the point is off by less than 2⁻⁴⁴ of the largest
/// coordinate. (Heights over the plane are off by under 16u|n|R and differ by |n||e|/8 at least, so
/// that the share is off by under 256uR/|e|.)
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

impl BestPair {
    /// Do two other triangles lie behind the planes that touch the nearest points? Then they are no
    /// nearer than `lo`.
    ///
    /// Let n lead from the nearest point p of A to q of B, as exact::distance found them. Either
    /// `lo` is the gap of the two triangles along n, or p and q are the nearest points in exact
    /// arithmetic: then the gap along n is the distance. In both cases p is among the furthest of
    /// A's triangle along n and q among the first of B's, and other triangles whose corners are not
    /// beyond p and q have as large a gap. Corners that they share with this pair are not. For the
    /// rest it is seen with the rounded points: [`BEHIND_NEAREST`] of the largest coordinate pays
    /// for what they are off by.
    fn is_before(&self, a: &Triangle, b: &Triangle) -> bool {
        let [p, q] = [self.distance.point_a, self.distance.point_b].map(vector);
        let n = q - p;
        let length = n.abs().element_sum();
        let behind = |n: DVec3, from: DVec3, known: &Triangle, x: &DVec3| {
            let to = *x - from;
            let slack = BEHIND_NEAREST
                * self.reach
                * (to.abs().element_sum() + length + BEHIND_NEAREST * self.reach);
            n.dot(to) <= -slack || known.contains(x)
        };
        a.iter().all(|x| behind(n, p, &self.a, x)) && b.iter().all(|y| behind(-n, q, &self.b, y))
    }

    /// Do two other triangles have the two nearest points as corners, and lie on the far sides of
    /// them? Then they are no nearer.
    ///
    /// With p and q for the corners and n for q − p, rounded, p is then the furthest of A's
    /// triangle along n and q the first of B's, so that they are at least n·(q − p)/|n| apart: that
    /// is |q − p| up to the square of a rounding, less than the half ulp that `lo` is below it.
    /// [`BEYOND_CORNER`] pays for the products.
    fn has_corners_before(&self, a: &Triangle, b: &Triangle) -> bool {
        let [p, q] = [self.distance.point_a, self.distance.point_b].map(vector);
        if !a.contains(&p) || !b.contains(&q) {
            return false;
        }
        let axis = q - p;
        let is_beyond = |along: DVec3, corner: &DVec3, x: &DVec3| {
            let products = along * (*x - *corner);
            let slack = products.abs().element_sum() * BEYOND_CORNER;
            x == corner || products.element_sum() >= slack
        };
        a.iter().all(|x| is_beyond(-axis, &p, x)) && b.iter().all(|y| is_beyond(axis, &q, y))
    }
}
