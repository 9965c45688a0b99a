//! M70 to M73: modes that are saved, and put back. As on LinuxCNC the motion in force (G0, G1, …) is
//! not among them; whether G92 is in force is, as in LinuxCNC 2.9, and so is the feed. The main program and every
//! subprogram that runs have one place each, which M73 shares with M70; at the end of a subprogram
//! that had an M73 what stands there is put back.

use super::error::GcodeProblem;
use super::feed::{FeedMode, FeedState};
use super::interpreter::Interpreter;
use super::options::ProgramUnit;
use std::io::BufRead;

/// The state that is saved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    unit: ProgramUnit,
    plane: [usize; 3],
    absolute: bool,
    center_absolute: bool,
    to_initial: bool,
    system: usize,
    is_shift_applied: bool,
    is_compensated: bool,
    has_length: bool,
    feed: FeedState,
}

impl<R: BufRead> Interpreter<R> {
    /// M70, M71, M72 or M73.
    pub(super) fn save_or_restore(&mut self, m: u32) -> Result<(), GcodeProblem> {
        match (m, self.frame().saved) {
            (70 | 73, _) => {
                let now = self.modes_now();
                let frame = self.frame_mut();
                (frame.saved, frame.restores) = (Some(now), frame.restores || m == 73);
            }
            (71, _) => self.frame_mut().saved = None,
            (_, Some(saved)) => self.restore(&saved)?,
            (_, None) => {
                let why = "nothing is saved: M70 or M73 comes first".to_string();
                return Err(GcodeProblem::Value { word: format!("M{m}"), why });
            }
        }
        Ok(())
    }

    fn modes_now(&self) -> Saved {
        let state = &self.state;
        Saved {
            unit: state.unit,
            plane: state.plane,
            absolute: state.absolute,
            center_absolute: state.center_absolute,
            to_initial: state.to_initial,
            system: state.offsets.active(),
            is_shift_applied: state.offsets.is_applied(),
            is_compensated: state.compensation.is_some(),
            has_length: state.has_length,
            feed: state.feed,
        }
    }

    pub(super) fn restore(&mut self, saved: &Saved) -> Result<(), GcodeProblem> {
        if saved.is_compensated || self.state.compensation.is_some() {
            let why = "M72 cannot stand while it is on, nor switch it on".to_string();
            return Err(GcodeProblem::Compensation(why));
        }
        if saved.unit != self.state.unit {
            self.set_unit(saved.unit)?;
        }
        if saved.has_length != self.state.has_length {
            let now = if saved.has_length { "on" } else { "off" };
            self.note(format!("M72 switches the tool's length {now}: Z is still taken as the tip"));
        }
        let state = &mut self.state;
        state.has_length = saved.has_length;
        state.plane = saved.plane;
        state.absolute = saved.absolute;
        state.center_absolute = saved.center_absolute;
        state.to_initial = saved.to_initial;
        state.offsets.select(saved.system);
        if saved.is_shift_applied != state.offsets.is_applied() {
            state.offsets.change_shift(if saved.is_shift_applied { 923 } else { 922 });
        }
        // LinuxCNC writes an F word with one digit behind the point.
        let number = state.feed.number;
        if saved.feed.mode != state.feed.mode {
            state.feed.set_mode(saved.feed.mode, true);
        }
        if saved.feed.number != number && state.feed.mode != FeedMode::Inverse {
            let written = format!("{:.1}", saved.feed.number).parse().unwrap_or(0.0);
            state.feed.set(written, saved.unit);
        }
        Ok(())
    }
}
