//! The first triangle on a ray. What the ray certainly meets, by the test of eight triangles in f32,
//! bounds how far is of interest, and need not be decided exactly before the walk is over: by then
//! mostly one triangle is left, and its corners have come from memory.
//!
//! Triangles of which the test leaves open whether the ray meets them are decided at once, as in
//! [`super::nearest_first`].

use super::candidates::Stacks;
use super::nearest_first::{nearest_child, still_waiting};
use super::ray::Path;
use crate::mesh::Corners;
use crate::wide::simd::{Hardware, Task};
use crate::wide::tree::Arrays;

/// A walk under way.
pub(super) struct FirstHit<'q> {
    pub tree: Arrays<'q>,
    pub path: &'q Path,
    /// Triangles that are certainly met are left in `found`, with how near they are at least.
    pub stacks: &'q mut Stacks,
    /// Nothing further than this is of interest.
    pub limit: f32,
    /// The corners of the triangles, asked for beforehand.
    pub corners: Option<Corners<'q>>,
    /// Told the number of a triangle that may be met; says what is of interest from then on.
    pub visit: &'q mut dyn FnMut(u32) -> f32,
}

impl Task for FirstHit<'_> {
    /// Nothing further than this is of interest in the end.
    type Output = f32;

    #[inline(always)]
    fn run<H: Hardware>(mut self) -> f32 {
        self.stacks.waiting.clear();
        self.stacks.found.clear();
        let mut next = Some(self.tree.root());
        while let Some(child) = next {
            next = if child.is_block() {
                self.block::<H>(child.index());
                None
            } else {
                let Self { tree, path, stacks, limit, .. } = &mut self;
                let node = &tree.nodes[child.index()];
                nearest_child::<H, Path>(node, child, path, *limit, &mut stacks.waiting)
            };
            if next.is_none() {
                next = still_waiting(&mut self.stacks.waiting, self.limit);
            }
        }
        self.limit
    }
}

impl FirstHit<'_> {
    #[inline(always)]
    fn block<H: Hardware>(&mut self, index: usize) {
        let block = &self.tree.blocks[index];
        let mut ends = [[0.0; 8]; 2];
        let (lanes, certain) = self.path.meets::<H>(block, self.limit, &mut ends);
        let mut lanes = lanes & block.lanes::<H>();
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize & 7;
            let number = block.ids[lane];
            if certain & 1 << lane != 0 {
                self.stacks.found.push((ends[0][lane], number));
                self.limit = self.limit.min(ends[1][lane]);
                self.prefetch::<H>(number);
            } else {
                self.limit = self.limit.min((self.visit)(number));
            }
            lanes &= lanes - 1;
        }
    }

    #[inline(always)]
    fn prefetch<H: Hardware>(&self, number: u32) {
        if let Some(corners) = &self.corners {
            let [p, q, r] = corners.places(number as usize);
            H::prefetch(p);
            H::prefetch(q);
            H::prefetch(r);
        }
    }
}
