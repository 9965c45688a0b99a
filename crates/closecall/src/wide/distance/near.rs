//! The measure for bodies that are not far apart: squared lower bounds, and nearest points of eight pairs at a time.
//!
//! Of two blocks the triangles that are not ruled out are sifted, and what is left is packed, eight pairs to a call, for their nearest points: these lower the limit, and pairs whose
//! lower bound is within it are candidates, to be decided in f64.
//!
//! **Rounding.** A lower bound of the distance m is at most m(1 + 100ε), and the limit is larger by [`UP`], 512ε, where it is compared. An upper bound is the distance of
//! two points of the triangles: in f32 they are off by 2·`position` + 6√3·ε(V + m) at most, for which the slack of pairs and [`UP`] pay. With a
//! tolerance, the limit is an upper bound over 1 + tolerance; the pair that gave it is kept as the *witness*.

use super::search::{Measure, Search};
use crate::wide::kernel::{NearestEight, NodeVsBox, block_squares, sift};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::step::{Side, TriangleAndBlock};
use crate::wide::tree::Block;

/// More than all that is rounded in proportion to a distance: 2⁻¹⁵.
const UP: f32 = 1.0 + 1.0 / 32768.0;

/// What the squared distance of centres counts for where a greedy descent chooses.
const CENTERS: f32 = 1.0 / 64.0;

/// With a unit so many times the other's, nearest points are looked for in the larger body's frame: products of lengths leave the range of f32 in the other.
const LARGE: f32 = 4096.0;

/// Squared distances in A's units.
pub(super) struct Near {
    /// What is further apart is ruled out.
    pub limit: f32,
    /// One over 1 + tolerance.
    share: f32,
    /// The units of the two frames in A's.
    units: [f32; 2],
}

/// What squared bounds are compared with for a limit.
#[inline(always)]
pub(super) fn bound(limit: f32) -> f32 {
    let up = limit * UP;
    up * up + f32::MIN_POSITIVE
}

/// One over 1 + tolerance, rounded down.
pub(super) fn share(tolerance: f64) -> f32 {
    if tolerance > 0.0 { (1.0 / (1.0 + tolerance)) as f32 * (1.0 - f32::EPSILON) } else { 1.0 }
}

impl Near {
    /// With a limit in A's units, which has to be finite.
    pub(super) fn new(sides: &[Side; 2], limit: f32, tolerance: f64) -> Self {
        Self { limit, share: share(tolerance), units: [1.0, sides[0].map.ratio] }
    }

    /// In A's units.
    #[inline(always)]
    fn in_units<F: F32x8>(&self, squares: F, side: usize) -> F {
        squares * F::splat(self.units[side] * self.units[side])
    }
}

impl Measure for Near {
    #[inline(always)]
    fn nodes<H: Hardware>(&self, boxes: NodeVsBox, side: usize) -> H::F {
        self.in_units(boxes.squares::<H>(), side)
    }

    #[inline(always)]
    fn guesses<H: Hardware>(&self, boxes: NodeVsBox, _: usize) -> H::F {
        boxes.between_centers::<H>().mul_add(H::F::splat(CENTERS), boxes.squares::<H>())
    }

    #[inline(always)]
    fn blocks<H: Hardware>(&self, block: &Block, moved: &MovedBox, side: usize) -> H::F {
        self.in_units(block_squares::<H>(block, moved), side)
    }

    /// Sifts, and packs what is left.
    #[inline(always)]
    fn row<H: Hardware>(search: &mut Search<Self>, test: &TriangleAndBlock) {
        let frame = 1 - test.side;
        let within = (search.measure.limit / search.measure.units[frame] + test.map.pair) * UP;
        let mut lanes = sift::<H>(test.moved, test.block, within, test.lanes);
        while lanes != 0 && search.met.is_none() {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let other = test.block.ids[lane];
            let ids = if test.side == 0 { (test.id, other) } else { (other, test.id) };
            let pack = &mut search.scratch.packs[frame];
            pack.push(test.moved, test.block, lane, ids);
            if pack.count == 8 {
                look_at_pack::<H>(search, frame);
            }
        }
    }

    #[inline(always)]
    fn look<H: Hardware>(search: &mut Search<Self>) -> bool {
        let waited = search.scratch.packs[0].count + search.scratch.packs[1].count > 0;
        look_at_pack::<H>(search, 0);
        look_at_pack::<H>(search, 1);
        waited
    }

    #[inline(always)]
    fn rows_of(&self, side: usize, left: [u32; 2]) -> usize {
        // The rows are moved into the other's frame, which is to be that of the larger body if one is much larger.
        let into_b = self.units[1] >= LARGE;
        let into_a = self.units[1] * LARGE <= 1.0;
        if into_b || into_a {
            return usize::from((side == 0) == into_a);
        }
        usize::from(left[1].count_ones() < left[0].count_ones())
    }
}

/// The nearest points of the pairs in the frame of body `side`.
#[inline(always)]
fn look_at_pack<H: Hardware>(search: &mut Search<Near>, side: usize) {
    let count = std::mem::take(&mut search.scratch.packs[side].count);
    if count == 0 || search.met.is_some() {
        return;
    }
    let (gaps, squares) = H::run(NearestEight { pairs: &search.scratch.packs[side] });
    let unused = 255u32 << count & 255;
    let (unit, slack) = (search.measure.units[side], search.sides[side].map.pair);
    let least = H::F::load(&squares).least_except(unused);
    let limit = (least.sqrt() * UP + slack) * unit * search.measure.share;
    if limit < search.measure.limit {
        search.measure.limit = limit;
        search.bound = bound(limit);
        let lane = (H::F::load(&squares).at_most(H::F::splat(least)) & !unused).trailing_zeros() & 7;
        search.witness = Some(search.scratch.packs[side].ids[lane as usize]);
    }
    let low = (H::F::load(&gaps) - H::F::splat(slack)) * H::F::splat(unit / UP);
    let limit = search.measure.limit;
    let mut kept = low.at_most(H::F::splat(limit)) & !unused;
    let mut lows = [0.0; 8];
    low.store(&mut lows);
    while kept != 0 {
        let lane = kept.trailing_zeros() as usize;
        kept &= kept - 1;
        let pair = search.scratch.packs[side].ids[lane];
        if lows[lane] <= 0.0 && search.meets(pair) {
            search.met = Some(pair);
            return;
        }
        search.keep(lows[lane], pair, limit);
    }
}
