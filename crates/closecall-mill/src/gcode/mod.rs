//! Programs: from lines of G-code to moves of the tool's tip, one block at a time, in memory that
//! does not grow.
//!
//! The dialect is RS274/NGC with what Fanuc-like controls share. What is not known is refused if it
//! could move an axis, else noted; nothing is skipped in silence. Every assumption is noted, too
//! ([`Note`]).
//!
//! A program ends with M2, M30 or M99, with the file, or, as on LinuxCNC's and Fanuc's controls, at
//! the second `%`: a line that is `%` and nothing else opens the program where it comes before all
//! words, and closes it where it does not. Lines after the end are not run, and noted.

mod actions;
mod arc;
mod block;
mod codes;
mod compensation;
mod contour;
mod cycle;
mod dwell;
mod error;
mod interpreter;
mod lines;
mod modes;
mod offsets;
mod options;
mod path;
mod state;
mod travel;

pub use block::{Words, lex};
pub use error::{GcodeProblem, ProgramError};
pub use interpreter::Interpreter;
pub use lines::{LongLine, MAX_LINE};
pub use options::{BlockStep, Cutters, GcodeOptions, Note, ProgramUnit, RapidPath, Rotary};
pub use path::{Arc, Move, ToolPath};
