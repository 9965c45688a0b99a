//! Fanuc's macros: `IF […] GOTO`, `IF […] THEN`, `WHILE […] DO1`, `END1` and `GOTO`.

use super::error::GcodeProblem;
use super::expression::Reader;
use super::flow::truth;
use super::frame::{Loop, LoopKind};
use super::interpreter::Interpreter;
use super::statement::{Macro, macro_line};
use super::value::Value;
use super::way::Way;
use std::io::BufRead;

impl<R: BufRead> Interpreter<R> {
    /// Runs a macro statement. What follows THEN may be any block.
    pub(super) fn macro_word(
        &mut self,
        line: &[u8],
        found: Macro,
        at: usize,
    ) -> Result<Way, GcodeProblem> {
        self.program.keep();
        let mut at = at;
        match found {
            Macro::Goto => self.goto(line, at)?,
            Macro::If => {
                let is_true = self.tested(line, &mut at)?;
                let mut reader = Reader::new(line, at, self);
                let (is_goto, is_then) = (reader.take_word("GOTO"), reader.take_word("THEN"));
                let at = reader.at;
                if !is_goto && !is_then {
                    return Err(reader.bad("GOTO or THEN is expected"));
                }
                match (is_true, is_goto) {
                    (false, _) => {}
                    (true, true) => self.goto(line, at)?,
                    (true, false) => return self.words_from(line, at),
                }
            }
            Macro::While => {
                let is_true = self.tested(line, &mut at)?;
                let mut reader = Reader::new(line, at, self);
                if !reader.take_word("DO") {
                    return Err(reader.bad("DO is expected"));
                }
                let number = whole(&mut reader)?;
                self.do_loop(number, is_true)?;
            }
            Macro::Do => {
                let number = whole(&mut Reader::new(line, at, self))?;
                self.do_loop(number, true)?;
            }
            Macro::End => {
                let number = whole(&mut Reader::new(line, at, self))?;
                let name = format!("DO{number}");
                let open = self.frame().loops.get(&name).copied();
                let open = open.ok_or_else(|| {
                    GcodeProblem::Flow(format!("there is no DO{number} that it ends"))
                })?;
                self.frame_mut().next = open.line;
            }
        }
        Ok(Way::default())
    }

    fn tested(&self, line: &[u8], at: &mut usize) -> Result<bool, GcodeProblem> {
        let mut reader = Reader::new(line, *at, self);
        let value = reader.bracket()?;
        *at = reader.at;
        truth(value)
    }

    /// DO: the loop begins, or is passed over.
    fn do_loop(&mut self, number: u32, is_true: bool) -> Result<(), GcodeProblem> {
        let (name, line) = (format!("DO{number}"), self.line);
        if is_true {
            self.frame_mut().loops.insert(name, Loop { kind: LoopKind::While, line, left: 0 });
            return Ok(());
        }
        self.frame_mut().loops.remove(&name);
        let (file, mut next) = (self.frame().file, line + 1);
        while let Some(text) = self.program.line(file, next)?.map(<[u8]>::to_vec) {
            next += 1;
            if let Some((Macro::End, at)) = macro_line(&text)
                && whole(&mut Reader::new(&text, at, self)) == Ok(number)
            {
                self.frame_mut().next = next;
                return Ok(());
            }
        }
        Err(GcodeProblem::Flow(format!("there is no END{number} behind it")))
    }

    fn goto(&mut self, line: &[u8], at: usize) -> Result<(), GcodeProblem> {
        let mut reader = Reader::new(line, at, self);
        let number = whole(&mut reader)?;
        self.go_to_number(number)
    }

    /// Goes to the line N of the program that runs.
    pub(super) fn go_to_number(&mut self, number: u32) -> Result<(), GcodeProblem> {
        let (file, line) = (self.frame().file, self.line);
        let found = self.program.names(file)?.number(number, line);
        self.frame_mut().next =
            found.ok_or_else(|| GcodeProblem::Flow(format!("there is no line N{number}")))?;
        Ok(())
    }
}

/// A whole number, written or computed.
fn whole(reader: &mut Reader) -> Result<u32, GcodeProblem> {
    match reader.value()? {
        Value::Known(number) if (0.0..=1e9).contains(&number) && number.fract() == 0.0 => {
            Ok(number as u32)
        }
        Value::Known(number) => {
            Err(reader.bad(format!("{number} is no number of a line or a loop")))
        }
        Value::Vacant => Err(reader.bad("it has no value")),
        Value::Unknown => {
            Err(GcodeProblem::Measured { what: "where the program goes on".to_string() })
        }
    }
}
