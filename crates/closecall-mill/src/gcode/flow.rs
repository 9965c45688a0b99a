//! O words of LinuxCNC: conditions and loops. A program is run line by line, and goes back or on to
//! other lines; nothing is unrolled.

use super::error::GcodeProblem;
use super::expression::Reader;
use super::frame::{FrameKind, Loop, LoopKind};
use super::interpreter::Interpreter;
use super::statement::{Keyword, Label, OLine, beginning, o_line};
use super::value::Value;
use std::io::BufRead;

/// More rounds of one loop than this are taken as a mistake.
const MOST_ROUNDS: f64 = 1e15;

impl<R: BufRead> Interpreter<R> {
    /// Runs a line that begins with an O word and a keyword.
    pub(super) fn o_word(
        &mut self,
        line: &[u8],
        found: &OLine,
        keyword: Keyword,
    ) -> Result<(), GcodeProblem> {
        self.program.keep();
        let (label, rest) = self.label(line, found)?;
        let mut rest = rest;
        match keyword {
            Keyword::Sub => self.skip_to(&label, &[Keyword::EndSub]).map(|_| ()),
            Keyword::EndSub | Keyword::Return => {
                let value = self.optional_value(line, &mut rest)?;
                self.finish(line, rest)?;
                self.return_from(&label, value, keyword == Keyword::EndSub)
            }
            Keyword::Call => {
                let values = self.values(line, &mut rest)?;
                self.finish(line, rest)?;
                self.call_word(label, &values)
            }
            Keyword::If => match self.condition(line, rest)? {
                true => Ok(()),
                false => self.next_branch(&label),
            },
            // The branch before it was run.
            Keyword::ElseIf | Keyword::Else => self.skip_to(&label, &[Keyword::EndIf]).map(|_| ()),
            Keyword::EndIf => Ok(()),
            Keyword::While => {
                let is_true = self.condition(line, rest)?;
                self.while_line(label, is_true)
            }
            Keyword::Do => self.open(label, LoopKind::Do, 0),
            Keyword::Repeat => {
                let rounds = self.rounds(line, rest)?;
                match rounds {
                    0 => self.skip_to(&label, &[Keyword::EndRepeat]).map(|_| ()),
                    _ => self.open(label, LoopKind::Repeat, rounds),
                }
            }
            Keyword::EndWhile | Keyword::EndRepeat => self.end_of_round(&label, keyword),
            Keyword::Break | Keyword::Continue => self.leave(&label, keyword == Keyword::Break),
        }
    }

    /// The label of a line, and where the rest begins.
    fn label(&self, line: &[u8], found: &OLine) -> Result<(String, usize), GcodeProblem> {
        match &found.label {
            Label::Written(name) => Ok((name.clone(), found.rest)),
            Label::Computed(at) => {
                let mut reader = Reader::new(line, *at, self);
                let value = reader.value()?;
                let Value::Known(number) = value else {
                    return Err(GcodeProblem::Measured {
                        what: "the number of an O word".to_string(),
                    });
                };
                Ok((format!("{}", number.round()), found.rest))
            }
        }
    }

    /// Whether a condition in brackets holds.
    pub(super) fn condition(&self, line: &[u8], at: usize) -> Result<bool, GcodeProblem> {
        let mut reader = Reader::new(line, at, self);
        let value = reader.bracket()?;
        self.finish(line, reader.at)?;
        truth(value)
    }

    fn rounds(&self, line: &[u8], at: usize) -> Result<u64, GcodeProblem> {
        let mut reader = Reader::new(line, at, self);
        let value = reader.bracket()?;
        self.finish(line, reader.at)?;
        let Some(number) = value.number() else {
            return Err(GcodeProblem::Measured { what: "how often a loop runs".to_string() });
        };
        match number.abs() <= MOST_ROUNDS {
            true => Ok(number.round().max(0.0) as u64),
            false => Err(reader.bad("more rounds than any program has")),
        }
    }

    /// The values in brackets that follow.
    fn values(&self, line: &[u8], at: &mut usize) -> Result<Vec<Value>, GcodeProblem> {
        let mut reader = Reader::new(line, *at, self);
        let mut values = Vec::new();
        while reader.peek() == Some(b'[') {
            values.push(reader.bracket()?);
        }
        *at = reader.at;
        Ok(values)
    }

    fn optional_value(&self, line: &[u8], at: &mut usize) -> Result<Option<Value>, GcodeProblem> {
        Ok(self.values(line, at)?.first().copied())
    }

    /// Nothing but a comment may follow.
    fn finish(&self, line: &[u8], at: usize) -> Result<(), GcodeProblem> {
        let mut reader = Reader::new(line, at, self);
        match reader.peek() {
            None | Some(b'(' | b';') => Ok(()),
            Some(_) => Err(reader.bad("nothing but a comment may follow")),
        }
    }

