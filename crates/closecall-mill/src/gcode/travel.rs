//! Motion by the axis words: straight moves, arcs and cycles.

use super::arc::{ArcWords, MOST_TURNS};
use super::block::Words;
use super::codes::name;
use super::cycle::{Holes, MOST_REPEATS};
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use super::modes::Asked;
use super::options::{ProgramUnit, RapidPath};
use super::path::{Move, ToolPath};
use super::state::{AXES, Motion, ROTARY};
use glam::{DVec2, DVec3};
use std::io::BufRead;

/// More turns of the rotary axes than this in one block are taken as a mistake.
const MOST_TURNS_OF_AXES: f64 = 1000.0;

impl<R: BufRead> Interpreter<R> {
    /// Motion by the axis words.
    pub(super) fn travel(
        &mut self,
        words: &Words,
        asked: Asked,
    ) -> Result<Vec<Move>, GcodeProblem> {
        let is_motion_word = |letter: &char| matches!(letter, 'X' | 'Y' | 'Z' | 'A' | 'B' | 'C');
        let in_cycle = matches!(self.state.motion, Some(Motion::Cycle { .. }));
        let arc_words = |letter: &char| matches!(letter, 'I' | 'J' | 'K' | 'R');
        let is_arc = matches!(self.state.motion, Some(Motion::Arc { .. }));
        let first = words.letters().find(|l| is_motion_word(l) || (is_arc && arc_words(l)));
        let Some(first) = first else {
            if in_cycle && asked.motion.is_some() {
                let code = name(asked.motion.unwrap_or(0));
                return Err(GcodeProblem::Cycle {
                    cycle: code,
                    why: "has no place: no axis is named".to_string(),
                });
            }
            return Ok(Vec::new());
        };
        self.note_words_without_meaning(words);
        match self.state.motion {
            None => {
                let value = words.get(first).unwrap_or(0.0);
                Err(GcodeProblem::NoMotion { word: format!("{first}{value}") })
            }
            Some(motion @ (Motion::Rapid | Motion::Feed)) => {
                self.straight(words, asked.machine, motion == Motion::Rapid)
            }
            Some(_) if asked.machine => Err(GcodeProblem::Conflict {
                one: "G53".to_string(),
                other: "an arc or a cycle".to_string(),
            }),
            Some(Motion::Arc { clockwise }) => self.arc(words, clockwise),
            Some(Motion::Cycle { code }) => self.holes(words, code),
        }
    }

    /// Words that mean something in other blocks.
    fn note_words_without_meaning(&mut self, words: &Words) {
        let odd: &[char] = match self.state.motion {
            Some(Motion::Rapid | Motion::Feed) => &['I', 'J', 'K', 'R', 'Q', 'L', 'P'],
            Some(Motion::Arc { .. }) => &[['I', 'J', 'K'][self.state.plane[2]], 'Q', 'L'],
            _ => &[],
        };
        for letter in odd.iter().filter(|letter| words.get(**letter).is_some()) {
            self.note(format!("the word {letter} means nothing in this block and was left out"));
        }
    }

    /// Rotary axes are only known if it is said what they turn.
    pub(super) fn turn_words(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        for letter in ROTARY {
            let turns = words.get(letter).filter(|&v| v != 0.0);
            if let Some(v) = turns
                && self.options.rotary.is_none()
            {
                let why = "a rotary axis: say with --rotary what it turns";
                return Err(GcodeProblem::Unsupported { word: format!("{letter}{v}"), why });
            }
        }
        Ok(())
    }

    pub(super) fn first_motion(&mut self) {
        self.state.offsets.settle();
        if self.state.base_unit.is_some() {
            return;
        }
        self.state.base_unit = Some(self.state.unit);
        if !self.state.unit_given {
            self.note("neither G20 nor G21 before the first motion: millimetres".to_string());
        }
        let unit = if self.state.unit == ProgramUnit::Inch { "inches" } else { "millimetres" };
        self.note(format!(
            "part, tool and all answers are in {unit}, the unit at the first motion"
        ));
        self.note("Z is the tool's tip".to_string());
        let system = self.state.offsets.active();
        let system =
            if system < 6 { format!("G{}", 54 + system) } else { format!("G59.{}", system - 5) };
        self.note(format!("the part lies in the coordinate system of the first motion, {system}"));
    }

