//! Actions of a block besides modes and motion: G4, G10, G28, G30, G52, G92.

use super::block::Words;
use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use super::state::{AXES, Action, ROTARY};
use super::way::Way;
use std::io::BufRead;

impl<R: BufRead> Interpreter<R> {
    pub(super) fn act(&mut self, action: Action, words: &Words) -> Result<Way, GcodeProblem> {
        match action {
            Action::Dwell => self.dwell(words).map(|()| Way::default()),
            Action::SetData => self.set_data(words).map(|()| Way::default()),
            Action::SetHome => self.set_home(words).map(|()| Way::default()),
            Action::SetLocal => {
                self.keep_rotary_zeros(words, [Some(0.0); 3])?;
                self.set_local(words);
                Ok(Way::default())
            }
            Action::SetPosition => {
                self.first_motion();
                self.know_angles(words);
                self.keep_rotary_zeros(words, self.state.angles)?;
                for (axis, letter) in AXES.into_iter().enumerate() {
                    if words.is_unknown(letter) {
                        self.state.offsets.lose_shift(axis);
                    }
                    let Some(value) = self.length(words, letter) else { continue };
                    let position = self.state.position[axis];
                    self.state.position[axis] = self.state.offsets.set_shift(axis, value, position);
                    if position.is_none() && self.state.position[axis].is_some() {
                        self.note(format!(
                            "{letter} was unknown at G92: it is taken as what G92 says"
                        ));
                    }
                }
                Ok(Way::default())
            }
            Action::SetCoordinates(g) => self.set_coordinates(g, words).map(|()| Way::default()),
            Action::TurnToPlane => self.turn_to_plane(),
            Action::Home => self.plainly(|this| this.home(words)),
        }
    }

    /// The zeros of rotary axes stay where they are: refuses words other than these angles.
    fn keep_rotary_zeros(
        &self,
        words: &Words,
        angles: [Option<f64>; 3],
    ) -> Result<(), GcodeProblem> {
        for (letter, angle) in ROTARY.into_iter().zip(angles) {
            if words.is_unknown(letter) {
                return Err(GcodeProblem::Measured { what: format!("the zero of {letter}") });
            }
            if let Some(value) = words.get(letter).filter(|&value| Some(value) != angle) {
                let why = "it moves the zero of a rotary axis";
                return Err(GcodeProblem::Unsupported { word: format!("{letter}{value}"), why });
            }
        }
        Ok(())
    }

    /// G92: angles that were not known are now what it says.
    fn know_angles(&mut self, words: &Words) {
        for (axis, letter) in ROTARY.into_iter().enumerate() {
            if let (Some(value), None) = (words.get(letter), self.state.angles[axis]) {
                self.note(format!("{letter} was unknown at G92: it is taken as what G92 says"));
                self.state.angles[axis] = Some(value);
            }
        }
    }

    /// G52: the axes named get a new zero, seen from that of the work system; 0 takes it back.
    fn set_local(&mut self, words: &Words) {
        self.note("G52 moves the zero of all work systems, by absolute values".to_string());
        if self.state.offsets.is_shifted() {
            let how = match self.options.dialect {
                Dialect::LinuxCnc => "the axes that it names forget G92, as on LinuxCNC",
                Dialect::Fanuc | Dialect::Haas | Dialect::Grbl => "they add up",
            };
            self.note(format!("G52 comes while G92 is in force: {how}"));
        }
        for (axis, letter) in AXES.into_iter().enumerate() {
            if words.is_unknown(letter) {
                self.state.offsets.lose_shift(axis);
            } else if let Some(value) = self.length(words, letter) {
                self.state.offsets.set_local(axis, value);
            }
        }
    }

