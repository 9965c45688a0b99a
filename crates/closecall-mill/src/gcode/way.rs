//! The moves of a block, of which not all need be known.

use super::path::{Move, MoveFrame, ToolPath};
use glam::DVec3;

/// A place of which not all coordinates need be known.
pub(super) type Spot = [Option<f64>; 3];

/// The moves of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Moves that are known from their beginning to their end, in order.
    pub moves: Vec<Move>,
    /// The ends of moves that begin at an unknown place, as moves of length 0.
    pub ends: Vec<Move>,
    /// The number of moves that are not known from their beginning to their end.
    pub unchecked: u64,
    /// Whether one of those cuts, for all that is known.
    pub is_cut_unknown: bool,
    /// Whether the moves probe, and cut nothing.
    pub is_probing: bool,
}

impl Way {
    /// A way of one move.
    pub(super) fn of(one: Move) -> Self {
        Self { moves: vec![one], ..Self::default() }
    }

    /// Whether nothing moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.unchecked == 0
    }

    /// Says in which coordinates moves are that have not said it themselves.
    pub(super) fn set_frame(&mut self, frame: MoveFrame) {
        for one in self.moves.iter_mut().chain(&mut self.ends) {
            let is_told = one.frame != MoveFrame::Part;
            // With A, B and C at 0 the machine's coordinates are the part's.
            let is_same = matches!(frame, MoveFrame::Machine { .. }) && one.angles == [[0.0; 3]; 2];
            if !is_told && !is_same {
                one.frame = frame;
            }
        }
    }

    /// Says in which coordinates all moves are.
    pub(super) fn force_frame(&mut self, frame: MoveFrame) {
        for one in self.moves.iter_mut().chain(&mut self.ends) {
            one.frame = frame;
        }
    }

    /// All moves that can be checked: the known moves, and the ends of moves that are known in
    /// part.
    pub fn checks(&self) -> impl Iterator<Item = &Move> {
        self.ends.iter().chain(&self.moves)
    }

    /// Adds a straight move. The angles are those of the rotary axes before and after it.
    pub(super) fn go(&mut self, from: Spot, to: Spot, rapid: bool, angles: [Option<[f64; 3]>; 2]) {
        let line = |ends, angles| Move::new(ToolPath::line(ends), rapid, angles);
        let places = [place(from), place(to)];
        if let ([Some(from), Some(to)], [Some(before), Some(after)]) = (places, angles) {
            self.moves.push(line([from, to], [before, after]));
            return;
        }
        self.unchecked += 1;
        self.is_cut_unknown |= !rapid;
        if let (Some(to), Some(after)) = (places[1], angles[1]) {
            self.ends.push(line([to; 2], [after; 2]));
        }
    }
}

/// A place, if all of it is known.
pub(super) fn place(spot: Spot) -> Option<DVec3> {
    known(spot).map(DVec3::from_array)
}

/// All of these, if all are known.
pub(super) fn known(values: [Option<f64>; 3]) -> Option<[f64; 3]> {
    let [a, b, c] = values;
    Some([a?, b?, c?])
}
