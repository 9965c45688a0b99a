//! The nearest points of pairs of triangles, as far as rounding can tell, and the gap along the
//! line between them.
//!
//! Triangles that do not meet are nearest where an edge of one passes an edge of the other, or
//! where a corner of one stands over the face of the other. Each candidate is a pair of points of
//! the triangles whatever was rounded, since shares are kept between 0 and 1; so the distance of
//! the nearest is an upper bound. Along any direction the triangles are no nearer than their
//! projections: that of the line found gives a lower bound. Of triangles that cross, the lower
//! bound is not positive.
//!
//! Shares come from the products of corners with corners, of which there are few ([`Products`]);
//! the points come from the shares, and only these have to be right.

use super::{Corners, V3, cross, dot, load, max3, min3, sub};
use crate::wide::relation::MovedTriangle;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};
use crate::wide::tree::Block;

/// Up to eight pairs of triangles in one frame: p of the other tree, moved, and q of this.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct EightPairs {
    p: Corners,
    q: Corners,
    /// Triangle of A, triangle of B.
    pub ids: [(u32, u32); 8],
    pub count: usize,
}

impl EightPairs {
    pub(in crate::wide) const NONE: Self =
        Self { p: [[[0.0; 8]; 3]; 3], q: [[[0.0; 8]; 3]; 3], ids: [(0, 0); 8], count: 0 };

    /// Takes one more: a lane of moved triangles and a lane of a block. There has to be room.
    #[inline(always)]
    pub(in crate::wide) fn push(
        &mut self,
        (moved, row): (&Corners, usize),
        (block, lane): (&Block, usize),
        ids: (u32, u32),
    ) {
        let (place, row, lane) = (self.count & 7, row & 7, lane & 7);
        for corner in 0..3 {
            for k in 0..3 {
                self.p[corner][k][place] = moved[corner][k][row];
                self.q[corner][k][place] = block.corners[corner][k][lane];
            }
        }
        self.ids[place] = ids;
        self.count = place + 1;
    }
}

impl EightPairs {
    /// Takes one more: a moved triangle and a lane of a block. There has to be room.
    #[inline(always)]
    pub(in crate::wide) fn push_triangle(
        &mut self,
        moved: &MovedTriangle,
        (block, lane): (&Block, usize),
        ids: (u32, u32),
    ) {
        let (place, lane) = (self.count & 7, lane & 7);
        for corner in 0..3 {
            for k in 0..3 {
                self.p[corner][k][place] = moved[corner][k];
                self.q[corner][k][place] = block.corners[corner][k][lane];
            }
        }
        self.ids[place] = ids;
        self.count = place + 1;
    }
}

/// The result for eight pairs.
#[repr(C, align(32))]
pub(in crate::wide) struct NearestOfEight {
    /// The gaps, not yet less their rounding.
    pub gaps: [f32; 8],
    /// The squared distances of points of the two.
    pub squares: [f32; 8],
    /// From those of q to those of p, coordinate by coordinate.
    pub lines: [[f32; 8]; 3],
}

/// Finds them.
pub(in crate::wide) struct NearestEight<'k> {
    pub pairs: &'k EightPairs,
}

impl Task for NearestEight<'_> {
    type Output = NearestOfEight;
    #[inline(always)]
    fn run<H: Hardware>(self) -> NearestOfEight {
        let EightPairs { p, q, .. } = self.pairs;
        let origin = load::<H::F>(&p[0]);
        let p = [[H::F::splat(0.0); 3], sub(load(&p[1]), origin), sub(load(&p[2]), origin)];
        let q = [sub(load(&q[0]), origin), sub(load(&q[1]), origin), sub(load(&q[2]), origin)];
        let found = nearest(&p, &q);
        let mut out = NearestOfEight { gaps: [0.0; 8], squares: [0.0; 8], lines: [[0.0; 8]; 3] };
        found.gap.store(&mut out.gaps);
        found.square.store(&mut out.squares);
        for k in 0..3 {
            found.line[k].store(&mut out.lines[k]);
        }
        out
    }
}

