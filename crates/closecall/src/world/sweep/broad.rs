//! Which bodies come near each other on an edge, and when.
//!
//! Time is divided in a few pieces. In each a moved body stays within a box: that around its mesh
//! in the middle of the piece, larger by how far its points get (`Ways` bounds it, rounded up).
//! Bodies that stay have one box. Pairs whose boxes never overlap are not asked; of others, only
//! the pieces from the first overlap to the last. Fixed bodies that stay are never held against
//! each other; others that stay are, like those that move.

use super::ways::Ways;
use crate::geom::{Ball, DVec3};
use crate::path::Travel;
use crate::rounding::factor::DOWN_90;
use crate::rounding::world::EXTENTS;
use crate::world::broad::Mobility;

/// At most so many pieces of time.
const MOST_PIECES: usize = 8;

/// What is known of a body before an edge is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub slot: u32,
    is_fixed: bool,
    pub ball: Ball,
    /// The middle and half the size of its mesh's box, in its own frame.
    center: DVec3,
    half: DVec3,
    /// By how much its box is larger for clearances.
    growth: f64,
}

/// A box along the axes of the world.
#[derive(Clone, Copy, Debug)]
struct Extents {
    low: DVec3,
    high: DVec3,
}

/// Two bodies, the lower slot first, and when their boxes overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Close {
    pub pair: [u32; 2],
    pub from: f64,
    pub to: f64,
}

impl Extent {
    pub(super) fn new(
        slot: u32,
        mobility: Mobility,
        ball: Ball,
        [low, high]: [DVec3; 2],
        growth: f64,
    ) -> Self {
        let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
        Self { slot, is_fixed: mobility == Mobility::Fixed, ball, center, half, growth }
    }

    /// Does it move, or is it at least not fixed?
    pub(super) fn is_loose(&self, ways: &Ways) -> bool {
        !self.is_fixed || ways.is_moved(self.slot)
    }

    /// Where it is in a part of the time.
    fn during(&self, ways: &Ways, from: f64, to: f64) -> Extents {
        let (middle, half) = Travel::halves(from, to);
        let half = if ways.is_moved(self.slot) { half } else { 0.0 };
        let course = ways.course(self.slot, middle);
        let [x, y, z] = [course.rotation.x_axis, course.rotation.y_axis, course.rotation.z_axis]
            .map(DVec3::abs);
        let size = x * self.half.x + y * self.half.y + z * self.half.z;
        let (center, hub) = (course.carry(self.center), course.carry(self.ball.center));
        let shift = (course.speed_of(hub) * half).abs();
        let turn = course.turn.length() * half * self.ball.radius;
        // Each of the terms, and their sums, are off by a few roundings of what they are made of.
        let lengths =
            center.abs().element_sum() + hub.abs().element_sum() + size.element_sum() + turn;
        let rest = ways.stray(self.slot, &self.ball, half) + self.growth + EXTENTS * lengths;
        let (size, ball) = (size + turn + rest, DVec3::splat(self.ball.radius + rest));
        let low = (center - size).max(hub - ball) - shift;
        let high = (center + size).min(hub + ball) + shift;
        // Minima and maxima pass over NaN: if a number is none, the body may be anywhere.
        let is_known = size.is_finite() && low.is_finite() && high.is_finite();
        if is_known { Extents { low, high } } else { Extents::ALL }
    }
}

impl Extents {
    const NONE: Self = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY };
    const ALL: Self = Self { low: DVec3::NEG_INFINITY, high: DVec3::INFINITY };

    fn with(&self, other: &Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn overlaps(&self, other: &Self) -> bool {
        !(self.low.cmpgt(other.high).any() || other.low.cmpgt(self.high).any())
    }

    /// How far apart, at least.
    fn gap(&self, other: &Self) -> f64 {
        (self.low - other.high).max(other.low - self.high).max(DVec3::ZERO).length() * DOWN_90
    }
}

/// The boxes of one body: of every piece of time, or one for all.
struct Swept {
    slot: u32,
    whole: Extents,
    pieces: Vec<Extents>,
}

