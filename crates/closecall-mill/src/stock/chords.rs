//! Moves as straight pieces that are fine enough for the cells.

use super::sweep::Sweep;
use crate::gcode::{Move, ToolPath};
use crate::tool::{Piece, PieceRole};
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
}

impl StockTool {
    /// The pieces come in the order of their roles. None of a polyhedral tool.
    pub(crate) fn new(all: Vec<Piece>) -> Option<Self> {
        let count = |role| all.iter().filter(|piece| piece.role == role).count();
        let (cutters, shanks) = (count(PieceRole::Cutter), count(PieceRole::Shank));
        let is_round = all.iter().all(|piece| piece.facets.is_none());
        is_round.then_some(Self { all, cutters, shanks })
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
}

impl<'m> StockChord<'m> {
    pub(super) fn sweep(&self, pieces: &'m [Piece]) -> Sweep<'m> {
        Sweep::new(pieces, self.ends, self.astray)
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
    let curved = |at: &dyn Fn(f64) -> DVec3, sagitta: &dyn Fn(f64, f64) -> f64, level: bool| {
        let count = (sagitta(0.0, 1.0) / fine).sqrt().ceil().clamp(1.0, MOST_CHORDS);
        let share = |i: usize| (i as f64 / count).min(1.0);
        let chord = |i: usize| {
            let [from, to] = [share(i), share(i + 1)];
            let ends = [at(from), at(to)];
            let order = if level { order(ends) } else { Order::Both };
            StockChord { of, ends, astray: sagitta(from, to), order }
        };
        (0..count as usize).map(chord).collect()
    };
    match &of.one.path {
        ToolPath::Line(ends) => {
            vec![StockChord { of, ends: *ends, astray: 0.0, order: order(*ends) }]
        }
        ToolPath::Arc(arc) => {
            curved(&|share| arc.at(share), &|from, to| arc.sagitta(from, to), arc.axes[2] == 2)
        }
        ToolPath::Spline(spline) => {
            let heights = spline.points().map(|point| point.z);
            let is_level = heights == [heights[0]; 4];
            curved(&|share| spline.at(share), &|from, to| spline.sagitta(from, to), is_level)
        }
    }
}

fn order([from, to]: [DVec3; 2]) -> Order {
    if to.z > from.z { Order::Before } else { Order::After }
}
