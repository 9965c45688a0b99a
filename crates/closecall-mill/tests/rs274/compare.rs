//! Two paths, move by move.

use super::control::Heard;
use super::path::{Bend, Piece, Place, Read};
use closecall_mill::gcode::Feed;
use glam::DVec3;

/// Ends are the same to within this, in millimetres or degrees.
const ENDS: f64 = 1e-9;

/// Centres of arcs by their radius depend on the rounding of a root.
const CENTRES: f64 = 1e-6;

/// Feeds are the same to within this share.
const FEEDS: f64 = 1e-9;

/// The control prints the pitch of a thread with six digits, in millimetres or inches.
const PITCHES: f64 = 1.3e-5;

/// The slowest feed that the control makes of G93: 0.1 inches in a minute.
const SLOWEST: f64 = 2.54 + 1e-9;

/// Compares the moves up to the first that is not known, or up to where both stop.
pub fn difference(ours: &Read, theirs: &Heard) -> Option<String> {
    let base = theirs.base;
    let theirs: Vec<Piece> = theirs.pieces.iter().map(|piece| piece.seen_from(base)).collect();
    let theirs: Vec<&Piece> = theirs.iter().filter(|piece| !piece.is_nothing()).collect();
    let known =
        ours.pieces.iter().position(|piece| ours.unknown.is_some_and(|n| piece.number >= n));
    let pieces: Vec<&Piece> = ours.pieces[..known.unwrap_or(ours.pieces.len())]
        .iter()
        .filter(|piece| !piece.is_nothing())
        .collect();
    let (mut at, mut their) = (0, 0);
    while at < pieces.len() || their < theirs.len() {
        // A way out and back that the control does not go, although it begins in the same way.
        let goes_on_from = |at: usize| {
            let own = pieces.get(at..at + 2).into_iter().flatten();
            let pairs: Vec<_> = own.zip(&theirs[their..]).collect();
            pairs.len() == 2 && pairs.iter().all(|(own, other)| own.unlike(other).is_none())
        };
        let out_and_back = detour(&pieces[at..]);
        let out_and_back =
            out_and_back.filter(|count| !goes_on_from(at) && goes_on_from(at + count));
        at += out_and_back.unwrap_or(0);
        let why = match (pieces.get(at), theirs.get(their)) {
            (Some(own), Some(other)) => own.unlike(other),
            (Some(_), None) => Some("the control has no move more".to_string()),
            (None, _) if ours.unknown.is_some() => return None,
            (None, _) => Some("the control has more moves".to_string()),
        };
        let Some(why) = why else {
            (at, their) = (at + 1, their + 1);
            continue;
        };
        let other = theirs.get(their).copied();
        let is_in = |at: usize| other.is_some_and(|other| is_peck(&pieces, at, other));
        // Both ways of a hole, where rounding decides which one the control takes.
        let detour = detour(&pieces[at..]);
        let is_across = pieces.get(at).is_some_and(|own| own.is_rapid == Some(true));
        if let Some(count) = detour.filter(|_| is_across) {
            at += count;
        } else if is_in(at) || at > 0 && is_in(at - 1) {
            their += 1;
        } else if let Some(count) = detour {
            at += count;
        } else {
            let own = pieces.get(at).or(pieces.last());
            let line = own.map_or(0, |piece| piece.line);
            return Some(format!("line {line}: {why}\n    {own:?}\n    {other:?}"));
        }
    }
    None
}

/// Whether a move of the control is a peck of the hole that one of closecall's moves is in, or a
/// round more of the same hole.
fn is_peck(ours: &[&Piece], at: usize, other: &Piece) -> bool {
    let Some(hole) = ours.get(at).filter(|piece| piece.is_hole) else { return false };
    let is_there = |place: Place| (0..2).all(|axis| (other.from[axis] - place[axis]).abs() <= ENDS);
    let heights = ours.iter().filter(|piece| piece.number == hole.number);
    let heights = heights.flat_map(|piece| [piece.from, piece.to]).filter(|place| is_there(*place));
    let heights: Vec<f64> = heights.map(|place| place[2]).collect();
    let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min) - ENDS;
    let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max) + ENDS;
    is_there(other.to) && (lowest..=highest).contains(&other.to[2])
}

/// The number of the next moves that go elsewhere and back within a hole's block.
fn detour(ours: &[&Piece]) -> Option<usize> {
    let first = ours.first().filter(|piece| piece.is_hole)?;
    let own = ours.iter().take(4).take_while(|piece| piece.number == first.number);
    let back = own.skip(1).position(|piece| piece.to == first.from);
    back.map(|at| at + 2)
}