    /// Where the axis words lead to.
    pub(super) fn target(&mut self, words: &Words, machine: bool) -> [Option<f64>; 3] {
        let mut target = self.state.position;
        for (axis, letter) in AXES.into_iter().enumerate() {
            let Some(value) = self.length(words, letter) else { continue };
            target[axis] = match (machine, self.state.absolute) {
                (true, _) => self.state.offsets.machine_to_part(axis).map(|o| value + o),
                (false, true) => self.state.offsets.total(axis).map(|o| value + o),
                (false, false) => target[axis].map(|p| p + value),
            };
            if target[axis].is_none() {
                self.note(format!(
                    "{letter} leads to a place that is not known: moves there are not checked"
                ));
            }
            target[axis] = target[axis].map(|x| if x.abs() < 1e-30 { 0.0 } else { x });
        }
        target
    }

    /// The angles after a block. Of the machine's own zeros (G53) nothing is known.
    pub(super) fn turned(&self, words: &Words, machine: bool) -> [Option<f64>; 3] {
        let mut angles = self.state.angles;
        for (axis, letter) in ROTARY.into_iter().enumerate() {
            let Some(value) = words.get(letter) else { continue };
            angles[axis] = match (machine, self.state.absolute) {
                (true, _) => None,
                (false, true) => Some(value),
                (false, false) => angles[axis].map(|angle| angle + value),
            };
        }
        angles
    }

    pub(super) fn straight(
        &mut self,
        words: &Words,
        machine: bool,
        rapid: bool,
    ) -> Result<Vec<Move>, GcodeProblem> {
        self.first_motion();
        let (target, angles) = (self.target(words, machine), self.turned(words, machine));
        let (from, before) = (self.known(), self.known_angles());
        self.state.position = target;
        self.state.angles = angles;
        let (Some(before), Some(angles)) = (before, self.known_angles()) else {
            self.note_unknown_angle();
            return Ok(Vec::new());
        };
        self.check_turn(before, angles)?;
        let (Some(from), Some(to)) = (from, self.known()) else {
            self.note("moves from or to a place that is not known are not checked".to_string());
            return Ok(Vec::new());
        };
        let one = |ends: [DVec3; 2], angles| Move { path: ToolPath::Line(ends), rapid, angles };
        let beside = self.state.compensation.is_some() || self.state.aside != DVec2::ZERO;
        if rapid && self.options.rapid == RapidPath::Dogleg && beside {
            self.note("rapids beside a contour (G41, G42) are taken as straight".to_string());
        } else if rapid && self.options.rapid == RapidPath::Dogleg && before == angles {
            return Ok(dogleg(from, to).into_iter().map(|ends| one(ends, [angles; 2])).collect());
        } else if rapid && self.options.rapid == RapidPath::Dogleg {
            self.note("rapids on which A, B or C turn are taken as straight".to_string());
        }
        Ok(vec![one([from, to], [before, angles])])
    }

    /// Turns that are told of, or refused because there are too many.
    fn check_turn(&mut self, before: [f64; 3], after: [f64; 3]) -> Result<(), GcodeProblem> {
        if before == after {
            return Ok(());
        }
        self.note(
            "A, B and C are taken to be at 0 before they are set, and to have one zero in all work systems"
                .to_string(),
        );
        let turn = |axis: usize| (after[axis] - before[axis]).abs() / 360.0;
        let turns: f64 = (0..3).map(turn).sum();
        if turns <= MOST_TURNS_OF_AXES {
            return Ok(());
        }
        let why =
            format!("{turns:.0} turns in one block: at most {MOST_TURNS_OF_AXES} are checked");
        Err(GcodeProblem::Value { word: "A, B, C".to_string(), why })
    }

    pub(super) fn known(&self) -> Option<DVec3> {
        known(self.state.position).map(DVec3::from_array)
    }

    fn known_angles(&self) -> Option<[f64; 3]> {
        known(self.state.angles)
    }