/// The result for pairs of triangles.
pub(super) struct NearestLanes<L> {
    /// The gap along `line`, not yet less its rounding; not positive where there is none.
    pub gap: L,
    /// The squared distance of the two points.
    pub square: L,
    /// From the point of q to that of p, or along the normal where a corner stands over a face.
    pub line: V3<L>,
}

impl<L: Lanes> NearestLanes<L> {
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
pub(super) fn nearest<L: Lanes>(p: &[V3<L>; 3], q: &[V3<L>; 3]) -> NearestLanes<L> {
    let (zero, tiny) = (L::splat(L::ZERO), L::splat(L::TINY));
    let mut best = NearestLanes { gap: zero, square: L::splat(L::LARGE), line: [zero; 3] };
    let products = Products::of(p, q);
    between_edges(p, q, &products, &mut best);
    products.over_q(p, q, &mut best);
    products.over_p(p, q, &mut best);
    let line = best.line;
    let low = min3([zero, dot(line, p[1]), dot(line, p[2])]);
    let high = max3([dot(line, q[0]), dot(line, q[1]), dot(line, q[2])]);
    best.gap = (low - high).over((dot(line, line) + tiny).root());
    best
}

/// The edges, corner i to the next, and products of them and of the corners.
struct Products<L> {
    p_edges: [V3<L>; 3],
    q_edges: [V3<L>; 3],
    p_squares: [L; 3],
    q_squares: [L; 3],
    /// Corner i of p times corner j of q.
    corners: [[L; 3]; 3],
    /// Edges times the corners where they start.
    p_starts: [L; 3],
    q_starts: [L; 3],
    /// Corner 1 of p times corner 2.
    p_one_two: L,
}

impl<L: Lanes> Products<L> {
    #[inline(always)]
    fn of(p: &[V3<L>; 3], q: &[V3<L>; 3]) -> Self {
        let (zero, tiny) = (L::splat(L::ZERO), L::splat(L::TINY));
        let p_edges = [p[1], sub(p[2], p[1]), sub([zero; 3], p[2])];
        let q_edges = [sub(q[1], q[0]), sub(q[2], q[1]), sub(q[0], q[2])];
        let (one, two, p_one_two) = (dot(p[1], p[1]), dot(p[2], p[2]), dot(p[1], p[2]));
        let [u, v, w] = q_edges;
        Self {
            p_edges,
            q_edges,
            p_squares: [one + tiny, dot(p_edges[1], p_edges[1]) + tiny, two + tiny],
            q_squares: [dot(u, u) + tiny, dot(v, v) + tiny, dot(w, w) + tiny],
            corners: [
                [zero; 3],
                [dot(p[1], q[0]), dot(p[1], q[1]), dot(p[1], q[2])],
                [dot(p[2], q[0]), dot(p[2], q[1]), dot(p[2], q[2])],
            ],
            p_starts: [zero, p_one_two - one, zero - two],
            q_starts: [dot(u, q[0]), dot(v, q[1]), dot(w, q[2])],
            p_one_two,
        }
    }

    /// Corners of p over the face of q.
    #[inline(always)]
    fn over_q(&self, p: &[V3<L>; 3], q: &[V3<L>; 3], best: &mut NearestLanes<L>) {
        let zero = L::splat(L::ZERO);
        let (e, f) = (self.q_edges[0], sub([zero; 3], self.q_edges[2]));
        let start = dot(f, q[0]);
        let mut products = [[zero; 2]; 3];
        for i in 0..3 {
            let [x, y, z] = self.corners[i];
            products[i] = [(y - x) - self.q_starts[0], (z - x) - start];
        }
        let face =
            FaceEdges { e, f, squares: [self.q_squares[0], self.q_squares[2]], product: dot(e, f) };
        let corners = [sub(p[0], q[0]), sub(p[1], q[0]), sub(p[2], q[0])];
        face.under(&corners, &products, L::splat(L::ONE), best);
    }

