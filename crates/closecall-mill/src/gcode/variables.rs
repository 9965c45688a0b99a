//! Variables: numbered ones, of which the first are local to a subprogram, and named ones, which are
//! global if their name begins with `_`.
//!
//! A variable that the program never set: on LinuxCNC's control it is 0 as after a start, which is
//! noted; on Fanuc's a local one has no value, and a common one has what was there before, which is
//! not known. Variables of the control itself are in [`system`](super::system).

use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::expression::{Parameters, Slot};
use super::frame::Locals;
use super::interpreter::Interpreter;
use super::value::Value;
use std::cell::Cell;
use std::collections::HashMap;
use std::io::BufRead;

/// The last number of a variable on LinuxCNC's control, and the first beyond those of programs.
const LINUXCNC_LAST: u32 = 5602;

/// Variables that are not local.
#[derive(Default)]
pub(super) struct Variables {
    pub(super) common: HashMap<u32, Value>,
    pub(super) globals: HashMap<String, Value>,
    /// A variable that was read and never set, 0 for none. It is noted after the line.
    pub(super) never_set: Cell<u32>,
    /// One that only the control knows.
    pub(super) of_control: Cell<u32>,
}

/// The last of the local variables.
pub(super) fn last_local(dialect: Dialect) -> u32 {
    if dialect.is_fanuc() { 33 } else { 30 }
}

impl<R: BufRead> Interpreter<R> {
    /// The innermost variables that are a subprogram's own.
    fn locals(&self) -> &Locals {
        let own = self.frames.iter().rev().find_map(|frame| frame.locals.as_ref());
        own.expect("the main program has its own")
    }

    pub(super) fn locals_mut(&mut self) -> &mut Locals {
        let own = self.frames.iter_mut().rev().find_map(|frame| frame.locals.as_mut());
        own.expect("the main program has its own")
    }

    /// Sets a variable. Those of the control itself cannot be set, but for what has no effect.
    pub(super) fn set(&mut self, slot: Slot, value: Value) -> Result<(), GcodeProblem> {
        let dialect = self.options.dialect;
        match slot {
            Slot::Name(name) if self.system_name(&name).is_some() => {
                let why = "it is the control's own, and cannot be set".to_string();
                return Err(GcodeProblem::Value { word: format!("#<{name}>"), why });
            }
            Slot::Name(name) if name.starts_with('_') => {
                self.variables.globals.insert(name, value);
            }
            Slot::Name(name) => {
                self.frame_mut().named.insert(name, value);
            }
            Slot::Number(number @ 1..) if number <= last_local(dialect) => {
                self.locals_mut()[number as usize - 1] = value;
            }
            Slot::Number(number) => {
                self.check_set(number)?;
                self.variables.common.insert(number, value);
            }
        }
        Ok(())
    }

    /// Refuses to set a variable that does something.
    fn check_set(&mut self, number: u32) -> Result<(), GcodeProblem> {
        let refuse = |why: &str| {
            let word = format!("#{number}");
            Err(GcodeProblem::Value { word, why: why.to_string() })
        };
        match self.options.dialect {
            Dialect::LinuxCnc | Dialect::Grbl => match number {
                0 | 5603.. => refuse("there is no such variable"),
                5399..=5428 => refuse("it is the control's own, and cannot be set"),
                5161..=5398 => refuse("it moves a zero or a home: G10, G92 and G28.1 do that here"),
                _ => Ok(()),
            },
            Dialect::Fanuc | Dialect::Haas => match number {
                0 => refuse("#0 has no value, and cannot be set"),
                3000 => {
                    self.note(
                        "#3000 stops the control with an alarm: the program ends here".to_string(),
                    );
                    self.done = true;
                    Ok(())
                }
                1000.. if !matches!(number, 1100..=1199 | 3001..=3006 | 98_000..) => {
                    refuse("it is the control's own: setting it could move a zero or a tool")
                }
                _ => Ok(()),
            },
        }
    }

    fn common(&self, number: u32) -> Value {
        let is_fanuc = self.options.dialect.is_fanuc();
        match self.variables.common.get(&number) {
            Some(value) => *value,
            None if is_fanuc => {
                self.variables.of_control.set(number);
                Value::Unknown
            }
            None => {
                self.variables.never_set.set(number);
                Value::Known(0.0)
            }
        }
    }

    /// Notes the variables of a line that the program never set.
    pub(super) fn note_variables(&mut self) {
        let never = self.variables.never_set.take();
        if never > 0 {
            self.note(format!("#{never} was never set: it is 0, as after a start of the control"));
        }
        let of_control = self.variables.of_control.take();
        if of_control > 0 {
            self.note(format!("#{of_control} is not set by the program: it is not known here"));
        }
    }
}

impl<R: BufRead> Parameters for Interpreter<R> {
    fn dialect(&self) -> Dialect {
        self.options.dialect
    }

    fn numbered(&self, number: u32) -> Result<Value, GcodeProblem> {
        let dialect = self.options.dialect;
        if number == 0 && dialect.is_fanuc() {
            return Ok(Value::Vacant);
        }
        if number == 0 || number > LINUXCNC_LAST && !dialect.is_fanuc() {
            let why = "there is no such variable".to_string();
            return Err(GcodeProblem::Value { word: format!("#{number}"), why });
        }
        if number <= last_local(dialect) {
            let value = self.locals()[number as usize - 1];
            if value == Value::Vacant && !dialect.is_fanuc() {
                self.variables.never_set.set(number);
                return Ok(Value::Known(0.0));
            }
            return Ok(value);
        }
        Ok(self.system_number(number).unwrap_or_else(|| self.common(number)))
    }

    fn named(&self, name: &str) -> Option<Value> {
        let own = match name.starts_with('_') {
            true => self.variables.globals.get(name),
            false => self.frame().named.get(name),
        };
        own.copied().or_else(|| self.system_name(name))
    }
}
