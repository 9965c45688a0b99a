//! The calls that lead to a line of a subprogram.

use std::fmt;
use std::sync::Arc;

/// The calls that are open, the innermost first. None in the main program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls(Option<Arc<Call>>);

/// A call of a subprogram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The subprogram's name, as in `o<name> call`, or its number.
    pub name: String,
    /// The file that the subprogram stands in, if it is not that of the program.
    pub file: Option<Arc<str>>,
    /// The line of the call, in the file of the caller.
    pub line: u64,
    /// The calls that led there.
    pub outer: Calls,
}

impl Calls {
    /// With one more call inside.
    pub(super) fn with(&self, name: String, file: Option<Arc<str>>, line: u64) -> Self {
        Self(Some(Arc::new(Call { name, file, line, outer: self.clone() })))
    }

    /// The calls, the innermost first.
    pub fn iter(&self) -> impl Iterator<Item = &Call> {
        std::iter::successors(self.0.as_deref(), |call| call.outer.0.as_deref())
    }

    /// Whether the main program itself is meant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The file that the line stands in, if it is not that of the program.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.0.as_ref()?.file.as_deref()
    }

    /// The line of the program's own file that this goes back to: `line`, or the call that led to
    /// another file.
    #[must_use]
    pub fn line_of_program(&self, line: u64) -> u64 {
        let mut here = line;
        for call in self.iter() {
            if call.file.is_some() {
                here = call.line;
            }
        }
        here
    }
}

/// `of drill in drill.ngc, called in line 12 of face, called in line 40`, or nothing.
impl fmt::Display for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, call) in self.iter().enumerate() {
            let file = call.file.as_ref().map_or(String::new(), |file| format!(" in {file}"));
            match depth {
                0 => write!(f, "of {}{file}, called in line {}", call.name, call.line)?,
                1..8 => write!(f, " of {}{file}, called in line {}", call.name, call.line)?,
                8 => write!(f, " and so on")?,
                _ => {}
            }
        }
        Ok(())
    }
}
