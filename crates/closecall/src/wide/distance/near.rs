//! The measure for bodies that are not far apart: squared lower bounds, and nearest points of eight
//! pairs at a time.
//!
//! Of two blocks the pairs of triangles that are not ruled out (`blocks`) are packed, eight to a
//! call, for their nearest points: these lower the limit, and pairs whose lower bound is within it
//! are candidates, to be decided in f64. Who wants to know more than the nearest has a *margin*:
//! what is no further than that beyond the limit is a candidate too.
//!
//! **Rounding.** A lower bound of the distance m is at most m(1 + 100ε), and the limit is larger by
//! [`DISTANCE_UP`], 512ε, where it is compared. An upper bound is the distance of two points of the
//! triangles: in f32 they are off by 2·`position` + 6√3·ε(V + m) at most, for which the slack of
//! pairs and [`DISTANCE_UP`] pay. With a tolerance, the limit is an upper bound over 1 + tolerance;
//! the pair that gave it is kept as the *witness*.

use super::blocks;
use super::search::{Measure, Search};
use crate::rounding::F32_TINY;
use crate::rounding::factor::F32_DOWN_2;
use crate::rounding::outward::to_f32_above;
use crate::rounding::tree::DISTANCE_UP;
use crate::wide::kernel::{NearestEight, NodeVsBox};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::step::{TreeSide, TriangleAndBlock};
use crate::wide::tree::Block;

/// The weight of the squared distance of centres in the choices of a greedy descent.
const CENTERS: f32 = 1.0 / 64.0;

/// With a unit this many times A's, nearest points are looked for in B's frame: products of lengths
/// leave the range of f32 in A's.
const LARGE: f32 = 4096.0;

/// The number of candidates that is too large for a margin, and it is given up.
const TOO_MANY: usize = 4096;

/// Squared distances in A's units.
pub(super) struct NearMeasure {
    /// An upper bound of the distance, or what was asked for.
    pub limit: f32,
    /// The additional distance that is looked at.
    pub margin: f32,
    /// One over 1 + tolerance.
    share: f32,
    /// From the units of the meshes to A's.
    scale: f64,
    /// The units of the two frames in A's.
    pub units: [f32; 2],
    /// The body in whose frame pairs of triangles are looked at.
    pub frame: usize,
    /// From the nearest point of that body to that of the other, as far as is known: a unit vector,
    /// or 0.
    pub direction: [f32; 3],
}

/// The squared bound for a reach.
#[inline(always)]
fn bound(reach: f32) -> f32 {
    let up = reach * DISTANCE_UP;
    up * up + F32_TINY
}

/// One over 1 + tolerance, rounded down.
pub(super) fn share(tolerance: f64) -> f32 {
    if tolerance > 0.0 { (1.0 / (1.0 + tolerance)) as f32 * F32_DOWN_2 } else { 1.0 }
}

impl NearMeasure {
    /// With a limit and a margin in the units of the meshes, which have to be finite.
    pub(super) fn new(
        sides: &[TreeSide; 2],
        scale: f64,
        limit: f64,
        margin: f64,
        tolerance: f64,
    ) -> Self {
        let units = [1.0, sides[0].map.ratio];
        let frame = usize::from(units[1] >= LARGE);
        let [limit, margin] = [limit, margin].map(|length| to_f32_above(length * scale));
        Self { limit, margin, share: share(tolerance), scale, units, frame, direction: [0.0; 3] }
    }

    /// The distance beyond which parts are ruled out.
    #[inline(always)]
    pub(super) fn reach(&self) -> f32 {
        self.limit + self.margin
    }

    /// The number that squared bounds are compared with.
    #[inline(always)]
    pub(super) fn bound(&self) -> f32 {
        bound(self.reach())
    }

    /// Up to what distance triangles may be near, in the units of the body in whose frame they are,
    /// slack included.
    #[inline(always)]
    pub(super) fn within(&self, still: &TreeSide) -> f32 {
        (self.reach() / self.units[self.frame] + still.map.pair) * DISTANCE_UP
    }

    /// In A's units.
    #[inline(always)]
    fn in_units<F: F32x8>(&self, squares: F, side: usize) -> F {
        squares * F::splat(self.units[side] * self.units[side])
    }
}