    pub(super) fn set_data(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let l = words.get('L').unwrap_or(-1.0);
        if l != 2.0 && l != 20.0 {
            return self.set_tool_data(l, words);
        }
        if words.get('R').is_some_and(|r| r != 0.0) {
            return Err(GcodeProblem::Unsupported {
                word: "R".to_string(),
                why: "a turned coordinate system",
            });
        }
        let p = words.get('P').unwrap_or(0.0);
        if self.options.dialect.is_fanuc() && (l == 20.0 || p == 0.0 || !self.state.absolute) {
            // There L20 sets G54.1 P1 and on, P0 is a shift of all systems, and G91 adds.
            let why =
                "Fanuc's controls read it in another way: only L2 with P1 to P6, in G90, is known";
            return Err(GcodeProblem::Unsupported { word: format!("G10 L{l} P{p}"), why });
        }
        if !(0.0..=9.0).contains(&p) || p.fract() != 0.0 {
            let why = "a coordinate system is a number from 0 to 9".to_string();
            return Err(GcodeProblem::Value { word: format!("P{p}"), why });
        }
        let system = if p == 0.0 { self.state.offsets.active() } else { p as usize - 1 };
        self.keep_rotary_zeros(words, if l == 2.0 { [Some(0.0); 3] } else { self.state.angles })?;
        if l == 20.0 && self.known().is_some() {
            // The place that is read is one of the part's frame.
            self.first_motion();
        }
        for (axis, letter) in AXES.into_iter().enumerate() {
            if words.is_unknown(letter) {
                self.warn(format!("{letter} is not known at G10: so is its zero now"));
                self.state.offsets.lose_origin(system, axis);
            }
            let Some(value) = self.length(words, letter) else { continue };
            let position = self.state.position[axis];
            match (l == 2.0, position) {
                (true, _) => self.state.offsets.set_origin(system, axis, value),
                (false, Some(position)) => {
                    self.state.offsets.set_reading(system, axis, value, position);
                }
                (false, None) => {
                    self.warn(format!("{letter} was unknown at G10 L20: so is its zero now"));
                    self.state.offsets.lose_origin(system, axis);
                }
            }
        }
        Ok(())
    }

    /// G10 L1, L10 and on: data of tools. Lengths change nothing, as Z is the tip; all else would.
    fn set_tool_data(&mut self, l: f64, words: &Words) -> Result<(), GcodeProblem> {
        let is_length = match self.options.dialect {
            Dialect::Fanuc | Dialect::Haas => l == 10.0 || l == 11.0,
            _ => {
                let only_length = words.letters().all(|letter| "LPZNF".contains(letter));
                (l == 1.0 || l == 10.0 || l == 11.0) && only_length
            }
        };
        if !is_length {
            let why = "of G10, L2 and L20 are known, and those that set the length of a tool";
            return Err(GcodeProblem::Unsupported { word: format!("G10 L{l}"), why });
        }
        self.note(format!("G10 L{l} sets a tool's length: Z is the tip, so it changes nothing"));
        Ok(())
    }

    /// G28, G30: by way of a point to a place that only the machine knows, unless it is given.
    fn home(&mut self, words: &Words) -> Result<Way, GcodeProblem> {
        let number = usize::from(words.g.contains(&300));
        self.used.homes[number].set(true);
        let home = self.state.homes[number];
        let is_named = |letter: char| words.get(letter).is_some();
        let all = !words.has_axis();
        let mut way = if all { Way::default() } else { self.straight(words, false, true)? };
        self.first_motion();
        let (from, before) = (self.state.position, self.known_angles());
        for axis in 0..3 {
            if all || is_named(AXES[axis]) {
                self.state.position[axis] = home[axis];
            }
            if self.options.has_rotary() && (all || is_named(ROTARY[axis])) {
                self.state.angles[axis] = None;
            }
        }
        if self.known().is_none() {
            self.warn(
                "where G28 and G30 lead to is not known: say it with --home, or the way there is not checked"
                    .to_string(),
            );
        }
        way.go(from, self.state.position, true, [before, self.known_angles()]);
        Ok(way)
    }

    /// G28.1, G30.1: where the tool is now is where G28 or G30 leads to.
    fn set_home(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        if words.has_axis() {
            let (word, why) = ("G28.1, G30.1", "with axes it homes the machine, on some controls");
            return Err(GcodeProblem::Unsupported { word: word.to_string(), why });
        }
        self.state.homes[usize::from(words.g.contains(&301))] = self.state.position;
        Ok(())
    }
}
