//! The words of a block that set modes: G words, tools, stops.

use super::block::Words;
use super::code::{Code, CodeClass, GROUPS, IgnoredWord, group, name};
use super::compensation::{Compensation, radius_of};
use super::cycle::Cycle;
use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use super::options::ProgramUnit;
use super::state::{Action, Motion};
use std::io::BufRead;

/// The requests of the G words of a block.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked {
    pub(super) action: Option<Action>,
    pub(super) machine: bool,
    pub(super) motion: Option<u32>,
}

impl<R: BufRead> Interpreter<R> {
    /// Refuses unknown words, and notes words that change nothing.
    pub(super) fn check_codes(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let codes = words.g.iter().map(|&g| Code::G(g)).chain(words.m.iter().map(|&m| Code::M(m)));
        for code in codes {
            if let Code::M(m) = code
                && self.options.ignored.contains(&IgnoredWord(m))
            {
                self.used.ignored.insert(IgnoredWord(m));
                self.warn(format!("{code} was passed over, as was asked"));
                continue;
            }
            match code.class(self.options.dialect) {
                CodeClass::Refused => {
                    let (word, why) = (code.to_string(), code.meaning());
                    return Err(GcodeProblem::Unsupported { word, why });
                }
                CodeClass::Harmless if !code.is_ordinary() => {
                    self.note(format!("{code} does not change the path that is checked"));
                }
                CodeClass::Harmless | CodeClass::Understood => {}
            }
        }
        Ok(())
    }

    /// G5 P10000 and G5.1 Q1, high-speed modes of Fanuc's controls; the same words with axes are
    /// splines.
    fn high_speed(&mut self, g: u32, words: &Words) -> Result<(), GcodeProblem> {
        let is_axis = |letter: char| matches!(letter, 'A'..='C' | 'I'..='K' | 'U'..='Z');
        let mode = words.get(if g == 50 { 'P' } else { 'Q' });
        if mode.is_none() || words.letters().any(is_axis) {
            return Err(GcodeProblem::Unsupported { word: name(g), why: "a spline" });
        }
        self.note(format!(
            "{} is taken as a high-speed mode: it does not change the path",
            name(g)
        ));
        Ok(())
    }

    /// The G words: what they ask for besides modes.
    pub(super) fn modes(&mut self, words: &Words) -> Result<Asked, GcodeProblem> {
        let mut asked = Asked::default();
        let mut seen: [Option<u32>; GROUPS] = [None; GROUPS];
        for &g in &words.g {
            // Codes of one group exclude each other.
            if let Some(group) = group(g)
                && let Some(other) = seen[group].replace(g).filter(|&other| other != g)
            {
                return Err(GcodeProblem::Conflict { one: name(other), other: name(g) });
            }
            match g {
                0
                | 10
                | 20
                | 30
                | 310
                | 330
                | 331
                | 382..=385
                | 730
                | 740
                | 810
                | 820
                | 830
                | 840
                | 850
                | 860
                | 870
                | 880
                | 890 => {
                    asked.motion = Some(g);
                }
                800 => self.end_cycle(),
                50 | 51 if words.has_axis() && self.options.dialect == Dialect::LinuxCnc => {
                    asked.motion = Some(g);
                }
                50 | 51 => self.high_speed(g, words)?,
                501 | 510 | 511 | 680 | 682 => asked.action = Some(Action::SetCoordinates(g)),
                500 | 690 => self.end_coordinates(g),
                150 => self.state.polar = None,
                531 => asked.action = Some(Action::TurnToPlane),
                430 | 434 | 435 | 490 | 2340 => self.set_tip_control(g, words)?,
                160 => self.start_polar(),
                40 => asked.action = Some(Action::Dwell),
                100 => asked.action = Some(Action::SetData),
                280 | 300 => asked.action = Some(Action::Home),
                281 | 301 => asked.action = Some(Action::SetHome),
                520 => asked.action = Some(Action::SetLocal),
                920 => asked.action = Some(Action::SetPosition),
                530 => asked.machine = true,
                400 => self.end_compensation(),
                410 | 411 | 420 | 421 => self.start_compensation(g, words)?,
                540 | 550 | 560 | 570 | 580 | 590..=593 => self.select_system(g, words)?,
                _ => self.mode(g)?,
            }
        }
        self.check_compensation(words, &asked)?;
        // G80 beside a motion only ends the cycle.
        if let Some(g) = asked.motion {
            self.start_motion(g);
        }
        Ok(asked)
    }

