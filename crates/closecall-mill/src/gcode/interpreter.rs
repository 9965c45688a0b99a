//! Reads a program line by line, and says how each block makes the tip move.

use super::block::{Words, lex};
use super::compensation::lead_out;
use super::error::{GcodeProblem, ProgramError};
use super::expression::Reader;
use super::frame::{Frame, FrameKind};
use super::modes::Asked;
use super::options::{BlockStep, Cutters, GcodeOptions, MOST_STEPS, Note, ProgramUnit};
use super::program::Program;
use super::state::{Action, Motion, State};
use super::statement::{beginning, macro_line, o_line};
use super::unused::Used;
use super::variables::Variables;
use super::way::Way;
use std::collections::VecDeque;
use std::io::BufRead;

/// A program that is being read.
pub struct Interpreter<R> {
    pub(super) program: Program<R>,
    pub(super) options: GcodeOptions,
    /// The call stack: the main program first.
    pub(super) frames: Vec<Frame>,
    pub(super) variables: Variables,
    /// The line that runs, of the innermost frame's file, and its text.
    pub(super) line: u64,
    bytes: Vec<u8>,
    /// The last line of the program's own file that was run, and how many were run again.
    furthest: u64,
    steps: u64,
    words: Words,
    notes: Vec<Note>,
    pub(super) cutters: Cutters,
    pub(super) state: State,
    pub(super) used: Used,
    /// Whether there was a word or a `%` already: the next `%` is the closing one.
    begun: bool,
    pub(super) done: bool,
    /// Whether all was said that there is to say at the end.
    is_told: bool,
    /// Blocks whose path is known, and that were not given out yet.
    ready: VecDeque<BlockStep>,
}

impl<R: BufRead> Interpreter<R> {
    /// Reads a program from its beginning.
    pub fn new(reader: R, options: GcodeOptions) -> Self {
        Self {
            program: Program::new(reader),
            state: State::new(&options),
            options,
            frames: vec![Frame::main()],
            variables: Variables::default(),
            line: 0,
            bytes: Vec::new(),
            furthest: 0,
            steps: 0,
            words: Words::default(),
            notes: Vec::new(),
            cutters: Cutters::default(),
            used: Used::default(),
            begun: false,
            done: false,
            is_told: false,
            ready: VecDeque::new(),
        }
    }

    /// With these cutters for G41 and G42.
    #[must_use]
    pub fn with_cutters(self, cutters: Cutters) -> Self {
        Self { cutters, ..self }
    }

    /// The next block that moves something; `None` at the end of the program.
    pub fn step(&mut self) -> Result<Option<BlockStep>, ProgramError> {
        loop {
            if let Some(step) = self.ready.pop_front() {
                return Ok(Some(step));
            }
            if self.done {
                if !std::mem::replace(&mut self.is_told, true) {
                    self.note_unused();
                    self.note_rest();
                }
                return Ok(None);
            }
            if self.line == 0 && !self.options.places.are_in_range() {
                let why = "a place that was told is not three numbers of at most 1e9";
                return Err(self.error(GcodeProblem::Flow(why.to_string()), String::new()));
            }
            if self.line == 0 {
                self.take_told().map_err(|problem| self.error(problem, String::new()))?;
            }
            if !self.next_line().map_err(|problem| self.error(problem, String::new()))? {
                self.done = true;
                self.end_compensation();
                continue;
            }
            let bytes = std::mem::take(&mut self.bytes);
            let way = self.run(&bytes);
            self.bytes = bytes;
            let way = match way {
                Err(GcodeProblem::Measured { what }) => Ok(self.stop_unknown(&what)),
                way => way,
            };
            self.note_variables();
            let step = way.and_then(|way| self.placed(way));
            if let Some(step) = step.map_err(|problem| self.error(problem, self.text()))? {
                return Ok(Some(step));
            }
        }
    }

    /// Takes the next line of what runs; `false` at the end of the program.
    fn next_line(&mut self) -> Result<bool, GcodeProblem> {
        let (file, number) = (self.frame().file, self.frame().next);
        self.line = number;
        let Some(line) = self.program.line(file, number)? else {
            self.line -= 1;
            return match &self.frame().kind {
                FrameKind::Main => Ok(false),
                FrameKind::Word(name) => {
                    Err(GcodeProblem::Flow(format!("the file ends within o<{name}>")))
                }
                FrameKind::Program => {
                    Err(GcodeProblem::Flow("the subprogram has no M99".to_string()))
                }
            };
        };
        self.bytes.clear();
        self.bytes.extend_from_slice(line);
        self.frame_mut().next = number + 1;
        if file == 0 && number > self.furthest {
            self.furthest = number;
            return Ok(true);
        }
        self.steps += 1;
        let most = self.options.most_steps.unwrap_or(MOST_STEPS);
        match self.steps > most {
            true => Err(GcodeProblem::Flow(format!(
                "the program does not end: {most} lines were run again by loops and calls, and --max-steps allows no more"
            ))),
            false => Ok(true),
        }
    }

