//! Pairs of triangles that may be within a clearance, eight at a time in f32: most are certainly
//! within it, or certainly not, and only the others have to be decided in f64.
//!
//! **Rounding.** Bounds are those of distances ([`super::distance`]): with the slack of pairs s,
//! less the clearance, the distance is at most √square·[`DISTANCE_UP`] + s and at least (gap − s)/[`DISTANCE_UP`].
//! The clearance of a map is the true one, d, times 1 + 2⁻¹⁷ and rounded up, so that it is above d,
//! and less 2⁻¹⁵ of itself below d. What is no number decides nothing.

use super::kernel::{EightPairs, NearestEight};
use super::relation::FrameMap;
use super::simd::{F32x8, Hardware, Lanes, Task};
use super::step::TriangleAndBlock;
use crate::rounding::tree::{DISTANCE_DOWN, DISTANCE_UP, PAIR_DIFFERENCE};

/// In the frame of a mesh this many times smaller than the other, products of lengths leave the range
/// of f32.
const LARGE: f32 = 4096.0;

/// With a clearance below this many slacks, most pairs would stay undecided.
const SLACKS: f32 = 4.0;

/// Pairs that wait.
#[derive(Clone, Debug)]
pub(super) struct Packs {
    /// The pairs in the frame of A, and those in that of B.
    frames: [EightPairs; 2],
    /// Pairs that are certainly within the clearance.
    pub within: Vec<(u32, u32)>,
}

impl Default for Packs {
    fn default() -> Self {
        Self { frames: [EightPairs::NONE; 2], within: Vec::new() }
    }
}

impl Packs {
    pub(super) fn clear(&mut self) {
        self.frames.iter_mut().for_each(|pack| pack.count = 0);
        self.within.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.within.capacity() * size_of::<(u32, u32)>()
    }

    /// Do pairs gain by waiting in this frame?
    #[inline(always)]
    pub(super) fn suit(map: &FrameMap) -> bool {
        map.ratio < LARGE && map.clearance > SLACKS * slack(map)
    }

    /// Takes the lanes of a test; pairs that stay undecided go to `pairs`. How many were decided.
    #[inline(always)]
    pub(super) fn take<H: Hardware>(
        &mut self,
        test: &TriangleAndBlock,
        mut lanes: u32,
        pairs: &mut Vec<(u32, u32)>,
    ) -> u32 {
        let (frame, mut decided) = (1 - test.side, 0);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize & 7;
            lanes &= lanes - 1;
            let other = test.block.ids[lane];
            let ids = if test.side == 0 { (test.id, other) } else { (other, test.id) };
            self.frames[frame].push_triangle(test.moved, (test.block, lane), ids);
            if self.frames[frame].count == 8 {
                decided += self.look::<H>(frame, test.map, pairs);
            }
        }
        decided
    }

    /// Decides what waits in a frame, as far as f32 can.
    #[inline(always)]
    pub(super) fn look<H: Hardware>(
        &mut self,
        frame: usize,
        map: &FrameMap,
        pairs: &mut Vec<(u32, u32)>,
    ) -> u32 {
        let pack = &mut self.frames[frame];
        if pack.count == 0 {
            return 0;
        }
        let used = (1u32 << pack.count) - 1;
        let (within, beyond) = H::run(Decide { pairs: pack, map });
        for (lane, &ids) in pack.ids.iter().enumerate().take(pack.count) {
            if within >> lane & 1 != 0 {
                self.within.push(ids);
            } else if beyond >> lane & 1 == 0 {
                pairs.push(ids);
            }
        }
        pack.count = 0;
        ((within | beyond) & used).count_ones()
    }
}

/// The slack of pairs without the clearance.
#[inline(always)]
fn slack(map: &FrameMap) -> f32 {
    (map.pair - map.clearance) + PAIR_DIFFERENCE * map.pair
}

/// The pairs of eight that are certainly within the clearance of a map, and those that are
/// certainly not.
struct Decide<'k> {
    pairs: &'k EightPairs,
    map: &'k FrameMap,
}

impl Task for Decide<'_> {
    type Output = (u32, u32);

    #[inline(always)]
    fn run<H: Hardware>(self) -> (u32, u32) {
        let Self { pairs, map } = self;
        let found = NearestEight { pairs }.run::<H>();
        let slack = slack(map);
        let near = (map.clearance * DISTANCE_DOWN - slack) * DISTANCE_DOWN;
        let near = if near > 0.0 { near * near * DISTANCE_DOWN } else { -1.0 };
        let far = map.clearance * DISTANCE_UP + slack * DISTANCE_UP;
        let within = H::F::load(&found.squares).at_most(H::F::splat(near));
        let beyond = H::F::splat(far).at_most(H::F::load(&found.gaps));
        (within, beyond & !within)
    }
}