    pub(super) fn start_motion(&mut self, g: u32) {
        let motion = match g {
            0 => Motion::Rapid,
            10 => Motion::Feed,
            20 | 30 => Motion::Arc { clockwise: g == 20 },
            310 | 382..=385 => Motion::Probe,
            50 | 51 => Motion::Spline { is_cubic: g == 50 },
            330 => Motion::Thread,
            331 => Motion::Tap,
            code => Motion::Cycle { code },
        };
        if !matches!(self.state.motion, Some(Motion::Cycle { .. })) {
            self.state.cycle = Cycle::default();
            self.state.before_cycle = self.state.motion;
        }
        self.state.motion = Some(motion);
    }

    /// G80. On Fanuc's controls cycles are a group of their own, and the motion from before is in
    /// force again.
    fn end_cycle(&mut self) {
        let in_cycle = matches!(self.state.motion, Some(Motion::Cycle { .. }));
        self.state.motion = match self.options.dialect {
            Dialect::Fanuc | Dialect::Haas if in_cycle => self.state.before_cycle,
            Dialect::Fanuc | Dialect::Haas => self.state.motion,
            Dialect::LinuxCnc | Dialect::Grbl => None,
        };
    }

    /// G54 to G59.3. G54 P2 is another system, on controls that have more of them.
    fn select_system(&mut self, g: u32, words: &Words) -> Result<(), GcodeProblem> {
        let uses_p = |g: &u32| matches!(g, 20 | 30 | 40 | 50 | 100 | 640 | 650 | 730..=899);
        let in_motion =
            matches!(self.state.motion, Some(Motion::Arc { .. } | Motion::Cycle { .. }));
        let is_used = words.g.iter().any(uses_p) || in_motion && words.has_axis();
        if let Some(p) = words.get('P').filter(|_| !is_used && words.m.is_empty()) {
            let why = "a work offset beyond G59.3";
            return Err(GcodeProblem::Unsupported { word: format!("{} P{p}", name(g)), why });
        }
        let system = if g > 590 { g - 590 + 5 } else { g / 10 - 54 };
        self.state.offsets.select(system as usize);
        Ok(())
    }

    /// A G word that sets a mode.
    pub(super) fn mode(&mut self, g: u32) -> Result<(), GcodeProblem> {
        let state = &mut self.state;
        match g {
            170 => (state.plane, state.is_plane_given) = ([0, 1, 2], true),
            180 => (state.plane, state.is_plane_given) = ([2, 0, 1], true),
            190 => (state.plane, state.is_plane_given) = ([1, 2, 0], true),
            200 => return self.set_unit(ProgramUnit::Inch),
            210 => return self.set_unit(ProgramUnit::Millimetre),
            900 | 910 => (state.absolute, state.is_distance_given) = (g == 900, true),
            901 => state.center_absolute = true,
            911 => state.center_absolute = false,
            980 | 990 => (state.to_initial, state.is_return_given) = (g == 980, true),
            921..=923 => self.change_shift(g),
            // Harmless, or refused already.
            _ => {}
        }
        Ok(())
    }

    /// G92.1 to G92.3.
    fn change_shift(&mut self, g: u32) {
        let is_inherited = self.state.offsets.is_shift_inherited();
        if g == 923 && is_inherited {
            self.used.shift.set(true);
        }
        self.state.offsets.change_shift(g);
        if !self.state.offsets.is_shift_known() {
            let why = "what an earlier program has stored is not known, and no move with it is checked: --work G92=X,Y,Z says it";
            self.warn(format!("G92.3 comes before any G92: {why}"));
        }
        if g != 923 && is_inherited && self.state.base_unit.is_some() {
            let name = name(g);
            self.note(format!(
                "{name} comes before any G92: at first none is taken to be in force"
            ));
        }
    }

    /// G20, G21. Before the first motion, offsets that were set already are kept in the unit in
    /// force.
    pub(super) fn set_unit(&mut self, unit: ProgramUnit) -> Result<(), GcodeProblem> {
        let in_series = matches!(self.state.motion, Some(Motion::Cycle { .. }));
        if in_series && self.state.cycle.begun && unit != self.state.unit {
            // LinuxCNC goes on with the same numbers, in the other unit.
            let word = if unit == ProgramUnit::Inch { "G20" } else { "G21" };
            let why = "the unit must not change within a series of holes: G80 comes first";
            return Err(GcodeProblem::Value { word: word.to_string(), why: why.to_string() });
        }
        let before = std::mem::replace(&mut self.state.unit, unit);
        self.state.unit_given = true;
        if self.state.base_unit.is_none() && before != unit {
            self.state.offsets.scale(if unit == ProgramUnit::Inch { 1.0 / 25.4 } else { 25.4 });
        }
        Ok(())
    }

