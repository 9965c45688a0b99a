//! Programs: from lines of G-code to moves of the tool's tip, one block at a time, in memory that
//! does not grow.
//!
//! The dialect is RS274/NGC as LinuxCNC reads it, with what Fanuc-like controls share, or another
//! ([`Dialect`]). A word is understood, harmless or refused ([`CodeClass`]). Every assumption is
//! noted ([`Note`]). A move that begins or ends at a place that is not known is counted as unchecked
//! ([`Way`]).
//!
//! A line is read from left to right, and its expressions are computed on the way
//! (`expression`); statements lead to other lines (`flow`, `macros`, `subprogram`); all
//! other lines are blocks of words, which set modes and move the tool. A loop is run, not unrolled,
//! so that memory does not grow with its rounds.
//!
//! A program ends with M2, M30 or M99, with the file, or, as on LinuxCNC's and Fanuc's controls, at
//! the second `%`: a line that is `%` and nothing else opens the program where it comes before all
//! words, and closes it where it does not. Lines after the end are not run, and noted.

mod actions;
mod arc;
mod block;
mod calls;
mod code;
mod compensation;
mod contour;
mod coordinates;
mod cycle;
mod dialect;
mod dwell;
mod error;
mod expression;
mod feed;
mod flow;
mod frame;
mod frames;
mod function;
mod holes;
mod interpreter;
mod letters;
mod lines;
mod macros;
mod modes;
mod number;
mod offsets;
mod options;
mod path;
mod places;
mod probe;
mod program;
mod saved;
mod spline;
mod state;
mod statement;
mod subprogram;
mod system;
mod text;
mod tilt;
mod tips;
mod told;
mod travel;
mod unused;
mod value;
mod variables;
mod way;

pub use calls::{Call, Calls};
pub use code::{Code, CodeClass, IgnoredWord};
pub use dialect::Dialect;
pub use error::{GcodeProblem, ProgramError};
pub use feed::Feed;
pub use interpreter::Interpreter;
pub use lines::{LongLine, MAX_LINE};
pub use options::{
    BlockStep, Cutters, GcodeOptions, MOST_STEPS, Note, ProgramUnit, RapidPath, Rotary,
};
pub use path::{Arc, Move, MoveFrame, Spline, ToolPath};
pub use places::Places;
pub use tilt::Tilt;
pub use told::ToldVariables;
pub use way::Way;

pub(crate) use number::{flushed, is_in_range, vector};
