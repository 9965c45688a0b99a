//! Programs: from lines of G-code to moves of the tool's tip, one block at a time, in memory that does not grow.
//!
//! The dialect is RS274/NGC with what Fanuc-like controls share. What is not known is refused if it could move an axis,
//! else noted; nothing is skipped in silence. Every assumption is noted, too ([`Note`]).

mod arc;
mod block;
mod cycle;
mod error;
mod interpreter;
mod lines;
mod offsets;
mod path;

pub use block::{Words, lex};
pub use error::{Problem, ProgramError};
pub use interpreter::{Interpreter, Note, Options, RapidPath, Rotary, Step, Unit};
pub use lines::{LongLine, MAX_LINE};
pub use path::{Arc, Move, Path};