    /// Runs a line: a statement that leads elsewhere, or a block.
    fn run(&mut self, line: &[u8]) -> Result<Way, GcodeProblem> {
        if self.options.block_delete && beginning(line).is_deleted {
            self.used.deleted = true;
            self.note("blocks that begin with / are left out".to_string());
            return Ok(Way::default());
        }
        if let Some(found) = o_line(line)
            && let Some(keyword) = found.keyword
        {
            if self.options.dialect != super::Dialect::LinuxCnc {
                let why = "O words with a word behind them are LinuxCNC's: --dialect linuxcnc";
                return Err(GcodeProblem::Flow(why.to_string()));
            }
            self.begun = true;
            return self.o_word(line, &found, keyword).map(|()| Way::default());
        }
        match macro_line(line) {
            Some((found, at)) if self.options.dialect.is_fanuc() => {
                self.macro_word(line, found, at)
            }
            Some(_) => {
                let why =
                    "IF, WHILE, DO, END and GOTO are macros of Fanuc's controls: --dialect fanuc";
                Err(GcodeProblem::Flow(why.to_string()))
            }
            None => self.words_from(line, 0),
        }
    }

    /// Runs the words of a line from a place on.
    pub(super) fn words_from(&mut self, line: &[u8], at: usize) -> Result<Way, GcodeProblem> {
        let mut words = std::mem::take(&mut self.words);
        let way =
            lex(&mut Reader::new(line, at, self), &mut words).and_then(|()| self.block(&mut words));
        self.words = words;
        way
    }

    /// From here on nothing is known: what the program does depends on what only the machine knows.
    fn stop_unknown(&mut self, what: &str) -> Way {
        self.warn(format!(
            "{what} depends on a value that is not known here: from this line on nothing is checked"
        ));
        self.done = true;
        self.state.position = [None; 3];
        Way { unchecked: 1, is_cut_unknown: true, ..Way::default() }
    }

    /// Notes lines after the end of the program, which are not run: where they begin, and how many
    /// there are. Blank lines, comments and a `%` do not count, nor do lines that were run
    /// already, as subprograms.
    fn note_rest(&mut self) {
        let mut rest: Option<Note> = None;
        let end = if self.frame().file == 0 { self.line } else { self.furthest };
        let mut here = self.furthest.max(end);
        while let Ok(Some(line)) = self.program.line(0, here + 1) {
            here += 1;
            let first = line.trim_ascii_start().first();
            if matches!(first, None | Some(b'%' | b'(' | b';')) {
                continue;
            }
            let first = || Note {
                line: here,
                text: format!("the program ended in line {end}: the lines after it are not run"),
                count: 0,
                is_warning: true,
            };
            rest.get_or_insert_with(first).count += 1;
        }
        self.notes.extend(rest);
    }

    /// A block's step; or nothing, where cutter compensation keeps it until more is known.
    fn placed(&mut self, mut way: Way) -> Result<Option<BlockStep>, GcodeProblem> {
        self.check_machine_unit()?;
        way.set_frame(self.move_frame());
        let mut compensation = self.state.compensation.take();
        lead_out(&mut self.state.aside, &mut way)?;
        let step = |this: &Self, way| BlockStep {
            line: this.line,
            calls: this.calls(),
            block: this.text(),
            tool: this.state.tool,
            selected: this.state.next_tool,
            feed: this.feed(),
            way,
        };
        let Some(on) = &mut compensation else {
            let is_alone = self.ready.is_empty() && !way.is_empty();
            if is_alone {
                return Ok(Some(step(self, way)));
            }
            if !way.is_empty() {
                let step = step(self, way);
                self.ready.push_back(step);
            }
            return Ok(None);
        };
        if !way.is_empty() {
            let step = step(self, way);
            on.follow(step, &mut self.ready)?;
        }
        self.state.compensation = compensation;
        if self.done {
            self.end_compensation();
        }
        Ok(None)
    }

    /// G40, or the end of the program.
    pub(super) fn end_compensation(&mut self) {
        if let Some(compensation) = self.state.compensation.take() {
            self.state.aside = compensation.end(&mut self.ready);
        }
    }

