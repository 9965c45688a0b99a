//! Moves in pieces: arcs as chords that are refined where it matters, and moves on which rotary
//! axes turn.

use super::around::Around;
use super::chord::{Checker, Chord, Found};
use super::event::EventKind;
use super::settings::JobSettings;
use crate::gcode::{Arc, Move, MoveFrame, Rotary, Spline, ToolPath};
use crate::lift::ToolFrame;
use closecall::engine::rounding::mill::{CHORD_UP, TURNED_ANGLE, TURNED_POINT};
use glam::{DMat3, DVec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Pieces of one move, at most, beyond those it begins with.
const BUDGET: usize = 1_000;

/// The share of a depth to which it is known. Where the tool turns, what a piece leaves open shrinks only
/// as fast as the piece: a thousandth takes up all of the budget on every deep move.
const ENOUGH: f64 = 1e-3;
const ENOUGH_TURNING: f64 = 2e-2;

/// Pieces that a spline begins with.
const SPLINE_PIECES: usize = 8;

/// A piece of a move: from one share of it to another.
type Span = [f64; 2];

impl Checker<'_> {
    /// Everything the tool meets on a move.
    pub(super) fn travel(&self, step: &Move, frame: &ToolFrame) -> Found {
        let still = step.angles[0] == step.angles[1];
        let turned = !still || !step.is_upright();
        let in_pieces = turned || !matches!(step.path, ToolPath::Line(_));
        if in_pieces && self.tool.ends() && self.settings.allow > 0.0 {
            // A little that is met on one piece may lead to much on another: see `rise_together`.
            let settings = JobSettings { allow: 0.0, ..self.settings.clone() };
            let found = Checker { settings: &settings, ..*self }.travel(step, frame);
            if found.by_kind.iter().flatten().any(|met| met.hi > self.settings.allow) {
                return found;
            }
        }
        match &step.path {
            ToolPath::Line(_) if !turned => {
                let chord = Chord {
                    ends: step.path.ends(),
                    frame,
                    astray: 0.0,
                    afloat: 0.0,
                    rapid: step.rapid,
                    around: None,
                };
                self.check(&chord, &Found::default())
            }
            ToolPath::Arc(arc) if !turned => self.arc(arc, frame, step.rapid),
            ToolPath::Spline(spline) if !turned => self.spline(spline, frame, step.rapid),
            _ => self.turning(step),
        }
    }

    fn arc(&self, arc: &Arc, frame: &ToolFrame, rapid: bool) -> Found {
        let first = (arc.sweep.abs() / 0.4).ceil().max(1.0);
        let in_plane = arc.axes[2] == 2 && *frame == ToolFrame::Upright;
        let ends =
            if self.settings.touch { self.ends(arc, frame, rapid) } else { Found::default() };
        let mut found = self.refined(first as usize, ENOUGH, |[from, to]| {
            let sagitta = arc.sagitta(from, to);
            // An arc across the axis also lies above or below its chord.
            let afloat = if in_plane { arc.height_off() } else { sagitta };
            let ends = [arc.point(from), arc.point(to)];
            let around = if in_plane { Around::new(arc, [from, to]) } else { None };
            (
                Chord { ends, frame: &ToolFrame::Upright, astray: sagitta, afloat, rapid, around },
                *frame,
            )
        });
        found.raise(&ends);
        found
    }

    fn spline(&self, spline: &Spline, frame: &ToolFrame, rapid: bool) -> Found {
        let heights = spline.points().map(|point| point[2]);
        let in_plane = heights == [heights[0]; 4] && *frame == ToolFrame::Upright;
        self.refined(SPLINE_PIECES, ENOUGH, |[from, to]| {
            let astray = spline.sagitta(from, to);
            let afloat = if in_plane { 0.0 } else { astray };
            let ends = [spline.point(from), spline.point(to)];
            let upright = &ToolFrame::Upright;
            (Chord { ends, frame: upright, astray, afloat, rapid, around: None }, *frame)
        })
    }

    /// The contacts of the tool at both ends of an arc, where its position is exact: whether it
    /// touches, chords would leave open.
    fn ends(&self, arc: &Arc, frame: &ToolFrame, rapid: bool) -> Found {
        let mut found = Found::default();
        for end in arc.ends.map(DVec3::from_array) {
            let chord =
                Chord { ends: [end; 2], frame, astray: 0.0, afloat: 0.0, rapid, around: None };
            found.join(&self.check(&chord, &Found::default()));
        }
        found
    }

    /// Rotary axes turn, or are turned. The tool's tip and axis in the part's frame, piece by
    /// piece, with what the piece leaves out: the tip's way curves, and the axis at the middle
    /// stands for all.
    fn turning(&self, step: &Move) -> Found {
        let ends = step.path.ends();
        let bends = match &step.path {
            ToolPath::Line(_) => 0.0,
            ToolPath::Arc(arc) => (arc.sweep.abs() / 0.4).ceil(),
            ToolPath::Spline(_) => SPLINE_PIECES as f64,
        };
        let turn = step.turn(0.0, 1.0).element_sum();
        let pivot = match self.settings.program.rotary {
            Some(Rotary::Table { pivot }) => Some(DVec3::from_array(pivot)),
            _ => None,
        };
        let tip = |share: f64| self.settings.tool_on(step, share).0;
        let first = (turn / 0.2).ceil().max(1.0) + bends;
        self.refined(first as usize, ENOUGH_TURNING, |[from, to]| {
            let middle = 0.5 * (from + to);
            let frame = self.frame_at(step, middle);
            let part = turn * (to - from);
            // Only the tool within the part's reach of the tip matters; turning by half the piece
            // moves it this far.
            let reach = self.reach(tip(middle)) + (tip(to) - tip(from)).length();
            let swing = 0.5 * part * reach;
            // |f''| of a turning point: θ'²·|p| + 2θ'·|p'|; see Arc::sagitta. The arc's own is added.
            let bend = match pivot {
                Some(pivot) => {
                    let radius = (ends[0] - pivot).length().max((ends[1] - pivot).length());
                    let way = (ends[1] - ends[0]).length() * (to - from);
                    (part * part * radius + 2.0 * part * way) / 8.0
                }
                None => 0.0,
            };
            let sagitta = step.path.sagitta(from, to);
            let kinematics = self.settings.program.machine.as_ref().map(|m| m.kinematics());
            let bend = kinematics.map_or(bend, |machine| machine.tip_astray(step, [from, to]));
            // Angles are off by a few roundings of how far they turn; see `angles`.
            let tilted = if let MoveFrame::Tilted(tilt) = step.frame { tilt.reach() } else { 0.0 };
            let lengths = reach
                + 2.0 * tip(middle).length()
                + tilted
                + pivot.map_or(0.0, |p| 2.0 * p.length());
            let rounding = (TURNED_POINT + TURNED_ANGLE * turn) * lengths
                + kinematics.map_or(0.0, |machine| machine.off(step));
            let astray = (swing + bend + sagitta) * CHORD_UP + rounding;
            let chord = Chord {
                ends: [tip(from), tip(to)],
                frame: &ToolFrame::Upright,
                astray,
                afloat: astray,
                rapid: step.rapid,
                around: None,
            };
            (chord, frame)
        })
    }

    /// The frame of the tool. A solid of revolution is the same however it is turned about its
    /// axis, a polyhedral one is not.
    fn frame_at(&self, step: &Move, share: f64) -> ToolFrame {
        let turn = self.settings.part_from_tool(step, share);
        let is_round = self.tool.pieces.iter().all(|piece| piece.facets.is_none());
        if is_round {
            ToolFrame::of_axis(turn * DVec3::Z)
        } else {
            ToolFrame::Inclined(turn.transpose())
        }
    }

    fn reach(&self, tip: DVec3) -> f64 {
        let bodies = [Some(&self.bodies.part), self.bodies.stock.as_ref()];
        bodies
            .into_iter()
            .flatten()
            .chain(&self.bodies.fixtures)
            .map(|b| b.furthest(tip))
            .fold(0.0, f64::max)
    }

    /// Checks the pieces of a move, halving the one that leaves most open, until none leaves
    /// enough.
    fn refined<'f>(
        &self,
        first: usize,
        enough: f64,
        piece: impl Fn(Span) -> (Chord<'f>, ToolFrame),
    ) -> Found {
        let (mut found, mut spans) = (Found::default(), Vec::new());
        // Where the tool is at one place is known, up to rounding: what it meets there is. A chord
        // may leave it open: the flat end of a cutter cuts all or nothing.
        let at = |share: f64, known: &Found| {
            let (chord, frame) = piece([share; 2]);
            self.check(&Chord { frame: &frame, ..chord }, known)
        };
        let look = |[from, to]: Span, known: &Found| {
            let (chord, frame) = piece([from, to]);
            let mut here = self.check(&Chord { frame: &frame, ..chord }, known);
            if self.gap(&here, known, enough) > 0.0 {
                here.raise(&at(0.5 * (from + to), known));
            }
            // Chords finer than this only add rounding.
            let is_finest = chord.astray <= 1e-10 * self.tool.undersides.radius();
            let gap = if is_finest { 0.0 } else { self.gap(&here, known, enough) };
            // Where nothing is certain yet, the longest piece is next.
            let gap = if gap == f64::INFINITY { 1e30 * (to - from) } else { gap };
            Piece { gap, span: [from, to], here }
        };
        let mut heap = BinaryHeap::new();
        for i in 0..first {
            let piece = look([i, i + 1].map(|i| i as f64 / first as f64), &found);
            found.raise(&piece.here);
            heap.push(piece);
        }
        if heap.iter().any(|piece| piece.gap > 0.0) {
            for end in [0.0, 1.0] {
                found.raise(&at(end, &Found::default()));
            }
        }
        let mut left = BUDGET;
        while let Some(piece) = heap.pop() {
            let [from, to] = piece.span;
            let middle = 0.5 * (from + to);
            let is_open = piece.gap > 0.0 && self.gap(&piece.here, &found, enough) > 0.0;
            if !is_open || left == 0 || !(middle > from && middle < to) {
                found.join(&piece.here);
                spans.push(piece.span);
                continue;
            }
            left -= 1;
            for half in [[from, middle], [middle, to]] {
                let piece = look(half, &found);
                found.raise(&piece.here);
                heap.push(piece);
            }
        }
        self.rise_together(&mut found, spans, enough, piece);
        found
    }

    /// Deepens what was found on all pieces by what the tool meets on its way up anywhere on the
    /// move: a cutter that ends may lie wholly below a surface on one piece, and cut it on another.
    fn rise_together<'f>(
        &self,
        found: &mut Found,
        mut spans: Vec<Span>,
        enough: f64,
        piece: impl Fn(Span) -> (Chord<'f>, ToolFrame),
    ) {
        if !self.tool.ends() || found.by_kind.iter().all(Option::is_none) {
            return;
        }
        loop {
            let (mut risen, mut rises, mut is_deeper) = (*found, true, false);
            while std::mem::take(&mut rises) {
                for &span in &spans {
                    let (chord, frame) = piece(span);
                    rises |= self.rise_all(&Chord { frame: &frame, ..chord }, &mut risen);
                }
                is_deeper |= rises;
            }
            if !is_deeper || self.gap(&risen, &risen, enough) == 0.0 || spans.len() > BUDGET {
                *found = risen;
                return;
            }
            let halves = |[from, to]: Span| [[from, 0.5 * (from + to)], [0.5 * (from + to), to]];
            spans = spans.into_iter().flat_map(halves).collect();
        }
    }

    /// By how much a finer look could change what is known; 0 if by too little: of a depth that is
    /// certain a share is enough.
    fn gap(&self, here: &Found, known: &Found, share: f64) -> f64 {
        // A depth that is certain need not be exact; whether there is one at all should be known.
        let fine = 1e-4 * self.tool.undersides.radius();
        let gaps = EventKind::ALL.into_iter().filter_map(|kind| {
            let met = here.by_kind[kind as usize]?;
            let certain =
                known.by_kind[kind as usize].map_or(f64::NEG_INFINITY, |k| k.lo).max(met.lo);
            let enough = fine.max(share * certain);
            Some(met.hi - certain).filter(|gap| *gap > enough || certain == f64::NEG_INFINITY)
        });
        gaps.fold(0.0, f64::max)
    }
}

