//! Variables: numbered ones, of which the first are local to a subprogram, and named ones, which are
//! global if their name begins with `_`.
//!
//! A variable that the program never set has what an earlier program has left there, which is not
//! known unless it is given ([`told`](super::told)). Only those of a subprogram are its own from its
//! beginning. Variables of the control itself are in [`system`](super::system).

use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::expression::{Named, Parameters, Slot};
use super::frame::Locals;
use super::interpreter::Interpreter;
use super::value::Value;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::BufRead;

/// The last number of a variable on LinuxCNC's control, and the first beyond those of programs.
const LINUXCNC_LAST: u32 = 5602;

/// Variables that are not local.
#[derive(Default)]
pub(super) struct Variables {
    pub(super) common: HashMap<u32, Value>,
    pub(super) globals: HashMap<String, Value>,
    /// Names that are stated not to exist.
    pub(super) absent: HashSet<String>,
    /// The variables read so far, by number or name, if values are given.
    pub(super) read: RefCell<HashSet<String>>,
    /// The variables that were read and never set: on the line that runs, and on all lines.
    untold: RefCell<Vec<String>>,
    pub(super) all_untold: BTreeSet<String>,
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
                self.locals_mut()[number as usize - 1] = Some(value);
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

    /// A value that is not known, because the program never set it.
    fn never_set(&self, shown: String) -> Value {
        self.variables.untold.borrow_mut().push(shown);
        Value::Unknown
    }

    fn note_read(&self, name: &str) {
        if !self.options.variables.is_empty() {
            self.variables.read.borrow_mut().insert(name.to_string());
        }
    }

    /// Notes the variables of a line that the program never set.
    pub(super) fn note_variables(&mut self) {
        let untold = std::mem::take(self.variables.untold.get_mut());
        for name in untold {
            let plain = name.trim_start_matches('#').trim_matches(['<', '>']).to_string();
            self.warn(format!(
                "{name} is not set by the program: what is in it is not known; --variable {plain}=VALUE says it"
            ));
            self.variables.all_untold.insert(name);
        }
    }

    /// The variables that the program read so far and never set, as `#100` or `#<_depth>`.
    pub fn unknown_variables(&self) -> impl Iterator<Item = &str> {
        self.variables.all_untold.iter().map(String::as_str)
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
        self.note_read(&number.to_string());
        let own = match number <= last_local(dialect) {
            true => self.locals()[number as usize - 1],
            false => {
                self.system_number(number).or_else(|| self.variables.common.get(&number).copied())
            }
        };
        Ok(own.unwrap_or_else(|| self.never_set(format!("#{number}"))))
    }

    fn named(&self, name: &str) -> Named {
        self.note_read(name);
        let is_global = name.starts_with('_');
        let own = match is_global {
            true => self.variables.globals.get(name),
            false => self.frame().named.get(name),
        };
        let is_new = !is_global && self.frames.len() > 1;
        match own.copied().or_else(|| self.system_name(name)) {
            Some(value) => Named::There(value),
            None if is_new || self.variables.absent.contains(name) => Named::Absent,
            None => Named::Untold,
        }
    }

    fn untold(&self, name: &str) -> Value {
        self.never_set(format!("#<{name}>"))
    }
}