impl Piece {
    fn seen_from(&self, base: Place) -> Self {
        let from_base = |place: Place| std::array::from_fn(|axis| place[axis] - base[axis]);
        let bend = match self.bend {
            Bend::Arc { axes, center: [x, y], turns } => {
                Bend::Arc { axes, center: [x - base[axes[0]], y - base[axes[1]]], turns }
            }
            ref bend => bend.clone(),
        };
        Self { from: from_base(self.from), to: from_base(self.to), bend, ..self.clone() }
    }

    /// Whether nothing moves.
    fn is_nothing(&self) -> bool {
        let is_same = (0..3).all(|axis| (self.from[axis] - self.to[axis]).abs() <= ENDS);
        self.bend == Bend::Straight && is_same && self.angles[0] == self.angles[1]
    }

    /// Why it is not the same move.
    fn unlike(&self, other: &Self) -> Option<String> {
        // The control does not say where a spline ends.
        let is_spline = other.bend == Bend::Spline;
        for axis in 0..3 {
            let off = self.to[axis] - other.to[axis];
            if off.abs() > ENDS * 1f64.max(self.to[axis].abs() / 1000.0) && !is_spline {
                return Some(format!("the end is {off:e} off along axis {axis}"));
            }
            if (self.angles[1][axis] - other.angles[1][axis]).abs() > ENDS {
                return Some(format!("the rotary axis {axis} is elsewhere"));
            }
        }
        if self.tool != other.tool {
            return Some(format!("the tools are {} and {}", self.tool, other.tool));
        }
        if self.is_rapid.is_some_and(|is_rapid| Some(is_rapid) != other.is_rapid) {
            return Some("one is a rapid".to_string());
        }
        if self.is_rapid == Some(false) && !self.feeds_as(other) {
            return Some(format!("the feeds are {:?} and {:?}", self.feed, other.feed));
        }
        match (&self.bend, &other.bend) {
            (Bend::Straight, Bend::Straight) | (Bend::Spline, Bend::Spline) => None,
            (
                Bend::Arc { axes, center, turns },
                Bend::Arc { axes: axes2, center: center2, turns: turns2 },
            ) => {
                let far = (0..2).any(|i| {
                    (center[i] - center2[i]).abs() > CENTRES * 1f64.max(center[i].abs() / 1000.0)
                });
                if axes != axes2 || far {
                    return Some("the arcs have another plane or centre".to_string());
                }
                // The control counts the turns that are begun.
                let begun =
                    turns.abs() > turns2.abs() - 1.0 - 1e-6 && turns.abs() < turns2.abs() + 1e-6;
                (turns.signum() != turns2.signum() || !begun)
                    .then(|| format!("{turns} turns and {turns2} begun"))
            }
            _ => Some("one is straight".to_string()),
        }
    }

    /// Whether it is as fast.
    fn feeds_as(&self, other: &Self) -> bool {
        let is_same = |a: f64, b: f64| (a - b).abs() <= FEEDS * a.abs().max(b.abs()).max(1.0);
        match (self.feed, other.feed) {
            (Some(Feed::PerMinute(own)), Some(Feed::PerMinute(other))) => is_same(own, other),
            (Some(Feed::PerTurn(own)), Some(Feed::PerTurn(other))) => {
                (own - other).abs() <= PITCHES || is_same(own, other)
            }
            (Some(Feed::Inverse(own)), Some(Feed::Inverse(other))) => {
                let (length, is_turn) = self.length();
                let rate = own * length;
                // The control goes no slower than that, and gives degrees in the unit in force.
                let is_slowest = rate < other && other <= SLOWEST;
                is_same(rate, other) || is_slowest || is_turn && is_same(25.4 * rate, other)
            }
            (own, other) => own == other,
        }
    }

    /// How long it is, and whether these are degrees: where only rotary axes turn.
    fn length(&self) -> (f64, bool) {
        let way: Place = std::array::from_fn(|axis| self.to[axis] - self.from[axis]);
        let turn: Place = std::array::from_fn(|axis| self.angles[1][axis] - self.angles[0][axis]);
        let length = |way: Place| DVec3::from_array(way).length();
        match &self.bend {
            Bend::Arc { axes, center, turns } => {
                let radius = (self.from[axes[0]] - center[0]).hypot(self.from[axes[1]] - center[1]);
                ((radius * turns * std::f64::consts::TAU).hypot(way[axes[2]]), false)
            }
            _ if length(way) > 0.0 => (length(way), false),
            _ => (length(turn), true),
        }
    }
}
