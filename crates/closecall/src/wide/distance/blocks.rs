//! Two blocks: which of their pairs of triangles may be within reach?
//!
//! The triangles of either are compared with the other's box: of most pairs of blocks nothing is
//! left. Then those of the one are moved into the other's frame, all eight together, and along two
//! directions most pairs are ruled out at once: the line between the nearest points so far, since
//! what comes next is mostly beside them, and the line between the centres of the two boxes. What
//! is left is sifted row by row, and packed.
//!
//! For a first limit it is enough to look at a few of their pairs: [`BlockGuess`].

use super::near::{NearMeasure, look_at_pack};
use super::search::Search;
use crate::wide::kernel::{Corners, Directions, block_squares, dot, load, sift, splat, sub};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};
use crate::wide::step::TreeSide;
use crate::wide::tree::{Block, ChildPlace};

/// Two blocks by their places, that of body `side` first.
pub(super) struct TwoBlocks<'s, 'q> {
    pub search: &'s mut Search<'q, NearMeasure>,
    pub side: usize,
    pub places: (u32, u32),
}

impl Task for TwoBlocks<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(self) {
        let Self { search, side, places: (own, other) } = self;
        let frame = search.measure.frame;
        let (still, moving) = (&search.sides[frame], &search.sides[1 - frame]);
        let [place, moving_place] = if side == frame { [own, other] } else { [other, own] };
        let (place, moving_place) = (still.tree.place(place), moving.tree.place(moving_place));
        let block = &still.tree.blocks[place.child().index()];
        let rows = &moving.tree.blocks[moving_place.child().index()];
        let columns = block.lanes::<H>() & search.near_box::<H>(frame, block, moving_place);
        if columns == 0 {
            return;
        }
        let mut left = rows.lanes::<H>() & search.near_box::<H>(1 - frame, rows, place);
        if left == 0 {
            return;
        }
        let mut moved = [[[0.0; 8]; 3]; 3];
        still.map.carry_block::<H>(rows, &mut moved);
        let line = between::<H>(still, place, moving_place);
        let axes = [toward(search.measure.direction, line), line];
        let mut within = search.measure.within(still);
        let mut directions =
            Directions::<H::F>::new(&axes, &moved, block, within + still.map.position);
        while left != 0 && search.met.is_none() {
            let row = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut lanes = directions.near(row) & columns;
            if lanes != 0 {
                lanes = sift::<H>((&moved, row), block, within, lanes);
            }
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let (one, two) = (block.ids[lane], rows.ids[row]);
                let ids = if frame == 0 { (one, two) } else { (two, one) };
                search.scratch.pack.push((&moved, row), (block, lane), ids);
                if search.scratch.pack.count == 8 {
                    look_at_pack::<H>(search);
                    within = search.measure.within(still);
                    directions.set_within(within + still.map.position);
                }
            }
        }
    }
}

/// The triangles of two blocks that are likely to be near: each of the one, with that of the other
/// whose centroid is nearest to its own. One call for nearest points, in place of up to eight.
pub(super) struct BlockGuess<'s, 'q> {
    pub search: &'s mut Search<'q, NearMeasure>,
    /// The places of the two blocks, A's first.
    pub places: [u32; 2],
}

impl Task for BlockGuess<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(self) {
        let Self { search, places } = self;
        let frame = search.measure.frame;
        let (still, moving) = (&search.sides[frame], &search.sides[1 - frame]);
        let block = &still.tree.blocks[still.tree.place(places[frame]).child().index()];
        let rows = &moving.tree.blocks[moving.tree.place(places[1 - frame]).child().index()];
        let mut moved = [[[0.0; 8]; 3]; 3];
        still.map.carry_block::<H>(rows, &mut moved);
        let unused = !block.lanes::<H>() & 255;
        let centroids = sums::<H::F>(&block.corners);
        let mut own = [[0.0; 8]; 3];
        let sums = sums::<H::F>(&moved);
        (0..3).for_each(|k| sums[k].store(&mut own[k]));
        let mut left = rows.lanes::<H>();
        while left != 0 {
            let row = left.trailing_zeros() as usize & 7;
            left &= left - 1;
            let line = sub(centroids, splat(&[own[0][row], own[1][row], own[2][row]]));
            let squares = dot(line, line);
            let least = H::F::splat(squares.least_except(unused));
            let lane = (squares.at_most(least) & !unused).trailing_zeros() as usize & 7;
            let (one, two) = (block.ids[lane], rows.ids[row]);
            let ids = if frame == 0 { (one, two) } else { (two, one) };
            search.scratch.pack.push((&moved, row), (block, lane), ids);
        }
        look_at_pack::<H>(search);
    }
}

/// Three times the centroids.
#[inline(always)]
fn sums<F: F32x8>([p, q, r]: &Corners) -> [F; 3] {
    let (p, q, r) = (load::<F>(p), load::<F>(q), load::<F>(r));
    [p[0] + q[0] + r[0], p[1] + q[1] + r[1], p[2] + q[2] + r[2]]
}

impl Search<'_, NearMeasure> {
    /// The triangles of a block of body `side` that may be within reach of a box of the other.
    #[inline(always)]
    fn near_box<H: Hardware>(&self, side: usize, block: &Block, other: ChildPlace) -> u32 {
        let (map, unit) = (&self.sides[side].map, self.measure.units[side]);
        let mut moved = MovedBox::ZERO;
        map.carry_box::<H>(other, map.own_triangle, &mut moved);
        let squares = block_squares::<H>(block, &moved) * H::F::splat(unit * unit);
        squares.at_most(H::F::splat(self.bound))
    }
}

/// From the centre of a box to that of another, which is moved.
#[inline(always)]
fn between<H: Hardware>(still: &TreeSide, place: ChildPlace, moving: ChildPlace) -> [f32; 3] {
    let mut center = [0.0; 4];
    still.map.carry_point::<H>(moving.node.center.map(|x| x[moving.lane]), &mut center);
    let [x, y, z] = place.node.center.map(|x| x[place.lane]);
    [center[0] - x, center[1] - y, center[2] - z]
}

/// A direction, turned so that it leads along the line rather than against it.
#[inline(always)]
fn toward(n: [f32; 3], line: [f32; 3]) -> [f32; 3] {
    let along = n[0] * line[0] + n[1] * line[1] + n[2] * line[2];
    if along < 0.0 { n.map(|x| -x) } else { n }
}
