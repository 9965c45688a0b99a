//! Programs: from lines of G-code to moves of the tool's tip, one block at a time, in memory that
//! does not grow.
//!
//! The dialect is RS274/NGC with what Fanuc-like controls share. What is not known is refused if it
//! could move an axis, else noted; nothing is skipped in silence. Every assumption is noted, too
//! ([`Note`]).

mod actions;
mod arc;
mod block;
mod codes;
mod compensation;
mod contour;
mod cycle;
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
