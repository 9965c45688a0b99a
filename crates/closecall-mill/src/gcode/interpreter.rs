//! Reads a program block by block, and says how each makes the tip move.

use super::block::{Words, lex};
use super::compensation::lead_out;
use super::error::{GcodeProblem, ProgramError};
use super::lines::next_line;
use super::options::{BlockStep, Cutters, GcodeOptions, Note, ProgramUnit};
use super::state::State;
use super::way::Way;
use std::collections::VecDeque;
use std::io::BufRead;

/// A program that is being read.
pub struct Interpreter<R> {
    reader: R,
    pub(super) options: GcodeOptions,
    line: u64,
    bytes: Vec<u8>,
    words: Words,
    notes: Vec<Note>,
    pub(super) cutters: Cutters,
    pub(super) state: State,
    /// Whether there was a word or a `%` already: the next `%` is the closing one.
    begun: bool,
    pub(super) done: bool,
    /// Blocks whose path is known, and that were not given out yet.
    ready: VecDeque<BlockStep>,
}

impl<R: BufRead> Interpreter<R> {
    /// Reads a program from its beginning.
    pub fn new(reader: R, options: GcodeOptions) -> Self {
        let state = State::new(&options);
        let (bytes, words, notes) = (Vec::new(), Words::default(), Vec::new());
        let (cutters, ready) = (Cutters::default(), VecDeque::new());
        let (line, begun, done) = (0, false, false);
        Self { reader, options, line, bytes, words, notes, cutters, state, begun, done, ready }
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
                self.note_rest();
                return Ok(None);
            }
            self.line += 1;
            let more = next_line(&mut self.reader, &mut self.bytes)
                .map_err(|e| self.error(GcodeProblem::Line(e.to_string()), String::new()))?;
            if !more {
                self.line -= 1;
                self.done = true;
                self.end_compensation();
                continue;
            }
            let mut words = std::mem::take(&mut self.words);
            let way = lex(&self.bytes, self.options.dialect, &mut words)
                .and_then(|()| self.block(&words));
            self.words = words;
            let step = way.and_then(|way| self.placed(way));
            if let Some(step) = step.map_err(|problem| self.error(problem, self.text()))? {
                return Ok(Some(step));
            }
        }
    }

    /// What stands after the end of the program is not run, but told of: where it begins, and how
    /// many lines it has. Blank lines, comments and a `%` are none.
    fn note_rest(&mut self) {
        let mut rest: Option<Note> = None;
        let mut here = self.line;
        while let Ok(true) = next_line(&mut self.reader, &mut self.bytes) {
            here += 1;
            if lex(&self.bytes, self.options.dialect, &mut self.words).is_ok()
                && self.words.is_empty()
            {
                continue;
            }
            let end = self.line;
            let first = || Note {
                line: here,
                text: format!("the program ended in line {end}: the lines after it are not run"),
                count: 0,
            };
            rest.get_or_insert_with(first).count += 1;
        }
        self.notes.extend(rest);
    }

    /// A block's step; or nothing, where cutter compensation keeps it until more is known.
    fn placed(&mut self, mut way: Way) -> Result<Option<BlockStep>, GcodeProblem> {
        let mut compensation = self.state.compensation.take();
        lead_out(&mut self.state.aside, &mut way)?;
        let step = |this: &Self, way| BlockStep {
            line: this.line,
            block: this.text(),
            tool: this.state.tool,
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
            GcodeProblem::NotAWord { found, .. } | GcodeProblem::Variable { found, .. } => {
                found.clone()
            }
            GcodeProblem::Cycle { cycle, .. } => cycle.clone(),
            GcodeProblem::Conflict { other, .. } => other.clone(),
            GcodeProblem::Line(_)
            | GcodeProblem::OpenComment { .. }
            | GcodeProblem::NestedComment { .. }
            | GcodeProblem::Arc(_)
            | GcodeProblem::Compensation(_) => String::new(),
        };
        ProgramError { line: self.line, block, word, problem }
    }

    pub(super) fn note(&mut self, text: String) {
        if let Some(note) = self.notes.iter_mut().find(|n| n.text == text) {
            note.count += 1;
        } else if self.notes.len() < 1000 {
            self.notes.push(Note { line: self.line, text, count: 1 });
        }
    }

    pub(super) fn block(&mut self, words: &Words) -> Result<Way, GcodeProblem> {
        self.done |= words.percent && self.begun;
        self.begun |= words.percent || !words.is_empty();
        if words.is_empty() {
            return Ok(Way::default());
        }
        if words.deleted {
            let what = if self.options.block_delete { "left out" } else { "carried out" };
            self.note(format!("blocks that begin with / are {what}"));
            if self.options.block_delete {
                return Ok(Way::default());
            }
        }
        self.check_codes(words)?;
        self.check_letters(words)?;
        self.turn_words(words)?;
        self.saves(words)?;
        let asked = self.modes(words)?;
        self.tools(words)?;
        let way = match asked.action {
            Some(action) => self.act(action, words),
            None => self.travel(words, asked),
        }?;
        self.stops(words)?;
        Ok(way)
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
