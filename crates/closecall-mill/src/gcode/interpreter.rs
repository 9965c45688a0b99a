//! The state of the control: modes, position, offsets; block by block it says how the tip moves.

use super::arc::{ArcWords, MOST_TURNS};
use super::block::{Words, lex};
use super::cycle::{Cycle, Holes, MOST_REPEATS};
use super::error::{Problem, ProgramError};
use super::lines::next_line;
use super::offsets::Offsets;
use super::path::{Move, Path};
use glam::DVec3;
use std::io::BufRead;

/// The unit of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// G21
    Millimetre,
    /// G20
    Inch,
}

/// The way a rapid takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RapidPath {
    /// Straight to its end.
    #[default]
    Linear,
    /// All axes at the same speed, each until it has arrived.
    Dogleg,
}

/// What A, B and C do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotary {
    /// X, Y, Z are the tip in the part's frame, wherever the rotary axes are (tool centre point control).
    TipInPart,
    /// The table turns the part about a point; X, Y, Z are those of the machine.
    Table {
        /// The point, in the part's frame at A0 B0 C0.
        pivot: DVec3,
    },
}

/// How a program is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The way of a rapid.
    pub rapid: RapidPath,
    /// Whether blocks that begin with `/` are left out.
    pub block_delete: bool,
    /// What A, B and C do; without it a turn is refused.
    pub rotary: Option<Rotary>,
}

/// Something that was assumed, or is worth a warning.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The line where it came up first, from 1.
    pub line: u64,
    /// What.
    pub text: String,
    /// How often it came up.
    pub count: u64,
}

/// What a block does.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The line, from 1.
    pub line: u64,
    /// The block as it was written.
    pub block: String,
    /// The number of the tool in the spindle, 0 before the first M6.
    pub tool: u32,
    /// The moves, in order; none if it moves nothing or from an unknown place.
    pub moves: Vec<Move>,
}

/// A program that is being read.
pub struct Interpreter<R> {
    reader: R,
    options: Options,
    line: u64,
    bytes: Vec<u8>,
    words: Words,
    notes: Vec<Note>,
    state: State,
    done: bool,
}

struct State {
    /// The part's frame, in the base unit.
    position: [Option<f64>; 3],
    angles: [f64; 3],
    offsets: Offsets,
    unit: Unit,
    /// The unit at the first motion.
    base_unit: Option<Unit>,
    unit_given: bool,
    motion: Option<Motion>,
    plane: [usize; 3],
    absolute: bool,
    center_absolute: bool,
    to_initial: bool,
    cycle: Cycle,
    next_tool: u32,
    tool: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Motion {
    Rapid,
    Feed,
    Arc { clockwise: bool },
    Cycle { code: u32 },
}

/// What a block does besides modes.
#[derive(Clone, Copy, PartialEq)]
enum Action {
    Dwell,
    SetData,
    Home,
    SetPosition,
    SetLocal,
}

const AXES: [char; 3] = ['X', 'Y', 'Z'];
const ROTARY: [char; 3] = ['A', 'B', 'C'];

impl<R: BufRead> Interpreter<R> {
    /// Reads a program from its beginning.
    pub fn new(reader: R, options: Options) -> Self {
        let state = State {
            position: [None; 3],
            angles: [0.0; 3],
            offsets: Offsets::new(),
            unit: Unit::Millimetre,
            base_unit: None,
            unit_given: false,
            motion: None,
            plane: [0, 1, 2],
            absolute: true,
            center_absolute: false,
            to_initial: true,
            cycle: Cycle::default(),
            next_tool: 0,
            tool: 0,
        };
        let (bytes, words, notes) = (Vec::new(), Words::default(), Vec::new());
        Self { reader, options, line: 0, bytes, words, notes, state, done: false }
    }

    /// The next block that moves something; `None` at the end of the program.
    pub fn step(&mut self) -> Result<Option<Step>, ProgramError> {
        while !self.done {
            self.line += 1;
            let more = next_line(&mut self.reader, &mut self.bytes)
                .map_err(|e| self.error(Problem::Line(e.to_string()), String::new()))?;
            if !more {
                self.line -= 1;
                self.done = true;
                break;
            }
            let mut words = std::mem::take(&mut self.words);
            let moves = lex(&self.bytes, &mut words).and_then(|()| self.block(&words));
            self.words = words;
            let moves = moves.map_err(|problem| self.error(problem, self.text()))?;
            if !moves.is_empty() {
                let (line, block, tool) = (self.line, self.text(), self.state.tool);
                return Ok(Some(Step { line, block, tool, moves }));
            }
        }
        Ok(None)
    }