    fn note_unknown_angle(&mut self) {
        self.note("moves while A, B or C is not known are not checked".to_string());
    }

    pub(super) fn arc(
        &mut self,
        words: &Words,
        clockwise: bool,
    ) -> Result<Vec<Move>, GcodeProblem> {
        self.first_motion();
        let (target, angles) = (self.target(words, false), self.turned(words, false));
        if angles != self.state.angles {
            return Err(GcodeProblem::Arc("a rotary axis turns on the way".to_string()));
        }
        let from = self.known();
        self.state.position = target;
        let turns = words.get('P').unwrap_or(1.0);
        if !(1.0..=MOST_TURNS).contains(&turns) || turns.fract() != 0.0 {
            let why = format!("an arc has from 1 to {MOST_TURNS} turns");
            return Err(GcodeProblem::Value { word: format!("P{turns}"), why });
        }
        let Some(angles) = self.known_angles() else {
            self.note_unknown_angle();
            return Ok(Vec::new());
        };
        let (Some(from), Some(to)) = (from, self.known()) else {
            self.note("moves from or to a place that is not known are not checked".to_string());
            return Ok(Vec::new());
        };
        let axes = self.state.plane;
        let letters = ['I', 'J', 'K'];
        let center_absolute = self.state.center_absolute;
        let center = [axes[0], axes[1]].map(|axis| {
            let value = self.length(words, letters[axis])?;
            Some(if center_absolute { value + self.state.offsets.total(axis)? } else { value })
        });
        let millimetre = if self.unit() == ProgramUnit::Inch { 1.0 / 25.4 } else { 1.0 };
        let radius = self.length(words, 'R');
        let turns = turns as u32;
        let arc = ArcWords { axes, clockwise, center, center_absolute, radius, turns, millimetre }
            .arc([from, to])?;
        Ok(vec![Move { path: ToolPath::Arc(arc), rapid: false, angles: [angles; 2] }])
    }

    pub(super) fn holes(&mut self, words: &Words, code: u32) -> Result<Vec<Move>, GcodeProblem> {
        let cycle = name(code);
        let fail = |why: String| GcodeProblem::Cycle { cycle: name(code), why };
        if self.state.plane != [0, 1, 2] {
            return Err(fail("needs the plane G17".to_string()));
        }
        self.first_motion();
        let absolute = self.state.absolute;
        let [z, r] = ['Z', 'R'].map(|letter| self.length(words, letter));
        self.state.cycle.bottom = z.or(self.state.cycle.bottom);
        self.state.cycle.retract = r.or(self.state.cycle.retract);
        let is_back = code == 870 && self.back_boring(words)?;
        let repeats = words.get('L').or(words.get('K').filter(|_| code != 870)).unwrap_or(1.0);
        if !(0.0..=MOST_REPEATS).contains(&repeats) || repeats.fract() != 0.0 {
            let why = format!("a cycle is repeated at most {MOST_REPEATS} times");
            return Err(GcodeProblem::Value { word: format!("L{repeats}"), why });
        }
        let bottom = self
            .state
            .cycle
            .bottom
            .ok_or_else(|| fail("has no depth: Z is missing".to_string()))?;
        let retract = self
            .state
            .cycle
            .retract
            .ok_or_else(|| fail("has no retract level: R is missing".to_string()))?;
        let [before, after] = self.turn_to_hole(words)?;
        if before != after && repeats != 1.0 {
            let why = "turns a rotary axis: that can be checked only if it is not repeated";
            return Err(fail(why.to_string()));
        }
        let start = self.known();
        let across =
            [self.length(words, 'X').unwrap_or(0.0), self.length(words, 'Y').unwrap_or(0.0)];
        let level = self.state.position[2];
        let target = self.target(words, false);
        // Z is the bottom here, not where the tool goes to.
        self.state.position = [target[0], target[1], level];
        let initial = self.state.cycle.initial.or(level);
        self.state.cycle.initial = initial;
        // Z and R are words of the program, and the zero in force is theirs.
        let zero = if absolute { self.state.offsets.total(2) } else { initial };
        let retract = zero.map(|zero| zero + retract);
        let bottom = if absolute { zero } else { retract }.map(|from| from + bottom);
        let (Some(from), Some(at), Some(initial), Some([retract, bottom, zero])) =
            (start, self.known(), initial, known([retract, bottom, zero]))
        else {
            self.note("moves from or to a place that is not known are not checked".to_string());
            self.state.position[2] = match self.state.to_initial {
                true => initial.zip(retract).map(|(a, b)| a.max(b)),
                false => retract,
            };
            return Ok(Vec::new());
        };
        let step = (!absolute).then_some(DVec3::new(across[0], across[1], 0.0));
        let zero = absolute.then_some(zero);
        let back = if is_back { self.state.cycle.back(retract, bottom, zero) } else { None };
        let holes = Holes {
            code: cycle,
            at,
            step,
            retract,
            bottom,
            initial,
            to_initial: self.state.to_initial,
            repeats: repeats as u32,
            back,
        };
        let moves = holes.moves(from)?;
        let last = moves.last().map_or(from, |&(to, _)| to);
        self.state.position = last.to_array().map(Some);
        let (Some(before), Some(after)) = (before, after) else {
            self.note_unknown_angle();
            return Ok(Vec::new());
        };
        let (mut here, across) = (from, holes.first_across(from));
        let line = |(number, &(to, rapid)): (usize, &(DVec3, bool))| {
            let ends = [std::mem::replace(&mut here, to), to];
            // Rotary axes turn on the way to the hole, as on Fanuc controls.
            let angles = [number > across, number >= across];
            let angles = angles.map(|is_turned| if is_turned { after } else { before });
            Move { path: ToolPath::Line(ends), rapid, angles }
        };
        Ok(moves.iter().enumerate().map(line).collect())
    }
}

