//! The measure for bodies that are far apart against their sizes: gains over the distance of their
//! centres ([`crate::wide::kernel::FarDirection`]), and pairs in f64.
//!
//! In A's frame with B's centre moved to A's, numbers are as short as the bodies are large, so that
//! the slack does not grow with the distance. Gains are in A's units, and larger by `base`, so that
//! none is negative.
//!
//! **Rounding.** Half sides of moved boxes include `position`, and pairs their slack. Gains cost
//! [`FAR_POSITIONS`] times `position`, and reaches of boxes (26ε of their half sides) are paid for
//! by the margin they are stored with. A limit comes from an upper bound in f64, less the distance
//! of the centres: [`FAR_LIMIT`] of that is added.

use super::search::{Measure, Search};
use crate::geom::DVec3;
use crate::rounding::F32_TINY;
use crate::rounding::factor::DOWN_2;
use crate::rounding::outward::{TO_F32_AMPLE_UP, to_f32_above};
use crate::rounding::tree::{FAR_BASE_UP, FAR_LIMIT, FAR_POSITIONS};
use crate::wide::kernel::{BoundsOfFour, FarDirection, NodeVsBox};
use crate::wide::relation::{FarApart, MovedBox};
use crate::wide::simd::{Hardware, Lanes};
use crate::wide::step::{self, TreeSide, TriangleAndBlock};
use crate::wide::tree::Block;

/// So far apart, in A's units, all directions are one.
const ALL_ONE: f64 = 1e15;

/// Gains in A's units.
pub(super) struct Gains {
    fars: [FarDirection; 2],
    units: [f32; 2],
    base: f32,
    /// From the units of the meshes to A's; the distance of the centres and a lower bound of that
    /// of the bodies, in the former; and what is added to every limit, in A's units.
    scale: f64,
    between: f64,
    least: f64,
    slack: f64,
    /// The distance beyond which parts are ruled out, in the units of the meshes; a share of what
    /// was found.
    pub limit: f64,
    share: f64,
    waiting: [(u32, u32); 4],
    count: usize,
}

impl Gains {
    /// With a limit in the units of the meshes.
    pub(super) fn new(sides: &[TreeSide; 2], apart: &FarApart, limit: f64, tolerance: f64) -> Self {
        let FarApart { directions, between, radii, scale } = *apart;
        let units = [1.0, sides[0].map.ratio];
        let far = |side: usize| FarDirection {
            direction: directions[side],
            per_length: 0.0,
            half_between: to_f32_above(
                0.5 * (between * scale).min(ALL_ONE) / f64::from(units[side]),
            ),
        };
        let position = f64::from(sides[0].map.position.max(sides[1].map.position * units[1]));
        let mut gains = Self {
            fars: [far(0), far(1)],
            units,
            base: (radii * scale * FAR_BASE_UP) as f32 + F32_TINY,
            scale,
            between,
            least: between - radii,
            slack: FAR_POSITIONS * position + FAR_LIMIT * between * scale,
            limit,
            share: if tolerance > 0.0 { 1.0 / (1.0 + tolerance) * DOWN_2 } else { 1.0 },
            waiting: [(0, 0); 4],
            count: 0,
        };
        gains.set_limit(limit);
        gains
    }

    /// Sets the distance beyond which parts are ruled out from now on; the nearest parts are likely
    /// to be so far apart.
    fn set_limit(&mut self, limit: f64) {
        self.limit = limit;
        let is_one = self.between * self.scale > ALL_ONE;
        let per_length = if is_one { 0.0 } else { 1.0 / (limit.max(self.least) * self.scale) };
        for side in 0..2 {
            self.fars[side].per_length = (per_length * f64::from(self.units[side])) as f32;
        }
    }

    /// The number that gains are compared with.
    pub(super) fn bound(&self) -> f32 {
        let gain = (self.limit - self.between) * self.scale + self.slack + f64::from(self.base);
        ((gain.max(0.0) * TO_F32_AMPLE_UP) as f32).max(F32_TINY)
    }

    #[inline(always)]
    fn in_units<F: Lanes<Number = f32>>(&self, gains: F, side: usize) -> F {
        gains.mul_add(F::splat(self.units[side]), F::splat(self.base)).max(F::splat(0.0))
    }
}

impl Measure for Gains {
    #[inline(always)]
    fn nodes<H: Hardware>(&self, boxes: NodeVsBox, side: usize) -> H::F {
        self.in_units(self.fars[side].nodes::<H>(boxes), side)
    }

    #[inline(always)]
    fn two_blocks<H: Hardware>(search: &mut Search<Self>, side: usize, places: (u32, u32)) {
        step::block_vs_block::<H, _>(search, search.sides, side, places, 0);
    }

    #[inline(always)]
    fn blocks<H: Hardware>(&self, block: &Block, moved: &MovedBox, side: usize) -> H::F {
        self.in_units(self.fars[side].blocks::<H>(block, moved), side)
    }

    #[inline(always)]
    fn row<H: Hardware>(search: &mut Search<Self>, test: &TriangleAndBlock) {
        let frame = 1 - test.side;
        let gains = search.measure.fars[frame].row::<H>(test.moved, test.block, test.map.pair);
        let gains = search.measure.in_units(gains, frame);
        let mut lanes = gains.at_most(H::F::splat(search.bound)) & test.lanes;
        let mut lows = [0.0; 8];
        crate::wide::simd::F32x8::store(gains, &mut lows);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let other = test.block.ids[lane];
            let pair = if test.side == 0 { (test.id, other) } else { (other, test.id) };
            let bound = search.bound;
            search.keep(lows[lane], pair, bound);
            search.measure.waiting[search.measure.count & 3] = pair;
            search.measure.count += 1;
            if search.measure.count == 4 {
                look_at_four::<H>(search);
            }
        }
    }

    #[inline(always)]
    fn look<H: Hardware>(search: &mut Search<Self>) -> bool {
        look_at_four::<H>(search)
    }

    /// Gains are no distances.
    fn scale(&self) -> Option<f64> {
        None
    }

    fn within(&self) -> f32 {
        self.bound()
    }

    fn lower(&mut self, hi: f64) -> f32 {
        let limit = hi * self.share;
        if limit < self.limit {
            self.set_limit(limit);
        }
        self.bound()
    }
}

/// Lowers the limit by pairs that wait; whether any did.
#[inline(always)]
fn look_at_four<H: Hardware>(search: &mut Search<Gains>) -> bool {
    let count = std::mem::take(&mut search.measure.count);
    if count == 0 {
        return false;
    }
    let (mut a, mut b) = ([[DVec3::ZERO; 3]; 4], [[DVec3::ZERO; 3]; 4]);
    for x in 0..4 {
        let (i, j) = search.measure.waiting[x.min(count - 1)];
        (a[x], b[x]) =
            (search.sides[0].mesh.triangle(i as usize), search.sides[1].mesh.triangle(j as usize));
    }
    let (_, high) = H::run(BoundsOfFour { a: &a, b: &b, a_from_b: search.a_from_b });
    for (x, high) in high.into_iter().enumerate().take(count) {
        let limit = high * search.measure.share;
        if limit < search.measure.limit {
            search.measure.set_limit(limit);
            search.bound = search.measure.bound();
            search.witness = Some(search.measure.waiting[x]);
        }
    }
    true
}
