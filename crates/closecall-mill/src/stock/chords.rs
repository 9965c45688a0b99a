//! Moves as straight pieces that are fine enough for the cells.

use super::sweep::Sweep;
use crate::gcode::{Move, ToolPath};
use crate::tool::{DeadCentre, Piece, PieceRole};
use glam::DVec3;

/// A chord may lie this many times less than a cell beside its curve.
const FINER: f64 = 16.0;

/// Chords of one move, at most. If they are not fine enough more is left undecided.
const MOST_CHORDS: f64 = 4_194_304.0;

/// The pieces of a tool, by what they do.
#[derive(Clone, Debug)]
pub(crate) struct StockTool {
    /// All, from the tip up.
    pub(crate) all: Vec<Piece>,
    cutters: usize,
    shanks: usize,
    core: Option<Core>,
}

/// The middle of a cutter that does not cut, as thin discs at the tip.
///
/// A point is met by the middle first if the disc reaches it from above. The disc has a height, so
/// that it is a solid; a point high in it may have been reached from the side before, by the part
/// that cuts, when the axis was further away by as much as the tool goes while it falls by that height.
/// So the middle met for certain what a narrower disc meets, if that way is not longer than the
/// narrower disc is narrower.
#[derive(Clone, Debug)]
struct Core {
    /// All of the middle.
    all: Piece,
    /// Half of its radius.
    sure: Piece,
    /// How steep a move may be.
    slope: f64,
    /// The slope from which on `sure` counts.
    sure_slope: f64,
}

/// The least slope at which a dead centre can be certain, and how much steeper than told a move may be
/// but for rounding.
const LEAST_SLOPE: f64 = 0.02;
const STEEPER: f64 = 1.0 + 1e-9;

impl Core {
    fn new(dead: &DeadCentre) -> Self {
        let slope = dead.ramp.to_radians().tan();
        let sure_slope = slope.max(LEAST_SLOPE);
        let radius = 0.5 * dead.diameter;
        let height = 0.5 * radius * sure_slope;
        let [all, sure] = [radius, 0.5 * radius].map(|radius| dead.disc(radius, height));
        Self { all, sure, slope, sure_slope: sure_slope * STEEPER }
    }
}

impl StockTool {
    /// The pieces come in the order of their roles. None of a polyhedral tool.
    pub(crate) fn new(all: Vec<Piece>, dead: Option<&DeadCentre>) -> Option<Self> {
        let count = |role| all.iter().filter(|piece| piece.role == role).count();
        let (cutters, shanks) = (count(PieceRole::Cutter), count(PieceRole::Shank));
        let is_round = all.iter().all(|piece| piece.facets.is_none());
        is_round.then(|| Self { all, cutters, shanks, core: dead.map(Core::new) })
    }

    pub(super) fn cutters(&self) -> &[Piece] {
        &self.all[..self.cutters]
    }

    pub(super) fn shanks(&self) -> &[Piece] {
        &self.all[self.cutters..][..self.shanks]
    }

    pub(super) fn holders(&self) -> &[Piece] {
        &self.all[self.cutters + self.shanks..]
    }
}

/// A move with its tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StockMove<'m> {
    /// The place of its block in the batch.
    pub(crate) block: usize,
    pub(crate) one: &'m Move,
    pub(crate) tool: &'m StockTool,
    /// Whether the cutter cuts: not on rapids, and not while it probes.
    pub(crate) cuts: bool,
    /// Whether an earlier move may have cut anything, because it is not known.
    pub(crate) is_doubted: bool,
}

/// When what does not cut is compared with what is left.
///
/// Shank and holder are above the cutter. On a move that does not climb the cutter reaches no point
/// after they do: what is left after the move is what they met. On one that climbs it is what was
/// left before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    After,
    Before,
    /// It climbs and falls: what is left after it was certainly met, what was left before perhaps.
    Both,
}

