//! Variables with given values: what an earlier program, or the machine, has left in them.

use super::error::GcodeProblem;
use super::expression::Slot;
use super::interpreter::Interpreter;
use super::options::GcodeOptions;
use super::value::Value;
use std::collections::BTreeMap;
use std::io::BufRead;

/// The values of variables when the program begins: numbers, such as `100`, and names, such as
/// `_depth`. One without a value is `#0` on Fanuc's controls, and a name that there is not on
/// LinuxCNC's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToldVariables(BTreeMap<String, Option<f64>>);

impl ToldVariables {
    /// Tells what a variable is worth, by its number or its name.
    ///
    /// # Errors
    /// If it is neither, if it is given twice, or if the value is not finite.
    pub fn tell(&mut self, name: &str, value: Option<f64>) -> Result<(), String> {
        let plain = name.trim().trim_start_matches('#').trim_matches(['<', '>']);
        let plain: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
        let is_name = plain.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_name && plain.parse::<u32>().is_err() {
            return Err(format!(
                "a variable is a number or a name, as 100 or _depth, not `{name}`"
            ));
        }
        if value.is_some_and(|value| !value.is_finite()) {
            return Err(format!("the value of {name} is no number"));
        }
        match self.0.insert(plain.to_lowercase(), value) {
            None => Ok(()),
            Some(_) => Err(format!("{name} is told twice")),
        }
    }

    /// Whether no values are given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl GcodeOptions {
    /// Whether all given variables can exist.
    ///
    /// # Errors
    /// The first that the control sets itself, or that it has none of.
    pub fn check_variables(&self) -> Result<(), String> {
        let mut nothing = Interpreter::new(std::io::empty(), self.clone());
        nothing.take_told().map_err(|problem| problem.to_string())
    }
}

impl<R: BufRead> Interpreter<R> {
    /// Sets the given variables.
    pub(super) fn take_told(&mut self) -> Result<(), GcodeProblem> {
        for (name, value) in self.options.variables.clone().0 {
            let number = name.parse::<u32>();
            let refuse = |why: &str| {
                let word =
                    number.as_ref().map_or(format!("#<{name}>"), |number| format!("#{number}"));
                Err(GcodeProblem::Value { word, why: why.to_string() })
            };
            match number {
                Ok(number) if self.is_of_control(number) => {
                    return refuse(
                        "it is the control's own: --work and --home say where zeros and homes are",
                    );
                }
                Ok(_) if value.is_none() && !self.options.dialect.is_fanuc() => {
                    return refuse("it has a value on LinuxCNC's control, be it 0");
                }
                // Inputs and outputs.
                Ok(number @ 1000..=1199) if self.options.dialect.is_fanuc() => {
                    let value = value.map_or(Value::Vacant, Value::Known);
                    self.variables.common.insert(number, value);
                }
                Ok(number) => {
                    self.set(Slot::Number(number), value.map_or(Value::Vacant, Value::Known))?;
                }
                Err(_) => match value {
                    Some(value) => self.set(Slot::Name(name), Value::Known(value))?,
                    None => drop(self.variables.absent.insert(name)),
                },
            }
        }
        Ok(())
    }

    /// Whether a number is that of a variable which the control sets itself.
    fn is_of_control(&self, number: u32) -> bool {
        match self.options.dialect.is_fanuc() {
            true => number >= 1000 && !matches!(number, 1000..=1199 | 98_000..),
            false => self.system_number(number).is_some(),
        }
    }

    /// The variables that were told, and that the program never reads.
    pub(super) fn unread(&self) -> Vec<String> {
        let read = self.variables.read.borrow();
        let told = self.options.variables.0.keys();
        told.filter(|name| !read.contains(*name)).map(|name| format!("--variable {name}")).collect()
    }
}