    /// Corners of q over the face of p.
    #[inline(always)]
    fn over_p(&self, p: &[V3<L>; 3], q: &[V3<L>; 3], best: &mut NearestLanes<L>) {
        let [_, one, two] = self.corners;
        let face = FaceEdges {
            e: p[1],
            f: p[2],
            squares: [self.p_squares[0], self.p_squares[2]],
            product: self.p_one_two,
        };
        let products = [[one[0], two[0]], [one[1], two[1]], [one[2], two[2]]];
        face.under(q, &products, L::splat(L::ZERO) - L::splat(L::ONE), best);
    }
}

/// The nearest points of nine pairs of edges: of their lines where these do not run past an end;
/// else an end is moved on.
#[inline(always)]
fn between_edges<L: Lanes>(
    p: &[V3<L>; 3],
    q: &[V3<L>; 3],
    products: &Products<L>,
    best: &mut NearestLanes<L>,
) {
    let (zero, one) = (L::splat(L::ZERO), L::splat(L::ONE));
    let Products { p_edges, q_edges, p_squares, q_squares, corners, p_starts, q_starts, .. } =
        products;
    let p_inverse = [p_squares[0].inverse(), p_squares[1].inverse(), p_squares[2].inverse()];
    let q_inverse = [q_squares[0].inverse(), q_squares[1].inverse(), q_squares[2].inverse()];
    for i in 0..3 {
        let next = (i + 1) % 3;
        for j in 0..3 {
            let end = (j + 1) % 3;
            let (u, v) = (p_edges[i], q_edges[j]);
            // With w from corner j of q to corner i of p.
            let along = corners[next][j] - corners[i][j];
            let uv = (corners[next][end] - corners[i][end]) - along;
            let uw = p_starts[i] - along;
            let vw = (corners[i][end] - corners[i][j]) - q_starts[j];
            let both = p_squares[i] * q_squares[j];
            let under = (both - uv * uv).max(L::splat(L::FLAT) * both);
            let s = (uv.mul_sub(vw, uw * q_squares[j]) * under.inverse()).max(zero).min(one);
            let t = (uv.mul_add(s, vw) * q_inverse[j]).max(zero).min(one);
            let s = (uv.mul_sub(t, uw) * p_inverse[i]).max(zero).min(one);
            let mut line = u;
            for k in 0..3 {
                line[k] = u[k].mul_add(s, (p[i][k] - q[j][k]) - v[k] * t);
            }
            best.or(dot(line, line), line);
        }
    }
}

/// A face by two edges from its first corner, their squares and their product.
struct FaceEdges<L> {
    e: V3<L>,
    f: V3<L>,
    squares: [L; 2],
    product: L,
}

impl<L: Lanes> FaceEdges<L> {
    /// The lowest of the corners that stand over the face. They are seen from its first corner, and
    /// their products with the two edges are given. The distance is that of the foot, which is a
    /// point of the triangle; the direction is that of the normal, which does not suffer where the
    /// distance is short.
    #[inline(always)]
    fn under(
        &self,
        corners: &[V3<L>; 3],
        products: &[[L; 2]; 3],
        sign: L,
        best: &mut NearestLanes<L>,
    ) {
        let (zero, tiny, large) = (L::splat(L::ZERO), L::splat(L::TINY), L::splat(L::LARGE));
        let Self { e, f, squares: [ee, ff], product: ef } = *self;
        let normal = cross(e, f);
        let square = dot(normal, normal) + tiny;
        let (mut least, mut height, mut shares, mut corner) = (large, zero, [zero; 2], [zero; 3]);
        for i in 0..3 {
            let [we, wf] = products[i];
            let (y, z) = (we.mul_sub(ff, wf * ef), wf.mul_sub(ee, we * ef));
            let inside = y.min(z).min(square - y - z);
            let rises = dot(normal, corners[i]);
            let key = rises.abs().or_if_less(large, inside, zero);
            height = height.or_if_less(rises, key, least);
            shares = [shares[0].or_if_less(y, key, least), shares[1].or_if_less(z, key, least)];
            for k in 0..3 {
                corner[k] = corner[k].or_if_less(corners[i][k], key, least);
            }
            least = key.min(least);
        }
        let inverse = square.inverse();
        let (y, z, height) = (shares[0] * inverse, shares[1] * inverse, height * inverse * sign);
        let mut foot = corner;
        for k in 0..3 {
            foot[k] = (corner[k] - e[k] * y) - f[k] * z;
        }
        let distance = large.or_if_less(dot(foot, foot), least, large);
        best.or(distance, [normal[0] * height, normal[1] * height, normal[2] * height]);
    }
}