/// A straight piece of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct StockChord<'m> {
    pub(super) of: StockMove<'m>,
    pub(super) ends: [DVec3; 2],
    pub(super) astray: f64,
    pub(super) order: Order,
    /// How steeply the move goes down here; at most 0 if it does not.
    slope: f64,
}

impl<'m> StockChord<'m> {
    pub(super) fn sweep(&self, pieces: &'m [Piece]) -> Sweep<'m> {
        Sweep::new(pieces, self.ends, self.astray)
    }

    /// The middle that does not cut, if the move goes down too steeply for it, and the disc of which it
    /// is certain what it meets.
    pub(super) fn plunging(&self) -> Option<(&'m Piece, Option<&'m Piece>)> {
        let core = self.of.tool.core.as_ref()?;
        let is_steep = self.of.cuts && self.slope > core.slope * STEEPER;
        let sure = match self.slope {
            // Straight down no other part of the cutter comes to where the middle goes.
            f64::INFINITY => Some(&core.all),
            slope => (slope >= core.sure_slope).then_some(&core.sure),
        };
        is_steep.then_some((&core.all, sure))
    }

    /// The widest radius of the pieces that count, and how high they reach above the tip.
    pub(super) fn reach(&self) -> (f64, f64) {
        let only_cuts = self.of.cuts && self.of.tool.all.len() == self.of.tool.cutters;
        let pieces = if only_cuts { self.of.tool.cutters() } else { &self.of.tool.all };
        let radius = pieces.iter().map(|piece| piece.lower.radius()).fold(0.0, f64::max);
        let top = |piece: &Piece| {
            piece.upper.as_ref().map_or(f64::INFINITY, |upper| -upper.lowest_about())
        };
        (radius, pieces.iter().map(top).fold(0.0, f64::max))
    }
}

/// The chords of a move, in order.
pub(super) fn chords<'m>(of: StockMove<'m>, least_cell: f64) -> Vec<StockChord<'m>> {
    let fine = least_cell / FINER;
    let curved = |at: &dyn Fn(f64) -> DVec3,
                  sagitta: &dyn Fn(f64, f64) -> f64,
                  level: bool,
                  helix: Option<f64>| {
        let count = (sagitta(0.0, 1.0) / fine).sqrt().ceil().clamp(1.0, MOST_CHORDS);
        let share = |i: usize| (i as f64 / count).min(1.0);
        let chord = |i: usize| {
            let [from, to] = [share(i), share(i + 1)];
            let ends = [at(from), at(to)];
            let order = if level { order(ends) } else { Order::Both };
            let slope = helix.unwrap_or_else(|| slope(ends));
            StockChord { of, ends, astray: sagitta(from, to), order, slope }
        };
        (0..count as usize).map(chord).collect()
    };
    match &of.one.path {
        ToolPath::Line(ends) => {
            let ends = ends.map(DVec3::from_array);
            let (order, slope) = (order(ends), slope(ends));
            vec![StockChord { of, ends, astray: 0.0, order, slope }]
        }
        ToolPath::Arc(arc) => {
            let is_level = arc.axes[2] == 2;
            let fall = arc.height[0] - arc.height[1];
            let way = arc.radius[0].max(arc.radius[1]) * arc.sweep.abs();
            let helix = is_level.then(|| fall / way);
            curved(&|share| arc.point(share), &|from, to| arc.sagitta(from, to), is_level, helix)
        }
        ToolPath::Spline(spline) => {
            let heights = spline.points().map(|point| point[2]);
            let is_level = heights == [heights[0]; 4];
            curved(
                &|share| spline.point(share),
                &|from, to| spline.sagitta(from, to),
                is_level,
                None,
            )
        }
    }
}

fn order([from, to]: [DVec3; 2]) -> Order {
    if to.z > from.z { Order::Before } else { Order::After }
}

/// How steeply a way goes down.
fn slope([from, to]: [DVec3; 2]) -> f64 {
    let way = to - from;
    if way.z == 0.0 { 0.0 } else { -way.z / way.truncate().length() }
}