/// A piece of a move that was looked at.
struct Piece {
    gap: f64,
    span: Span,
    here: Found,
}

impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        self.gap.total_cmp(&other.gap)
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Piece {}

impl JobSettings {
    /// The tool's tip and its axis, from the tip to the holder, in the part's frame, a share of the
    /// way along a move: up to rounding.
    #[must_use]
    pub fn tool_at(&self, step: &Move, share: f64) -> ([f64; 3], [f64; 3]) {
        let (tip, axis) = self.tool_on(step, share);
        (tip.to_array(), axis.to_array())
    }

    /// The same as vectors.
    pub(super) fn tool_on(&self, step: &Move, share: f64) -> (DVec3, DVec3) {
        let place = step.path.point(share);
        let turn = || self.part_from_tool(step, share);
        let axis = match step.angles == [[0.0; 3]; 2] {
            true => self.axis.map_or(DVec3::Z, |axis| DVec3::from_array(axis).normalize()),
            false => turn() * DVec3::Z,
        };
        let tip = match (step.frame, &self.program.machine, self.program.rotary) {
            (MoveFrame::Tilted(tilt), ..) => tilt.carried(place),
            (MoveFrame::Machine { length }, Some(machine), _) => {
                let angles = step.angles_at(share).map(f64::to_degrees);
                machine.kinematics().tip_of_plain_at(place, angles, length)
            }
            (_, _, Some(Rotary::Table { pivot })) if step.angles != [[0.0; 3]; 2] => {
                let pivot = DVec3::from_array(pivot);
                turn() * (place - pivot) + pivot
            }
            _ => place,
        };
        (tip, axis)
    }

    /// The rotation of the tool in the part's frame: see [`Rotary`].
    fn part_from_tool(&self, step: &Move, share: f64) -> DMat3 {
        let angles = step.angles_at(share);
        if let Some(machine) = &self.program.machine {
            return machine.kinematics().turn_of_tool(angles);
        }
        let angles = match self.program.rotary {
            Some(Rotary::TipOnHead) => angles,
            _ => -angles,
        };
        DMat3::from_rotation_z(angles.z)
            * DMat3::from_rotation_y(angles.y)
            * DMat3::from_rotation_x(angles.x)
    }
}
