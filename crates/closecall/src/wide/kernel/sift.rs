//! The triangles of two blocks that are certainly further apart than a limit. By cheap axes, all of
//! them in one frame.
//!
//! First along [`Directions`] that suit the two blocks as a whole: the ends of all sixteen
//! triangles are worked out once, and then a row of eight pairs takes one comparison. Then row by
//! row: the plane of the one triangle, the line of the centroids, and the planes of the eight. The
//! normal of a needle may point anywhere, so that its own corners are projected too.
//!
//! **Why a gap is real.** It is derived in [`crate::wide::relation`] that an axis n of any
//! length |n| pays (2·`position` + 12.8εV)|n|, where corners are seen from one of them: the slack
//! of pairs covers it, and the rest is in proportion to the limit. Along directions, corners are
//! seen from the frame's centre: with λ = reach_X + ρ·reach_Y + |T|∞, two projections are rounded
//! by under 3√3·ε·λ|n| together, and `position` is at least 12ελ: it is paid once more. What an
//! axis pays is in proportion to its length, so that this may not vanish: [`F32_TINY`], more than a sum
//! of squares below f32's range is off by, is added to every square.

use super::{Corners, V3, cross, dot, load, max3, min3, splat, sub};
use crate::rounding::F32_TINY;
use crate::rounding::tree::SIFT_UP;
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::tree::Block;

/// The number of directions that are tried.
const COUNT: usize = 2;

/// The ends of sixteen triangles along a few directions.
pub(in crate::wide) struct Directions<F> {
    /// The lower ends of the moved triangles.
    starts: [[f32; 8]; COUNT],
    /// The lengths of the directions, and what triangles may be away from the others along them.
    lengths: [f32; COUNT],
    away: [f32; COUNT],
    /// The upper ends of the block's triangles.
    ends: [F; COUNT],
}

impl<F: F32x8> Directions<F> {
    /// Along axes that point from the block to the moved triangles, more or less. An axis of no
    /// length rules out nothing. `within` is a distance, slack included.
    #[inline(always)]
    pub(in crate::wide) fn new(
        axes: &[[f32; 3]; COUNT],
        moved: &Corners,
        block: &Block,
        within: f32,
    ) -> Self {
        let zero = F::splat(0.0);
        let (starts, lengths, away) = ([[0.0; 8]; COUNT], [0.0; COUNT], [0.0; COUNT]);
        let mut directions = Self { starts, lengths, away, ends: [zero; COUNT] };
        for x in 0..COUNT {
            let n = axes[x];
            directions.lengths[x] = length(n);
            let axis = splat::<F>(&n);
            let p = along(axis, &[load(&moved[0]), load(&moved[1]), load(&moved[2])]);
            let q = along(
                axis,
                &[load(&block.corners[0]), load(&block.corners[1]), load(&block.corners[2])],
            );
            min3(p).store(&mut directions.starts[x]);
            directions.ends[x] = max3(q);
        }
        directions.set_within(within);
        directions
    }

    /// From now on triangles count as near within this distance, slack included.
    #[inline(always)]
    pub(in crate::wide) fn set_within(&mut self, within: f32) {
        for x in 0..COUNT {
            self.away[x] = self.lengths[x] * within * SIFT_UP + F32_TINY;
        }
    }

    /// The lanes of the block that may be near a moved triangle. (Nothing here leaves the range of
    /// f32: see [`crate::wide::relation`].)
    #[inline(always)]
    pub(in crate::wide) fn near(&self, row: usize) -> u32 {
        let mut lanes = 255;
        for x in 0..COUNT {
            let start = self.starts[x][row & 7] - self.away[x];
            lanes &= F::splat(start).at_most(self.ends[x]);
        }
        lanes
    }
}

/// The lanes of a block that may be within a distance, slack included, of one of the moved
/// triangles.
#[inline(always)]
pub(in crate::wide) fn sift<H: Hardware>(
    (moved, row): (&Corners, usize),
    block: &Block,
    within: f32,
    lanes: u32,
) -> u32 {
    let zero = H::F::splat(0.0);
    let [r, s, t] = [corner(moved, 0, row), corner(moved, 1, row), corner(moved, 2, row)];
    let (e, f) = (difference(s, r), difference(t, r));
    let origin = splat::<H::F>(&r);
    let [q0, q1, q2] = &block.corners;
    let q = [sub(load::<H::F>(q0), origin), sub(load(q1), origin), sub(load(q2), origin)];
    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    let length = length(n);
    let (ne, nf) = (product(n, e), product(n, f));
    let (low, high) = (H::F::splat(ne.min(nf).min(0.0)), H::F::splat(ne.max(nf).max(0.0)));
    let heights = along(splat(&n), &q);
    let gap = (min3(heights) - high).max(low - max3(heights));
    let left = lanes & gap.at_most(H::F::splat(length * within * SIFT_UP + F32_TINY));
    if left == 0 {
        return 0;
    }
    let p = [[zero; 3], splat::<H::F>(&e), splat(&f)];
    let square = H::F::splat(within * within * SIFT_UP);
    let mut line = [zero; 3];
    for k in 0..3 {
        line[k] = (p[1][k] + p[2][k]) - (q[0][k] + q[1][k] + q[2][k]);
    }
    let left = left & is_near(line, &p, &q, square);
    if left == 0 {
        return 0;
    }
    left & is_near(cross(sub(q[1], q[0]), sub(q[2], q[0])), &p, &q, square)
}

/// The lanes in which the gap along an axis proves nothing. Also where something is no number.
#[inline(always)]
fn is_near<F: F32x8>(axis: V3<F>, p: &[V3<F>; 3], q: &[V3<F>; 3], square: F) -> u32 {
    let (p, q) = (along(axis, p), along(axis, q));
    let gap = (min3(q) - max3(p)).max(min3(p) - max3(q)).max(F::splat(0.0));
    let tiny = F::splat(F32_TINY);
    (gap * gap).at_most((dot(axis, axis) + tiny).mul_add(square, tiny))
}

/// The length of an axis, not too short even where its square leaves the range of f32: beside a
/// body that is 10⁸ times as large, the normal of a triangle has a length of 10⁻²⁰ and less.
#[inline(always)]
fn length(axis: [f32; 3]) -> f32 {
    (product(axis, axis) + F32_TINY).sqrt()
}

#[inline(always)]
fn along<F: F32x8>(axis: V3<F>, corners: &[V3<F>; 3]) -> V3<F> {
    [dot(axis, corners[0]), dot(axis, corners[1]), dot(axis, corners[2])]
}

#[inline(always)]
fn corner(moved: &Corners, corner: usize, row: usize) -> [f32; 3] {
    let [x, y, z] = &moved[corner];
    [x[row & 7], y[row & 7], z[row & 7]]
}

#[inline(always)]
fn difference(p: [f32; 3], q: [f32; 3]) -> [f32; 3] {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

#[inline(always)]
fn product(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
