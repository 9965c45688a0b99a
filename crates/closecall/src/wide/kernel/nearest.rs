//! The nearest points of pairs of triangles, as far as rounding can tell, and the gap along the line between them.
//!
//! Triangles that do not meet are nearest where an edge of one passes an edge of the other, or where a corner of one stands over the face of the other. Each of the 15
//! candidates is a pair of points of the triangles whatever was rounded, since shares are kept between 0 and 1; so the distance of the nearest is an upper bound. Along
//! any direction the triangles are no nearer than their projections: that of the line found gives a lower bound. Of triangles that cross, the lower bound is
//! not positive.

use super::{V3, cross, dot, load, max3, min3, sub};
use crate::wide::relation::MovedTriangle;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};
use crate::wide::tree::Block;

/// Up to eight pairs of triangles in one frame: p of the other tree, moved, and q of this.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct EightPairs {
    p: [[[f32; 8]; 3]; 3],
    q: [[[f32; 8]; 3]; 3],
    /// Triangle of A, triangle of B.
    pub ids: [(u32, u32); 8],
    pub count: usize,
}

impl EightPairs {
    pub(in crate::wide) const NONE: Self =
        Self { p: [[[0.0; 8]; 3]; 3], q: [[[0.0; 8]; 3]; 3], ids: [(0, 0); 8], count: 0 };

    /// Takes one more, a lane of a block; there has to be room.
    #[inline(always)]
    pub(in crate::wide) fn push(&mut self, p: &MovedTriangle, block: &Block, lane: usize, ids: (u32, u32)) {
        let place = self.count & 7;
        for corner in 0..3 {
            for k in 0..3 {
                self.p[corner][k][place] = p[corner][k];
                self.q[corner][k][place] = block.corners[corner][k][lane];
            }
        }
        self.ids[place] = ids;
        self.count = place + 1;
    }
}

/// The gaps of eight pairs, and the squared distances of points of them.
pub(in crate::wide) struct NearestEight<'k> {
    pub pairs: &'k EightPairs,
}

impl Task for NearestEight<'_> {
    type Output = ([f32; 8], [f32; 8]);
    #[inline(always)]
    fn run<H: Hardware>(self) -> ([f32; 8], [f32; 8]) {
        let EightPairs { p, q, .. } = self.pairs;
        let origin = load::<H::F>(&p[0]);
        let p = [[H::F::splat(0.0); 3], sub(load(&p[1]), origin), sub(load(&p[2]), origin)];
        let q = [sub(load(&q[0]), origin), sub(load(&q[1]), origin), sub(load(&q[2]), origin)];
        let found = nearest(&p, &q);
        let (mut gaps, mut squares) = ([0.0; 8], [0.0; 8]);
        found.gap.store(&mut gaps);
        found.square.store(&mut squares);
        (gaps, squares)
    }
}

/// What is found of pairs of triangles.
pub(super) struct Nearest<L> {
    /// The gap along `line`, not yet less its rounding; not positive where there is none.
    pub gap: L,
    /// The squared distance of the two points.
    pub square: L,
    /// From the point of q to that of p, or along the normal where a corner stands over a face.
    pub line: V3<L>,
}

impl<L: Lanes> Nearest<L> {
    /// Keeps the nearer of two candidates.
    #[inline(always)]
    fn or(&mut self, square: L, line: V3<L>) {
        for k in 0..3 {
            self.line[k] = self.line[k].or_if_less(line[k], square, self.square);
        }
        self.square = square.min(self.square);
    }
}