impl<R: BufRead> Interpreter<R> {
    /// The angles before a hole and at it, where they are known.
    fn turn_to_hole(&mut self, words: &Words) -> Result<[Option<[f64; 3]>; 2], GcodeProblem> {
        let before = self.known_angles();
        self.state.angles = self.turned(words, false);
        let after = self.known_angles();
        if let (Some(before), Some(after)) = (before, after) {
            self.check_turn(before, after)?;
        }
        Ok([before, after])
    }

    /// Whether a G87 bores from behind: it then names how far the tool is moved aside to pass the
    /// hole. What it names is kept.
    fn back_boring(&mut self, words: &Words) -> Result<bool, GcodeProblem> {
        let [i, j, k, q] = ['I', 'J', 'K', 'Q'].map(|letter| self.length(words, letter));
        let cycle = &mut self.state.cycle;
        if i.is_some() || j.is_some() {
            cycle.aside = Some([i.unwrap_or(0.0), j.unwrap_or(0.0)]);
        } else if let Some(q) = q {
            cycle.aside = Some([q.abs(), 0.0]);
        }
        cycle.top = k.or(cycle.top);
        if cycle.aside.is_none() {
            self.note("G87 without Q, I or J: bored from above, drawn back by hand".to_string());
            return Ok(false);
        }
        self.note(
            "G87 bores from behind; Q moves the tool aside along +X; it is checked as if it turned all the time"
                .to_string(),
        );
        Ok(true)
    }
}

/// All of these, if all are known.
fn known(values: [Option<f64>; 3]) -> Option<[f64; 3]> {
    let [a, b, c] = values;
    Some([a?, b?, c?])
}

/// The legs of a rapid whose axes all run at the same speed, each until it has arrived.
fn dogleg(from: DVec3, to: DVec3) -> Vec<[DVec3; 2]> {
    let way = to - from;
    let mut lengths = way.abs().to_array();
    lengths.sort_by(f64::total_cmp);
    let mut legs = Vec::new();
    let mut here = from;
    for length in lengths {
        let part = |axis: usize| match way[axis].abs() <= length {
            true => to[axis],
            false => from[axis] + length * way[axis].signum(),
        };
        let next = DVec3::new(part(0), part(1), part(2));
        if next != here {
            legs.push([here, next]);
            here = next;
        }
    }
    if legs.is_empty() { vec![[from, to]] } else { legs }
}
