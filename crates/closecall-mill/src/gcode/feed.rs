//! Feed rates: the F word, and what it counts in (G93, G94, G95).
//!
//! A feed changes nothing that is checked: it says how long a move takes. LinuxCNC reads F before
//! the unit of its block, so that `G20 F10` in G21 is 10 mm; other controls read the unit first.

use super::block::Words;
use super::interpreter::Interpreter;
use super::options::ProgramUnit;
use super::state::Motion;
use std::io::BufRead;

/// How fast a feed move is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feed {
    /// G94: this many units in a minute.
    PerMinute(f64),
    /// G95, and threads: this many units in a turn of the spindle.
    PerTurn(f64),
    /// G93: the move takes one minute divided by this.
    Inverse(f64),
}

/// The unit that F counts in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FeedMode {
    #[default]
    Minute,
    Turn,
    Inverse,
}

/// The feed in force.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FeedState {
    pub(super) mode: FeedMode,
    /// The last F word in G94 or G95; 0 if there was none since these began.
    pub(super) number: f64,
    /// The same with the unit in force at that word. None if it is not known.
    rate: Option<(f64, ProgramUnit)>,
    /// In G93 the F word of this block, which counts for no other.
    of_block: Option<f64>,
    /// The K word of a thread.
    pitch: Option<(f64, ProgramUnit)>,
}

impl FeedState {
    /// G93, G94 or G95.
    pub(super) fn set_mode(&mut self, mode: FeedMode, is_begun_anew: bool) {
        if mode != FeedMode::Inverse && (is_begun_anew || mode != self.mode) {
            (self.number, self.rate) = (0.0, None);
        }
        self.mode = mode;
    }

    /// An F word.
    pub(super) fn set(&mut self, value: f64, unit: ProgramUnit) {
        match self.mode {
            FeedMode::Inverse => self.of_block = Some(value),
            FeedMode::Minute | FeedMode::Turn => {
                (self.number, self.rate) = (value, Some((value, unit)));
            }
        }
    }

    fn forget(&mut self) {
        (self.number, self.rate, self.of_block) = (0.0, None, None);
    }
}

impl<R: BufRead> Interpreter<R> {
    /// The words of a block that say how fast its moves are.
    pub(super) fn feed_words(&mut self, words: &Words) {
        let is_linuxcnc = self.options.dialect == super::Dialect::LinuxCnc;
        let unit = words.g.iter().find_map(|g| match g {
            200 => Some(ProgramUnit::Inch),
            210 => Some(ProgramUnit::Millimetre),
            _ => None,
        });
        let unit = unit.filter(|_| !is_linuxcnc).unwrap_or(self.state.unit);
        let feed = &mut self.state.feed;
        (feed.of_block, feed.pitch) = (None, words.get('K').map(|pitch| (pitch, unit)));
        for g in &words.g {
            match g {
                930 => feed.set_mode(FeedMode::Inverse, is_linuxcnc),
                940 => feed.set_mode(FeedMode::Minute, is_linuxcnc),
                950 => feed.set_mode(FeedMode::Turn, is_linuxcnc),
                _ => {}
            }
        }
        match words.get('F') {
            Some(value) => feed.set(value, unit),
            None if words.is_unknown('F') => feed.forget(),
            None => {}
        }
    }

    /// The feed of this block's moves, in the unit of all numbers.
    pub(super) fn feed(&self) -> Option<Feed> {
        let state = &self.state.feed;
        let in_base = |rate: Option<(f64, ProgramUnit)>| {
            rate.map(|(value, unit)| match (unit, self.unit()) {
                (ProgramUnit::Inch, ProgramUnit::Millimetre) => value * 25.4,
                (ProgramUnit::Millimetre, ProgramUnit::Inch) => value / 25.4,
                _ => value,
            })
        };
        let feed = match (self.state.motion, state.mode) {
            (Some(Motion::Thread | Motion::Tap), _) => Feed::PerTurn(in_base(state.pitch)?),
            (_, FeedMode::Inverse) => Feed::Inverse(state.of_block?),
            (_, FeedMode::Minute) => Feed::PerMinute(in_base(state.rate)?),
            (_, FeedMode::Turn) => Feed::PerTurn(in_base(state.rate)?),
        };
        let (Feed::PerMinute(rate) | Feed::PerTurn(rate) | Feed::Inverse(rate)) = feed;
        (rate > 0.0).then_some(feed)
    }
}