impl Swept {
    fn piece(&self, number: usize) -> &Extents {
        self.pieces.get(number).unwrap_or(&self.whole)
    }
}

/// The boxes of all bodies on an edge.
pub(super) struct Broad {
    /// Of bodies that move or are not fixed, by where they begin along x.
    loose: Vec<Swept>,
    /// Of fixed bodies that stay.
    fixed: Vec<Swept>,
    pieces: usize,
}

impl Broad {
    pub(super) fn new(extents: &[Extent], ways: &Ways) -> Self {
        let ratio = |extent: &Extent| ways.speed(extent.slot, &extent.ball) / extent.ball.radius;
        let moved = extents.iter().filter(|extent| ways.is_moved(extent.slot));
        let fastest = moved.map(ratio).fold(0.0f64, f64::max);
        let pieces =
            (1..=MOST_PIECES).find(|&count| fastest <= count as f64).unwrap_or(MOST_PIECES);
        let pieces = pieces.next_power_of_two();
        let sweep = |extent: &Extent| {
            let Extent { slot, .. } = *extent;
            if !ways.is_moved(slot) {
                return Swept { slot, whole: extent.during(ways, 0.0, 1.0), pieces: Vec::new() };
            }
            let boxes =
                (0..pieces).map(|k| extent.during(ways, time(k, pieces), time(k + 1, pieces)));
            let boxes: Vec<Extents> = boxes.collect();
            let whole = boxes.iter().fold(Extents::NONE, |all, next| all.with(next));
            Swept { slot, whole, pieces: boxes }
        };
        let (loose, fixed): (Vec<&Extent>, Vec<&Extent>) =
            extents.iter().partition(|extent| extent.is_loose(ways));
        let mut loose: Vec<Swept> = loose.into_iter().map(sweep).collect();
        loose.sort_unstable_by(|a, b| a.whole.low.x.total_cmp(&b.whole.low.x));
        Self { loose, fixed: fixed.into_iter().map(sweep).collect(), pieces }
    }

    /// The pairs that come near each other, those that do so first before others.
    pub(super) fn pairs(&self, passes: impl Fn(u32, u32) -> bool) -> Vec<Close> {
        let mut close = Vec::new();
        for (number, one) in self.loose.iter().enumerate() {
            let after = self.loose[number + 1..].iter();
            let near = after.take_while(|other| !(other.whole.low.x > one.whole.high.x));
            for other in near.chain(&self.fixed).filter(|other| one.whole.overlaps(&other.whole)) {
                let pair = [one.slot.min(other.slot), one.slot.max(other.slot)];
                if passes(pair[0], pair[1]) {
                    close.extend(self.when(one, other).map(|(from, to)| Close { pair, from, to }));
                }
            }
        }
        close.sort_by(|x, y| x.from.total_cmp(&y.from).then(x.pair.cmp(&y.pair)));
        close
    }

    /// From the first piece in which they overlap to the last.
    fn when(&self, one: &Swept, other: &Swept) -> Option<(f64, f64)> {
        let overlap = |&k: &usize| one.piece(k).overlaps(other.piece(k));
        let first = (0..self.pieces).find(overlap)?;
        let last = (first..self.pieces).rfind(overlap)?;
        Some((time(first, self.pieces), time(last + 1, self.pieces)))
    }

    /// All pairs, and how far apart they stay at least; the nearest first.
    pub(super) fn gaps(&self, passes: impl Fn(u32, u32) -> bool) -> Vec<(f64, [u32; 2])> {
        let mut gaps = Vec::new();
        for (number, one) in self.loose.iter().enumerate() {
            for other in self.loose[number + 1..].iter().chain(&self.fixed) {
                let pair = [one.slot.min(other.slot), one.slot.max(other.slot)];
                if passes(pair[0], pair[1]) {
                    let apart = (0..self.pieces).map(|k| one.piece(k).gap(other.piece(k)));
                    gaps.push((apart.fold(f64::INFINITY, f64::min), pair));
                }
            }
        }
        gaps.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        gaps
    }
}

/// Where a piece begins.
fn time(number: usize, pieces: usize) -> f64 {
    number as f64 / pieces as f64
}
