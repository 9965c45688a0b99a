//! Calls: `o<name> call`, M98, M97 and G65, and how they end. A subprogram stands in the file of the
//! program, or in a file of its own beside it.

use super::block::Words;
use super::calls::Calls;
use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::frame::{Frame, FrameKind, LOCALS, Locals};
use super::interpreter::Interpreter;
use super::value::Value;
use std::io::BufRead;
use std::path::PathBuf;

/// Calls within calls, at most.
const MOST_CALLS: usize = 64;

/// M98 L more than this is taken as a mistake.
const MOST_REPEATS: f64 = 1e9;

/// The variable that a letter of G65 sets (Fanuc's first way): #1 is A.
const LETTERS: [(char, usize); 21] = [
    ('A', 1),
    ('B', 2),
    ('C', 3),
    ('I', 4),
    ('J', 5),
    ('K', 6),
    ('D', 7),
    ('E', 8),
    ('F', 9),
    ('H', 11),
    ('M', 13),
    ('Q', 17),
    ('R', 18),
    ('S', 19),
    ('T', 20),
    ('U', 21),
    ('V', 22),
    ('W', 23),
    ('X', 24),
    ('Y', 25),
    ('Z', 26),
];

impl<R: BufRead> Interpreter<R> {
    pub(super) fn frame(&self) -> &Frame {
        self.frames.last().expect("the main program is never left")
    }

    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the main program is never left")
    }

    /// The calls that are open.
    pub(super) fn calls(&self) -> Calls {
        self.frame().calls.clone()
    }

    /// `o<name> call [1] [2]`
    pub(super) fn call_word(&mut self, name: String, values: &[Value]) -> Result<(), GcodeProblem> {
        if values.len() > 30 {
            return Err(GcodeProblem::Flow("a call has at most 30 values".to_string()));
        }
        let values = values.iter().copied().chain(std::iter::repeat(Value::Known(0.0)));
        let mut locals = [None; LOCALS];
        locals.iter_mut().zip(values).for_each(|(local, value)| *local = Some(value));
        let (file, line) = self.sub(&name)?;
        self.enter(file, line + 1, 1, name.clone(), FrameKind::Word(name), Some(locals))
    }

    /// The place of `o<name> sub`: in this file, in another that is open, or in one beside the
    /// program.
    fn sub(&mut self, name: &str) -> Result<(usize, u64), GcodeProblem> {
        for file in self.program.files_from(self.frame().file) {
            if let Some(&line) = self.program.names(file)?.subs.get(name) {
                return Ok((file, line));
            }
        }
        let path = self.beside(&[format!("{name}.ngc")], name)?;
        let file = self.program.open(&path)?;
        let line = self.program.names(file)?.subs.get(name).copied();
        let line = line.ok_or_else(|| {
            GcodeProblem::Flow(format!("{} has no o<{name}> sub", path.display()))
        })?;
        Ok((file, line))
    }

    /// The first of these files that lies in the folder of the program, or in one that is allowed.
    fn beside(&self, names: &[String], what: &str) -> Result<PathBuf, GcodeProblem> {
        let is_plain = |name: &&String| !name.contains(['/', '\\', ':']) && !name.starts_with('.');
        let folders = self.options.folders.iter();
        let mut paths = folders
            .flat_map(|folder| names.iter().filter(is_plain).map(move |name| folder.join(name)));
        let found = paths.find(|path| path.is_file());
        found.ok_or_else(|| {
            let place = match self.options.folders.is_empty() {
                true => "in this file",
                false => "in this file or beside it",
            };
            GcodeProblem::Flow(format!("there is no subprogram {what} {place}"))
        })
    }

    /// M98 P1000 L3: with the variables of the caller.
    pub(super) fn call_program(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let p = whole(words, 'P', "M98")?;
        let l = words.get('L').unwrap_or(1.0);
        // P51000 is five times O1000, on controls that have no L.
        let (number, times) =
            match p > 9999.0 && self.options.dialect.is_fanuc() && words.get('L').is_none() {
                true => (p % 10_000.0, (p / 10_000.0).trunc()),
                false => (p, l),
            };
        self.call_number(number, times, None)
    }

    /// M97 P100 L3 (Haas): the lines from N100 on, to M99.
    pub(super) fn call_lines(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let p = whole(words, 'P', "M97")?;
        let times = repeats(words.get('L').unwrap_or(1.0))?;
        let (file, line) = (self.frame().file, self.line);
        let found = self.program.names(file)?.number(p as u32, line);
        let start = found.ok_or_else(|| GcodeProblem::Flow(format!("there is no line N{p}")))?;
        self.enter(file, start, times, format!("N{p}"), FrameKind::Program, None)
    }

    /// G65 P1000 L3 A1 X2: with variables of its own, which the letters set.
    pub(super) fn call_macro(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let p = whole(words, 'P', "G65")?;
        if words.g.len() > 1 || !words.m.is_empty() {
            return Err(GcodeProblem::Flow("G65 stands alone in its block".to_string()));
        }
        let times = words.get('L').unwrap_or(1.0);
        self.call_number(p, times, Some(arguments(words)?))
    }

    fn call_number(
        &mut self,
        number: f64,
        times: f64,
        locals: Option<Locals>,
    ) -> Result<(), GcodeProblem> {
        let times = repeats(times)?;
        if times == 0 {
            return Ok(());
        }
        let name = format!("{number}");
        for file in self.program.files_from(self.frame().file) {
            if let Some(line) = self.program.names(file)?.program(&name) {
                let title = format!("O{name}");
                return self.enter(file, line + 1, times, title, FrameKind::Program, locals);
            }
        }
        let path = self.beside(&file_names(number, self.options.dialect), &format!("O{name}"))?;
        let file = self.program.open(&path)?;
        let start = self.program.names(file)?.program(&name).map_or(1, |line| line + 1);
        self.enter(file, start, times, format!("O{name}"), FrameKind::Program, locals)
    }

    fn enter(
        &mut self,
        file: usize,
        start: u64,
        times: u64,
        name: String,
        kind: FrameKind,
        locals: Option<Locals>,
    ) -> Result<(), GcodeProblem> {
        if times == 0 {
            return Ok(());
        }
        if self.frames.len() > MOST_CALLS {
            return Err(GcodeProblem::Flow(format!(
                "more than {MOST_CALLS} calls within each other"
            )));
        }
        self.program.keep();
        let calls = self.frame().calls.with(name, self.program.file_name(file), self.line);
        self.frames.push(Frame::new(file, start, times, calls, kind, locals));
        Ok(())
    }

    /// The end of a subprogram: again from its beginning, or back to the caller.
    pub(super) fn end_call(&mut self) -> Result<(), GcodeProblem> {
        let frame = self.frame_mut();
        frame.left -= 1;
        if frame.left > 0 {
            frame.next = frame.start;
            frame.loops.clear();
            return Ok(());
        }
        let frame = self.frames.pop().expect("a subprogram runs");
        match frame.saved.filter(|_| frame.restores) {
            Some(saved) => self.restore(&saved),
            None => Ok(()),
        }
    }

    /// M99: back to the caller, with P to a line of it; of the main program the end.
    pub(super) fn end_program(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let is_main = self.frame().kind == FrameKind::Main;
        if let Some(p) = words.get('P') {
            if !self.options.dialect.is_fanuc() {
                let why = "the program would go on at another line";
                return Err(GcodeProblem::Unsupported { word: "M99 P".to_string(), why });
            }
            self.program.keep();
            if !is_main {
                self.frame_mut().left = 1;
                self.end_call()?;
                self.line = self.frame().next - 1;
            }
            return self.go_to_number(p as u32);
        }
        if !is_main {
            return self.end_call();
        }
        self.done = true;
        self.note("M99 ends the program; on some controls it begins anew".to_string());
        Ok(())
    }
}

