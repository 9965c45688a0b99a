//! Moves in their order against all bricks: every brick sees the moves that come near it, one after
//! the other, and no brick needs to know of another. So they are worked on by all cores.

use super::brick::{Brick, SIDE};
use super::chords::{Order, StockChord, StockMove, chords};
use super::error::StockError;
use super::grid::Stock;
use super::meet::Touch;
use crate::tool::Piece;
use glam::{DVec2, DVec3};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The number of pairs of a chord and a brick that are worked on at a time.
const PAIRS: usize = 1 << 21;

/// Why the moves were not played to their end.
#[derive(Debug)]
pub(crate) enum StockFault {
    /// There is no room for more cells.
    Full(StockError),
    /// The caller stopped it.
    Stopped,
}

/// The stock that a block met: on a rapid, and with the shank, the holder and the middle of a cutter
/// that does not cut.
pub(crate) type BlockTouches = [Touch; 4];

/// The places of [`BlockTouches`].
const RAPID: usize = 0;
const SHANK: usize = 1;
const HOLDER: usize = 2;
const PLUNGE: usize = 3;

/// The chords that come near bricks, in the order of the bricks, then of the chords.
#[derive(Default)]
struct Round<'m> {
    chords: Vec<StockChord<'m>>,
    pairs: Vec<(u32, u32)>,
}