    /// Goes to the line after the next one with this label and one of these keywords, and says
    /// which it was and what its line number is.
    fn skip_to(
        &mut self,
        label: &str,
        keywords: &[Keyword],
    ) -> Result<(Keyword, u64), GcodeProblem> {
        let (file, mut number) = (self.frame().file, self.frame().next);
        while let Some(line) = self.program.line(file, number)? {
            if let Some(OLine { label: Label::Written(name), keyword: Some(keyword), .. }) =
                o_line(line)
                && keywords.contains(&keyword)
                && name == label
                && !(beginning(line).is_deleted && self.options.block_delete)
            {
                self.frame_mut().next = number + 1;
                return Ok((keyword, number));
            }
            number += 1;
        }
        let words: Vec<String> =
            keywords.iter().map(|word| format!("{word:?}").to_lowercase()).collect();
        Err(GcodeProblem::Flow(format!(
            "there is no {} of o<{label}> behind it",
            words.join(" or ")
        )))
    }

    /// The condition was false: goes to the next branch that is to be run.
    fn next_branch(&mut self, label: &str) -> Result<(), GcodeProblem> {
        loop {
            let branches = [Keyword::ElseIf, Keyword::Else, Keyword::EndIf];
            let (keyword, number) = self.skip_to(label, &branches)?;
            if keyword != Keyword::ElseIf {
                return Ok(());
            }
            let file = self.frame().file;
            let line = self.program.line(file, number)?.map(<[u8]>::to_vec).unwrap_or_default();
            let rest = o_line(&line).map_or(0, |found| found.rest);
            self.line = number;
            if self.condition(&line, rest)? {
                return Ok(());
            }
        }
    }

    fn open(&mut self, label: String, kind: LoopKind, left: u64) -> Result<(), GcodeProblem> {
        let line = self.line;
        self.frame_mut().loops.insert(label, Loop { kind, line, left });
        Ok(())
    }

    /// `while` begins a loop, or ends one that began with `do`.
    fn while_line(&mut self, label: String, is_true: bool) -> Result<(), GcodeProblem> {
        let is_do = |open: &&Loop| open.kind == LoopKind::Do;
        if let Some(open) = self.frame().loops.get(&label).filter(is_do).copied() {
            match is_true {
                true => self.frame_mut().next = open.line + 1,
                false => {
                    self.frame_mut().loops.remove(&label);
                }
            }
            return Ok(());
        }
        if is_true {
            return self.open(label, LoopKind::While, 0);
        }
        self.frame_mut().loops.remove(&label);
        self.skip_to(&label, &[Keyword::EndWhile]).map(|_| ())
    }

    fn opened(&self, label: &str) -> Result<Loop, GcodeProblem> {
        let open = self.frame().loops.get(label).copied();
        open.ok_or_else(|| GcodeProblem::Flow(format!("there is no loop o<{label}> here")))
    }

    /// `endwhile` or `endrepeat`.
    fn end_of_round(&mut self, label: &str, keyword: Keyword) -> Result<(), GcodeProblem> {
        let mut open = self.opened(label)?;
        match (open.kind, keyword) {
            (LoopKind::While, Keyword::EndWhile) => self.frame_mut().next = open.line,
            (LoopKind::Repeat, Keyword::EndRepeat) if open.left > 1 => {
                open.left -= 1;
                self.frame_mut().next = open.line + 1;
                self.frame_mut().loops.insert(label.to_string(), open);
            }
            (LoopKind::Repeat, Keyword::EndRepeat) => {
                self.frame_mut().loops.remove(label);
            }
            _ => return Err(GcodeProblem::Flow(format!("o<{label}> is a loop of another kind"))),
        }
        Ok(())
    }

    /// `break` goes behind a loop, `continue` to its next round.
    fn leave(&mut self, label: &str, is_break: bool) -> Result<(), GcodeProblem> {
        let open = self.opened(label)?;
        let end = match open.kind {
            LoopKind::While => Keyword::EndWhile,
            LoopKind::Do => Keyword::While,
            LoopKind::Repeat => Keyword::EndRepeat,
        };
        let (_, number) = self.skip_to(label, &[end])?;
        if matches!((open.kind, is_break), (LoopKind::While, true) | (LoopKind::Do, false)) {
            let what = if is_break { "break out of while" } else { "continue in do" };
            self.note(format!("{what}: LinuxCNC 2.9 may run a later loop too often or too rarely; here loops run as they are written"));
        }
        match is_break {
            true => {
                self.frame_mut().loops.remove(label);
            }
            // The end of the loop decides whether there is another round.
            false => self.frame_mut().next = number,
        }
        Ok(())
    }

    /// `return` or `endsub`.
    fn return_from(
        &mut self,
        label: &str,
        value: Option<Value>,
        is_end: bool,
    ) -> Result<(), GcodeProblem> {
        // LinuxCNC takes any label behind `return`.
        if !matches!(&self.frame().kind, FrameKind::Word(name) if !is_end || name == label) {
            return Err(GcodeProblem::Flow(format!("o<{label}> is not what runs here")));
        }
        let returned = Value::Known(f64::from(u8::from(value.is_some())));
        self.variables.globals.insert("_value".to_string(), value.unwrap_or(Value::Known(0.0)));
        self.variables.globals.insert("_value_returned".to_string(), returned);
        self.end_call()
    }
}

/// Whether a value is true.
pub(super) fn truth(value: Value) -> Result<bool, GcodeProblem> {
    match value.number() {
        Some(number) => Ok(number != 0.0),
        None => Err(GcodeProblem::Measured { what: "a condition".to_string() }),
    }
}
