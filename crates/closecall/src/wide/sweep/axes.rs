//! Two triangles on four axes at once, in f64: is there a gap along one, in the motion or in its
//! middle?
//!
//! An axis whose squared length is near the end of f64's range is not tried.

use crate::geom::{DVec3, Triangle};
use crate::wide::kernel::{V3, dot, max3, min3};
use crate::wide::simd::F64x4;

const SHORTEST: f64 = 1e-240;

/// The result on all axes that were tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gaps {
    /// A gap in the middle of the motion that is longer than its need.
    pub apart: bool,
}

/// A place to try axes.
pub(super) trait Four {
    /// Is there a gap along one of them all along the motion, longer than its need?
    fn any_apart(&self, axes: &[DVec3; 4], gaps: &mut Gaps) -> bool;
}

/// Two triangles, the first corner of the first being 0, and the ways of the second's corners; in
/// every lane the same.
pub(super) struct FourAxes<D> {
    p: [V3<D>; 2],
    q: [V3<D>; 3],
    ways: [V3<D>; 3],
    /// The length that a gap must have in the motion and in its middle, squared.
    needs: [D; 2],
}

#[inline(always)]
fn splat<D: F64x4>(v: DVec3) -> V3<D> {
    [D::splat(v.x), D::splat(v.y), D::splat(v.z)]
}

impl<D: F64x4> FourAxes<D> {
    #[inline(always)]
    pub(super) fn new(
        p: &Triangle,
        q: &Triangle,
        ways: &[DVec3; 3],
        [need, still]: [f64; 2],
    ) -> Self {
        Self {
            p: [splat(p[1]), splat(p[2])],
            q: [splat(q[0]), splat(q[1]), splat(q[2])],
            ways: [splat(ways[0]), splat(ways[1]), splat(ways[2])],
            needs: [D::splat(need * need), D::splat(still * still)],
        }
    }
}

impl<D: F64x4> Four for FourAxes<D> {
    #[inline(always)]
    fn any_apart(&self, [a, b, c, d]: &[DVec3; 4], gaps: &mut Gaps) -> bool {
        let axis = [
            D::new([a.x, b.x, c.x, d.x]),
            D::new([a.y, b.y, c.y, d.y]),
            D::new([a.z, b.z, c.z, d.z]),
        ];
        let zero = D::splat(0.0);
        let square = dot(axis, axis);
        let p = [zero, dot(axis, self.p[0]), dot(axis, self.p[1])];
        let q = [dot(axis, self.q[0]), dot(axis, self.q[1]), dot(axis, self.q[2])];
        let w = [
            dot(axis, self.ways[0]).abs(),
            dot(axis, self.ways[1]).abs(),
            dot(axis, self.ways[2]).abs(),
        ];
        let (low, high) = (min3(p), max3(p));
        let moves = (min3([q[0] - w[0], q[1] - w[1], q[2] - w[2]]) - high)
            .max(low - max3([q[0] + w[0], q[1] + w[1], q[2] + w[2]]));
        let still = (min3(q) - high).max(low - max3(q));
        let usable = D::splat(SHORTEST).at_most(square) & square.at_most(D::splat(1.0 / SHORTEST));
        let apart = (self.needs[1] * square).at_most(still * still.abs());
        gaps.apart |= usable & apart != 0;
        usable & (self.needs[0] * square).at_most(moves * moves.abs()) != 0
    }
}