impl Stock {
    /// Plays the moves of a batch of `blocks` blocks. What they met goes to `touches`, by block.
    pub(crate) fn play<'m>(
        &mut self,
        moves: impl Iterator<Item = StockMove<'m>>,
        blocks: usize,
        stop: &AtomicBool,
    ) -> Result<Vec<BlockTouches>, StockFault> {
        let mut touches = vec![[Touch::NONE; 4]; blocks];
        let mut round = Round::default();
        let least_cell = self.sides().min_element();
        for one in moves {
            for chord in chords(one, least_cell) {
                self.pair(chord, &mut round);
                if round.pairs.len() >= PAIRS {
                    self.work(&mut round, &mut touches, stop)?;
                }
            }
        }
        self.work(&mut round, &mut touches, stop)?;
        Ok(touches)
    }

    /// Notes the bricks that a chord may reach.
    fn pair<'m>(&self, chord: StockChord<'m>, round: &mut Round<'m>) {
        let (radius, top) = chord.reach();
        let beside = (radius + chord.astray) * 1.001 + self.sides().max_element();
        let [from, to] = chord.ends;
        let low = from.min(to) - beside;
        let high = (from.max(to) + beside).with_z(from.z.max(to.z) + top + beside);
        let Some([first, last]) = self.bricks_between(low, high) else { return };
        let number = round.chords.len() as u32;
        round.chords.push(chord);
        let brick_size = self.sides() * SIDE as f64;
        let reach = beside + 0.5 * brick_size.truncate().length();
        let (start, way) = (from.truncate(), (to - from).truncate());
        let [along_x, along_y, _] = self.bricks_along;
        for y in first[1]..=last[1] {
            for x in first[0]..=last[0] {
                let corner = self.corners()[0].truncate()
                    + brick_size.truncate() * DVec2::new(x as f64, y as f64);
                let from = corner + 0.5 * brick_size.truncate() - start;
                let share = (from.dot(way) / way.length_squared()).clamp(0.0, 1.0);
                let apart = if share.is_finite() { from - way * share } else { from };
                if apart.length() > reach {
                    continue;
                }
                let column = x + along_x * y;
                let bricks = (first[2]..=last[2]).map(|z| column + along_x * along_y * z);
                let left = bricks.filter(|&brick| !matches!(self.bricks[brick], Brick::Cut));
                round.pairs.extend(left.map(|brick| (brick as u32, number)));
            }
        }
    }

    /// The bricks between two points, from and to; none if they are all elsewhere.
    fn bricks_between(&self, low: DVec3, high: DVec3) -> Option<[[usize; 3]; 2]> {
        let brick = self.sides() * SIDE as f64;
        let [from, to] = [low, high].map(|p| ((p - self.corners()[0]) / brick).floor());
        let mut range = [[0; 3]; 2];
        for axis in 0..3 {
            let last = (self.bricks_along[axis] - 1) as f64;
            if !(to[axis] >= 0.0 && from[axis] <= last) {
                return None;
            }
            range[0][axis] = from[axis].max(0.0) as usize;
            range[1][axis] = to[axis].min(last) as usize;
        }
        Some(range)
    }

    /// Works on all bricks of a round, and empties it.
    fn work(
        &mut self,
        round: &mut Round,
        touches: &mut [BlockTouches],
        stop: &AtomicBool,
    ) -> Result<(), StockFault> {
        round.pairs.par_sort_unstable();
        let groups: Vec<&[(u32, u32)]> = round.pairs.chunk_by(|a, b| a.0 == b.0).collect();
        let mut bricks: Vec<(usize, Brick)> = groups
            .iter()
            .map(|group| group[0].0 as usize)
            .map(|number| (number, std::mem::take(&mut self.bricks[number])))
            .collect();
        let bytes = AtomicUsize::new(self.bytes);
        let (chords, own) = (&round.chords, &*self);
        let found: Vec<Vec<(u32, BlockTouches)>> = bricks
            .par_iter_mut()
            .zip(&groups)
            .map(|((number, brick), group)| {
                let is_full = bytes.load(Ordering::Relaxed) > own.most_bytes;
                if is_full || stop.load(Ordering::Relaxed) {
                    return Vec::new();
                }
                let before = brick.bytes();
                let touches =
                    own.play_brick(*number, brick, group.iter().map(|pair| pair.1), chords);
                bytes.fetch_add(brick.bytes(), Ordering::Relaxed);
                bytes.fetch_sub(before, Ordering::Relaxed);
                touches
            })
            .collect();
        for (number, brick) in bricks {
            self.bricks[number] = brick;
        }
        for (chord, touch) in found.into_iter().flatten() {
            let block = &mut touches[round.chords[chord as usize].of.block];
            block.iter_mut().zip(&touch).for_each(|(all, one)| all.join(one));
        }
        self.bytes = bytes.into_inner();
        *round = Round { chords: Vec::new(), pairs: Vec::new() };
        if stop.load(Ordering::Relaxed) {
            return Err(StockFault::Stopped);
        }
        self.check_bytes().map_err(StockFault::Full)
    }

    /// Plays the chords near a brick. What they met is reported with their numbers.
    fn play_brick(
        &self,
        number: usize,
        brick: &mut Brick,
        near: impl Iterator<Item = u32>,
        chords: &[StockChord],
    ) -> Vec<(u32, BlockTouches)> {
        let mut found = Vec::new();
        for at in near {
            let chord = &chords[at as usize];
            let touches = self.play_chord(number, brick, chord);
            if touches.iter().any(Touch::is_any) {
                found.push((at, touches));
            }
        }
        found
    }

    fn play_chord(&self, number: usize, brick: &mut Brick, chord: &StockChord) -> BlockTouches {
        let StockMove { one, tool, cuts, is_doubted, .. } = chord.of;
        let meet = |brick: &Brick, pieces: &[Piece]| match pieces.is_empty() {
            true => Touch::NONE,
            false => {
                let touch = self.meet_brick(number, brick, &chord.sweep(pieces));
                if is_doubted { touch.doubted() } else { touch }
            }
        };
        let mut touches = [Touch::NONE; 4];
        if one.rapid {
            touches[RAPID] = meet(brick, &tool.all);
            return touches;
        }
        let beside = |brick: &Brick| {
            [(SHANK, tool.shanks()), (HOLDER, tool.holders())]
                .map(|(place, pieces)| (place, meet(brick, pieces)))
        };
        if chord.order != Order::After {
            beside(brick).into_iter().for_each(|(place, touch)| touches[place] = touch);
        }
        // What the cutter has cut before on this move was cut by the chords before this one.
        if let Some((middle, sure)) = chord.plunging() {
            touches[PLUNGE] = meet(brick, std::slice::from_ref(middle)).doubted();
            if let Some(sure) = sure {
                touches[PLUNGE].join(&meet(brick, std::slice::from_ref(sure)));
            }
        }
        if cuts {
            self.cut_brick(number, brick, &chord.sweep(tool.cutters()));
        }
        if chord.order == Order::Both {
            touches = touches.map(Touch::doubted);
        }
        if chord.order != Order::Before {
            beside(brick).into_iter().for_each(|(place, touch)| touches[place].join(&touch));
        }
        touches
    }
}