/// Of triangles given relative to p's first corner, which is 0.
#[inline(always)]
pub(super) fn nearest<L: Lanes>(p: &[V3<L>; 3], q: &[V3<L>; 3]) -> Nearest<L> {
    let (zero, tiny) = (L::splat(L::ZERO), L::splat(L::TINY));
    let p_edges = [p[1], sub(p[2], p[1]), sub(p[0], p[2])];
    let q_edges = [sub(q[1], q[0]), sub(q[2], q[1]), sub(q[0], q[2])];
    let mut best = Nearest { gap: zero, square: L::splat(L::LARGE), line: [zero; 3] };
    between_edges(p, q, &p_edges, &q_edges, &mut best);
    over_faces(p, q, &q_edges, L::splat(L::ONE), &mut best);
    over_faces(q, p, &p_edges, zero - L::splat(L::ONE), &mut best);
    let line = best.line;
    let low = min3([dot(line, p[0]), dot(line, p[1]), dot(line, p[2])]);
    let high = max3([dot(line, q[0]), dot(line, q[1]), dot(line, q[2])]);
    best.gap = (low - high).over((dot(line, line) + tiny).root());
    best
}

/// The nearest points of nine pairs of edges: of their lines where these do not run past an end; else an end is moved on.
#[inline(always)]
fn between_edges<L: Lanes>(
    p: &[V3<L>; 3],
    q: &[V3<L>; 3],
    p_edges: &[V3<L>; 3],
    q_edges: &[V3<L>; 3],
    best: &mut Nearest<L>,
) {
    let (zero, one, tiny) = (L::splat(L::ZERO), L::splat(L::ONE), L::splat(L::TINY));
    let [p0, p1, p2] = *p_edges;
    let [q0, q1, q2] = *q_edges;
    let p_squares = [dot(p0, p0) + tiny, dot(p1, p1) + tiny, dot(p2, p2) + tiny];
    let q_squares = [dot(q0, q0) + tiny, dot(q1, q1) + tiny, dot(q2, q2) + tiny];
    let p_inverse = [p_squares[0].inverse(), p_squares[1].inverse(), p_squares[2].inverse()];
    let q_inverse = [q_squares[0].inverse(), q_squares[1].inverse(), q_squares[2].inverse()];
    for i in 0..3 {
        for j in 0..3 {
            let (u, v, w) = (p_edges[i], q_edges[j], sub(p[i], q[j]));
            let (uv, uw, vw) = (dot(u, v), dot(u, w), dot(v, w));
            let both = p_squares[i] * q_squares[j];
            let under = (both - uv * uv).max(L::splat(L::FLAT) * both);
            let s = (uv.mul_sub(vw, uw * q_squares[j]) * under.inverse()).max(zero).min(one);
            let t = (uv.mul_add(s, vw) * q_inverse[j]).max(zero).min(one);
            let s = (uv.mul_sub(t, uw) * p_inverse[i]).max(zero).min(one);
            let mut line = w;
            for k in 0..3 {
                line[k] = u[k].mul_add(s, w[k] - v[k] * t);
            }
            best.or(dot(line, line), line);
        }
    }
}

/// Corners of one triangle over the face of the other. The distance is that of the foot, which is a point of the triangle; the direction is that of the normal, which does not
/// suffer where the distance is short.
#[inline(always)]
fn over_faces<L: Lanes>(corners: &[V3<L>; 3], face: &[V3<L>; 3], edges: &[V3<L>; 3], sign: L, best: &mut Nearest<L>) {
    let (zero, tiny) = (L::splat(L::ZERO), L::splat(L::TINY));
    let (e, f) = (edges[0], sub([zero; 3], edges[2]));
    let normal = cross(e, f);
    let square = dot(normal, normal) + tiny;
    let inverse = square.inverse();
    let (ee, ff, ef) = (dot(e, e), dot(f, f), dot(e, f));
    for corner in corners {
        let w = sub(*corner, face[0]);
        let (we, wf) = (dot(w, e), dot(w, f));
        let (y, z) = (we.mul_sub(ff, wf * ef), wf.mul_sub(ee, we * ef));
        let inside = y.min(z).min(square - y - z);
        let (y, z) = (y * inverse, z * inverse);
        let height = dot(normal, w) * inverse * sign;
        let mut foot = w;
        for k in 0..3 {
            foot[k] = (w[k] - e[k] * y) - f[k] * z;
        }
        let distance = dot(foot, foot).or_if_less(L::splat(L::LARGE), inside, zero);
        best.or(distance, [normal[0] * height, normal[1] * height, normal[2] * height]);
    }
}