    /// What was assumed or warned of so far.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// How many lines were read.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.line
    }

    /// The unit of all numbers: that in force at the first motion.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.state.base_unit.unwrap_or(self.state.unit)
    }

    /// The block as it was written, at most 200 characters of it.
    fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(800)]);
        text.trim().chars().filter(|c| !c.is_control()).take(200).collect()
    }

    fn error(&self, problem: Problem, block: String) -> ProgramError {
        let word = match &problem {
            Problem::Unsupported { word, .. }
            | Problem::NoMotion { word }
            | Problem::Value { word, .. }
            | Problem::TooLarge { word } => word.clone(),
            Problem::Twice { letter } | Problem::NoNumber { letter, .. } => letter.to_string(),
            Problem::NotAWord { found, .. } | Problem::Variable { found, .. } => found.clone(),
            Problem::Cycle { cycle, .. } => cycle.clone(),
            Problem::Conflict { other, .. } => other.clone(),
            Problem::Line(_) | Problem::OpenComment { .. } | Problem::Arc(_) => String::new(),
        };
        ProgramError { line: self.line, block, word, problem }
    }

    fn note(&mut self, text: String) {
        if let Some(note) = self.notes.iter_mut().find(|n| n.text == text) {
            note.count += 1;
        } else if self.notes.len() < 1000 {
            self.notes.push(Note { line: self.line, text, count: 1 });
        }
    }

    fn block(&mut self, words: &Words) -> Result<Vec<Move>, Problem> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        if words.deleted {
            let what = if self.options.block_delete { "left out" } else { "carried out" };
            self.note(format!("blocks that begin with / are {what}"));
            if self.options.block_delete {
                return Ok(Vec::new());
            }
        }
        self.check_letters(words)?;
        let asked = self.modes(words)?;
        self.tools(words)?;
        let moves = match asked.action {
            Some(action) => self.act(action, words),
            None => self.travel(words, asked),
        }?;
        self.stops(words)?;
        Ok(moves)
    }

    /// Letters that no code uses.
    fn check_letters(&mut self, words: &Words) -> Result<(), Problem> {
        for letter in words.letters() {
            let value = words.get(letter).unwrap_or(0.0);
            match letter {
                'U' | 'V' | 'W' => {
                    let why = "secondary axes are not supported";
                    return Err(Problem::Unsupported { word: format!("{letter}{value}"), why });
                }
                'O' => self.note("an O word alone names the program".to_string()),
                'E' => self.note(format!("the word {letter} is not known and was left out")),
                _ => {}
            }
        }
        if words.get('O').is_some() && words.letters().count() > 1 {
            return Err(Problem::Variable { found: "O".to_string(), column: 1 });
        }
        Ok(())
    }

    /// The G words: what they ask for besides modes.
    fn modes(&mut self, words: &Words) -> Result<Asked, Problem> {
        let mut asked = Asked::default();
        let mut seen: [Option<u32>; GROUPS] = [None; GROUPS];
        for &g in &words.g {
            // Codes of one group exclude each other.
            if let Some(group) = group(g)
                && let Some(other) = seen[group].replace(g).filter(|&other| other != g)
            {
                return Err(Problem::Conflict { one: name(other), other: name(g) });
            }
            match g {
                0 | 10 | 20 | 30 | 730 | 740 | 810 | 820 | 830 | 840 | 850 | 860 | 880 | 890 => asked.motion = Some(g),
                800 => self.state.motion = None,
                40 => asked.action = Some(Action::Dwell),
                100 => asked.action = Some(Action::SetData),
                280 | 300 => asked.action = Some(Action::Home),
                520 => asked.action = Some(Action::SetLocal),
                920 => asked.action = Some(Action::SetPosition),
                530 => asked.machine = true,
                _ => self.mode(g)?,
            }
        }
        // G80 beside a motion only ends the cycle.
        if let Some(g) = asked.motion {
            self.start_motion(g);
        }
        Ok(asked)
    }

    fn start_motion(&mut self, g: u32) {
        let motion = match g {
            0 => Motion::Rapid,
            10 => Motion::Feed,
            20 | 30 => Motion::Arc { clockwise: g == 20 },
            code => Motion::Cycle { code },
        };
        if !matches!(self.state.motion, Some(Motion::Cycle { .. })) {
            self.state.cycle = Cycle::default();
        }
        self.state.motion = Some(motion);
    }

    /// A G word that sets a mode.
    fn mode(&mut self, g: u32) -> Result<(), Problem> {
        let state = &mut self.state;
        match g {
            170 => state.plane = [0, 1, 2],
            180 => state.plane = [2, 0, 1],
            190 => state.plane = [1, 2, 0],
            200 => (state.unit, state.unit_given) = (Unit::Inch, true),
            210 => (state.unit, state.unit_given) = (Unit::Millimetre, true),
            540 | 550 | 560 | 570 | 580 | 590 => state.offsets.select((g / 10 - 54) as usize),
            591..=593 => state.offsets.select((g - 590 + 5) as usize),
            900 => state.absolute = true,
            910 => state.absolute = false,
            901 => state.center_absolute = true,
            911 => state.center_absolute = false,
            980 => state.to_initial = true,
            990 => state.to_initial = false,
            921..=923 => state.offsets.clear_shift(),
            281 | 301 | 400 | 500 | 690 | 930 | 940 | 950 | 960 | 970 => {}
            430 | 490 => self.note("Z is the tool's tip: tool lengths (G43, G49) change nothing".to_string()),
            80 | 90 | 150 | 610 | 611 | 640 | 1870 => {
                self.note(format!("{} does not change the path that is checked", name(g)));
            }
            _ => return Err(Problem::Unsupported { word: name(g), why: meaning(g) }),
        }
        Ok(())
    }

    /// T and M6.
    fn tools(&mut self, words: &Words) -> Result<(), Problem> {
        if let Some(t) = words.get('T') {
            if t < 0.0 || t.fract() != 0.0 {
                let why = "a tool's number is a whole one".to_string();
                return Err(Problem::Value { word: format!("T{t}"), why });
            }
            self.state.next_tool = t as u32;
        }
        if words.m.contains(&6) {
            self.state.tool = self.state.next_tool;
            self.note("a tool change (M6) leaves the tip where it was".to_string());
        }
        Ok(())
    }

    /// All other M words.
    fn stops(&mut self, words: &Words) -> Result<(), Problem> {
        for &m in &words.m {
            match m {
                0 | 1 | 3..=9 | 48 | 49 => {}
                2 | 30 => self.done = true,
                97 | 98 => {
                    let why = "it calls a subprogram, which would be elsewhere";
                    return Err(Problem::Unsupported { word: format!("M{m}"), why });
                }
                99 => {
                    self.note("M99 ends the program".to_string());
                    self.done = true;
                }
                _ => self.note(format!("M{m} is not known and was left out")),
            }
        }
        Ok(())
    }

    /// One unit of the words in the base unit.
    fn factor(&self) -> f64 {
        match (self.state.unit, self.unit()) {
            (Unit::Inch, Unit::Millimetre) => 25.4,
            (Unit::Millimetre, Unit::Inch) => 1.0 / 25.4,
            _ => 1.0,
        }
    }

    fn length(&self, words: &Words, letter: char) -> Option<f64> {
        words.get(letter).map(|value| value * self.factor())
    }

    fn act(&mut self, action: Action, words: &Words) -> Result<Vec<Move>, Problem> {
        match action {
            Action::Dwell => Ok(Vec::new()),
            Action::SetData => self.set_data(words).map(|()| Vec::new()),
            Action::SetLocal => {
                let word = "G52".to_string();
                let why = "local coordinate systems are not supported";
                Err(Problem::Unsupported { word, why })
            }
            Action::SetPosition => {
                self.first_motion();
                for (axis, letter) in AXES.into_iter().enumerate() {
                    let Some(value) = self.length(words, letter) else { continue };
                    if self.state.position[axis].is_none() {
                        self.note(format!("{letter} was unknown at G92: it is taken as what G92 says"));
                    }
                    let position = self.state.position[axis];
                    self.state.position[axis] = self.state.offsets.set_shift(axis, value, position);
                }
                Ok(Vec::new())
            }
            Action::Home => self.home(words),
        }
    }

    fn set_data(&mut self, words: &Words) -> Result<(), Problem> {
        let l = words.get('L').unwrap_or(-1.0);
        if l != 2.0 && l != 20.0 {
            let why = "sets tool data, which come from the command line".to_string();
            self.note(format!("G10 L{l} {why}"));
            return match l {
                1.0 | 10.0 | 11.0 | 12.0 | 13.0 => Ok(()),
                _ => Err(Problem::Unsupported { word: format!("G10 L{l}"), why: "only L2 and L20 are known" }),
            };
        }
        if words.get('R').is_some_and(|r| r != 0.0) {
            return Err(Problem::Unsupported { word: "R".to_string(), why: "a turned coordinate system" });
        }
        let p = words.get('P').unwrap_or(0.0);
        if !(0.0..=9.0).contains(&p) || p.fract() != 0.0 {
            let why = "a coordinate system is a number from 0 to 9".to_string();
            return Err(Problem::Value { word: format!("P{p}"), why });
        }
        let system = if p == 0.0 { self.state.offsets.active() } else { p as usize - 1 };
        for (axis, letter) in AXES.into_iter().enumerate() {
            let Some(value) = self.length(words, letter) else { continue };
            match l == 2.0 {
                true => self.state.offsets.set_origin(system, axis, value),
                false => self.state.offsets.set_reading(system, axis, value, self.state.position[axis]),
            }
        }
        Ok(())
    }

    /// G28, G30: by way of a point to a place that only the machine knows.
    fn home(&mut self, words: &Words) -> Result<Vec<Move>, Problem> {
        self.note("where G28 and G30 lead to is not known: the way there is not checked".to_string());
        let named: Vec<usize> = (0..3).filter(|&axis| words.get(AXES[axis]).is_some()).collect();
        let moves = if named.is_empty() { Vec::new() } else { self.straight(words, false, true)? };
        let all = named.is_empty();
        for axis in 0..3 {
            if all || named.contains(&axis) {
                self.state.position[axis] = None;
            }
        }
        Ok(moves)
    }

    /// Motion by the axis words.
    fn travel(&mut self, words: &Words, asked: Asked) -> Result<Vec<Move>, Problem> {
        let is_motion_word = |letter: &char| matches!(letter, 'X' | 'Y' | 'Z' | 'A' | 'B' | 'C');
        let in_cycle = matches!(self.state.motion, Some(Motion::Cycle { .. }));
        let arc_words = |letter: &char| matches!(letter, 'I' | 'J' | 'K' | 'R');
        let is_arc = matches!(self.state.motion, Some(Motion::Arc { .. }));
        let first = words.letters().find(|l| is_motion_word(l) || (is_arc && arc_words(l)));
        let Some(first) = first else {
            if in_cycle && asked.motion.is_some() {
                let code = name(asked.motion.unwrap_or(0));
                return Err(Problem::Cycle { cycle: code, why: "has no place: no axis is named".to_string() });
            }
            return Ok(Vec::new());
        };
        self.turn_words(words)?;
        match self.state.motion {
            None => {
                let value = words.get(first).unwrap_or(0.0);
                Err(Problem::NoMotion { word: format!("{first}{value}") })
            }
            Some(motion @ (Motion::Rapid | Motion::Feed)) => {
                self.straight(words, asked.machine, motion == Motion::Rapid)
            }
            Some(_) if asked.machine => {
                Err(Problem::Conflict { one: "G53".to_string(), other: "an arc or a cycle".to_string() })
            }
            Some(Motion::Arc { clockwise }) => self.arc(words, clockwise),
            Some(Motion::Cycle { code }) => self.holes(words, code),
        }
    }

    fn turn_words(&mut self, words: &Words) -> Result<(), Problem> {
        for letter in ROTARY {
            let turns = words.get(letter).filter(|&v| v != 0.0);
            if let Some(v) = turns
                && self.options.rotary.is_none()
            {
                let why = "a rotary axis: say with --rotary what it turns";
                return Err(Problem::Unsupported { word: format!("{letter}{v}"), why });
            }
        }
        Ok(())
    }

    fn first_motion(&mut self) {
        self.state.offsets.settle();
        if self.state.base_unit.is_some() {
            return;
        }
        self.state.base_unit = Some(self.state.unit);
        if !self.state.unit_given {
            self.note("neither G20 nor G21 before the first motion: millimetres".to_string());
        }
        let unit = if self.state.unit == Unit::Inch { "inches" } else { "millimetres" };
        self.note(format!("part, tool and all answers are in {unit}, the unit at the first motion"));
        self.note("Z is the tool's tip".to_string());
        let system = self.state.offsets.active();
        let system = if system < 6 { format!("G{}", 54 + system) } else { format!("G59.{}", system - 5) };
        self.note(format!("the part lies in the coordinate system of the first motion, {system}"));
    }

    /// Where the axis words lead to.
    fn target(&mut self, words: &Words, machine: bool) -> [Option<f64>; 3] {
        let mut target = self.state.position;
        for (axis, letter) in AXES.into_iter().enumerate() {
            let Some(value) = self.length(words, letter) else { continue };
            target[axis] = match (machine, self.state.absolute) {
                (true, _) => self.state.offsets.machine_to_part(axis).map(|o| value + o),
                (false, true) => self.state.offsets.total(axis).map(|o| value + o),
                (false, false) => target[axis].map(|p| p + value),
            };
            if target[axis].is_none() {
                self.note(format!("{letter} leads to a place that is not known: moves there are not checked"));
            }
            target[axis] = target[axis].map(|x| if x.abs() < 1e-30 { 0.0 } else { x });
        }
        target
    }

    /// The angles after a block.
    fn turned(&self, words: &Words) -> [f64; 3] {
        let mut angles = self.state.angles;
        for (axis, letter) in ROTARY.into_iter().enumerate() {
            if let Some(value) = words.get(letter) {
                angles[axis] = if self.state.absolute { value } else { angles[axis] + value };
            }
        }
        angles
    }

    fn straight(&mut self, words: &Words, machine: bool, rapid: bool) -> Result<Vec<Move>, Problem> {
        self.first_motion();
        let (target, angles) = (self.target(words, machine), self.turned(words));
        let (from, before) = (self.known(), self.state.angles);
        self.state.position = target;
        self.state.angles = angles;
        let (Some(from), Some(to)) = (from, self.known()) else {
            self.note("moves from or to a place that is not known are not checked".to_string());
            return Ok(Vec::new());
        };
        let one = |ends: [DVec3; 2], angles| Move { path: Path::Line(ends), rapid, angles };
        if rapid && self.options.rapid == RapidPath::Dogleg && before == angles {
            return Ok(dogleg(from, to).into_iter().map(|ends| one(ends, [angles; 2])).collect());
        }
        Ok(vec![one([from, to], [before, angles])])
    }

    fn known(&self) -> Option<DVec3> {
        let [x, y, z] = self.state.position;
        Some(DVec3::new(x?, y?, z?))
    }

    fn arc(&mut self, words: &Words, clockwise: bool) -> Result<Vec<Move>, Problem> {
        self.first_motion();
        let (target, angles) = (self.target(words, false), self.turned(words));
        if angles != self.state.angles {
            return Err(Problem::Arc("a rotary axis turns on the way".to_string()));
        }
        let from = self.known();
        self.state.position = target;
        let turns = words.get('P').unwrap_or(1.0);
        if !(1.0..=MOST_TURNS).contains(&turns) || turns.fract() != 0.0 {
            let why = format!("an arc has from 1 to {MOST_TURNS} turns");
            return Err(Problem::Value { word: format!("P{turns}"), why });
        }
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
        let millimetre = if self.unit() == Unit::Inch { 1.0 / 25.4 } else { 1.0 };
        let radius = self.length(words, 'R');
        let turns = turns as u32;
        let arc = ArcWords { axes, clockwise, center, center_absolute, radius, turns, millimetre }.arc([from, to])?;
        Ok(vec![Move { path: Path::Arc(arc), rapid: false, angles: [angles; 2] }])
    }

    fn holes(&mut self, words: &Words, code: u32) -> Result<Vec<Move>, Problem> {
        let cycle = name(code);
        let fail = |why: String| Problem::Cycle { cycle: name(code), why };
        if self.state.plane != [0, 1, 2] {
            return Err(fail("needs the plane G17".to_string()));
        }
        self.first_motion();
        let absolute = self.state.absolute;
        for (letter, slot) in [('Z', 0), ('R', 1)] {
            let Some(value) = self.length(words, letter) else { continue };
            let value = match absolute {
                true => self.state.offsets.total(2).map(|o| value + o),
                false => Some(value),
            };
            *(if slot == 0 { &mut self.state.cycle.bottom } else { &mut self.state.cycle.retract }) = value;
        }
        let repeats = words.get('L').or(words.get('K')).unwrap_or(1.0);
        if !(0.0..=MOST_REPEATS).contains(&repeats) || repeats.fract() != 0.0 {
            let why = format!("a cycle is repeated at most {MOST_REPEATS} times");
            return Err(Problem::Value { word: format!("L{repeats}"), why });
        }
        let bottom = self.state.cycle.bottom.ok_or_else(|| fail("has no depth: Z is missing".to_string()))?;
        let retract = self.state.cycle.retract.ok_or_else(|| fail("has no retract level: R is missing".to_string()))?;
        let start = self.known();
        let across = [self.length(words, 'X').unwrap_or(0.0), self.length(words, 'Y').unwrap_or(0.0)];
        let level = self.state.position[2];
        let target = self.target(words, false);
        // Z is the bottom here, not where the tool goes to.
        self.state.position = [target[0], target[1], level];
        let (Some(from), Some(at)) = (start, self.known()) else {
            self.note("moves from or to a place that is not known are not checked".to_string());
            self.state.position[2] = if absolute { Some(level.unwrap_or(retract).max(retract)) } else { None };
            return Ok(Vec::new());
        };
        let (retract, bottom) = match absolute {
            true => (retract, bottom),
            false => (from.z + retract, from.z + retract + bottom),
        };
        let step = (!absolute).then_some(DVec3::new(across[0], across[1], 0.0));
        let to_initial = self.state.to_initial;
        let holes = Holes { code: cycle, at, step, retract, bottom, to_initial, repeats: repeats as u32 };
        let moves = holes.moves(from)?;
        let mut here = from;
        let angles = [self.state.angles; 2];
        let line = |&(to, rapid): &(DVec3, bool)| {
            let ends = [std::mem::replace(&mut here, to), to];
            Move { path: Path::Line(ends), rapid, angles }
        };
        let moves: Vec<Move> = moves.iter().map(line).collect();
        self.state.position = here.to_array().map(Some);
        Ok(moves)
    }
}

