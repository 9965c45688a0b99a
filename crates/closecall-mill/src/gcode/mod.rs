//! Programs: from lines of G-code to moves of the tool's tip, one block at a time, in memory that
//! does not grow.
//!
//! The dialect is RS274/NGC as LinuxCNC reads it, with what Fanuc-like controls share, or another
//! ([`Dialect`]). A word is understood, harmless or refused ([`CodeClass`]). Every assumption is
//! noted ([`Note`]). A move that begins or ends at a place that is not known is counted as unchecked
//! ([`Way`]).
//!
//! A program ends with M2, M30 or M99, with the file, or, as on LinuxCNC's and Fanuc's controls, at
//! the second `%`: a line that is `%` and nothing else opens the program where it comes before all
//! words, and closes it where it does not. Lines after the end are not run, and noted.

mod actions;
mod arc;
mod block;
mod code;
mod compensation;
mod contour;
mod cycle;
mod dialect;
mod dwell;
mod error;
mod holes;
mod interpreter;
mod lines;
mod modes;
mod offsets;
mod options;
mod path;
mod places;
mod saved;
mod state;
mod travel;
mod way;

pub use block::{Words, lex};
pub use code::{Code, CodeClass, IgnoredWord};
pub use dialect::Dialect;
pub use error::{GcodeProblem, ProgramError};
pub use interpreter::Interpreter;
pub use lines::{LongLine, MAX_LINE};
pub use options::{BlockStep, Cutters, GcodeOptions, Note, ProgramUnit, RapidPath, Rotary};
pub use path::{Arc, Move, ToolPath};
pub use places::Places;
pub use way::Way;