    /// The notes so far: assumptions and warnings.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The number of lines that were read.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.program.read()
    }

    /// The unit of all numbers: that in force at the first motion.
    #[must_use]
    pub fn unit(&self) -> ProgramUnit {
        self.state.base_unit.unwrap_or(self.state.unit)
    }

    /// Reads on up to the first motion, and says in which unit that is. What cannot be read, the
    /// check itself will tell.
    #[must_use]
    pub fn first_unit(mut self) -> ProgramUnit {
        while self.state.base_unit.is_none() && matches!(self.step(), Ok(Some(_))) {}
        self.unit()
    }

    /// The block as it was written, at most 200 characters of it.
    pub(super) fn text(&self) -> String {
        if self.bytes.len() <= 200 && self.bytes.iter().all(|b| (b' '..=b'~').contains(b)) {
            return String::from_utf8_lossy(self.bytes.trim_ascii()).into_owned();
        }
        let text = String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(800)]);
        text.trim().chars().filter(|c| !c.is_control()).take(200).collect()
    }

    pub(super) fn error(&self, problem: GcodeProblem, block: String) -> ProgramError {
        let word = match &problem {
            GcodeProblem::Unsupported { word, .. }
            | GcodeProblem::NoMotion { word }
            | GcodeProblem::Value { word, .. }
            | GcodeProblem::TooLarge { word } => word.clone(),
            GcodeProblem::Twice { letter } | GcodeProblem::NoNumber { letter, .. } => {
                letter.to_string()
            }
            GcodeProblem::NotAWord { found, .. } | GcodeProblem::Expression { found, .. } => {
                found.clone()
            }
            GcodeProblem::Cycle { cycle, .. } => cycle.clone(),
            GcodeProblem::Conflict { other, .. } => other.clone(),
            GcodeProblem::Line(_)
            | GcodeProblem::OpenComment { .. }
            | GcodeProblem::NestedComment { .. }
            | GcodeProblem::Arc(_)
            | GcodeProblem::Flow(_)
            | GcodeProblem::Measured { .. }
            | GcodeProblem::Compensation(_) => String::new(),
        };
        ProgramError { line: self.line, calls: self.calls(), block, word, problem }
    }

    /// Notes what is assumed.
    pub(super) fn note(&mut self, text: String) {
        self.add_note(text, false);
    }

    /// Notes what is not looked at, or changes nothing.
    pub(super) fn warn(&mut self, text: String) {
        self.add_note(text, true);
    }

    fn add_note(&mut self, text: String, is_warning: bool) {
        if let Some(note) = self.notes.iter_mut().find(|n| n.text == text) {
            note.count += 1;
        } else if self.notes.len() < 1000 {
            self.notes.push(Note { line: self.line, text, count: 1, is_warning });
        }
    }

    fn block(&mut self, words: &mut Words) -> Result<Way, GcodeProblem> {
        let is_main_file = self.frame().file == 0;
        self.done |= words.percent && self.begun && is_main_file;
        self.begun |= words.percent || !words.is_empty();
        if words.deleted && !(words.is_empty() && words.settings.is_empty()) {
            self.note("blocks that begin with / are carried out".to_string());
        }
        for (slot, value) in words.settings.drain(..) {
            self.set(slot, value)?;
        }
        if words.is_empty() || self.done {
            return Ok(Way::default());
        }
        self.check_codes(words)?;
        self.check_letters(words)?;
        if words.g.contains(&650) {
            return self.call_macro(words).map(|()| Way::default());
        }
        self.check_coordinates(words)?;
        refuse_unknown(words, |letter| "FNSXYZABC".contains(letter))?;
        self.turn_words(words)?;
        self.feed_words(words);
        self.saves(words)?;
        let asked = self.modes(words)?;
        self.polar_words(words)?;
        self.check_unknown(words, &asked)?;
        self.tools(words)?;
        let way = match asked.action {
            Some(action) => self.act(action, words),
            None => self.travel(words, asked),
        }?;
        self.stops(words)?;
        Ok(way)
    }

    /// A word whose value is not known may only say where a straight move ends, or where a zero is.
    fn check_unknown(&self, words: &Words, asked: &Asked) -> Result<(), GcodeProblem> {
        let is_place = match asked.action {
            Some(action) => {
                matches!(action, Action::SetData | Action::SetPosition | Action::SetLocal)
            }
            None => matches!(self.state.motion, Some(Motion::Rapid | Motion::Feed | Motion::Probe)),
        };
        refuse_unknown(words, |letter| "FNS".contains(letter) || is_place)
    }

    /// One unit of the words in the base unit.
    pub(super) fn factor(&self) -> f64 {
        match (self.state.unit, self.unit()) {
            (ProgramUnit::Inch, ProgramUnit::Millimetre) => 25.4,
            (ProgramUnit::Millimetre, ProgramUnit::Inch) => 1.0 / 25.4,
            _ => 1.0,
        }
    }

    pub(super) fn length(&self, words: &Words, letter: char) -> Option<f64> {
        words.get(letter).map(|value| value * self.factor())
    }
}

/// Stops at a word whose value is not known, but for letters that may have such a value.
fn refuse_unknown(words: &Words, is_fine: impl Fn(char) -> bool) -> Result<(), GcodeProblem> {
    let odd = words.letters().find(|&letter| words.is_unknown(letter) && !is_fine(letter));
    odd.map_or(Ok(()), |letter| Err(GcodeProblem::Measured { what: format!("the word {letter}") }))
}