/// What the G words of a block ask for.
#[derive(Clone, Copy, Default)]
struct Asked {
    action: Option<Action>,
    machine: bool,
    motion: Option<u32>,
}

const GROUPS: usize = 8;

/// The group of a G word, if it has one in which codes exclude each other.
fn group(g: u32) -> Option<usize> {
    match g {
        0 | 10 | 20 | 30 | 730 | 740 | 810..=899 => Some(0),
        40 | 100 | 280 | 300 | 520 | 920 => Some(1),
        170 | 180 | 190 => Some(2),
        200 | 210 => Some(3),
        540..=593 => Some(4),
        900 | 910 => Some(5),
        901 | 911 => Some(6),
        980 | 990 => Some(7),
        _ => None,
    }
}

fn name(g: u32) -> String {
    if g.is_multiple_of(10) { format!("G{}", g / 10) } else { format!("G{}.{}", g / 10, g % 10) }
}

/// What an unsupported code is.
fn meaning(g: u32) -> &'static str {
    match g {
        50..=53 => "a spline",
        120 | 130 => "a circular pocket",
        330 | 331 | 760 | 320 => "a thread or a boring cycle",
        380..=389 => "probing",
        410..=429 => "cutter compensation: the path would lie beside the programmed one",
        431..=439 => "a tool length with tip control or an offset of its own",
        500..=519 | 680..=689 => "scaling, mirroring or turning of coordinates",
        650..=679 => "a macro call",
        870 => "back boring",
        _ => "no code that is known",
    }
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