/// The variables that G65's letters set. A variable that is not named has no value.
fn arguments(words: &Words) -> Result<Locals, GcodeProblem> {
    let mut locals = [Some(Value::Vacant); LOCALS];
    let times = |letter: char| words.pairs().filter(|(other, _)| *other == letter).count();
    // I, J and K several times are the second way: ten sets of them behind A, B and C.
    let is_second = ['I', 'J', 'K'].into_iter().any(|letter| times(letter) > 1);
    let mut sets = [0; 3];
    for (letter, value) in words.pairs().filter(|(letter, _)| !"PLNO".contains(*letter)) {
        let number = match ['I', 'J', 'K'].into_iter().position(|other| other == letter) {
            Some(which) if is_second => {
                sets[which] += 1;
                1 + which + 3 * sets[which]
            }
            _ => LETTERS
                .iter()
                .find(|(known, _)| *known == letter)
                .map_or(LOCALS + 1, |(_, number)| *number),
        };
        if number > LOCALS {
            return Err(GcodeProblem::Flow(format!("G65 cannot hand over the letter {letter}")));
        }
        locals[number - 1] = Some(value);
    }
    Ok(locals)
}

fn whole(words: &Words, letter: char, code: &str) -> Result<f64, GcodeProblem> {
    let value = words.get(letter).filter(|p| (0.0..=99_999_999.0).contains(p) && p.fract() == 0.0);
    value.ok_or_else(|| {
        GcodeProblem::Flow(format!("{code} needs {letter}, the number of a subprogram"))
    })
}

fn repeats(times: f64) -> Result<u64, GcodeProblem> {
    match (0.0..=MOST_REPEATS).contains(&times) && times.fract() == 0.0 {
        true => Ok(times as u64),
        false => Err(GcodeProblem::Flow(format!("a subprogram cannot run {times} times"))),
    }
}

/// The names that a file of a program's number may have.
fn file_names(number: f64, dialect: Dialect) -> Vec<String> {
    let short = format!("{number}");
    if !dialect.is_fanuc() {
        return vec![format!("{short}.ngc")];
    }
    let stems = [
        format!("O{number:04}"),
        format!("O{short}"),
        format!("o{number:04}"),
        format!("o{short}"),
        short,
    ];
    let endings = ["", ".nc", ".NC", ".cnc", ".CNC", ".tap", ".txt", ".ngc", ".gcode"];
    stems
        .iter()
        .flat_map(|stem| endings.iter().map(move |ending| format!("{stem}{ending}")))
        .collect()
}