    /// G41, G42; with .1 the diameter itself is the D word.
    fn start_compensation(&mut self, g: u32, words: &Words) -> Result<(), GcodeProblem> {
        let fail = |why: &str| Err(GcodeProblem::Compensation(why.to_string()));
        if self.state.compensation.is_some() {
            return fail("it is on already: G40 comes first");
        }
        if self.state.plane != [0, 1, 2] || words.g.iter().any(|g| [180, 190].contains(g)) {
            return fail("it is done in the plane G17 only");
        }
        let d = words.get('D').or(self.state.diameter);
        if self.known().is_none() {
            return fail("it begins at a place that is not known");
        }
        let radius = match (g % 10 == 1, d) {
            (true, Some(d)) if d > 0.0 => 0.5 * d * self.factor(),
            (true, _) => return fail("G41.1 and G42.1 need a diameter above 0 as the D word"),
            (false, d) => radius_of(d, self.state.tool, &self.cutters)?,
        };
        self.note(
            "G41 and G42: the program is the contour, the tool's radius is that of its table; the first move ends square to \
             the next, corners are passed on arcs"
                .to_string(),
        );
        self.state.compensation = Some(Compensation::new(radius, g < 420));
        Ok(())
    }

    /// Refuses words that cannot be run while compensation is on.
    fn check_compensation(&mut self, words: &Words, asked: &Asked) -> Result<(), GcodeProblem> {
        // On LinuxCNC a D word is for its own block only.
        if self.options.dialect.is_fanuc() {
            self.state.diameter = words.get('D').or(self.state.diameter);
        }
        if self.state.compensation.is_none() {
            return Ok(());
        }
        let is_odd = |g: &&u32| matches!(**g, 100 | 180 | 190 | 280..=309 | 520..=593 | 730 | 740 | 810..=899 | 920..=923);
        if let Some(&g) = words.g.iter().find(is_odd) {
            return Err(GcodeProblem::Compensation(format!(
                "{} cannot stand while it is on",
                name(g)
            )));
        }
        let in_cycle =
            asked.motion.is_none() && matches!(self.state.motion, Some(Motion::Cycle { .. }));
        if words.m.contains(&6) || words.m.contains(&61) || in_cycle {
            let what = if in_cycle { "a cycle" } else { "a tool change" };
            return Err(GcodeProblem::Compensation(format!("{what} cannot stand while it is on")));
        }
        Ok(())
    }

    /// T and M6.
    pub(super) fn tools(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        if let Some(t) = words.get('T') {
            if t < 0.0 || t.fract() != 0.0 {
                let why = "a tool's number is a whole one".to_string();
                return Err(GcodeProblem::Value { word: format!("T{t}"), why });
            }
            self.state.next_tool = t as u32;
        }
        if words.m.contains(&6) {
            self.change_tool(self.state.next_tool);
        }
        if words.m.contains(&61) {
            let number = words.get('Q').filter(|q| *q >= 0.0 && q.fract() == 0.0);
            let why = "it needs a Q word, the number of the tool".to_string();
            let problem = GcodeProblem::Value { word: "M61".to_string(), why };
            let number = number.ok_or(problem)? as u32;
            self.change_tool(number);
        }
        Ok(())
    }

    /// M70 to M73, which come before the G words of their block.
    pub(super) fn saves(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        for &m in words.m.iter().filter(|m| (70..=73).contains(*m)) {
            self.save_or_restore(m)?;
        }
        Ok(())
    }

    /// M words that end the program, call a subprogram or end one.
    pub(super) fn stops(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        self.done |= words.m.iter().any(|m| [2, 30].contains(m));
        let calls = |m: &&u32| [97, 98, 99].contains(*m) && !self.done;
        match words.m.iter().find(calls) {
            Some(97) => self.call_lines(words),
            Some(98) => self.call_program(words),
            Some(_) => self.end_program(words),
            None => Ok(()),
        }
    }
}