impl Measure for NearMeasure {
    #[inline(always)]
    fn nodes<H: Hardware>(&self, boxes: NodeVsBox, side: usize) -> H::F {
        self.in_units(boxes.squares::<H>(), side)
    }

    #[inline(always)]
    fn guesses<H: Hardware>(&self, boxes: NodeVsBox, _: usize) -> H::F {
        boxes.between_centers::<H>().mul_add(H::F::splat(CENTERS), boxes.squares::<H>())
    }

    #[inline(always)]
    fn two_blocks<H: Hardware>(search: &mut Search<Self>, side: usize, places: (u32, u32)) {
        H::run(blocks::TwoBlocks { search, side, places });
    }

    #[inline(always)]
    fn guess<H: Hardware>(search: &mut Search<Self>, places: [u32; 2]) {
        H::run(blocks::BlockGuess { search, places });
    }

    fn blocks<H: Hardware>(&self, _: &Block, _: &MovedBox, _: usize) -> H::F {
        unreachable!("two blocks are taken together")
    }

    fn row<H: Hardware>(_: &mut Search<Self>, _: &TriangleAndBlock) {
        unreachable!("two blocks are taken together")
    }

    #[inline(always)]
    fn look<H: Hardware>(search: &mut Search<Self>) -> bool {
        let waited = search.scratch.pack.count > 0;
        look_at_pack::<H>(search);
        waited
    }

    fn scale(&self) -> Option<f64> {
        Some(self.scale)
    }

    fn within(&self) -> f32 {
        self.reach()
    }

    /// Lowers the bound without a margin, for there are too many pairs at one distance.
    fn lower(&mut self, hi: f64) -> f32 {
        self.limit = self.limit.min(to_f32_above(hi * f64::from(self.share) * self.scale));
        self.margin = 0.0;
        self.bound()
    }
}

/// The nearest points of the pairs that wait.
#[inline(always)]
pub(super) fn look_at_pack<H: Hardware>(search: &mut Search<NearMeasure>) {
    let count = std::mem::take(&mut search.scratch.pack.count);
    if count == 0 || search.met.is_some() {
        return;
    }
    let found = H::run(NearestEight { pairs: &search.scratch.pack });
    let frame = search.measure.frame;
    let (unit, slack) = (search.measure.units[frame], search.sides[frame].map.pair);
    let unused = 255u32 << count & 255;
    let least = H::F::load(&found.squares).least_except(unused);
    let limit = (least.sqrt() * DISTANCE_UP + slack) * unit * search.measure.share;
    if limit < search.measure.limit {
        search.measure.limit = limit;
        search.bound = search.measure.bound();
        let lane = (H::F::load(&found.squares).at_most(H::F::splat(least)) & !unused)
            .trailing_zeros() as usize
            & 7;
        search.witness = Some(search.scratch.pack.ids[lane]);
        search.measure.direction = unit_vector(found.lines.map(|line| line[lane]));
    }
    let low = (H::F::load(&found.gaps) - H::F::splat(slack)) * H::F::splat(unit / DISTANCE_UP);
    let mut kept = low.at_most(H::F::splat(search.measure.reach())) & !unused;
    let mut lows = [0.0; 8];
    low.store(&mut lows);
    while kept != 0 {
        let lane = kept.trailing_zeros() as usize;
        kept &= kept - 1;
        let pair = search.scratch.pack.ids[lane];
        if lows[lane] <= 0.0 && search.meets(pair) {
            search.met = Some(pair);
            return;
        }
        if search.measure.margin > 0.0 && search.scratch.candidates.len() > TOO_MANY {
            search.measure.margin = 0.0;
            search.bound = search.measure.bound();
        }
        search.keep(lows[lane], pair, search.measure.reach());
    }
}

/// Of length 1, up to rounding; 0 where there is no direction.
fn unit_vector([x, y, z]: [f32; 3]) -> [f32; 3] {
    let per_length = 1.0 / (x * x + y * y + z * z).sqrt();
    if per_length.is_finite() { [x * per_length, y * per_length, z * per_length] } else { [0.0; 3] }
}
